"""The engine: remember, recall, change, judge. Every door makes one call here for one request."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from hardwon.binding import Binding
from hardwon.config.actor import AGENT, actor_of
from hardwon.config.paths import trusted_environ
from hardwon.config.sealed import load as load_sealed
from hardwon.engine import intake
from hardwon.engine.judging import Judging, same_words
from hardwon.engine.keeping import Ids, random_id
from hardwon.engine.quarantine import reason_of
from hardwon.engine.quick import USER_PROJECT
from hardwon.engine.searching import Clock, place_of, system_clock
from hardwon.engine.superseding import supersede
from hardwon.engine.told import Told
from hardwon.errors import InvalidValue, PersonOnly
from hardwon.models import CATEGORIES, STATUSES, Memory, Origin, Remembered
from hardwon.store import memories
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.retrieval.meaning import Meanings


class Engine(Judging, Told):
    """One project's memory, and the person's own beside it. Use as a context manager.

    Args:
        place: the project, its stores and the settings.
        actor: PERSON or AGENT: who is at the door.
        clock, ids: sources of time (milliseconds) and of ids.
    """

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
            status: active or quarantined; what reads like an order and is not the person's own is always the latter.
            key: idempotency key; the same key again stores nothing and returns what is there.
            at: when it was said, in milliseconds; now by default.
            surroundings: what was said around it, at most 1,200 characters; it is found by it, never shown with it.

        Raises:
            InvalidInput: the text is empty or too long, or the category or confidence is none.
            StoreError: the store cannot be written.
        """
        sealed = load_sealed(self.stores.paths)
        draft = intake.draft(
            content, category, title, tags, files, confidence, root=self.root, surroundings=surroundings, sealed=sealed
        )
        origin = intake.clean_origin(origin or Origin(who="agent" if self.actor == AGENT else "user"))
        key = intake.checked_key(key)
        now = self.clock()
        said_at = now if at is None else intake.checked_time(at, now)
        trust = trust or ("user" if origin.who == "user" else "agent")
        if reason_of(draft.content, draft.title, trust):
            status, pin = "quarantined", False
        memory = Memory(
            id=self.ids(),
            project=USER_PROJECT if to_user else self.project,
            category=category,
            confidence=confidence,
            trust=trust,
            status=status,
            tier="pinned" if pin else "hot",
            origin=origin,
            valid_from=said_at,
            recorded_at=now,
            created_at=said_at,
            **draft.words(),
        )
        return self._kept(memory, key, draft.redacted)

    def _kept(self, memory: Memory, key: str | None, redacted: tuple[str, ...]) -> Remembered:
        """Store what was said, and let it take the place of what it contradicts."""
        database = self._writing(memory.project)
        with database.atomic():
            stored, created = intake.store(database, memory, key or f"said:{self.ids()}", key is not None)
            if created or stored.recorded_at == memory.recorded_at:
                supersede(self, database, stored)
        return Remembered(memory=stored, created=created, redacted=redacted)

    # -- look --------------------------------------------------------------------------------------------

    def get(self, id_prefix: str) -> Memory:
        """The live version of a memory, by its id or an unambiguous beginning of it.

        Raises:
            NotFound, Ambiguous: no memory, or several, begin like that.
        """
        return self._locate(id_prefix)[1]

    def history(self, id_prefix: str) -> list[Memory]:
        """Every version of a memory, the first first."""
        database, memory = self._locate(id_prefix)
        return memories.history(database, memory.id)

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
            raise InvalidValue(f"{one_line(status, 40)!r} is no status", "use one of all, " + ", ".join(STATUSES))
        if limit < 1 or offset < 0:
            raise InvalidValue(f"there is no page of {limit} from {offset}", "ask for 1 or more, from 0")
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
        version: int | None = None,
    ) -> Memory:
        """Write a new version with what is given changed; nothing given changes nothing.

        Other words by a person are another advice: the record begins anew, and the old one stays in the history.

        Args:
            key: idempotency key, here and for every change below: the same key again changes nothing.
            version: of the memory that is meant, here and for every change below; None for whichever it is now.

        Raises:
            StaleVersion: it is another version now; nothing was changed.
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
            sealed=load_sealed(self.stores.paths),
        )
        # Only what was given: the rest may have been changed by another process meanwhile.
        changed: dict[str, object] = {}
        if content is not None:
            changed = {"content": draft.content, "trust": "agent" if self.actor == AGENT else "user"}
            if self.actor == AGENT and draft.content != old.content:
                # An agent's wording is no longer the person's word, and no rule of theirs.
                changed["origin"] = Origin(who="agent", note="reworded by an agent")
                changed["tier"] = "hot" if old.tier == "pinned" else old.tier
                if old.status == "active" and reason_of(draft.content, draft.title, "agent"):
                    changed["status"] = "quarantined"
        given = {"title": title, "category": category, "tags": tags, "files": files}
        fresh = {"title": draft.title, "category": category, "tags": draft.tags, "files": draft.files}
        changed |= {name: fresh[name] for name, value in given.items() if value is not None}
        database = self._writing(old.project)
        with database.atomic():
            edited = self._new_version(old, change=change, key=key, expected=version, **changed)
            if content is None or same_words(old.content, edited.content):
                return edited
            if self.actor != AGENT:
                self._begin_record_anew(edited)
            if edited.version > old.version:
                supersede(self, database, edited)
            return memories.live_memory(database, edited.id) or edited

    def withheld(self, *texts: str) -> tuple[str, ...]:
        """The kinds of secrets and private parts that are taken out of texts before they are stored.

        Args:
            texts: as they are given to `edit` or `record_outcome`, whose answers do not tell.
        """
        return intake.withheld(texts, load_sealed(self.stores.paths))

    def archive(self, id_prefix: str, *, key: str | None = None, version: int | None = None) -> Memory:
        """Forget a memory: it leaves recall, its history stays, `restore` brings it back."""
        memory = self._locate(id_prefix)[1]
        return self._new_version(memory, change="archived", key=key, expected=version, status="archived")

    def restore(self, id_prefix: str, *, key: str | None = None, version: int | None = None) -> Memory:
        """Bring an archived memory back.

        Raises:
            PersonOnly: it is quarantined, and an agent asks: what came in unasked is let in by a person.
        """
        memory = self._locate(id_prefix)[1]
        if memory.status == "quarantined" and self.actor == AGENT:
            raise PersonOnly(f"memory {memory.id} is quarantined", "only a person lets it in: `mem restore` in a shell")
        return self._new_version(memory, change="restored", key=key, expected=version, status="active")

    def change(self, memory: Memory, *, change: str, key: str | None = None, **fields: object) -> Memory:
        """Write a version of a memory with some fields changed; for the engine's own modules."""
        return self._new_version(memory, change=change, key=key, expected=None, **fields)

    def set_pinned(self, id_prefix: str, pinned: bool, *, key: str | None = None, version: int | None = None) -> Memory:
        """Keep a memory in every brief, or no longer."""
        change, tier = ("pinned", "pinned") if pinned else ("unpinned", "hot")
        memory = self._locate(id_prefix)[1]
        return self._new_version(memory, change=change, key=key, expected=version, tier=tier)

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
        self, lines: Iterable[str], *, trust: bool = False, all_projects: bool = False, purged_too: bool = False
    ) -> dict[str, object]:
        """Merge exported lines; see hardwon.engine.exchange.import_lines."""
        from hardwon.engine.exchange import import_lines

        return import_lines(self, lines, trust=trust, all_projects=all_projects, purged_too=purged_too)


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
