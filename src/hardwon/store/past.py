"""What a store held at a moment: rows of it put into a store in memory, on which the code of today runs.

Nothing is overwritten, so what a moment holds never changes: every version that was known then and held then,
with the outcomes and restatements known then. Only what was purged since is missing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
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
VISIBLE = """v.recorded_at <= :known AND (v.retired_at IS NULL OR v.retired_at > :known)
    AND v.valid_from <= :held AND (v.valid_to IS NULL OR v.valid_to > :held)"""
# What was superseded since held then, and counts as it did.
HELD = "(v.status IN ('active', 'archived') OR (v.status = 'retired' AND v.valid_to IS NOT NULL))"


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


def empty_store(path: str) -> Database:
    """A store in memory that goes by a file's name; close it after use.

    Args:
        path: the file it will be filled from.
    """
    connection = apsw.Connection(":memory:")
    try:
        with guard(path):
            m001_memories(connection)
    except BaseException:
        connection.close()
        raise
    return Database(path, connection, (0, 0))


def add_to(target: Database, source: Database, moment: Moment, numbers: Sequence[int]) -> None:
    """Put some versions into a store in memory, as they were, with the outcomes and restatements known then.

    Args:
        target: the store in memory.
        source: the store they are in.
        moment: when.
        numbers: rows of versions that were visible then.

    Raises:
        StoreError: the store cannot be read.
    """
    if not numbers:
        return
    columns = ", ".join(f"v.{name}" for name in _COLUMNS)
    rows = source.rows(
        f"""SELECT m.created_at, {columns} FROM versions v JOIN memories m ON m.id = v.memory_id
        WHERE v.row IN (SELECT value FROM json_each(?)) ORDER BY v.row""",
        (json.dumps(list(numbers)),),
    )
    connection = target.connection
    connection.execute("BEGIN")
    connection.executemany(
        "INSERT INTO memories (id, project, created_at) VALUES (?, ?, ?)", [(row[2], row[5], row[0]) for row in rows]
    )
    marks = ", ".join("?" * len(_COLUMNS))
    connection.executemany(
        f"INSERT INTO versions ({', '.join(_COLUMNS)}) VALUES ({marks})", [_as_it_was(row[1:]) for row in rows]
    )
    bindings = sorted({str(row[5]) for row in rows})
    connection.executemany("INSERT OR IGNORE INTO projects VALUES (?, '', '', 0)", [(name,) for name in bindings])
    _add_records(connection, source, moment, json.dumps([row[2] for row in rows]))
    connection.execute("COMMIT")


def _as_it_was(row: tuple[object, ...]) -> tuple[object, ...]:
    status = "active" if row[_STATUS] == "retired" else row[_STATUS]
    return (*row[:_STATUS], status, *row[_STATUS + 1 :])


def _add_records(connection: apsw.Connection, source: Database, moment: Moment, ids: str) -> None:
    """Outcomes and restatements of some memories; one that maintenance brought over counts from when it did."""
    known = moment.known_at
    outcomes = source.rows(
        """SELECT id, memory_id, verdict, weight, source, counted, reason, evidence, key, at FROM outcomes
        WHERE memory_id IN (SELECT value FROM json_each(?))
        AND coalesce(json_extract(evidence, '$.moved_at'), at) <= ? AND (retired_at IS NULL OR retired_at > ?)""",
        (ids, known, known),
    )
    connection.executemany(
        """INSERT INTO outcomes (id, memory_id, verdict, weight, source, counted, reason, evidence, key, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        outcomes,
    )
    again = source.rows(
        """SELECT key, memory_id, origin, at FROM restatements WHERE memory_id IN (SELECT value FROM json_each(?))
        AND coalesce(json_extract(extra, '$.moved_at'), at) <= ?""",
        (ids, known),
    )
    connection.executemany("INSERT INTO restatements (key, memory_id, origin, at) VALUES (?, ?, ?, ?)", again)


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
    scope = f"AND v.project IN ({quoted(projects)})" if projects else ""
    held, known = moment.held_at, moment.known_at
    bound = VISIBLE.replace(":known", str(int(known))).replace(":held", str(int(held)))
    visible = database.rows(
        f"""SELECT v.memory_id, v.row FROM versions v WHERE {bound} AND {HELD} AND v.content <> '' {scope}
        ORDER BY v.memory_id, v.number"""
    )
    latest = {id: int(row) for id, row in visible}  # type: ignore[call-overload]
    target = empty_store(database.path)
    try:
        add_to(target, database, moment, sorted(latest.values()))
        found, _ = memories.list_live(target, statuses=tuple(statuses), limit=2**31)
    finally:
        target.close()
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


def quoted(names: Sequence[str]) -> str:
    return ", ".join("'" + name.replace("'", "''") + "'" for name in names)
