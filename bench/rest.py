"""What REST costs: a search over it beside the same search in process, and many clients at once.

    python bench/rest.py [--size 2000] [--searches 200] [--clients 50] [--seconds 5] [--keep FOLDER] [--json FILE]

The issue's sizes are --size 100000 --clients 200 --seconds 60; filling takes some minutes, and --keep leaves what was
filled for the next run. The server is a process of its own, as a person starts it. Searches in process and over REST
take turns, so that whatever else the machine does burdens both. Of the clients' requests, each on a connection that
stays open and without a pause between them, most search, some read and some write; at the end every write that was
answered is looked for in the store.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from figures import arguments, quantile, table, write_json

from hardwon.engine import open_engine
from hardwon.errors import NotFound
from hooks import CATEGORIES, memory, prompt

RATIO_GOAL = 1.5
SPREAD_GOAL = 10.0
GOALS_FROM = 100_000  # memories: a search of few takes less time than the way to the server
CLIENTS_FROM = 200
SHARES = {"search": 0.7, "read": 0.15, "write": 0.15}
LIMIT = 5


class Place:
    """A home and a project with some memories in it.

    Args:
        folder: where they are, or are made.
        size: how many memories it has at least.
    """

    def __init__(self, folder: Path, size: int) -> None:
        self.project = folder / "project"
        self.project.mkdir(parents=True, exist_ok=True)
        self.environ = {
            "HOME": str(folder / "home"),
            "HARDWON_HOME": str(folder / "home" / "data"),
            "HARDWON_SERVICE": "off",
            "PATH": os.environ.get("PATH", ""),
        }
        with self.engine() as engine:
            there = engine.list(limit=1)[1]
            rng = random.Random(there + 1)
            for begin in range(there, size, 1000):
                print(f"\rfilling {begin}/{size}   ", end="", file=sys.stderr)
                with engine.batch():
                    for number in range(begin, min(begin + 1000, size)):
                        engine.remember(memory(number, rng), category=rng.choice(CATEGORIES), trust="user")
        print("\r" + " " * 30, end="\r", file=sys.stderr)

    def engine(self) -> Any:
        """An engine for the project."""
        return open_engine(self.environ, str(self.project))


class Server:
    """A server of a place, as a person starts it.

    Attributes:
        host, port: where it listens. token: what it wants to see.
    """

    def __init__(self, place: Place) -> None:
        words = [sys.executable, "-m", "hardwon.cli", "serve", "--rest", "--port", "0"]
        self.process = subprocess.Popen(words, cwd=place.project, env=place.environ, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr
        found = re.search(r"REST at (\S+),", self.process.stderr.readline())
        if not found:
            raise SystemExit("the server did not start")
        url = urlsplit(found[1])
        self.host, self.port = str(url.hostname), int(url.port or 0)
        self.token = (Path(place.environ["HARDWON_HOME"]) / "token").read_text().strip()

    def leave(self) -> None:
        """End it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        if self.process.stderr:
            self.process.stderr.close()


@contextmanager
def running(place: Place) -> Iterator[Server]:
    """A server for the length of a block."""
    server = Server(place)
    try:
        yield server
    finally:
        server.leave()


def compare(place: Place, server: Server, searches: int, size: int) -> dict[str, Any]:
    """The same searches in process and over REST, in turns."""
    rng = random.Random(7)
    queries = [prompt(rng) for _ in range(searches)]
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
    connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
    own, rest = [], []
    with place.engine() as engine:
        for number, query in enumerate([*queries[:20], *queries]):  # the first ones warm both up
            begun = time.perf_counter()
            engine.recall(query, limit=LIMIT)
            between = time.perf_counter()
            connection.request("POST", "/memories/search", json.dumps({"query": query, "limit": LIMIT}), headers)
            answer = connection.getresponse()
            body = answer.read()
            ended = time.perf_counter()
            if answer.status != 200:
                raise SystemExit(f"a search was answered {answer.status}: {body[:200]!r}")
            if number >= 20:
                own.append((between - begun) * 1000)
                rest.append((ended - between) * 1000)
    connection.close()
    ratio = quantile(rest, 0.95) / quantile(own, 0.95)
    return {
        "in process p50 ms": round(statistics.median(own), 2),
        "in process p95 ms": round(quantile(own, 0.95), 2),
        "REST p50 ms": round(statistics.median(rest), 2),
        "REST p95 ms": round(quantile(rest, 0.95), 2),
        "p95 ratio": round(ratio, 2),
        "goal": RATIO_GOAL if size >= GOALS_FROM else None,
    }


class Client:
    """One client with a connection of its own.

    Attributes:
        took_ms: of each request, by its kind. wrong: how often which error came.
        written: ids that a write was answered with.
    """

    def __init__(self, server: Server, number: int) -> None:
        self._server = server
        self._number = number
        self._rng = random.Random(number)
        self.took_ms: dict[str, list[float]] = {kind: [] for kind in SHARES}
        self.written: list[str] = []
        self.wrong: Counter[str] = Counter()

    async def work(self, until: float) -> None:
        """Ask, one thing after the other, until a moment of the loop's clock."""
        try:
            reader, writer = await asyncio.open_connection(self._server.host, self._server.port)
        except OSError as error:
            self.wrong[type(error).__name__] += 1
            return
        loop = asyncio.get_running_loop()
        count = 0
        while loop.time() < until:
            count += 1
            kind = self._rng.choices(list(SHARES), list(SHARES.values()))[0]
            begun = time.perf_counter()
            try:
                status, body = await self._ask(reader, writer, *self._request(kind, count))
            except (OSError, ValueError, asyncio.IncompleteReadError) as error:
                self.wrong[type(error).__name__] += 1
                break
            self.took_ms[kind].append((time.perf_counter() - begun) * 1000)
            if status not in (200, 201):
                self.wrong[str(status)] += 1
            elif kind == "write":
                self.written.append(json.loads(body)["memory"]["id"])
        writer.close()

    def _request(self, kind: str, count: int) -> tuple[str, str, str]:
        if kind == "search":
            return "POST", "/memories/search", json.dumps({"query": prompt(self._rng), "limit": LIMIT})
        if kind == "read":
            if self.written:
                return "GET", f"/memories/{self._rng.choice(self.written)}", ""
            return "GET", "/memories?limit=20", ""
        text = memory(1_000_000 + self._number * 10_000 + count, self._rng)
        return "POST", "/memories", json.dumps({"content": text, "category": self._rng.choice(CATEGORIES)})

    async def _ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, method: str, path: str, body: str
    ) -> tuple[int, bytes]:
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self._server.token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body.encode())}\r\n\r\n{body}".encode()
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        return int(head.split(" ", 2)[1]), await reader.readexactly(int(length[1]) if length else 0)


async def many(server: Server, clients: int, seconds: float) -> list[Client]:
    """So many clients at once, for so long."""
    workers = [Client(server, number) for number in range(clients)]
    until = asyncio.get_running_loop().time() + seconds
    await asyncio.gather(*(one.work(until) for one in workers))
    return workers


def is_there(engine: Any, id: str) -> bool:
    """Whether a memory can be recalled."""
    try:
        return bool(engine.get(id).status == "active")
    except NotFound:
        return False


def load(place: Place, server: Server, clients: int, seconds: float) -> dict[str, Any]:
    """What many clients see, and whether every write they were told of is there."""
    workers = asyncio.run(many(server, clients, seconds))
    took = [ms for one in workers for kind in one.took_ms.values() for ms in kind]
    written = [id for one in workers for id in one.written]
    wrong = sum((one.wrong for one in workers), Counter[str]())
    with place.engine() as engine:
        lost = sum(1 for id in dict.fromkeys(written) if not is_there(engine, id))
    by_kind = {kind: [ms for one in workers for ms in one.took_ms[kind]] for kind in SHARES}
    return {
        "clients": clients,
        "seconds": seconds,
        "requests": len(took),
        "writes": len(written),
        "errors": dict(wrong),
        "lost writes": lost,
        "p50 ms": round(statistics.median(took), 1),
        "p95 ms": round(quantile(took, 0.95), 1),
        "p99 ms": round(quantile(took, 0.99), 1),
        "p99/p50": round(quantile(took, 0.99) / statistics.median(took), 2),
        "goal": SPREAD_GOAL if clients >= CLIENTS_FROM else None,
        **{f"{kind} p50 ms": round(statistics.median(found), 1) for kind, found in by_kind.items() if found},
        **{f"{kind} p99 ms": round(quantile(found, 0.99), 1) for kind, found in by_kind.items() if found},
    }


def options_of(parser: argparse.ArgumentParser) -> None:
    """The script's own options."""
    parser.add_argument("--size", type=int, default=2000, help="memories")
    parser.add_argument("--searches", type=int, default=200)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--keep", help="a folder to fill, and to find filled the next time")


def main() -> None:
    """Measure and print."""
    options = arguments(__doc__, options_of)
    with ExitStack() as stack:
        folder = Path(options.keep or stack.enter_context(tempfile.TemporaryDirectory()))
        place = Place(folder, options.size)
        server = stack.enter_context(running(place))
        searched = {"memories": options.size, **compare(place, server, options.searches, options.size)}
        loaded = load(place, server, options.clients, options.seconds)
    print(table([searched], list(searched)))
    print(table([{name: str(value) for name, value in loaded.items()}], list(loaded)))
    write_json(options.json, {"search": searched, "load": loaded})


if __name__ == "__main__":
    main()
