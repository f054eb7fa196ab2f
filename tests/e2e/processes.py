"""Which processes a test left running, and waiting for them to end."""

from __future__ import annotations

import os
import select
import time
from dataclasses import dataclass
from pathlib import Path

from . import offline


@dataclass(frozen=True, kw_only=True)
class Process:
    """A running process: its id and its command line (or name, for one that shows none)."""

    pid: int
    command: str


def left_running(home: Path) -> list[Process]:
    """Every live process that is not part of the test run itself.

    In a process namespace that is all there are; elsewhere those whose environment has `home` as HOME.
    """
    own = _ancestry(os.getpid())
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    found = [_look_at(pid, home) for pid in sorted(pids) if pid not in own]
    return [process for process in found if process]


def still_running_after(home: Path, timeout_s: float) -> list[Process]:
    """What is left running once all have been given `timeout_s` seconds in all to end by themselves."""
    end = time.monotonic() + timeout_s
    left = left_running(home)
    while left and time.monotonic() < end:
        _await_exit(left[0].pid, end - time.monotonic())
        left = left_running(home)
    return left


def _await_exit(pid: int, timeout_s: float) -> None:
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        poll.poll(max(0.0, timeout_s) * 1000)
    finally:
        os.close(handle)


def _look_at(pid: int, home: Path) -> Process | None:
    folder = Path("/proc") / str(pid)
    try:
        state = _stat(pid)[0]
        command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace").strip()
        environment = b"" if offline.inside() else (folder / "environ").read_bytes()
        name = (folder / "comm").read_text("utf-8").strip()
    except OSError:  # it ended meanwhile, or is another user's
        return None
    if state in "ZX":
        return None
    if not offline.inside() and f"HOME={home}".encode() not in environment.split(b"\0"):
        return None
    return Process(pid=pid, command=command or name)


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; the name before may hold blanks and parentheses."""
    return (Path("/proc") / str(pid) / "stat").read_text("utf-8").rpartition(")")[2].split()


def _ancestry(pid: int) -> set[int]:
    line = {pid}
    while pid > 1:
        pid = int(_stat(pid)[1])
        line.add(pid)
    return line
