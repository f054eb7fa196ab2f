"""Half sentences count too: rules by the way, facts, decisions with a reason, in eight languages."""

from __future__ import annotations

import pytest
from tests.capture.hurried import ELSEWHERE, ELSEWHERE_PASSING, IN_A_HURRY, PASSING
from tests.capture.turns import Session

from hardwon.capture.candidates import Candidate
from hardwon.capture.clauses import parts
from hardwon.capture.rules import extract
from hardwon.capture.tongues import language_of


def said(text: str) -> list[Candidate]:
    return extract(Session().person("look at the payment code").agent("Looked.").person(text).turns)


@pytest.mark.parametrize("text", IN_A_HURRY)
def test_what_outlives_the_session_is_kept_as_the_persons_word(text: str) -> None:
    (found,) = said(text)
    assert (found.trust, found.origin.who) == ("user", "user")


@pytest.mark.parametrize("text", PASSING)
def test_what_holds_only_for_this_moment_is_not_kept(text: str) -> None:
    assert [found.content for found in said(text)] == []


@pytest.mark.parametrize(("language", "text"), ELSEWHERE)
def test_other_languages_are_understood_by_the_same_table(language: str, text: str) -> None:
    assert len(said(text)) == 1


@pytest.mark.parametrize(("language", "text"), ELSEWHERE_PASSING)
def test_what_passes_is_not_kept_in_other_languages_either(language: str, text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("always run the tests before you commit", "en"),
        ("die Datenbank liegt auf dem Server und nicht im Netz", "de"),
        ("la base de datos está en el puerto nuevo y no en el viejo", "es"),
        ("la base est sur le serveur et pas dans le cloud", "fr"),
        ("o banco de dados fica na porta nova e não na antiga", "pt"),
        ("база на новом порту, а не на старом", "ru"),
        ("数据库在新端口", "zh"),
        ("データベースは新しいポートです", "ja"),
        ("", "en"),
        ("OK", "en"),
    ],
)
def test_a_message_is_known_by_its_small_words(text: str, language: str) -> None:
    assert language_of(text).name == language


def test_a_rule_that_hangs_on_a_request_by_a_comma_is_kept_without_the_request() -> None:
    (found,) = said("use this token for the calls, and always go through the `gh` CLI, not raw curl")
    assert found.content == "Always go through the `gh` CLI, not raw curl."


def test_a_correction_that_only_points_keeps_what_it_is_about() -> None:
    session = Session().person("fetch the setup page and tell me which port the broker uses").agent("Port 1884.")
    (found,) = extract(session.person("hm, in our net it's 1885. the wiki is old").turns)
    assert found.content == "In our net it's 1885. (On: fetch the setup page and tell me which port the broker uses)"


def test_a_choice_is_kept_with_its_question_and_its_reason() -> None:
    session = (
        Session().person("MQTT or plain HTTP for the blinds?").agent("MQTT keeps a connection; HTTP needs polling.")
    )
    (found,) = extract(session.person("MQTT. polling drains the batteries").turns)
    assert found.category == "decision"
    assert found.content == "MQTT. Polling drains the batteries. (The question was: MQTT or plain HTTP for the blinds?)"


@pytest.mark.parametrize("answer", ["MQTT", "neither", "what is better?", "polling drains the batteries"])
def test_an_answer_without_a_choice_or_a_reason_is_no_decision(answer: str) -> None:
    session = Session().person("MQTT or plain HTTP for the blinds?").agent("Both work.")
    assert [one for one in extract(session.person(answer).turns) if one.category == "decision"] == []


@pytest.mark.parametrize(
    ("asked", "told", "reply", "kept"),
    [
        (
            "can you upgrade webpack to 5?",
            "Webpack 5 drops polyfills three packages need, so it fails.",
            "leave it",
            "upgrade webpack to 5. Webpack 5 drops polyfills three packages need, so it fails.",
        ),
        (
            "use asyncio in the worker",
            "Rewritten.",
            "that didn't work, go back to threads. the forked pool can't share a loop",
            "use asyncio in the worker. The forked pool can't share a loop.",
        ),
    ],
)
def test_why_it_was_given_up_is_told_by_whoever_knows(asked: str, told: str, reply: str, kept: str) -> None:
    session = Session().person(asked).fails("make check", "1 failed").agent(told).person(reply)
    assert f"Tried and given up: {kept}" in [one.content for one in extract(session.turns)]


def test_an_attempt_that_was_given_up_is_kept_with_what_came_of_it() -> None:
    session = Session().person("try parallel tests with xdist").passes("pytest -n 4", "90 passed in 41s")
    session.agent("It takes 41 s with 4 workers, 38 s without.").person("no gain then, leave it")
    (found,) = extract(session.turns)
    assert found.content == (
        "Tried and given up: parallel tests with xdist. It takes 41 s with 4 workers, 38 s without."
    )
    assert (found.trust, found.category) == ("agent", "gotcha")


def test_nothing_was_given_up_where_nothing_was_done() -> None:
    session = Session().person("try parallel tests").agent("It would take 41 s.").person("not worth it, drop it")
    assert extract(session.turns) == []


def test_what_a_person_has_remembered_by_a_command_is_kept() -> None:
    session = Session()
    session._add(
        "meta",
        text="<command-name>/remember</command-name>\n<command-args>category:fact the letter goes out on the second "
        "Tuesday</command-args>",
    )
    (found,) = extract(session.turns)
    assert (found.content, found.trust) == ("the letter goes out on the second Tuesday", "user")


def test_parts_are_cut_at_joints_outside_of_code_and_quotes() -> None:
    cut = [part for part, _ in parts("use the `a, b` form, and never call it twice - please")]
    assert cut[0] == "and never call it twice - please"
    assert all("`a" not in part or "b`" in part for part in cut)
