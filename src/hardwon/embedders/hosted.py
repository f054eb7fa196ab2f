"""A hosted embedder: asked only because a person's file names it, each call written down before it is made.

Queries go out by themselves, once each. Memories never do: they wait for a person's consent to one batch
(hardwon.engine.indexing). Nothing else takes its place when it fails; whoever searches then goes by words.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.config.embedding import (
    HOSTS,
    OPENAI_FORM,
    asks_for_dimensions,
    host_of,
    known_dimensions,
    price_of,
    wrong_dimensions,
)
from hardwon.config.paths import Paths, make_private_dir
from hardwon.config.providers import embedding_key_name, provider_file
from hardwon.embedders.calling import CHECK, MayBeCharged, NotCharged, endpoint, post
from hardwon.embedders.forms import DOCUMENT, QUERY, call_of, cut, request, rows_of, tokens_of
from hardwon.errors import EmbedderUnavailable, HardwonError
from hardwon.store import embedding_calls
from hardwon.store.identity import SpaceIdentity
from hardwon.store.ledger import DONE, REFUSED, UNKNOWN, opened

if TYPE_CHECKING:
    from hardwon.config.quick import Settings
    from hardwon.embedders.base import Matrix, Vector
    from hardwon.store.database import Database

BATCH_MAX = 16  # texts that one consent sends
TEXT_FORM = 1  # how a memory is put into words; another number is another space
QUERY_S = 5.0
DOCUMENTS_S = 60.0
_QUIET_S = 30.0  # after a failure, before the next query goes out
_KEPT = 256  # vectors of queries, so that one is paid once
_BYTES_A_TOKEN = 2.5  # fewer than there are, so that an estimate is too high sooner than too low
_TOKENS_A_TEXT = 16  # what a host may put before each
_MILLION = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Sent:
    """What came of a call: a row of unit length for each text, its tokens, and its cost in US dollars."""

    rows: Matrix
    tokens: int
    cost_usd: float


def system_clock() -> int:
    """Now, in milliseconds."""
    return time.time_ns() // 1_000_000


class HostedEmbedder:
    """Vectors from a host.

    Args:
        paths: where calls are written down.
        settings: which host, its address, model, key and dimensions.
        clock: now, in milliseconds.

    Raises:
        EmbedderUnavailable: the settings cannot be used; nothing was asked.
    """

    def __init__(self, paths: Paths, settings: Settings, *, clock: Callable[[], int] = system_clock) -> None:
        host = HOSTS.get(settings.embedder)
        self.name = settings.embedder
        self._form = host.form if host else OPENAI_FORM
        self._url = endpoint(settings.embedding_url, call_of(self._form))
        self._paths = paths
        self._clock = clock
        _check(paths, settings)
        model, wanted = settings.embedding_model, settings.embedding_dimensions
        dimensions = wanted or (1536 if self.name == "openrouter" and not known_dimensions(model) else 0)
        self._key = settings.embedding_key
        self.identity = SpaceIdentity(
            provider=self.name,
            model=model,
            revision=f"{host_of(self._url)}/{TEXT_FORM}",
            dimensions=dimensions or known_dimensions(model),
        )
        self._asked = self.identity.dimensions if asks_for_dimensions(model, self.identity.dimensions) else 0
        self._price = price_of(self.name, model)
        self._known: OrderedDict[str, Vector] = OrderedDict()
        self._quiet_until = 0.0
        self._quiet_why = ""

    @property
    def address(self) -> str:
        """Where text is sent to."""
        return self._url

    def embed_query(self, text: str) -> Vector:
        """One query as a vector of unit length; the same one is not paid twice."""
        sent = cut(text)
        if sent in self._known:
            self._known.move_to_end(sent)
            return self._known[sent]
        if time.monotonic() < self._quiet_until:
            raise EmbedderUnavailable(self._quiet_why)
        try:
            vector = self._embed_query(sent)
        except EmbedderUnavailable:
            raise
        except HardwonError as error:  # it cannot be written down, so it is not made
            raise EmbedderUnavailable(f"{self.name} was not asked: {error}", error.hint) from None
        self._known[sent] = vector
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return vector

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Refuses: memories are sent by a person's consent alone."""
        raise EmbedderUnavailable(
            f"memories are sent to {self.name} by a person's consent alone", "`mem index inspect` shows the next batch"
        )

    def close(self) -> None:
        """There is nothing to let go of."""

    def most_usd(self, texts: Sequence[str]) -> float:
        """The most that a call may cost, in US dollars."""
        tokens = sum(int(len(cut(text).encode()) / _BYTES_A_TOKEN) + _TOKENS_A_TEXT for text in texts)
        return tokens * self._price / _MILLION

    def send(self, texts: Sequence[str], purpose: str, timeout_s: float) -> Sent:
        """Make one call, and no second one; whoever calls wrote it down before.

        Args:
            texts: what to embed.
            purpose: QUERY or DOCUMENT.
            timeout_s: the longest that it may take.

        Raises:
            NotCharged: it surely cost nothing.
            MayBeCharged: it may have cost something, or it did and the answer is of no use.
        """
        body = request(self._form, self.identity.model, texts, purpose, self._asked)
        document = post(self._url, body, self._key, timeout_s)
        try:
            rows = rows_of(self._form, document, len(texts))
        except ValueError as error:
            raise MayBeCharged(str(error)) from None
        if rows.shape[1] != self.identity.dimensions:
            raise MayBeCharged(f"its vectors have {rows.shape[1]} dimensions, not {self.identity.dimensions}")
        tokens = tokens_of(self._form, document)
        cost = tokens * self._price / _MILLION if tokens else self.most_usd(texts)
        return Sent(rows=rows, tokens=tokens, cost_usd=cost)

    def _embed_query(self, sent: str) -> Vector:
        with asking(self._paths), opened(self._paths) as book:
            mark = embedding_calls.Marks(book, self.identity).of(embedding_calls.QUERY, sent)
            if embedding_calls.blocked_of(book, [mark]):
                raise EmbedderUnavailable(
                    f"an earlier call to {self.name} with this query may have been paid", "`mem index inspect`"
                )
            number = embedding_calls.begin(
                book, embedding_calls.QUERY, self.identity, [mark], at=self._clock(), reserved_usd=self.most_usd([sent])
            )
            done = self.written_down(book, number, [sent], QUERY, QUERY_S)
            self._end(book, number, DONE, cost_usd=done.cost_usd, tokens=done.tokens)
        vector: Vector = done.rows[0]
        return vector

    def written_down(self, book: Database, number: int, texts: Sequence[str], purpose: str, timeout_s: float) -> Sent:
        """`send`, with how it failed written down; that it was done is for the caller to write, once it has the rows.

        Args:
            book: the open file of calls.
            number: the call's.
            texts, purpose, timeout_s: as for `send`.

        Raises:
            EmbedderUnavailable: it failed; its cause is NotCharged or MayBeCharged.
        """
        try:
            return self.send(texts, purpose, timeout_s)
        except NotCharged as refused:
            self._end(book, number, REFUSED, cost_usd=0.0, note=str(refused))
            raise self._failed(refused, refused.wait_s) from refused
        except MayBeCharged as unknown:
            self._end(book, number, UNKNOWN, cost_usd=self.most_usd(texts), note=str(unknown))
            raise self._failed(unknown, 0.0) from unknown
        except BaseException as error:
            self._end(book, number, UNKNOWN, cost_usd=self.most_usd(texts), note=type(error).__name__)
            raise

    def _end(
        self, book: Database, number: int, outcome: str, *, cost_usd: float, tokens: int = 0, note: str = ""
    ) -> None:
        embedding_calls.end(book, number, outcome, self._clock(), cost_usd=cost_usd, tokens=tokens, note=note)

    def _failed(self, error: Exception, wait_s: float) -> EmbedderUnavailable:
        self._quiet_until = time.monotonic() + max(wait_s, _QUIET_S)
        self._quiet_why = f"{self.name}: {error}"
        hint = "`mem index inspect` shows what may have been paid" if isinstance(error, MayBeCharged) else CHECK
        return EmbedderUnavailable(self._quiet_why, hint)


def _check(paths: Paths, settings: Settings) -> None:
    """Refuse what would fail or must not be sent, before anything is."""
    name, model = settings.embedder, settings.embedding_model
    if settings.mode == "local":
        raise EmbedderUnavailable(
            f"mode local forbids the embedder {name}", "`mem config set embedder fastembed`, or mode hosted"
        )
    wrong = next((problem for problem in settings.problems if problem.startswith("embedding_dimensions")), "")
    wrong = wrong or wrong_dimensions(model, settings.embedding_dimensions)
    if wrong:
        raise EmbedderUnavailable(wrong, "`embedding_dimensions`, or HARDWON_EMBEDDING_DIMENSIONS, says which")
    if not settings.embedding_dimensions and not known_dimensions(model) and name != "openrouter":
        raise EmbedderUnavailable(
            f"how many dimensions {model} gives is not known", "`mem config set embedding_dimensions NUMBER`"
        )
    key = embedding_key_name(settings)
    if key and not settings.embedding_key:
        raise EmbedderUnavailable(f"there is no {key}", f"put {key}=… into {provider_file(paths)} (mode 0600)")


@contextmanager
def asking(paths: Paths) -> Iterator[None]:
    """Be one of those who send queries: what stands there as being sent is not lost meanwhile."""
    with _lock(paths) as handle:
        fcntl.flock(handle, fcntl.LOCK_SH)
        yield


def block_lost_queries(paths: Paths, book: Database, at: int) -> None:
    """Block the queries of processes that are gone; nothing where one sends just now."""
    with _lock(paths) as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        embedding_calls.block_lost(book, embedding_calls.QUERY, at)


@contextmanager
def _lock(paths: Paths) -> Iterator[int]:
    make_private_dir(paths.data)
    handle = os.open(paths.data + "/queries.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield handle
    finally:
        os.close(handle)


__all__ = ["BATCH_MAX", "DOCUMENT", "DOCUMENTS_S", "HostedEmbedder", "Sent", "asking", "block_lost_queries"]
