"""A damaged store as one plain file: what the disk still gives, with the log's newest pages laid over it.

The copy can be opened, scanned and thrown away; the damaged file itself is only read.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from hardwon.errors import StoreError
from hardwon.store.pages import MAGIC, page_size_of
from hardwon.store.wal import PAGE_SIZE, Log, read_log

_CHUNK = 1 << 20
_APPLICATION_ID_AT, _USER_VERSION_AT = 68, 60


@dataclass(frozen=True, kw_only=True)
class Image:
    """One state of a damaged store.

    Attributes:
        path: the copy.
        page_size: in bytes.
        is_database: whether it begins like one.
        application_id, user_version: what its first page says; without meaning where it is none.
        unread_bytes: bytes that the disk did not give.
        lost_frames: writes in the log that cannot be read although later ones can.
    """

    path: str
    page_size: int
    is_database: bool
    application_id: int
    user_version: int
    unread_bytes: int
    lost_frames: int


def make_image(source: int, log: str, target: str) -> Image:
    """Copy a store with its log into one file.

    Args:
        source: the database file, open for reading; -1 for an empty one.
        log: its write-ahead log; may not exist.
        target: the copy; made anew.

    Raises:
        StoreError: the copy cannot be written.
    """
    try:
        handle = os.open(target, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            unread = _copy(source, handle) if source >= 0 else 0
            page_size = page_size_of(os.pread(handle, 32, 0)) or PAGE_SIZE
            found = _read_log(log, page_size)
            _lay_over(found, log, handle)
            return _described(target, handle, unread, found)
        finally:
            os.close(handle)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}", "free some space and try again") from None


def _read_log(path: str, page_size: int) -> Log:
    try:
        return read_log(path, page_size)
    except OSError:
        return Log(page_size=page_size)


def _copy(source: int, target: int) -> int:
    """Copy what can be read; how many bytes could not."""
    unread = 0
    size = os.fstat(source).st_size
    for start in range(0, size, _CHUNK):
        length = min(_CHUNK, size - start)
        try:
            data = os.pread(source, length, start)
        except OSError:
            unread += _copy_by_pages(source, target, start, length)
            continue
        _write(target, data, start)
    os.ftruncate(target, size)
    return unread


def _copy_by_pages(source: int, target: int, start: int, length: int) -> int:
    """The same a page at a time; a page that cannot be read stays empty."""
    unread = 0
    for place in range(start, start + length, PAGE_SIZE):
        try:
            data = os.pread(source, PAGE_SIZE, place)
        except OSError:
            unread += PAGE_SIZE
            continue
        _write(target, data, place)
    return unread


def _write(handle: int, data: bytes, at: int) -> None:
    while data:
        written = os.pwrite(handle, data, at)
        data, at = data[written:], at + written


def _lay_over(log: Log, path: str, target: int) -> None:
    if not log.places:
        return
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        for page, place in log.places.items():
            _write(target, os.pread(handle, log.page_size, place), (page - 1) * log.page_size)
    finally:
        os.close(handle)
    # A log that can be read whole also says where the file ends.
    if not log.lost_count:
        os.ftruncate(target, log.page_count * log.page_size)


def _described(path: str, handle: int, unread: int, log: Log) -> Image:
    head = os.pread(handle, 100, 0)
    return Image(
        path=path,
        page_size=page_size_of(head) or log.page_size,
        is_database=head.startswith(MAGIC),
        application_id=int.from_bytes(head[_APPLICATION_ID_AT : _APPLICATION_ID_AT + 4]),
        user_version=int.from_bytes(head[_USER_VERSION_AT : _USER_VERSION_AT + 4]),
        unread_bytes=unread,
        lost_frames=log.lost_count,
    )
