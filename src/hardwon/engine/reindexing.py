"""The missing vectors of a local embedder, made at once: a page of memories, or all of them.

The service makes them by itself; this is for whoever does not want to wait, or has no service.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.engine.indexing import Indexed, is_for_a_person, settle
from hardwon.engine.quick import USER_PROJECT
from hardwon.errors import EmbedderUnavailable, InvalidInput
from hardwon.store import spaces

if TYPE_CHECKING:
    from hardwon.embedders.base import Embedder
    from hardwon.engine.core import Engine

PAGE_MAX = 100
PERSON_COMMAND = "mem index inspect"


@dataclass(frozen=True, kw_only=True)
class Page:
    """One page of memories looked at.

    Attributes:
        next_offset: where the next page begins, None after the last one.
        person_command: what a person runs instead where the embedder is hosted: nothing was looked at then.
    """

    offset: int
    looked_at: int
    stored: int
    total: int
    next_offset: int | None = None
    person_command: str = ""


def reindex(engine: Engine, *, offset: int = 0, limit: int = PAGE_MAX) -> Page:
    """Make the vectors that are missing among some memories, the first first, with a local embedder.

    Args:
        engine: an open engine.
        offset: how many memories to pass over, as the page before said.
        limit: how many to look at, at most 100.

    Raises:
        InvalidInput: the offset or the limit is none.
        EmbedderUnavailable: there is no model.
        StoreError: a store cannot be written.
    """
    if offset < 0 or not 1 <= limit <= PAGE_MAX:
        raise InvalidInput(f"a page has 1 to {PAGE_MAX} memories and begins at 0 or later")
    if is_for_a_person(engine):
        return Page(offset=offset, looked_at=0, stored=0, total=_total(engine), person_command=PERSON_COMMAND)
    total, at, left, looked_at, stored = 0, offset, limit, 0, 0
    for project in (engine.project, USER_PROJECT):
        database = engine.stores.reading(engine.stores.path_of(project))
        count = spaces.live_counts(database, [project]) if database else 0
        total += count
        if database is not None and left and at < count:
            rows = spaces.live_page(database, [project], at, left)
            stored += _fill_rows(engine, project, rows)
            looked_at += len(rows)
            left -= len(rows)
        at = max(at - count, 0)
    end = offset + looked_at
    return Page(
        offset=offset,
        looked_at=looked_at,
        stored=stored,
        total=total,
        next_offset=end if looked_at and end < total else None,
    )


def fill_all(engine: Engine, progress: Callable[[int, int], None] = lambda ready, total: None) -> Indexed:
    """Make every vector that is missing, with a local embedder; what was made stays made however it ends.

    Args:
        engine: an open engine.
        progress: told (ready, total) of a store after each batch.

    Raises:
        InvalidInput: the embedder is hosted.
        EmbedderUnavailable: there is no model.
        StoreError: a store cannot be written.
    """
    from hardwon.embedders.filling import fill

    _refuse_hosted(engine)
    stored = 0
    with _Local(engine) as embedder:
        for project in (engine.project, USER_PROJECT):
            if engine.stores.reading(engine.stores.path_of(project)) is not None:
                database = engine.stores.writing(project)
                space = spaces.ensure_space(database, embedder.identity, engine.clock())
                stored += fill(database, embedder, space, progress=progress).done
    return Indexed(sent=stored, stored=stored)


def _total(engine: Engine) -> int:
    return sum(spaces.live_counts(database, projects) for database, projects in engine.stores.scopes())


def _fill_rows(engine: Engine, project: str, rows: Sequence[int]) -> int:
    from hardwon.embedders.filling import fill_rows

    with _Local(engine) as embedder:
        database = engine.stores.writing(project)
        space = spaces.ensure_space(database, embedder.identity, engine.clock())
        missing = spaces.waiting_among(database, space, rows)
        texts, around = [(one.row, one.text) for one in missing], {one.row: one.around for one in missing if one.around}
        stored = fill_rows(database, embedder, space, texts, around)
        settle(database, space)
        return stored


def _refuse_hosted(engine: Engine) -> None:
    if is_for_a_person(engine):
        raise InvalidInput(
            f"vectors of {engine.settings.embedder} are paid for, batch by batch, by a person's consent",
            f"`{PERSON_COMMAND}` shows the next batch",
        )


class _Local:
    """A local embedder: the service's, which is warm, or one that is loaded for as long as this takes."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loaded: Embedder | None = None

    def __enter__(self) -> Embedder:
        warm: Embedder | None = getattr(self._engine.meaning, "embedder", None)
        if warm is not None:
            return warm
        from hardwon.embedders.loading import load

        try:
            self._loaded = load(self._engine.stores.paths, self._engine.settings)
        except ImportError as error:
            raise EmbedderUnavailable(
                f"{error.name} is not installed", "`pip install 'hardwon[embedding]'` brings it"
            ) from None
        return self._loaded

    def __exit__(self, *_: object) -> None:
        if self._loaded is not None:
            self._loaded.close()
