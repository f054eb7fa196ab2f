"""Outcomes: what became of memories, one row a piece of evidence."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from hardwon.models import Outcome
from hardwon.store.database import Database

Object = dict[str, object]

_COLUMNS = "id, memory_id, verdict, weight, source, counted, reason, key, at, retired_at"
_TOLD = f"{_COLUMNS}, evidence, coalesce(extra ->> '$.withdrawn', '')"
_WITHDRAWN = "#"  # between the key and the id of an outcome that no longer counts, so that the key is free again


def insert_outcome(database: Database, outcome: Outcome, evidence: str = "", extra: str = "{}") -> bool:
    """Store an outcome; False when the memory has one of that key, and nothing changes then.

    Args:
        database: an open store, inside a transaction.
        outcome: what to store.
        evidence: what it rests on, a JSON object; the outcome's own by default.
        extra: what is kept for an export alone, a JSON object.
    """
    return (
        database.change(
            f"INSERT INTO outcomes ({_COLUMNS}, evidence, extra) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (memory_id, key) DO NOTHING",
            (
                outcome.id, outcome.memory_id, outcome.verdict, outcome.weight, outcome.source, int(outcome.counted),
                outcome.reason, outcome.key, outcome.at, outcome.retired_at,
                evidence or json.dumps(dict(outcome.evidence), ensure_ascii=False), extra,
            ),
        )
        > 0
    )  # fmt: skip


def outcome_of_key(database: Database, memory_id: str, key: str) -> Outcome | None:
    """The outcome of a memory stored under a key."""
    row = database.row(f"SELECT {_TOLD} FROM outcomes WHERE memory_id = ? AND key = ?", (memory_id, key))
    return None if row is None else _outcome(row)


def outcomes_of(database: Database, memory_id: str, *, withdrawn: bool = False) -> list[Outcome]:
    """Every outcome of a memory, oldest first; those that no longer count only where they are wanted."""
    live = "" if withdrawn else "AND retired_at IS NULL"
    rows = database.rows(f"SELECT {_TOLD} FROM outcomes WHERE memory_id = ? {live} ORDER BY at, id", (memory_id,))
    return [_outcome(row) for row in rows]


def latest_first(database: Database, memory_id: str) -> list[Outcome]:
    """Every outcome of a memory, those too that no longer count, the one that was stored last first."""
    rows = database.rows(f"SELECT {_TOLD} FROM outcomes WHERE memory_id = ? ORDER BY rowid DESC", (memory_id,))
    return [_outcome(row) for row in rows]


def outcomes_of_many(database: Database, memory_ids: Collection[str]) -> dict[str, list[Outcome]]:
    """The outcomes of some memories, oldest first, by memory."""
    rows = database.rows(
        f"""SELECT {_TOLD} FROM outcomes WHERE memory_id IN (SELECT value FROM json_each(?)) AND retired_at IS NULL
        ORDER BY at, id""",
        (json.dumps(list(memory_ids)),),
    )
    found: dict[str, list[Outcome]] = {}
    for row in rows:
        found.setdefault(str(row[1]), []).append(_outcome(row))
    return found


def outcomes_beginning_with(database: Database, prefix: str, projects: Sequence[str]) -> list[Outcome]:
    """A few outcomes whose ids begin with a text.

    Args:
        database: an open store.
        prefix: letters and digits.
        projects: the bindings whose memories count; none for all of the file.
    """
    scope = f"AND m.project IN ({','.join('?' * len(projects))})" if projects else ""
    columns = _TOLD.replace("id, memory_id", "o.id, o.memory_id").replace("key,", "o.key,")
    rows = database.rows(
        f"""SELECT {columns} FROM outcomes o JOIN memories m ON m.id = o.memory_id
        WHERE o.id >= ? AND o.id < ? {scope} ORDER BY o.id LIMIT 6""",
        (prefix, prefix + "\U0010ffff", *projects),
    )
    return [_outcome(row) for row in rows]


def latest(database: Database, projects: Sequence[str], limit: int) -> list[Outcome]:
    """The outcomes that stand, the latest first.

    Args:
        database: an open store.
        projects: the bindings whose memories count; none for all of the file.
        limit: how many at most.
    """
    scope = f"AND m.project IN ({','.join('?' * len(projects))})" if projects else ""
    columns = _TOLD.replace("id, memory_id", "o.id, o.memory_id").replace("key,", "o.key,")
    rows = database.rows(
        f"""SELECT {columns} FROM outcomes o JOIN memories m ON m.id = o.memory_id
        WHERE o.retired_at IS NULL {scope} ORDER BY o.at DESC, o.id DESC LIMIT ?""",
        (*projects, limit),
    )
    return [_outcome(row) for row in rows]


def withdraw(database: Database, outcome_id: str, at: int, why: str) -> bool:
    """Let an outcome count no longer; its key is free for another. False when it did not count any more.

    Args:
        database: an open store, inside a transaction.
        outcome_id: which.
        at: the time, in milliseconds.
        why: a few words.
    """
    return (
        database.change(
            """UPDATE outcomes SET retired_at = ?, key = key || ? || id, extra = json_set(extra, '$.withdrawn', ?)
            WHERE id = ? AND retired_at IS NULL""",
            (at, _WITHDRAWN, why, outcome_id),
        )
        > 0
    )


def reinstated_at(database: Database, outcome_id: str) -> int:
    """When an outcome was last let count again, 0 where it never was."""
    found = database.row("SELECT coalesce(extra ->> '$.reinstated', 0) FROM outcomes WHERE id = ?", (outcome_id,))
    return int(found[0]) if found else 0  # type: ignore[call-overload]


def reinstate(database: Database, outcome_id: str, at: int) -> bool:
    """Let an outcome count again; False when it does.

    Args:
        database: an open store, inside a transaction.
        outcome_id: which.
        at: the time, in milliseconds.
    """
    found = outcome_of_id(database, outcome_id)
    if found is None or found.retired_at is None:
        return False
    key = free_key(found)
    if outcome_of_key(database, found.memory_id, key):
        key = found.key
    return (
        database.change(
            """UPDATE outcomes SET retired_at = NULL, key = ?,
            extra = json_set(json_remove(extra, '$.withdrawn'), '$.reinstated', ?) WHERE id = ?""",
            (key, at, outcome_id),
        )
        > 0
    )


def rewrite(database: Database, outcome: Outcome) -> None:
    """Store another reason, other evidence and its time for an outcome that says the same."""
    database.change(
        "UPDATE outcomes SET reason = ?, evidence = ?, at = ? WHERE id = ?",
        (outcome.reason, json.dumps(dict(outcome.evidence), ensure_ascii=False), outcome.at, outcome.id),
    )


def outcomes_with_extra(database: Database, memory_id: str) -> list[tuple[Outcome, Object]]:
    """Every outcome, those too that no longer count, each with what is kept for an export alone."""
    rows = database.rows(
        f"SELECT {_TOLD}, extra FROM outcomes WHERE memory_id = ? ORDER BY at, id",
        (memory_id,),
    )
    return [(_outcome(row[:-1]), _object(row[-1])) for row in rows]


def withdrawn_key(key: str, outcome_id: str) -> str:
    """The key of an outcome that no longer counts: its own stays free for another."""
    return f"{key}{_WITHDRAWN}{outcome_id}"


def free_key(outcome: Outcome) -> str:
    """The key an outcome had while it counted."""
    return outcome.key.removesuffix(_WITHDRAWN + outcome.id)


def outcome_of_id(database: Database, outcome_id: str) -> Outcome | None:
    """The outcome with an id."""
    row = database.row(f"SELECT {_TOLD} FROM outcomes WHERE id = ?", (outcome_id,))
    return None if row is None else _outcome(row)


def count_outcome(database: Database, memory_id: str, key: str) -> bool:
    """Count an outcome that waited; False when it counts already or is not there."""
    return (
        database.change(
            "UPDATE outcomes SET counted = 1 WHERE memory_id = ? AND key = ? AND counted = 0 AND retired_at IS NULL",
            (memory_id, key),
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
    """Count an agent's waiting reports that a person's verdict agrees with; tell how many.

    What came with an import waits for the import to be trusted, not for this.
    """
    return database.change(
        """UPDATE outcomes SET counted = 1, weight = 0.5 WHERE memory_id = ? AND verdict = ? AND counted = 0
        AND retired_at IS NULL AND at >= ? AND extra ->> '$.counted' IS NULL""",
        (memory_id, verdict, since),
    )


def _outcome(row: tuple[object, ...]) -> Outcome:
    id, memory_id, verdict, weight, source, counted, reason, key, at, retired_at, *told = row
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
        evidence=_object(told[0]) if told else {},
        withdrawn=str(told[1]) if told else "",
    )


def _object(stored: object) -> Object:
    try:
        value = json.loads(str(stored))
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def memories_judged_in(database: Database, key: str) -> list[str]:
    """The memories that have an outcome of a key that counts."""
    rows = database.rows(
        "SELECT DISTINCT memory_id FROM outcomes WHERE substr(key, 1, length(?)) = ? AND retired_at IS NULL", (key, key)
    )
    return [str(row[0]) for row in rows]
