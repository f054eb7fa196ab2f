"""The numbers of recall, in one place. Light.

Sources: the weights are those of the design; the 3.x numbers are the published defaults of the predecessor
whose ranking some callers tuned for.
"""

from __future__ import annotations

DAY_MS = 86_400_000


class OutcomeModel:
    """How a record of outcomes becomes a score.

    score = (worked + partial_worth·partial − failure_cost·failed) /
            (worked + partial_worth·partial + failure_cost·failed + prior), every count halving with age.

    Attributes:
        failure_cost: how many successes one failure outweighs.
        partial_worth: what a partial success counts for.
        prior: imagined neutral observations; holds one observation from deciding.
        half_life_days: after which an observation counts half.
    """

    __slots__ = ("failure_cost", "half_life_days", "partial_worth", "prior")

    def __init__(
        self,
        *,
        failure_cost: float = 1.5,
        partial_worth: float = 0.25,
        prior: float = 2.0,
        half_life_days: float = 90.0,
    ) -> None:
        self.failure_cost = failure_cost
        self.partial_worth = partial_worth
        self.prior = prior
        self.half_life_days = half_life_days

    def score(self, worked: float, failed: float, partial: float = 0.0) -> float:
        """The outcome score of decayed counts, above −1 and below 1."""
        good = worked + self.partial_worth * partial
        bad = self.failure_cost * failed
        return (good - bad) / (good + bad + self.prior)

    def decay(self, age_ms: float) -> float:
        """What an observation of this age still counts, 0 to 1.

        Within a day a date in the future is a clock that was set; one beyond counts nothing, or it would for ever.
        """
        if age_ms < -DAY_MS:
            return 0.0
        return float(0.5 ** (max(age_ms, 0.0) / (self.half_life_days * DAY_MS)))


class RetrievalConfig:
    """Everything that decides what is recalled and in which order.

    Attributes:
        relevance_weight, outcome_weight, confidence_weight, recency_weight, frequency_weight: shares of the
            score; applied as given, never rescaled.
        pool_factor: the relevance pool holds ceil(limit × this) memories; None ranks everything relevant.
        recency_half_life_days: age after which recency counts half.
        outcome_model: how a record becomes a score; None leaves outcomes out.
        failure_gate: at this outcome score or lower a memory is held back; None never.
        category_boosts: factors by category on the whole score; none by default.
        relevance_floor: least relevance for a place in the pool.
        rerank_weight: what a reranker's best judgement adds to a score, where one is at hand.
        semantic_share: how much of the relevance is meaning, where there are vectors.
        nearness_min: for what nobody asked for, the nearness that will do instead of shared words.
        evidence_min: for what nobody asked for, the least matched rarity (in units of a word never seen).
        unset_confidence: what counts where nobody gave a confidence.
        duplicate_overlap: share of common words from which two results count as one.
    """

    __slots__ = (
        "category_boosts",
        "confidence_weight",
        "duplicate_overlap",
        "evidence_min",
        "failure_gate",
        "frequency_weight",
        "nearness_min",
        "outcome_model",
        "outcome_weight",
        "pool_factor",
        "recency_half_life_days",
        "recency_weight",
        "relevance_floor",
        "relevance_weight",
        "rerank_weight",
        "semantic_share",
        "unset_confidence",
    )

    def __init__(
        self,
        *,
        relevance_weight: float = 0.55,
        outcome_weight: float = 0.25,
        confidence_weight: float = 0.10,
        recency_weight: float = 0.10,
        frequency_weight: float = 0.0,
        pool_factor: float | None = 2.0,
        recency_half_life_days: float = 30.0,
        outcome_model: OutcomeModel | None = None,
        use_outcomes: bool = True,
        failure_gate: float | None = -0.5,
        category_boosts: dict[str, float] | None = None,
        relevance_floor: float = 0.3,
        rerank_weight: float = 0.5,
        semantic_share: float = 0.4,
        nearness_min: float = 0.6,
        evidence_min: float = 0.7,
        unset_confidence: float = 0.5,
        duplicate_overlap: float = 0.85,
    ) -> None:
        self.relevance_weight = relevance_weight
        self.outcome_weight = outcome_weight
        self.confidence_weight = confidence_weight
        self.recency_weight = recency_weight
        self.frequency_weight = frequency_weight
        self.pool_factor = pool_factor
        self.recency_half_life_days = recency_half_life_days
        self.outcome_model = (outcome_model or OutcomeModel()) if use_outcomes else None
        self.failure_gate = failure_gate
        self.category_boosts = category_boosts or {}
        self.relevance_floor = relevance_floor
        self.rerank_weight = rerank_weight
        self.semantic_share = semantic_share
        self.nearness_min = nearness_min
        self.evidence_min = evidence_min
        self.unset_confidence = unset_confidence
        self.duplicate_overlap = duplicate_overlap

    @classmethod
    def legacy_3x(cls) -> RetrievalConfig:
        """The scheme of the 3.x line: frequency counts, no pool, no gate, categories boosted."""
        return cls(
            relevance_weight=0.35,
            outcome_weight=0.25,
            confidence_weight=0.10,
            recency_weight=0.15,
            frequency_weight=0.15,
            pool_factor=None,
            failure_gate=None,
            category_boosts={
                "gotcha": 1.3,
                "troubleshooting": 1.2,
                "decision": 1.1,
                "workaround": 1.1,
                "convention": 0.9,
                "command": 0.9,
            },
        )
