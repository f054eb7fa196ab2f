"""The process behind the bridge: kept, replaced once, never waited for without end."""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hardwon.server.backend import Backend, Call

from .raw import children_of, is_alive, text_of

FAKE = str(Path(__file__).with_name("fake_server.py"))


class Behind:
    """A backend in front of the fake server, and what it answers."""

    def __init__(self, folder: Path, argv: list[str] | None = None, patience_s: float = 60.0) -> None:
        self.answers: queue.Queue[tuple[Any, dict[str, Any]]] = queue.Queue()
        self.cancelled = folder / "cancelled.json"
        self.clients: list[str] = []

        def command(client: str) -> list[str]:
            self.clients.append(client)
            return argv or [sys.executable, "-I", FAKE, str(self.cancelled)]

        self.backend = Backend(
            command=command,
            answer=lambda call_id, body: self.answers.put((call_id, body)),
            open_log=lambda: os.open(os.devnull, os.O_WRONLY),
            log_path="/the/log",
            patience_s=patience_s,
        )

    def submit(self, call_id: Any, tool: str, **arguments: Any) -> None:
        params = {"name": tool, "arguments": arguments}
        self.backend.submit(Call(client_id=call_id, method="tools/call", params=params))

    def next(self) -> tuple[Any, dict[str, Any]]:
        return self.answers.get(timeout=60)


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Callable[..., Behind]]:
    started: list[Behind] = []

    def start(**options: Any) -> Behind:
        started.append(Behind(tmp_path, **options))
        return started[-1]

    yield start
    for one in started:
        one.backend.close()
    assert not [pid for pid in children_of(os.getpid()) if is_alive(pid)]


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """A named pipe: who reads it waits until somebody has written and closed it."""
    path = tmp_path / "gate"
    os.mkfifo(path)
    return path


def test_a_call_comes_back_under_the_clients_own_id(behind: Callable[..., Behind]) -> None:
    one = behind()
    one.submit("abc", "echo", text="hello")
    call_id, body = one.next()
    assert call_id == "abc"
    assert body["result"]["given"] == {"text": "hello"}


def test_calls_are_answered_as_they_are_done_not_as_they_came(behind: Callable[..., Behind], gate: Path) -> None:
    one = behind()
    one.submit(1, "slow", gate=str(gate))
    one.submit(2, "echo")
    assert one.next()[0] == 2
    gate.write_text("go")
    assert one.next()[0] == 1
    assert one.backend.is_idle


def test_a_call_in_flight_is_sent_again_when_its_server_is_killed(behind: Callable[..., Behind], gate: Path) -> None:
    one = behind()
    one.submit(1, "slow", gate=str(gate))
    one.submit(2, "echo")
    first = one.next()[1]["result"]["pid"]
    os.kill(first, signal.SIGKILL)
    one.submit(3, "echo")
    call_id, body = one.next()
    assert call_id == 3
    assert body["result"]["pid"] != first
    gate.write_text("go")
    assert one.next()[0] == 1
    assert one.answers.empty()


def test_a_call_that_killed_its_server_once_is_served_by_the_next(
    behind: Callable[..., Behind], tmp_path: Path
) -> None:
    one = behind()
    one.submit(1, "dies_once", marker=str(tmp_path / "marker"))
    assert "result" in one.next()[1]


def test_a_call_that_kills_every_server_is_answered_and_the_next_call_served(
    behind: Callable[..., Behind], tmp_path: Path
) -> None:
    one = behind()
    one.submit(1, "dies", marker=str(tmp_path / "marker"))
    result = one.next()[1]["result"]
    assert result["isError"] is True
    assert "stopped twice" in text_of(result)
    assert "/the/log" in text_of(result)
    one.submit(2, "echo")
    assert one.next()[1]["result"]["given"] == {}


@pytest.mark.parametrize("argv", [["/no/such/interpreter"], [sys.executable, "-I", "-c", "raise SystemExit(1)"]])
def test_a_server_that_cannot_start_is_said(behind: Callable[..., Behind], argv: list[str]) -> None:
    one = behind(argv=argv)
    one.submit(1, "echo")
    result = one.next()[1]["result"]
    assert result["isError"] is True
    assert "mem doctor" in text_of(result)


def test_a_prompt_that_cannot_be_served_is_a_protocol_error(behind: Callable[..., Behind]) -> None:
    one = behind(argv=["/no/such/interpreter"])
    one.backend.submit(Call(client_id=1, method="prompts/get", params={"name": "x", "arguments": {}}))
    assert one.next()[1]["error"]["code"] == -32603


def test_a_cancelled_call_is_not_answered_and_the_server_told(behind: Callable[..., Behind], gate: Path) -> None:
    one = behind()
    one.submit("x", "slow", gate=str(gate))
    one.submit(2, "echo")
    one.next()
    one.backend.cancel("x")
    one.backend.cancel("unknown")
    assert one.backend.is_idle
    one.submit(3, "echo")
    one.next()
    assert json.loads(one.cancelled.read_text()) == {"requestId": 1}
    gate.write_text("go")
    one.submit(4, "echo")
    assert one.next()[0] == 4


def test_a_call_that_takes_too_long_is_answered_and_others_are_served_by_a_new_server(
    behind: Callable[..., Behind], tmp_path: Path, gate: Path
) -> None:
    one = behind(patience_s=0.0)
    one.submit(1, "slow", gate=str(gate))
    one.backend.expire()
    call_id, body = one.next()
    assert call_id == 1
    assert "no answer within 0 seconds" in text_of(body["result"])
    one.submit(2, "echo")
    assert one.next()[0] == 2


def test_the_server_learns_who_the_client_is(behind: Callable[..., Behind]) -> None:
    one = behind()
    one.backend.warm(client="an agent", handshake={"protocolVersion": "1"})
    one.backend.warm(client="an agent", handshake={"protocolVersion": "1"})
    one.submit(1, "echo")
    one.next()
    assert one.clients == ["an agent"]


def test_a_stopped_server_is_ended_too(behind: Callable[..., Behind]) -> None:
    one = behind()
    one.submit(1, "echo")
    pid = one.next()[1]["result"]["pid"]
    os.kill(pid, signal.SIGSTOP)
    one.backend.close()
    assert not is_alive(pid)


def test_a_call_after_the_end_starts_nothing(behind: Callable[..., Behind]) -> None:
    one = behind()
    one.backend.close()
    one.submit(1, "echo")
    assert one.next()[1]["result"]["isError"] is True
    assert one.backend.pid is None


def test_many_calls_from_many_threads_are_each_answered_once(behind: Callable[..., Behind]) -> None:
    one = behind()
    threads = [
        threading.Thread(target=lambda n=n: [one.submit(f"{n}-{i}", "echo", n=n) for i in range(20)]) for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    got = [one.next() for _ in range(160)]
    assert len({call_id for call_id, _ in got}) == 160
    assert all(call_id.startswith(f"{body['result']['given']['n']}-") for call_id, body in got)
