"""What hosts told: sessions, events, what was injected, and how far transcripts were read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from hardwon.models import Cursor, SessionSummary
from hardwon.store.database import Database

_SUMMARY_FIELDS = {field.name for field in fields(SessionSummary)}


def insert_event(
    database: Database, *, key: str, project: str, session_id: str, event: str, tool: str, tool_use_id: str, at: int
) -> bool:
    """Store a host's event; False when its key was stored before."""
    return (
        database.change(
            """INSERT INTO events (key, project, session_id, event, tool, tool_use_id, at)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""",
            (key, project, session_id, event, tool, tool_use_id, at),
        )
        > 0
    )


def event_count(database: Database, project: str) -> int:
    """How many events of a project are stored."""
    row = database.row("SELECT count(*) FROM events WHERE project = ?", (project,))
    return int(row[0]) if row else 0  # type: ignore[call-overload]


def insert_injections(
    database: Database, *, key: str, project: str, session_id: str, event: str, memory_ids: Sequence[str], at: int
) -> None:
    """Store which memories a hook gave to a session."""
    for memory_id in memory_ids:
        database.change(
            """INSERT INTO injections (key, memory_id, project, session_id, event, at)
            VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""",
            (key, memory_id, project, session_id, event, at),
        )


def injections_of(database: Database, project: str, session_id: str) -> list[tuple[str, str, int]]:
    """What hooks gave to a session: memory, event and time of each, oldest first."""
    rows = database.rows(
        "SELECT memory_id, event, at FROM injections WHERE project = ? AND session_id = ? ORDER BY at, memory_id",
        (project, session_id),
    )
    return [(str(memory_id), str(event), int(at)) for memory_id, event, at in rows]  # type: ignore[call-overload]


def injection_count(database: Database, memory_id: str) -> int:
    """How often a memory was given to a session."""
    row = database.row("SELECT count(*) FROM injections WHERE memory_id = ?", (memory_id,))
    return int(row[0]) if row else 0  # type: ignore[call-overload]


def save_summary(database: Database, summary: SessionSummary) -> None:
    """Store a session's summary; a later one of the same session replaces it."""
    database.change(
        """INSERT INTO sessions (id, project, host, started_at, ended_at, summary) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (id, project) DO UPDATE SET ended_at = excluded.ended_at, summary = excluded.summary,
        started_at = min(started_at, excluded.started_at)""",
        (
            summary.session_id, summary.project, summary.host, summary.started_at, summary.ended_at,
            json.dumps(asdict(summary), ensure_ascii=False),
        ),
    )  # fmt: skip


def recent_sessions(database: Database, project: str, limit: int) -> list[SessionSummary]:
    """The sessions of a project, the last first."""
    rows = database.rows(
        "SELECT summary FROM sessions WHERE project = ? ORDER BY ended_at DESC LIMIT ?", (project, limit)
    )
    return [_summary(str(row[0])) for row in rows]


def session_summary(database: Database, project: str, session_id: str) -> SessionSummary | None:
    """The summary of one session of a project."""
    row = database.row("SELECT summary FROM sessions WHERE id = ? AND project = ?", (session_id, project))
    return None if row is None else _summary(str(row[0]))


def read_cursor(database: Database, path: str) -> Cursor:
    """How far a transcript was read; the beginning when it never was."""
    row = database.row("SELECT position, line, size, state FROM cursors WHERE path = ?", (path,))
    if row is None:
        return Cursor(path=path)
    position, line, size, state = row
    return Cursor(path=path, offset=int(position), line=int(line), size=int(size), state=str(state))  # type: ignore[call-overload]


def cursors_beginning_with(database: Database, prefix: str, limit: int) -> list[Cursor]:
    """Cursors whose path begins with a text, the one that was written last first."""
    rows = database.rows(
        """SELECT path, position, line, size, state FROM cursors WHERE path >= ? AND path < ?
        ORDER BY rowid DESC LIMIT ?""",
        (prefix, prefix + "\U0010ffff", limit),
    )
    return [
        Cursor(path=str(path), offset=int(position), line=int(line), size=int(size), state=str(state))  # type: ignore[call-overload]
        for path, position, line, size, state in rows
    ]


def oldest_cursors(database: Database, prefix: str, limit: int) -> list[str]:
    """The paths of cursors that begin with a text, those made first."""
    rows = database.rows(
        "SELECT path FROM cursors WHERE path >= ? AND path < ? ORDER BY rowid LIMIT ?",
        (prefix, prefix + "\U0010ffff", limit),
    )
    return [str(row[0]) for row in rows]


def delete_cursor(database: Database, path: str) -> None:
    """Forget how far something was read."""
    database.change("DELETE FROM cursors WHERE path = ?", (path,))


def write_cursor(database: Database, cursor: Cursor) -> None:
    """Store how far a transcript was read."""
    database.change(
        """INSERT INTO cursors (path, position, line, size, state) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET position = excluded.position, line = excluded.line,
        size = excluded.size, state = excluded.state""",
        (cursor.path, cursor.offset, cursor.line, cursor.size, cursor.state),
    )


def forget_old_records(database: Database, before: int) -> None:
    """Drop events and injections older than a moment; memories and outcomes stay."""
    database.change("DELETE FROM events WHERE at < ?", (before,))
    database.change("DELETE FROM injections WHERE at < ?", (before,))


def is_summary(stored: str) -> bool:
    """Whether a text is a stored summary."""
    try:
        _summary(stored)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return False
    return True


def _summary(stored: str) -> SessionSummary:
    known: dict[str, Any] = {key: item for key, item in json.loads(stored).items() if key in _SUMMARY_FIELDS}
    fields_given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in known.items()}
    return SessionSummary(**fields_given)
