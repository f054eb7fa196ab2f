"""What a memory is connected with: memories that gave way to it or it gave way to, and tasks it belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.engine.journal import has_upkeep
from hardwon.store import memories, tasks, upkeep

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.models import Memory
    from hardwon.store.tasks import Link, Task
    from hardwon.store.upkeep import Applied

LIMIT = 20


@dataclass(frozen=True, kw_only=True)
class Neighbour:
    """A change that tells of two memories.

    Attributes:
        change: what upkeep did.
        gave_way: whether it is the other memory that gave way.
        memory: the other one as it is now, None where it is gone.
    """

    change: Applied
    gave_way: bool
    memory: Memory | None


@dataclass(frozen=True, kw_only=True)
class Connections:
    """What a memory is connected with."""

    neighbours: tuple[Neighbour, ...]
    tasks: tuple[tuple[Task, Link], ...]


def connections(engine: Engine, memory: Memory) -> Connections:
    """What a memory is connected with, the latest first; at most LIMIT of each kind.

    Args:
        engine: an open engine.
        memory: one of its memories.

    Raises:
        StoreError: a store cannot be read.
    """
    return Connections(neighbours=_neighbours(engine, memory), tasks=_tasks(engine, memory))


def _neighbours(engine: Engine, memory: Memory) -> tuple[Neighbour, ...]:
    database = engine.stores.reading(engine.stores.path_of(memory.project))
    if database is None or not has_upkeep(database):
        return ()
    found = []
    for change in upkeep.applied_to(database, memory.id, LIMIT):
        gave_way = change.other_id == memory.id
        other = change.memory_id if gave_way else change.other_id
        if other:
            # Memories that moved to the person's own leave a change in the project's file alone.
            live = [memories.live_memory(one, other) for one, _ in engine.stores.scopes()]
            known = next((one for one in live if one is not None), None)
            found.append(Neighbour(change=change, gave_way=gave_way, memory=known))
    return tuple(found)


def _tasks(engine: Engine, memory: Memory) -> tuple[tuple[Task, Link], ...]:
    database = engine.stores.reading(engine.stores.path_of(engine.project))
    if database is None or not tasks.has_tasks(database):
        return ()
    return tuple(tasks.tasks_with(database, engine.project, memory.id, LIMIT))
