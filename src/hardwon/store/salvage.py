"""Builds a sound store out of the rows that can be read from a damaged one.

A table that SQLite can read from end to end is taken as it is read. Of another one, every row is taken that stands on a
leaf page that can be read, whatever happened to the tree above it. Row numbers are kept, for other tables point to
them; what is made from other rows (the word index, counters, the index of vectors) is made anew.
"""

from __future__ import annotations

import mmap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import apsw

from hardwon.errors import StoreDamaged, StoreForeign, StoreNewer
from hardwon.store import spaces
from hardwon.store.database import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    WRITE_BUSY_MS,
    Database,
    guard,
    new_file,
    open_for_reading,
    open_for_writing,
)
from hardwon.store.image import Image
from hardwon.store.migrations import build
from hardwon.store.pages import Pages
from hardwon.store.rows import Row, Shape, is_garbled, mended, shapes

TABLE_S_MAX = 300.0  # of reading one table through SQLite
_STEPS = 10_000  # of SQLite's machine between looks at the clock
_OTHER_HASHES_MIN = 10
_SIGNS_OF_BROKEN_TREES = ("***", "Tree ", "Page ", "Freelist")


@dataclass
class Salvaged:
    """What was taken over.

    Attributes:
        counts: rows by table.
        from_pages: tables that had to be read page by page.
        memories: live memories.
        garbled: ids of memories whose text was not whole; they are quarantined.
        older: ids of memories whose newest version was lost; an older one is archived in its place.
        lost: memories of which no version could be read.
    """

    counts: dict[str, int] = field(default_factory=dict)
    from_pages: list[str] = field(default_factory=list)
    memories: int = 0
    garbled: list[str] = field(default_factory=list)
    older: list[str] = field(default_factory=list)
    lost: int = 0


def refuse_others(image: Image, path: str) -> None:
    """Refuse a store that another program, or a newer version of this one, wrote.

    Args:
        image: the store's image.
        path: the store, for what is said.

    Raises:
        StoreForeign, StoreNewer: it did.
    """
    if image.is_database and image.application_id != APPLICATION_ID:
        raise StoreForeign(f"{path} is a database of another program", "it is left as it is")
    if image.is_database and image.user_version > SCHEMA_VERSION:
        raise StoreNewer(f"{path} was written by a newer version", "upgrade Hardwon")


def salvage(image: Image, target: str) -> Salvaged:
    """Make a store with every row that can be read from an image.

    Args:
        image: the damaged store.
        target: the new store's file; nothing is there.

    Raises:
        StoreError: the new store cannot be written.
    """
    database = build(target)
    try:
        found = Salvaged()
        _set_checks(database, on=False)
        with database.atomic():
            _fill(database, image, found)
            _tie_together(database, found)
            rebuild_index(database)
        _set_checks(database, on=True)
        for space in spaces.list_spaces(database):
            spaces.sync_index(database, space)
        return found
    finally:
        database.close()


def rebuild_index(database: Database) -> None:
    """Make the word index, and the counter beside it, anew from the live versions.

    Args:
        database: a store open for writing.

    Raises:
        StoreError: the versions cannot be read, or the index's own tables are gone.
    """
    with database.atomic():
        database.change("INSERT INTO memory_fts (memory_fts) VALUES ('rebuild')")
        database.change(
            """INSERT INTO counters (name, value) SELECT 'live', count(*) FROM versions WHERE retired_at IS NULL
            ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
        )


def reindex(path: str, *, busy_ms: int = WRITE_BUSY_MS) -> None:
    """Make what is made from other rows anew in a store whose rows are sound; all of it or nothing.

    Args:
        path: the database file.
        busy_ms: how long to wait for another writer, in milliseconds.

    Raises:
        StoreError: it is locked, or the index's own tables are gone.
    """
    database = open_for_writing(path, busy_ms=busy_ms)
    try:
        with database.atomic():
            rebuild_index(database)
            database.change("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
    finally:
        database.close()


def copy_store(path: str, target: str) -> None:
    """Copy one state of a store, log included, into one file.

    Args:
        path: the database file.
        target: the copy; nothing is there.

    Raises:
        StoreError: the store cannot be read, or the copy not written.
    """
    source = open_for_reading(path, busy_ms=WRITE_BUSY_MS)
    copy = new_file(target)
    try:
        with guard(path), copy.connection.backup("main", source.connection, "main") as backup:
            while not backup.done:
                backup.step(-1)
    finally:
        copy.close()
        source.close()


def _set_checks(database: Database, *, on: bool) -> None:
    """Rows come in the order of pages, with what triggers once made of them."""
    with guard(database.path):
        database.connection.execute(f"PRAGMA foreign_keys = {'ON' if on else 'OFF'}")
        database.connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, int(on))


# -- reading -------------------------------------------------------------------------------------------------


def _fill(database: Database, image: Image, found: Salvaged) -> None:
    known = shapes(database)
    broken = _has_broken_trees(image)
    torn = [shape for shape in known if broken or not _copied(database, image, shape, found)]
    if not torn:
        return
    found.from_pages = [shape.name for shape in torn]
    rows = list(_rows_of_pages(image, torn))
    # With holes in the log a page may be older than another: then the newest row first, for it holds.
    rows.sort(key=lambda one: one[1], reverse=image.lost_frames > 0)
    for shape, number, row in rows:
        _insert(database, shape, number, row, found)


def _has_broken_trees(image: Image) -> bool:
    """Whether pages are missing from the trees, or in the wrong one: then a table may look whole and not be."""
    try:
        with _opened(image) as source:
            told = [str(row[0]) for row in source.execute("PRAGMA integrity_check")]
    except (apsw.Error, UnicodeDecodeError):
        return True
    return any(text.startswith(_SIGNS_OF_BROKEN_TREES) for text in told)


def _copied(database: Database, image: Image, shape: Shape, found: Salvaged) -> bool:
    """Take a table over as SQLite reads it; False, and nothing taken, when it cannot read all of it."""
    before = len(found.garbled)
    try:
        with database.atomic(), _opened(image) as source:
            for number, *values in source.execute(_select(source, shape)):
                row = shape.row(int(number), values)
                if row is None or mended(shape.name, row) is None:
                    raise StoreDamaged(f"row {number} of {shape.name} is another table's")
                _insert(database, shape, int(number), row, found)
        return True
    except (apsw.Error, UnicodeDecodeError, StoreDamaged):
        del found.garbled[before:]
        found.counts.pop(shape.name, None)
        return False


def _select(source: apsw.Connection, shape: Shape) -> str:
    here = {str(row[1]) for row in source.execute(f'PRAGMA table_info ("{shape.name}")')}
    names = [f'"{name}"' for name in shape.names if name in here]
    return f'SELECT rowid, {", ".join(names)} FROM "{shape.name}" ORDER BY rowid'


@contextmanager
def _opened(image: Image) -> Iterator[apsw.Connection]:
    quoted = image.path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    connection = apsw.Connection(f"file:{quoted}?immutable=1", flags=flags)
    try:
        end = time.monotonic() + TABLE_S_MAX
        # A tree that was bent into a ring must not be walked for ever.
        connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
        yield connection
    finally:
        connection.close()


def _rows_of_pages(image: Image, torn: list[Shape]) -> Iterator[tuple[Shape, int, Row]]:
    with open(image.path, "rb") as file:
        if file.seek(0, 2) < image.page_size:
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            for number, values in Pages(data, image.page_size).rows():
                for shape in torn:
                    row = shape.row(number, values)
                    if row is not None and mended(shape.name, row) is not None:
                        yield shape, number, row
                        break


# -- writing -------------------------------------------------------------------------------------------------


def _insert(database: Database, shape: Shape, number: int, row: Row, found: Salvaged) -> None:
    fit = mended(shape.name, row)
    if fit is None:
        return
    names = [*shape.names, *([] if shape.number else ["rowid"])]
    values = [fit[name] for name in shape.names] + ([] if shape.number else [number])
    marks = ", ".join("?" * len(values))
    listed = ", ".join(f'"{name}"' for name in names)
    if not database.change(f'INSERT OR IGNORE INTO "{shape.name}" ({listed}) VALUES ({marks})', tuple(values)):
        return
    found.counts[shape.name] = found.counts.get(shape.name, 0) + 1
    if shape.name == "versions" and row["retired_at"] is None and is_garbled(row):
        found.garbled.append(str(row["memory_id"]))


def _tie_together(database: Database, found: Salvaged) -> None:
    """Give every version its memory and every memory a live version, and drop what belongs to nothing."""
    database.change(
        """INSERT INTO memories (id, project, created_at) SELECT memory_id, project, min(valid_from) FROM versions
        WHERE memory_id NOT IN (SELECT id FROM memories) GROUP BY memory_id"""
    )
    _revive(database, found)
    _quarantine(database, found)
    for binding, since in database.rows(
        """SELECT project, min(created_at) FROM memories WHERE project NOT IN (SELECT binding FROM projects)
        GROUP BY project"""
    ):
        _name_project(database, str(binding), since)
    found.lost = database.change("DELETE FROM memories WHERE id NOT IN (SELECT memory_id FROM versions)")
    for table in ("restatements", "outcomes"):
        database.change(f"DELETE FROM {table} WHERE memory_id NOT IN (SELECT id FROM memories)")
    database.change(
        """DELETE FROM vectors WHERE space NOT IN (SELECT id FROM spaces) OR row NOT IN (SELECT row FROM versions)
        OR length(vec) <> (SELECT dimensions FROM spaces WHERE id = space)"""
    )
    database.change("UPDATE vectors SET live = (SELECT retired_at IS NULL FROM versions v WHERE v.row = vectors.row)")
    row = database.row("SELECT count(*) FROM versions WHERE retired_at IS NULL")
    found.memories = int(row[0]) if row else 0  # type: ignore[call-overload]


def _revive(database: Database, found: Salvaged) -> None:
    """Archived, not active: the version that was lost may have said that the memory was forgotten."""
    older = database.rows(
        """SELECT memory_id, max(number) FROM versions GROUP BY memory_id
        HAVING max(retired_at IS NULL) = 0 ORDER BY memory_id"""
    )
    for memory_id, number in older:
        database.change(
            """UPDATE versions SET retired_at = NULL, status = 'archived', change = 'repaired'
            WHERE memory_id = ? AND number = ?""",
            (memory_id, number),
        )
    found.older = [str(memory_id) for memory_id, _ in older]


def _quarantine(database: Database, found: Salvaged) -> None:
    # Where most texts fail, it is the way of computing that changed.
    if len(found.garbled) >= _OTHER_HASHES_MIN and 2 * len(found.garbled) > found.counts.get("versions", 0):
        found.garbled.clear()
    for memory_id in found.garbled:
        database.change(
            "UPDATE versions SET status = 'quarantined' WHERE memory_id = ? AND retired_at IS NULL", (memory_id,)
        )


def _name_project(database: Database, binding: str, since: object) -> None:
    root = binding.partition(":")[2] if binding.startswith("path:") else ""
    name = binding.rstrip("/").rpartition("/")[2] or binding
    database.change(
        "INSERT INTO projects (binding, name, root, created_at) VALUES (?, ?, ?, ?)", (binding, name, root, since)
    )
