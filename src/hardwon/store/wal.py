"""A write-ahead log read without SQLite: which page it holds where, also behind a part that cannot be read.

SQLite reads a log up to the first frame whose checksum is wrong and forgets the rest. Each frame's checksum is computed
from the one before, so a chain that was cut can be picked up again at the next frame: what was committed behind
the damage is still there. Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

import mmap
import os
from dataclasses import dataclass, field

from hardwon.store.fitness import is_log_head, log_checksum

HEAD, FRAME_HEAD = 32, 24
PAGE_SIZE = 4096
_PAGE_KINDS = (2, 5, 10, 13)  # the b-tree pages: index or table, interior or leaf


@dataclass(frozen=True, kw_only=True)
class Log:
    """What a log holds.

    Attributes:
        page_size: in bytes.
        places: where in the log the newest committed content of each page begins.
        page_count: how many pages the database has after the last commit; 0 without one.
        lost_count: frames before the last commit that cannot be read. SQLite forgets all from the first of them on.
        hole: the log's salt, and where the first of those frames begins: what is only being written is soon elsewhere.
    """

    page_size: int = PAGE_SIZE
    places: dict[int, int] = field(default_factory=dict)
    page_count: int = 0
    lost_count: int = 0
    hole: tuple[bytes, int] = (b"", 0)


def read_log(path: str, page_size: int = PAGE_SIZE) -> Log:
    """Read a log file; one that is not there is empty.

    Args:
        path: the file that ends in -wal.
        page_size: the database's, for a log whose head cannot be read.

    Raises:
        OSError: it cannot be read.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return Log(page_size=page_size)
    try:
        if os.fstat(handle).st_size < HEAD + FRAME_HEAD:
            return Log(page_size=page_size)
        with mmap.mmap(handle, 0, access=mmap.ACCESS_READ) as data:
            return _Scan(data, page_size).log()
    finally:
        os.close(handle)


class _Scan:
    """One pass over a log."""

    def __init__(self, data: mmap.mmap, page_size: int) -> None:
        head = data[:HEAD]
        self._data = data
        self._page_size = page_size
        self._big_endian = False
        self._salt = b""
        self._sum: tuple[int, int] | None = None
        if head.strip(b"\0") and is_log_head(head):
            self._page_size = int.from_bytes(head[8:12]) or 65536
            self._big_endian = bool(head[3] & 1)
            self._salt = head[16:24]
            self._sum = (int.from_bytes(head[24:28]), int.from_bytes(head[28:32]))
        else:
            self._find_salt()
        self._places: dict[int, int] = {}
        self._pending: list[tuple[int, int]] = []
        self._page_count = self._lost_count = self._maybe_lost = self._hole = 0

    def log(self) -> Log:
        for number in range(self._frame_count() if self._salt else 0):
            self._take(self._at(number))
        return Log(
            page_size=self._page_size,
            places=self._places,
            page_count=self._page_count,
            lost_count=self._lost_count,
            hole=(self._salt, self._hole) if self._lost_count else (b"", 0),
        )

    def _frame_count(self) -> int:
        return (len(self._data) - HEAD) // (FRAME_HEAD + self._page_size)

    def _at(self, number: int) -> int:
        return HEAD + number * (FRAME_HEAD + self._page_size)

    def _take(self, start: int) -> None:
        """Look at one frame: part of the chain, the place where it can be picked up, or neither."""
        head = self._data[start : start + FRAME_HEAD]
        page = int.from_bytes(head[:4])
        stated = (int.from_bytes(head[16:20]), int.from_bytes(head[20:24]))
        if head[8:16] != self._salt or not page:
            self._sum = None
            self._lose(start)
            return
        if self._sum is None:
            is_whole = self._looks_like_page(page, start + FRAME_HEAD)
        else:
            is_whole = self._checksum(start, self._sum) == stated
        self._sum = stated
        if not is_whole:
            self._lose(start)
            return
        self._pending.append((page, start + FRAME_HEAD))
        page_count = int.from_bytes(head[4:8])
        if page_count:
            self._commit(page_count)

    def _lose(self, start: int) -> None:
        self._pending.clear()
        if not self._lost_count and not self._maybe_lost:
            self._hole = start
        self._maybe_lost += 1

    def _commit(self, page_count: int) -> None:
        # Frames of a write that was taken back have no commit behind them, so none of them comes this far.
        self._places.update(self._pending)
        self._pending.clear()
        self._page_count = page_count
        self._lost_count += self._maybe_lost
        self._maybe_lost = 0

    def _checksum(self, start: int, before: tuple[int, int], big_endian: bool | None = None) -> tuple[int, int]:
        end = start + FRAME_HEAD + self._page_size
        order = self._big_endian if big_endian is None else big_endian
        return log_checksum(
            self._data[start + FRAME_HEAD : end], order, log_checksum(self._data[start : start + 8], order, before)
        )

    def _looks_like_page(self, page: int, start: int) -> bool:
        """Whether bytes that no checksum vouches for can be a b-tree page."""
        at = start + (100 if page == 1 else 0)
        cells = int.from_bytes(self._data[at + 3 : at + 5])
        return self._data[at] in _PAGE_KINDS and 8 + 2 * cells < self._page_size

    def _find_salt(self) -> None:
        """Without a head, the frames tell: two in a row that fit together."""
        for number in range(self._frame_count() - 1):
            start, following = self._at(number), self._at(number + 1)
            salt = self._data[start + 8 : start + 16]
            if not salt.strip(b"\0") or self._data[following + 8 : following + 16] != salt:
                continue
            stated = [self._data[at + 16 : at + 24] for at in (start, following)]
            before, after = [(int.from_bytes(one[:4]), int.from_bytes(one[4:])) for one in stated]
            for big_endian in (False, True):
                if self._checksum(following, before, big_endian) == after:
                    self._salt, self._big_endian = salt, big_endian
                    return
