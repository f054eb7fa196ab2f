"""Searches a store as it stood at a moment, without indexing all of it anew.

Most of what a moment held is in the word index of today, in the same words. So that index names who held a word then,
the few texts that are in it no more are indexed in memory, and only the best of both become a small store, on which
the usual search runs. All that is counted is of the memories visible at the moment, so that what is found depends on
nothing that was done since.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nsmallest
from math import log
from typing import TYPE_CHECKING

from hardwon.store.database import guard
from hardwon.store.past import HELD, VISIBLE, Moment, add_to, empty_store, quoted
from hardwon.store.reader import Match, Reader, Wanted

if TYPE_CHECKING:
    from hardwon.store.database import Database

CANDIDATES_MAX = 1500  # more than a shortlist puts in order (hardwon.retrieval.sought)
_TEXTS = ("content", "title", "tags", "files", "surroundings", "around", "split")
_SAME = " AND ".join(f"l.{name} = v.{name}" for name in _TEXTS)
_LENGTH = " + ".join(f"length(v.{name})" for name in _TEXTS[:-1])


class _View:
    """What was visible at the moment.

    Attributes:
        lengths: characters of each version, by row.
        ids: whose version it is, by row.
        fitting: rows that are what is wanted.
        row_of: the version's row, by the row of today's index that holds its words.
        unindexed: rows whose words today's index does not hold.
    """

    def __init__(self, rows: Iterable[tuple[object, ...]]) -> None:
        latest = {str(row[1]): row for row in rows}
        self.lengths: dict[int, int] = {}
        self.ids: dict[int, str] = {}
        self.fitting: set[int] = set()
        self.row_of: dict[int, int] = {}
        self.unindexed: set[int] = set()
        for id, (row, _, _, indexed, length, fits) in latest.items():
            number = int(row)  # type: ignore[call-overload]
            self.lengths[number] = int(length)  # type: ignore[call-overload]
            self.ids[number] = id
            if fits:
                self.fitting.add(number)
            if indexed is None:
                self.unindexed.add(number)
            else:
                self.row_of[int(indexed)] = number  # type: ignore[call-overload]
        self.average = sum(self.lengths.values()) / len(self.lengths) if self.lengths else 1.0


class PastReader(Reader):
    """Reads what some projects' memories were at a moment; close it after use.

    Args:
        store: the open store.
        moment: when.
        projects: the bindings whose memories count; none for all of the file.
        wanted: what a memory has to be, the same as is asked of the shortlist.
    """

    def __init__(self, store: Database, moment: Moment, projects: Sequence[str], wanted: Wanted) -> None:
        super().__init__(empty_store(store.path), projects)
        self._today = Reader(store, projects)
        self._moment = moment
        self._wanted = wanted
        self._seen: _View | None = None
        self._holders: dict[str, set[int]] = {}
        self._is_filled = False

    def begin(self) -> bool:
        """Hold one view of the file until `end`."""
        return self._today.begin()

    def end(self) -> None:
        """Let the view go."""
        self._today.end()

    def count_documents(self) -> int:
        """Memories that were visible."""
        return len(self._view().lengths)

    def document_frequencies(self, stems: Iterable[str]) -> dict[str, int]:
        """In how many of them each stem stands; absent ones are left out."""
        found = {stem: len(self._held_by(stem)) for stem in stems}
        return {stem: count for stem, count in found.items() if count}

    def ranked(self, expression: str, limit: int) -> list[int]:
        """The rows that fit an FTS5 expression best."""
        self._fill()
        return super().ranked(expression, limit)

    def ranked_among(self, expression: str, limit: int, wanted: Wanted) -> list[int]:
        """The same among the rows that are what is wanted."""
        self._fill()
        return super().ranked_among(expression, limit, wanted)

    def newest_with(self, expression: str, limit: int) -> list[int]:
        """The newest rows that fit an FTS5 expression."""
        self._fill()
        return super().newest_with(expression, limit)

    def count_in(self, expression: str, numbers: Sequence[int]) -> list[Match]:
        """The counts of an expression's phrases in some rows, with their lengths against those of all."""
        found = super().count_in(expression, numbers)
        view = self._view()
        for match in found:
            match.length_ratio = view.lengths[match.row] / max(view.average, 1.0)
        return found

    # -- inside ------------------------------------------------------------------------------------------

    def _view(self) -> _View:
        if self._seen is None:
            scope = f"AND v.project IN ({quoted(self.projects)})" if self.projects else ""
            condition, values = self._wanted.sql()
            # As in the small store: what was superseded since counts as it did.
            condition = condition.replace("v.status", "CASE v.status WHEN 'retired' THEN 'active' ELSE v.status END", 1)
            held, known = self._moment.held_at, self._moment.known_at
            bound = VISIBLE.replace(":known", f"{int(known)}").replace(":held", f"{int(held)}")
            # Text that is in today's index in the same words needs no indexing.
            self._seen = _View(
                self._today.database.rows(
                    f"""SELECT v.row, v.memory_id, v.number, CASE WHEN v.retired_at IS NULL THEN v.row ELSE
                    (SELECT l.row FROM versions l WHERE l.memory_id = v.memory_id AND l.retired_at IS NULL AND {_SAME})
                    END, {_LENGTH}, {condition} FROM versions v
                    WHERE {bound} AND {HELD} AND v.content <> '' {scope} ORDER BY v.memory_id, v.number""",
                    values,
                )
            )
            add_to(self.database, self._today.database, self._moment, sorted(self._seen.unindexed))
        return self._seen

    def _held_by(self, stem: str) -> set[int]:
        """The rows in which a stem stands."""
        found = self._holders.get(stem)
        if found is None:
            view = self._view()
            found = {view.row_of[row] for row in _documents(self._today.database, stem) if row in view.row_of}
            found |= view.unindexed.intersection(_documents(self.database, stem)) if view.unindexed else set()
            self._holders[stem] = found
        return found

    def _fill(self) -> None:
        """Put the memories with the rarest of the words asked for into the small store."""
        if self._is_filled:
            return
        self._is_filled = True
        view = self._view()
        total = len(view.lengths)
        weights: dict[int, float] = {}
        for _, holders in sorted(self._holders.items()):
            rarity = log(1 + (total - len(holders) + 0.5) / (len(holders) + 0.5))
            for row in holders & view.fitting:
                weights[row] = weights.get(row, 0.0) + rarity
        chosen = nsmallest(CANDIDATES_MAX, weights, key=lambda row: (-round(weights[row], 6), view.ids[row]))
        add_to(self.database, self._today.database, self._moment, sorted(set(chosen) - view.unindexed))


def _documents(database: Database, stem: str) -> list[int]:
    """The rows of an index in which a stem stands."""
    with guard(database.path):
        database.connection.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.past_terms USING fts5vocab ('main', 'memory_fts', 'instance')"
        )
    found = database.rows("SELECT DISTINCT doc FROM temp.past_terms WHERE term = ?", (stem,))
    return [int(row[0]) for row in found]  # type: ignore[call-overload]
