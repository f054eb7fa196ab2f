"""Tasks of trackers, the memories linked to them, and how far each tracker was read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hardwon.store.database import Database

OPEN, ACTIVE, CLOSED, GONE = STATES = ("open", "active", "closed", "gone")
PERSON, AGENT, GIVEN = "person", "agent", "given"
"""Who linked a memory to a task; GIVEN where it was before the agent while the task was active."""

_COLUMNS = (
    "key, project, source, id, title, status, state, verdict, reason, session_id, closing, place, closed_count, "
    "started_at, closed_at, changed_at"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """A task as it stands.

    Attributes:
        key: the same for the same task, wherever it is read.
        source: claude, todo or beads. id, title, status: as the tracker writes them.
        state: open, active (somebody is at it), closed, or gone (deleted or cancelled).
        verdict: worked, failed or neutral of its last close, "" before. reason: of that close.
        session_id: that worked on it or closed it, "" when unknown.
        closing: the key under which its close counts, "" while it does not.
        place: where it was seen: file, or session (in calls of tools alone).
        closed_count: how often it was closed.
        started_at, closed_at, changed_at: milliseconds, 0 when unknown.
    """

    key: str
    project: str
    source: str
    id: str
    title: str = ""
    status: str = ""
    state: str = OPEN
    verdict: str = ""
    reason: str = ""
    session_id: str = ""
    closing: str = ""
    place: str = "file"
    closed_count: int = 0
    started_at: int = 0
    closed_at: int = 0
    changed_at: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """A memory that belongs to a task: who said so, in which session, and since when."""

    memory_id: str
    how: str
    session_id: str
    at: int


def has_tasks(database: Database) -> bool:
    """Whether a store's schema knows tasks; one that is only read may be older."""
    return database.row("SELECT 1 FROM sqlite_schema WHERE name = 'tasks'") is not None


def source_state(database: Database, project: str, source: str) -> tuple[int, str]:
    """How far a tracker was read: the number of the look, and what its reader remembers of it; (0, "") at first."""
    row = database.row("SELECT revision, state FROM task_sources WHERE project = ? AND source = ?", (project, source))
    return (0, "") if row is None else (int(row[0]), str(row[1]))  # type: ignore[call-overload]


def keep_source_state(database: Database, project: str, source: str, revision: int, state: str) -> bool:
    """Note how far a tracker was read; False, and nothing noted, when another process has done so since `revision`."""
    return (
        database.change(
            """INSERT INTO task_sources (revision, project, source, state) VALUES (?, ?, ?, ?)
            ON CONFLICT (project, source) DO UPDATE SET revision = excluded.revision, state = excluded.state
            WHERE revision = ?""",
            (revision + 1, project, source, state, revision),
        )
        > 0
    )


def put(database: Database, task: Task) -> None:
    """Store a task as it stands now."""
    database.change(
        f"""INSERT INTO tasks ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (project, key) DO UPDATE SET source = excluded.source, id = excluded.id, title = excluded.title,
        status = excluded.status, state = excluded.state, verdict = excluded.verdict, reason = excluded.reason,
        session_id = excluded.session_id, closing = excluded.closing, place = excluded.place,
        closed_count = excluded.closed_count, started_at = excluded.started_at, closed_at = excluded.closed_at,
        changed_at = excluded.changed_at""",
        (
            task.key, task.project, task.source, task.id, task.title, task.status, task.state, task.verdict,
            task.reason, task.session_id, task.closing, task.place, task.closed_count, task.started_at,
            task.closed_at, task.changed_at,
        ),
    )  # fmt: skip


def tasks_of(database: Database, project: str, *, source: str = "", states: Iterable[str] = STATES) -> list[Task]:
    """A project's tasks: those somebody is at first, then what is open, then what ended, then what was dropped."""
    wanted = tuple(states)
    marks = ",".join("?" * len(wanted))
    only = "AND source = ?" if source else ""
    rows = database.rows(
        f"""SELECT {_COLUMNS} FROM tasks WHERE project = ? AND state IN ({marks}) {only}
        ORDER BY CASE state WHEN 'active' THEN 0 WHEN 'open' THEN 1 WHEN 'closed' THEN 2 ELSE 3 END, changed_at DESC,
        source, key""",
        (project, *wanted, source) if source else (project, *wanted),
    )
    return [_task(row) for row in rows]


def task_of(database: Database, project: str, key: str) -> Task | None:
    """The task with a key."""
    row = database.row(f"SELECT {_COLUMNS} FROM tasks WHERE project = ? AND key = ?", (project, key))
    return None if row is None else _task(row)


def counts(database: Database, project: str) -> list[tuple[str, str, str, int]]:
    """How many tasks there are by source, state and verdict."""
    rows = database.rows(
        "SELECT source, state, verdict, count(*) FROM tasks WHERE project = ? GROUP BY 1, 2, 3", (project,)
    )
    return [(str(source), str(state), str(verdict), int(n)) for source, state, verdict, n in rows]  # type: ignore[call-overload]


def link(database: Database, project: str, task: str, link: Link) -> bool:
    """Link a memory to a task; a person's link takes the place of any other. False when nothing changed."""
    return (
        database.change(
            """INSERT INTO task_memories (project, task, memory_id, how, session_id, at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (project, task, memory_id) DO UPDATE SET how = excluded.how
            WHERE excluded.how = 'person' AND how <> 'person'""",
            (project, task, link.memory_id, link.how, link.session_id, link.at),
        )
        > 0
    )


def links_of(database: Database, project: str, task: str) -> list[Link]:
    """The memories linked to a task, the first first."""
    rows = database.rows(
        """SELECT memory_id, how, session_id, at FROM task_memories WHERE project = ? AND task = ?
        ORDER BY at, memory_id""",
        (project, task),
    )
    return [_link(row) for row in rows]


def tasks_with(database: Database, project: str, memory_id: str, limit: int) -> list[tuple[Task, Link]]:
    """The tasks that a memory belongs to, the latest first, each with the link."""
    columns = ", ".join(f"t.{name}" for name in _COLUMNS.split(", "))
    rows = database.rows(
        f"""SELECT l.memory_id, l.how, l.session_id, l.at, {columns} FROM task_memories l
        JOIN tasks t ON t.project = l.project AND t.key = l.task
        WHERE l.project = ? AND l.memory_id = ? ORDER BY t.changed_at DESC, t.key LIMIT ?""",
        (project, memory_id, limit),
    )
    return [(_task(row[4:]), _link(row[:4])) for row in rows]


def all_links(database: Database, project: str) -> dict[str, list[Link]]:
    """The memories linked to each task that has any, the first first."""
    rows = database.rows(
        """SELECT memory_id, how, session_id, at, task FROM task_memories WHERE project = ?
        ORDER BY at, memory_id""",
        (project,),
    )
    found: dict[str, list[Link]] = {}
    for row in rows:
        found.setdefault(str(row[4]), []).append(_link(row[:4]))
    return found


def links_by_hand(database: Database, project: str) -> list[tuple[Task, Link]]:
    """The memories that a person or the agent linked to tasks that somebody began, each with its task."""
    columns = ", ".join(f"t.{name}" for name in _COLUMNS.split(", "))
    rows = database.rows(
        f"""SELECT l.memory_id, l.how, l.session_id, l.at, {columns} FROM task_memories l
        JOIN tasks t ON t.project = l.project AND t.key = l.task
        WHERE l.project = ? AND l.how <> ? AND t.state IN (?, ?) ORDER BY l.at, l.memory_id""",
        (project, GIVEN, ACTIVE, CLOSED),
    )
    return [(_task(row[4:]), _link(row[:4])) for row in rows]


def link_counts(database: Database, project: str) -> dict[str, int]:
    """How many memories each task that has any is linked to."""
    rows = database.rows("SELECT task, count(*) FROM task_memories WHERE project = ? GROUP BY task", (project,))
    return {str(task): int(count) for task, count in rows}  # type: ignore[call-overload]


def linked_memory_count(database: Database, project: str) -> int:
    """How many memories belong to a task."""
    row = database.row("SELECT count(DISTINCT memory_id) FROM task_memories WHERE project = ?", (project,))
    return int(row[0]) if row else 0  # type: ignore[call-overload]


def outcome_counts(database: Database, project: str) -> dict[str, int]:
    """How many outcomes of each verdict rest on the end of a task."""
    rows = database.rows(
        """SELECT verdict, count(*) FROM outcomes o WHERE source = 'evidence' AND counted AND retired_at IS NULL
        AND memory_id IN (SELECT memory_id FROM task_memories WHERE project = ?)
        AND EXISTS (SELECT 1 FROM json_each(o.evidence, '$.pieces') p WHERE p.value ->> '$.kind' = 'task')
        GROUP BY verdict""",
        (project,),
    )
    return {str(verdict): int(count) for verdict, count in rows}  # type: ignore[call-overload]


def has_memories(database: Database, project: str) -> bool:
    """Whether any session was given a memory, or any task has one."""
    row = database.row(
        """SELECT EXISTS (SELECT 1 FROM injections WHERE project = ?)
        OR EXISTS (SELECT 1 FROM task_memories WHERE project = ?)""",
        (project, project),
    )
    return row == (1,)


def sessions_of(database: Database, project: str) -> set[str]:
    """The sessions of a project that have a summary."""
    return {str(row[0]) for row in database.rows("SELECT id FROM sessions WHERE project = ?", (project,))}


def given(database: Database, project: str) -> list[tuple[int, str, str]]:
    """(time, session, memory) of all that sessions were given, oldest first."""
    rows = database.rows(
        "SELECT at, session_id, memory_id FROM injections WHERE project = ? ORDER BY at, memory_id", (project,)
    )
    return [(int(at), str(session), str(memory)) for at, session, memory in rows]  # type: ignore[call-overload]


def _link(row: tuple[object, ...]) -> Link:
    id, how, session, at = row
    return Link(memory_id=str(id), how=str(how), session_id=str(session), at=int(at))  # type: ignore[call-overload]


def _task(row: tuple[object, ...]) -> Task:
    texts, numbers = [str(value) for value in row[:12]], [int(value) for value in row[12:]]  # type: ignore[call-overload]
    return Task(
        key=texts[0],
        project=texts[1],
        source=texts[2],
        id=texts[3],
        title=texts[4],
        status=texts[5],
        state=texts[6],
        verdict=texts[7],
        reason=texts[8],
        session_id=texts[9],
        closing=texts[10],
        place=texts[11],
        closed_count=numbers[0],
        started_at=numbers[1],
        closed_at=numbers[2],
        changed_at=numbers[3],
    )
