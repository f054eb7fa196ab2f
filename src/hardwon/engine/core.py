"""The engine: remember, recall, change, judge. Every door makes one call here for one request."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.binding import Binding
from hardwon.config.actor import AGENT, PERSON, actor_of
from hardwon.config.paths import trusted_environ
from hardwon.engine import intake
from hardwon.engine.quick import USER_PROJECT
from hardwon.engine.searching import Clock, Place, Searching, place_of, system_clock
from hardwon.errors import Ambiguous, InvalidInput, NotFound
from hardwon.models import (
    CATEGORIES,
    STATUSES,
    VERDICTS,
    Cursor,
    Memory,
    Origin,
    Outcome,
    Record,
    Remembered,
    SessionSummary,
)
from hardwon.retrieval.ranking import outcome_score, record_text
from hardwon.store import memories, outcomes, sessions
from hardwon.store.database import Database
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.retrieval.meaning import Meanings

Ids = Callable[[], str]

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's: no letter that reads like another
ID_LENGTH = 12
DAY_MS = 86_400_000


def random_id() -> str:
    """A fresh id: 60 random bits in letters and digits that are hard to confuse."""
    return "".join(_ALPHABET[byte & 31] for byte in os.urandom(ID_LENGTH))


class Engine(Searching):
    """One project's memory, and the person's own beside it. Use as a context manager.

    Args:
        place: the project, its stores and the settings.
        actor: PERSON or AGENT: who is at the door.
        clock, ids: sources of time (milliseconds) and of ids.
    """

    def __init__(self, place: Place, *, actor: str = PERSON, clock: Clock = system_clock, ids: Ids = random_id) -> None:
        super().__init__(place, clock=clock)
        self.actor = actor
        self.ids = ids

    def __enter__(self) -> Engine:
        return self

    # -- remember ----------------------------------------------------------------------------------------

    def remember(
        self,
        content: str,
        *,
        category: str = "general",
        title: str | None = None,
        tags: Sequence[str] = (),
        files: Sequence[str] = (),
        pin: bool = False,
        confidence: float | None = None,
        to_user: bool = False,
        origin: Origin | None = None,
        trust: str | None = None,
        status: str = "active",
        key: str | None = None,
        at: int | None = None,
        surroundings: str = "",
    ) -> Remembered:
        """Store a memory, or strengthen the one that says the same.

        Args:
            content: the text, at most 64 kB; secrets are taken out and hidden characters dropped first.
            category: one of hardwon.models.CATEGORIES.
            title, tags, files: what else a search may find it by.
            pin: always in the brief.
            confidence: 0 to 1, None when nobody said.
            to_user: store it with the person's own memories instead of the project's.
            origin: who said it where; by default whoever is at the door.
            trust: how far the origin is trusted; by default by who said it.
            status: active or quarantined.
            key: idempotency key; the same key again stores nothing and returns what is there.
            at: when it was said, in milliseconds; now by default.
            surroundings: what was said around it, at most 1,200 characters; it is found by it, never shown with it.

        Raises:
            InvalidInput: the text is empty or too long, or the category or confidence is none.
            StoreError: the store cannot be written.
        """
        draft = intake.draft(
            content, category, title, tags, files, confidence, root=self.root, surroundings=surroundings
        )
        origin = intake.clean_origin(origin or Origin(who="agent" if self.actor == AGENT else "user"))
        key = intake.checked_key(key)
        now = self.clock()
        said_at = now if at is None else intake.checked_time(at, now)
        memory = Memory(
            id=self.ids(),
            project=USER_PROJECT if to_user else self.project,
            category=category,
            confidence=confidence,
            trust=trust or ("user" if origin.who == "user" else "agent"),
            status=status,
            tier="pinned" if pin else "hot",
            origin=origin,
            valid_from=said_at,
            recorded_at=now,
            created_at=said_at,
            **draft.words(),
        )
        database = self._writing(memory.project)
        with database.atomic():
            stored, created = intake.store(database, memory, key or f"said:{self.ids()}", key is not None)
        return Remembered(memory=stored, created=created, redacted=draft.redacted)

    # -- look --------------------------------------------------------------------------------------------

    def get(self, id_prefix: str) -> Memory:
        """The live version of a memory, by its id or an unambiguous beginning of it.

        Raises:
            NotFound, Ambiguous: no memory, or several, begin like that.
        """
        return self._locate(id_prefix)[1]

    def record(self, id_prefix: str) -> Record:
        """A memory's outcomes, counted."""
        database, memory = self._locate(id_prefix)
        return self.record_of(outcomes.outcomes_of(database, memory.id))

    def record_of(self, found: Sequence[Outcome]) -> Record:
        """Some outcomes of one memory, counted."""
        triples = [(one.verdict, one.weight, one.at) for one in found if one.counted]
        count = {verdict: sum(1 for kind, _, _ in triples if kind == verdict) for verdict in VERDICTS}
        return Record(
            worked=count["worked"],
            failed=count["failed"],
            partial=count["partial"],
            reported=sum(1 for one in found if not one.counted),
            score=outcome_score(triples, self.clock(), self.config.outcome_model),
            last_at=max((at for _, _, at in triples), default=0),
            text=record_text(triples),
        )

    def history(self, id_prefix: str) -> list[Memory]:
        """Every version of a memory, the first first."""
        database, memory = self._locate(id_prefix)
        return memories.history(database, memory.id)

    def outcomes(self, id_prefix: str) -> list[Outcome]:
        """Every outcome of a memory, oldest first."""
        database, memory = self._locate(id_prefix)
        return outcomes.outcomes_of(database, memory.id)

    def list(
        self,
        *,
        category: str | None = None,
        tag: str | None = None,
        status: str = "active",
        limit: int = 50,
        offset: int = 0,
        all_projects: bool = False,
    ) -> tuple[list[Memory], int]:
        """A page of memories, the newest first, and how many there are in all.

        Raises:
            InvalidInput: the category or the status is none, or the page begins before the first.
        """
        if category:
            intake.check_category(category)
        if status not in (*STATUSES, "all"):
            raise InvalidInput(f"{one_line(status, 40)!r} is no status", "use one of all, " + ", ".join(STATUSES))
        if limit < 1 or offset < 0:
            raise InvalidInput(f"there is no page of {limit} from {offset}", "ask for 1 or more, from 0")
        statuses = STATUSES if status == "all" else (status,)
        found: list[Memory] = []
        total = 0
        for database, projects in self.stores.scopes(everywhere=all_projects):
            for project in projects or ("",):
                page, count = memories.list_live(
                    database,
                    project=project,
                    category=category or "",
                    tag=tag or "",
                    statuses=statuses,
                    limit=limit + offset,
                )
                found += page
                total += count
        found.sort(key=lambda memory: (-memory.recorded_at, memory.id))
        return found[offset : offset + limit], total

    # -- change ------------------------------------------------------------------------------------------

    def edit(
        self,
        id_prefix: str,
        *,
        content: str | None = None,
        title: str | None = None,
        category: str | None = None,
        tags: Sequence[str] | None = None,
        files: Sequence[str] | None = None,
        change: str = "edited",
        key: str | None = None,
    ) -> Memory:
        """Write a new version with what is given changed; nothing given changes nothing.

        Args:
            key: idempotency key, here and for every change below: the same key again changes nothing.

        Raises:
            NotFound, Ambiguous, InvalidInput, StoreError
        """
        _, old = self._locate(id_prefix)
        draft = intake.draft(
            old.content if content is None else content,
            category=category or old.category,
            title=old.title if title is None else title,
            tags=old.tags if tags is None else tags,
            files=old.files if files is None else files,
            confidence=old.confidence,
            root=self.root,
        )
        # Only what was given: the rest may have been changed by another process meanwhile.
        changed: dict[str, object] = {}
        if content is not None:
            changed = {"content": draft.content, "trust": "agent" if self.actor == AGENT else "user"}
            if self.actor == AGENT and draft.content != old.content:
                # An agent's wording is no longer the person's word, and no rule of theirs.
                changed["origin"] = Origin(who="agent", note="reworded by an agent")
                changed["tier"] = "hot" if old.tier == "pinned" else old.tier
        given = {"title": title, "category": category, "tags": tags, "files": files}
        fresh = {"title": draft.title, "category": category, "tags": draft.tags, "files": draft.files}
        changed |= {name: fresh[name] for name, value in given.items() if value is not None}
        return self._new_version(old, change=change, key=key, **changed)

    def archive(self, id_prefix: str, *, key: str | None = None) -> Memory:
        """Forget a memory: it leaves recall, its history stays, `restore` brings it back."""
        return self._new_version(self._locate(id_prefix)[1], change="archived", key=key, status="archived")

    def restore(self, id_prefix: str, *, key: str | None = None) -> Memory:
        """Bring an archived memory back."""
        return self._new_version(self._locate(id_prefix)[1], change="restored", key=key, status="active")

    def set_pinned(self, id_prefix: str, pinned: bool, *, key: str | None = None) -> Memory:
        """Keep a memory in every brief, or no longer."""
        change, tier = ("pinned", "pinned") if pinned else ("unpinned", "hot")
        return self._new_version(self._locate(id_prefix)[1], change=change, key=key, tier=tier)

    # -- judge -------------------------------------------------------------------------------------------

    def record_outcome(
        self, id_prefix: str, verdict: str, *, note: str = "", source: str | None = None, key: str | None = None
    ) -> Outcome:
        """Note that a memory worked, failed or half worked.

        A person's verdict counts at once. An agent's report is kept, and counts once a person agrees (setting
        `agent_outcomes`).

        Args:
            id_prefix: the memory.
            verdict: worked, failed or partial.
            note: why, in the reporter's words.
            source: person or agent; whoever is at the door by default. An agent cannot speak as a person.
            key: idempotency key; the same key again counts nothing.

        Raises:
            NotFound, Ambiguous, InvalidInput, StoreError
        """
        if verdict not in VERDICTS:
            raise InvalidInput(f"{str(verdict)[:40]!r} is no verdict", "say worked, failed or partial")
        key = intake.checked_key(key)
        _, memory = self._locate(id_prefix)
        by_agent = AGENT in (self.actor, source)
        counts_now = not by_agent or self.settings.agent_outcomes == "count"
        now = self.clock()
        outcome = Outcome(
            id=self.ids(),
            memory_id=memory.id,
            verdict=verdict,
            weight=0.5 if by_agent else 1.0,
            source="agent" if by_agent else "person",
            counted=counts_now,
            reason=intake.short_note(note),
            key=key or f"said:{self.ids()}",
            at=now,
        )
        database = self._writing(memory.project)
        with database.atomic():
            if not outcomes.insert_outcome(database, outcome):
                return outcomes.outcome_of_key(database, memory.id, outcome.key) or outcome
            if not by_agent:
                outcomes.confirm_reports(database, memory.id, verdict, now - 7 * DAY_MS)
        return outcome

    # -- what hosts tell ---------------------------------------------------------------------------------

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
        """Drop events and injections older than the setting `session_days`."""
        database = self._writing(self.project)
        with database.atomic():
            sessions.forget_old_records(database, self.clock() - self.settings.session_days * DAY_MS)

    # -- whole store -------------------------------------------------------------------------------------

    def stats(self, *, all_projects: bool = False) -> dict[str, object]:
        """Counts of this project's memories and the person's own, and how search works now."""
        from hardwon.engine.report import stats

        return stats(self, all_projects=all_projects)

    def export_lines(self, *, all_projects: bool = False) -> Iterator[str]:
        """Every memory as one line of JSON each, without line ends."""
        from hardwon.engine.exchange import export_lines

        return export_lines(self, all_projects=all_projects)

    def import_lines(
        self, lines: Iterable[str], *, trust: bool = False, all_projects: bool = False
    ) -> dict[str, object]:
        """Merge exported lines; see hardwon.engine.exchange.import_lines."""
        from hardwon.engine.exchange import import_lines

        return import_lines(self, lines, trust=trust, all_projects=all_projects)

    # -- inside ------------------------------------------------------------------------------------------

    def _writing(self, project: str) -> Database:
        database = self.stores.writing(project)
        if (project,) not in database.rows("SELECT binding FROM projects WHERE binding = ?", (project,)):
            own = project == USER_PROJECT
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

    def _new_version(self, old: Memory, *, change: str, key: str | None = None, **fields: object) -> Memory:
        """Write a version that differs in some fields; none that differs, none written.

        The live version is read again inside the transaction, so that two changes at once become two versions.
        """
        database = self._writing(old.project)
        key = intake.checked_key(key)
        with database.atomic():
            live = memories.live_memory(database, old.id) or old
            if key is not None and not self._is_first(database, f"change:{old.id}:{key}", live.project):
                return live
            if all(getattr(live, name) == value for name, value in fields.items()):
                return live
            now = max(self.clock(), live.recorded_at)
            fresh = replace(live, change=change, version=live.version + 1, recorded_at=now, **fields)  # type: ignore[arg-type]
            memories.retire_live_version(database, live.id, now)
            memories.insert_version(database, fresh)
        return fresh


def open_engine(
    environ: Mapping[str, str] | None = None,
    cwd: str | None = None,
    *,
    project: str | None = None,
    binding: Binding | None = None,
    actor: str | None = None,
    clock: Clock = system_clock,
    ids: Ids = random_id,
    busy_ms: int | None = None,
    meaning: Meanings | None = None,
) -> Engine:
    """An engine for the project a folder belongs to. Creates nothing until something is stored.

    Args:
        environ: the environment; the process's own by default.
        cwd: the folder; the current one by default.
        project: another project's binding or name instead.
        binding: the folder's project where the caller knows it; `cwd` then does not count.
        actor: PERSON or AGENT; by the environment by default.
        clock, ids: sources of time and of ids.
        busy_ms: how long to wait for another writer, in milliseconds.
        meaning: gives queries their meaning; by default the running service, else what is prepared.

    Raises:
        NotFound: no stored project has that name.
        StoreError: a store cannot be read.
    """
    environ = trusted_environ(os.environ if environ is None else environ)
    place = place_of(environ, cwd, project=project, binding=binding, busy_ms=busy_ms, meaning=meaning)
    return Engine(place, actor=actor or actor_of(environ), clock=clock, ids=ids)


__all__ = ["CATEGORIES", "Engine", "open_engine", "random_id", "system_clock"]
