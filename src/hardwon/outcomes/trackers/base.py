"""What trackers tell: tasks that were closed, tasks whose success was taken back, and what could not be read."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

READ_MAX = 256 << 20
"""Bytes of one file; a larger one is no tracker's."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Closing:
    """A task that was closed.

    Attributes:
        key: counts once; a task that is closed anew has another.
        task: the task's own key, wherever it is read.
        source: claude, todo or beads.
        id, title: the task's own.
        verdict: worked, failed, or neutral for what says nothing of the work.
        reason: why it was closed, in the tracker's words. status: as the tracker writes it.
        session_id: the session that closed it, "" when nobody noted it.
        at_ms: when, 0 when unknown. started_at_ms: when work on it began, 0 when unknown.
    """

    key: str
    task: str = ""
    source: str
    id: str
    title: str
    verdict: str
    reason: str = ""
    status: str = "closed"
    session_id: str = ""
    at_ms: int = 0
    started_at_ms: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Open:
    """A task that is not closed.

    Attributes:
        key, source, id, title: as of a closing. status: as the tracker writes it.
        is_active: somebody is at it. is_gone: it was cancelled or deleted, which says nothing of the work.
        started_at_ms: when work on it began; at_ms: when it came to be so; 0 when unknown.
        session_id: that works on it, "" when nobody noted it.
    """

    key: str
    source: str
    id: str
    title: str
    status: str
    is_active: bool = False
    is_gone: bool = False
    started_at_ms: int = 0
    at_ms: int = 0
    session_id: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sync:
    """What one look at a tracker found.

    Attributes:
        closings: tasks closed since the last look. withdrawn: keys of closings that hold no more.
        tasks: tasks that are open now; None when nothing was read, because nothing had changed.
        present: keys of all the tasks that were read.
        notes: one line for each thing that could not be read.
        state: for the next look; opaque.
        changed: False when there was nothing new to read.
    """

    closings: tuple[Closing, ...] = ()
    withdrawn: tuple[str, ...] = ()
    tasks: tuple[Open, ...] | None = None
    present: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    state: str = ""
    changed: bool = True


@dataclass(slots=True)
class Memory:
    """What a tracker's reader remembers between two looks: file marks, and the tasks that were closed.

    `done` has, for each task, the key under which its closing counts now ("" while it is open), how often it was
    closed, and with what verdict.
    """

    marks: dict[str, str] = field(default_factory=dict)
    done: dict[str, tuple[str, int, str]] = field(default_factory=dict)

    @classmethod
    def read(cls, state: str) -> Memory:
        """A memory that was kept; an empty one for anything else."""
        try:
            value = json.loads(state)
            marks = {str(name): str(mark) for name, mark in value["marks"].items()}
            done = {str(id): (str(key), int(count), str(said)) for id, (key, count, said) in value["done"].items()}
        except (ValueError, TypeError, KeyError, AttributeError):
            return cls()
        return cls(marks, done)

    def text(self) -> str:
        """For the next look."""
        return json.dumps({"marks": self.marks, "done": self.done}, separators=(",", ":"))

    def close(self, key: str, verdict: str = "worked") -> tuple[str, str]:
        """Note that a task is closed.

        Returns:
            the key of its closing and the key of the closing that holds no more; both "" when it was noted before. A
            task that is found closed with another verdict was closed anew.
        """
        current, count, said = self.done.get(key, ("", 0, ""))
        if current and said == verdict:
            return "", ""
        fresh = closing_key(key, count + 1)
        self.done[key] = (fresh, count + 1, verdict)
        return fresh, current

    def reopen(self, key: str) -> str:
        """Note that a task is open, and tell the key of the closing that holds no more, "" for none."""
        current, count, _ = self.done.get(key, ("", 0, ""))
        if current:
            self.done[key] = ("", count, "")
        return current


def closing_key(task: str, count: int) -> str:
    """The key under which a task's close counts: its own the first time, and another each time it is closed anew."""
    return task if count == 1 else f"{task}:{count}"


def mark_of(path: str) -> str:
    """What changes with a file: its size, its time, which file it is; "" when it is not there."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return ""
    return f"{found.st_size}:{found.st_mtime_ns}:{found.st_ino}"


def read_bytes(path: str) -> bytes | None:
    """A file's bytes; None when it is absent, no regular file, unreadable or far too large."""
    try:
        with open(path, "rb", opener=_without_waiting) as stream:
            found = os.fstat(stream.fileno())
            if not _is_regular(found.st_mode) or found.st_size > READ_MAX:
                return None
            return stream.read(READ_MAX)
    except (OSError, ValueError):
        return None


def _without_waiting(path: str, flags: int) -> int:
    # A FIFO in place of a file would hang the reader.
    return os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC)


def _is_regular(mode: int) -> bool:
    return mode & 0o170000 == 0o100000


def string(values: Mapping[str, object], name: str) -> str:
    """A text field, "" when it is absent or something else; a number becomes its digits."""
    value = values.get(name)
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""
