"""What a search reads: word statistics, matches, rows. Light, and never writes.

FTS5's own bm25() only makes the shortlist: it floors a word's rarity near zero as soon as half of the documents
hold it, so in a store of two memories everything would score nothing. The counts that the real score needs
come from an auxiliary function run on the shortlist alone.
"""

from __future__ import annotations

import apsw

from hardwon.errors import StoreDamaged
from hardwon.hits import Row
from hardwon.store.database import TOKENIZER, Database, guard
from hardwon.store.fitness import REPAIR
from hardwon.text import jsonlight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

FREQUENCIES_MAX = 20_000
COLUMN_WEIGHTS = (1.0, 0.4, 0.85)  # text, context, split
_ROW_COLUMNS = """v.row, v.memory_id, v.project, v.category, v.content, v.title, v.tags, v.files, v.confidence,
    v.trust, v.status, v.tier, json_extract(v.origin, '$.who'), v.number, m.created_at,
    (SELECT max(at) FROM restatements r WHERE r.memory_id = v.memory_id)"""


class Match:
    """One shortlisted row: its weighted count of each phrase, and its length against the average.

    Attributes:
        row: the version's row number.
        counts: weighted occurrences, one for each phrase of the expression.
        length_ratio: length of the row over the average length.
    """

    __slots__ = ("counts", "length_ratio", "row")

    def __init__(self, row: int, counts: list[float], length_ratio: float) -> None:
        self.row = row
        self.counts = counts
        self.length_ratio = length_ratio


class Counts:
    """The counting function of a connection. Made once: a prepared statement keeps to the one it was prepared with.

    Args:
        connection: the connection.
    """

    __slots__ = ("_found",)

    def __init__(self, connection: apsw.Connection) -> None:
        self._found: list[Match] = []
        connection.register_fts5_function("hardwon_counts", self._count)

    def collect(self, search: Callable[[], object]) -> list[Match]:
        """What a search that calls the function for each of its rows comes upon."""
        self._found = []
        search()
        return self._found

    def _count(self, api: apsw.FTS5ExtensionApi, *_: object) -> None:
        columns, places = api.phrase_columns, api.phrase_column_offsets
        counts = [
            sum([COLUMN_WEIGHTS[column] * len(places(phrase, column)) for column in columns(phrase)])
            for phrase in range(api.phrase_count)
        ]
        total = api.column_total_size(0) + api.column_total_size(1)
        ratio = (api.column_size(0) + api.column_size(1)) * api.row_count / total if total else 1.0
        self._found.append(Match(api.rowid, counts, ratio))


class Wanted:
    """What a match has to be, beyond holding the words.

    Attributes:
        statuses: statuses that count.
        cold: whether cold memories count.
        categories: categories that count; none for all.
        tags: tags it has to have.
        without: ids that do not count.
        superseded: whether what was superseded counts too.
    """

    __slots__ = ("categories", "cold", "statuses", "superseded", "tags", "without")

    def __init__(
        self,
        *,
        statuses: Sequence[str] = ("active",),
        cold: bool = False,
        categories: Sequence[str] = (),
        tags: Sequence[str] = (),
        without: Collection[str] = (),
        superseded: bool = False,
    ) -> None:
        self.statuses = tuple(statuses)
        self.cold = cold
        self.categories = tuple(categories)
        self.tags = tuple(tags)
        self.without = tuple(without)
        self.superseded = superseded

    def is_usual(self) -> bool:
        """Whether most memories of a store are what is wanted."""
        return self.statuses == ("active",) and not (self.categories or self.tags or self.superseded)

    def sql(self) -> tuple[str, tuple[str, ...]]:
        """The condition on a version `v`, and its values."""
        parts = [_among("v.status", self.statuses)]
        if self.superseded:
            parts = [f"({parts[0]} OR (v.status = 'retired' AND v.valid_to IS NOT NULL))"]
        if self.categories:
            parts.append(_among("v.category", self.categories))
        parts += ["EXISTS (SELECT 1 FROM json_each(v.tags) WHERE value = ?)"] * len(self.tags)
        if self.without:
            parts.append("NOT " + _among("v.memory_id", self.without))
        if not self.cold:
            parts.append("v.tier <> 'cold'")
        return " AND ".join(parts), (*self.statuses, *self.categories, *self.tags, *self.without)


CHANGES_MAX = 1000
"""How many changes are counted; more are many."""


class Reader:
    """Reads the live memories of some projects from one open database.

    Args:
        database: an open store.
        projects: the bindings whose rows count; none for every project of the file.
    """

    def __init__(self, database: Database, projects: Sequence[str] = ()) -> None:
        self.database = database
        self.projects = tuple(projects)

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def begin(self) -> bool:
        """Hold one view of the file until `end`; False when a transaction holds one already."""
        with guard(self.database.path):
            if self.database.connection.in_transaction:
                return False
            self.database.connection.execute("BEGIN")
            return True

    def end(self) -> None:
        """Let the view go."""
        with guard(self.database.path):
            if self.database.connection.in_transaction:
                self.database.connection.execute("COMMIT")

    def tokens(self, text: str) -> list[tuple[int, int, str]]:
        """The index's own tokens of a text: byte offsets of start and end, and the stem."""
        with guard(self.database.path):
            tokenizer = self.database.connection.fts5_tokenizer(TOKENIZER[0], list(TOKENIZER[1:]))
            found = tokenizer(text.encode("utf-8", "replace"), apsw.FTS5_TOKENIZE_QUERY, None)
        return [(start, end, stem) for start, end, stem in found]  # type: ignore[misc,str-unpack]

    def document_frequencies(self, stems: Iterable[str]) -> dict[str, int]:
        """In how many live memories of this file each stem stands; absent ones are left out."""
        known = self._known_frequencies()
        found = {}
        for stem in stems:
            count = known.get(stem)
            if count is None:
                row = self.database.row("SELECT doc FROM memory_terms WHERE term = ?", (stem,))
                count = known[stem] = int(row[0]) if row is not None else 0  # type: ignore[call-overload]
            if count:
                found[stem] = count
        return found

    def _known_frequencies(self) -> dict[str, int]:
        """What this connection has looked up since anybody wrote to the file: a frequent word costs to count."""
        with guard(self.database.path):
            connection = self.database.connection
            state = (connection.pragma("data_version"), connection.total_changes())
        if self.database.frequencies_at != state or len(self.database.frequencies) > FREQUENCIES_MAX:
            self.database.frequencies_at, self.database.frequencies = state, {}
        return self.database.frequencies

    def count_documents(self) -> int:
        """Live memories of this file.

        Raises:
            StoreDamaged: the word index holds another number of them, so a search could miss some.
        """
        # Id 1 of the index's blocks holds its totals; the first is its number of rows.
        row = self.database.row(
            """SELECT (SELECT block FROM memory_fts_data WHERE id = 1),
            (SELECT value FROM counters WHERE name = 'live')"""
        )
        block, live = row or (None, None)
        indexed = _first_number(block) if isinstance(block, bytes) else -1
        if indexed != live:
            raise StoreDamaged(
                f"{self.database.path} is damaged: its word index holds {indexed} of {live} memories", REPAIR
            )
        return indexed

    def ranked(self, expression: str, limit: int) -> list[int]:
        """The rows that fit an FTS5 expression best, whatever they are.

        Args:
            expression: quoted phrases joined by OR and AND.
            limit: the most rows.
        """
        found = self.database.rows(
            "SELECT rowid FROM memory_fts WHERE memory_fts MATCH ? ORDER BY rank LIMIT ?", (expression, limit)
        )
        return [int(row[0]) for row in found]  # type: ignore[call-overload]

    def ranked_among(self, expression: str, limit: int, wanted: Wanted) -> list[int]:
        """The same among the rows that are what is wanted; costs a look at every row that fits.

        Args:
            expression: quoted phrases joined by OR and AND.
            limit: the most rows.
            wanted: what a row has to be.

        Raises:
            StoreDamaged: the word index names a memory that is not there.
        """
        condition, values = wanted.sql()
        found = self.database.rows(
            f"""SELECT v.row FROM memory_fts LEFT JOIN versions v ON v.row = memory_fts.rowid
            WHERE memory_fts MATCH ? AND (v.row IS NULL OR ({condition} AND {self._scope("v.project")}))
            ORDER BY memory_fts.rank LIMIT ?""",
            (expression, *values, *self.projects, limit),
        )
        if any(row is None for (row,) in found):
            self._miss()
        return [int(row[0]) for row in found]  # type: ignore[call-overload]

    def newest_with(self, expression: str, limit: int) -> list[int]:
        """The newest rows that fit an FTS5 expression."""
        found = self.database.rows(
            "SELECT rowid FROM memory_fts WHERE memory_fts MATCH ? ORDER BY rowid DESC LIMIT ?", (expression, limit)
        )
        return [int(row[0]) for row in found]  # type: ignore[call-overload]

    def count_in(self, expression: str, numbers: Sequence[int]) -> list[Match]:
        """The counts of an expression's phrases in some rows; rows without any are left out."""
        marks = ",".join("?" * len(numbers))
        # The + keeps FTS5 from seeking each rowid separately, which is 30 times slower.
        sql = f"""SELECT hardwon_counts(memory_fts), rowid FROM memory_fts
            WHERE memory_fts MATCH ? AND +rowid IN ({marks})"""
        counts = self.database.counts
        if counts is None:
            with guard(self.database.path):
                counts = self.database.counts = Counts(self.database.connection)
        return counts.collect(lambda: self.database.rows(sql, (expression, *numbers)))

    def fitting(self, numbers: Sequence[int], wanted: Wanted, *, from_index: bool = False) -> set[int]:
        """Those of some rows that are live, of this reader's projects, and what is wanted.

        Args:
            numbers: the rows.
            wanted: what a row has to be.
            from_index: the word index named them, so all of them have to be there.

        Raises:
            StoreDamaged: one of them is not.
        """
        condition, values = wanted.sql()
        marks = ",".join("?" * len(numbers))
        # Through no index: the planner would rather read a whole shelf than look at each row.
        found = self.database.rows(
            f"""SELECT v.row, v.retired_at IS NULL AND {condition} AND {self._scope("v.project")}
            FROM versions v NOT INDEXED WHERE v.row IN ({marks})""",
            (*values, *self.projects, *numbers),
        )
        if from_index and len(found) < len(set(numbers)):
            self._miss()
        return {int(row) for row, fits in found if fits}  # type: ignore[call-overload]

    def _miss(self) -> None:
        raise StoreDamaged(f"{self.database.path} is damaged: memories that the index names are missing", REPAIR)

    def rows(self, numbers: Sequence[int]) -> list[Row]:
        """The memories at these row numbers, with their outcomes, in the order asked for.

        Raises:
            StoreDamaged: one of them is not there.
        """
        found = self._read(_among("v.row", numbers), tuple(numbers))
        if len(found) < len(set(numbers)):
            self._miss()
        order = {number: index for index, number in enumerate(numbers)}
        return sorted(found, key=lambda row: order[row.row])

    def by_ids(self, ids: Sequence[str]) -> list[Row]:
        """The live memories with these ids, in the order asked for; missing ones are left out."""
        found = self._in_scope(self._read(f"{_among('v.memory_id', ids)} AND v.retired_at IS NULL", tuple(ids)))
        order = {id: index for index, id in enumerate(ids)}
        return sorted(found, key=lambda row: order[row.id])

    def pinned(self, limit: int) -> list[Row]:
        """Pinned memories, the newest first."""
        return self._shelf("pinned", limit)

    def newest(self, limit: int) -> list[Row]:
        """Memories that are neither pinned nor cold, the newest first."""
        return self._shelf("hot", limit)

    def proven(self, limit: int) -> list[Row]:
        """Memories with the most counted successes over failures."""
        ids = self.database.rows(
            f"""SELECT o.memory_id FROM outcomes o JOIN memories m ON m.id = o.memory_id
            WHERE o.counted = 1 AND o.retired_at IS NULL AND {self._scope("m.project")} GROUP BY o.memory_id
            ORDER BY sum(CASE o.verdict WHEN 'worked' THEN o.weight WHEN 'failed' THEN -1.5 * o.weight
            ELSE 0.25 * o.weight END) DESC, max(o.at) DESC LIMIT ?""",
            (*self.projects, limit),
        )
        rows = self.by_ids([str(row[0]) for row in ids]) if ids else []
        return [row for row in rows if row.status == "active" and row.tier == "hot"]

    def last_session(self, session_id: str = "") -> dict[str, object]:
        """The summary of the session that ended last, or of one session, {} without one."""
        row = self.database.row(
            f"""SELECT id, ended_at, summary FROM sessions WHERE {self._scope("project")}
            AND (? = '' OR id = ?) ORDER BY ended_at DESC LIMIT 1""",
            (*self.projects, session_id, session_id),
        )
        if row is None:
            return {}
        try:
            summary = jsonlight.loads(str(row[2]))
        except ValueError:
            raise self._unreadable() from None
        return {**summary, "id": row[0], "ended_at": row[1]} if isinstance(summary, dict) else {}

    def changes_since(self, at: int) -> tuple[int, int]:
        """How many memories were stored since a time, and how many given other words, of at most CHANGES_MAX."""
        row = self.database.row(
            f"""SELECT count(*) FILTER (WHERE number = 1), count(*) FILTER (WHERE change IN ('edited', 'corrected'))
            FROM (SELECT number, change FROM versions WHERE {self._scope("project")} AND status = 'active'
            AND tier IN ('pinned', 'hot') AND recorded_at >= ? AND retired_at IS NULL LIMIT {CHANGES_MAX})""",
            (*self.projects, at),
        )
        return (int(row[0]), int(row[1])) if row else (0, 0)  # type: ignore[call-overload]

    def judged_since(self, at: int) -> list[tuple[str, str]]:
        """Memory and verdict of the outcomes that count and came since a time, at most CHANGES_MAX."""
        rows = self.database.rows(
            f"""SELECT o.memory_id, o.verdict FROM outcomes o JOIN memories m ON m.id = o.memory_id
            WHERE o.at >= ? AND o.counted = 1 AND o.retired_at IS NULL AND {self._scope("m.project")}
            LIMIT {CHANGES_MAX}""",
            (at, *self.projects),
        )
        return [(str(id), str(verdict)) for id, verdict in rows]

    def _shelf(self, tier: str, limit: int) -> list[Row]:
        # One project at a time, so that the index gives them in order and nothing is sorted.
        numbers = []
        for project in self.projects or [row[0] for row in self.database.rows("SELECT binding FROM projects")]:
            numbers += self.database.rows(
                """SELECT recorded_at, row FROM versions WHERE project = ? AND status = 'active' AND tier = ?
                AND retired_at IS NULL ORDER BY recorded_at DESC, row DESC LIMIT ?""",
                (project, tier, limit),
            )
        newest = sorted(numbers, reverse=True)[:limit]
        return self.rows([int(row) for _, row in newest]) if newest else []  # type: ignore[call-overload]

    def _scope(self, column: str) -> str:
        return _among(column, self.projects) if self.projects else "1"

    def _in_scope(self, found: list[Row]) -> list[Row]:
        return [row for row in found if row.project in self.projects] if self.projects else found

    def _read(self, where: str, values: tuple[object, ...]) -> list[Row]:
        found = self.database.rows(
            f"SELECT {_ROW_COLUMNS} FROM versions v JOIN memories m ON m.id = v.memory_id WHERE {where}", values
        )
        try:
            outcomes = self._outcomes([str(row[1]) for row in found])
            return [_row(columns, outcomes.get(str(columns[1]), ())) for columns in found]
        except (TypeError, ValueError):
            raise self._unreadable() from None

    def _unreadable(self) -> StoreDamaged:
        return StoreDamaged(f"{self.database.path} is damaged: a row cannot be read", REPAIR)

    def _outcomes(self, ids: list[str]) -> dict[str, tuple[tuple[str, float, int], ...]]:
        if not ids:
            return {}
        found: dict[str, tuple[tuple[str, float, int], ...]] = {}
        for memory_id, verdict, weight, at in self.database.rows(
            f"""SELECT memory_id, verdict, weight, at FROM outcomes
            WHERE {_among("memory_id", ids)} AND counted = 1 AND retired_at IS NULL ORDER BY at""",
            tuple(ids),
        ):
            key = str(memory_id)
            found[key] = (*found.get(key, ()), (str(verdict), float(weight), int(at)))  # type: ignore[arg-type,call-overload]
        return found


def _among(column: str, values: Sequence[object]) -> str:
    return f"{column} IN ({','.join('?' * len(values))})"


def _first_number(block: bytes) -> int:
    """The first of SQLite's variable-length integers in some bytes.

    Source: https://www.sqlite.org/fileformat2.html#varint
    """
    value = 0
    for byte in block[:8]:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return value


def _texts(stored: object) -> tuple[str, ...]:
    value = jsonlight.loads(str(stored)) if stored not in (None, "[]", "") else []
    return tuple(str(item) for item in value) if isinstance(value, list) else ()


def _row(columns: tuple[object, ...], outcomes: tuple[tuple[str, float, int], ...]) -> Row:
    (row, id, project, category, content, title, tags, files, confidence, trust, status, tier, who, number,
     created_at, restated_at) = columns  # fmt: skip
    return Row(
        row=int(row),  # type: ignore[call-overload]
        id=str(id),
        project=str(project),
        category=str(category),
        content=str(content),
        title=str(title),
        tags=_texts(tags),
        files=_texts(files),
        confidence=None if confidence is None else float(confidence),  # type: ignore[arg-type]
        trust=str(trust),
        status=str(status),
        tier=str(tier),
        who=str(who or "user"),
        version=int(number),  # type: ignore[call-overload]
        created_at=int(created_at),  # type: ignore[call-overload]
        restated_at=int(restated_at or 0),  # type: ignore[call-overload]
        outcomes=outcomes,
    )
