"""Where the service's socket is, whether that place can be trusted, and who holds it. Light.

A Unix socket's path may have about 100 bytes. Where the data folder's own path is longer, the socket goes into the
runtime folder of the login, else into a folder in /tmp that only this person can enter. Beside it lies a lock, held by
the service from before its start to its end.
"""

from __future__ import annotations

import fcntl
import posix
import time

from hardwon.config.paths import Paths, fnv1a_64, make_private_dir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PATH_BYTES_MAX = 100
VARIABLE = "HARDWON_SOCKET"
_ATTEMPTS = 3
_NAME = "service.sock"
_TYPE_MASK, _FOLDER = 0o170000, 0o040000


def socket_path(paths: Paths, environ: Mapping[str, str]) -> str:
    """The path of the service's socket, "" where no short enough one can be had.

    Args:
        paths: where things live; each data folder has a service of its own.
        environ: HARDWON_SOCKET is the path a person chose; else XDG_RUNTIME_DIR is taken where the data folder's path
            is too long.
    """
    chosen = environ.get(VARIABLE, "")
    if chosen:
        return chosen if chosen.startswith("/") and _is_short(chosen) else ""
    name = f"hardwon-{fnv1a_64((paths.data + chr(0) + paths.db).encode('utf-8', 'surrogateescape')):016x}"
    runtime = environ.get("XDG_RUNTIME_DIR", "")
    for folder in (
        paths.data + "/run" if not paths.db else "",
        f"{runtime}/{name}" if runtime.startswith("/") else "",
        f"/tmp/hardwon-{posix.getuid()}-{name[-16:]}",
    ):
        path = f"{folder}/{_NAME}"
        if folder and _is_short(path):
            return path
    return ""


def _is_short(path: str) -> bool:
    return len(path.encode("utf-8", "surrogateescape")) <= PATH_BYTES_MAX


def is_private(path: str) -> bool:
    """Whether the folder a socket lies in is a real folder of ours that nobody else can enter."""
    try:
        state = posix.lstat(path.rpartition("/")[0])
    except OSError:
        return False
    is_folder = state.st_mode & _TYPE_MASK == _FOLDER
    return is_folder and state.st_uid == posix.getuid() and not state.st_mode & 0o077


def make_place(path: str) -> bool:
    """Make the folder a socket is to lie in; whether it can be trusted."""
    try:
        make_private_dir(path.rpartition("/")[0])
    except OSError:
        return False
    return is_private(path)


def lock_path(path: str) -> str:
    """The lock of a socket's owner."""
    return path + ".lock"


def take_lock(path: str) -> int:
    """Take the place of a socket's owner.

    Args:
        path: the socket, in a place that can be trusted.

    Returns:
        an open handle that holds the place until its last copy is closed, or -1 while another process does.

    Raises:
        OSError: the lock cannot be made.
    """
    for attempt in range(_ATTEMPTS):
        handle = _opened_lock(path)
        if _is_locked_here(handle, path):
            return handle
        posix.close(handle)
        # Somebody who only looks (`is_held`) holds the lock for microseconds, who leaves removes it.
        if attempt < _ATTEMPTS - 1:
            time.sleep(0.001)
    return -1


def _opened_lock(path: str) -> int:
    flags = posix.O_RDWR | posix.O_CREAT | posix.O_CLOEXEC | posix.O_NOFOLLOW | posix.O_NONBLOCK
    try:
        return posix.open(lock_path(path), flags, 0o600)
    except FileNotFoundError:  # who leaves removes the folder too
        make_place(path)
        return posix.open(lock_path(path), flags, 0o600)


def _is_locked_here(handle: int, path: str) -> bool:
    """Lock an open file; whether that worked and it is still the one at its place."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return is_lock(handle, path)


def is_lock(handle: int, path: str) -> bool:
    """Whether an open file is the one at the lock's place."""
    try:
        own, there = posix.fstat(handle), posix.lstat(lock_path(path))
    except OSError:
        return False
    return (own.st_dev, own.st_ino) == (there.st_dev, there.st_ino)


def leave_place(path: str, lock: int) -> None:
    """Remove the socket, the lock and, where nothing else is in it, the folder; let go of the lock last.

    Args:
        path: the socket.
        lock: the handle that holds the place.
    """
    for remove, what in ((posix.unlink, path), (posix.unlink, lock_path(path)), (posix.rmdir, path.rpartition("/")[0])):
        try:
            remove(what)
        except OSError:
            pass
    posix.close(lock)


def is_held(path: str) -> bool:
    """Whether a service runs, or is about to."""
    try:
        handle = posix.open(lock_path(path), posix.O_RDWR | posix.O_CLOEXEC | posix.O_NOFOLLOW | posix.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        posix.close(handle)


def write_owner(lock: int) -> None:
    """Write this process's id into the lock it holds, for a person to find it by.

    Raises:
        OSError: it cannot be written.
    """
    posix.ftruncate(lock, 0)
    posix.pwrite(lock, str(posix.getpid()).encode(), 0)


def owner(path: str) -> int:
    """The id of the process that holds a socket's place, 0 when none does or it cannot be told."""
    if not path or not is_held(path):
        return 0
    try:
        handle = posix.open(lock_path(path), posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NOFOLLOW | posix.O_NONBLOCK)
    except OSError:
        return 0
    try:
        text = posix.read(handle, 20)
    finally:
        posix.close(handle)
    return int(text) if text.isdigit() else 0
