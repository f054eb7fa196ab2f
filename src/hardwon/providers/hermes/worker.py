"""Threads that do a provider's work, so that no turn waits for it longer than it may."""

from __future__ import annotations

import contextvars
import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Generic, TypeVar

logger = logging.getLogger("hardwon.hermes")
T = TypeVar("T")


class Job(Generic[T]):
    """One piece of work; `wait` for it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._context = contextvars.copy_context()
        self._done = threading.Event()
        self._result: T | None = None
        self.is_late = False
        self.failed = False

    def run(self) -> None:
        """Do it, unless whoever asked has gone on."""
        try:
            if not self.is_late:
                self._result = self._context.run(self._work)
        except Exception as error:  # a failure of ours must not end a turn, nor the thread
            self.failed = True
            logger.warning("Hardwon: %s", error, exc_info=logger.isEnabledFor(logging.DEBUG))
        finally:
            self._done.set()

    def wait(self, within_s: float) -> T | None:
        """Its result; None where it failed, or is not there in time: then it is late, and its result is dropped.

        Args:
            within_s: seconds.
        """
        if self._done.wait(within_s):
            return self._result
        self.is_late = True
        return None


class Worker:
    """One thread that does jobs in order. It is a daemon: a stuck one never keeps the program from ending.

    Args:
        name: the thread's.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._queue: SimpleQueue[Job[object] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._last: Job[object] | None = None

    def submit(self, work: Callable[[], T]) -> Job[T]:
        """Have something done after what was submitted before."""
        job: Job[T] = Job(work)
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._last = job  # type: ignore[assignment]
            self._queue.put(job)  # type: ignore[arg-type]
        return job

    @property
    def is_stuck(self) -> bool:
        """Whether what was submitted last came late, and is not done yet."""
        return self._last is not None and self._last.is_late and not self._last._done.is_set()

    def flush(self, within_s: float) -> bool:
        """Wait for all that was submitted; whether it is done."""
        return self._last is None or self._last._done.wait(within_s)

    def close(self, within_s: float) -> bool:
        """Do what was submitted, and end; whether it is done in time."""
        done = self.flush(within_s)
        with self._lock:
            thread, self._thread = self._thread, None
            if thread is not None:
                self._queue.put(None)
        if thread is not None and done:
            thread.join(within_s)
        return done

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            job.run()
