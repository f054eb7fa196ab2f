"""Text that is kept or shown hides nothing, steers nothing and stays readable."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardwon.text.clean import clean_text, for_terminal, one_line

ANYTHING = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=60)
ESCAPES = st.lists(
    st.sampled_from(
        ["\x1b[31m", "\x1b[", "\x1b]0;t\x07", "\x1b]8;;u\x1b\\", "\x1b", "\x9b2J", "\r", "\u202e", "\u200d", "👩", "x"]
    )
).map("".join)
HIDDEN = "\u200b\u200c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\u00ad\u061c"


@given(ANYTHING | ESCAPES)
@example("\ud83d half \ude00")
@example("字\u200d字")
def test_kept_text_has_no_character_that_hides_or_steers(text: str) -> None:
    kept = clean_text(text)
    kept.encode("utf-8")
    for char in kept:
        assert char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cs"), hex(ord(char))
        assert char not in HIDDEN
        assert not 0xE0000 <= ord(char) <= 0xE0FFF


@given(ANYTHING | ESCAPES)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean_text(clean_text(text)) == clean_text(text)


@given(st.text(alphabet="abc äß字🚀\n\t.,[]<>#`$", max_size=80))
def test_plain_text_is_kept_as_it_is(text: str) -> None:
    assert clean_text(text) == text.strip()


@given(ANYTHING | ESCAPES, st.integers(1, 40))
def test_one_line_is_one_line_within_its_limit(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit
    assert "\n" not in line and "\t" not in line
    assert one_line(line, limit) == line


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("\x1b[2J\x1b[31mALERT\x1b[0m done", "ALERT done"),
        ("\x9b31mred\x9b0m", "red"),
        ("\x1b]0;title\x07shown", "shown"),
        ("\x1b]8;;http://x.invalid\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("before \x1b]not ended, still here", "before not ended, still here"),
        ("\x1b", ""),
        ("a\x00b", "ab"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("one\x0btwo\x0cthree\x85four\u2028five\u2029six", "one\ntwo\nthree\nfour\nfive\nsix"),
        ("zero\u200bwidth \u202eevil\u202c", "zerowidth evil"),
        ("tag \U000e0041\U000e0042 block", "tag  block"),
        ("family 👩\u200d💻 stays", "family 👩\u200d💻 stays"),
        ("heart ❤\ufe0f\u200d🔥", "heart ❤\ufe0f\u200d🔥"),
        ("no\u200djoin", "nojoin"),
        ("字\u200d字", "字字"),
        ("\u200d👩", "👩"),
        ("cut \ud83d here", "cut  here"),
    ],
)
def test_what_is_taken_out_and_what_stays(text: str, kept: str) -> None:
    assert clean_text(text) == kept
    assert for_terminal(text) == kept


def test_a_megabyte_is_cleaned_in_a_moment() -> None:
    text = "\x1b[31mword \u202e" * 80_000
    assert clean_text(text).count("word") == 80_000


def test_a_cut_line_says_so() -> None:
    assert one_line("one two three", 8) == "one two…"
    assert one_line("one two", 7) == "one two"
