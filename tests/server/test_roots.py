"""A client that starts the server in the home folder is asked which folder it has open, and served there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardwon.server.roots import ASKED, WAIT_S, Rooting, folder_of

from .raw import RawClient

LINE = "Current authorized project: "
ROOTED = {"protocolVersion": "2025-06-18", "capabilities": {"roots": {}}, "clientInfo": {"name": "t", "version": "0"}}


@pytest.fixture
def at_home(home: Path) -> Iterator[RawClient]:
    """A bridge that was started in the home folder."""
    client = RawClient(home)
    yield client
    client.end()


def greet(client: RawClient, params: dict[str, Any]) -> str:
    said: str = client.ask("initialize", params)["result"]["instructions"]
    client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    return said


def test_the_folder_that_the_client_has_open_is_served(at_home: RawClient, project: Path) -> None:
    assert greet(at_home, ROOTED).endswith(LINE + "that of the folder open in this program")
    asked = at_home.request("tools/list")
    question = at_home.receive()
    assert (question["id"], question["method"]) == (ASKED, "roots/list")
    uri = "file://" + str(project).replace("/s", "/%73")
    at_home.send({"jsonrpc": "2.0", "id": ASKED, "result": {"roots": [{"uri": "untitled:x"}, {"uri": uri}]}})
    tools = at_home.answer_to(asked)["result"]["tools"]
    assert all(tool["description"].endswith(f"{LINE}path:{project.resolve()}") for tool in tools)
    assert at_home.call("memory_remember", content="Ports begin at 8000.", project=f"path:{project.resolve()}")


def test_a_client_without_roots_is_served_where_it_started_us(at_home: RawClient, home: Path) -> None:
    assert f"{LINE}path:{home.resolve()}" in at_home.initialize()["instructions"]


class Talk:
    """A client's lines to the asking, and what comes of them, on a clock of one's own."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.begun: list[tuple[str, Any]] = []
        self.passed: list[Any] = []
        self.now = 0.0
        self.rooting = Rooting(
            introduce=lambda params: {"hello": True},
            begin=self._begin,
            send=lambda line: self.sent.append(json.loads(line)),
            clock=lambda: self.now,
        )

    def _begin(self, folder: str, params: Any) -> Any:
        self.begun.append((folder, params))
        return lambda line: self.passed.append(json.loads(line))

    def say(self, *messages: dict[str, Any]) -> None:
        for message in messages:
            self.rooting.receive(json.dumps({"jsonrpc": "2.0", **message}).encode())


INITIALIZE = {"id": 1, "method": "initialize", "params": ROOTED}
INITIALIZED = {"method": "notifications/initialized"}
LIST = {"id": 2, "method": "tools/list"}


def test_what_is_asked_meanwhile_waits_and_keeps_its_order(tmp_path: Path) -> None:
    talk = Talk()
    talk.say(INITIALIZE, {"id": 9, "method": "ping"}, INITIALIZED, LIST, {"id": 3, "method": "tools/list"})
    assert talk.begun == [] and talk.rooting.is_waiting
    assert [one.get("id") for one in talk.sent] == [1, 9, ASKED]
    talk.say({"id": ASKED, "result": {"roots": [{"uri": f"file://{tmp_path}"}]}})
    assert talk.begun == [(str(tmp_path), ROOTED)]
    assert [one["id"] for one in talk.passed] == [2, 3]
    talk.say({"id": 4, "method": "ping"})
    assert talk.passed[-1]["id"] == 4 and not talk.rooting.is_waiting


def test_a_client_that_does_not_answer_is_served_all_the_same() -> None:
    talk = Talk()
    talk.say(INITIALIZE, INITIALIZED, LIST)
    talk.now = WAIT_S
    talk.rooting.tick()
    assert talk.begun == []
    talk.now = WAIT_S + 0.1
    talk.rooting.tick()
    assert talk.begun == [("", ROOTED)]
    assert [one["id"] for one in talk.passed] == [2]


@pytest.mark.parametrize("answer", [
    {"error": {"code": -32601, "message": "no"}},
    {"result": {}},
    {"result": {"roots": []}},
    {"result": {"roots": [3, {"uri": 3}, {"uri": "https://x/y"}]}},
    {"result": {"roots": [{"uri": "file:///there/is/no/such/folder"}]}},
])  # fmt: skip
def test_an_answer_without_a_folder_leaves_us_where_we_are(answer: dict[str, Any]) -> None:
    talk = Talk()
    talk.say(INITIALIZE, INITIALIZED, {"id": ASKED, **answer})
    assert talk.begun == [("", ROOTED)]


@pytest.mark.parametrize("first", [
    LIST,
    {"id": 1, "method": "initialize", "params": {"capabilities": {"roots": {}}}},
    {"id": 1, "method": "initialize", "params": {**ROOTED, "capabilities": {}}},
    {"id": 1, "method": "initialize", "params": {**ROOTED, "_meta": {}}},
])  # fmt: skip
def test_other_beginnings_are_passed_on_untouched(first: dict[str, Any]) -> None:
    talk = Talk()
    talk.say(first)
    assert talk.begun == [("", None)]
    assert [one["id"] for one in talk.passed] == [first["id"]]
    assert talk.sent == []


def test_a_client_that_skips_a_step_is_not_kept_waiting() -> None:
    talk = Talk()
    talk.say(INITIALIZE, LIST)
    assert talk.begun == [("", ROOTED)]
    assert [one["id"] for one in talk.passed] == [2]


@pytest.mark.parametrize(("uri", "is_folder"), [
    ("file://localhost{}", True), ("file://{}", True), ("file://server{}", False), ("file:{}", False),
    ("file://{}%zz", False), ("file://{}%", False), ("file://{}%00", False), ("file://{}/no", False), (None, False),
])  # fmt: skip
def test_only_a_folder_of_this_machine_counts(tmp_path: Path, uri: str | None, is_folder: bool) -> None:
    assert folder_of(uri and uri.format(tmp_path)) == (str(tmp_path) if is_folder else "")
