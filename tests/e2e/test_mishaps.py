"""What may be missing, locked or oddly named while the client works, and that the work goes on."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from . import product
from .given import entries
from .machine import Machine
from .messages_api import Script, calls, says
from .processes import left_running

pytestmark = pytest.mark.e2e

RULE = "Always run ./scripts/tidy.sh before you commit."


def _launcher(machine: Machine) -> None:
    _rmtree(machine.home / ".hardwon")


def _interpreter(machine: Machine) -> None:
    for link in machine.environment.bin.glob("python*"):
        link.unlink()


def _rmtree(folder: Path) -> None:
    """Remove a folder, also while a process of Hardwon still writes into it."""
    for _ in range(100):
        try:
            shutil.rmtree(folder)
        except FileNotFoundError:
            if not folder.exists():
                return
        except OSError as error:
            if error.errno != errno.ENOTEMPTY:
                raise
        else:
            return
    raise AssertionError(f"{folder} could not be removed")


def _package(machine: Machine) -> None:
    (package,) = machine.environment.folder.glob("lib/python*/site-packages/hardwon")
    _rmtree(package)


def _environment(machine: Machine) -> None:
    _rmtree(machine.environment.folder)


def _data(machine: Machine) -> None:
    _rmtree(machine.data)


@pytest.mark.parametrize("remove", [_launcher, _interpreter, _package, _environment, _data])
def test_the_session_goes_on_when_a_part_of_hardwon_disappears(
    remove: Callable[[Machine], None], bare_machine: Machine, wheelhouse: Path, tmp_path: Path
) -> None:
    bare_machine.environment = product.make_environment(tmp_path / "own", wheelhouse)
    bare_machine.mem("install-plugin")
    bare_machine.mem("add", RULE, "-c", "convention", "--pin")
    session = str(uuid.uuid4())
    replies = [
        calls("Write", file_path=str(bare_machine.project / "before.txt"), content="before\n"),
        calls(
            "Write",
            file_path=str(bare_machine.project / "after.txt"),
            content="after\n",
            first=lambda: remove(bare_machine),
        ),
        calls("Bash", command="cat before.txt after.txt"),
        says("done"),
    ]
    arguments = ("--session-id", session, "--allowedTools", "Write,Bash")
    run = bare_machine.claude(Script(replies=replies), "-p", "Go", *arguments)
    assert entries(run.requests[0]) == [("convention", RULE)]
    assert [failed for _, failed in run.requests[-1].results] == [False, False, False]
    assert "before\nafter" in run.requests[-1].results[-1][0]
    assert run.stdout.strip() == "done"
    again = bare_machine.claude(Script(replies=[says("still here")]), "-p", "Next", "--resume", session)
    assert again.stdout.strip() == "still here"
    assert "hook error" not in run.asked + again.asked
    assert "hook blocking" not in run.asked + again.asked
    bare_machine.at_rest()
    bare_machine.excused = bare_machine.complaints()


def test_a_service_that_hangs_does_not_hold_up_the_work(machine: Machine) -> None:
    machine.mem("add", RULE, "-c", "convention", "--pin")
    hung: list[int] = []

    def hang() -> None:
        hung.extend(process.pid for process in left_running(machine.home) if "hardwon/service/" in process.command)
        for pid in hung:
            os.kill(pid, signal.SIGSTOP)

    write = calls("Write", file_path=str(machine.project / "a.txt"), content="a\n", first=hang)
    try:
        run = machine.claude(Script(replies=[write, says("done")]), "-p", "Go", "--allowedTools", "Write")
        next_run = machine.claude(Script(), "-p", "Go on")
    finally:
        for pid in hung:
            os.kill(pid, signal.SIGKILL)
    assert hung
    assert [failed for _, failed in run.requests[-1].results] == [False]
    assert run.stdout.strip() == "done"
    assert entries(next_run.requests[0]) == [("convention", RULE)]
    assert entries(machine.claude(Script(), "-p", "And on").requests[0]) == [("convention", RULE)]


@contextmanager
def _locked(database: Path) -> Iterator[None]:
    connection = sqlite3.connect(database, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")
    finally:
        connection.close()


def test_a_locked_store_neither_disturbs_a_session_nor_loses_it(machine: Machine) -> None:
    known = "The cellar door of the archive sticks in winter."
    machine.mem("add", known, "-c", "gotcha")
    write = calls("Write", file_path=str(machine.project / "a.txt"), content="a\n")
    with _locked(machine.database()):
        run = machine.claude(Script(replies=[write, says("done")]), "-p", RULE, "--allowedTools", "Write")
        remember = machine.claude(Script(), "-p", "/remember The basket is a tree")
    assert [failed for _, failed in run.requests[-1].results] == [False]
    assert run.stdout.strip() == "done"
    assert entries(run.requests[0]) == [("gotcha", known)]
    assert remember.requests == []
    machine.at_rest()
    machine.excused = machine.complaints()
    assert "StoreLocked" in machine.excused
    machine.claude(Script(), "-p", "Go on")
    machine.at_rest()
    assert sorted(memory["content"] for memory in machine.memories()) == [RULE, "The basket is a tree", known]


@pytest.mark.parametrize("home_name", ['Zoë\'s "home" $HOME `x`'])
def test_a_home_with_an_awkward_name_is_no_hindrance(machine: Machine) -> None:
    recall = calls("mcp__hardwon__memory_recall", query="what to run before a commit")
    machine.claude(Script(replies=[says("I will.")]), "-p", RULE)
    run = machine.claude(Script(replies=[recall]), "-p", "Rename the basket", "--allowedTools", "mcp__hardwon")
    assert entries(run.requests[0]) == [("convention", RULE)]
    ((recalled, failed),) = run.requests[-1].results
    assert (RULE in recalled, failed) == (True, False)
