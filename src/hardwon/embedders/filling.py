"""Fills a space in the background: a batch, a transaction, and what was done stays done however it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.config.embedding import SERVERS
from hardwon.errors import InvalidInput
from hardwon.store import spaces
from hardwon.store.database import Database
from hardwon.store.spaces import Space

if TYPE_CHECKING:
    from hardwon.embedders.base import Embedder, Matrix

CHARACTERS_MAX = 8000  # more than any model here reads of one text


@dataclass(frozen=True, kw_only=True)
class Filled:
    """How far a space is.

    Attributes:
        done: vectors stored by this run.
        ready: live memories with a vector.
        total: live memories.
        complete: whether nothing is missing.
    """

    done: int
    ready: int
    total: int
    complete: bool


def fill(
    database: Database,
    embedder: Embedder,
    space: Space,
    *,
    batch: int = 32,
    should_stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda ready, total: None,
) -> Filled:
    """Embed what has no vector in a space, the newest first; other spaces go when nothing is missing.

    The write lock is held for a batch's insertion only, never while the model works.

    Args:
        database: a store open for writing.
        embedder: the embedder of the space.
        space: the space.
        batch: memories a transaction.
        should_stop: asked between batches.
        progress: told (ready, total) after each batch.

    Raises:
        InvalidInput: the embedder is of another space.
        EmbedderUnavailable: the model or its server cannot answer; what was stored stays.
        StoreError: the store cannot be written.
    """
    if embedder.identity != space.identity:
        raise InvalidInput("the embedder's vectors belong to another space")
    done = 0
    below: int | None = None
    ready, total = spaces.count(database, space)
    while not should_stop():
        waiting = spaces.pending(database, space, batch, below)
        if not waiting:
            if below is None:
                break
            below = None  # once more from the top: memories may have come meanwhile
            continue
        below = waiting[-1][0]
        vectors = _vectors(embedder, waiting, spaces.surroundings_of(database, [row for row, _ in waiting]))
        stored = spaces.put(database, space, zip((row for row, _ in waiting), vectors, strict=True))
        done += stored
        ready += stored
        progress(ready, total)
    return _finished(database, space, done)


def fill_rows(
    database: Database, embedder: Embedder, space: Space, texts: list[tuple[int, str]], around: dict[int, str]
) -> int:
    """Embed some live versions; how many vectors were stored.

    Args:
        database: a store open for writing.
        embedder: the embedder of the space.
        space: the space.
        texts: (row, text).
        around: what was said around some of them, by row.

    Raises:
        EmbedderUnavailable: the model or its server cannot answer.
        StoreError: the store cannot be written.
    """
    if not texts:
        return 0
    vectors = _vectors(embedder, texts, around)
    return spaces.put(database, space, zip((row for row, _ in texts), vectors, strict=True))


def _vectors(embedder: Embedder, texts: list[tuple[int, str]], around: dict[int, str]) -> Matrix:
    """One vector a text. Where something was said around it, it lies between the text alone and the whole.

    On LoCoMo that finds 2 of 100 turns more than either vector, and needs no second one.

    Args:
        embedder: the embedder.
        texts: (row, text).
        around: what was said around some of them, by row.
    """
    vectors = embedder.embed_documents([text[:CHARACTERS_MAX] for _, text in texts])
    at = [number for number, (row, _) in enumerate(texts) if row in around]
    if at:
        whole = [f"{texts[number][1]}\n{around[texts[number][0]]}"[:CHARACTERS_MAX] for number in at]
        vectors[at] += embedder.embed_documents(whole)
    return vectors


def _finished(database: Database, space: Space, done: int) -> Filled:
    with database.atomic():
        complete = not spaces.pending(database, space, 1)
        spaces.set_state(database, space, spaces.READY if complete else spaces.FILLING)
        if complete:
            spaces.prune(database, space)
    if complete:
        for other in spaces.list_spaces(database):
            # What was paid is kept: another time it would be paid again.
            if other.id != space.id and other.identity.provider not in SERVERS:
                spaces.drop_space(database, other)
    ready, total = spaces.count(database, space)
    return Filled(done=done, ready=ready, total=total, complete=complete)
