"""The half of the engine that only searches: recall, why, context. Imports little, for a search from a shell.

What stores, changes and judges is in hardwon.engine.core, whose Engine is a Searching too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from hardwon.binding import Binding, bind
from hardwon.binding.files import is_folder
from hardwon.binding.register import newest_name
from hardwon.config.paths import Paths, trusted_environ
from hardwon.config.quick import Settings
from hardwon.config.settings import load_settings
from hardwon.engine.meanings import Borrowed
from hardwon.engine.quick import Quick, retrieval_config
from hardwon.engine.stores import Stores, known_projects
from hardwon.errors import Ambiguous, InvalidValue, NotFound, StoreError
from hardwon.hits import LeftOut, Packed, Recall
from hardwon.retrieval.pool import candidates
from hardwon.retrieval.recall import recall
from hardwon.store.reader import Reader, Wanted

if TYPE_CHECKING:
    from types import TracebackType

    from hardwon.retrieval.config import RetrievalConfig
    from hardwon.retrieval.meaning import Meaning, Meanings

Clock = Callable[[], int]
LIMIT_MAX = 100
HYBRID, SEMANTIC, KEYWORD = MODES = ("hybrid", "semantic", "keyword")
_PREPARING = "catch-up incomplete: the embedding model is being prepared, so this was found by words alone"
_SHOWN_FROM = 0.005  # of the relevance of what is left out: less reads 0.00
_INCOMPLETE = "catch-up incomplete: memories without a vector yet are found by their words alone"


def system_clock() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


class Place:
    """Where an engine works.

    Attributes:
        stores: the database files.
        settings: the person's settings.
        name: how the project is called.
        root: the project's folder.
        meaning: gives queries their meaning.
    """

    __slots__ = ("meaning", "name", "root", "settings", "stores")

    def __init__(self, stores: Stores, settings: Settings, *, name: str, root: str, meaning: Meanings) -> None:
        self.meaning = meaning
        self.stores = stores
        self.settings = settings
        self.name = name
        self.root = root


class Searching:
    """Searches one project's memory, and the person's own beside it. Use as a context manager.

    Args:
        place: the project, its stores and the settings.
        clock: the source of time, in milliseconds.
    """

    def __init__(self, place: Place, *, clock: Clock = system_clock) -> None:
        self.stores = place.stores
        self.settings = place.settings
        self.project = place.stores.project
        self.name = place.name
        self.root = place.root
        self.clock = clock
        self.config = retrieval_config(place.settings)
        self.meaning = place.meaning

    def __enter__(self) -> Searching:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def by_words(self) -> str:
        """Why the last search went by words although meaning is wanted, "" where it did not or none is wanted."""
        return "" if self.settings.embedder == "none" else self.meaning.reason

    def close(self) -> None:
        """Close every database file."""
        self.stores.close()

    def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        categories: Sequence[str] = (),
        tags: Sequence[str] = (),
        all_projects: bool = False,
        include_archived: bool = False,
        include_cold: bool = False,
        include_superseded: bool = False,
        mode: str = HYBRID,
        as_of: int | None = None,
        known_at: int | None = None,
    ) -> Recall:
        """The memories that answer a query, the best first; those held back by their record last, marked.

        Args:
            query: any text.
            limit: the most hits, 1 to 100; the setting `recall_limit` by default.
            categories, tags: what a hit has to be or have.
            all_projects: also search the memories of other projects.
            include_archived: also search archived memories.
            include_cold: also search memories that are cold.
            include_superseded: also search what later statements took the place of.
            as_of: a moment in milliseconds: what held then and, unless `known_at` is given, was known then. A
                search of the past goes by words and reaches cold memories.
            known_at: a moment: as it was known then.
            mode: hybrid goes by words and by meaning where there are vectors, semantic by meaning alone, keyword
                by words alone.

        Raises:
            InvalidInput: the limit, a category or the mode is none.
            StoreError: a store cannot be read.
        """
        limit = self._limit(limit)
        if categories:
            from hardwon.engine.intake import check_category
        for category in categories:
            check_category(category)
        if as_of is not None or known_at is not None:
            from hardwon.engine.past import recall_past
            from hardwon.store.past import Moment

            moment = Moment.of(as_of, known_at)
            assert moment is not None
            return recall_past(
                self,
                query,
                moment,
                limit=limit,
                categories=categories,
                tags=tags,
                all_projects=all_projects,
                include_archived=include_archived,
            )
        kind = Wanted(
            statuses=("active", "archived") if include_archived else ("active",),
            cold=include_cold,
            categories=categories,
            tags=tags,
            superseded=include_superseded,
        )
        return self._recall_now(query, limit, kind, mode, everywhere=all_projects)

    def _recall_now(self, query: str, limit: int, kind: Wanted, mode: str, *, everywhere: bool) -> Recall:
        readers = self.stores.readers(everywhere=everywhere)
        meaning = self._meaning(query, readers, mode)
        found = recall(
            readers,
            query,
            limit=limit,
            config=self._config(mode),
            now_ms=self.clock(),
            asked=True,
            kind=kind,
            meaning=meaning,
        )
        self._say_what_it_went_by(found, meaning, mode)
        return found

    def _say_what_it_went_by(self, found: Recall, meaning: Meaning | None, mode: str) -> None:
        if meaning is not None and not meaning.complete:
            found.note = "; ".join(filter(None, (_INCOMPLETE, found.note)))
        elif meaning is None and mode != KEYWORD and self.meaning.is_preparing:
            found.note = _PREPARING
        elif meaning is None and (mode == SEMANTIC or (mode != KEYWORD and self._is_hosted())):
            found.note = f"went by words: {self.meaning.reason or 'no memory has a vector yet'}"

    def _is_hosted(self) -> bool:
        """Whether the person wants a hosted embedder; that it is not had is always said."""
        from hardwon.config.embedding import is_hosted

        return is_hosted(self.settings.embedder, self.settings.embedding_url)

    def _meaning(self, query: str, readers: Sequence[Reader], mode: str) -> Meaning | None:
        if mode not in MODES:
            raise InvalidValue(f"{str(mode)[:40]!r} is no mode of search", "use one of " + ", ".join(MODES))
        return self.meaning(query, readers) if mode != KEYWORD and readers else None

    def _config(self, mode: str) -> RetrievalConfig:
        if mode != SEMANTIC:
            return self.config
        config = retrieval_config(self.settings)
        config.semantic_share = 1.0
        return config

    def why(self, query: str, *, limit: int | None = None, all_projects: bool = False, mode: str = HYBRID) -> Recall:
        """The same search, with everything it left out and the reason.

        Raises:
            InvalidInput: the limit or the mode is none.
            StoreError: a store cannot be read.
        """
        found = self.recall(query, limit=limit, all_projects=all_projects, mode=mode)
        found.left_out[:] = [left for left in found.left_out if left.relevance >= _SHOWN_FROM]
        seen = {hit.id for hit in found.hits} | {left.id for left in found.left_out}
        readers = self.stores.readers(everywhere=all_projects)
        others = candidates(readers, query, Wanted(statuses=("archived", "quarantined", "retired"), cold=True))[:20]
        for candidate in others:
            for row in candidate.reader.rows([candidate.row]):
                if row.id not in seen and candidate.relevance >= self.config.relevance_floor:
                    found.left_out.append(LeftOut(row.id, row.content, row.status, candidate.relevance))
        return found

    def context(self, query: str | None = None, *, budget: int | None = None) -> Packed:
        """What would be given to a session: its brief, or what fits a query.

        Args:
            query: None for the brief at the start of a session.
            budget: the most tokens; the settings' by default.
        """
        settings = self.settings
        if budget is not None:
            settings = Settings({**vars(settings), "brief_tokens": budget, "prompt_tokens": budget})
            if settings.problems:
                raise InvalidValue(settings.problems[-1].replace("prompt_tokens", "budget"))
        quick = Quick(self.stores.readers(), self.name, settings, self.clock(), meaning=self.meaning)
        return quick.brief() if query is None else quick.search(query, settings.recall_limit)

    def projects(self) -> Sequence[tuple[str, str, str]]:
        """(binding, name, folder) of every project that has memories, by name."""
        return known_projects(self.stores.paths)

    def _limit(self, limit: int | None) -> int:
        limit = self.settings.recall_limit if limit is None else limit
        if not 1 <= limit <= LIMIT_MAX:
            raise InvalidValue(f"the limit {limit} is out of bounds", f"ask for 1 to {LIMIT_MAX}")
        return limit


def place_of(
    environ: Mapping[str, str],
    cwd: str | None,
    *,
    project: str | None = None,
    binding: Binding | None = None,
    busy_ms: int | None = None,
    meaning: Meanings | None = None,
) -> Place:
    """The project a folder belongs to, with its stores and the settings; see hardwon.engine.core.open_engine.

    Args:
        environ: the trusted environment.
        cwd, project, binding, busy_ms, meaning: as for open_engine.

    Raises:
        NotFound, Ambiguous: no stored project, or several, have that name.
    """
    paths = Paths.from_environment(environ)
    settings = load_settings(paths, environ)
    _go_on_with_moves(paths)
    binding = binding or bind(cwd if cwd is not None else _current_folder(), paths)
    value, name, root = binding.value, binding.name, binding.root
    if project and project not in (value, name):
        # A session that began before two projects became one goes on in what they became.
        project = newest_name(paths, project)
    if project and project not in (value, name):
        value, name, root = _named_project(paths, project)
    stores = Stores(paths, value) if busy_ms is None else Stores(paths, value, busy_ms=busy_ms)
    return Place(stores, settings, name=name, root=root, meaning=meaning or Borrowed(paths, settings, environ))


def _go_on_with_moves(paths: Paths) -> None:
    """A project whose way into another was cut short is brought there first, unless somebody is at it."""
    if not is_folder(f"{paths.data}/bindings/moves/begun"):
        return
    from hardwon.engine import moving

    try:
        moving.finish(paths, waits=False)
    except StoreError:
        pass  # it is told of by `mem doctor`, and gone on with by the next session


def open_search(environ: Mapping[str, str], cwd: str | None = None, *, project: str | None = None) -> Searching:
    """What searches the project a folder belongs to.

    Args:
        environ: the process's environment.
        cwd: the folder; the current one by default.
        project: another project's binding or name instead.

    Raises:
        NotFound, Ambiguous: no stored project, or several, have that name.
    """
    return Searching(place_of(trusted_environ(environ), cwd, project=project))


def _current_folder() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        return os.environ.get("PWD", "/")


def _named_project(paths: Paths, wanted: str) -> tuple[str, str, str]:
    known = known_projects(paths)
    found = [one for one in known if wanted in (one[0], one[1])]
    if not found:
        names = ", ".join(sorted({name for _, name, _ in known})) or "none yet"
        raise NotFound(f"there is no project {wanted!r}", f"projects: {names}")
    if len(found) > 1:
        raise Ambiguous(f"several projects are called {wanted!r}", "name one of " + ", ".join(one[0] for one in found))
    return found[0]
