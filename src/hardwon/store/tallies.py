"""What became of many memories at once: sums over their outcomes, and what happened when."""

from __future__ import annotations

from dataclasses import dataclass

from hardwon.store.database import Database


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """What became of one memory: weights of the outcomes that count, by verdict.

    Attributes:
        created_at: when it was said, in milliseconds.
    """

    memory_id: str
    category: str
    created_at: int
    worked: float
    failed: float
    partial: float


def tallies(database: Database, project: str) -> list[Tally]:
    """What became of every active memory of a project, of all in the file for "", the newest first."""
    scope = "AND v.project = ?" if project else ""
    rows = database.rows(
        f"""SELECT v.memory_id, v.category, m.created_at,
        total(CASE o.verdict WHEN 'worked' THEN o.weight END), total(CASE o.verdict WHEN 'failed' THEN o.weight END),
        total(CASE o.verdict WHEN 'partial' THEN o.weight END)
        FROM versions v JOIN memories m ON m.id = v.memory_id
        LEFT JOIN outcomes o ON o.memory_id = v.memory_id AND o.counted AND o.retired_at IS NULL
        WHERE v.retired_at IS NULL AND v.status = 'active' {scope} GROUP BY v.memory_id
        ORDER BY m.created_at DESC, v.memory_id""",
        (project,) if project else (),
    )
    return [
        Tally(
            memory_id=str(id),
            category=str(category),
            created_at=int(at),  # type: ignore[call-overload]
            worked=float(worked),  # type: ignore[arg-type]
            failed=float(failed),  # type: ignore[arg-type]
            partial=float(partial),  # type: ignore[arg-type]
        )
        for id, category, at, worked, failed, partial in rows
    ]


def outcomes_since(database: Database, project: str, since: int) -> list[tuple[int, str]]:
    """Time and verdict of each outcome from a moment on that counts.

    Args:
        database: an open store.
        project: whose memories, "" for all of the file.
        since: in milliseconds.
    """
    scope = "AND m.project = ?" if project else ""
    rows = database.rows(
        f"""SELECT o.at, o.verdict FROM outcomes o JOIN memories m ON m.id = o.memory_id
        WHERE o.counted AND o.retired_at IS NULL AND o.at >= ? {scope}""",
        (since, project) if project else (since,),
    )
    return [(int(at), str(verdict)) for at, verdict in rows]  # type: ignore[call-overload]


def judged_since(database: Database, project: str, since: int, limit: int, *, hurt: bool) -> list[tuple[str, int, int]]:
    """The memories that helped, or hurt, most from a moment on: id, how often it worked and how often it failed.

    Args:
        database: an open store.
        project: whose memories, "" for all of the file.
        since: in milliseconds.
        limit: how many at most.
        hurt: those that hurt instead of those that helped.
    """
    scope = "AND m.project = ?" if project else ""
    balance = """total(CASE o.verdict WHEN 'worked' THEN o.weight WHEN 'partial' THEN 0.25 * o.weight
        ELSE -1.5 * o.weight END)"""
    rows = database.rows(
        f"""SELECT o.memory_id, sum(o.verdict = 'worked'), sum(o.verdict = 'failed'), {balance} AS balance
        FROM outcomes o JOIN memories m ON m.id = o.memory_id
        WHERE o.counted AND o.retired_at IS NULL AND o.at >= ? {scope}
        GROUP BY o.memory_id HAVING balance {"<" if hurt else ">"} 0
        ORDER BY balance {"" if hurt else "DESC"}, o.memory_id LIMIT ?""",
        (since, project, limit) if project else (since, limit),
    )
    return [(str(id), int(worked), int(failed)) for id, worked, failed, _ in rows]  # type: ignore[call-overload]


def session_count(database: Database, project: str) -> int:
    """How many sessions have a summary: of a project, or of all in the file for ""."""
    scope = "WHERE project = ?" if project else ""
    row = database.row(f"SELECT count(*) FROM sessions {scope}", (project,) if project else ())
    return int(row[0]) if row else 0  # type: ignore[call-overload]


def event_count(database: Database, project: str) -> int:
    """How many events of clients are stored: of a project, or of all in the file for ""."""
    scope = "WHERE project = ?" if project else ""
    row = database.row(f"SELECT count(*) FROM events {scope}", (project,) if project else ())
    return int(row[0]) if row else 0  # type: ignore[call-overload]
