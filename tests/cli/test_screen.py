"""Lines on a terminal: fitted to its width, coloured only there."""

from __future__ import annotations

import io

import pytest

from hardwon.cli.screen import Screen, cut, width_of, wrapped


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_whole_lines_without_colour() -> None:
    screen = Screen.of(io.StringIO(), {"TERM": "xterm"})
    assert not screen.is_terminal
    text = "long " * 100
    assert screen.entry("abc", ["gotcha", ""], text) == [f"[abc] (gotcha) {text.strip()}"]
    assert screen.table([("a", "b" * 500)], ("id", "")) == ["a  " + "b" * 500]


@pytest.mark.parametrize(
    ("environ", "is_coloured"),
    [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({}, False)],
)
def test_colour_is_a_terminals_unless_it_is_refused(environ: dict[str, str], is_coloured: bool) -> None:
    assert Screen.of(Terminal(), environ).is_coloured == is_coloured


def test_in_testing_mode_a_terminal_is_80_columns_without_colour() -> None:
    screen = Screen.of(Terminal(), {"TERM": "xterm"}, is_plain=True)
    assert (screen.is_terminal, screen.width, screen.is_coloured) == (True, 80, False)


def test_on_a_terminal_an_entry_has_its_facts_above_and_its_text_below() -> None:
    screen = Screen(is_terminal=True, width=30)
    lines = screen.entry("abcdefghjkmn", ["gotcha", "", "worked 2"], "one two three four five six seven", lines_max=2)
    assert lines == ["abcdefghjkmn  gotcha  worked 2", "    one two three four five", "    six seven"]


def test_a_text_that_is_too_long_ends_in_an_ellipsis() -> None:
    screen = Screen(is_terminal=True, width=20)
    lines = screen.entry("abc", ["gotcha"], "word " * 50, lines_max=2)
    assert len(lines) == 3
    assert lines[-1].endswith("…")
    assert all(width_of(line) <= 20 for line in lines)


def test_a_table_is_aligned_and_cut_where_the_line_ends() -> None:
    screen = Screen(is_terminal=True, width=40)
    lines = screen.table([("a", "x" * 100), ("bbb", "short")], ("", ""))
    assert lines == ["a    " + "x" * 34 + "…", "bbb  short"]


def test_wide_and_combining_characters_count_as_they_are_shown() -> None:
    assert width_of("端口") == 4
    assert width_of("e\u0301") == 1
    assert cut("端口端口", 5) == "端口…"
    assert wrapped("端口端口 端口端口", 10) == ["端口端口", "端口端口"]
    assert wrapped("端" * 12, 10) == ["端" * 5, "端" * 5, "端端"]


def test_a_block_keeps_its_lines_and_their_indentation() -> None:
    text = "if x:\n    y = 1\n\nend"
    for is_terminal in (True, False):
        assert Screen(is_terminal=is_terminal).block(text) == ["    if x:", "        y = 1", "", "    end"]


def test_colours_wrap_the_cleaned_text_alone() -> None:
    screen = Screen(is_terminal=True, is_coloured=True)
    assert screen.paint("x", "bad") == "\x1b[31mx\x1b[0m"
    head, body = screen.entry("a\x1b[2Jb", ["got\x1b[5mcha"], "t\x1b]0;x\x07t")
    assert head == "\x1b[33mab\x1b[0m  \x1b[36mgotcha\x1b[0m"
    assert body == "    tt"
