"""What hosts tell: events, what was given to whom, sessions, and how far transcripts were read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from hardwon.engine.keeping import DAY_MS, Keeping
from hardwon.models import Cursor, SessionSummary
from hardwon.store import sessions

EVIDENCE = "evidence:"
"""What the path of a cursor begins with that is about evidence for outcomes."""

_CURSORS_LOOKED_AT = 200


class Told(Keeping):
    """The part of the engine that keeps what hosts tell."""

    def note_event(
        self, *, key: str, session_id: str, event: str, tool: str = "", tool_use_id: str = "", at: int
    ) -> bool:
        """Store a host's event once; False when it was stored before."""
        database = self._writing(self.project)
        with database.atomic():
            return sessions.insert_event(
                database,
                key=key,
                project=self.project,
                session_id=session_id,
                event=event,
                tool=tool,
                tool_use_id=tool_use_id,
                at=at,
            )

    def note_injections(self, *, session_id: str, event: str, memory_ids: Sequence[str], at: int, key: str) -> None:
        """Store which memories a hook gave to a session; the same key again stores nothing."""
        database = self._writing(self.project)
        with database.atomic():
            sessions.insert_injections(
                database,
                key=key,
                project=self.project,
                session_id=session_id,
                event=event,
                memory_ids=memory_ids,
                at=at,
            )

    def injections(self, session_id: str) -> Sequence[tuple[str, str, int]]:
        """What hooks gave to a session: memory, event and time of each, oldest first."""
        database = self.stores.reading(self.stores.path_of(self.project))
        return sessions.injections_of(database, self.project, session_id) if database else []

    def batch(self) -> AbstractContextManager[object]:
        """A block whose writes to the project's file are one transaction.

        Raises:
            StoreError: the file cannot be written; nothing in the block was.
        """
        return self._writing(self.project).atomic()

    def injection_count(self, id_prefix: str) -> int:
        """How often a memory was given to a session."""
        _, memory = self._locate(id_prefix)
        database = self.stores.reading(self.stores.path_of(self.project))
        return sessions.injection_count(database, memory.id) if database else 0

    def cursor(self, path: str) -> Cursor:
        """How far a transcript was read."""
        database = self.stores.reading(self.stores.path_of(self.project))
        return sessions.read_cursor(database, path) if database else Cursor(path=path)

    def set_cursor(self, path: str, offset: int, line: int, size: int, state: str = "") -> None:
        """Note how far a transcript was read."""
        database = self._writing(self.project)
        with database.atomic():
            sessions.write_cursor(database, Cursor(path=path, offset=offset, line=line, size=size, state=state))

    def save_session(self, summary: SessionSummary) -> None:
        """Store a session's summary in place of its earlier one."""
        database = self._writing(self.project)
        with database.atomic():
            sessions.save_summary(database, replace(summary, project=self.project))

    def sessions(self, limit: int = 10) -> Sequence[SessionSummary]:
        """The sessions of this project, the last first."""
        database = self.stores.reading(self.stores.path_of(self.project))
        return sessions.recent_sessions(database, self.project, limit) if database else []

    def drop_old_records(self) -> None:
        """Drop events and injections older than the setting `session_days`, and what was kept of transcripts gone."""
        database = self._writing(self.project)
        oldest = sessions.oldest_cursors(database, EVIDENCE, _CURSORS_LOOKED_AT)
        gone = [path for path in oldest if not os.path.exists(path.removeprefix(EVIDENCE))]
        with database.atomic():
            sessions.forget_old_records(database, self.clock() - self.settings.session_days * DAY_MS)
            for path in gone:
                sessions.delete_cursor(database, path)
