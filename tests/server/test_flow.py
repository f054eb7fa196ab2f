"""Whole stories through the bridge: odd lines, odd queries, deaths in the middle, several clients at once."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardwon.engine import open_engine

from .raw import BRIDGE, RawClient, children_of, is_alive, text_of

Start = Callable[..., RawClient]
RULE = "Run the tests with `pytest -n 2`; the full run needs six minutes."


def line(**message: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode()


def recall(call_id: Any, **arguments: Any) -> bytes:
    return line(id=call_id, method="tools/call", params={"name": "memory_recall", "arguments": arguments})


SESSION = [
    line(id=1, method="initialize", params={"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {}}),
    line(method="notifications/initialized"),
    line(id=2, method="tools/list", params={}),
    line(id=3, method="tools/list"),
    line(id=4, method="ping"),
    line(id=5, method="no/such/method", params={}),
    recall(6, query="tests", limit="5"),
    recall(7, query=None),
    recall(8),
    recall(9, query="x", limit=-1, bogus=True),
    recall(10, query="a" * 200_000),
    line(id=11, method="tools/call", params={"name": "nope", "arguments": {}}),
    recall("str-id", query="NEAR( \" '"),
    b"{broken json",
    b"[]",
    line(id=12, method="resources/list"),
    line(id=13, method="prompts/list"),
    recall(14, query="cut \ud83d here \x00 and there"),
]


def test_a_session_of_odd_lines_is_answered_line_by_line(project: Path) -> None:
    done = subprocess.run(
        BRIDGE, input=b"\n".join(SESSION), cwd=project, capture_output=True, timeout=60, env=os.environ
    )
    assert done.returncode == 0
    assert done.stderr == b""
    answers = [json.loads(answer) for answer in done.stdout.splitlines()]
    by_id = {answer["id"]: answer for answer in answers if answer["id"] is not None}
    assert list(by_id)[:4] == [1, 2, 3, 4]
    assert set(by_id) == {*range(1, 15), "str-id"}
    assert {call_id for call_id, answer in by_id.items() if "error" in answer} == {5, 6, 7, 8, 9, 11}
    assert [answer["error"]["code"] for answer in answers if answer["id"] is None] == [-32700, -32600]
    assert all(not by_id[call_id]["result"].get("isError") for call_id in (10, "str-id", 14))


NOTES = [
    RULE,
    "C++ builds use -O2, never -O3, which breaks vector.cc.",
    "The file src/api/v3/routes.py holds the rate limiter.",
    "don't call close() inside the callback",
    "the key cache.ttl:seconds must be an int",
    "登录验证 在 auth/login.py 中实现",
    "The naïve façade parser normalises to NFC first.",
    "tags match ^v[0-9]+\\.[0-9]+$",
    "Set SLOW_PATH=1 to take the slow path",
    "Кэш сбрасывается каждые 30 секунд",
    "🚀 はリリース成功を示す",
]
FINDS = {
    "pytest -n 2": 0,
    "src/api/v3/routes.py": 2,
    "don't call close": 3,
    "登录验证": 5,
    "façade": 6,
    "facade": 6,
    "^v[0-9]+": 7,
    "SLOW_PATH=1": 8,
    "сбрасывается": 9,
    "🚀": 10,
}
FINDS_NOTHING = [
    "   \t\n", "", "'", '"', "()", "a NEAR/2", "title:", "\\", "%_%", "\u202e\u200b", "{}[]^~", "\x00", "*",
    "AND OR NOT", "cut \ud83d here",
]  # fmt: skip


def test_a_query_of_any_form_is_answered(bridge: Start) -> None:
    client = bridge()
    client.initialize()
    for note in NOTES:
        client.call("memory_remember", content=note)
    for query, number in FINDS.items():
        hits = client.call("memory_recall", query=query)["structuredContent"]["hits"]
        assert NOTES[number] in [hit["content"] for hit in hits[:3]], query
    for query in FINDS_NOTHING:
        result = client.call("memory_recall", query=query)
        assert not result.get("isError"), query
        assert len(result["structuredContent"]["hits"]) <= 5
    began = time.monotonic()
    assert not client.call("memory_recall", query="module " * 15_000).get("isError")
    assert time.monotonic() - began < 3.0


def test_text_with_lone_surrogates_and_controls_is_stored_clean(bridge: Start) -> None:
    client = bridge()
    client.initialize()
    stored = client.call("memory_remember", content="The lexer \ud83d drops \x00 byte \x1b[31mred\x1b[0m.")
    (item,) = client.call("memory_list")["structuredContent"]["memories"]
    assert item["id"] == stored["structuredContent"]["id"]
    item["content"].encode()
    assert not set("\x00\x1b\ud83d") & set(item["content"])


def test_killing_the_server_in_the_middle_of_writes_loses_and_doubles_nothing(bridge: Start, project: Path) -> None:
    client = bridge()
    client.initialize()
    client.call("memory_status")
    for round_number in range(3):
        (behind,) = children_of(client.process.pid)
        calls = [
            client.request(
                "tools/call",
                {"name": "memory_remember", "arguments": {"content": f"Fact {round_number}.{n} of module m{n}."}},
            )
            for n in range(15)
        ]
        os.kill(behind, signal.SIGKILL)
        for call_id in calls:
            result = client.answer_to(call_id)["result"]
            assert not result.get("isError"), result
    with open_engine(dict(os.environ), str(project)) as engine:
        found, total = engine.list(limit=100)
    assert total == 45
    assert len({memory.content for memory in found}) == 45


def test_an_outcome_sent_again_after_a_death_counts_once(bridge: Start, project: Path) -> None:
    client = bridge()
    client.initialize()
    id = client.call("memory_remember", content=RULE)["structuredContent"]["id"]
    report = {"name": "memory_outcome", "arguments": {"id": id, "verdict": "worked"}}
    for _ in range(4):
        (behind,) = children_of(client.process.pid)
        call_id = client.request("tools/call", report)
        os.kill(behind, signal.SIGKILL)
        assert not client.answer_to(call_id)["result"].get("isError")
    with open_engine(dict(os.environ), str(project)) as engine:
        assert len(engine.outcomes(id)) == 4


def test_two_clients_writing_under_one_key_at_once_store_one_memory(bridge: Start, project: Path) -> None:
    clients = [bridge(), bridge()]
    for client in clients:
        client.initialize()
    ids: list[str] = []
    ready = threading.Barrier(len(clients))

    def write(client: RawClient, words: str) -> None:
        ready.wait(60)
        for n in range(10):
            result = client.call("memory_remember", content=f"{words} {n} of the parser.", key=f"key-{n}")
            ids.append(result["structuredContent"]["id"])

    threads = [
        threading.Thread(target=write, args=(client, words))
        for client, words in zip(clients, ("Fact", "Note"), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(ids) == 20
    with open_engine(dict(os.environ), str(project)) as engine:
        found, total = engine.list(limit=100)
    assert total == 10
    assert {memory.id for memory in found} == set(ids)


def test_many_clients_starting_at_once_on_no_store_lose_nothing(bridge: Start, project: Path, home: Path) -> None:
    clients = [bridge() for _ in range(4)]
    failures: list[Any] = []

    def write(number: int, client: RawClient) -> None:
        client.initialize()
        for n in range(5):
            result = client.call("memory_remember", content=f"Fact {number}.{n} of module m{number}.")
            if result.get("isError"):
                failures.append(result)

    threads = [threading.Thread(target=write, args=pair) for pair in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert failures == []
    (store,) = (home / "data" / "projects").glob("*/memory.db")
    connection = sqlite3.connect(store)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    finally:
        connection.close()
    with open_engine(dict(os.environ), str(project)) as engine:
        assert engine.list()[1] == 20


def test_what_another_process_stored_is_found_by_the_next_search(bridge: Start, project: Path) -> None:
    client = bridge()
    client.initialize()
    assert client.call("memory_recall", query="run the tests")["structuredContent"]["hits"] == []
    with open_engine(dict(os.environ), str(project)) as engine:
        engine.remember(RULE)
    assert RULE in text_of(client.call("memory_recall", query="run the tests"))


def test_a_store_repaired_while_the_server_runs_is_seen(bridge: Start, project: Path, home: Path) -> None:
    client = bridge()
    client.initialize()
    client.call("memory_remember", content=RULE)
    (store,) = (home / "data" / "projects").glob("*/memory.db")
    for leftover in store.parent.glob("memory.db-*"):
        leftover.unlink()
    whole = store.read_bytes()
    store.write_bytes(b"not a database" * 1000)
    broken = client.call("memory_recall", query="run the tests")
    assert broken["isError"] is True
    assert "mem doctor" in text_of(broken)
    store.write_bytes(whole)
    assert RULE in text_of(client.call("memory_recall", query="run the tests"))


def test_a_session_binds_to_its_own_project(bridge: Start, project: Path, tmp_path: Path) -> None:
    client = bridge()
    client.initialize()
    client.call("memory_remember", content=RULE)
    other = tmp_path / "other"
    other.mkdir()
    neighbour = RawClient(other)
    try:
        neighbour.initialize()
        assert neighbour.call("memory_recall", query="run the tests")["structuredContent"]["hits"] == []
        refused = neighbour.call("memory_recall", query="run", project=f"path:{project}")
        assert refused["isError"] is True
        assert f"path:{other}" in text_of(refused)
    finally:
        neighbour.end()


@pytest.mark.parametrize("in_flight", [0, 3])
def test_a_client_that_is_killed_leaves_no_process(project: Path, in_flight: int) -> None:
    client = RawClient(project)
    try:
        client.initialize()
        client.call("memory_status")
        (behind,) = children_of(client.process.pid)
        for n in range(in_flight):
            client.request("tools/call", {"name": "memory_remember", "arguments": {"content": f"Fact {n}."}})
        assert client.process.stdin and client.process.stdout
        client.process.stdin.close()
        assert client.process.wait(30) == 0
        assert not is_alive(behind)
    finally:
        client.end()
