"""Whether the process that holds a lease still runs, as seen from another one."""

from __future__ import annotations

import os
import subprocess

import pytest

from hardwon.store import holders, upkeep
from processes import Child
from workbench import Bench


def of_child() -> tuple[subprocess.Popen[bytes], str]:
    """A process that waits for its input to end, and how it would be told as a holder."""
    child = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
    own = holders.this_process("run").split(" ")
    return child, " ".join((str(child.pid), holders.process_mark(child.pid), *own[2:]))


def test_a_process_is_a_holder_for_as_long_as_it_runs() -> None:
    child, holder = of_child()
    assert not holders.is_over(holder)
    child.kill()
    child.communicate()
    assert holders.is_over(holder)


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="start times are read from /proc")
def test_the_next_owner_of_a_number_is_no_holder() -> None:
    pid, mark, *rest = holders.this_process("run").split(" ")
    assert mark.isdigit()
    assert holders.is_over(" ".join((pid, str(int(mark) + 1), *rest)))
    assert not holders.is_over(" ".join((pid, mark, *rest)))


@pytest.mark.parametrize("holder", ["", "4711-run", "me", "a b c d", "4194305 1 elsewhere run", "1 2 3"])
def test_a_holder_that_cannot_be_seen_from_here_may_still_run(holder: str) -> None:
    assert not holders.is_over(holder)


def test_a_process_hidden_from_this_user_may_still_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(pid: int, signal: int) -> None:
        raise PermissionError

    holder = holders.this_process("run")
    monkeypatch.setattr(holders, "process_mark", lambda pid: "")
    monkeypatch.setattr(holders.os, "kill", kill)  # type: ignore[attr-defined]
    assert not holders.is_over(holder)


def test_a_lease_of_a_killed_process_is_taken_at_once_and_of_a_running_one_not(bench: Bench) -> None:
    bench.remember("one")
    far = bench.now + 10**9

    def take(say: object) -> None:
        with bench.engine() as engine:
            database = engine.stores.writing(bench.binding)
            assert upkeep.take_lease(database, "maintain", holders.this_process("dead"), bench.now, far)
        os.kill(os.getpid(), 9)

    assert Child(take).wait() == (-9, [])
    running, holder = of_child()
    with bench.engine() as engine:
        database = engine.stores.writing(bench.binding)
        assert upkeep.take_lease(database, "maintain", holder, bench.now, far)
        assert not upkeep.take_lease(database, "maintain", holders.this_process("me"), bench.now, far)
        running.kill()
        running.communicate()
        assert upkeep.take_lease(database, "maintain", holders.this_process("me"), bench.now, far)
