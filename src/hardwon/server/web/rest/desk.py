"""Engines on threads, for requests that come on one event loop: several read side by side, one writes at a time.

Engines stay open between requests, for a file just opened reads its indexes anew. Each thread has one to itself for
as long as it works with it. Writes go through one thread in the order they came, so that none waits for SQLite's
lock; upkeep, which takes long, has a thread of its own.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from hardwon.config.actor import AGENT, PERSON
from hardwon.config.paths import Paths, trusted_environ
from hardwon.engine import Engine, open_engine
from hardwon.errors import Ambiguous, HardwonError, InvalidInput, NotFound, PersonOnly

T = TypeVar("T")
Call = Callable[[Engine], T]

# More take the interpreter from the one that writes: with four, writes among 200 clients took forty times as long.
READERS = 2
WAITING_MAX = 2000
_IDLE_MAX = 32
_AGE_S = 300.0


class Busy(HardwonError):
    """More waits already than can be answered in time."""


class _Kept:
    """An open engine between two requests."""

    __slots__ = ("engine", "key", "opened_at")

    def __init__(self, key: tuple[str, str], engine: Engine, opened_at: float) -> None:
        self.key = key
        self.engine = engine
        self.opened_at = opened_at


class Desk:
    """Answers requests with engines of one person's memory.

    Args:
        environ: the environment; what a project's own settings put into it is left out.
        cwd: the folder whose project is served.
        project: another project's binding or name instead, "" for the folder's.
        readers: how many requests read at once.

    Attributes:
        environ: the trusted environment.
        paths: where the memory lies.
        project: the binding that is served.
        name: how it is called.
    """

    def __init__(self, environ: Mapping[str, str], cwd: str, *, project: str = "", readers: int = READERS) -> None:
        self.environ = trusted_environ(environ)
        self._cwd = cwd
        self.paths = Paths.from_environment(self.environ)
        self._lock = threading.Lock()
        self._idle: list[_Kept] = []
        self._settings_mark = self._mark_of_settings()
        self._is_closed = False
        self._waiting = 0
        self._reading = ThreadPoolExecutor(readers, thread_name_prefix="rest-read")
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="rest-write")
        self._upkeep = ThreadPoolExecutor(1, thread_name_prefix="rest-upkeep")
        self.project, self.name = project, ""
        with self._borrowed(PERSON, "") as engine:
            self.project, self.name = engine.project, engine.name

    async def read(self, call: Call[T], *, actor: str = AGENT, project: str = "") -> T:
        """Have a question answered on a thread of its own.

        Args:
            call: asks an engine; it may not keep it.
            actor: PERSON or AGENT, who asks.
            project: another project's binding or name, "" for the one that is served.

        Raises:
            Busy: too much waits already.
            HardwonError: whatever the engine raises.
        """
        return await self._on(self._reading, call, actor, project)

    async def write(self, call: Call[T], *, actor: str = AGENT, project: str = "") -> T:
        """Have something changed, after the changes that were asked for before; otherwise like `read`."""
        return await self._on(self._writing, call, actor, project)

    async def tend(self, call: Call[T], *, actor: str = AGENT, project: str = "") -> T:
        """Have something done that may take minutes, one at a time; otherwise like `read`."""
        return await self._on(self._upkeep, call, actor, project)

    def close(self) -> None:
        """Finish what is in hand and close every file."""
        for pool in (self._reading, self._writing, self._upkeep):
            pool.shutdown(wait=True, cancel_futures=False)
        self.end()

    def end(self) -> None:
        """Close the engines that are not in use; those that are, when they come back."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for kept in idle:
            kept.engine.close()

    # -- inside ------------------------------------------------------------------------------------------

    async def _on(self, pool: ThreadPoolExecutor, call: Call[T], actor: str, project: str) -> T:
        if self._waiting >= WAITING_MAX:
            raise Busy("too many requests wait already", "try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, self._answer, call, actor, project)
        finally:
            self._waiting -= 1

    def _answer(self, call: Call[T], actor: str, project: str) -> T:
        with self._borrowed(actor, project) as engine:
            return call(engine)

    @contextmanager
    def _borrowed(self, actor: str, project: str) -> Iterator[Engine]:
        kept = self._take((actor, self._named(project)))
        try:
            yield kept.engine
        except (Ambiguous, InvalidInput, NotFound, PersonOnly):
            self._give_back(kept)  # it is as good as before
            raise
        except BaseException:
            kept.engine.close()
            raise
        self._give_back(kept)

    def _named(self, project: str) -> str:
        return self.project if project in ("", self.name) else project

    def _take(self, key: tuple[str, str]) -> _Kept:
        mark, now = self._mark_of_settings(), time.monotonic()
        with self._lock:
            over = [one for one in self._idle if now - one.opened_at > _AGE_S or mark != self._settings_mark]
            self._settings_mark = mark
            self._idle = [one for one in self._idle if one not in over]
            found = next((one for one in reversed(self._idle) if one.key == key), None)
            if found is not None:
                self._idle.remove(found)
        for one in over:
            one.engine.close()
        if found is not None:
            return found
        return _Kept(key, open_engine(self.environ, self._cwd, project=key[1] or None, actor=key[0]), now)

    def _give_back(self, kept: _Kept) -> None:
        with self._lock:
            if not self._is_closed:
                self._idle.append(kept)
                over, self._idle = self._idle[:-_IDLE_MAX], self._idle[-_IDLE_MAX:]
            else:
                over = [kept]
        for one in over:
            one.engine.close()

    def _mark_of_settings(self) -> object:
        """What changes with the person's settings, which an open engine knows as they were."""
        try:
            state = Path(self.paths.config_file).stat()
        except OSError:
            return None
        return state.st_mtime_ns, state.st_size, state.st_ino
