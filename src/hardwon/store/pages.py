"""Rows read from a database file without SQLite: from whatever leaf pages are whole, however the tree above them is.

Knows the file format and none of this program's tables. Source: https://www.sqlite.org/fileformat2.html
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator

Value = int | float | str | bytes | None
Row = tuple[int, tuple[Value, ...]]

MAGIC = b"SQLite format 3\0"
_TABLE_LEAF = 13
_PAYLOAD_MAX = 32 << 20  # more than any row of a store has
_INTEGER_BYTES = (0, 1, 2, 3, 4, 6, 8)


class Unreadable(Exception):
    """These bytes are no row."""


def page_size_of(head: bytes) -> int:
    """The page size that a database's first bytes state, 0 when they are not such bytes."""
    if not head.startswith(MAGIC):
        return 0
    size = int.from_bytes(head[16:18])
    size = 65536 if size == 1 else size
    return size if 512 <= size <= 65536 and size & (size - 1) == 0 else 0


class Pages:
    """The pages of one database file.

    Args:
        data: the whole file.
        page_size: in bytes.
    """

    def __init__(self, data: mmap.mmap | bytes, page_size: int) -> None:
        self._data = data
        self._size = page_size

    def __len__(self) -> int:
        return len(self._data) // self._size

    def rows(self) -> Iterator[Row]:
        """(rowid, values) of every row on a leaf page of a table, page by page; what is no row is passed over."""
        for number in range(1, len(self) + 1):
            page = self._page(number)
            at = 100 if number == 1 else 0
            if page[at] == _TABLE_LEAF:
                yield from self._rows_of(page, at)

    def _page(self, number: int) -> bytes:
        if not 1 <= number <= len(self):
            raise Unreadable
        return self._data[(number - 1) * self._size : number * self._size]

    def _rows_of(self, page: bytes, at: int) -> Iterator[Row]:
        count = int.from_bytes(page[at + 3 : at + 5])
        first, end = at + 8, at + 8 + 2 * count
        for place in range(first, min(end, self._size - 1), 2):
            cell = int.from_bytes(page[place : place + 2])
            if end <= cell < self._size:
                try:
                    yield self._row(page, cell)
                except (Unreadable, IndexError, struct.error):
                    continue

    def _row(self, page: bytes, at: int) -> Row:
        length, at = _varint(page, at)
        rowid, at = _varint(page, at)
        if not 0 < length <= _PAYLOAD_MAX:
            raise Unreadable
        return _signed(rowid), decoded(self._payload(page, at, length))

    def _payload(self, page: bytes, at: int, length: int) -> bytes:
        """A row's bytes: what stands on its page, and what did not fit there."""
        usable = self._size
        here = length
        if length > usable - 35:
            least = (usable - 12) * 32 // 255 - 23
            here = least + (length - least) % (usable - 4)
            here = here if here <= usable - 35 else least
        if at + here > usable:
            raise Unreadable
        if here == length:
            return page[at : at + here]
        parts, missing = [page[at : at + here]], length - here
        following = int.from_bytes(page[at + here : at + here + 4])
        while missing > 0:
            more = self._page(following)
            following = int.from_bytes(more[:4])
            parts.append(more[4 : 4 + missing])
            missing -= usable - 4
        return b"".join(parts)


def decoded(record: bytes) -> tuple[Value, ...]:
    """The values of one record; text that is no UTF-8 has U+FFFD in it.

    Raises:
        Unreadable: these bytes are no record.
    """
    head_end, at = _varint(record, 0)
    kinds = []
    while at < head_end:
        kind, at = _varint(record, at)
        kinds.append(kind)
    if at != head_end:
        raise Unreadable
    values = []
    for kind in kinds:
        size = _size_of(kind)
        if at + size > len(record):
            raise Unreadable
        values.append(_value(kind, record[at : at + size]))
        at += size
    if at != len(record):
        raise Unreadable
    return tuple(values)


def _size_of(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    if kind in (10, 11):
        raise Unreadable
    return 8 if kind == 7 else _INTEGER_BYTES[kind] if kind < 7 else 0


def _value(kind: int, data: bytes) -> Value:
    if kind >= 13 and kind & 1:
        return data.decode("utf-8", "replace")
    if kind >= 12:
        return data
    if kind == 0:
        return None
    if kind == 7:
        return float(struct.unpack(">d", data)[0])
    return kind - 8 if kind > 7 else int.from_bytes(data, signed=True)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for index in range(8):
        byte = data[at + index]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + index + 1
    return value << 8 | data[at + 8], at + 9


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value
