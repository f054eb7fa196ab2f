"""From wording to category."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.models import CATEGORIES
from hardwon.retrieval.router import CategoryRouter


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Careful: the parser silently drops trailing commas", "gotcha"),
        ("Fixed by pinning urllib3; the error was a bad handshake", "troubleshooting"),
        ("Work around it with --legacy until the upstream bug is fixed", "workaround"),
        ("We decided on Postgres instead of Mongo because of joins", "decision"),
        ("I prefer short answers", "preference"),
        ("Always squash before merging", "convention"),
        ("Run `make lint` to check the style", "command"),
        ("The scheduler lives in core/cron and depends on the queue", "architecture"),
        ("A good pattern here is the outbox", "pattern"),
        ("The sky was blue over the harbour", "general"),
        ("", "general"),
    ],
)
def test_a_wording_has_its_category(text: str, category: str) -> None:
    assert CategoryRouter().route(text) == category


@given(st.text(max_size=200))
def test_any_text_has_one_of_the_categories(text: str) -> None:
    router = CategoryRouter()
    assert router.route(text) in CATEGORIES
    scores = router.scores(text)
    assert [score for _, score in scores] == sorted((score for _, score in scores), reverse=True)


def test_another_language_is_another_set_of_cues() -> None:
    router = CategoryRouter({"gotcha": (r"cuidado",), "convention": (r"siempre",)})
    assert router.route("Cuidado con el orden") == "gotcha"
    assert router.route("always") == "general"


def test_a_long_text_takes_no_longer_than_a_short_one_by_much() -> None:
    CategoryRouter().route("until " + "a" * 1_000_000)
