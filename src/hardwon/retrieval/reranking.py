"""Puts the first hits of a search in another order, by a model that reads query and memory together. Pure and light.

What the model says is a term of the score like any other, so that the score stays the sum of its terms.
"""

from __future__ import annotations

from hardwon.hits import Hit
from hardwon.retrieval.ranking import in_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.retrieval.config import RetrievalConfig
    from hardwon.retrieval.meaning import Reranks

RERANKED_MAX = 20  # hits a search has read; each costs the model some milliseconds
LATE = "not reordered: the reranker did not answer in time"


def reranked(hits: Sequence[Hit], query: str, rerank: Reranks, config: RetrievalConfig) -> tuple[list[Hit], str]:
    """The hits with the reranker's term, and a note where they are left as they were.

    Args:
        hits: what a search found, in any order; the best RERANKED_MAX get the term.
        query: what was searched for.
        rerank: the reranker.
        config: `rerank_weight` is what its best judgement adds to a score.
    """
    ranked = in_order(hits)
    read, rest = ranked[:RERANKED_MAX], ranked[RERANKED_MAX:]
    judged = rerank(query, [hit.content for hit in read])
    if judged is None or len(judged) != len(read):
        return ranked, LATE
    return [_with_term(hit, config.rerank_weight * share) for hit, share in zip(read, judged, strict=True)] + rest, ""


def _with_term(hit: Hit, value: float) -> Hit:
    return Hit(
        hit.memory,
        relevance=hit.relevance,
        evidence=hit.evidence,
        terms=(*hit.terms, ("rerank", value)),
        outcome_score=hit.outcome_score,
        gated=hit.gated,
        record_text=hit.record_text,
    )
