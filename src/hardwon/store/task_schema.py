"""The third step of the schema: tasks of trackers, and which memories belong to them."""

from __future__ import annotations

import apsw

# Column types in an order no other table has: repair tells rows of damaged pages apart by them.
_M003 = (
    """CREATE TABLE tasks (
        key TEXT NOT NULL, project TEXT NOT NULL, source TEXT NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL,
        status TEXT NOT NULL, state TEXT NOT NULL, verdict TEXT NOT NULL, reason TEXT NOT NULL,
        session_id TEXT NOT NULL, closing TEXT NOT NULL, place TEXT NOT NULL, closed_count INTEGER NOT NULL,
        started_at INTEGER NOT NULL, closed_at INTEGER NOT NULL, changed_at INTEGER NOT NULL, UNIQUE (project, key)
    ) STRICT""",
    "CREATE INDEX tasks_state ON tasks (project, state, changed_at)",
    """CREATE TABLE task_memories (
        at INTEGER NOT NULL, project TEXT NOT NULL, task TEXT NOT NULL, memory_id TEXT NOT NULL, how TEXT NOT NULL,
        session_id TEXT NOT NULL, UNIQUE (project, task, memory_id)
    ) STRICT""",
    "CREATE INDEX task_memories_memory ON task_memories (memory_id)",
    """CREATE TABLE task_sources (
        revision INTEGER NOT NULL, project TEXT NOT NULL, source TEXT NOT NULL, state TEXT NOT NULL,
        UNIQUE (project, source)
    ) STRICT""",
    "CREATE INDEX injections_session ON injections (project, session_id, at)",
)


def m003_tasks(connection: apsw.Connection) -> None:
    """Tasks as trackers show them, the memories linked to each, and how far each tracker was read."""
    for statement in _M003:
        connection.execute(statement)
