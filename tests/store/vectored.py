"""A store with memories and vectors to search."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from hardwon.engine import Engine
from hardwon.store import spaces
from hardwon.store.database import Database
from hardwon.store.identity import SpaceIdentity
from hardwon.store.spaces import Space

DIMENSIONS = 32


def identity(model: str = "small", dimensions: int = DIMENSIONS) -> SpaceIdentity:
    """The space of an invented model."""
    return SpaceIdentity(provider="test", model=model, revision="1", dimensions=dimensions)


def direction(seed: int, dimensions: int = DIMENSIONS) -> list[float]:
    """A vector of unit length, another for each seed."""
    source = random.Random(seed)
    values = [source.gauss(0, 1) for _ in range(dimensions)]
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values]


def remembered(engine: Engine, count: int) -> dict[str, int]:
    """Store that many memories: id → row of the live version."""
    for number in range(count):
        engine.remember(f"Fact number {number} about the build, told once.")
    return live_rows(database_of(engine))


def database_of(engine: Engine) -> Database:
    """The project's file, open for writing."""
    return engine.stores.writing(engine.project)


def live_rows(database: Database) -> dict[str, int]:
    """id → row of the live version."""
    found = database.rows("SELECT memory_id, row FROM versions WHERE retired_at IS NULL ORDER BY row")
    return {str(id): int(row) for id, row in found}  # type: ignore[call-overload]


def filled(database: Database, rows: Sequence[int], model: str = "small") -> Space:
    """A space in which each row has the vector of its number."""
    space = spaces.ensure_space(database, identity(model), 0)
    spaces.put(database, space, [(row, direction(row)) for row in rows])
    return space
