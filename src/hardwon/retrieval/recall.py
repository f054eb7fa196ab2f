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
    from hardwon.retrieval.meaning import Meaning
    from hardwon.retrieval.pool import Candidate
    from hardwon.store.reader import Reader, Wanted

EXAMINED = 4  # times as many rows as hits asked for are read; what lies below is not worth a word
EXAMINED_MIN = 20
EXAMINED_CHOSEN = 40  # where the caller chooses among them


def recall(
    readers: Sequence[Reader],
    text: str,
    *,
    limit: int,
    config: RetrievalConfig,
    now_ms: int,
    asked: bool,
    kind: Wanted | None = None,
    wanted: Callable[[Row], bool] | None = None,
    meaning: Meaning | None = None,
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
        kind: what a memory has to be, as the store can tell; active and not cold by default.
        wanted: what else it has to be.
        meaning: the text as the stores' vectors see it, None to go by words.
    """
    begun = [reader for reader in readers if reader.begin()]
    try:
        groups, left_out = _pool(readers, text, limit, config, now_ms, asked, kind, wanted, meaning)
    finally:
        for reader in begun:
            reader.end()
    pool = []
    for group in groups:
        best = in_order(group)[0]
        pool.append(best)
        left_out += [_left(hit, f"says the same as {best.id}") for hit in group if hit is not best]
    note = "" if meaning is None else meaning.said()
    if meaning is not None and meaning.rerank is not None and len(pool) > 1:
        from hardwon.retrieval.reranking import reranked

        pool, note = reranked(pool, text, meaning.rerank, config)
    ranked = in_order(pool)
    good = [hit for hit in ranked if not hit.gated]
    gated = [hit for hit in ranked if hit.gated]
    if not asked:
        left_out += [_left(hit, f"held back: {hit.record_text}") for hit in gated]
        gated = []
    ranked = good + gated
    left_out += [_left(hit, "below the first " + str(limit)) for hit in ranked[limit:]]
    return Recall(ranked[:limit], left_out, note)


def _pool(
    readers: Sequence[Reader],
    text: str,
    limit: int,
    config: RetrievalConfig,
    now_ms: int,
    asked: bool,
    kind: Wanted | None,
    wanted: Callable[[Row], bool] | None,
    meaning: Meaning | None,
) -> tuple[list[list[Hit]], list[LeftOut]]:
    """The relevance pool, as groups of memories that say the same, and what has no place in it."""
    examined = max(EXAMINED * limit, EXAMINED_MIN if wanted is None else EXAMINED_CHOSEN)
    found = candidates(readers, text, kind, meaning, config.semantic_share)[:examined]
    room = pool_size(limit, config)
    groups: list[list[Hit]] = []
    words_of: list[frozenset[str]] = []
    left_out: list[LeftOut] = []
    held_back = 0
    rows = {(id(reader), row.row): row for reader in readers for row in _rows_of(reader, found)}
    scored = []
    for candidate in found:
        row = rows[id(candidate.reader), candidate.row]
        if wanted is None or wanted(row):
            scored.append((candidate, score_row(row, candidate.relevance, candidate.evidence, config, now_ms)))
    # Of memories that are equally relevant the better record takes the place in the pool.
    scored.sort(key=lambda pair: (-round(pair[1].relevance, 4), -pair[1].score))
    for candidate, hit in scored:
        if hit.relevance < config.relevance_floor:
            left_out.append(_left(hit, "not relevant enough"))
            continue
        if not asked and hit.evidence < config.evidence_min and candidate.nearness < config.nearness_min:
            left_out.append(_left(hit, "shares only everyday words"))
            continue
        here = word_set(hit.content)
        same = next((g for g, w in zip(groups, words_of, strict=True) if is_double(here, w, config)), None)
        if same is not None:
            same.append(hit)
        elif room is not None and len(groups) - held_back >= room:
            left_out.append(_left(hit, "outside the relevance pool"))
        else:
            # A memory that is held back takes no place from one that is not.
            held_back += hit.gated
            groups.append([hit])
            words_of.append(here)
    return groups, left_out


def _rows_of(reader: Reader, found: Sequence[Candidate]) -> list[Row]:
    numbers = [candidate.row for candidate in found if candidate.reader is reader]
    return reader.rows(numbers) if numbers else []


def _left(hit: Hit, reason: str) -> LeftOut:
    return LeftOut(hit.id, hit.content, reason, hit.relevance)


def similarity(one: frozenset[str], other: frozenset[str]) -> float:
    """Jaccard's share of common words, 0 to 1."""
    return len(one & other) / (len(one | other) or 1)


def word_set(text: str) -> frozenset[str]:
    """The words of a text, lower-case."""
    return frozenset(words(text.lower()))


def is_double(one: frozenset[str], other: frozenset[str], config: RetrievalConfig) -> bool:
    """Whether two memories with these words say the same."""
    return similarity(one, other) >= config.duplicate_overlap
