"""Reads calls of task tools, and what searches showed, out of a project's transcripts; of each only what is new."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from hardwon.binding.worktrees import work_trees
from hardwon.config import paused
from hardwon.engine.shown import Shown
from hardwon.engine.task_changes import Seen
from hardwon.hosts.claude_code.projects import agents_of, transcripts_in
from hardwon.hosts.claude_code.transcript import read_turns
from hardwon.models import Cursor
from hardwon.outcomes.evidence.pieces import key_of
from hardwon.outcomes.trackers.task_calls import CallReader, Step
from hardwon.store import sessions, tasks
from hardwon.store.tasks import GONE, OPEN

if TYPE_CHECKING:
    from hardwon.config.paused import Pauses
    from hardwon.engine.core import Engine
    from hardwon.hosts.turns import Turn
    from hardwon.store.database import Database

CURSOR = "tasks:"
"""What the path of a cursor of this reading begins with."""

WINDOW_BYTES = 1 << 20
"""How far back a pass begins again for a call whose result had not come."""

_MEMORY_MARKS = (b"hardwon", b"memory_", b"mem ")
_CALLS_MAX = 200
_RESULT_MS = 600_000  # how long a result may take to come
_TOGETHER_MAX = 64  # files whose findings are stored in one transaction

Apply = Callable[["Database", Sequence[Seen]], None]


def roots_of(engine: Engine) -> list[str]:
    """The folders a project's sessions are run in: its work trees."""
    return work_trees(engine.root) if engine.root else []


def transcripts_of(folders: Sequence[str]) -> list[str]:
    """The transcripts of sessions in some folders."""
    return [path for folder in folders for path in transcripts_in(folder)]


def read(engine: Engine, paths: Sequence[str], list_id: str, apply: Apply) -> list[Reading]:
    """Keep what is new in sessions' transcripts, and in their subagents' beside them.

    Args:
        engine: the project's.
        paths: the transcripts; one that is gone tells nothing.
        list_id: the host's task list where it is not the session's.
        apply: keeps tasks, inside a transaction.

    Returns:
        what was read of files that tell nothing, in a project that has no store: for `keep`, if it comes to have one.
    """
    waiting: list[Reading] = []
    for path in paths:
        for number, file in enumerate([path, *agents_of(path)]):
            reading = _read_file(engine, file, list_id, is_agent=number > 0)
            waiting += [reading] if reading else []
        if len(waiting) >= _TOGETHER_MAX:
            waiting = [] if keep(engine, waiting, apply) else waiting
    return [] if keep(engine, waiting, apply) else waiting


def keep(engine: Engine, readings: Sequence[Reading], apply: Apply) -> bool:
    """Store what some files told in one transaction: each costs a write to the disk.

    Returns:
        whether it was stored; for a project that nothing is known of, nothing is made.
    """
    has_store = engine.stores.reading(engine.stores.path_of(engine.project)) is not None
    if not readings or not (has_store or any(one.has_found for one in readings)):
        return False
    database = engine._writing(engine.project)
    with database.atomic():
        for one in readings:
            one.keep(engine, database, apply)
    return True


def _read_file(engine: Engine, path: str, list_id: str, *, is_agent: bool) -> Reading | None:
    try:
        size = os.stat(path).st_size
    except (OSError, ValueError):
        return None
    cursor = engine.cursor(CURSOR + path)
    if cursor.offset > size:
        cursor = Cursor(path=path)
    if cursor.offset == size:
        return None
    reading = Reading(path, list_id, size, is_agent=is_agent, pauses=Paused(engine))
    try:
        reading.read(cursor, engine.clock())
    except OSError:
        return None
    return reading


class Paused:
    """Whether nothing was to be learnt when something was said."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._sessions: dict[str, Pauses] = {}

    def covers(self, turn: Turn) -> bool:
        """Whether the turn's session, or its project, was paused then."""
        known = self._sessions.get(turn.session_id)
        if known is None:
            known = paused.pauses(self._engine.stores.paths, self._engine.project, turn.session_id)
            self._sessions[turn.session_id] = known
        return known.covers(turn.at_ms)


class Reading:
    """One pass over one file."""

    def __init__(self, path: str, list_id: str, size: int, *, is_agent: bool, pauses: Paused) -> None:
        self._path = path
        self._pauses = pauses
        self._size = size
        self._is_agent = is_agent
        self._calls = CallReader(list_id)
        self._shown = Shown(list_id=list_id)
        self._pending: dict[str, None] = {}
        self._seen: list[Seen] = []
        self._given: list[tuple[str, str, int]] = []
        self._end = Cursor(path=path)

    def read(self, cursor: Cursor, now: int) -> None:
        """Read from where the last pass ended, or from a call whose result had not come then.

        Raises:
            OSError: the file cannot be read.
        """
        begin = min(int(cursor.state), cursor.offset) if cursor.state.isdigit() else cursor.offset
        turns = read_turns(self._path, offset=begin, line=cursor.line, wants=self.wants)
        for turn in turns:
            self.feed(turn)
        self._take(self._calls.give_up(now - _RESULT_MS))
        if all(one.at for one in self._seen):
            self._seen.sort(key=lambda one: one.at)
        since = self._calls.open_since
        state = "" if since is None or turns.offset - since > WINDOW_BYTES else str(since)
        self._end = Cursor(path=self._path, offset=turns.offset, line=turns.line, state=state)

    @property
    def has_found(self) -> bool:
        """Whether there is anything to keep."""
        return bool(self._seen)

    def wants(self, raw: bytes) -> bool:
        """Whether a line may tell of tasks or memories; the others are not parsed."""
        if self._calls.wants(raw) or any(mark in raw for mark in _MEMORY_MARKS):
            return True
        return any(id.encode() in raw for id in self._pending)

    def feed(self, turn: Turn) -> None:
        """Take the next turn."""
        if self._pauses.covers(turn):
            return
        self._take(self._calls.feed(turn))
        if turn.kind == "tool_use" and turn.tool_use_id:
            self._pending[turn.tool_use_id] = None
            if len(self._pending) > _CALLS_MAX:
                del self._pending[next(iter(self._pending))]
        elif turn.kind == "tool_result":
            self._pending.pop(turn.tool_use_id, None)
        self._shown.ids.clear()  # what was shown before may be shown again while at another task
        self._shown.feed(turn)
        # Blocks that hooks gave are noted by the hooks; here count answers to the agent's own searches.
        if turn.kind == "tool_result":
            self._given += [(id, turn.session_id, turn.at_ms) for id in self._shown.ids]

    def _take(self, steps: Iterable[Step]) -> None:
        self._seen += [
            Seen(
                key=step.key,
                source=step.source,
                id=step.id,
                title=step.title,
                status=step.status,
                state=step.state,
                session_id=step.session_id,
                at=step.at_ms,
                place="session",
                call=step.call,
            )
            for step in steps
        ]

    def keep(self, engine: Engine, database: Database, apply: Apply) -> None:
        """Store what was found, and how far the file was read, inside a transaction."""
        self._keep_given(engine)
        fresh = [one for one in self._seen if _is_first(database, engine.project, one)]
        if fresh:
            apply(database, fresh)
        for session, listed in () if self._is_agent else self._calls.listed.items():
            apply(database, _left_out(engine.project, database, session, listed))
        engine.set_cursor(CURSOR + self._path, self._end.offset, self._end.line, self._size, self._end.state)

    def _keep_given(self, engine: Engine) -> None:
        ids = {id for id, *_ in self._given}
        known = {row.id for reader in engine.stores.readers() for row in reader.by_ids(list(ids))} if ids else set()
        for id, session, at in self._given:
            if id in known and at:
                engine.note_injections(
                    session_id=session,
                    event="Recall",
                    memory_ids=[id],
                    at=at,
                    key=key_of("recall", session, at, id),
                )


def _is_first(database: Database, project: str, seen: Seen) -> bool:
    """Whether a call was not met before; forked and resumed sessions begin with copies of another's lines."""
    return not seen.call or sessions.insert_event(
        database,
        key=seen.call,
        project=project,
        session_id=seen.session_id,
        event="Task",
        tool="",
        tool_use_id="",
        at=seen.at,
    )


def _left_out(project: str, database: Database, session: str, listed: frozenset[str]) -> Sequence[Seen]:
    """The todos of a session that were open and are in its list no more."""
    return [
        Seen(
            key=one.key,
            source=one.source,
            id=one.id,
            state=GONE,
            status="left out",
            session_id=session,
            place="session",
        )
        for one in tasks.tasks_of(database, project, source="todo", states=(OPEN, tasks.ACTIVE))
        if one.session_id == session and one.place == "session" and one.key not in listed
    ]
