"""The vectors of the stores that sessions work with, each held in memory on a connection of its own.

A file that was replaced, repaired or removed is noticed and read anew; one that cannot be read is searched by words.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from hardwon.errors import HardwonError
from hardwon.store import spaces
from hardwon.store.database import Database, open_for_reading
from hardwon.store.migrations import open_existing
from hardwon.store.reader import Reader

if TYPE_CHECKING:
    from hardwon.service.model import Model, Query
    from hardwon.store.sidecar import Sidecar

BATCH = 16
BYTES_MAX = 256 << 20  # of all vectors held; those not searched for longest go first
UNUSED_S = 3600.0  # after which a store is let go
_BUSY_MS = 1000
_NOTHING_TO_DO_S = 3.0


class Held:
    """One store.

    Attributes:
        path: its file.
        lock: whoever uses the sidecar holds it.
        sidecar: its vectors, None while there are none at hand.
        complete: whether every live memory had a vector at the last look.
        used_at: when it was last searched, in seconds.
    """

    def __init__(self, path: str, used_at: float) -> None:
        self.path = path
        self.lock = threading.Lock()
        self.sidecar: Sidecar | None = None
        self.complete = False
        self.used_at = used_at
        self._put_off_until = 0.0
        self._put_off_state = (0, 0, 0, 0)
        self._database: Database | None = None
        self._file = (0, 0)

    def is_stale(self) -> bool:
        """Whether another file lies at the path now, or none."""
        return self.sidecar is not None and self._file != _file_of(self.path)

    def hold(self, space: spaces.Space) -> None:
        """Read the vectors of a space."""
        from hardwon.store.sidecar import Sidecar

        file = _file_of(self.path)
        database = open_for_reading(self.path, busy_ms=_BUSY_MS)
        try:
            sidecar = Sidecar(database, space)
            sidecar.refresh()  # before any search waits for it
        except BaseException:
            database.close()
            raise
        with self.lock:
            self._drop()
            self._database, self._file, self.sidecar = database, file, sidecar

    def put_off(self, seconds: float) -> None:
        """Leave it alone for a while, or until the file is another one or was repaired."""
        self._put_off_until, self._put_off_state = time.monotonic() + seconds, _state_of(self.path)

    def is_put_off(self) -> bool:
        """Whether it is to be left alone; so is one that is not there."""
        state = _state_of(self.path)
        return state == (0, 0, 0, 0) or (time.monotonic() < self._put_off_until and state == self._put_off_state)

    def drop(self) -> None:
        """Let the vectors go."""
        with self.lock:
            self._drop()

    def _drop(self) -> None:
        database, self._database, self.sidecar, self.complete = self._database, None, None, False
        if database is not None:
            database.close()

    def bytes_held(self) -> int:
        """Memory of the vectors."""
        with self.lock:
            return 0 if self.sidecar is None else self.sidecar.bytes_held


class _Source:
    """A store's vectors against one query, within the scope of one reader."""

    def __init__(self, held: Held, query: Query, projects: Sequence[str]) -> None:
        self._held = held
        self._query = query
        self._projects = projects

    def nearest(self, k: int) -> list[tuple[int, float]]:
        """Version rows with their cosines, the nearest first; none when the vectors cannot be read now."""
        from hardwon.store.sidecar import Scope

        vector = self._query.vector()
        if vector is None:
            return []
        with self._held.lock:
            try:
                sidecar = self._held.sidecar  # an empty one is false, and may be about to learn more
                return [] if sidecar is None else sidecar.search(vector, k, scope=Scope(self._projects))
            except HardwonError:
                self._held._drop()
                return []

    def cosines(self, rows: Sequence[int]) -> dict[int, float]:
        """The cosines of those rows that have a vector."""
        vector = self._query.vector()
        if vector is None:
            return {}
        with self._held.lock:
            try:
                sidecar = self._held.sidecar
                return {} if sidecar is None else sidecar.cosines(rows, vector)
            except HardwonError:
                self._held._drop()
                return {}


class Stores:
    """All stores that are held.

    Args:
        bytes_max: of all vectors in memory; those not searched for longest go first.
        clock: seconds that only grow.
    """

    def __init__(self, *, bytes_max: int = BYTES_MAX, clock: Callable[[], float] = time.monotonic) -> None:
        self._bytes_max = bytes_max
        self._clock = clock
        self._lock = threading.Lock()
        self._held: dict[str, Held] = {}

    def add(self, path: str) -> bool:
        """Hold a store from now on; whether it is new here."""
        with self._lock:
            if path in self._held:
                self._held[path].used_at = self._clock()
                return False
            self._held[path] = Held(path, self._clock())
            return True

    def paths(self) -> list[str]:
        """The files of the stores, the last used first."""
        with self._lock:
            return [held.path for held in sorted(self._held.values(), key=lambda held: -held.used_at)]

    def has_any(self, readers: Sequence[Reader]) -> bool:
        """Whether any store of a search has vectors at hand."""
        return any(self._at(reader.database.path).sidecar is not None for reader in readers)

    def source(self, reader: Reader, query: Query) -> _Source | None:
        """A reader's vectors against a query, None while there are none at hand."""
        held = self._at(reader.database.path)
        if held.sidecar is None or held.is_stale():
            return None
        return _Source(held, query, reader.projects)

    def is_complete(self, path: str) -> bool:
        """Whether every live memory of a store has a vector."""
        held = self._at(path)
        with held.lock:
            try:
                return held.sidecar is not None and not held.sidecar.is_behind()
            except HardwonError:
                return False

    def keep(self, path: str, model: Model, *, should_stop: Callable[[], bool], begun: Callable[[], None]) -> bool:
        """Have a store's vectors at hand, and make those that are missing.

        Args:
            path: the store.
            model: the model.
            should_stop: asked between batches.
            begun: called when vectors are about to be made.

        Returns:
            whether vectors are still missing.

        Raises:
            HardwonError: the store cannot be used, or the model.
        """
        held = self._at(path)
        if held.is_stale():
            held.drop()
        if held.is_put_off():
            return False
        if held.sidecar is not None and self.is_complete(path):
            return False
        return _look(held, model) if model.is_hosted else _fill(held, model, should_stop, begun)

    def put_off(self, path: str, seconds: float) -> None:
        """Leave a store that failed alone for a while."""
        held = self._at(path)
        held.drop()
        held.put_off(seconds)

    def trim(self) -> None:
        """Let go of what has not been used for long, and of what is too much."""
        now = self._clock()
        with self._lock:
            old = [held for held in self._held.values() if now - held.used_at > UNUSED_S]
            for held in old:
                del self._held[held.path]
            used = sorted(self._held.values(), key=lambda held: -held.used_at)
        total = 0
        for held in used:
            total += held.bytes_held()
            if total > self._bytes_max and held is not used[0]:
                old.append(held)
                with self._lock:
                    self._held.pop(held.path, None)
        for held in old:
            held.drop()

    def clear(self) -> None:
        """Let go of every store's vectors."""
        with self._lock:
            every = list(self._held.values())
        for held in every:
            held.drop()
            held.put_off(0.0)

    def status(self) -> dict[str, Any]:
        """How many stores' vectors are held, of how many stores some are still missing, and what they take."""
        with self._lock:
            every = list(self._held.values())
        return {
            "held": sum(held.sidecar is not None for held in every),
            "incomplete": sum(not held.is_put_off() and not self.is_complete(held.path) for held in every),
            "bytes": sum(map(Held.bytes_held, every)),
        }

    def _at(self, path: str) -> Held:
        with self._lock:
            return self._held.setdefault(path, Held(path, self._clock()))


def _look(held: Held, model: Model) -> bool:
    """Have what there is of a hosted model's vectors at hand; a person has the rest made."""
    if held.sidecar is None:
        database = open_for_reading(held.path, busy_ms=_BUSY_MS)
        try:
            space = spaces.find_space(database, model.identity)
        finally:
            database.close()
        if space is not None:
            held.hold(space)
    held.put_off(_NOTHING_TO_DO_S)
    return False


def _fill(held: Held, model: Model, should_stop: Callable[[], bool], begun: Callable[[], None]) -> bool:
    from hardwon.embedders.calibration import calibrate
    from hardwon.embedders.filling import fill

    database = open_existing(held.path, busy_ms=_BUSY_MS)
    try:
        space = spaces.ensure_space(database, model.identity, time.time_ns() // 1_000_000)
        if held.sidecar is None:
            held.hold(space)
        if not spaces.pending(database, space, 1) and space.state == spaces.READY:
            calibrate(database, model, space)
            held.put_off(_NOTHING_TO_DO_S)
            return False
        begun()
        spaces.set_state(database, space, spaces.FILLING)
        is_complete = fill(database, model, space, batch=BATCH, should_stop=should_stop).complete
        if is_complete:
            calibrate(database, model, space)
        return not is_complete
    finally:
        database.close()


def _file_of(path: str) -> tuple[int, int]:
    """Which file lies at a path; of use while that one is open, as its number may be given to another after."""
    return _state_of(path)[:2]


def _state_of(path: str) -> tuple[int, int, int, int]:
    try:
        state = os.stat(path)
    except OSError:
        return (0, 0, 0, 0)
    return (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)
