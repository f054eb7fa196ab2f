"""Keeps store files open between the searches of one process: a file just opened reads all its indexes anew.

For a process that answers many short questions, as the service does for hooks. What is borrowed is closed as any
database is, which hands it back. One that another file took the place of is not lent again, nor one whose file was
written to meanwhile other than through its log: what is kept of its pages might hide that it was damaged.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

from hardwon.errors import StoreError
from hardwon.store.database import Database, open_for_reading

IDLE_MAX = 2  # of one file: more are rarely wanted at once
FILES_MAX = 16
UNUSED_S = 120.0


class Lent(Database):
    """A database that goes back to its lender when it is closed."""

    __slots__ = ("_lender", "idle_at", "mark")

    def __init__(self, database: Database, lender: Lender) -> None:
        super().__init__(database.path, database.connection, database.file)
        self._lender = lender
        self.idle_at = 0.0
        self.mark = _mark(database.path)

    def close(self) -> None:
        """Hand it back."""
        self._lender.take_back(self)

    def end(self) -> None:
        """Close the file."""
        super().close()


class Lender:
    """Lends databases open for reading; safe to use from several threads, each of which borrows its own.

    Args:
        clock: seconds that only grow.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._idle: list[Lent] = []
        self._closed = False

    def open_for_reading(self, path: str, *, busy_ms: int = 50) -> Database:
        """The same as the store's own function of that name.

        Args:
            path: the database file.
            busy_ms: how long to wait for a lock, in milliseconds; one that is lent again keeps its own.

        Raises:
            StoreError: one of its kinds.
        """
        with self._lock:
            found = next((lent for lent in reversed(self._idle) if lent.path == path), None)
            if found is not None:
                self._idle.remove(found)
        if found is not None and not found.is_moved() and found.mark == _mark(path):
            return found
        if found is not None:
            _end(found)
        return Lent(open_for_reading(path, busy_ms=busy_ms), self)

    def take_back(self, lent: Lent) -> None:
        """Keep one that is not used any more, or close it."""
        lent.idle_at = self._clock()
        with self._lock:
            if lent in self._idle:  # closed twice
                return
            self._idle.append(lent)
            same = [one for one in self._idle if one.path == lent.path]
            over = same[:-IDLE_MAX] + self._idle[:-FILES_MAX]
            over += [one for one in self._idle if one.idle_at < lent.idle_at - UNUSED_S]
            over += self._idle if self._closed else []
            if lent.is_in_use():  # a search that failed half way left its view open
                over.append(lent)
            over = list(dict.fromkeys(over))
            self._idle = [one for one in self._idle if one not in over]
        for one in over:
            _end(one)

    def close(self) -> None:
        """Close what is not in use; what is still lent is closed when it comes back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for one in idle:
            _end(one)


def _mark(path: str) -> tuple[int, int]:
    """What changes when a file is written to."""
    try:
        state = os.stat(path)
    except OSError:
        return (0, 0)
    return (state.st_mtime_ns, state.st_size)


def _end(lent: Lent) -> None:
    try:
        lent.end()
    except StoreError:  # nothing was written through it
        pass
