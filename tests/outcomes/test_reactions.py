"""A person's next words: praise, complaints, rejection, sarcasm; and the many messages that say nothing of the work."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.outcomes.evidence.reactions import accepts, language_of, reaction
from outcomes.reaction_sentences import labelled

SENTENCES = labelled()


@pytest.mark.parametrize(("sentence", "verdict"), SENTENCES, ids=[sentence[:40] for sentence, _ in SENTENCES])
def test_a_message_is_read_rightly(sentence: str, verdict: str) -> None:
    assert reaction(sentence).verdict == verdict


def test_there_are_many_and_varied_sentences() -> None:
    assert len({sentence for sentence, _ in SENTENCES}) >= 280


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("it works now", "en"),
        ("es funktioniert noch nicht", "de"),
        ("ya no funciona, pero gracias", "es"),
        ("ça ne marche pas encore", "fr"),
        ("ainda não funciona", "pt"),
        ("还是不行", "zh"),
        ("まだ動かない", "ja"),
        ("404", "en"),
    ],
)
def test_the_language_is_found(text: str, name: str) -> None:
    assert language_of(text).name == name


def test_a_no_to_a_question_of_the_agent_rejects_nothing() -> None:
    asked = "The importer is done. Shall I also update the changelog?"
    for answer in ("no", "No thanks", "nope", "no, leave it", "no, not now"):
        assert reaction(answer, asked=asked).verdict == ""
    assert reaction("no, the importer is still broken", asked=asked).verdict == "failed"


def test_a_no_to_the_question_whether_it_works_is_bad_news() -> None:
    for asked in ("I restarted it. Does it work now?", "Is that what you had in mind?", "Did that fix the issue?"):
        assert reaction("no", asked=asked).verdict == "failed"


def test_a_complaint_about_something_else_is_not_sure() -> None:
    assert not reaction("the login page is broken").sure
    assert reaction("the login page is still broken").sure
    assert reaction("it's broken").sure


def test_trouble_that_comes_with_a_new_task_is_that_tasks() -> None:
    assert not reaction("Fix the importer, please. It loses rows.").sure
    assert not reaction("Look at the login page. It is broken on Safari.").sure
    assert reaction("Fix the importer. It still loses rows.").sure
    assert reaction("Fix it. It loses rows.").sure


def test_curly_apostrophes_and_capitals_change_nothing() -> None:
    assert reaction("It STILL doesn’t work").verdict == "failed"


def test_praise_that_it_works_is_told_from_thanks() -> None:
    assert reaction("it works now").confirms
    assert not reaction("thanks").confirms


def test_the_words_are_quoted() -> None:
    found = reaction("That's not what I asked. Empty files should give a warning")
    assert found.quote.startswith("That's not what I asked")
    assert len(reaction("no, " + "very " * 200 + "wrong").quote) <= 100


@pytest.mark.parametrize(
    "text", ["commit it", "ok, commit this and push", "great, open a pull request", "merge", "ship it"]
)
def test_having_it_committed_accepts_it(text: str) -> None:
    assert accepts(text)


@pytest.mark.parametrize(
    "text", ["don't commit it", "what does commit do", "undo the commit", "push back on that idea"]
)
def test_other_talk_of_commits_does_not(text: str) -> None:
    assert not accepts(text)


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert reaction(text).verdict in ("", "worked", "failed", "partial")


@pytest.mark.parametrize(
    "piece",
    ["no ", "still ", "it is now just also ", "the ", "great, ", "not ", "if ", ", the", "和", "i get a an the "],
)
def test_hostile_text_is_read_quickly(piece: str) -> None:
    assert reaction(piece * 5000).verdict in ("", "worked", "failed", "partial")
