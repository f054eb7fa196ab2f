"""Text of wide characters is known by its first bytes."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.text.encodings import wide_encoding

LINE = '{"content": "x"}'


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (codecs.BOM_UTF16_LE + LINE.encode("utf-16-le"), "UTF-16"),
        (codecs.BOM_UTF16_BE + LINE.encode("utf-16-be"), "UTF-16"),
        (codecs.BOM_UTF32_LE + LINE.encode("utf-32-le"), "UTF-32"),
        (codecs.BOM_UTF32_BE + LINE.encode("utf-32-be"), "UTF-32"),
        (codecs.BOM_UTF16_LE, "UTF-16"),
        (LINE.encode("utf-16-le"), "UTF-16LE"),
        (LINE.encode("utf-16-be"), "UTF-16BE"),
        (codecs.BOM_UTF8 + LINE.encode(), ""),
        (LINE.encode(), ""),
        (b"", ""),
        (b"\0\0\0\0", ""),
    ],
)
def test_an_encoding_is_told_by_its_beginning(data: bytes, name: str) -> None:
    assert wide_encoding(data) == name


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_text_in_utf_8_is_never_taken_for_another(text: str) -> None:
    assert wide_encoding(text.encode()) == ""
