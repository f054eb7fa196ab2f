"""A store as it stood at a moment, built in memory, so that a search of the past runs the same code as one of today.

Nothing is overwritten, so what a moment holds never changes: every version that was known then and held then,
with the outcomes and restatements known then. Only what was purged since is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import apsw

from hardwon.errors import StoreError
from hardwon.models import Memory
from hardwon.store import memories
from hardwon.store.database import Database, guard
from hardwon.store.migrations import m001_memories

_COLUMNS = (
    "row", "memory_id", "number", "change", "project", "category", "content", "title", "surroundings", "split",
    "text_hash", "tags", "files", "confidence", "trust", "status", "tier", "visibility", "principal", "legal_hold",
    "origin", "extra", "valid_from", "valid_to", "recorded_at", "around",
)  # fmt: skip
_STATUS = _COLUMNS.index("status")
_VISIBLE = """v.recorded_at <= :known AND (v.retired_at IS NULL OR v.retired_at > :known)
    AND v.valid_from <= :held AND (v.valid_to IS NULL OR v.valid_to > :held)"""
# What was superseded since held then, and counts as it did.
_HELD = "(v.status IN ('active', 'archived') OR (v.status = 'retired' AND v.valid_to IS NOT NULL))"


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A moment on both clocks, in milliseconds.

    Attributes:
        held_at: what held then counts.
        known_at: as it was known then.
    """

    held_at: int
    known_at: int

    @classmethod
    def of(cls, as_of: int | None, known_at: int | None) -> Moment | None:
        """The moment that one or both clocks name: what held and was known then; None where neither is given."""
        if as_of is None and known_at is None:
            return None
        held = known_at if as_of is None else as_of
        known = as_of if known_at is None else known_at
        return cls(held_at=held or 0, known_at=known or 0)

    def values(self) -> dict[str, int]:
        """As the statements here are given it."""
        return {"known": self.known_at, "held": self.held_at}


def past_store(database: Database, moment: Moment, projects: Sequence[str] = ()) -> Database:
    """A store in memory that holds what a store held at a moment; close it after use.

    Args:
        database: an open store.
        moment: when.
        projects: the bindings whose memories count; none for all of the file.

    Raises:
        StoreError: the store cannot be read.
    """
    connection = apsw.Connection(":memory:")
    try:
        with guard(database.path):
            m001_memories(connection)
            _fill(connection, database, moment, projects)
    except BaseException:
        connection.close()
        raise
    return Database(database.path, connection, (0, 0))


def _fill(connection: apsw.Connection, database: Database, moment: Moment, projects: Sequence[str]) -> None:
    columns = ", ".join(f"v.{name}" for name in _COLUMNS)
    scope = f"AND v.project IN ({_quoted(projects)})" if projects else ""
    found: dict[object, tuple[object, ...]] = {}
    for row in database.connection.execute(
        f"""SELECT m.created_at, {columns} FROM versions v JOIN memories m ON m.id = v.memory_id
        WHERE {_VISIBLE} AND {_HELD} AND v.content <> '' {scope} ORDER BY v.memory_id, v.number""",
        moment.values(),
    ):
        found[row[2]] = row
    rows = sorted(found.values(), key=lambda row: row[1])  # type: ignore[arg-type,return-value]
    connection.execute("BEGIN")
    connection.executemany(
        "INSERT INTO memories (id, project, created_at) VALUES (?, ?, ?)", [(row[2], row[5], row[0]) for row in rows]
    )
    marks = ", ".join("?" * len(_COLUMNS))
    connection.executemany(
        f"INSERT INTO versions ({', '.join(_COLUMNS)}) VALUES ({marks})", [_as_it_was(row[1:]) for row in rows]
    )
    bindings = sorted({str(row[5]) for row in rows})
    connection.executemany("INSERT INTO projects VALUES (?, '', '', 0)", [(name,) for name in bindings])
    _fill_records(connection, database, moment, found.keys())
    connection.execute("COMMIT")


def _as_it_was(row: tuple[object, ...]) -> tuple[object, ...]:
    status = "active" if row[_STATUS] == "retired" else row[_STATUS]
    return (*row[:_STATUS], status, *row[_STATUS + 1 :])


def _fill_records(connection: apsw.Connection, database: Database, moment: Moment, ids: Iterable[object]) -> None:
    """Outcomes and restatements; one that maintenance brought over counts from when it did."""
    known = set(ids)
    outcomes = database.connection.execute(
        """SELECT id, memory_id, verdict, weight, source, counted, reason, evidence, key, at FROM outcomes o
        WHERE coalesce(json_extract(evidence, '$.moved_at'), at) <= :known
        AND (retired_at IS NULL OR retired_at > :known)""",
        {"known": moment.known_at},
    )
    connection.executemany(
        """INSERT INTO outcomes (id, memory_id, verdict, weight, source, counted, reason, evidence, key, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        [row for row in outcomes if row[1] in known],
    )
    again = database.connection.execute(
        """SELECT key, memory_id, origin, at FROM restatements
        WHERE coalesce(json_extract(extra, '$.moved_at'), at) <= :known""",
        {"known": moment.known_at},
    )
    connection.executemany(
        "INSERT INTO restatements (key, memory_id, origin, at) VALUES (?, ?, ?, ?)",
        [row for row in again if row[1] in known],
    )


def list_past(
    database: Database, moment: Moment, projects: Sequence[str], *, statuses: Sequence[str] = ("active",)
) -> list[Memory]:
    """What a store held at a moment, the newest first.

    Args:
        database: an open store.
        moment: when.
        projects: the bindings whose memories count; none for all of the file.
        statuses: statuses that count, as they were then.
    """
    held = past_store(database, moment, projects)
    try:
        found, _ = memories.list_live(held, statuses=tuple(statuses), limit=2**31)
    finally:
        held.close()
    return found


def version_of(database: Database, memory_id: str, number: int) -> Memory:
    """One version of a memory.

    Raises:
        StoreError: there is none of that number.
    """
    for memory in memories.history(database, memory_id):
        if memory.version == number:
            return memory
    raise StoreError(f"memory {memory_id} has no version {number}", f"`mem history {memory_id}` lists them")


def _quoted(names: Sequence[str]) -> str:
    return ", ".join("'" + name.replace("'", "''") + "'" for name in names)
