"""Whether a file at a store's place can be given to SQLite, and whether there is one. Light.

SQLite takes an empty file for a new database, a log whose head it cannot read for none, and a folder for a reason to
wait. Each would be an answer without memories, so such files are refused before it sees them.
"""

from __future__ import annotations

import posix

from hardwon.errors import StoreDamaged, StoreError, StoreForeign, StoreLocked, StoreReadOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

REPAIR = "`mem doctor --repair` keeps what is readable, and the damaged file too"


def exists(path: str) -> bool:
    """Whether there is a store at a path, or what is left of one: a log without its database holds memories too.

    A link whose target is not there, such as one onto a disk that is not mounted, stands for a store.
    """
    try:
        posix.stat(path)
    except FileNotFoundError:
        return has_content(path + "-wal") or _is_link(path)
    except NotADirectoryError:
        return False
    except OSError:
        return True
    return True


def _is_link(path: str) -> bool:
    try:
        posix.readlink(path)
    except OSError:
        return False
    return True


def file_at(path: str) -> tuple[int, int]:
    """Device and number of the file at a path, zeros for none."""
    try:
        state = posix.stat(path)
    except OSError:
        return 0, 0
    return state.st_dev, state.st_ino


_KIND_MASK, _FOLDER, _REGULAR = 0o170000, 0o040000, 0o100000


def refuse_unnameable(path: str) -> None:
    """Refuse a path that SQLite cannot be given.

    Raises:
        StoreError: it is no UTF-8.
    """
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        raise StoreError(f"{path!a} is no UTF-8 path", "set HARDWON_HOME to one that is") from None


# A repair leaves a file of this size and beginning in a store's place while it exchanges the store and its log, which
# cannot be done in one step: nobody may take the one's log for the other's. No database has such a size.
MARK_SIZE = 1979
_MARK = b"hardwon: this store is being repaired by process "


def repair_mark(pid: int, aside: str) -> bytes:
    """What stands in a store's place while it is exchanged.

    Args:
        pid: the repairing process.
        aside: the name under which the damaged file is kept.
    """
    return (_MARK + b"%d\n%s\n" % (pid, aside.encode("utf-8", "surrogateescape"))).ljust(MARK_SIZE)


def read_mark(path: str) -> tuple[int, str] | None:
    """The process that left a mark, and the name the damaged file has now; None for what is no mark."""
    try:
        handle = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    except OSError:
        return None
    try:
        data = posix.read(handle, MARK_SIZE + 1)
    except OSError:
        return None
    finally:
        posix.close(handle)
    if len(data) != MARK_SIZE or not data.startswith(_MARK):
        return None
    pid, aside = data[len(_MARK) :].split(b"\n")[:2]
    return int(pid) if pid.isdigit() else 0, aside.decode("utf-8", "surrogateescape")


def _refuse_marked(path: str) -> None:
    mark = read_mark(path)
    if mark is None:
        return
    try:
        posix.kill(mark[0], 0)
    except ProcessLookupError:
        raise StoreDamaged(f"{path} is damaged: its repair was interrupted", REPAIR) from None
    except OSError:
        pass
    raise StoreLocked(f"{path} is being repaired by process {mark[0]}", "try again in a moment")


def refuse_unfit(path: str) -> tuple[int, int]:
    """Refuse what SQLite would hang on, misread or take for an empty store; else tell which file it is."""
    refuse_unnameable(path)
    try:
        state = posix.stat(path)
    except FileNotFoundError:
        if has_content(path + "-wal"):
            raise StoreDamaged(f"{path} is damaged: only its log is left", REPAIR) from None
        if _is_link(path):
            raise StoreReadOnly(
                f"{path} is a link to a file that is not there", "mount or put back its target, or remove the link"
            ) from None
        raise StoreReadOnly(f"{path} is gone", "try again") from None
    except OSError as error:
        raise StoreReadOnly(f"{path} cannot be opened: {error.strerror}", "check its permissions") from None
    kind = state.st_mode & _KIND_MASK
    if kind == _FOLDER:
        raise StoreDamaged(f"{path} is damaged: it is a folder, not a database", REPAIR)
    if kind != _REGULAR:
        raise StoreForeign(f"{path} is no file", "point HARDWON_DB or HARDWON_HOME somewhere else")
    # A store is made under another name and put in place whole, so an empty file was emptied by something.
    if state.st_size == 0:
        raise StoreDamaged(f"{path} is damaged: the file is empty", REPAIR)
    if state.st_size == MARK_SIZE:
        _refuse_marked(path)
    _refuse_foreign_log(path)
    return state.st_dev, state.st_ino


def _refuse_foreign_log(path: str) -> None:
    """SQLite takes a write-ahead log whose head it cannot read for an empty one: what it held would be gone."""
    try:
        handle = posix.open(path + "-wal", posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    except OSError:
        return
    try:
        # A writer that starts the log anew may be half way through its head: so look twice.
        whole = any(is_log_head(posix.pread(handle, 32, 0)) for _ in range(2))
    except OSError:
        whole = True
    finally:
        posix.close(handle)
    if not whole:
        raise StoreDamaged(f"{path} is damaged: its log {path}-wal cannot be read", REPAIR)


def is_log_head(head: bytes) -> bool:
    """Whether these first 32 bytes can begin a write-ahead log; nothing, or only zeros, is a log not begun.

    Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
    """
    if not head.strip(b"\0"):
        return True
    if len(head) < 32 or head[:4] not in (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"):
        return False
    return log_checksum(head[:24], head[3] & 1) == (int.from_bytes(head[24:28]), int.from_bytes(head[28:32]))


def log_checksum(data: bytes, is_big_endian: int, start: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """SQLite's running checksum of a write-ahead log.

    Args:
        data: a multiple of 8 bytes.
        is_big_endian: the lowest bit of the log's magic number.
        start: the checksum so far.
    """
    order: Literal["big", "little"] = "big" if is_big_endian else "little"
    first, second = start
    for index in range(0, len(data), 8):
        first = (first + int.from_bytes(data[index : index + 4], order) + second) & 0xFFFFFFFF
        second = (second + int.from_bytes(data[index + 4 : index + 8], order) + first) & 0xFFFFFFFF
    return first, second


def has_content(path: str) -> bool:
    try:
        return posix.stat(path).st_size > 0
    except FileNotFoundError:
        return False
    except OSError:
        return True
