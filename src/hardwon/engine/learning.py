"""Reads what became of memories out of transcripts, and keeps it as outcomes.

Incremental: beside its position a cursor keeps where the last attempts that can still change begin, how checks had
ended before, and which memories were in play: keys and ids, nothing of what was said. The order makes a kill harmless:
outcomes first, each under a key; the cursor last.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.engine import verdicts
from hardwon.engine.capturing import agents_of, checked_cursor
from hardwon.engine.keeping import DAY_MS
from hardwon.engine.reading import GIVEN_MAX, KEPT_MS, PART_BYTES, Reading, Source, State
from hardwon.engine.told import EVIDENCE
from hardwon.engine.verdicts import Changes
from hardwon.models import Cursor
from hardwon.outcomes.evidence.pieces import Attempt
from hardwon.store import sessions

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

CURSOR = EVIDENCE
"""What the path of a cursor of this reading begins with."""

ANEW_BYTES = 16 << 20
"""The largest transcript that is read again from its beginning."""

LOOK_BACK_DAYS = 14
"""How long git is asked what became of a session's edits, in days."""

_LOOKED_BACK_AT = 8  # sessions, the latest
_CURSORS_MAX = 400


@dataclass(frozen=True, kw_only=True)
class LearnReport:
    """What one pass found.

    Attributes:
        recorded, withdrawn: memories with a new outcome, and with one that no longer counts.
        bytes_read: of new transcript, and of the window that was read again.
    """

    recorded: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    bytes_read: int = 0

    def plus(self, changes: Changes, bytes_read: int) -> LearnReport:
        """With what one more file changed."""
        return LearnReport(
            recorded=tuple(dict.fromkeys((*self.recorded, *changes.recorded))),
            withdrawn=tuple(dict.fromkeys((*self.withdrawn, *changes.withdrawn))),
            bytes_read=self.bytes_read + bytes_read,
        )


def learn(
    engine: Engine,
    *,
    transcript_path: str,
    session_id: str,
    subagent: bool = False,
    anew: bool = False,
    list_id: str = "",
    in_play: Sequence[str] = (),
) -> LearnReport:
    """Keep what became of the memories that were in play in a session, from what is new in its transcript.

    Args:
        engine: the project's.
        transcript_path: the client's file of the session or, for a subagent, of that agent.
        session_id: the host's session.
        subagent: the file is a subagent's: nobody typed in it.
        anew: read the whole file once more, as far as it is no larger than ANEW_BYTES, for what was found elsewhere
            since.
        list_id: the host's task list where it is not the session's (CLAUDE_CODE_TASK_LIST_ID).
        in_play: memories that are held to be before the agent from the beginning on, where nothing of the session was
            read yet: of a session from before there was anybody to give them.

    Returns:
        what changed; nothing when the file is gone or is no file.

    Raises:
        StoreError: a store cannot be written; the next call reads the same again.
    """
    report = LearnReport()
    source = Source(engine, session_id or transcript_path, list_id, tuple(in_play[:GIVEN_MAX]))
    main = _read_file(source, transcript_path, (), subagent=subagent, anew=anew)
    if main is None:
        return report
    report = report.plus(main.changes, main.bytes_read)
    since = min((attempt.started_at for attempt in main.last), default=0)
    for path in () if subagent else agents_of(transcript_path):
        agent = _read_file(source, path, main.last, subagent=True, anew=anew or _changed_since(path, since))
        report = report.plus(agent.changes, agent.bytes_read) if agent else report
    return report


def edited_sessions(engine: Engine) -> list[tuple[str, str]]:
    """Transcript and session of the latest sessions that edited something with memories in play."""
    database = engine.stores.reading(engine.stores.path_of(engine.project))
    since = engine.clock() - LOOK_BACK_DAYS * DAY_MS
    found: list[tuple[int, str, str]] = []
    for cursor in sessions.cursors_beginning_with(database, CURSOR, _CURSORS_MAX) if database else ():
        state = State.read(cursor.state)
        path = cursor.path.removeprefix(CURSOR)
        if state.edited_at >= since and "/subagents/" not in path:
            found.append((state.edited_at, path, state.session_id))
    return [(path, session_id) for _, path, session_id in sorted(found, reverse=True)[:_LOOKED_BACK_AT]]


def look_back(engine: Engine) -> LearnReport:
    """Ask git once more what became of the edits of the latest sessions: kept by a commit, reverted or reset away.

    Raises:
        StoreError: a store cannot be written.
    """
    report = LearnReport()
    for path, session_id in edited_sessions(engine):
        found = learn(engine, transcript_path=path, session_id=session_id, anew=True)
        report = report.plus(Changes(list(found.recorded), list(found.withdrawn)), found.bytes_read)
    return report


def _changed_since(path: str, at: int) -> bool:
    """Whether a subagent was at work since a time: what the person says of it comes in the session's own file."""
    try:
        return bool(at) and os.stat(path).st_mtime * 1000 >= at
    except OSError:
        return False


@dataclass
class _Read:
    changes: Changes
    bytes_read: int
    last: list[Attempt]
    is_end: bool = True

    def after(self, earlier: _Read) -> _Read:
        """With what the part before this one found."""
        recorded = [*earlier.changes.recorded, *self.changes.recorded]
        withdrawn = [*earlier.changes.withdrawn, *self.changes.withdrawn]
        return _Read(Changes(recorded, withdrawn), earlier.bytes_read + self.bytes_read, self.last, self.is_end)


def _read_file(source: Source, path: str, parents: Sequence[Attempt], *, subagent: bool, anew: bool) -> _Read | None:
    """Read what is new, in parts that are each kept before the next: a long file is never begun again."""
    done = _read_part(source, path, parents, subagent=subagent, anew=anew)
    while done and not done.is_end:
        more = _read_part(source, path, parents, subagent=subagent, anew=False)
        if more is None:
            break
        done = more.after(done)
    return done


def _read_part(source: Source, path: str, parents: Sequence[Attempt], *, subagent: bool, anew: bool) -> _Read | None:
    engine = source.engine
    try:
        size = os.stat(path).st_size
    except (OSError, ValueError):
        return None
    cursor = checked_cursor(engine.cursor(CURSOR + path), path, size)
    if cursor.offset >= size and not anew:
        return _Read(Changes(), 0, [])
    state = State.read(cursor.state)
    whole = anew and not subagent and size <= ANEW_BYTES
    begin = Cursor(path=path) if whole else cursor
    brought = state.brought if cursor.offset else source.in_play
    fresh = State(given=brought) if whole or not cursor.offset else state
    reading = Reading(source, fresh, parents, subagent=subagent)
    try:
        end = reading.read(path, begin)
    except OSError:
        return None
    changes = verdicts.keep(
        engine, source.session_id, reading.judged, looked_at=reading.looked_at, gone=reading.shown.withdrawn
    )
    left = replace(reading.state(max(state.edited_at, reading.edited_at)), brought=brought)
    engine.set_cursor(CURSOR + path, end.offset, end.line, size, left.text())
    return _Read(changes, reading.bytes_read, reading.last, reading.is_end)


__all__ = ["CURSOR", "KEPT_MS", "PART_BYTES", "LearnReport", "State", "edited_sessions", "learn", "look_back"]
