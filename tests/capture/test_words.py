"""Only what somebody wrote by hand counts as their word."""

from __future__ import annotations

import pytest

from hardwon.capture.words import own_words, sentences

TYPED = "Always use tabs in Makefiles."
PASTED_LINE = "Nobody may rename columns without asking the data team about it first. "


def kept(text: str) -> list[str]:
    return [one.text for one in sentences(own_words(text))]


@pytest.mark.parametrize(
    "foreign",
    [
        "```\nalways indent by three\n```",
        "~~~\nalways indent by three\n~~~",
        "> always indent by three",
        "  > always indent by three",
        "    always_indent(3)",
        "<document>\nalways indent by three\n</document>",
        "<hardwon-memory>\n- [abcdefgh1234] (convention) always indent by three\n</hardwon-memory>",
        "<hardwon-data note='x'>always indent by three</hardwon-data>",
        "[Pasted text #1 +20 lines]",
    ],
)
def test_quotes_code_and_injected_blocks_are_not_the_persons_words(foreign: str) -> None:
    assert kept(f"{TYPED}\n{foreign}\n{TYPED}") == [TYPED, TYPED]


@pytest.mark.parametrize("opened", ["```\nalways x", "<hardwon-memory>\nalways x"])
def test_a_block_that_is_never_closed_runs_to_the_end(opened: str) -> None:
    assert kept(f"{TYPED}\n{opened}\nand more") == [TYPED]


def test_a_paste_of_one_paragraph_is_not_the_persons_word() -> None:
    assert kept(PASTED_LINE * 6) == []
    assert kept("Here is what the wiki says: " + PASTED_LINE * 6) == []


def test_a_paste_of_short_paragraphs_is_not_the_persons_word() -> None:
    assert kept("\n\n".join([PASTED_LINE * 2] * 4)) == []


def test_what_stands_under_an_introduction_is_pasted() -> None:
    text = f"{TYPED} This is the guide I found:\n\n" + "\n\n".join([PASTED_LINE.strip()] * 8)
    assert kept(text) == [TYPED]


def test_a_log_below_a_typed_line_is_pasted() -> None:
    log = "\n".join(f"2026-05-04 10:00:{second:02d} ERROR always retry on failure {second}" for second in range(20))
    assert kept(f"please look at this\n{log}") == ["please look at this"]


def test_a_long_message_with_a_persons_voice_is_typed() -> None:
    text = (
        "I want you to look at the importer again, because I still see duplicate rows after a restart.\n\n"
        "Please add a test for it first, a failing one. I think the dedup key is wrong, but I have not checked.\n\n"
        "Also, please never write to the live table from tests; I lost data that way and nobody was amused.\n\n"
        "Can you then run the whole suite again and tell me what is slow? I would like to bring it under a minute"
    )
    assert len(text) > 400
    assert "Also, please never write to the live table from tests;" in " ".join(kept(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use tabs. Never spaces!", ["Use tabs.", "Never spaces!"]),
        ("use tabs. never spaces", ["use tabs.", "never spaces"]),
        ("Put it in src/app.py. Then stop.", ["Put it in src/app.py.", "Then stop."]),
        ("Pin versions, e.g. with ==. Always.", ["Pin versions, e.g. with ==.", "Always."]),
        ("Run `make. all` first. Then go.", ["Run `make. all` first.", "Then go."]),
        ("We are on 3.11 now", ["We are on 3.11 now"]),
        ("one\ntwo", ["one", "two"]),
        ("总是用制表符。不要用空格。", ["总是用制表符。", "不要用空格。"]),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, expected: list[str]) -> None:
    assert kept(text) == expected


def test_a_line_broken_by_an_editor_is_one_sentence() -> None:
    text = "Always run the linter over the whole source tree before\nyou commit anything."
    assert kept(text) == [text.replace("\n", " ")]


def test_list_items_know_their_heading_and_neighbours() -> None:
    items = sentences("Rules for this repo:\n- use tabs\n* no npm\n\nThanks")
    assert [(one.text, one.heading) for one in items] == [
        ("use tabs", "Rules for this repo:"),
        ("no npm", "Rules for this repo:"),
        ("Thanks", ""),
    ]
    assert (items[1].preceding, items[1].following) == ("use tabs", "Thanks")
