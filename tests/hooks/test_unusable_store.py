"""A store that cannot be used: hooks are silent and quick, and nothing they were told is lost."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardwon.hooks.digest import Digester

from .client import EVENTS, Client

BUDGET_MS = 4000  # below the client's 5 s, with a dozen hooks at once on two busy cores; one alone takes some 30 ms


HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
if sys.argv[2] == "EXCLUSIVE":
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
connection.execute("BEGIN " + sys.argv[2])
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def write_lock(path: str, kind: str = "IMMEDIATE") -> Iterator[None]:
    """Another process in the middle of a write; in this one, SQLite's locks would not count against itself."""
    argv = [sys.executable, "-I", "-c", HOLDER, path, kind]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin and holder.stdout
        assert holder.stdout.readline() == b"locked\n"
        try:
            yield
        finally:
            holder.stdin.close()
            assert holder.wait(10) == 0


def store_file(client: Client) -> str:
    with client.engine() as engine:
        engine.remember("The billing job runs at 02:00 in region north.", category="gotcha")
    return client.paths.project_db(client.binding)


def fields_of(event: str, number: int) -> dict[str, object]:
    return {
        "session_id": f"session-{number}",
        "tool_name": "Bash" if event.startswith("PostToolUse") else "Read",
        "tool_use_id": f"call-{number}" if "Tool" in event else "",
        "tool_input": {"file_path": "/x/billing.py", "command": "billing", "prompt": "billing"},
        "error": "Exit code 1",
        "prompt": "when does the billing job run?",
        "agent_type": "general-purpose",
        "source": "startup",
        "compact_summary": "nothing",
    }


@pytest.mark.parametrize("kind", ["IMMEDIATE", "EXCLUSIVE"])
def test_every_event_under_a_lock_is_stored_exactly_once_after_it(client: Client, kind: str) -> None:
    path = store_file(client)
    with write_lock(path, kind):
        with ThreadPoolExecutor(12) as pool:
            ran = list(pool.map(lambda n: client.hook(EVENTS[n], **fields_of(EVENTS[n], n)), range(len(EVENTS))))
        assert max(one.ms for one in ran) < BUDGET_MS
        assert len(client.waiting()) >= 10
    client.settle()
    Digester(client.paths, client.environ).run()
    told = {event for _, event, _ in client.events()}
    # What a PreToolUse says comes again, with its result, after the tool; commands of others are not ours.
    assert told == set(EVENTS) - {"PreToolUse", "UserPromptExpansion"}
    assert len(client.events()) == len(told)
    assert client.waiting() == []


def test_the_digester_waits_for_a_lock_and_gives_up_in_the_end(client: Client) -> None:
    path = store_file(client)
    client.hook("PostToolUse", tool_use_id="one")
    with write_lock(path):
        begin = time.monotonic()
        Digester(client.paths, client.environ, patience_s=0.6, busy_ms=20).run()
        assert 0.6 <= time.monotonic() - begin < 5
        assert len(client.waiting()) == 1
    assert "digest left in the spool: StoreLocked" in client.log()
    Digester(client.paths, client.environ).run()
    assert [call for _, _, call in client.events()] == ["one"]


def test_what_a_dead_session_left_is_taken_in_when_the_next_one_starts(client: Client) -> None:
    store_file(client)
    client.hook("PostToolUse", tool_use_id="one")
    (waiting,) = client.waiting()
    early = f"{int(waiting.name[:16]) - 120_000_000:016d}{waiting.name[16:]}"
    waiting.rename(waiting.with_name(early))
    client.hook("SessionStart", source="startup")
    client.settle()
    assert {call for _, _, call in client.events()} == {"one", ""}


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "no database": lambda path: path.write_bytes(b"hello, this is no database at all" * 40),
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: os.truncate(path, path.stat().st_size // 2),
    "zeros": lambda path: path.write_bytes(path.read_bytes()[:100] + b"\0" * (path.stat().st_size - 100)),
    "header": lambda path: path.write_bytes(b"X" * 16 + path.read_bytes()[16:]),
    "folder": make_folder,
    "other program": lambda path: sqlite3.connect(path).execute("PRAGMA application_id = 7"),
    "newer": lambda path: sqlite3.connect(path).execute("PRAGMA user_version = 999"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_store_that_cannot_be_read_silences_hooks_and_keeps_events(client: Client, kind: str) -> None:
    path = Path(store_file(client))
    for side in ("-wal", "-shm"):
        Path(f"{path}{side}").unlink(missing_ok=True)
    DAMAGE[kind](path)
    for number, event in enumerate(EVENTS):
        ran = client.hook(event, **fields_of(event, number))
        assert ran.out == "" or event == "PreCompact"
        assert ran.ms < BUDGET_MS
    client.settle()
    assert len(client.waiting()) == len(EVENTS) - 2
    assert any(f"{event} Store" in client.log() for event in EVENTS)
    assert "digest left in the spool: Store" in client.log()


def test_a_prompt_gets_its_answer_while_another_process_writes(client: Client) -> None:
    with write_lock(store_file(client)):
        assert "02:00" in client.hook("UserPromptSubmit", prompt="when does the billing job run?").context


def test_a_first_run_finds_nothing_and_leaves_no_store(client: Client) -> None:
    client.environ["HARDWON_SCAN"] = "false"  # a look at the project's files, in the background, stores what it saw
    assert client.hook("SessionStart", source="startup").out == ""
    assert client.hook("UserPromptSubmit", prompt="when does the billing job run?").out == ""
    assert not (client.data / "projects").exists()


def test_a_data_folder_that_cannot_be_made_keeps_hooks_silent(client: Client) -> None:
    client.environ["HARDWON_HOME"] = "/dev/null/hardwon"
    for number, event in enumerate(EVENTS):
        assert client.hook(event, **fields_of(event, number)).out in ("", client.hook("PreCompact").out)


def test_memories_that_can_be_read_are_given_although_nothing_can_be_noted(client: Client) -> None:
    store_file(client)
    (client.data / "spool").write_text("no folder")
    assert "02:00" in client.hook("UserPromptSubmit", prompt="when does the billing job run?").context
    assert "NotADirectoryError" in client.log()
