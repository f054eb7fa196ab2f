"""What a reranker says of the first hits is a term of their score; nothing else of a search changes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hardwon.hits import Hit, Row
from hardwon.retrieval.config import RetrievalConfig
from hardwon.retrieval.ranking import score_row
from hardwon.retrieval.reranking import LATE, RERANKED_MAX, reranked

CONFIG = RetrievalConfig()


def hits(count: int) -> list[Hit]:
    """Hits of falling relevance."""
    rows = [
        Row(row=number, id=f"m{number}", project="p", category="general", content=str(number))
        for number in range(count)
    ]
    return [score_row(row, 1 - row.row / 100, 1.0, CONFIG, 0) for row in rows]


def test_the_order_is_the_rerankers_where_all_else_is_alike() -> None:
    found, note = reranked(hits(3), "q", lambda query, texts: [0.1, 0.2, 0.9], CONFIG)
    assert note == ""
    assert max(found, key=lambda hit: hit.score).id == "m2"
    assert [dict(hit.terms)["rerank"] for hit in found] == pytest.approx([0.05, 0.1, 0.45])


@pytest.mark.parametrize("judged", [None, [], [0.5]])
def test_without_an_answer_for_every_text_nothing_changes(judged: list[float] | None) -> None:
    before = hits(3)
    found, note = reranked(before, "q", lambda query, texts: judged, CONFIG)
    assert found == before
    assert note == LATE


def test_only_the_first_hits_are_read_and_none_falls_behind_those_that_were_not() -> None:
    read: list[str] = []

    def worst(query: str, texts: Sequence[str]) -> list[float]:
        read.extend(texts)
        return [0.0] * len(texts)

    found, _ = reranked(hits(RERANKED_MAX + 5), "q", worst, CONFIG)
    assert read == [str(number) for number in range(RERANKED_MAX)]
    assert [hit.id for hit in sorted(found, key=lambda hit: -hit.score)] == [f"m{n}" for n in range(RERANKED_MAX + 5)]
