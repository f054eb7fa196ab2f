"""What people say becomes a memory when it is meant to last, and only then."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.capture.sentences import KEPT_AS, NOT_WORTH_KEEPING, REQUESTS_AND_TALK, WORTH_KEEPING

from hardwon.capture.candidates import Candidate
from hardwon.capture.rules import extract, find
from hardwon.capture.words import Sentence
from hardwon.hosts.turns import Turn
from hardwon.models import CATEGORIES


def said(*texts: str, **fields: object) -> list[Candidate]:
    turns = [
        Turn(kind="user", text=text, typed=True, session_id="s", uuid=f"u{index}", line=index, **fields)  # type: ignore[arg-type]
        for index, text in enumerate(texts, 1)
    ]
    return extract(turns)


@pytest.mark.parametrize(
    ("text", "category", "part", "pinned", "to_user"), WORTH_KEEPING, ids=[w[0] for w in WORTH_KEEPING]
)
def test_a_statement_meant_to_last_is_kept(text: str, category: str, part: str, pinned: bool, to_user: bool) -> None:
    (found,) = said(text)
    assert part.lower() in found.content.lower()
    assert (found.category, found.pin, found.to_user) == (category, pinned, to_user)
    assert (found.trust, found.origin.who) == ("user", "user")


@pytest.mark.parametrize(("text", "kept"), KEPT_AS, ids=[text for text, _ in KEPT_AS])
def test_a_statement_is_kept_in_the_words_it_was_made_in(text: str, kept: str) -> None:
    assert [found.content for found in said(text)] == [kept]


@pytest.mark.parametrize("text", NOT_WORTH_KEEPING + REQUESTS_AND_TALK)
def test_what_is_asked_doubted_joked_or_meant_for_now_is_not_kept(text: str) -> None:
    assert [found.content for found in said(text)] == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("ok, also please always use pnpm here!!", "Always use pnpm here."),
        ("hey claude, can you always run make fmt before committing?", "Always run make fmt before committing."),
        ("No, use ruff instead of black, ok?", "Use ruff instead of black."),
        ("as I said: never commit generated files, thanks", "Never commit generated files."),
        ("Remember that the CI runner has 2 GB of memory.", "The CI runner has 2 GB of memory."),
        ("from now on: use British spelling", "Use British spelling."),
        ("`make ci` is slow. Always use `make quick` locally", "Always use `make quick` locally."),
        ("I want you to never rename public functions", "Never rename public functions."),
    ],
)
def test_a_statement_is_kept_in_the_persons_words_without_the_chatter(text: str, kept: str) -> None:
    assert [found.content for found in said(text)] == [kept]


def test_several_statements_of_one_message_are_kept_apart() -> None:
    found = said("Fix the parser please. Always use tabs in it. Btw we use uv, not pip. I prefer short answers.")
    assert [(one.content, one.category) for one in found] == [
        ("We use uv, not pip.", "convention"),
        ("I prefer short answers.", "preference"),
    ]


def test_a_list_of_rules_is_kept_item_by_item() -> None:
    found = said("Conventions in this repo:\n- tests live next to the code\n- snake_case for file names\n- fix this")
    assert [one.content for one in found] == ["Tests live next to the code.", "snake_case for file names."]
    assert all(one.pin for one in found)


def test_a_list_of_what_not_to_do_says_so_in_each_item() -> None:
    (one, two) = said("Don'ts:\n- mock the database in tests\n- use any in TypeScript")
    assert one.content == "Never mock the database in tests."
    assert two.content == "Never use any in TypeScript."


def test_a_decision_keeps_its_reason_from_the_next_sentence() -> None:
    (found,) = said("We decided to drop Redis. It costs more than the whole database. Please remove it.")
    assert found.content == "We decided to drop Redis. It costs more than the whole database."


def test_files_that_are_named_are_kept_beside_the_text() -> None:
    (found,) = said("Never edit src/api/client.ts or openapi.yaml by hand, e.g. for v1.2 of example.com.")
    assert found.files == ("src/api/client.ts", "openapi.yaml")


def test_a_preference_about_this_project_stays_in_it() -> None:
    (found,) = said("I prefer small modules in this project.")
    assert (found.category, found.to_user) == ("convention", False)


@pytest.mark.parametrize(
    "turn",
    [
        Turn(kind="user", text="always use tabs"),
        Turn(kind="assistant", text="From now on always use tabs in this repo."),
        Turn(kind="tool_result", text="always use tabs"),
        Turn(kind="summary", text="The user said: always use tabs"),
        Turn(kind="meta", text="always use tabs"),
        Turn(kind="injected", text="always use tabs"),
        Turn(kind="user", text="/note always use tabs", typed=True),
    ],
)
def test_only_a_persons_typed_words_become_rules(turn: Turn) -> None:
    assert extract([turn]) == []


def test_a_secret_is_taken_out_before_anything_is_kept() -> None:
    (found,) = said("Always pass --token ghp_" + "a1B2" * 9 + " to the deploy script on staging.")
    assert "a1B2" not in found.content
    assert said("Remember that the staging password is hunter2-blue") == []
    assert said("Always use tabs <private>because Initech wants it")[0].content == "Always use tabs."
    assert said("<private>Always bill Initech</private>") == []


def test_the_same_line_gives_the_same_key_in_another_session_and_another_line_another() -> None:
    rule = "Always use tabs in Makefiles."
    here = Turn(kind="user", text=rule, typed=True, uuid="u1", session_id="a", line=3)
    fork = Turn(kind="user", text=rule, typed=True, uuid="u1", session_id="b", line=9)
    again = Turn(kind="user", text=rule, typed=True, uuid="u2", session_id="a", line=5)
    keys = [extract([turn])[0].key for turn in (here, fork, again)]
    assert keys[0] == keys[1]
    assert keys[0] != keys[2]
    bare = [Turn(kind="user", text=rule, typed=True, session_id="a", line=line) for line in (3, 4)]
    assert extract(bare[:1])[0].key != extract(bare[1:])[0].key


def test_a_statement_tells_where_it_was_said() -> None:
    (found,) = extract([Turn(kind="user", text="Always use tabs.", typed=True, session_id="s9", line=41, at_ms=12)])
    assert (found.origin.session_id, found.origin.line, found.origin.host, found.at_ms) == ("s9", 41, "claude-code", 12)


def test_the_details_of_a_request_are_no_rules() -> None:
    assert said("Write unit tests for the parser. Each test should cover one rule of the grammar.") == []
    assert said("Each test should cover one rule of the grammar.") != []


@given(st.text(max_size=400))
def test_any_text_can_be_looked_at(text: str) -> None:
    for found in said(text):
        assert found.category in CATEGORIES
        assert 0 < found.confidence <= 1
        assert found.content


@pytest.mark.parametrize(
    "piece", ["always ", "a.b/", "we use x, ", "if you a, ", "never, ever ", "the x should ", "`", "no, "]
)
def test_no_sentence_takes_long(piece: str) -> None:
    started = time.process_time()
    for length in (300, 320, 640):
        find(Sentence(text=(piece * length)[:length]))
        find(Sentence(text="Always " + (piece * length)[: length - 10]))
    assert time.process_time() - started < 1
