"""The client of a project's memory: a translator, one request, one call of the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from hardwon.errors import InvalidInput
from hardwon.sdk.moments import Moment, milliseconds
from hardwon.sdk.opened import Opened
from hardwon.sdk.opening import Wanted, backend_of, open_wanted
from hardwon.sdk.results import (
    Added,
    Context,
    Entry,
    Explanation,
    Outcome,
    Page,
    SearchResult,
    Status,
    Task,
    TaskPage,
)

if TYPE_CHECKING:
    from hardwon import models
    from hardwon.engine import Engine


class SyncMemoryClient:
    """A project's memory, and the person's own beside it. Use as a context manager; safe to use from several threads.

    Nothing is created until something is stored.

    Args:
        project: a project's name or binding, instead of the one that the folder belongs to.
        cwd: the folder whose project it is; the current one by default.
        host: the name of your program, as it is stored with what it says.
        as_agent: what is stored and reported comes from an agent: its reports count once other evidence agrees, and
            what reads like an order is kept aside. In an agent's shell it is always so.
        environ: the environment; the process's own by default.
        clock: the source of time, in milliseconds since 1970. ids: of ids. Both for tests.
    """

    def __init__(
        self,
        *,
        project: str | None = None,
        cwd: str | Path | None = None,
        host: str = "sdk",
        as_agent: bool = False,
        environ: Mapping[str, str] | None = None,
        clock: Callable[[], int] | None = None,
        ids: Callable[[], str] | None = None,
    ) -> None:
        folder = None if cwd is None else str(Path(cwd).expanduser().absolute())
        wanted = Wanted(project=project, cwd=folder, environ=environ, as_agent=as_agent, clock=clock, ids=ids)
        self._wanted = wanted
        self._host = host
        self._opened = Opened(partial(open_wanted, wanted))

    def __enter__(self) -> SyncMemoryClient:
        self._opened.use(lambda engine: None)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close every file, after the call in hand; closing twice is harmless."""
        self._opened.close()

    # -- store -------------------------------------------------------------------------------------------

    def add(
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
        key: str | None = None,
        at: Moment | None = None,
    ) -> Added:
        """Store a memory, or strengthen the one that says the same; what it contradicts is superseded.

        Args:
            content: the text, at most 64 kB; secrets are taken out first.
            category: one of hardwon.models.CATEGORIES.
            title, tags, files: what else a search may find it by.
            pin: always in the brief.
            confidence: 0 to 1.
            to_user: store it with the person's own memories, for every project.
            key: idempotency key; the same key again stores nothing.
            at: when it was said; now by default.

        Raises:
            InvalidInput: the text is empty or too long, or an argument is none of those there are.
            StoreError: the store cannot be written.
        """

        def call(engine: Engine) -> Added:
            kept = engine.remember(
                content,
                category=category,
                title=title,
                tags=tags,
                files=files,
                pin=pin,
                confidence=confidence,
                to_user=to_user,
                origin=self._origin(engine),
                key=key,
                at=_at(engine, at),
            )
            return Added.of(kept)

        return self._opened.use(call)

    def record_outcome(self, id: str, verdict: str, *, note: str = "", key: str | None = None) -> Outcome:
        """Say what became of a memory; that decides how it ranks.

        Args:
            id: the memory's, or its unambiguous beginning; so for every method.
            verdict: worked, failed or partial.
            note: why, one sentence.
            key: idempotency key; the same key again counts nothing.

        Raises:
            NotFound, Ambiguous, InvalidInput, StoreError
        """
        return self._opened.use(lambda engine: Outcome.of(engine.record_outcome(id, verdict, note=note, key=key)))

    # -- find --------------------------------------------------------------------------------------------

    def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        categories: Sequence[str] = (),
        tags: Sequence[str] = (),
        all_projects: bool = False,
        include_archived: bool = False,
        include_cold: bool = False,
        mode: str = "hybrid",
        as_of: Moment | None = None,
        known_at: Moment | None = None,
    ) -> SearchResult:
        """The memories that answer a query, the best first; those that failed too often last, marked.

        Args:
            query: any text.
            limit: the most hits, 1 to 100; the setting `recall_limit` by default.
            categories, tags: what a hit has to be or have.
            all_projects: also search the memories of other projects.
            include_archived, include_cold: also search what was forgotten, or put away.
            mode: hybrid (words, and meaning where that is prepared), semantic or keyword.
            as_of: what held then and, unless `known_at` is given, was known then.
            known_at: as it was known then.

        Raises:
            InvalidInput: an argument is none of those there are.
            StoreError: a store cannot be read.
        """

        def call(engine: Engine) -> SearchResult:
            found = engine.recall(
                query,
                limit=limit,
                categories=tuple(categories),
                tags=tuple(tags),
                all_projects=all_projects,
                include_archived=include_archived,
                include_cold=include_cold,
                mode=mode,
                as_of=_at(engine, as_of),
                known_at=_at(engine, known_at),
            )
            return SearchResult.of(found, engine.by_words)

        return self._opened.use(call)

    def why(
        self, query: str, *, limit: int | None = None, all_projects: bool = False, as_of: Moment | None = None
    ) -> Explanation:
        """The same search, with everything it left out and the reason.

        Args:
            query, limit, all_projects, as_of: as for `search`.

        Raises:
            InvalidInput: an argument is none of those there are.
            StoreError: a store cannot be read.
        """

        def call(engine: Engine) -> Explanation:
            at = _at(engine, as_of)
            if at is None:
                return Explanation.of(engine.why(query, limit=limit, all_projects=all_projects))
            return Explanation.of(engine.recall(query, limit=limit, all_projects=all_projects, as_of=at))

        return self._opened.use(call)

    def get_context(self, query: str | None = None, *, budget: int | None = None) -> Context:
        """Text to give a model: what fits a query, or the brief that a session starts with.

        Args:
            query: the task or the prompt; None for the brief.
            budget: the most tokens, 50 to 2,400; the settings' by default.

        Raises:
            InvalidInput: the budget is out of bounds.
            StoreError: a store cannot be read.
        """
        return self._opened.use(lambda engine: Context.of(engine.context(query, budget=budget)))

    def get(self, id: str, *, as_of: Moment | None = None) -> Entry:
        """A memory with its record; with `as_of` the version that held and was known then.

        Raises:
            NotFound, Ambiguous: no memory, or several, begin like that; or it was not there then.
        """

        def call(engine: Engine) -> Entry:
            at = _at(engine, as_of)
            if at is None:
                return Entry.of(engine.get(id), engine.record(id).text)
            from hardwon.engine.past import Moment as Past
            from hardwon.engine.past import memory_at

            return Entry.of(memory_at(engine, id, Past(held_at=at, known_at=at)))

        return self._opened.use(call)

    def list(
        self,
        *,
        category: str | None = None,
        tag: str | None = None,
        status: str = "active",
        limit: int = 50,
        offset: int = 0,
        all_projects: bool = False,
        as_of: Moment | None = None,
    ) -> Page:
        """Memories, the newest first.

        Args:
            category, tag: what they have to be or have.
            status: active, quarantined, archived, retired or all; not with `as_of`, which lists what was active then.
            limit, offset: how many, after how many.
            all_projects: also those of other projects.
            as_of: as it stood then.

        Raises:
            InvalidInput: an argument is none of those there are.
            StoreError: a store cannot be read.
        """

        def call(engine: Engine) -> Page:
            at = _at(engine, as_of)
            found: Sequence[models.Memory]
            if at is None:
                found, total = engine.list(
                    category=category, tag=tag, status=status, limit=limit, offset=offset, all_projects=all_projects
                )
            else:
                found, total = self._past(engine, at, category, tag, status, limit, offset, all_projects)
            records = engine.records([one.id for one in found], all_projects=all_projects) if at is None else {}
            entries = tuple(Entry.of(one, records[one.id].text if one.id in records else "") for one in found)
            return Page(entries=entries, total=total)

        return self._opened.use(call)

    def history(self, id: str) -> tuple[Entry, ...]:
        """Every version of a memory, the first first.

        Raises:
            NotFound, Ambiguous: no memory, or several, begin like that.
        """
        return self._opened.use(lambda engine: tuple(map(Entry.of, engine.history(id))))

    def outcomes(self, id: str, *, withdrawn: bool = False) -> tuple[Outcome, ...]:
        """What became of a memory, the oldest first.

        Args:
            withdrawn: those too that no longer count.

        Raises:
            NotFound, Ambiguous: no memory, or several, begin like that.
        """
        return self._opened.use(lambda engine: tuple(map(Outcome.of, engine.outcomes(id, withdrawn=withdrawn))))

    def tasks(self, *, source: str = "", limit: int = 50) -> TaskPage:
        """The project's tasks in Claude Code and Beads: those under way, open ones, the latest to end.

        The trackers are looked at first; nothing of theirs is written.

        Args:
            source: claude, todo or beads; "" for all.
            limit: how many at most.

        Raises:
            InvalidInput: there is no such source, or the limit is none.
            StoreError: a store cannot be read.
        """

        def call(engine: Engine) -> TaskPage:
            from hardwon.engine import task_views

            found, total = task_views.looked_up(engine, self._wanted.variables, source=source, limit=limit)
            return TaskPage(tasks=tuple(map(Task.of, found)), total=total)

        return self._opened.use(call)

    def status(self) -> Status:
        """What this client works on, and whether a service answers."""

        def call(engine: Engine) -> Status:
            backend = backend_of(engine, self._wanted.variables)
            total = engine.list(limit=1)[1]
            return Status(project=engine.project, name=engine.name, backend=backend, memories=total)

        return self._opened.use(call)

    # -- change ------------------------------------------------------------------------------------------

    def update(
        self,
        id: str,
        *,
        content: str | None = None,
        title: str | None = None,
        category: str | None = None,
        tags: Sequence[str] | None = None,
        files: Sequence[str] | None = None,
        pin: bool | None = None,
        key: str | None = None,
    ) -> Entry:
        """Write a new version with what is given changed; nothing given changes nothing.

        Args:
            content, title, category, tags, files: what is to stand.
            pin: whether it is in every brief.
            key: idempotency key: the same key again changes nothing.

        Raises:
            NotFound, Ambiguous, InvalidInput, StoreError
        """

        def call(engine: Engine) -> Entry:
            changed = engine.edit(id, content=content, title=title, category=category, tags=tags, files=files, key=key)
            if pin is not None:
                changed = engine.set_pinned(id, pin, key=f"{key}:pin" if key else None)
            return Entry.of(changed)

        return self._opened.use(call)

    def correct(self, id: str, content: str, *, key: str | None = None) -> Entry:
        """Replace the text of a memory that is wrong; its record begins anew, the old text stays in the history.

        Raises:
            NotFound, Ambiguous, InvalidInput, StoreError
        """
        return self._opened.use(lambda engine: Entry.of(engine.edit(id, content=content, change="corrected", key=key)))

    def forget(self, id: str, *, key: str | None = None) -> Entry:
        """Take a memory out of recall; its history stays, and `restore` brings it back.

        Raises:
            NotFound, Ambiguous, StoreError
        """
        return self._opened.use(lambda engine: Entry.of(engine.archive(id, key=key)))

    def restore(self, id: str, *, key: str | None = None) -> Entry:
        """Bring a forgotten memory back.

        Raises:
            PersonOnly: it is quarantined, and an agent asks.
            NotFound, Ambiguous, StoreError
        """
        return self._opened.use(lambda engine: Entry.of(engine.restore(id, key=key)))

    # -- inside ------------------------------------------------------------------------------------------

    def _origin(self, engine: Engine) -> models.Origin:
        from hardwon.config.actor import AGENT
        from hardwon.models import Origin

        return Origin(who="agent" if engine.actor == AGENT else "user", host=self._host)

    @staticmethod
    def _past(
        engine: Engine,
        at: int,
        category: str | None,
        tag: str | None,
        status: str,
        limit: int,
        offset: int,
        all_projects: bool,
    ) -> tuple[Sequence[models.Memory], int]:
        from hardwon.engine.past import Moment as Past
        from hardwon.engine.past import memories_at

        if status != "active":
            raise InvalidInput("the past is listed as it was active then", "leave the status out")
        engine.list(category=category, limit=limit, offset=offset)  # refuses what cannot be asked for
        moment = Past(held_at=at, known_at=at)
        found = memories_at(engine, moment, category=category, tag=tag, all_projects=all_projects)
        return found[offset : offset + limit], len(found)


def _at(engine: Engine, moment: Moment | None) -> int | None:
    return None if moment is None else milliseconds(moment, engine.clock())
