"""MCP bridges share the service; where it cannot be had, or dies, each has a server of its own."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hardwon.engine.activity import page
from server.raw import RawClient, children_of, text_of

from .running import Machine, is_alive, until

RULE = "The billing job runs at 02:00 in region north."
# Every word of it is one that a search by words leaves out, so only its vector can be found.
SMALL_WORDS = "what we would not have had before you were there"


@pytest.fixture
def bridge(machine: Machine) -> Iterator[Callable[[], RawClient]]:
    """Starts bridges in the project; each is ended with the test."""
    started: list[RawClient] = []

    def start() -> RawClient:
        foreign = {name: "" for name in os.environ if name.startswith("CLAUDE")}
        client = RawClient(machine.project, {**foreign, **machine.environ})
        started.append(client)
        client.initialize()
        return client

    yield start
    for client in started:
        client.end()


def recalled(client: RawClient, query: str = "billing job") -> str:
    """What a client's search says."""
    return text_of(client.call("memory_recall", query=query))


def servers_of(client: RawClient) -> list[int]:
    """The server processes of a bridge's own."""
    return [pid for pid in children_of(client.process.pid) if b"hardwon.server.mcp" in command_of(pid)]


def command_of(pid: int) -> bytes:
    """The words of a process, none where it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


def sessions(machine: Machine) -> int:
    """How many MCP sessions the service has served."""
    return int((machine.status() or {"answered": {}})["answered"].get("mcp", 0))


def in_hand(machine: Machine) -> int:
    """How many requests the service is at."""
    return int((machine.status() or {"in_hand": 0})["in_hand"])


def test_bridges_start_the_service_and_share_it(machine: Machine, bridge: Callable[[], RawClient]) -> None:
    one, two = bridge(), bridge()
    assert "Remembered" in text_of(one.call("memory_remember", content=RULE))
    assert RULE in recalled(two)
    assert sessions(machine) == 2
    assert servers_of(one) + servers_of(two) == []


def test_what_a_bridge_stores_the_next_search_of_a_shell_and_of_a_hook_sees(
    machine: Machine, bridge: Callable[[], RawClient]
) -> None:
    client = bridge()
    client.call("memory_remember", content=RULE)
    with machine.engine() as engine:
        assert [hit.content for hit in engine.recall("billing job").hits] == [RULE]
        engine.remember("The invoice job follows the billing job.")
    assert RULE in machine.hook("UserPromptSubmit", prompt="when does the billing job run in region north?").context
    assert "invoice" in recalled(client, "invoice job")


def test_a_search_over_mcp_has_the_services_model(
    machine: Machine, remember: Callable[..., str], bridge: Callable[[], RawClient]
) -> None:
    remember(SMALL_WORDS)
    machine.warm_service()
    client = bridge()
    until(lambda: SMALL_WORDS in recalled(client, SMALL_WORDS))


def test_each_session_has_its_own_project(machine: Machine, tmp_path: Path, bridge: Callable[[], RawClient]) -> None:
    client = bridge()
    client.call("memory_remember", content=RULE)
    other = tmp_path / "other"
    other.mkdir()
    machine.project = other
    stranger = bridge()
    assert RULE not in recalled(stranger)
    assert f"path:{other}" in recalled(stranger)


@pytest.mark.parametrize("variable", ["SERVICE=off", "ENV=testing"])
def test_where_no_service_is_wanted_a_bridge_has_its_own_server(
    machine: Machine, bridge: Callable[[], RawClient], variable: str
) -> None:
    name, _, value = variable.partition("=")
    machine.environ[f"HARDWON_{name}"] = value
    client = bridge()
    client.call("memory_remember", content=RULE)
    assert RULE in recalled(client)
    assert len(servers_of(client)) == 1
    assert not machine.socket.exists()


def test_where_no_service_can_run_a_bridge_has_its_own_server(
    machine: Machine, bridge: Callable[[], RawClient]
) -> None:
    machine.socket.parent.mkdir(parents=True)
    machine.socket.parent.chmod(0o755)
    client = bridge()
    client.call("memory_remember", content=RULE)
    assert RULE in recalled(client)
    assert len(servers_of(client)) == 1


def test_a_call_is_answered_although_the_service_hangs(machine: Machine, bridge: Callable[[], RawClient]) -> None:
    machine.stop_process(machine.start_service()["pid"])
    client = bridge()
    assert "Remembered" in text_of(client.call("memory_remember", content=RULE))
    assert len(servers_of(client)) == 1


def locked(path: str) -> sqlite3.Connection:
    """A connection that holds a store's write lock."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return connection


def test_a_call_in_hand_when_the_service_is_killed_is_done_once(
    machine: Machine, remember: Callable[..., str], bridge: Callable[[], RawClient]
) -> None:
    remember("Something that makes the store exist.")
    client = bridge()
    recalled(client)
    pid = (machine.status() or {})["pid"]
    holder = locked(machine.paths.project_db(machine.binding))
    try:
        with ThreadPoolExecutor(1) as pool:
            calling = pool.submit(client.call, "memory_remember", content=RULE)
            until(lambda: in_hand(machine))
            os.kill(pid, signal.SIGKILL)
            until(lambda: servers_of(client))
            holder.execute("ROLLBACK")
            assert "Remembered" in text_of(calling.result(60))
    finally:
        holder.close()
    assert machine.rows("SELECT count(*) FROM versions") == [(2,)]
    assert RULE in recalled(client)


def test_a_service_that_left_while_nothing_was_asked_is_started_again(
    machine: Machine, bridge: Callable[[], RawClient]
) -> None:
    client = bridge()
    client.call("memory_remember", content=RULE)
    pid = (machine.status() or {})["pid"]
    os.kill(pid, signal.SIGTERM)
    until(lambda: not is_alive(pid))
    assert RULE in recalled(client)
    assert (machine.status() or {})["pid"] != pid
    assert servers_of(client) == []


def test_told_to_leave_it_finishes_the_call_in_hand(
    machine: Machine, remember: Callable[..., str], bridge: Callable[[], RawClient]
) -> None:
    remember("Something that makes the store exist.")
    client = bridge()
    recalled(client)
    pid = (machine.status() or {})["pid"]
    holder = locked(machine.paths.project_db(machine.binding))
    try:
        with ThreadPoolExecutor(1) as pool:
            calling = pool.submit(client.call, "memory_remember", content=RULE)
            until(lambda: in_hand(machine))
            before = len(client.lines)
            os.kill(pid, signal.SIGTERM)
            until(lambda: not machine.socket.exists())
            assert is_alive(pid)
            assert len(client.lines) == before
            holder.execute("ROLLBACK")
            assert "Remembered" in text_of(calling.result(60))
    finally:
        holder.close()
    until(lambda: not is_alive(pid))


@pytest.mark.parametrize("idle_s", [0.2])
def test_when_the_last_client_has_gone_nothing_is_left(machine: Machine, bridge: Callable[[], RawClient]) -> None:
    machine.environ["CLAUDE_PID"] = ""
    one, two = bridge(), bridge()
    recalled(one)
    recalled(two)
    pid = (machine.status() or {})["pid"]
    one.leave()
    assert is_alive(pid)
    two.process.kill()
    until(lambda: not is_alive(pid))
    machine.settle()


def test_fifty_sessions_call_at_once_and_lose_nothing(machine: Machine, bridge: Callable[[], RawClient]) -> None:
    with ThreadPoolExecutor(10) as pool:
        clients = list(pool.map(lambda _: bridge(), range(50)))
    with ThreadPoolExecutor(50) as pool:
        said = list(pool.map(lambda one: text_of(one.call("memory_remember", content=f"{RULE} {id(one)}")), clients))
        assert all("Remembered" in text for text in said)
        assert all("5 memories found" in text for text in pool.map(recalled, clients))
    assert sessions(machine) == 50
    assert machine.rows("SELECT count(*) FROM versions") == [(50,)]


def test_looking_at_the_work_keeps_no_idle_work_waiting_and_tells_of_it(
    machine: Machine, remember: Callable[..., str], bridge: Callable[[], RawClient]
) -> None:
    machine.environ.update(HARDWON_IDLE_MS="1000", HARDWON_TOOLS="all")
    remember("We use npm here.")
    client = bridge()
    client.call("memory_list")
    pid = machine.status()["pid"]  # type: ignore[index]

    def dreamt() -> bool:
        assert client.call("memory_status")["structuredContent"]["worker"]["pid"] == pid
        stages = client.call("memory_activity", operation="dream")["structuredContent"]["stages"]
        return any(one["stage"] == "done" for one in stages)

    until(dreamt)
    assert client.call("memory_status")["structuredContent"]["dreaming"]["phase"] in ("idle", "running")


def test_a_call_of_a_service_that_was_killed_shows_no_end(
    machine: Machine, remember: Callable[..., str], bridge: Callable[[], RawClient]
) -> None:
    remember("Something that makes the store exist.")
    client = bridge()
    recalled(client)
    pid = (machine.status() or {})["pid"]
    holder = locked(machine.paths.project_db(machine.binding))
    try:
        with ThreadPoolExecutor(1) as pool:
            calling = pool.submit(client.call, "memory_remember", content=RULE)
            until(lambda: in_hand(machine))
            os.kill(pid, signal.SIGKILL)
            until(lambda: servers_of(client))
            holder.execute("ROLLBACK")
            calling.result(60)
    finally:
        holder.close()
    stages = page(machine.paths, operation="remember")[0]
    assert sorted(str(one["stage"]) for one in stages) == ["admitted", "admitted", "done"]
