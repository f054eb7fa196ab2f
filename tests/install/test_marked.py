"""Lines of ours in a Markdown file that people write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.install.entries import MISSING, STALE, WIRED, Uneditable
from hardwon.install.marked import MarkedShare

SHARE = MarkedShare(name="rules", text="# Memory\n\nUse it.\n")
FILES = [
    "",
    "\n\n",
    "# Ours",
    "# Ours\n",
    "# Ours\n\n",
    "a\r\nb\r\n",
    "\ufeff# Ours\n",
    "```\n<!-- hardwon:end -->\n```\n",
]


@pytest.mark.parametrize("text", FILES)
def test_the_lines_go_to_the_end_and_come_out_again(text: str) -> None:
    data = text.encode()
    once, kept = SHARE.put_in(data)
    assert once.startswith(data)
    assert (b"\r\n" in data) is (b"\r\n" in once)
    assert SHARE.state(data) == MISSING
    assert SHARE.state(once) == WIRED
    assert SHARE.take_out(once, kept).data == data
    assert SHARE.take_out(data, {}).data == data


@pytest.mark.parametrize("text", FILES)
def test_what_people_write_behind_them_stays(text: str) -> None:
    once, kept = SHARE.put_in(text.encode())
    left = SHARE.take_out(once + b"later\n", kept).data
    assert left.endswith(b"later\n")
    assert left.startswith(text.encode().rstrip(b"\r\n"))
    assert b"Use it" not in left


def test_lines_that_were_changed_are_told_and_taken_out_whole() -> None:
    once, kept = SHARE.put_in(b"# Ours\n")
    changed = once.replace(b"Use it.", b"Do not.")
    assert SHARE.state(changed) == STALE
    assert SHARE.take_out(changed, kept).data == b"# Ours\n"


def test_several_blocks_are_one_too_many_and_all_go() -> None:
    once, kept = SHARE.put_in(b"# Ours\n")
    twice, _ = SHARE.put_in(once)
    assert SHARE.state(twice) == STALE
    assert SHARE.take_out(twice, kept).data == b"# Ours\n"


def test_a_file_that_is_no_text_is_refused() -> None:
    with pytest.raises(Uneditable, match="UTF-8"):
        SHARE.put_in(b"\xff\xfe")


@given(st.text(alphabet=st.sampled_from("ab# \n\r\t<!->é"), max_size=40))
def test_any_text_comes_back(text: str) -> None:
    data = text.encode()
    once, kept = SHARE.put_in(data)
    assert SHARE.take_out(once, kept).data == data
