"""Tells whether a store is sound. Looks only: what needs a writable database is done on a copy in memory."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import apsw

from hardwon.errors import StoreDamaged
from hardwon.store.database import Database, guard, open_for_reading
from hardwon.store.memories import text_hash
from hardwon.store.migrations import MIGRATIONS
from hardwon.store.wal import read_log

COPY_MAX = 512 << 20  # bytes; a larger store is checked where it lies, and less deeply
CHECK_S_MAX = 120.0
_SHOWN = 3
_LOOKS_AT_LOG = 5
_STEPS = 10_000
_OTHER_HASHES_MIN = 10  # as in hardwon.store.salvage


@dataclass(kw_only=True)
class Examined:
    """What was found in a store.

    Attributes:
        problems: what is wrong with its pages, tables and rows; only salvaging them helps.
        index_problems: what is wrong with what can be made anew from sound rows.
        version: of the schema.
        memories: live ones.
        bytes, log_bytes: sizes of the file and of its log.
        vectors, vectors_of: vectors of live memories, and the number of spaces they are in.
    """

    problems: list[str] = field(default_factory=list)
    index_problems: list[str] = field(default_factory=list)
    version: int = 0
    memories: int = 0
    bytes: int = 0
    log_bytes: int = 0
    vectors: int = 0
    vectors_of: int = 0

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found."""
        return not self.problems and not self.index_problems


def examine(path: str, *, busy_ms: int = 1000) -> Examined:
    """Look at everything in a store.

    Args:
        path: the database file.
        busy_ms: how long to wait for a lock, in milliseconds.

    Raises:
        StoreError: it cannot be opened; one of its kinds.
    """
    found = Examined(bytes=_size(path), log_bytes=_size(path + "-wal"))
    database = open_for_reading(path, busy_ms=busy_ms)
    try:
        _look_at_log(path, found)
        with guard(path):
            # Each connection is closed before the next step looks: none may be left when the file is locked by hand.
            copy = _copied(database) if found.bytes + found.log_bytes <= COPY_MAX else None
        if copy is None:
            _look(database, found, is_copy=False)
        else:
            try:
                _look(Database(path, copy, (0, 0)), found, is_copy=True)
            finally:
                copy.close()
    except StoreDamaged as error:
        found.problems.append(_said(error, path))
    finally:
        database.close()
    return found


def _said(error: StoreDamaged, path: str) -> str:
    """What is wrong, where the path is said already."""
    return str(error).removeprefix(f"{path} is damaged: ")


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def _copied(database: Database) -> apsw.Connection:
    copy = apsw.Connection(":memory:")
    try:
        with copy.backup("main", database.connection, "main") as backup:
            while not backup.done:
                backup.step(-1)
    except BaseException:
        copy.close()
        raise
    return copy


def _look_at_log(path: str, found: Examined) -> None:
    """A log that is cut in the middle: SQLite goes on without what was committed behind the cut, and tells nobody."""
    hole = (b"", 0)
    for _ in range(_LOOKS_AT_LOG):
        try:
            log = read_log(path + "-wal")
        except OSError as error:
            found.problems.append(f"its log cannot be read: {error.strerror}")
            return
        if not log.lost_count:
            return
        # A process that writes right now may have half a frame in it; a hole that stays where it is is none of those.
        if log.hole == hole:
            found.problems.append(
                f"its log cannot be read at {log.lost_count} places, and later writes stand behind them"
            )
            return
        hole = log.hole


def _look(database: Database, found: Examined, *, is_copy: bool) -> None:
    end = time.monotonic() + CHECK_S_MAX
    database.connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
    found.version = int(database.rows("PRAGMA user_version")[0][0])  # type: ignore[call-overload]
    _look_at_tables(database, found)
    _look_at_pages(database, found)
    if found.problems:
        return
    _look_at_rows(database, found)
    _look_at_index(database, found, is_copy=is_copy)
    _look_at_vectors(database, found)


def _look_at_tables(database: Database, found: Examined) -> None:
    here = {str(row[0]) for row in database.rows("SELECT name FROM sqlite_schema")}
    missing = [name for name in _names_of(found.version) if name not in here]
    if missing:
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        found.problems.append(f"missing: {', '.join(missing[:_SHOWN])}{more}")


def _names_of(version: int) -> list[str]:
    """Every table, index, trigger and view of a sound store of a schema version."""
    connection = apsw.Connection(":memory:")
    try:
        for number, _, step in MIGRATIONS:
            if number <= version:
                step(connection)
        return [str(row[0]) for row in connection.execute("SELECT name FROM sqlite_schema ORDER BY rowid")]
    finally:
        connection.close()


def _look_at_pages(database: Database, found: Examined) -> None:
    try:
        with guard(database.path):
            told = [" ".join(str(row[0]).split()) for row in database.connection.execute("PRAGMA integrity_check (20)")]
    except StoreDamaged as error:
        told = [_said(error, database.path)]
    wrong = [text for text in told if text != "ok"]
    of_index = [text for text in wrong if "memory_fts" in text or "fts5" in text.lower()]
    found.index_problems += of_index[:1]
    found.problems += [text for text in wrong if text not in of_index][:_SHOWN]


def _look_at_rows(database: Database, found: Examined) -> None:
    found.problems += [
        problem
        for sql, problem in (
            ("SELECT count(*) FROM pragma_foreign_key_check", "{} rows point to nothing"),
            (
                """SELECT count(*) FROM memories WHERE id NOT IN
                (SELECT memory_id FROM versions WHERE retired_at IS NULL)""",
                "{} memories have no live version",
            ),
            (
                """SELECT count(*) FROM versions WHERE NOT (json_valid(tags) AND json_valid(files)
                AND json_valid(origin) AND json_valid(extra))""",
                "{} versions cannot be read",
            ),
        )
        for problem in _counted(database, sql, problem)
    ]
    rows = database.rows("SELECT content, text_hash FROM versions WHERE retired_at IS NULL")
    found.memories = len(rows)
    garbled = sum(text_hash(str(content)) != stated for content, stated in rows)
    if garbled and (garbled < _OTHER_HASHES_MIN or 2 * garbled <= len(rows)):
        found.problems.append(f"{garbled} texts are not as they were stored")


def _counted(database: Database, sql: str, problem: str) -> Iterator[str]:
    count = database.rows(sql)[0][0]
    if count:
        yield problem.format(count)


def _look_at_index(database: Database, found: Examined, *, is_copy: bool) -> None:
    from hardwon.store.reader import Reader

    try:
        Reader(database).count_documents()
        counted = database.row("SELECT value FROM counters WHERE name = 'live'")
        if counted != (found.memories,):
            found.index_problems.append(f"{counted[0] if counted else 'no'} memories are counted of {found.memories}")
        if is_copy:
            # With rank 1 the index is compared to the texts themselves.
            database.change("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
    except StoreDamaged as error:
        found.index_problems.append(f"the word index does not fit the memories ({_said(error, database.path)})")


def _look_at_vectors(database: Database, found: Examined) -> None:
    if found.version < 2:
        return
    found.vectors_of = int(database.rows("SELECT count(*) FROM spaces")[0][0])  # type: ignore[call-overload]
    found.vectors = int(database.rows("SELECT count(*) FROM vectors WHERE live = 1")[0][0])  # type: ignore[call-overload]
    for sql, problem in (
        (
            """SELECT count(*) FROM vectors d JOIN versions v ON v.row = d.row
            WHERE d.live <> (v.retired_at IS NULL)""",
            "{} vectors belong to other versions than they should",
        ),
        (
            "SELECT count(*) FROM vectors d JOIN spaces s ON s.id = d.space WHERE length(d.vec) <> s.dimensions",
            "{} vectors have a wrong length",
        ),
    ):
        found.problems += _counted(database, sql, problem)
