"""Reads SQLite databases of other programs without touching them.

Opening one in its place, even read-only, takes locks and may leave `-wal` and `-shm` files behind; so it is copied
into a private folder first, with its log, and the copy is read. A copy that a writer may have torn is checked.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import apsw

from hardwon.errors import StoreDamaged, StoreError, StoreLocked
from hardwon.store.database import guard

SIZE_MAX = 1 << 30
"""Bytes of a database that is still copied."""

_SIDE_FILES = ("-wal", "-journal")
_TRIES = 3
_YOUNG_S = 2.0  # a file written so lately may have been written while it was copied: clocks are coarse
_STATEMENT_S = 10.0

Marks = tuple[tuple[int, int] | None, ...]


class ForeignDatabase:
    """Another program's database, open to be read.

    Attributes:
        path: where the original is; errors name it.
    """

    __slots__ = ("_connection", "path")

    def __init__(self, path: str, connection: apsw.Connection) -> None:
        self.path = path
        self._connection = connection

    def columns(self, table: str) -> list[str]:
        """The columns of a table, [] when there is none of that name."""
        with guard(self.path):
            rows = self._connection.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall()
        return [str(row[0]) for row in rows]

    def rows(self, table: str, columns: Sequence[str], *, limit: int) -> list[tuple[object, ...]]:
        """Some columns of a table's rows, at most `limit` of them.

        Raises:
            StoreError: one of its kinds, by what SQLite said.
        """
        names = ", ".join(map(_quoted, columns))
        with guard(self.path):
            return list(self._connection.execute(f"SELECT {names} FROM {_quoted(table)} LIMIT ?", (limit,)))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@contextmanager
def foreign_copy(path: str) -> Iterator[ForeignDatabase]:
    """A copy of another program's database, open to be read; it goes with the block.

    Args:
        path: the database file; it, its log and its folder stay as they are.

    Raises:
        StoreLocked: it is being written all the time.
        StoreDamaged: it is no database, or a damaged one.
        StoreError: it cannot be read, or is larger than SIZE_MAX.
    """
    with tempfile.TemporaryDirectory(prefix="hardwon-") as folder:
        copy = _copied(path, folder)
        with guard(path):
            connection = apsw.Connection(copy, flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            with guard(path):
                _harden(connection)
                if _is_young(path) and connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
                    raise StoreLocked(f"{path} is being written", "try again in a moment")
            yield ForeignDatabase(path, connection)
        finally:
            connection.close()


def _copied(path: str, folder: str) -> str:
    copy = f"{folder}/copy.db"
    for _ in range(_TRIES):
        before = _marks(path)
        if before[0] is None:
            raise StoreError(f"{path} cannot be read: there is no such file", "")
        if before[0][0] == 0:
            raise StoreDamaged(f"{path} is empty", "")
        if sum(mark[0] for mark in before if mark) > SIZE_MAX:
            raise StoreError(f"{path} is too large to be read here", "")
        try:
            for ending in ("", *_SIDE_FILES):
                Path(copy + ending).unlink(missing_ok=True)
                if Path(path + ending).is_file():
                    shutil.copyfile(path + ending, copy + ending)
        except FileNotFoundError:
            continue  # a log that went away in between
        except OSError as error:
            raise StoreError(f"{path} cannot be read: {error.strerror}", "check its permissions") from None
        if _marks(path) == before:
            return copy
    raise StoreLocked(f"{path} is being written", "try again in a moment")


def _marks(path: str) -> Marks:
    return tuple(_mark(path + ending) for ending in ("", *_SIDE_FILES))


def _mark(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_size, found.st_mtime_ns


def _is_young(path: str) -> bool:
    newest = max((mark[1] for mark in _marks(path) if mark), default=0)
    return time.time() - newest / 1e9 < _YOUNG_S


def _harden(connection: apsw.Connection) -> None:
    """A database from a repository may be made to harm its reader."""
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.execute("PRAGMA cell_size_check = ON")
    until = time.monotonic() + _STATEMENT_S
    connection.set_progress_handler(lambda: time.monotonic() > until, 100_000)
