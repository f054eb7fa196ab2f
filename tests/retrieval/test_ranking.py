"""The rules of recall and outcome: what a score is made of, who has a place in the pool, who is held back."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.hits import Row
from hardwon.retrieval.config import OutcomeModel, RetrievalConfig
from hardwon.retrieval.ranking import day_text, in_order, outcome_score, pool_size, record_text, score_row
from hardwon.retrieval.recall import recall
from hardwon.store.reader import Reader
from workbench import DAY_MS, START_MS, Bench

WEAK = "zebra crossing with much else said about roads and signs and cars and lights there"
OUTCOMES = st.lists(
    st.tuples(st.sampled_from(["worked", "failed", "partial"]), st.floats(0.01, 1), st.integers(0, 2 * START_MS)),
    max_size=12,
).map(tuple)


def row(**fields: object) -> Row:
    return Row(**{"row": 1, "id": "a", "project": "p", "category": "general", "content": "x", **fields})  # type: ignore[arg-type]


@given(
    st.floats(0, 1),
    OUTCOMES,
    st.none() | st.floats(-5, 5),
    st.integers(0, 2 * START_MS),
    st.integers(0, 2 * START_MS),
    st.sampled_from(["gotcha", "general", "convention"]),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_the_score_is_the_sum_of_its_named_terms(
    relevance: float,
    outcomes: tuple[tuple[str, float, int], ...],
    confidence: float | None,
    created_at: int,
    restated_at: int,
    category: str,
    used: int,
    legacy: bool,
) -> None:
    config = RetrievalConfig.legacy_3x() if legacy else RetrievalConfig()
    hit = score_row(
        row(
            outcomes=outcomes, confidence=confidence, created_at=created_at, restated_at=restated_at,
            category=category, used_count=used,
        ),
        relevance, 1.0, config, START_MS,
    )  # fmt: skip
    assert hit.score == sum(value for _, value in hit.terms)
    assert -1e-9 <= hit.score <= (1.0 + 1e-9) * config.category_boosts.get(category, 1.0)
    assert -1 < hit.outcome_score < 1


def test_the_shares_are_those_of_the_design() -> None:
    best = score_row(
        row(confidence=1.0, created_at=START_MS, outcomes=(("worked", 1.0, START_MS),) * 10**4),
        1.0, 1.0, RetrievalConfig(), START_MS,
    )  # fmt: skip
    assert dict(best.terms) == pytest.approx(
        {"relevance": 0.55, "outcome": 0.25, "confidence": 0.10, "recency": 0.10}, abs=1e-3
    )


def test_nobody_s_confidence_counts_as_a_half_and_no_record_as_neither_good_nor_bad() -> None:
    terms = dict(score_row(row(created_at=START_MS), 0.0, 0.0, RetrievalConfig(), START_MS).terms)
    assert terms == {"relevance": 0.0, "outcome": 0.125, "confidence": 0.05, "recency": 0.1}


@pytest.mark.parametrize(
    ("worked", "failed", "partial", "score"),
    [
        (0, 0, 0, 0.0),
        (1, 0, 0, 1 / 3),
        (5, 0, 0, 5 / 7),
        (0, 1, 0, -1.5 / 3.5),
        (0, 2, 0, -3 / 5),
        (5, 1, 0, 3.5 / 8.5),
        (0, 0, 4, 1 / 3),
        (1, 1, 1, (1.25 - 1.5) / (1.25 + 1.5 + 2)),
    ],
)
def test_the_outcome_score(worked: int, failed: int, partial: int, score: float) -> None:
    outcomes = (
        [("worked", 1.0, START_MS)] * worked
        + [("failed", 1.0, START_MS)] * failed
        + [("partial", 1.0, START_MS)] * partial
    )
    assert outcome_score(outcomes, START_MS) == pytest.approx(score)


@given(OUTCOMES)
def test_a_success_never_lowers_a_score_and_a_failure_never_raises_it(
    outcomes: tuple[tuple[str, float, int], ...],
) -> None:
    now = 2 * START_MS
    before = outcome_score(outcomes, now)
    assert outcome_score((*outcomes, ("worked", 1.0, now)), now) >= before
    assert outcome_score((*outcomes, ("failed", 1.0, now)), now) <= before


def test_every_count_halves_each_ninety_days() -> None:
    once = [("worked", 1.0, START_MS)]
    assert outcome_score(once, START_MS + 90 * DAY_MS) == pytest.approx(0.5 / 2.5)
    assert outcome_score(once, START_MS + 180 * DAY_MS) == pytest.approx(0.25 / 2.25)
    assert outcome_score([("worked", 0.5, START_MS)], START_MS) == pytest.approx(0.5 / 2.5)


def test_an_observation_from_the_future_counts_nothing_but_a_clock_set_back_does_no_harm() -> None:
    assert outcome_score([("worked", 1.0, START_MS + 2 * DAY_MS)], START_MS) == 0
    assert outcome_score([("worked", 1.0, START_MS + 1000)], START_MS) == pytest.approx(1 / 3)


def test_recency_halves_each_thirty_days_and_the_future_earns_nothing() -> None:
    def recency(**fields: object) -> float:
        return dict(score_row(row(**fields), 0.0, 0.0, RetrievalConfig(), START_MS).terms)["recency"]

    assert recency(created_at=START_MS) == pytest.approx(0.1)
    assert recency(created_at=START_MS - 30 * DAY_MS) == pytest.approx(0.05)
    assert recency(created_at=START_MS + 1) == 0
    old = START_MS - 60 * DAY_MS
    assert recency(created_at=old, restated_at=START_MS) == pytest.approx(0.1)
    assert recency(created_at=old, outcomes=(("worked", 1.0, START_MS),)) == pytest.approx(0.1)
    assert recency(created_at=old, outcomes=(("failed", 1.0, START_MS),)) == pytest.approx(0.025)
    assert recency(created_at=old, restated_at=START_MS + DAY_MS) == pytest.approx(0.025)


def test_two_failures_hold_a_memory_back_and_one_does_not() -> None:
    def gated(*outcomes: tuple[str, float, int], now: int = START_MS, **config: object) -> bool:
        return score_row(row(outcomes=outcomes), 1.0, 1.0, RetrievalConfig(**config), now).gated  # type: ignore[arg-type]

    fail = ("failed", 1.0, START_MS)
    assert not gated(fail)
    assert gated(fail, fail)
    assert not gated(("failed", 0.5, START_MS), ("failed", 0.5, START_MS))
    assert not gated(fail, fail, now=START_MS + 60 * DAY_MS)
    assert not gated(fail, fail, failure_gate=None)
    assert not gated(fail, fail, use_outcomes=False)
    exactly = OutcomeModel(failure_cost=1.0, prior=1.0)
    assert exactly.score(0, 1) == -0.5
    assert gated(fail, outcome_model=exactly)


@pytest.mark.parametrize(("limit", "size"), [(1, 2), (5, 10), (7, 14)])
def test_the_pool_holds_twice_the_limit(limit: int, size: int) -> None:
    assert pool_size(limit, RetrievalConfig()) == size


def test_the_pool_is_rounded_up_and_can_be_open() -> None:
    assert pool_size(3, RetrievalConfig(pool_factor=1.5)) == math.ceil(4.5)
    assert pool_size(3, RetrievalConfig(pool_factor=None)) is None


def test_the_older_scheme_counts_use_and_boosts_categories_and_holds_nothing_back() -> None:
    old = RetrievalConfig.legacy_3x()
    assert (old.relevance_weight, old.frequency_weight, old.recency_weight) == (0.35, 0.15, 0.15)
    assert old.pool_factor is None and old.failure_gate is None
    hit = score_row(row(category="gotcha", used_count=1023, created_at=START_MS), 1.0, 1.0, old, START_MS)
    terms = dict(hit.terms)
    assert terms["frequency"] == pytest.approx(0.15)
    assert terms["category"] == pytest.approx((hit.score - terms["category"]) * 0.3)


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, 3)), max_size=6), st.randoms())
def test_an_order_never_depends_on_chance(values: list[tuple[float, int]], random: object) -> None:
    hits = [
        score_row(row(id=f"id{index}", created_at=at), relevance, 1.0, RetrievalConfig(), START_MS)
        for index, (relevance, at) in enumerate(values)
    ]
    ordered = [hit.id for hit in in_order(hits)]
    random.shuffle(hits)  # type: ignore[attr-defined]
    assert [hit.id for hit in in_order(hits)] == ordered


@given(st.integers(-62_135_596_800_000, 253_402_300_799_999))
def test_any_day_is_written_as_the_calendar_has_it(at: int) -> None:
    from datetime import UTC, datetime, timedelta

    day = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    assert day_text(at) == f"{day.day} {months[day.month - 1]}"


def test_a_record_reads_as_a_person_says_it() -> None:
    at = START_MS
    assert record_text([]) == ""
    assert record_text([("worked", 1.0, at)] * 5 + [("failed", 1.0, at)]) == "worked 5, failed 1, last 21 Sep"
    assert record_text([("partial", 1.0, at)]) == "partial 1, last 21 Sep"


@dataclass
class Searched:
    """What one search found: (content, gated) in order, and reasons by content."""

    hits: list[tuple[str, bool]]
    left_out: dict[str, str]


def search(bench: Bench, query: str, *, limit: int = 5, asked: bool = True, **config: object) -> Searched:
    with bench.engine() as engine:
        found = recall(
            [Reader(database, projects) for database, projects in engine.stores.scopes()],
            query,
            limit=limit,
            config=RetrievalConfig(**config),  # type: ignore[arg-type]
            now_ms=bench.now,
            asked=asked,
        )
    return Searched(
        [(hit.content, hit.gated) for hit in found.hits], {left.content: left.reason for left in found.left_out}
    )


def judge(bench: Bench, memory_id: str, *verdicts: str) -> None:
    with bench.engine() as engine:
        for verdict in verdicts:
            engine.record_outcome(memory_id, verdict)


def test_a_memory_that_helped_comes_before_one_that_did_not(bench: Bench) -> None:
    first, second = bench.remember("zebra gate: use the red lever", "zebra gate: use the blue lever")
    judge(bench, second, "worked", "worked", "worked")
    judge(bench, first, "failed")
    found = search(bench, "which lever opens the zebra gate")
    assert [text for text, _ in found.hits] == ["zebra gate: use the blue lever", "zebra gate: use the red lever"]


def test_a_good_record_does_not_lift_what_is_not_relevant(bench: Bench) -> None:
    (proven,) = bench.remember("The otter report is due on Mondays")
    judge(bench, proven, *["worked"] * 9)
    bench.remember("The zebra gate opens with the blue lever")
    assert [text for text, _ in search(bench, "open the zebra gate").hits] == [
        "The zebra gate opens with the blue lever"
    ]


def test_a_place_in_the_pool_is_by_relevance_alone(bench: Bench) -> None:
    bench.remember(*(f"zebra gate lever hinge {word}" for word in ("alpha", "bravo", "delta", "echo")))
    (weak,) = bench.remember(WEAK)
    judge(bench, weak, *["worked"] * 9)
    found = search(bench, "zebra gate lever hinge", limit=2, relevance_floor=0.0)
    assert WEAK not in [text for text, _ in found.hits]
    assert found.left_out[WEAK] == "outside the relevance pool"
    assert WEAK in [text for text, _ in search(bench, "zebra gate lever hinge", relevance_floor=0.0).hits]


def test_what_is_held_back_is_silent_unasked_and_last_and_marked_when_asked(bench: Bench) -> None:
    bad, _ = bench.remember("The zebra gate opens with the red lever", "The zebra gate squeaks in winter")
    judge(bench, bad, "failed", "failed")
    unasked = search(bench, "open the zebra gate", asked=False)
    assert unasked.hits == [("The zebra gate squeaks in winter", False)]
    assert unasked.left_out["The zebra gate opens with the red lever"].startswith("held back: failed 2")
    assert search(bench, "open the zebra gate").hits == [
        ("The zebra gate squeaks in winter", False),
        ("The zebra gate opens with the red lever", True),
    ]
    bench.tick(90 * DAY_MS)
    assert len(search(bench, "open the zebra gate", asked=False).hits) == 2


def test_what_is_held_back_takes_no_place_from_what_is_not(bench: Bench) -> None:
    for number in range(6):
        (bad,) = bench.remember(f"The zebra gate opens with lever number {'x' * (number + 1)}")
        judge(bench, bad, "failed", "failed")
    bench.remember("The zebra gate is at the north end of the yard, behind the old water tower")
    assert len(search(bench, "open zebra gate lever", limit=1, asked=False, evidence_min=0.0).hits) == 1


def test_two_that_say_the_same_take_one_place(bench: Bench) -> None:
    text = "The zebra gate opens with the blue lever after the bell has rung twice in the morning"
    bench.remember(text, text + " always", text.upper() + " daily", "The zebra gate squeaks")
    found = search(bench, "zebra gate", limit=5)
    assert len(found.hits) == 2
    assert sum(reason.startswith("says the same as") for reason in found.left_out.values()) == 2


def test_everything_left_out_has_a_reason(bench: Bench) -> None:
    bench.remember(*(f"zebra gate note {word}" for word in ["alpha", "bravo", "delta", "echo", "hotel", "india"]))
    with bench.engine() as engine:
        archived = engine.remember("zebra gate note of old").memory
        engine.archive(archived.id)
        found = engine.why("zebra gate", limit=2)
    assert len(found.hits) == 2
    reasons = sorted(left.reason for left in found.left_out)
    assert reasons == ["archived", "below the first 2", "below the first 2", *["outside the relevance pool"] * 2]
    assert all(hit.score == sum(value for _, value in hit.terms) for hit in found.hits)


def test_the_person_s_own_memories_are_merged_by_score(bench: Bench) -> None:
    bench.remember("The zebra gate opens with the blue lever")
    bench.remember("I like the zebra gate open when I work", to_user=True)
    found = search(bench, "zebra gate open")
    assert len(found.hits) == 2
