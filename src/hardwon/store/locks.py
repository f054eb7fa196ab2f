"""SQLite's own locks on a store, taken without SQLite, so that a file it cannot open can be held still too.

Two dangers. POSIX drops every lock a process has on a file as soon as it closes any handle of that file: so nothing
here may run while this process has the store open. And who opens a store while its shared memory seems to be in use
trusts what stands there: so it is emptied first where nobody uses it, as SQLite does.
Source: https://www.sqlite.org/walformat.html#wal_locks and os_unix.c.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from hardwon.errors import StoreError, StoreLocked, StoreReadOnly

_RESERVED = 0x40000001
_SHARED, _SHARED_LENGTH = 0x40000002, 510
_WAL_WRITE = 120
_WAL_MANAGED = 3  # to write, to checkpoint, to recover
_WAL_IN_USE = 128
_SHARED_BYTES = 32768
_POLL_S = 0.02


@contextmanager
def writers_shut_out(path: str, *, wait_ms: int) -> Iterator[int]:
    """Hold a store still: who is reading reads on, nobody writes, checkpoints or recovers.

    Args:
        path: the database file, which this process must not have open; a folder or nothing there is not held.
        wait_ms: how long to wait for a writer, in milliseconds.

    Yields:
        the file open for reading, the only handle to read it with meanwhile; -1 where there is no file.

    Raises:
        StoreLocked: another process is writing.
        StoreReadOnly: the file cannot be written.
    """
    with ExitStack() as held:
        database = -1
        if os.path.isfile(path):
            deadline = time.monotonic() + wait_ms / 1000
            database = held.enter_context(_opened(path, os.O_RDWR))
            _take(database, path, fcntl.LOCK_SH, _SHARED, _SHARED_LENGTH, deadline)
            _take(database, path, fcntl.LOCK_EX, _RESERVED, 1, deadline)
            if not os.path.exists(path + "-shm"):
                held.callback(_remove_shared, path, database)
            shared = held.enter_context(_opened(path + "-shm", os.O_RDWR | os.O_CREAT))
            _join(shared, path, deadline)
            _take(shared, path, fcntl.LOCK_EX, _WAL_WRITE, _WAL_MANAGED, deadline)
        yield database


def _remove_shared(path: str, database: int) -> None:
    """Leave no shared memory where none was, if nobody uses it."""
    try:
        # Whoever uses it holds a shared lock on the database.
        fcntl.lockf(database, fcntl.LOCK_EX | fcntl.LOCK_NB, _SHARED_LENGTH, _SHARED)
        os.unlink(path + "-shm")
    except OSError:
        pass


def is_being_written(path: str, *, wait_ms: int) -> bool:
    """Whether one process holds the write lock all the time that is waited. Changes nothing.

    Many that write in turn may leave no gap to be seen; but then the log changes.

    Args:
        path: the database file, which this process must not have open.
        wait_ms: how long to look, in milliseconds.
    """
    deadline = time.monotonic() + wait_ms / 1000
    log_before = _log_state(path)
    places = ((path, _SHARED, _SHARED_LENGTH), (path, _RESERVED, 1), (path + "-shm", _WAL_WRITE, 1))
    try:
        for name, start, length in places:
            if not os.path.isfile(name):
                continue
            with _opened(name, os.O_RDONLY) as handle:
                _take(handle, path, fcntl.LOCK_SH, start, length, deadline)
    except StoreLocked:
        return _log_state(path) == log_before
    except StoreError:
        pass
    return False


def _log_state(path: str) -> tuple[int, int]:
    try:
        state = os.stat(path + "-wal")
    except OSError:
        return 0, 0
    return state.st_mtime_ns, state.st_size


@contextmanager
def folder_held(folder: str, *, wait_ms: int) -> Iterator[None]:
    """One repair, or one creation where there are no hard links, at a time in a folder.

    Raises:
        StoreLocked: another is at work.
        StoreReadOnly: the folder cannot be opened.
    """
    with _opened(folder, os.O_RDONLY) as handle:
        deadline = time.monotonic() + wait_ms / 1000
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                _wait(folder, deadline)
            except OSError:
                break  # a file system without such locks; SQLite's are taken all the same
        yield


@contextmanager
def _opened(path: str, flags: int) -> Iterator[int]:
    try:
        handle = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreReadOnly(
            f"{path} cannot be opened: {error.strerror}", "give yourself access to the file and its folder"
        ) from None
    try:
        yield handle
    finally:
        os.close(handle)


def _join(shared: int, path: str, deadline: float) -> None:
    """Become one of those who use the shared memory; the first empties it."""
    try:
        fcntl.lockf(shared, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _WAL_IN_USE)
        os.ftruncate(shared, 0)
        # As large as SQLite makes it: who finds none of it there tries for ten seconds and then gives up for good.
        os.ftruncate(shared, _SHARED_BYTES)
    except OSError as error:
        if error.errno not in (errno.EAGAIN, errno.EACCES):
            raise StoreError(f"{path} cannot be locked: {error.strerror}", "keep it on a local disk") from None
    _take(shared, path, fcntl.LOCK_SH, _WAL_IN_USE, 1, deadline)


def _take(handle: int, path: str, kind: int, start: int, length: int, deadline: float) -> None:
    while True:
        try:
            fcntl.lockf(handle, kind | fcntl.LOCK_NB, length, start)
            return
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise StoreError(f"{path} cannot be locked: {error.strerror}", "keep it on a local disk") from None
        _wait(path, deadline)


def _wait(path: str, deadline: float) -> None:
    if time.monotonic() > deadline:
        raise StoreLocked(f"{path} is locked by another process", "try again in a moment")
    time.sleep(_POLL_S)
