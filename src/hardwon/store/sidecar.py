"""All vectors of one space in memory, for the service: a tenth of the time that SQL takes.

Exact for small stores. For large ones the sign bits choose candidates and the 8-bit values put them in order, which
keeps more than 99 of 100 of the exact first ten. The store stays the truth: a number that only grows tells
what is new, a log tells what went, and from nothing all of it is read again. Not light: needs numpy.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from hardwon.errors import InvalidInput
from hardwon.store.database import Database
from hardwon.store.spaces import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXACT_MAX = 16_384  # up to here all of them are compared: a millisecond
RESCORED_MIN = 2000
RESCORED_SHARE = 20  # one in so many: what bits cannot tell apart grows with the store
_SPARE = 1024  # room for rows that come later
_CHUNK = 2048  # rows read at once
_PRODUCT = 384 * 1024  # values multiplied at once: they stay in the cache, and numpy does not call in other threads


class Scope:
    """Which memories a search is about.

    Args:
        projects: their bindings; none for every project of the file.
        statuses: statuses that count.
        cold: whether cold memories count.
    """

    __slots__ = ("cold", "projects", "statuses")

    def __init__(
        self, projects: Sequence[str] = (), statuses: Sequence[str] = ("active",), *, cold: bool = False
    ) -> None:
        self.projects = tuple(projects)
        self.statuses = tuple(statuses)
        self.cold = cold

    def holds(self, shelf: tuple[str, str, str]) -> bool:
        """Whether a (project, status, tier) belongs to it."""
        project, status, tier = shelf
        in_project = not self.projects or project in self.projects
        return in_project and status in self.statuses and (self.cold or tier != "cold")


class Sidecar:
    """The vectors of one space of one store. Used by one thread at a time, as its database is.

    Args:
        database: an open store; others may write to the file.
        space: the space.
        exact_max: up to how many vectors all of them are compared.
    """

    def __init__(self, database: Database, space: Space, *, exact_max: int = EXACT_MAX) -> None:
        self._exact_max = exact_max
        self._database = database
        self._space = space
        self._dimensions = space.identity.dimensions
        self._words = (self._dimensions + 63) // 64
        self._added = self._removed = 0
        self._looked_at: object = None
        self._is_behind = True
        self._clear()

    def __len__(self) -> int:
        """How many vectors it holds, as of the last search."""
        return int(self._alive[: self._size].sum())

    @property
    def bytes_held(self) -> int:
        """Memory of the arrays."""
        arrays = (self._values, self._bits, self._lengths, self._rows, self._seqs, self._shelf, self._alive, self._at)
        return sum(array.nbytes for array in arrays)

    def is_behind(self) -> bool:
        """Whether a live memory of the file has no vector here. Costs next to nothing while nobody writes.

        Raises:
            StoreError: the store cannot be read.
        """
        version = self._database.row("PRAGMA data_version")
        own = self._marks()
        if (version, own) != self._looked_at:
            self.refresh()
            total = self._database.row("SELECT count(*) FROM memory_fts_docsize")
            self._is_behind = total is not None and len(self) < int(total[0])  # type: ignore[call-overload]
            self._looked_at = (version, own)
        return self._is_behind

    # -- search ------------------------------------------------------------------------------------------

    def search(
        self,
        query: Sequence[float] | NDArray[np.float32],
        k: int,
        rows_allowed: Collection[int] | None = None,
        scope: Scope | None = None,
    ) -> list[tuple[int, float]]:
        """The version rows nearest to a query with their cosines, the nearest first.

        Args:
            query: a vector of the same space.
            k: the most rows.
            rows_allowed: only these rows; None for all.
            scope: only memories of these projects, statuses and tiers; None for all.

        Raises:
            InvalidInput: the query has another length than the space.
            StoreError: the store cannot be read.
        """
        self.refresh()
        unit = self._unit(query)
        allowed = self._allowed(rows_allowed, scope)
        where = self._candidates(unit, max(RESCORED_MIN, 4 * k, self._size // RESCORED_SHARE), allowed)
        cosines = self._cosines_at(where, unit)
        if len(where) > k:
            best = np.argpartition(-cosines, k - 1)[:k] if k else np.zeros(0, np.intp)
            where, cosines = where[best], cosines[best]
        order = np.lexsort((self._rows[where], -cosines))
        return [(int(self._rows[where[at]]), float(cosines[at])) for at in order]

    def cosines(self, rows: Sequence[int], query: Sequence[float] | NDArray[np.float32]) -> dict[int, float]:
        """The cosine of each version row that has a vector.

        Args:
            rows: version rows.
            query: a vector of the same space.

        Raises:
            InvalidInput: the query has another length than the space.
            StoreError: the store cannot be read.
        """
        self.refresh()
        unit = self._unit(query)
        where = self._places(rows)
        values = self._cosines_at(where, unit)
        return {int(self._rows[at]): float(cosine) for at, cosine in zip(where, values, strict=True)}

    def _unit(self, query: Sequence[float] | NDArray[np.float32]) -> NDArray[np.float32]:
        vector = np.asarray(query, np.float32)
        if vector.shape != (self._dimensions,):
            raise InvalidInput(f"a query of {vector.size} dimensions in a space of {self._dimensions}")
        length = float(np.linalg.norm(vector))
        if not 0.0 < length < float("inf"):
            raise InvalidInput("a query needs a finite length above zero")
        unit: NDArray[np.float32] = vector / np.float32(length)
        return unit

    def _allowed(self, rows: Collection[int] | None, scope: Scope | None) -> NDArray[np.bool_]:
        allowed = self._alive[: self._size]
        if scope is not None:
            fits = np.array([scope.holds(shelf) for shelf in self._shelves] or [False])
            allowed = allowed & fits[self._shelf[: self._size]]
        if rows is not None:
            named = np.zeros(self._size, np.bool_)
            named[self._places(list(rows))] = True
            allowed = allowed & named
        return allowed

    def _candidates(self, unit: NDArray[np.float32], wanted: int, allowed: NDArray[np.bool_]) -> NDArray[np.intp]:
        size = self._size
        if size <= self._exact_max:
            return np.flatnonzero(allowed)
        bits = _packed((unit > self._centre)[None, :], self._words)[:, 0]
        distances = np.bitwise_count(self._bits[0, :size] ^ bits[0]).astype(np.uint16)
        for word in range(1, self._words):
            distances += np.bitwise_count(self._bits[word, :size] ^ bits[word])
        distances[~allowed] = np.iinfo(np.uint16).max
        # Distances are small whole numbers: counting them finds the limit faster than partitioning does.
        counts = np.cumsum(np.bincount(distances, minlength=self._dimensions + 1)[: self._dimensions + 1])
        limit = int(np.searchsorted(counts, min(wanted, int(counts[-1]))))
        return np.flatnonzero(distances <= limit) if counts[-1] else np.zeros(0, np.intp)

    def _cosines_at(self, where: NDArray[np.intp], unit: NDArray[np.float32]) -> NDArray[np.float32]:
        result = np.empty(len(where), np.float32)
        if 2 * len(where) > self._size:  # reading all in order is quicker than picking most of them out
            return self._all_cosines(unit)[where]
        step = max(_PRODUCT // self._dimensions, 1)
        for start in range(0, len(where), step):
            part = where[start : start + step]
            result[start : start + step] = self._values[part].astype(np.float32) @ unit / self._lengths[part]
        return result

    def _all_cosines(self, unit: NDArray[np.float32]) -> NDArray[np.float32]:
        result = np.empty(self._size, np.float32)
        step = max(_PRODUCT // self._dimensions, 1)
        for start in range(0, self._size, step):
            end = min(start + step, self._size)
            result[start:end] = self._values[start:end].astype(np.float32) @ unit
        cosines: NDArray[np.float32] = result / self._lengths[: self._size]
        return cosines

    def _places(self, rows: Sequence[int]) -> NDArray[np.intp]:
        numbers = np.asarray(rows, np.int64)
        numbers = numbers[(numbers >= 0) & (numbers < len(self._at))]
        places = self._at[numbers]
        places = places[places >= 0]
        found: NDArray[np.intp] = places[self._alive[places]].astype(np.intp)
        return found

    # -- keeping current ---------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Take over what was written since the last call, by whichever process.

        Raises:
            StoreError: the store cannot be read.
        """
        added, removed = self._marks()
        if (added, removed) == (self._added, self._removed):
            return
        oldest = self._database.row("SELECT min(id) FROM vector_removals")
        behind = oldest is not None and oldest[0] is not None and int(oldest[0]) > self._removed + 1  # type: ignore[call-overload]
        if added < self._added or removed < self._removed or (removed > self._removed and (behind or self._size == 0)):
            self._clear()
        elif removed > self._removed:
            self._forget()
        self._append(self._new_rows())
        self._added, self._removed = added, removed

    def _marks(self) -> tuple[int, int]:
        rows = self._database.rows("SELECT name, seq FROM sqlite_sequence WHERE name IN ('vectors', 'vector_removals')")
        found = {str(name): int(seq) for name, seq in rows}  # type: ignore[call-overload]
        return found.get("vectors", 0), found.get("vector_removals", 0)

    def _clear(self) -> None:
        self._size = 0
        self._added = self._removed = 0
        self._shelves: list[tuple[str, str, str]] = []
        self._centre: NDArray[np.float32] = np.zeros(self._dimensions, np.float32)
        self._values: NDArray[np.int8] = np.zeros((0, self._dimensions), np.int8)
        self._bits: NDArray[np.uint64] = np.zeros((self._words, 0), np.uint64)
        self._lengths: NDArray[np.float32] = np.zeros(0, np.float32)
        self._rows: NDArray[np.int64] = np.zeros(0, np.int64)
        self._seqs: NDArray[np.int64] = np.zeros(0, np.int64)
        self._shelf: NDArray[np.uint16] = np.zeros(0, np.uint16)
        self._alive: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._at: NDArray[np.int32] = np.zeros(0, np.int32)

    def _forget(self) -> None:
        gone = self._database.rows(
            "SELECT seq FROM vector_removals WHERE id > ? AND space = ?", (self._removed, self._space.id)
        )
        seqs = np.array([row[0] for row in gone], np.int64)
        places = np.searchsorted(self._seqs[: self._size], seqs)
        inside = places < self._size
        places, seqs = places[inside], seqs[inside]
        self._alive[places[self._seqs[places] == seqs]] = False

    def _new_rows(self) -> list[tuple[Any, ...]]:
        last = int(self._seqs[self._size - 1]) if self._size else 0
        if last:
            return self._database.rows(
                """SELECT d.seq, d.row, d.vec, v.project, v.status, v.tier FROM vectors d
                JOIN versions v ON v.row = d.row WHERE d.seq > ? AND d.space = ? AND d.live = 1 ORDER BY d.seq""",
                (last, self._space.id),
            )
        # For a whole store the index over shelves is read once, which is far less than every memory's row.
        shelves = {
            row: shelf
            for row, *shelf in self._database.rows(
                """SELECT row, project, status, tier FROM versions INDEXED BY versions_shelf
                WHERE retired_at IS NULL AND project >= ''"""
            )
        }
        found = self._database.rows(
            "SELECT seq, row, vec FROM vectors WHERE space = ? AND live = 1 ORDER BY seq", (self._space.id,)
        )
        return [(*columns, *shelves[columns[1]]) for columns in found if columns[1] in shelves]

    def _append(self, found: list[tuple[Any, ...]]) -> None:
        for start in range(0, len(found), _CHUNK):
            self._append_part(found[start : start + _CHUNK], len(found) - start)

    def _append_part(self, part: list[tuple[Any, ...]], coming: int) -> None:
        size, new = self._size, self._size + len(part)
        if new > len(self._rows):
            self._grow(size + coming)
        values = np.frombuffer(b"".join(columns[2] for columns in part), np.int8).reshape(len(part), self._dimensions)
        self._values[size:new] = values
        floats = values.astype(np.float32)
        self._lengths[size:new] = lengths = np.linalg.norm(floats, axis=1)
        if not size:
            # Signs say most about vectors that lie around zero, and those of one subject lie to one side of it.
            self._centre = (floats / lengths[:, None]).mean(axis=0)
        self._bits[:, size:new] = _packed(floats > self._centre * lengths[:, None], self._words)
        self._seqs[size:new] = [columns[0] for columns in part]
        self._rows[size:new] = rows = [columns[1] for columns in part]
        self._shelf[size:new] = [self._shelf_number((columns[3], columns[4], columns[5])) for columns in part]
        self._alive[size:new] = True
        highest = max(rows)
        if highest >= len(self._at):
            grown = np.full(highest + highest // 8 + _SPARE, -1, np.int32)
            grown[: len(self._at)] = self._at
            self._at = grown
        self._at[rows] = np.arange(size, new)
        self._size = new

    def _shelf_number(self, shelf: tuple[str, str, str]) -> int:
        try:
            return self._shelves.index(shelf)
        except ValueError:
            self._shelves.append(shelf)
            return len(self._shelves) - 1

    def _grow(self, needed: int) -> None:
        room = needed + needed // 8 + _SPARE
        for name in ("_values", "_lengths", "_rows", "_seqs", "_shelf", "_alive"):
            old = getattr(self, name)
            fresh = np.zeros((room, *old.shape[1:]), old.dtype)
            fresh[: self._size] = old[: self._size]
            setattr(self, name, fresh)
        bits = np.zeros((self._words, room), np.uint64)
        bits[:, : self._size] = self._bits[:, : self._size]
        self._bits = bits


def _packed(positive: NDArray[np.bool_], words: int) -> NDArray[np.uint64]:
    """Sign bits as 64-bit words, one row of words for all vectors: scanning a word of each is then one stride."""
    packed = np.packbits(positive, axis=1)
    padded = np.zeros((len(packed), words * 8), np.uint8)
    padded[:, : packed.shape[1]] = packed
    return np.ascontiguousarray(padded.view(np.uint64).T)
