"""From a memory and its relevance to a score that is the sum of named terms. Pure and light."""

from __future__ import annotations

from math import ceil, log

from hardwon.hits import Hit, Row
from hardwon.retrieval.config import DAY_MS, OutcomeModel, RetrievalConfig

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def outcome_score(outcomes: Iterable[tuple[str, float, int]], now_ms: int, model: OutcomeModel | None = None) -> float:
    """The outcome score of a record: above −1 and below 1, 0 without one.

    Args:
        outcomes: (verdict, weight, at) triples, times in milliseconds.
        now_ms: the time it is asked at.
        model: how counts become a score.
    """
    model = model or OutcomeModel()
    counts = {"worked": 0.0, "failed": 0.0, "partial": 0.0}
    for verdict, weight, at in outcomes:
        counts[verdict] += weight * model.decay(now_ms - at)
    return model.score(counts["worked"], counts["failed"], counts["partial"])


def is_gated(score: float, config: RetrievalConfig) -> bool:
    """Whether a record is so bad that its memory is held back until its failures fade."""
    gate = config.failure_gate
    return gate is not None and config.outcome_model is not None and score <= gate


def day_text(at_ms: int) -> str:
    """A UTC day as a person writes it: 3 Nov.

    Source: Howard Hinnant, chrono-compatible low-level date algorithms (civil_from_days).
    """
    days = at_ms // DAY_MS + 719468
    of_era = days % 146097
    year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    day_of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month = (5 * day_of_year + 2) // 153
    return f"{day_of_year - (153 * month + 2) // 5 + 1} {_MONTHS[(month + 2) % 12]}"


def record_text(outcomes: Sequence[tuple[str, float, int]]) -> str:
    """A record as a person reads it: "worked 5, failed 1, last 3 Nov"; "" without one."""
    if not outcomes:
        return ""
    parts = []
    for verdict in ("worked", "failed", "partial"):
        count = sum(1 for kind, _, _ in outcomes if kind == verdict)
        if count:
            parts.append(f"{verdict} {count}")
    return ", ".join(parts) + ", last " + day_text(max(at for _, _, at in outcomes))


def _recency(row: Row, now_ms: int, half_life_days: float) -> float:
    """1 for now, ½ after a half-life; a date in the future earns nothing.

    Age runs from the last time the memory was said or proved right.
    """
    worked = [at for verdict, _, at in row.outcomes if verdict == "worked"]
    said = [row.created_at, *([row.restated_at] if row.restated_at else ())]
    past = [at for at in (*said, *worked) if at <= now_ms]
    return float(0.5 ** ((now_ms - max(past)) / (half_life_days * DAY_MS))) if past else 0.0


def score_row(row: Row, relevance: float, evidence: float, config: RetrievalConfig, now_ms: int) -> Hit:
    """Rank one memory: every share of its score by name, and whether its record holds it back.

    Args:
        row: the memory.
        relevance: 0 to 1.
        evidence: matched rarity (hardwon.retrieval.pool).
        config: the weights.
        now_ms: the time of the search.
    """
    model = config.outcome_model
    outcome = outcome_score(row.outcomes, now_ms, model) if model else 0.0
    confidence = config.unset_confidence if row.confidence is None else min(max(row.confidence, 0.0), 1.0)
    terms = [
        ("relevance", config.relevance_weight * relevance),
        ("outcome", config.outcome_weight * (outcome + 1) / 2),
        ("confidence", config.confidence_weight * confidence),
        ("recency", config.recency_weight * _recency(row, now_ms, config.recency_half_life_days)),
    ]
    if config.frequency_weight:
        used = min(log(1 + row.used_count, 2) / 10, 1.0)
        terms.append(("frequency", config.frequency_weight * used))
    boost = config.category_boosts.get(row.category, 1.0)
    if boost != 1.0:
        terms.append(("category", sum(value for _, value in terms) * (boost - 1)))
    return Hit(
        row,
        relevance=relevance,
        evidence=evidence,
        terms=tuple(terms),
        outcome_score=outcome,
        gated=is_gated(outcome, config),
        record_text=record_text(row.outcomes),
    )


def pool_size(limit: int, config: RetrievalConfig) -> int | None:
    """How many of the most relevant memories are ranked; None for all."""
    return None if config.pool_factor is None else ceil(limit * config.pool_factor)


def in_order(hits: Iterable[Hit]) -> list[Hit]:
    """The best first; of equals the newer, then by id, so that an order never depends on chance."""
    return sorted(hits, key=lambda hit: (-hit.score, -hit.memory.created_at, hit.memory.id))
