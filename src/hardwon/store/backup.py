"""Whole copies of stores, made while they are in use, and put back in one transaction."""

from __future__ import annotations

import contextlib
import os
import time

import apsw

from hardwon.config.paths import make_private_dir
from hardwon.errors import StoreDamaged, StoreError, StoreLocked
from hardwon.store.database import WRITE_BUSY_MS, Database, guard, open_for_reading, open_for_writing
from hardwon.store.fitness import REPAIR

_PAGES = 2048
_ENDS = ("", "-wal", "-shm", "-journal")


def backups_beside(path: str) -> str:
    """The folder of backups that a store belongs to: that of its data folder, else one beside the file.

    Args:
        path: the database file.
    """
    folder, parent = os.path.dirname(path), os.path.dirname(os.path.dirname(path))
    if os.path.basename(parent) == "projects":
        return os.path.dirname(parent) + "/backups"
    if os.path.basename(folder) == "user":
        return parent + "/backups"
    return folder + "/backups"


def copy_store(path: str, target: str) -> None:
    """Copy a store as it is at one moment, its log included, into one file that is whole or not there.

    Args:
        path: the database file; it may be in use.
        target: a path at which nothing is.

    Raises:
        StoreError: it cannot be read, or the copy not written; nothing is left of it.
    """
    aside = f"{target}.new-{os.getpid()}"
    source = open_for_reading(path, busy_ms=WRITE_BUSY_MS)
    try:
        make_private_dir(os.path.dirname(target))
        os.close(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600))
        with guard(target):
            copy = apsw.Connection(aside)
            try:
                _copy(source.connection, copy)
                _check(copy, path)
                # One file: nobody writes to it, so it needs no log.
                copy.execute("PRAGMA journal_mode = DELETE")
            finally:
                copy.close()
        _sync(aside)
        os.rename(aside, target)
        _sync(os.path.dirname(target))
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}", "free some space, or give access") from None
    finally:
        source.close()
        for end in _ENDS:
            with contextlib.suppress(OSError):
                os.unlink(aside + end)


def _copy(source: apsw.Connection, target: apsw.Connection) -> None:
    end = time.monotonic() + WRITE_BUSY_MS / 1000
    with target.backup("main", source, "main") as backup:
        while not backup.done:
            try:
                backup.step(_PAGES)
            except (apsw.BusyError, apsw.LockedError):
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)


def _check(copy: apsw.Connection, path: str) -> None:
    told = [str(row[0]) for row in copy.execute("PRAGMA quick_check (5)")]
    if told != ["ok"]:
        raise StoreDamaged(f"{path} is damaged: {told[0]}", REPAIR)


def _sync(path: str) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def put_back(copy: str, path: str) -> None:
    """Give a store the contents of a copy, in one transaction: whatever ends the process, it is one or the other.

    Args:
        copy: a sound store that nobody uses.
        path: the store; it exists.

    Raises:
        StoreLocked: another process is writing.
        StoreError: the store cannot be written; it is as it was.
    """
    target = open_for_writing(path)
    try:
        with guard(path):
            source = apsw.Connection(copy, flags=apsw.SQLITE_OPEN_READONLY)
            try:
                _copy(source, target.connection)
            finally:
                source.close()
            # The copy is of a file without a log.
            target.connection.execute("PRAGMA journal_mode = WAL")
            busy = target.connection.execute("PRAGMA wal_checkpoint (TRUNCATE)").fetchall()[0][0]
        if busy:
            raise StoreLocked(f"another process reads {path}; it was restored, and its log stays for now")
    finally:
        target.close()


def keep_before_migration(database: Database, version: int) -> str:
    """Copy a store before its schema changes; tell where to.

    Args:
        database: the store, open and outside any transaction.
        version: its schema version.

    Raises:
        StoreError: the copy cannot be written; do not go on.
    """
    place = os.path.basename(os.path.dirname(database.path))
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    name = f"{stamp}-{place}-{os.getpid()}-before-schema-{version + 1}.db"
    target = f"{backups_beside(database.path)}/{name}"
    copy_store(database.path, target)
    return target
