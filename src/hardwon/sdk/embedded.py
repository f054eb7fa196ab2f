"""`Memory`: what a program of your own remembers of its users, one file for each namespace."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from hardwon.errors import InvalidInput, StoreReadOnly
from hardwon.sdk.moments import Moment, milliseconds
from hardwon.sdk.opened import Opened
from hardwon.sdk.places import file_name
from hardwon.sdk.results import Context, Entry, Fact, FactHit, Term

if TYPE_CHECKING:
    from hardwon.engine import Engine
    from hardwon.hits import Hit

T = TypeVar("T")

OPEN_MAX = 32
"""How many namespaces are kept open; those not used for longest are closed first."""

_SETTINGS = ("HOME", "PATH", "LANG", "TZ")


class _Shelf:
    """One namespace's file, and how many calls are at it."""

    __slots__ = ("opened", "users")

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.users = 0


class Memory:
    """What a program remembers of its users. Use as a context manager, or call `close`.

    Each namespace (a user, a conversation) is a file of its own below the folder, and knows nothing of the others. Safe
    to use from several threads, and from asyncio by `asyncio.to_thread(memory.search, ...)`. Searches go by words. The
    person's own memories and settings of Hardwon are not touched; `config.toml` in the folder has settings, if any.

    Args:
        root: the folder; made, for its owner alone, when something is first stored.
        clock: the source of time, in milliseconds since 1970. ids: of ids. Both for tests.
    """

    def __init__(
        self,
        root: str | Path,
        *,
        clock: Callable[[], int] | None = None,
        ids: Callable[[], str] | None = None,
    ) -> None:
        self._root = str(Path(root).expanduser().absolute())
        self._clock = clock
        self._ids = ids
        self._lock = threading.Lock()
        self._shelves: OrderedDict[str, _Shelf] = OrderedDict()
        self._is_closed = False

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close every file, after the calls in hand; closing twice is harmless."""
        with self._lock:
            self._is_closed = True
            shelves = list(self._shelves.values())
            self._shelves.clear()
        for shelf in shelves:
            shelf.opened.close()

    def add(
        self,
        namespace: str,
        text: str,
        *,
        category: str = "general",
        source: str = "user",
        at: Moment | None = None,
        key: str | None = None,
    ) -> list[str]:
        """Store what was said. Each statement that a later one may replace is a fact of its own.

        "I now work at Y" takes the place of "I work at X", which stays findable by `as_of`. Secrets and `<private>`
        parts are taken out first.

        Args:
            namespace: whose memory.
            text: at most 64 kB.
            category: one of hardwon.models.CATEGORIES.
            source: user for the person's own words; agent for a program's, which replace no word of the person's, and
                which are kept aside where they read like an order.
            at: when it was said; now by default.
            key: idempotency key: the same key again stores nothing.

        Returns:
            the ids of the facts.

        Raises:
            InvalidInput: the text is empty or too long, or an argument is none of those there are.
            StoreError: the file cannot be written; nothing was stored.
        """
        from hardwon.engine.telling import tell
        from hardwon.models import Origin

        if source not in ("user", "agent"):
            raise InvalidInput(f"{str(source)[:40]!r} is no source", "say user or agent")
        origin = Origin(who=source, host="sdk")

        def call(engine: Engine) -> list[str]:
            said_at = None if at is None else milliseconds(at, engine.clock())
            kept = tell(engine, text, category=category, origin=origin, key=key, at=said_at)
            return [one.memory.id for one in kept]

        return self._use(namespace, call)

    def search(
        self,
        namespace: str,
        query: str,
        k: int = 5,
        *,
        as_of: Moment | None = None,
        is_latest_only: bool = True,
        include_cold: bool = False,
    ) -> list[FactHit]:
        """The facts that answer a query, the best first. Searching changes nothing.

        Args:
            namespace: whose memory.
            query: any text.
            k: the most hits, 1 to 100.
            as_of: what held at that moment, as it is known now; `is_latest_only` then does not count.
            is_latest_only: leave out what later statements took the place of.
            include_cold: also what upkeep put away.

        Raises:
            InvalidInput: an argument is none of those there are.
            StoreError: the file cannot be read.
        """

        def call(engine: Engine) -> list[FactHit]:
            at = None if as_of is None else milliseconds(as_of, engine.clock())
            found = engine.recall(
                query,
                limit=k,
                include_cold=include_cold,
                include_superseded=not is_latest_only,
                as_of=at,
                known_at=None if at is None else max(engine.clock(), at),
            )
            return [_hit(engine, hit) for hit in found.hits]

        return self._use(namespace, call)

    def get_context(self, namespace: str, query: str | None = None, *, budget: int | None = None) -> Context:
        """Text to give a model: what fits a query, or what matters most.

        Args:
            namespace: whose memory.
            query: the prompt; None for what matters most.
            budget: the most tokens, 50 to 2,400.

        Raises:
            InvalidInput: the budget is out of bounds.
            StoreError: the file cannot be read.
        """
        return self._use(namespace, lambda engine: Context.of(engine.context(query, budget=budget)))

    def list(self, namespace: str, *, limit: int = 50, offset: int = 0) -> list[Fact]:
        """The latest facts of a namespace, the newest first.

        Raises:
            InvalidInput: there is no such page.
            StoreError: the file cannot be read.
        """
        return self._use(namespace, lambda engine: [Fact.of(one) for one in engine.list(limit=limit, offset=offset)[0]])

    def history(self, namespace: str, id: str) -> tuple[Entry, ...]:
        """Every version of a fact, the first first.

        Raises:
            NotFound, Ambiguous: no fact, or several, begin like that.
        """
        return self._use(namespace, lambda engine: tuple(map(Entry.of, engine.history(id))))

    def forget(self, namespace: str, id: str) -> None:
        """Take a fact out of every search; its history stays in the file.

        Raises:
            NotFound, Ambiguous: no fact, or several, begin like that.
            StoreError: the file cannot be written.
        """
        self._use(namespace, lambda engine: engine.archive(id))

    # -- inside ------------------------------------------------------------------------------------------

    def _use(self, namespace: str, call: Callable[[Engine], T]) -> T:
        file = file_name(namespace)
        shelf = self._borrowed(file, namespace)
        try:
            return shelf.opened.use(call)
        finally:
            self._given_back(shelf)

    def _borrowed(self, file: str, namespace: str) -> _Shelf:
        with self._lock:
            if self._is_closed:
                raise InvalidInput("this memory was closed", "open another one")
            shelf = self._shelves.get(file)
            if shelf is None:
                shelf = self._shelves[file] = _Shelf(Opened(partial(self._open, file, namespace)))
            self._shelves.move_to_end(file)
            shelf.users += 1
        return shelf

    def _given_back(self, shelf: _Shelf) -> None:
        with self._lock:
            shelf.users -= 1
            idle = [file for file, one in self._shelves.items() if not one.users]
            over = [self._shelves.pop(file) for file in idle[: max(len(self._shelves) - OPEN_MAX, 0)]]
        for one in over:
            one.opened.close()

    def _open(self, file: str, namespace: str) -> Engine:
        from hardwon.binding import Binding
        from hardwon.config.actor import PERSON
        from hardwon.config.paths import make_private_dir
        from hardwon.engine.core import open_engine, random_id, system_clock

        try:
            make_private_dir(self._root)
        except OSError as error:
            hint = "give yourself write access to the folder above it"
            raise StoreReadOnly(f"{self._root} cannot be made: {error.strerror}", hint) from None
        environ = {name: os.environ[name] for name in _SETTINGS if name in os.environ}
        environ |= {
            "HARDWON_HOME": self._root,
            "HARDWON_CONFIG": f"{self._root}/config.toml",
            "HARDWON_DB": f"{self._root}/{file}",
            "HARDWON_SERVICE": "off",
        }
        return open_engine(
            environ,
            binding=Binding(f"namespace:{namespace}", ""),
            actor=PERSON,
            clock=self._clock or system_clock,
            ids=self._ids or random_id,
        )


def _hit(engine: Engine, hit: Hit) -> FactHit:
    versions = {one.version: one for one in engine.history(hit.id)}
    return FactHit(
        fact=Fact.of(versions[hit.memory.version]),
        final_score=hit.score,
        relevance=hit.relevance,
        terms=tuple(Term(name, value) for name, value in hit.terms),
    )
