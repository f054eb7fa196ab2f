"""Events over REST: what is written anywhere is told to those who listen, however many and however slow."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hardwon.engine import open_engine
from hardwon.server.web.guard import Message
from hardwon.server.web.rest.app import create_app
from hardwon.server.web.rest.desk import Desk
from hardwon.server.web.rest.feed import Feed

RULE = "Run the tests with `pytest -n 2`; the full run needs six minutes."
SCOPE = {
    "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
    "path": "/events", "raw_path": b"/events", "query_string": b"", "root_path": "", "scheme": "http",
    "headers": [(b"host", b"127.0.0.1")], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8080),
}  # fmt: skip


def events_of(text: str) -> list[tuple[str, dict[str, Any], str]]:
    """Kind, data and id of each event in a stream."""
    found = []
    for block in text.split("\n\n"):
        told = dict(line.partition(": ")[::2] for line in block.splitlines() if not line.startswith(":"))
        if "event" in told:
            found.append((told["event"], json.loads(told["data"]), told["id"]))
    return found


class Listener:
    """A client of the stream, on the server's own loop."""

    def __init__(self, app: Any, *, last: str = "", reads: bool = True) -> None:
        self.status = 0
        self.text = ""
        self._reads = reads
        self._gone = asyncio.Event()
        headers = [*SCOPE["headers"], *([(b"last-event-id", last.encode())] if last else [])]
        self.task = asyncio.ensure_future(app({**SCOPE, "headers": headers}, self._receive, self._send))
        self._asked = False

    async def _receive(self) -> Message:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.status = message.get("status", self.status)
        self.text += message.get("body", b"").decode()
        if not self._reads and self.text:
            await asyncio.Event().wait()

    async def until(self, word: str) -> None:
        """Wait until the stream says something."""
        async with asyncio.timeout(10):
            while word not in self.text:
                await asyncio.sleep(0.005)

    async def leave(self) -> None:
        """Hang up."""
        self._gone.set()
        await asyncio.wait_for(self.task, 10)


def test_what_another_process_writes_is_told(desk: Desk, project: Path) -> None:
    async def run() -> list[tuple[str, dict[str, Any], str]]:
        listener = Listener(create_app(desk, feed=Feed(desk, look_s=0.01)))
        await listener.until("hello")
        with open_engine(os.environ, str(project)) as engine:
            id = engine.remember(RULE).memory.id
            engine.record_outcome(id, "worked")
            engine.archive(id)
        await listener.until("archived")
        await listener.until("worked")
        await listener.leave()
        return events_of(listener.text)

    found = asyncio.run(run())

    told = {(kind, data.get("change") or data.get("verdict")) for kind, data, _ in found}
    assert told == {("hello", None), ("memory", "created"), ("memory", "archived"), ("outcome", "worked")}
    assert RULE[:10] not in str(found)


def test_who_comes_again_goes_on_where_they_were(desk: Desk, project: Path) -> None:
    with open_engine(os.environ, str(project)) as engine:
        engine.remember(RULE)

    async def run() -> list[str]:
        app = create_app(desk, feed=Feed(desk, look_s=0.01))
        first = Listener(app)
        await first.until("hello")
        await first.leave()
        last = events_of(first.text)[-1][2]
        with open_engine(os.environ, str(project)) as engine:
            missed = engine.remember("Written while nobody listened.").memory.id
        again = Listener(app, last=last)
        await again.until(missed)
        await again.leave()
        return [data["id"] for kind, data, _ in events_of(again.text) if kind == "memory"] + [missed]

    seen, missed = asyncio.run(run())
    assert seen == missed


@pytest.mark.parametrize("last", ["x", "1.2.3", "0.0.0.0", "-1.0.0.0_0.0.0.0", "9" * 40 + ".0.0.0_0.0.0.0"])
def test_a_place_that_was_never_told_is_refused(client: TestClient, last: str) -> None:
    assert client.get("/events", headers={"Last-Event-ID": last}).status_code == 422


def test_a_quiet_stream_says_that_it_lives_and_ends_after_its_time(client: TestClient) -> None:
    text = client.get("/events").text

    assert ": alive" in text
    assert client.get("/memories").status_code == 200


def test_only_so_many_listen_at_once_and_others_are_served_all_the_same(desk: Desk) -> None:
    async def run() -> tuple[list[int], int, int]:
        app = create_app(desk, feed=Feed(desk, look_s=0.01, streams_max=3))
        listeners = [Listener(app) for _ in range(3)]
        for one in listeners:
            await one.until("hello")
        late = [Listener(app) for _ in range(20)]
        for one in late:
            await one.task
        await listeners[0].leave()
        next_one = Listener(app)
        await next_one.until("hello")
        for one in (*listeners[1:], next_one):
            await one.leave()
        return [one.status for one in late], next_one.status, app.state.feed.open_count

    assert asyncio.run(run()) == ([503] * 20, 200, 0)


def test_who_reads_nothing_is_left(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardwon.server.web.rest.feed._SEND_S", 0.05)

    async def run() -> int:
        app = create_app(desk, feed=Feed(desk, look_s=0.01))
        listener = Listener(app, reads=False)
        await asyncio.wait_for(listener.task, 10)
        count: int = app.state.feed.open_count
        return count

    assert asyncio.run(run()) == 0


def test_every_stream_ends_when_the_server_leaves(desk: Desk) -> None:
    async def run() -> tuple[int, int]:
        app = create_app(desk, feed=Feed(desk, look_s=30))
        listener = Listener(app)
        await listener.until("hello")
        await asyncio.to_thread(app.state.feed.stop)
        await asyncio.wait_for(listener.task, 10)
        late = Listener(app)
        await late.task
        return listener.status, late.status

    assert asyncio.run(run()) == (200, 503)
