"""Messages come through whole, however the bytes are cut up, and what is no message is told apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.wire.frames import BODY_MAX, HEADER_MAX, Broken, packed, read

KEYS = st.text(max_size=8)
VALUES = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20)
HEADERS = st.dictionaries(KEYS, VALUES | st.lists(VALUES, max_size=3) | st.dictionaries(KEYS, VALUES, max_size=3))


def in_pieces(data: bytes, size: int) -> Callable[[int], bytes]:
    """A connection that gives a few bytes at a time, and then ends."""
    rest = memoryview(data)

    def receive(count: int) -> bytes:
        nonlocal rest
        part, rest = bytes(rest[: min(count, size)]), rest[min(count, size) :]
        return part

    return receive


@given(HEADERS, st.binary(max_size=300), st.integers(1, 50))
def test_a_message_comes_through_however_it_is_cut(header: dict[str, Any], body: bytes, size: int) -> None:
    receive = in_pieces(packed(header, body) * 2, size)
    assert read(receive) == (header, body)
    assert read(receive) == (header, body)
    with pytest.raises(Broken):
        read(receive)


@given(HEADERS, st.binary(max_size=50), st.data())
def test_a_message_that_ends_early_is_none(header: dict[str, Any], body: bytes, data: st.DataObject) -> None:
    whole = packed(header, body)
    cut = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(Broken):
        read(in_pieces(whole[:cut], 7))


@given(st.binary(max_size=100))
def test_any_bytes_are_a_message_or_are_refused(data: bytes) -> None:
    try:
        header, body = read(in_pieces(data, 16))
    except Broken:
        return
    assert isinstance(header, dict)
    assert data.endswith(body)


@pytest.mark.parametrize("lengths", [(HEADER_MAX + 1, 0), (2, BODY_MAX + 1), (0xFFFFFFFF, 0xFFFFFFFF)])
def test_a_length_that_is_too_long_is_refused_before_anything_is_read(lengths: tuple[int, int]) -> None:
    head = b"".join(length.to_bytes(4, "big") for length in lengths)
    asked: list[int] = []

    def receive(count: int) -> bytes:
        asked.append(count)
        return head

    with pytest.raises(Broken, match="too long"):
        read(receive)
    assert asked == [8]
