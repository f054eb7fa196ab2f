"""The files around a store: what interrupted work left, who may read them, where they lie, how much room there is."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from hardwon.errors import StoreError, StoreLocked
from hardwon.store.fitness import file_at, read_mark

NEW, REPAIR, DAMAGED = ".new-", ".repair-", ".damaged-"
_ENDS = ("", "-wal", "-shm")
_YOUNG_S = 10.0  # a creation takes a tenth of a second
_OLD_S = 3600.0
_CHUNK = 1 << 20
_NETWORK = ("nfs", "nfs4", "cifs", "smb", "smb3", "smbfs", "afs", "ceph", "fuse.sshfs", "fuse.s3fs", "davfs", "lustre")


def leftovers(path: str) -> list[str]:
    """Files of creations and repairs of a store that no process works on any more.

    Args:
        path: the database file.
    """
    found = []
    # With a mark in its place, a store has no other names than those.
    own = set() if read_mark(path) else {file_at(path + end) for end in _ENDS} - {(0, 0)}
    for name in _beside(path):
        rest = name[len(path) :]
        if rest.startswith(REPAIR):
            # Who repairs holds the folder's lock; the caller does, or tells of it only.
            if not _is_at_work(rest[len(REPAIR) :]):
                found.append(name)
        elif rest.startswith(NEW):
            if _age_s(name) > (_OLD_S if _is_at_work(rest[len(NEW) :]) else _YOUNG_S):
                found.append(name)
        elif rest.startswith(DAMAGED) and file_at(name) in own:
            # A second name of the store itself, made before an exchange that never came.
            found.append(name)
    return found


def remove_leftovers(path: str) -> list[str]:
    """Remove them; tell which."""
    found = leftovers(path)
    remove(*found)
    return found


def kept(path: str) -> list[str]:
    """The damaged files that repairs of a store kept."""
    names = [name for name in _beside(path) if name[len(path) :].startswith(DAMAGED) and not name.endswith("-shm")]
    return [name for name in names if not name.endswith("-wal") or name[:-4] not in names]


def _beside(path: str) -> list[str]:
    folder, _, name = path.rpartition("/")
    try:
        found = os.listdir(folder or "/")
    except OSError:
        return []
    return sorted(f"{folder}/{other}" for other in found if other.startswith(name + "."))


def _is_at_work(rest: str) -> bool:
    """Whether the process that a name tells of is there."""
    digits = rest.partition("-")[0]
    if not digits.isdigit() or int(digits) == os.getpid():
        return False
    try:
        os.kill(int(digits), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        pass
    return True


def _age_s(path: str) -> float:
    try:
        return time.time() - os.lstat(path).st_mtime
    except OSError:
        return 0.0


# -- moving --------------------------------------------------------------------------------------------------


def remove(*paths: str) -> None:
    """Remove files that may not exist."""
    for path in paths:
        try:
            os.unlink(path)
        except FileNotFoundError:
            continue


def keep(path: str, aside: str, handle: int = -1) -> None:
    """Give a file a second name; where there are no hard links, copy it. Nothing there, nothing done.

    Args:
        path: the file.
        aside: the other name.
        handle: the file already open, where it is locked: opening and closing it would let the lock go.
    """
    try:
        os.link(path, aside)
    except FileNotFoundError:
        return
    except OSError as error:
        if error.errno == errno.EEXIST:
            raise
        _copy(path, aside, handle)


def _copy(path: str, aside: str, handle: int) -> None:
    half = aside + REPAIR + str(os.getpid())
    own = os.open(path, os.O_RDONLY | os.O_CLOEXEC) if handle < 0 else handle
    try:
        with open(half, "wb") as file:
            os.fchmod(file.fileno(), 0o600)
            place = 0
            while data := os.pread(own, _CHUNK, place):
                file.write(data)
                place += len(data)
    finally:
        if handle < 0:
            os.close(own)
    sync(half)
    os.rename(half, aside)


def put_where_nothing_is(path: str, place: str) -> None:
    """Give a file its name, unless something has it.

    Raises:
        StoreLocked: something has it.
    """
    try:
        os.link(path, place)
    except FileExistsError:
        raise StoreLocked(f"{place} was made anew meanwhile", "try again") from None
    except OSError:
        # Without hard links, whoever makes a store holds the folder's lock, which is ours now.
        if os.path.lexists(place):
            raise StoreLocked(f"{place} was made anew meanwhile", "try again") from None
        os.rename(path, place)


def sync(path: str) -> None:
    """See a file's bytes on the disk."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(path: str) -> None:
    """See the names in a file's folder on the disk."""
    sync(os.path.dirname(path))


# -- looking -------------------------------------------------------------------------------------------------


def open_to_others(path: str, *, with_folder: bool) -> list[str]:
    """Those of a store's files, and its folder, that other users of the machine may read or change; links are none.

    Args:
        path: the database file.
        with_folder: whether its folder is ours too.
    """
    names = [path + end for end in _ENDS] + ([os.path.dirname(path)] if with_folder else [])
    return [name for name in names if not os.path.islink(name) and _mode(name) & 0o077]


def _mode(path: str) -> int:
    try:
        state = os.stat(path)
    except OSError:
        return 0
    return stat.S_IMODE(state.st_mode)


def make_private(path: str, *, with_folder: bool) -> list[str]:
    """Close them to other users; tell which."""
    closed = []
    for name in open_to_others(path, with_folder=with_folder):
        try:
            os.chmod(name, _mode(name) & 0o700)
        except PermissionError:
            continue
        closed.append(name)
    return closed


def size_of(path: str) -> int:
    """A file's size in bytes; 0 where there is none."""
    try:
        state = os.stat(path)
    except OSError:
        return 0
    return state.st_size if stat.S_ISREG(state.st_mode) else 0


def free_bytes(path: str) -> int:
    """Room on the disk of a path, or of its nearest folder that exists."""
    return shutil.disk_usage(_nearest(path)).free


def require_space(path: str, needed: int) -> None:
    """Refuse to begin what there is no room for.

    Raises:
        StoreError: there is less room than that.
    """
    free = free_bytes(path)
    if free < needed:
        raise StoreError(
            f"{path} cannot be repaired: that needs {needed >> 20} MB and {free >> 20} MB are free", "free some space"
        )


def require_room(path: str, needed: int) -> None:
    """Refuse to begin a copy that there is no room for.

    Raises:
        StoreError: there is less room than that.
    """
    free = free_bytes(path)
    if free < needed:
        raise StoreError(
            f"there is no room for a backup: it needs {needed >> 20} MB and {free >> 20} MB are free", "free some space"
        )


def network_kind(path: str) -> str:
    """The kind of network file system a path is on, "" for a local one or where that cannot be told."""
    try:
        table = Path("/proc/self/mountinfo").read_text(errors="replace")
    except OSError:
        return ""
    return network_kind_in(table, os.path.realpath(_nearest(path)))


def network_kind_in(table: str, path: str) -> str:
    """The same by a table of mounts.

    Args:
        table: as in /proc/self/mountinfo.
        path: a path without links.
    """
    longest = found = ""
    for place, kind in _mounts(table):
        if len(place) >= len(longest) and (path + "/").startswith(place.rstrip("/") + "/"):
            longest, found = place, kind
    return found if found in _NETWORK else ""


def _mounts(table: str) -> Iterator[tuple[str, str]]:
    for line in table.splitlines():
        before, _, after = line.partition(" - ")
        fields, kinds = before.split(), after.split()
        if len(fields) > 4 and kinds:
            yield fields[4].replace("\\040", " "), kinds[0]


def _nearest(path: str) -> str:
    while path and not os.path.isdir(path):
        path = os.path.dirname(path) if path != "/" else ""
    return path or "/"
