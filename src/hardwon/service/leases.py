"""Who needs the service: running clients, open connections, work in hand.

A session's lease is the process id of its client; while that process lives the service stays. A connection is a
lease while it is open. Work in hand is counted by itself: a service that is to leave finishes it, and does not wait for
connections on which nothing is asked.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from hardwon.store.holders import process_mark

IDLE_S = 20.0


class Leases:
    """Counts what keeps the service running.

    Args:
        idle_s: seconds without any need after which it may leave.
        clock: seconds that only grow.
        mark: tells a process's mark (process_mark).
    """

    def __init__(
        self,
        *,
        idle_s: float = IDLE_S,
        clock: Callable[[], float] = time.monotonic,
        mark: Callable[[int], str] = process_mark,
    ) -> None:
        self._idle_s = idle_s
        self._clock = clock
        self._mark = mark
        self._lock = threading.Lock()
        self._clients: dict[int, str] = {}
        self._open_count = 0
        self._last_need_at = clock()

    def renew(self, pid: int) -> None:
        """Note that a client was heard of.

        Args:
            pid: its process id; 0 or less when unknown.
        """
        with self._lock:
            self._last_need_at = self._clock()
            if pid > 0 and self._clients.get(pid) != self._mark(pid):
                self._clients[pid] = self._mark(pid)

    def __enter__(self) -> Leases:
        with self._lock:
            self._open_count += 1
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._open_count -= 1
            self._last_need_at = self._clock()

    def clients(self) -> list[int]:
        """The clients that still run."""
        with self._lock:
            alive = {pid: mark for pid, mark in self._clients.items() if mark and self._mark(pid) == mark}
            if len(alive) < len(self._clients):
                # The time runs from when the last one was seen to be gone.
                self._last_need_at = self._clock()
            self._clients = alive
            return sorted(alive)

    def idle_s(self) -> float:
        """Seconds since anybody needed anything; 0 while a client runs or a connection is open."""
        if self.clients():
            return 0.0
        with self._lock:
            return 0.0 if self._open_count else self._clock() - self._last_need_at

    def may_leave(self) -> bool:
        """Whether nobody needs the service any more."""
        return self.idle_s() >= self._idle_s


class InFlight:
    """Counts the work in hand; use it as a context for each piece."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._count = 0

    def __enter__(self) -> InFlight:
        self.add(1)
        return self

    def __exit__(self, *_: object) -> None:
        self.add(-1)

    def add(self, count: int) -> None:
        """Count more, or fewer."""
        with self._changed:
            self._count += count
            self._changed.notify_all()

    @property
    def count(self) -> int:
        """How much is in hand."""
        with self._changed:
            return self._count

    def wait(self, within_s: float) -> bool:
        """Wait until nothing is in hand; False when time was up before."""
        with self._changed:
            return self._changed.wait_for(lambda: self._count <= 0, within_s)
