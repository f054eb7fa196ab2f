"""Recall: pool, rank, leave out, explain. The one path for every door. Light."""

from __future__ import annotations

from hardwon.hits import Hit, LeftOut, Recall
from hardwon.retrieval.pool import candidates
from hardwon.retrieval.ranking import in_order, pool_size, score_row
from hardwon.text.tokens import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.hits import Row
    from hardwon.retrieval.config import RetrievalConfig
    from hardwon.store.reader import Reader

EXAMINED = 40  # rows read for one recall; what lies below is not worth a word


def recall(
    readers: Sequence[Reader],
    text: str,
    *,
    limit: int,
    config: RetrievalConfig,
    now_ms: int,
    asked: bool,
    statuses: Sequence[str] = ("active",),
    cold: bool = False,
    wanted: Callable[[Row], bool] | None = None,
) -> Recall:
    """The memories that answer a text, the best first, and what was left out and why.

    Args:
        readers: the stores to search, their results merged by score.
        text: a query or a prompt.
        limit: the most hits, 1 or more.
        config: the numbers of recall.
        now_ms: the time of the search.
        asked: True for a search somebody asked for: memories held back by their record then come last,
            marked. False for what is added unasked: those stay out, and a match on everyday words is none.
        statuses: statuses that count.
        cold: whether cold memories count.
        wanted: what else a memory has to be.
    """
    pool, left_out = _pool(readers, text, limit, config, now_ms, asked, statuses, cold, wanted)
    pool, doubles = _without_doubles(in_order(pool), config.duplicate_overlap)
    left_out += doubles
    good = [hit for hit in pool if not hit.gated]
    gated = [hit for hit in pool if hit.gated]
    if not asked:
        left_out += [_left(hit, f"held back: {hit.record_text}") for hit in gated]
        gated = []
    ranked = good + gated
    left_out += [_left(hit, "below the first " + str(limit)) for hit in ranked[limit:]]
    return Recall(ranked[:limit], left_out)


def _pool(
    readers: Sequence[Reader],
    text: str,
    limit: int,
    config: RetrievalConfig,
    now_ms: int,
    asked: bool,
    statuses: Sequence[str],
    cold: bool,
    wanted: Callable[[Row], bool] | None,
) -> tuple[list[Hit], list[LeftOut]]:
    found = candidates(readers, text, statuses=statuses, cold=cold)[:EXAMINED]
    room = pool_size(limit, config)
    hits: list[Hit] = []
    left_out: list[LeftOut] = []
    held_back = 0
    rows = {(id(reader), row.row): row for reader in readers for row in _rows_of(reader, found)}
    for candidate in found:
        row = rows.get((id(candidate.reader), candidate.row))
        if row is None or (wanted is not None and not wanted(row)):
            continue
        hit = score_row(row, candidate.relevance, candidate.evidence, config, now_ms)
        if hit.relevance < config.relevance_floor:
            left_out.append(_left(hit, "not relevant enough"))
        elif not asked and hit.evidence < config.evidence_min:
            left_out.append(_left(hit, "shares only everyday words"))
        elif room is not None and len(hits) - held_back >= room:
            left_out.append(_left(hit, "outside the relevance pool"))
        else:
            # A memory that is held back takes no place from one that is not.
            held_back += hit.gated
            hits.append(hit)
    return hits, left_out


def _rows_of(reader: Reader, found: Sequence[object]) -> list[Row]:
    numbers = [c.row for c in found if c.reader is reader]  # type: ignore[attr-defined]
    return reader.rows(numbers) if numbers else []


def _left(hit: Hit, reason: str) -> LeftOut:
    return LeftOut(hit.id, hit.content, reason, hit.relevance)


def similarity(one: frozenset[str], other: frozenset[str]) -> float:
    """Jaccard's share of common words, 0 to 1."""
    return len(one & other) / (len(one | other) or 1)


def word_set(text: str) -> frozenset[str]:
    """The words of a text, lower-case."""
    return frozenset(words(text.lower()))


def _without_doubles(hits: Sequence[Hit], overlap: float) -> tuple[list[Hit], list[LeftOut]]:
    kept: list[Hit] = []
    kept_words: list[frozenset[str]] = []
    doubles = []
    for hit in hits:
        here = word_set(hit.content)
        twin = next((k for k, w in zip(kept, kept_words, strict=True) if similarity(here, w) >= overlap), None)
        if twin is None:
            kept.append(hit)
            kept_words.append(here)
        else:
            doubles.append(_left(hit, f"says the same as {twin.id}"))
    return kept, doubles
