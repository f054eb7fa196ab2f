"""Looks on: what was written to a project's memory and to the person's own, by whichever process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hardwon.engine.journal import has_upkeep
from hardwon.errors import InvalidValue
from hardwon.models import USER_PROJECT
from hardwon.store import changes
from hardwon.store.changes import Change, Place

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.store.database import Database

__all__ = ["Change", "end", "files_of", "mark", "since"]

BATCH = 100
Mark = tuple[tuple[int, int], ...]


def files_of(engine: Engine) -> tuple[str, ...]:
    """The files to look at, the project's first; they may not exist yet."""
    paths = (engine.stores.path_of(engine.project), engine.stores.path_of(USER_PROJECT))
    return tuple(dict.fromkeys(paths))


def mark(files: tuple[str, ...]) -> Mark:
    """What changes with every write to some files; opens none of them."""
    found = []
    for path in (name for file in files for name in (file, file + "-wal")):
        try:
            state = os.stat(path)
        except OSError:
            found.append((0, 0))
        else:
            found.append((state.st_mtime_ns, state.st_size))
    return tuple(found)


def end(engine: Engine) -> str:
    """The position after everything that is there.

    Raises:
        StoreError: a store cannot be read.
    """
    return _text([changes.end_of(database) if database else Place() for database in _databases(engine)])


def since(engine: Engine, position: str) -> list[tuple[Change, str]]:
    """What was written after a position, each with the position after it; at most 100 of a kind and file.

    Args:
        engine: an open engine.
        position: as `end` or an earlier call gave it.

    Raises:
        InvalidInput: it is no position.
        StoreError: a store cannot be read.
    """
    places = _read(position, len(files_of(engine)))
    found: list[tuple[Change, str]] = []
    projects = (engine.project, USER_PROJECT)
    for number, database in enumerate(_databases(engine)):
        for change in changes.since(database, projects, places[number], BATCH) if database else ():
            places[number] = change.place
            found.append((change, _text(places)))
    return found


def _databases(engine: Engine) -> Iterator[Database | None]:
    for file in files_of(engine):
        database = engine.stores.reading(file)
        yield database if database is not None and has_upkeep(database) else None


def _text(places: list[Place]) -> str:
    return "_".join(".".join(map(str, vars(place).values())) for place in places)


def _read(position: str, count: int) -> list[Place]:
    parts = [part.split(".") for part in position.split("_")]
    numbers = [number for part in parts for number in part]
    is_one = all(number.isascii() and number.isdigit() and len(number) < 19 for number in numbers)
    if len(parts) != count or not is_one or any(len(part) != 4 for part in parts):
        raise InvalidValue("this is no place in the stream of events", "send Last-Event-ID as it was given, or none")
    return [Place(*map(int, part)) for part in parts]
