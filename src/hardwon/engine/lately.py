"""What helped and what hurt since a moment: the memories with the outcomes that say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.store import memories
from hardwon.store.tallies import judged_since

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.models import Memory


@dataclass(frozen=True, kw_only=True)
class Told:
    """A memory, and how often it worked and failed since the moment."""

    memory: Memory
    worked: int
    failed: int


@dataclass(frozen=True, kw_only=True)
class Lately:
    """The memories that helped most, and those that hurt most."""

    helped: tuple[Told, ...]
    hurt: tuple[Told, ...]


def lately(engine: Engine, since: int, *, limit: int = 5) -> Lately:
    """What helped and what hurt in this project and of the person's own memories.

    Args:
        engine: an open engine.
        since: the moment, in milliseconds.
        limit: how many of each at most.

    Raises:
        StoreError: a store cannot be read.
    """
    return Lately(helped=_told(engine, since, limit, hurt=False), hurt=_told(engine, since, limit, hurt=True))


def _told(engine: Engine, since: int, limit: int, *, hurt: bool) -> tuple[Told, ...]:
    found = []
    for database, projects in engine.stores.scopes():
        for project in projects or ("",):
            for id, worked, failed in judged_since(database, project, since, limit, hurt=hurt):
                memory = memories.live_memory(database, id)
                if memory is not None:
                    found.append(Told(memory=memory, worked=worked, failed=failed))
    order = (lambda one: one.worked - 1.5 * one.failed) if hurt else (lambda one: 1.5 * one.failed - one.worked)
    return tuple(sorted(found, key=order)[:limit])
