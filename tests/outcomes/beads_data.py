"""Beads folders of both ages, for tests."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

MODERN: tuple[dict[str, object], ...] = (
    {
        "_type": "issue",
        "id": "shop-k1",
        "title": "Totals are off by a cent",
        "status": "closed",
        "priority": 0,
        "issue_type": "bug",
        "created_at": "2026-03-02T08:00:00Z",
        "updated_at": "2026-03-02T09:00:00Z",
        "started_at": "2026-03-02T08:10:00Z",
        "closed_at": "2026-03-02T09:00:00Z",
        "close_reason": "Fixed by rounding once, at the end",
        "closed_by_session": "sess-7",
        "metadata": {"files": ["cart.py"]},
        "labels": ["money"],
        "comment_count": 1,
        "comments": [
            {
                "id": "c-9",
                "issue_id": "shop-k1",
                "author": "dev",
                "text": "seen in June too",
                "created_at": "2026-03-02T08:30:00Z",
            }
        ],
    },
    {
        "_type": "issue",
        "id": "shop-k2",
        "title": "Try a columnar cache",
        "status": "closed",
        "created_at": "2026-03-02T08:00:00Z",
        "updated_at": "2026-03-03T08:00:00Z",
        "closed_at": "2026-03-03T08:00:00Z",
        "close_reason": "Abandoned: twice the memory for nothing",
    },
    {
        "_type": "issue",
        "id": "shop-k3",
        "title": "Cents again",
        "status": "closed",
        "created_at": "2026-03-04T08:00:00Z",
        "updated_at": "2026-03-04T08:00:00Z",
        "closed_at": "2026-03-04T09:00:00Z",
        "close_reason": "Done",
        "dependencies": [{"issue_id": "shop-k3", "depends_on_id": "shop-k1", "type": "duplicates"}],
    },
    {
        "_type": "issue",
        "id": "shop-k4",
        "title": "Tidy",
        "status": "closed",
        "created_at": "2026-03-04T08:00:00Z",
        "updated_at": "2026-03-04T08:00:00Z",
        "closed_at": "2026-03-04T09:00:00Z",
        "close_reason": "Closed",
    },
    {
        "_type": "issue",
        "id": "shop-k5",
        "title": "Colours",
        "status": "deferred",
        "created_at": "2026-03-04T08:00:00Z",
        "updated_at": "2026-03-04T08:00:00Z",
    },
    {
        "_type": "issue",
        "id": "shop-k6",
        "title": "Claimed",
        "status": "hooked",
        "created_at": "2026-03-04T08:00:00Z",
        "updated_at": "2026-03-04T08:00:00Z",
    },
    {
        "_type": "issue",
        "id": "shop-k6.1",
        "title": "A step",
        "status": "in_progress",
        "created_at": "2026-03-04T08:00:00Z",
        "updated_at": "2026-03-04T08:00:00Z",
    },
    {
        "_type": "issue",
        "id": "shop-k7",
        "title": "A note",
        "status": "pinned",
        "pinned": True,
        "created_at": "2026-03-04T08:00:00Z",
        "updated_at": "2026-03-04T08:00:00Z",
    },
    {"_type": "memory", "key": "lint-first", "value": "lint before you commit"},
)

LEGACY: tuple[dict[str, object], ...] = (
    {
        "id": "old-1",
        "title": "First form",
        "status": "closed",
        "priority": 1,
        "created_at": "2025-10-01T10:00:00.123456789-07:00",
        "updated_at": "2025-10-02T10:00:00-07:00",
    },
    {
        "id": "old-2",
        "title": "No priority",
        "status": "open",
        "created_at": "2025-11-01T00:00:00+11:00",
        "updated_at": "2025-11-01T00:00:00+11:00",
    },
    {
        "id": "old-3",
        "title": "Deleted",
        "status": "tombstone",
        "created_at": "2025-11-01T00:00:00Z",
        "updated_at": "2025-11-02T00:00:00Z",
        "deleted_at": "2025-11-02T00:00:00Z",
        "delete_reason": "Fixed",
        "original_type": "bug",
    },
    {
        "id": "old-4",
        "title": "Opened again",
        "status": "open",
        "created_at": "2025-11-01T00:00:00Z",
        "updated_at": "2025-11-03T00:00:00Z",
        "close_reason": "Fixed in the reader",
    },
    {
        "id": "old-5",
        "title": "Numeric comment",
        "status": "closed",
        "created_at": "2025-11-01T00:00:00Z",
        "updated_at": "2025-11-03T00:00:00Z",
        "closed_at": "2025-11-03T00:00:00Z",
        "replies_to": "old-1",
        "wisp": True,
        "comments": [{"id": 7, "issue_id": "old-5", "author": "dev", "text": "x"}],
    },
    {
        "id": "old-6",
        "title": "Year one",
        "status": "closed",
        "created_at": "0001-01-01T00:00:00Z",
        "updated_at": "1970-01-01T00:00:00Z",
        "closed_at": "2025-12-01T00:00:00Z",
        "close_reason": "All steps complete",
    },
    {
        "id": "old-7",
        "title": "Old edge",
        "status": "closed",
        "created_at": "2025-11-01T00:00:00Z",
        "updated_at": "2025-11-03T00:00:00Z",
        "closed_at": "2025-11-03T00:00:00Z",
        "close_reason": "Done",
        "duplicate_of": "old-2",
    },
)


def write_lines(project: Path, records: Sequence[Mapping[str, object]], *more: str) -> Path:
    """A `.beads` folder with an export; further lines stand as they are."""
    folder = project / ".beads"
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(record) for record in records]
    (folder / "issues.jsonl").write_text("\n".join([*lines, *more]) + "\n", encoding="utf-8")
    return folder


def write_database(project: Path, *, wal: bool = True) -> sqlite3.Connection:
    """A `.beads` folder with a SQLite file alone; the connection is open, so that its log may be too."""
    folder = project / ".beads"
    folder.mkdir(parents=True)
    connection = sqlite3.connect(folder / "beads.db")
    connection.execute(f"PRAGMA journal_mode = {'WAL' if wal else 'DELETE'}")
    connection.execute(
        "CREATE TABLE issues (id TEXT PRIMARY KEY, title TEXT, status TEXT, created_at DATETIME, updated_at "
        "DATETIME, "
        "closed_at DATETIME, close_reason TEXT DEFAULT '')"
    )
    connection.execute("CREATE TABLE dependencies (issue_id TEXT, depends_on_id TEXT, type TEXT)")
    rows = [
        (
            "db-1",
            "Index",
            "closed",
            "2025-11-01 10:00:00",
            "2025-11-02 10:00:00",
            "2025-11-02 10:00:00",
            "Fixed: one transaction now",
        ),
        ("db-2", "Open", "open", "2025-11-01 10:00:00", "2025-11-01 10:00:00", None, ""),
        (
            "db-3",
            "Twice",
            "closed",
            "2025-11-01 10:00:00",
            "2025-11-01 10:00:00",
            "2025-11-02 10:00:00.5 -0700",
            "Done",
        ),
    ]
    connection.executemany("INSERT INTO issues VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    connection.execute("INSERT INTO dependencies VALUES ('db-3', 'db-1', 'duplicates')")
    connection.commit()
    return connection
