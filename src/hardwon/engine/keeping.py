"""What every change to a store goes through: finding a memory by its id, new versions, keys that count once."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace

from hardwon.binding import bind
from hardwon.binding.files import is_folder
from hardwon.config.actor import PERSON
from hardwon.engine import intake
from hardwon.engine.quick import USER_PROJECT
from hardwon.engine.searching import Clock, Place, Searching, system_clock
from hardwon.errors import Ambiguous, InvalidInput, NotFound, StaleVersion
from hardwon.models import Memory
from hardwon.store import memories, sessions
from hardwon.store.database import Database

Ids = Callable[[], str]

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's: no letter that reads like another
ID_LENGTH = 12
DAY_MS = 86_400_000


def random_id() -> str:
    """A fresh id: 60 random bits in letters and digits that are hard to confuse."""
    return "".join(_ALPHABET[byte & 31] for byte in os.urandom(ID_LENGTH))


class Keeping(Searching):
    """A search that can also write.

    Args:
        place: the project, its stores and the settings.
        actor: PERSON or AGENT: who is at the door.
        clock, ids: sources of time (milliseconds) and of ids.
    """

    def __init__(self, place: Place, *, actor: str = PERSON, clock: Clock = system_clock, ids: Ids = random_id) -> None:
        super().__init__(place, clock=clock)
        self.actor = actor
        self.ids = ids

    def _writing(self, project: str) -> Database:
        database = self.stores.writing(project)
        if (project,) not in database.rows("SELECT binding FROM projects WHERE binding = ?", (project,)):
            own = project == USER_PROJECT
            if not own and is_folder(self.root):
                bind(self.root, self.stores.paths, keep=True)  # clones are told from strangers by what was seen here
            with database.atomic():
                memories.ensure_project(
                    database, project, "you" if own else self.name, "" if own else self.root, self.clock()
                )
        return database

    def _locate(self, id_prefix: str) -> tuple[Database, Memory]:
        if not isinstance(id_prefix, str):
            raise InvalidInput("an id is text")
        prefix = id_prefix.strip().strip("[]").lower()
        if not prefix or not prefix.isalnum() or not prefix.isascii():
            raise InvalidInput(f"{id_prefix[:40]!r} is no id", "ids are letters and digits; `mem list` shows them")
        found: list[tuple[Database, str]] = []
        for database, projects in self.stores.scopes():
            found += [(database, id) for id in memories.ids_beginning_with(database, prefix, projects, 6)]
        found = [pair for pair in found if pair[1] == prefix] or found
        if not found:
            raise NotFound(f"no memory's id begins with {prefix[:40]!r}", "`mem list` shows the ids")
        if len(found) > 1:
            few = ", ".join(id for _, id in found[:5])
            raise Ambiguous(f"{prefix!r} fits several memories: {few}", "give more of the id")
        database, id = found[0]
        memory = memories.live_memory(database, id)
        if memory is None:
            raise NotFound(f"memory {id} has no live version", "`mem doctor` checks the store")
        return database, memory

    def _is_first(self, database: Database, key: str, project: str) -> bool:
        """Whether a change's key is new; it is noted in the same transaction as the change."""
        return sessions.insert_event(
            database, key=key, project=project, session_id="", event="Change", tool="", tool_use_id="", at=self.clock()
        )

    def _new_version(
        self, old: Memory, *, change: str, key: str | None = None, expected: int | None = None, **fields: object
    ) -> Memory:
        """Write a version that differs in some fields; none that differs, none written.

        The live version is read again inside the transaction, so that two changes at once become two versions.

        Raises:
            StaleVersion: another version than the expected one is live, and the key is new.
        """
        database = self._writing(old.project)
        key = intake.checked_key(key)
        with database.atomic():
            live = memories.live_memory(database, old.id) or old
            if key is not None and not self._is_first(database, f"change:{old.id}:{key}", live.project):
                return live
            if expected is not None and live.version != expected:
                raise StaleVersion(
                    f"memory {live.id} is version {live.version}, not {expected}", "look at it again, then change it"
                )
            if all(getattr(live, name) == value for name, value in fields.items()):
                return live
            now = max(self.clock(), live.recorded_at)
            fresh = replace(live, change=change, version=live.version + 1, recorded_at=now, **fields)  # type: ignore[arg-type]
            memories.retire_live_version(database, live.id, now)
            memories.insert_version(database, fresh)
        return fresh
