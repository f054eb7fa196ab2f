"""Outcomes: what became of memories, one row a piece of evidence."""

from __future__ import annotations

import json

from hardwon.models import Outcome
from hardwon.store.database import Database

Object = dict[str, object]

_COLUMNS = "id, memory_id, verdict, weight, source, counted, reason, key, at, retired_at"


def insert_outcome(database: Database, outcome: Outcome, evidence: str = "{}", extra: str = "{}") -> bool:
    """Store an outcome; False when the memory has one of that key, and nothing changes then.

    Args:
        database: an open store, inside a transaction.
        outcome: what to store.
        evidence: what it rests on, a JSON object.
        extra: what is kept for an export alone, a JSON object.
    """
    return (
        database.change(
            f"INSERT INTO outcomes ({_COLUMNS}, evidence, extra) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (memory_id, key) DO NOTHING",
            (
                outcome.id, outcome.memory_id, outcome.verdict, outcome.weight, outcome.source, int(outcome.counted),
                outcome.reason, outcome.key, outcome.at, outcome.retired_at, evidence,
                extra,
            ),
        )
        > 0
    )  # fmt: skip


def outcome_of_key(database: Database, memory_id: str, key: str) -> Outcome | None:
    """The outcome of a memory stored under a key."""
    row = database.row(f"SELECT {_COLUMNS} FROM outcomes WHERE memory_id = ? AND key = ?", (memory_id, key))
    return None if row is None else _outcome(row)


def outcomes_of(database: Database, memory_id: str) -> list[Outcome]:
    """Every outcome of a memory that was not taken back, oldest first."""
    rows = database.rows(
        f"SELECT {_COLUMNS} FROM outcomes WHERE memory_id = ? AND retired_at IS NULL ORDER BY at, id", (memory_id,)
    )
    return [_outcome(row) for row in rows]


def outcomes_with_extra(database: Database, memory_id: str) -> list[tuple[Outcome, Object, Object]]:
    """The same outcomes, each with its evidence and what is kept for an export alone."""
    rows = database.rows(
        f"""SELECT {_COLUMNS}, evidence, extra FROM outcomes WHERE memory_id = ? AND retired_at IS NULL
        ORDER BY at, id""",
        (memory_id,),
    )
    return [(_outcome(row[:-2]), json.loads(str(row[-2])), json.loads(str(row[-1]))) for row in rows]


def outcome_of_id(database: Database, outcome_id: str) -> Outcome | None:
    """The outcome with an id."""
    row = database.row(f"SELECT {_COLUMNS} FROM outcomes WHERE id = ?", (outcome_id,))
    return None if row is None else _outcome(row)


def count_outcome(database: Database, memory_id: str, key: str) -> bool:
    """Count an outcome that waited; False when it counts already or is not there."""
    return (
        database.change(
            "UPDATE outcomes SET counted = 1 WHERE memory_id = ? AND key = ? AND counted = 0", (memory_id, key)
        )
        > 0
    )


def totals(database: Database, project: str) -> dict[str, int]:
    """How many outcomes of each verdict count, and how many reports wait."""
    scope = "AND m.project = ?" if project else ""
    rows = database.rows(
        f"""SELECT CASE counted WHEN 1 THEN verdict ELSE 'reported' END, count(*) FROM outcomes o
        JOIN memories m ON m.id = o.memory_id WHERE o.retired_at IS NULL {scope} GROUP BY 1""",
        (project,) if project else (),
    )
    return {str(name): int(count) for name, count in rows}  # type: ignore[call-overload]


def confirm_reports(database: Database, memory_id: str, verdict: str, since: int) -> int:
    """Count an agent's waiting reports that a person's verdict agrees with; tell how many."""
    return database.change(
        """UPDATE outcomes SET counted = 1, weight = 0.5 WHERE memory_id = ? AND verdict = ? AND counted = 0
        AND retired_at IS NULL AND at >= ?""",
        (memory_id, verdict, since),
    )


def _outcome(row: tuple[object, ...]) -> Outcome:
    id, memory_id, verdict, weight, source, counted, reason, key, at, retired_at = row
    return Outcome(
        id=str(id),
        memory_id=str(memory_id),
        verdict=str(verdict),
        weight=float(weight),  # type: ignore[arg-type]
        source=str(source),
        counted=bool(counted),
        reason=str(reason),
        key=str(key),
        at=int(at),  # type: ignore[call-overload]
        retired_at=None if retired_at is None else int(retired_at),  # type: ignore[call-overload]
    )
