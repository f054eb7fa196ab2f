"""The digester: everything once, whatever interrupts it, and nothing of it stays behind."""

from __future__ import annotations

import fcntl
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

import pytest

from hardwon.hooks import spool
from hardwon.hooks.digest import Digester
from hardwon.hooks.digester import is_busy, lock_file, start, take_lock, wait_until_idle

from .client import LAUNCHER, LIBRARY, Client

TRIALS = 200


def digest(client: Client) -> subprocess.Popen[bytes]:
    argv = [sys.executable, "-I", "-S", str(LAUNCHER), str(LIBRARY), "digest"]
    return subprocess.Popen(argv, env=client.environ, stdin=subprocess.DEVNULL, start_new_session=True)


def put_events(client: Client, first: int, count: int) -> None:
    for number in range(first, first + count):
        spool.put(
            client.paths,
            {
                "event": "PostToolUse",
                "session": "s",
                "tool_use_id": f"call-{number}",
                "cwd": str(client.project),
                "at": number,
            },
        )


def test_a_kill_at_any_point_neither_loses_nor_doubles_anything(client: Client) -> None:
    """Each trial spools events and memories, kills a digester somewhere, and goes on; then all is counted."""
    rng = random.Random(7)
    with client.engine() as engine:
        engine.remember("There is a store.")
    Digester(client.paths, client.environ).run()  # the slow first imports are this process's own
    interrupted = 0
    for trial in range(TRIALS):
        put_events(client, trial * 3, 3)
        spool.put(
            client.paths,
            {
                "project": client.binding,
                "root": str(client.project),
                "content": f"Memory number {trial} said its own thing.",
                "category": "general",
                "key": f"command:{trial}",
            },
            box=spool.WRITES,
        )
        child = os.fork()
        if not child:
            try:
                Digester(client.paths, client.environ).run()
            finally:
                os._exit(0)
        time.sleep(rng.random() * 0.03)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        interrupted += bool(client.waiting())
    assert interrupted > 10
    Digester(client.paths, client.environ).run()
    calls = [call for _, _, call in client.events()]
    assert sorted(calls) == sorted(f"call-{number}" for number in range(TRIALS * 3))
    assert client.rows("SELECT count(*) FROM memories") == [(TRIALS + 1,)]
    assert client.rows("SELECT count(*) FROM restatements") == [(0,)]
    assert client.rows("PRAGMA integrity_check") == [("ok",)]
    assert client.waiting() == client.waiting("pending") == client.waiting("bad") == []


def test_a_killed_hook_leaves_whole_references_or_none(client: Client) -> None:
    rng = random.Random(11)
    for number in range(40):
        process = client.start(client.argv("PostToolUse"))
        killer = Timer(rng.random() * 0.03, process.kill)
        killer.start()
        process.communicate(client.payload("PostToolUse", tool_use_id=f"call-{number}"))
        killer.join()
    Digester(client.paths, client.environ).run()
    assert client.waiting("bad") == []
    assert client.waiting() == []


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"null", b"[1]", b"\xff\xfe", b'{"event":', b"\0" * 100, b"x" * 300_000],
)
def test_a_damaged_reference_is_set_aside_and_the_rest_goes_on(client: Client, content: bytes) -> None:
    put_events(client, 0, 1)
    (client.data / "spool" / "new" / "0000000000000001-1-x").write_bytes(content)
    put_events(client, 1, 1)
    Digester(client.paths, client.environ).run()
    assert sorted(call for _, _, call in client.events()) == ["call-0", "call-1"]
    assert [path.name for path in client.waiting("bad")] == ["0000000000000001-1-x"]


def test_a_reference_the_store_refuses_is_set_aside_and_the_rest_goes_on(client: Client) -> None:
    put_events(client, 0, 1)
    spool.put(client.paths, {"event": "Stop", "session": "s", "cwd": str(client.project), "at": 1 << 80})
    spool.put(client.paths, {"event": 7, "session": "\udcff", "cwd": str(client.project), "at": "x"})
    put_events(client, 1, 1)
    Digester(client.paths, client.environ).run()
    assert {call for _, _, call in client.events()} == {"call-0", "call-1", ""}
    assert client.waiting() == []
    assert len(client.waiting("bad")) == 1


def test_a_pending_memory_nobody_can_store_is_set_aside(client: Client) -> None:
    fields = {"project": client.binding, "root": str(client.project), "category": "nope", "content": "text", "key": "k"}
    spool.put(client.paths, fields, box=spool.WRITES)
    Digester(client.paths, client.environ).run()
    assert client.waiting("pending") == []
    assert len(client.waiting("bad")) == 1


def test_a_reference_that_is_still_being_written_is_left_alone(client: Client) -> None:
    put_events(client, 0, 1)
    half = client.data / "spool" / "new" / ".0000000000000001-1-x"
    half.write_bytes(b'{"event":')
    Digester(client.paths, client.environ).run()
    assert half.exists()
    os.utime(half, (1, 1))
    Digester(client.paths, client.environ).run()
    assert not half.exists()


def test_one_digester_works_for_a_project_at_a_time(client: Client) -> None:
    lock = take_lock(client.paths, client.binding)
    put_events(client, 0, 1)
    begin = time.monotonic()
    process = digest(client)
    assert process.wait(10) == 0
    assert time.monotonic() - begin < 5
    assert len(client.waiting()) == 1
    client.hook("Stop")
    assert len(client.waiting()) == 2
    assert len(client.processes()) == 0
    os.close(lock)
    assert digest(client).wait(10) == 0
    assert client.waiting() == []


def test_a_session_that_begins_waits_for_the_end_of_another_and_for_no_look_at_files(client: Client) -> None:
    def waits() -> bool:
        return not wait_until_idle(client.paths, client.binding, 20, with_looks=False)

    def begin(*, looks: bool) -> bool:
        return start(client.paths, client.binding, client.environ, [str(LIBRARY)], looks=looks)

    put_events(client, 0, 1)
    with client.engine() as engine:
        engine.remember("There is a store.")
        with engine.stores.writing(client.binding).atomic():  # a digester waits for the store, and keeps its lock
            assert begin(looks=True)
            assert is_busy(client.paths, client.binding)
            assert not waits()
            assert not begin(looks=True)
            assert not waits()
            assert not begin(looks=False)  # the one at work has an end to read as well now
            assert waits()
    client.settle()
    assert not is_busy(client.paths, client.binding)


def test_other_projects_are_taken_care_of_too(client: Client, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    client.hook("PostToolUse", tool_use_id="here")
    client.hook("PostToolUse", tool_use_id="there", cwd=str(other))
    client.hook("Stop")
    client.settle()
    assert [call for _, _, call in client.events()] == ["here", ""]
    client.project = other
    assert [call for _, _, call in client.events()] == ["there"]


def test_the_digester_is_detached_from_the_session(client: Client) -> None:
    """It has its own session, no stream and no handle of the hook's, and the hook does not wait for it."""
    reading, writing = os.pipe()
    held = take_lock(client.paths, client.binding)
    os.close(held)
    put_events(client, 0, 1)
    with client.engine() as engine:
        engine.remember("There is a store.")
        database = engine.stores.writing(client.binding)
        with database.atomic():  # holds the store's write lock, and so the digester
            process = subprocess.Popen(
                client.argv("Stop"),
                env=client.environ,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(writing,),
                cwd=client.project,
            )
            os.close(writing)
            begin = time.monotonic()
            assert process.communicate(client.payload("Stop"), timeout=5) == (b"", b"")
            assert time.monotonic() - begin < 1.5
            # The pipe's other end is closed by now: the digester did not inherit it.
            assert os.read(reading, 1) == b""
            os.close(reading)
            (pid,) = client.processes()
            assert os.getsid(pid) == pid
            while os.readlink(f"/proc/{pid}/cwd") != "/":
                assert time.monotonic() - begin < 10
            assert [os.readlink(f"/proc/{pid}/fd/{number}") for number in (0, 1, 2)] == ["/dev/null"] * 3
            names = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
            assert not [name for name in names if name.startswith((b"CLAUDE", b"ANTHROPIC"))]
    client.settle()
    assert len(client.events()) == 2


def test_the_lock_is_held_without_a_gap_from_the_hook_on(client: Client) -> None:
    with client.engine() as engine:
        engine.remember("There is a store.")
        with engine.stores.writing(client.binding).atomic():
            client.hook("SessionEnd", reason="other")
            handle = os.open(lock_file(client.paths, client.binding), os.O_RDWR)
            with pytest.raises(BlockingIOError):
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.close(handle)
            assert not start(client.paths, client.binding, client.environ, [])


@pytest.mark.parametrize("extraction", ["rules", "ollama", "anthropic"])
def test_keys_of_the_clients_account_reach_the_digester_only_where_a_hosted_model_is_wanted(
    client: Client, extraction: str
) -> None:
    client.environ["ANTHROPIC_API_KEY"] = "sk-" + "not-a-key"
    config = Path(client.paths.config_file)
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(f'extraction = "{extraction}"\n', encoding="utf-8")
    with client.engine() as engine:
        engine.remember("There is a store.")
        with engine.stores.writing(client.binding).atomic():
            client.hook("Stop")
            (pid,) = client.processes()
            told = b"ANTHROPIC_API_KEY" in Path(f"/proc/{pid}/environ").read_bytes()
    assert told == (extraction == "anthropic")


def test_sessions_and_claims_of_long_ago_are_swept(client: Client) -> None:
    client.hook("SessionStart", source="startup", session_id="old")
    for path in (client.data / "spool" / "sessions").iterdir():
        os.utime(path, (1, time.time() - 8 * 86400))
    client.hook("SessionStart", source="startup", session_id="new")
    Digester(client.paths, client.environ).run()
    assert len(list((client.data / "spool" / "sessions").iterdir())) == 1


def test_what_was_given_is_recorded(client: Client) -> None:
    with client.engine() as engine:
        id = engine.remember("The billing job runs at 02:00.").memory.id
    client.hook("SessionStart", source="startup")
    client.hook("Stop")
    client.settle()
    assert client.rows("SELECT memory_id, session_id, event FROM injections") == [(id, "session-1", "SessionStart")]


def test_while_testing_nothing_runs_in_the_background_and_nothing_is_lost(client: Client) -> None:
    client.environ["HARDWON_ENV"] = "testing"
    with client.engine() as engine:
        engine.remember("There is a store.")
    client.hook("Stop")
    assert client.processes() == []
    assert len(client.waiting()) == 1
    Digester(client.paths, client.environ).run()
    assert len(client.events()) == 1
