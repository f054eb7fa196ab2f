"""Words that people use for one another share a mark, and no others do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.store.stems import stems
from hardwon.text.kindred import is_mark, marks_in, phrases_in

ROOT = Path(__file__).parent.parent.parent


def marks(text: str) -> set[str]:
    return set(marks_in(stems(text)).split())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rolling back the release", "how do I revert this"),
        ("buyers", "the customer"),
        ("they were logged out", "everyone got signed out"),
        ("feature toggles", "a feature flag"),
        ("数据库", "the database"),
        ("データベース", "the database"),
        ("la contraseña", "passwords"),
        ("the tests froze", "freezing"),
    ],
)
def test_they_share_a_mark(one: str, other: str) -> None:
    assert marks(one) & marks(other)


@pytest.mark.parametrize(("one", "other"), [("refund", "deploy"), ("the sea", "the queue"), ("back", "log"), ("", "a")])
def test_others_do_not(one: str, other: str) -> None:
    assert not marks(one) & marks(other)


def test_a_phrase_is_found_where_it_stands() -> None:
    ((at, length, marks),) = phrases_in(stems("who may roll back it"))
    assert (at, length) == (2, 2)
    assert all(is_mark(mark) for mark in marks)


@given(st.text(max_size=60))
def test_any_text_has_marks_or_none(text: str) -> None:
    assert all(is_mark(mark) and len(mark) == 1 for mark in marks(text))


def test_the_table_is_that_of_the_list() -> None:
    checked = subprocess.run([sys.executable, str(ROOT / "bench" / "kindred.py"), "--check"], check=False)
    assert checked.returncode == 0
