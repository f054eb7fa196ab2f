"""A close reason is read by its leading verb and its negations; no success is ever called a failure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.outcomes.trackers.beads import classify_close_reason
from outcomes.close_reasons import labelled

REASONS = labelled()


@pytest.mark.parametrize(("reason", "verdict"), REASONS, ids=[reason[:40] for reason, _ in REASONS])
def test_a_reason_is_read_rightly(reason: str, verdict: str) -> None:
    assert classify_close_reason(reason) == verdict


def test_there_are_many_and_varied_reasons() -> None:
    assert len({reason for reason, _ in REASONS}) >= 300
    assert {verdict for _, verdict in REASONS} == {"worked", "failed", "neutral"}


@pytest.mark.parametrize(
    "word", ["failed", "rejected", "blocked", "cancelled", "abandoned", "aborted", "error", "timeout"]
)
def test_a_word_of_failure_makes_no_failure(word: str) -> None:
    for reason in (
        f"Fixed the handling of {word} jobs",
        f"Added a page that lists {word} uploads",
        f"Implemented retries; {word} calls are repeated",
        f"{word.capitalize()} jobs are now retried",
        f"Removed the {word} queue",
    ):
        assert classify_close_reason(reason) != "failed"


@pytest.mark.parametrize("reason", [None, "", "   ", "\n", "...", "🎉", "-"])
def test_nothing_said_is_neutral(reason: str | None) -> None:
    assert classify_close_reason(reason) == "neutral"


def test_case_marks_and_surroundings_change_nothing() -> None:
    for reason in ("FIXED", "**Fixed**", "- fixed", "Resolution: fixed", "demo-3: fixed", "It was fixed"):
        assert classify_close_reason(reason) == "worked"


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert classify_close_reason(text) in ("worked", "failed", "neutral")


@pytest.mark.parametrize("piece", ["failed ", "not ", "a b ", "no longer ", "when ", "now ", "-", "已"])
def test_hostile_text_is_read_quickly(piece: str) -> None:
    assert classify_close_reason(piece * 5000) in ("worked", "failed", "neutral")
