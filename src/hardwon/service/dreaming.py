"""Upkeep in idle time: a process of its own, so that no search waits for it.

The service starts it when nobody asked anything for a minute and a store was written to since it was last looked after.
It does what is safe and puts the rest to the person; a lease in each store keeps two of them apart.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.wire.detached import allowed_environ, start
from hardwon.wire.starting import package_folders

if TYPE_CHECKING:
    from collections.abc import Sequence

log = logging.getLogger(__name__)
OFF = "off"
_NICE = 15


class Dreaming:
    """Starts upkeep when it is due.

    Args:
        paths: where the stores are.
        environ: the environment the service was started with.
        settings: reads the settings now.
        spawn: starts a process and tells its id; for tests.
        clock: seconds that only grow.
    """

    def __init__(
        self,
        paths: Paths,
        environ: Mapping[str, str],
        settings: Callable[[], Settings],
        *,
        spawn: Callable[[Sequence[str], Mapping[str, str]], int] = start,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._paths = paths
        self._environ = environ
        self._settings = settings
        self._spawn = spawn
        self._clock = clock
        self._last_asked = clock()
        self._seen: dict[str, tuple[int, int]] = {}
        self._pid = 0

    def expect(self, path: str) -> None:
        """Look after a store from now on, and note that somebody asks."""
        self.asked()
        self.know(path)

    def know(self, path: str) -> None:
        """Look after a store from now on."""
        self._seen.setdefault(path, (0, 0))

    def asked(self) -> None:
        """Note that somebody asks."""
        self._last_asked = self._clock()

    def status(self) -> dict[str, object]:
        """The phase (off, idle, waiting for quiet, or running) and how many stores are due."""
        due = sum(mark != _mark(path) for path, mark in list(self._seen.items()))
        if self._pid and _is_alive(self._pid):
            return {"phase": "running", "due": due}
        if self._settings().maintain == OFF:
            return {"phase": OFF, "due": due}
        return {"phase": "waiting" if due else "idle", "due": due}

    def tick(self) -> None:
        """Start upkeep where it is due; costs next to nothing."""
        if not self._seen or (self._pid and _is_alive(self._pid)):
            return
        if self._pid:
            self._pid = 0
            self._note_own()
        settings = self._settings()
        idle_ms = (self._clock() - self._last_asked) * 1000
        if settings.maintain == OFF or idle_ms < settings.idle_ms:
            return
        due = [path for path, mark in self._seen.items() if mark != _mark(path)][: settings.dream_batch]
        if not due:
            return
        program = __file__.rpartition("/")[0] + "/__main__.py"
        argv = [sys.executable, "-I", program, *package_folders(), "--dream", *due]
        try:
            self._pid = self._spawn(argv, allowed_environ(self._environ, self._paths))
        except OSError as error:
            log.warning("upkeep cannot be started: %s", error.strerror)
        for path in due:
            self._seen[path] = _mark(path)

    def _note_own(self) -> None:
        """What upkeep itself wrote is no reason for it."""
        for path, mark in self._seen.items():
            if mark != (0, 0):
                self._seen[path] = _mark(path)


def _mark(path: str) -> tuple[int, int]:
    """What changes when somebody writes to a store."""
    found = []
    for name in (path, path + "-wal"):
        try:
            found.append(os.stat(name).st_mtime_ns)
        except OSError:
            found.append(0)
    return found[0], found[1]


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def dream(environ: Mapping[str, str], stores: Sequence[str]) -> int:
    """Look after some stores; tell how many.

    Args:
        environ: the environment.
        stores: their files.
    """
    from hardwon.binding import Binding
    from hardwon.config.actor import PERSON
    from hardwon.engine import open_engine
    from hardwon.engine.activity import operation
    from hardwon.engine.upkeep import look_after
    from hardwon.errors import HardwonError
    from hardwon.models import USER_PROJECT
    from hardwon.store import memories
    from hardwon.store.database import open_for_reading

    done = 0
    for path in stores:
        try:
            database = open_for_reading(path)
            try:
                known = memories.projects(database)
            finally:
                database.close()
            for value, _, root in known:
                if value != USER_PROJECT:
                    with open_engine(environ, binding=Binding(value, root), actor=PERSON) as engine:
                        with operation(engine.stores.paths, "dream", value) as noted:
                            report = look_after(engine)
                            noted.counts = {
                                "looked_at": report.looked_at,
                                "applied": report.applied.total(),
                                "asked": report.asked.total(),
                            }
                        done += 1
        except HardwonError as error:
            log.warning("%s was not looked after: %s", path, error)
    return done


def main(stores: Sequence[str]) -> int:
    """Run as the process, giving way to everybody else's."""
    os.umask(0o077)
    os.nice(_NICE)
    dream(dict(os.environ), stores)
    return 0
