"""Opens a database file, safely and for one of two purposes: to read for a hook, or to read and write.

Light: imports apsw, `posix` and light rooms only. Every SQLite error leaves here as one of ours.
"""

from __future__ import annotations

import posix

import apsw

from hardwon.errors import InvalidInput, StoreDamaged, StoreError, StoreForeign, StoreLocked, StoreNewer, StoreReadOnly
from hardwon.store.fitness import REPAIR, file_at, has_content, refuse_unfit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol

    from hardwon.store.reader import Counts

    class Opener(Protocol):
        """Opens a store file without ever changing it, as open_for_reading does."""

        def __call__(self, path: str, *, busy_ms: int = 50) -> Database: ...


APPLICATION_ID = 0x48574F4E  # "HWON"
SCHEMA_VERSION = 4
TOKENIZER = ("porter", "unicode61", "remove_diacritics", "2")
WRITE_BUSY_MS = 5000  # at 1 s, 14 of 200 writers at once failed; at 5 s none
_TURNS_MAX = 6


def translate(error: apsw.Error, path: str) -> StoreError:
    """The error of ours for one of SQLite's, naming the file and what to do.

    Args:
        error: what apsw raised.
        path: the database file.
    """
    if isinstance(error, apsw.BusyError | apsw.LockedError | apsw.ProtocolError):
        return StoreLocked(f"{path} is locked by another process", "try again in a moment")
    if isinstance(error, apsw.CorruptError | apsw.NotADBError):
        return StoreDamaged(f"{path} is damaged: {error}", REPAIR)
    if isinstance(error, apsw.ReadOnlyError | apsw.PermissionsError):
        return StoreReadOnly(f"{path} cannot be written", "give yourself write access to the file and its folder")
    if isinstance(error, apsw.CantOpenError):
        return StoreReadOnly(f"{path} cannot be opened", "check the permissions of the file and its folder")
    if isinstance(error, apsw.FullError):
        return StoreError(f"the disk is full; {path} was not changed", "free some space and try again")
    if isinstance(error, apsw.IOError):
        return _of_failed_io(error, path)
    if any(sign in str(error) for sign in _SIGNS_OF_DAMAGE):
        return StoreDamaged(f"{path} is damaged: {error}", REPAIR)
    return StoreError(f"{path}: {error}", "`mem doctor` checks the store")


# What SQLite says, as a plain error, of tables that are missing or cannot be read.
_SIGNS_OF_DAMAGE = (
    "no such table", "no such fts5 table", "no such column", "vtable constructor failed", "malformed",
    "FTS5 API failed",
)  # fmt: skip


def _of_failed_io(error: apsw.Error, path: str) -> StoreError:
    kind = getattr(error, "extendedresult", 0)
    if kind == apsw.SQLITE_IOERR_WRITE:
        return StoreError(
            f"{path} could not be written: the disk is full, or a limit on file sizes is met; nothing was changed",
            "free some space and try again",
        )
    if kind == apsw.SQLITE_IOERR_SHORT_READ:
        return StoreDamaged(f"{path} is damaged: it is shorter than it says", REPAIR)
    return StoreError(f"{path} could not be read or written: {error}", "check the disk, then `mem doctor`")


class _Guard:
    """Turns SQLite's errors into ours for the length of a block."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, apsw.Error):
            raise translate(error, self.path) from error
        if isinstance(error, UnicodeDecodeError):
            raise StoreDamaged(f"{self.path} is damaged: a text in it is no UTF-8", REPAIR) from error


def guard(path: str) -> _Guard:
    """A context in which every apsw error becomes one of ours.

    Args:
        path: the database file the errors are about.
    """
    return _Guard(path)


def storable(values: Iterable[object]) -> tuple[object, ...]:
    """Values as SQLite can hold them: texts with lone surrogates (paths that are no UTF-8) with those escaped.

    Raises:
        InvalidInput: a number needs more than 64 bits.
    """
    kept = []
    for value in values:
        if isinstance(value, str):
            value = value.encode("utf-8", "backslashreplace").decode("utf-8")
        elif isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
            raise InvalidInput("a number is too large to be stored")
        kept.append(value)
    return tuple(kept)


class Database:
    """One open database file.

    Args:
        path: the file.
        connection: the apsw connection; only the store room uses it.
        counts: what counts words for a search (hardwon.store.reader), None until it is needed.
        frequencies, frequencies_at: word statistics a search looked up, and the state of the file they are of.
        file: device and number of the file, as looked up before it was opened.
    """

    __slots__ = ("_depth", "_file", "connection", "counts", "frequencies", "frequencies_at", "path")

    def __init__(self, path: str, connection: apsw.Connection, file: tuple[int, int]) -> None:
        self.path = path
        self.connection = connection
        self._file = file
        self._depth = 0
        self.counts: Counts | None = None
        self.frequencies: dict[str, int] = {}
        self.frequencies_at: object = None

    @property
    def is_in_transaction(self) -> bool:
        """Whether a block of `atomic` is under way."""
        return self._depth > 0

    @property
    def file(self) -> tuple[int, int]:
        """Device and number of the file that was opened."""
        return self._file

    def is_in_use(self) -> bool:
        """Whether a view of the file is held open."""
        return self.connection.in_transaction

    def is_moved(self) -> bool:
        """Whether another file lies at the path now, or none: a repair puts a new one in place."""
        return self._file != file_at(self.path)

    def rows(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        """Every row of one statement.

        Raises:
            StoreError: one of its kinds, by what SQLite said.
        """
        with guard(self.path):
            try:
                return list(self.connection.execute(sql, values))
            except (UnicodeEncodeError, OverflowError):
                return list(self.connection.execute(sql, storable(values)))

    def row(self, sql: str, values: tuple[object, ...] = ()) -> tuple[object, ...] | None:
        """The first row of one statement, or None."""
        found = self.rows(sql, values)
        return found[0] if found else None

    def change(self, sql: str, values: tuple[object, ...] = ()) -> int:
        """Run one writing statement and tell how many rows it changed."""
        with guard(self.path):
            try:
                self.connection.execute(sql, values)
            except (UnicodeEncodeError, OverflowError):
                self.connection.execute(sql, storable(values))
            return self.connection.changes()

    def atomic(self) -> _Atomic:
        """A block that is written whole or not at all; may be nested."""
        return _Atomic(self)

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        with guard(self.path):
            self.connection.close()

    def __iter__(self) -> Iterator[object]:
        raise TypeError("a Database is not iterable")


def _begin(database: Database) -> None:
    """Wait for the write lock as long as others get on; one that is held and held ends the wait at once.

    In a crowd each writer takes milliseconds, but two hundred of them take longer than anybody should wait for one.
    """
    for turn in range(_TURNS_MAX):
        before = _last_written(database.path)
        try:
            database.connection.execute("BEGIN IMMEDIATE")
            return
        except apsw.BusyError:
            if turn + 1 == _TURNS_MAX or _last_written(database.path) == before:
                raise


def _last_written(path: str) -> tuple[int, int]:
    try:
        state = posix.stat(path + "-wal")
    except OSError:
        return 0, 0
    return state.st_mtime_ns, state.st_size


class _Atomic:
    """BEGIN IMMEDIATE outside, SAVEPOINT inside: writers queue up before they read, so none fails half way."""

    __slots__ = ("_database", "_name")

    def __init__(self, database: Database) -> None:
        self._database = database
        self._name = ""

    def __enter__(self) -> Database:
        database = self._database
        self._name = f"level{database._depth}"
        with guard(database.path):
            if database._depth:
                database.connection.execute(f"SAVEPOINT {self._name}")
            else:
                _begin(database)
        if not database._depth and database.is_moved():
            # What is written into a file that was put aside would be acknowledged, and lost.
            self._undo()
            raise StoreLocked(f"{database.path} was replaced while this process had it open", "try again")
        database._depth += 1
        return database

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        database = self._database
        database._depth -= 1
        if kind is not None:
            self._undo()
            return
        try:
            with guard(database.path):
                database.connection.execute(f"RELEASE {self._name}" if database._depth else "COMMIT")
        except StoreError:
            self._undo()
            raise

    def _undo(self) -> None:
        """Take the block back; the error that made it fail is the one to tell, so none comes from here."""
        connection = self._database.connection
        # A full disk makes SQLite roll back by itself; then there is neither savepoint nor transaction.
        if not connection.in_transaction:
            return
        try:
            if self._database._depth:
                connection.execute(f"ROLLBACK TO {self._name}")
                connection.execute(f"RELEASE {self._name}")
            else:
                connection.execute("ROLLBACK")
        except apsw.Error:
            pass


def _set_busy_timeout(connection: apsw.Connection, milliseconds: int) -> None:
    """How long a statement waits for another process's lock."""
    connection.set_busy_timeout(milliseconds)


def _set_durable(connection: apsw.Connection) -> None:
    """FULL: an acknowledged write survives a power cut; a hook's write costs 4 % more than with NORMAL."""
    connection.execute("PRAGMA synchronous = FULL")


def _set_foreign_keys(connection: apsw.Connection) -> None:
    """Rows that point nowhere are refused."""
    connection.execute("PRAGMA foreign_keys = ON")


def _set_secure_delete(connection: apsw.Connection) -> None:
    """Freed pages are overwritten, so that a purged word does not stay in the file."""
    connection.execute("PRAGMA secure_delete = ON")


def _set_wal(connection: apsw.Connection) -> None:
    """Readers and the writer do not wait for each other. Kept in the file, so set when it is made."""
    connection.execute("PRAGMA journal_mode = WAL")


def check_identity(connection: apsw.Connection, path: str) -> int:
    """The schema version of a file that is ours.

    Raises:
        StoreForeign: it is a database of another program.
        StoreNewer: a newer version of this program wrote it.
    """
    application = connection.execute("PRAGMA application_id").fetchall()[0][0]
    version = int(connection.execute("PRAGMA user_version").fetchall()[0][0])  # type: ignore[arg-type]
    if application != APPLICATION_ID:
        raise StoreForeign(
            f"{path} is a database of another program", "point HARDWON_DB or HARDWON_HOME somewhere else"
        )
    if version > SCHEMA_VERSION:
        raise StoreNewer(
            f"{path} was written by a newer version (schema {version}, this one knows {SCHEMA_VERSION})",
            "upgrade Hardwon",
        )
    return version


def _refuse_cut(connection: apsw.Connection, path: str) -> None:
    """SQLite reads a last page that was cut as one that ends in zeros; what stood there would be gone."""
    size = posix.stat(path).st_size
    if size % 4096 == 0 or has_content(path + "-wal"):
        return
    pages = connection.execute("PRAGMA page_count").fetchall()[0][0]
    page_size = connection.execute("PRAGMA page_size").fetchall()[0][0]
    if size < int(pages) * int(page_size):  # type: ignore[arg-type]
        raise StoreDamaged(f"{path} is damaged: its end is missing", REPAIR)


def open_for_reading(path: str, *, busy_ms: int = 50) -> Database:
    """Open a store that exists without ever changing it.

    Args:
        path: the database file.
        busy_ms: how long to wait for a lock, in milliseconds.

    Raises:
        StoreError: one of its kinds.
    """
    file = refuse_unfit(path)
    with guard(path):
        connection = _open_read_only(path, busy_ms)
        try:
            check_identity(connection, path)
            _refuse_cut(connection, path)
        except BaseException:
            connection.close()
            raise
    return Database(path, connection, file)


def _open_read_only(path: str, busy_ms: int) -> apsw.Connection:
    """Read-only; where not even the shared-memory file can be made (a read-only folder), as immutable."""
    connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    _set_busy_timeout(connection, busy_ms)
    try:
        connection.execute("PRAGMA schema_version").fetchall()
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        connection.close()
        if has_content(path + "-wal"):
            raise
        quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        return apsw.Connection(f"file:{quoted}?immutable=1", flags=flags)
    return connection


def open_for_writing(path: str, *, busy_ms: int = WRITE_BUSY_MS) -> Database:
    """Open a store that exists for reading and writing; the schema is not brought up to date here.

    Args:
        path: the database file.
        busy_ms: how long to wait for a lock, in milliseconds.

    Raises:
        StoreError: one of its kinds.
    """
    file = refuse_unfit(path)
    with guard(path):
        connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            _set_busy_timeout(connection, busy_ms)
            check_identity(connection, path)
            _refuse_cut(connection, path)
            _set_durable(connection)
            _set_foreign_keys(connection)
            _set_secure_delete(connection)
        except BaseException:
            connection.close()
            raise
    return Database(path, connection, file)


def new_file(path: str) -> Database:
    """Open a fresh, private file at a temporary path, to be put in place once its schema stands.

    Args:
        path: a path at which nothing is.
    """
    handle = posix.open(path, posix.O_RDWR | posix.O_CREAT | posix.O_EXCL, 0o600)
    posix.close(handle)
    with guard(path):
        connection = apsw.Connection(path)
        _set_busy_timeout(connection, WRITE_BUSY_MS)
        _set_wal(connection)
        _set_durable(connection)
        _set_foreign_keys(connection)
        _set_secure_delete(connection)
    return Database(path, connection, file_at(path))
