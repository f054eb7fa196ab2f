"""Reads calls of task tools, and what searches showed, out of a project's transcripts; of each only what is new."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hardwon.binding.worktrees import work_trees
from hardwon.engine.shown import Shown
from hardwon.engine.task_changes import Seen
from hardwon.hosts.claude_code.projects import agents_of, transcripts_in
from hardwon.hosts.claude_code.transcript import read_turns
from hardwon.models import Cursor
from hardwon.outcomes.evidence.pieces import key_of
from hardwon.outcomes.trackers.task_calls import CallReader
from hardwon.store import tasks
from hardwon.store.tasks import GONE, OPEN

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.hosts.turns import Turn
    from hardwon.store.database import Database

CURSOR = "tasks:"
"""What the path of a cursor of this reading begins with."""

WINDOW_BYTES = 1 << 20
"""How far back a pass begins again for a call whose result had not come."""

_MEMORY_MARKS = (b"hardwon", b'"memory_', b"mem search", b"mem show", b"mem list", b"mem why", b"mem context", b"mem ")
_CALLS_MAX = 200

Apply = Callable[["Database", Sequence[Seen]], None]


def roots_of(engine: Engine) -> list[str]:
    """The folders a project's sessions are run in: its work trees."""
    return work_trees(engine.root) if engine.root else []


def transcripts_of(folders: Sequence[str]) -> list[str]:
    """The transcripts of sessions in some folders."""
    return [path for folder in folders for path in transcripts_in(folder)]


def read(engine: Engine, path: str, list_id: str, apply: Apply) -> None:
    """Keep what is new in a session's transcript, and in its subagents' beside it.

    Args:
        engine: the project's.
        path: the transcript; one that is gone tells nothing.
        list_id: the host's task list where it is not the session's.
        apply: keeps tasks, inside a transaction.
    """
    for number, file in enumerate([path, *agents_of(path)]):
        _read_file(engine, file, list_id, apply, is_agent=number > 0)


def _read_file(engine: Engine, path: str, list_id: str, apply: Apply, *, is_agent: bool) -> None:
    try:
        size = os.stat(path).st_size
    except (OSError, ValueError):
        return
    cursor = engine.cursor(CURSOR + path)
    if cursor.offset > size:
        cursor = Cursor(path=path)
    if cursor.offset == size:
        return
    reading = _Reading(list_id)
    try:
        begin = _begin(cursor)
        turns = read_turns(path, offset=begin, line=0 if begin == 0 else cursor.line, wants=reading.wants)
        for turn in turns:
            reading.feed(turn)
    except OSError:
        return
    state = (
        ""
        if reading.open_since is None or turns.offset - reading.open_since > WINDOW_BYTES
        else str(reading.open_since)
    )
    if not reading.has_found and engine.stores.reading(engine.stores.path_of(engine.project)) is None:
        return  # nothing is made for a project that nothing is known of
    database = engine._writing(engine.project)
    with database.atomic():
        reading.keep(engine, database, apply, is_agent=is_agent)
        engine.set_cursor(CURSOR + path, turns.offset, turns.line, size, state)


def _begin(cursor: Cursor) -> int:
    return min(int(cursor.state), cursor.offset) if cursor.state.isdigit() else cursor.offset


class _Reading:
    """One pass over one file."""

    def __init__(self, list_id: str) -> None:
        self._calls = CallReader(list_id)
        self._shown = Shown(list_id=list_id)
        self._pending: dict[str, None] = {}
        self._seen: list[Seen] = []
        self._given: list[tuple[str, str, int]] = []

    @property
    def open_since(self) -> int | None:
        """Where the first call stands whose result is not seen yet."""
        return self._calls.open_since

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
        for step in self._calls.feed(turn):
            self._seen.append(
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
                )
            )
        if turn.kind == "tool_use" and turn.tool_use_id:
            self._pending[turn.tool_use_id] = None
            if len(self._pending) > _CALLS_MAX:
                del self._pending[next(iter(self._pending))]
        elif turn.kind == "tool_result":
            self._pending.pop(turn.tool_use_id, None)
        before = len(self._shown.ids)
        self._shown.feed(turn)
        # Blocks that hooks gave are noted by the hooks; here count answers to the agent's own searches.
        if turn.kind == "tool_result":
            ids = list(self._shown.ids)[before:]
            self._given += [(id, turn.session_id, turn.at_ms) for id in ids]

    def keep(self, engine: Engine, database: Database, apply: Apply, *, is_agent: bool) -> None:
        """Store what was found, inside a transaction."""
        self._keep_given(engine)
        apply(database, self._seen)
        for session, listed in {} if is_agent else self._calls.listed.items():
            apply(database, list(_left_out(engine.project, database, session, listed)))

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
