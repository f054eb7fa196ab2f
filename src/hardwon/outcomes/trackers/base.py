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
        source: claude, todo or beads.
        id, title: the task's own.
        verdict: worked, failed, or neutral for what says nothing of the work.
        reason: why it was closed, in the tracker's words.
        session_id: the session that closed it, "" when nobody noted it.
        at_ms: when, 0 when unknown. started_at_ms: when work on it began, 0 when unknown.
    """

    key: str
    source: str
    id: str
    title: str
    verdict: str
    reason: str = ""
    session_id: str = ""
    at_ms: int = 0
    started_at_ms: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Open:
    """A task that is not closed: id, title, status as the tracker writes it, whether somebody is at it."""

    source: str
    id: str
    title: str
    status: str
    is_active: bool = False
    started_at_ms: int = 0
    session_id: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sync:
    """What one look at a tracker found.

    Attributes:
        closings: tasks closed since the last look. withdrawn: keys of closings that hold no more.
        tasks: tasks that are open now; None when nothing was read, because nothing had changed.
        notes: one line for each thing that could not be read.
        state: for the next look; opaque.
        changed: False when there was nothing new to read.
    """

    closings: tuple[Closing, ...] = ()
    withdrawn: tuple[str, ...] = ()
    tasks: tuple[Open, ...] | None = None
    notes: tuple[str, ...] = ()
    state: str = ""
    changed: bool = True


@dataclass(slots=True)
class Memory:
    """What a tracker's reader remembers between two looks: file marks, and the tasks that were closed.

    `done` has, for each task, the key under which its closing counts now ("" while it is open) and how often it was
    closed.
    """

    marks: dict[str, str] = field(default_factory=dict)
    done: dict[str, tuple[str, int]] = field(default_factory=dict)

    @classmethod
    def read(cls, state: str) -> Memory:
        """A memory that was kept; an empty one for anything else."""
        try:
            value = json.loads(state)
            marks = {str(name): str(mark) for name, mark in value["marks"].items()}
            done = {str(id): (str(key), int(count)) for id, (key, count) in value["done"].items()}
        except (ValueError, TypeError, KeyError, AttributeError):
            return cls()
        return cls(marks, done)

    def text(self) -> str:
        """For the next look."""
        return json.dumps({"marks": self.marks, "done": self.done}, separators=(",", ":"))

    def close(self, id: str, key: str) -> str:
        """Note that a task is closed, and tell the key of its closing: "" when it was noted before."""
        current, count = self.done.get(id, ("", 0))
        if current:
            return ""
        fresh = key if not count else f"{key}:{count + 1}"
        self.done[id] = (fresh, count + 1)
        return fresh

    def reopen(self, id: str) -> str:
        """Note that a task is open, and tell the key of the closing that holds no more, "" for none."""
        current, count = self.done.get(id, ("", 0))
        if current:
            self.done[id] = ("", count)
        return current


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
