"""What a past moment held stays what it held, whatever is done afterwards."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardwon.engine import Engine
from hardwon.engine.deciding import decide, queue
from hardwon.engine.journal import undo
from hardwon.engine.past import difference, memories_at
from hardwon.engine.upkeep import maintain
from hardwon.errors import InvalidInput, NotFound
from hardwon.store.past import Moment
from workbench import DAY_MS, Bench

TEXTS = ("We use npm for packages", "The api listens on port 8000", "Run the tests with make check", "Gate zebra opens")


def seen(engine: Engine, at: int) -> list[list[tuple[str, str]]]:
    """Ids and texts of searches and of the list as of a moment."""
    found = [engine.recall("npm port tests zebra", limit=50, as_of=at).hits]
    moment = Moment(held_at=at, known_at=at)
    listed = [(memory.id, memory.content) for memory in memories_at(engine, moment)]
    return [*([(hit.id, hit.content) for hit in hits] for hits in found), listed]


def test_an_edit_is_seen_from_its_moment_on(bench: Bench) -> None:
    [id] = bench.remember(TEXTS[0])
    before = bench.now
    bench.tick(DAY_MS)
    with bench.engine() as engine:
        engine.edit(id, content="We use pnpm for packages")
        bench.tick(1)
        assert [hit.content for hit in engine.recall("packages", as_of=before).hits] == [TEXTS[0]]
        assert [hit.content for hit in engine.recall("packages").hits] == ["We use pnpm for packages"]
        assert engine.recall("packages", as_of=before - 1).hits == []


def test_what_was_forgotten_or_put_away_cold_is_still_found_in_its_time(bench: Bench) -> None:
    [id] = bench.remember(TEXTS[0])
    before = bench.now
    bench.tick(DAY_MS)
    with bench.engine() as engine:
        engine.archive(id)
        assert engine.recall("npm").hits == []
        assert [hit.id for hit in engine.recall("npm", as_of=before).hits] == [id]


def test_a_memory_of_another_project_does_not_show(bench: Bench) -> None:
    other = bench.home / "work" / "other"
    other.mkdir()
    with bench.engine(folder=other) as engine:
        engine.remember("We use npm elsewhere")
    bench.remember(TEXTS[0])
    with bench.engine() as engine:
        assert len(engine.recall("npm", as_of=bench.now).hits) == 1
        assert len(engine.recall("npm", as_of=bench.now, all_projects=True).hits) == 2


def test_the_two_clocks_are_asked_apart(bench: Bench) -> None:
    """Said a week ago and learned today: it held then, and was not known then."""
    week_ago = bench.now - 7 * DAY_MS
    with bench.engine() as engine:
        engine.remember(TEXTS[0], at=week_ago)
        assert engine.recall("npm", as_of=week_ago).hits == []
        assert len(engine.recall("npm", as_of=week_ago, known_at=bench.now).hits) == 1
        assert engine.recall("npm", known_at=bench.now - 1).hits == []


def test_scores_of_the_past_count_what_was_visible_then_alone(bench: Bench) -> None:
    ids = bench.remember(*(f"the {word} cache of shard {n} drops old tokens" for n, word in enumerate("abcde" * 8)))
    at = bench.now
    bench.tick(DAY_MS)
    queries = ("cache shard 7", "dropping tokens", "b cache")

    def told(engine: Engine) -> list[tuple[str, str, float]]:
        hits = [hit for query in queries for hit in engine.recall(query, limit=9, as_of=at).hits]
        return [(hit.id, hit.content, round(hit.score, 9)) for hit in hits]

    with bench.engine() as engine:
        before = told(engine)
        for number, id in enumerate(ids):
            if number % 3 == 0:
                engine.edit(id, content=f"token {number} of another thing")
            elif number % 3 == 1:
                engine.set_pinned(id, True)
        engine.archive(ids[2])
        bench.tick(DAY_MS)
        for number in range(20):
            engine.remember(f"a new cache shard {number} holds tokens")
        assert len(before) > 9
        assert told(engine) == before


def test_a_difference_names_fields_and_lines(bench: Bench) -> None:
    [id] = bench.remember(TEXTS[0])
    with bench.engine() as engine:
        engine.edit(id, content="We use pnpm", category="convention")
        found = difference(engine, id)
    assert ("category", "general", "convention") in found.fields
    assert {"-" + TEXTS[0], "+We use pnpm"} <= set(found.lines)


# -- random histories ------------------------------------------------------------------------------------


def _edit(engine: Engine, id: str, pick: int) -> None:
    engine.edit(id, content=f"{TEXTS[pick % 4]} since {pick}")


def _decide(engine: Engine, pick: int) -> None:
    for question in queue(engine):
        decide(engine, question.proposal.id, ("approve", "keep", "promote")[pick % 3])
        return


def _undo(engine: Engine) -> None:
    try:
        undo(engine)
    except (NotFound, InvalidInput):
        pass


OPERATIONS: tuple[Callable[[Engine, str, int], object], ...] = (
    lambda engine, id, pick: engine.remember(f"{TEXTS[pick % 4]} number {pick % 7}"),
    lambda engine, id, pick: engine.remember(TEXTS[pick % 4], to_user=True),
    _edit,
    lambda engine, id, pick: engine.archive(id),
    lambda engine, id, pick: engine.restore(id),
    lambda engine, id, pick: engine.set_pinned(id, bool(pick % 2)),
    lambda engine, id, pick: engine.record_outcome(id, ("worked", "failed")[pick % 2]),
    lambda engine, id, pick: engine.remember(
        ("We now use pnpm.", "We use npm.", "We use yarn instead of npm.")[pick % 3]
    ),
    lambda engine, id, pick: engine.edit(id, content=TEXTS[0]),
    lambda engine, id, pick: maintain(engine, apply=True, new_only=bool(pick % 2)),
    lambda engine, id, pick: maintain(engine, apply=True),
    lambda engine, id, pick: _decide(engine, pick),
    lambda engine, id, pick: _undo(engine),
)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.integers(0, len(OPERATIONS) - 1), st.integers(0, 40)), min_size=2, max_size=8))
def test_what_a_moment_held_is_the_same_before_and_after_anything(steps: list[tuple[int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench.at(Path(folder))
        ids = bench.remember(*TEXTS[:2])
        moments: list[tuple[int, list[list[tuple[str, str]]]]] = []
        with bench.engine() as engine:
            for number, pick in steps:
                moments.append((bench.now, seen(engine, bench.now)))
                bench.tick((pick % 5) * 50 * DAY_MS + 1)
                OPERATIONS[number](engine, ids[pick % len(ids)], pick)
                ids = [memory.id for memory in engine.list(status="all")[0]] or ids
            for at, before in moments:
                assert seen(engine, at) == before
