"""A later statement takes the place of an earlier one where that is certain; the past stays answerable."""

from __future__ import annotations

import pytest

from hardwon.config.actor import AGENT
from hardwon.engine import Engine
from hardwon.engine.deciding import decide, queue
from hardwon.engine.journal import journal, undo
from hardwon.engine.upkeep import maintain
from hardwon.errors import Conflict, InvalidInput, NotFound
from hardwon.store import proposals
from workbench import DAY_MS, Bench


def found(engine: Engine, query: str, **more: int) -> list[str]:
    return [hit.content for hit in engine.recall(query, **more).hits]  # type: ignore[arg-type]


def asked(engine: Engine) -> list[proposals.Proposal]:
    database = engine.stores.reading(engine.stores.path_of(engine.project))
    return proposals.list_proposals(database, [engine.project]) if database else []


def test_a_changed_tool_supersedes_the_old_and_the_old_answer_stands_in_its_time(bench: Bench) -> None:
    bench.remember("We use npm to install packages.")
    before = bench.now
    bench.tick(DAY_MS)
    bench.remember("We now use pnpm.")
    with bench.engine() as engine:
        assert found(engine, "npm pnpm packages") == ["We now use pnpm."]
        assert found(engine, "npm pnpm packages", as_of=before) == ["We use npm to install packages."]
        # Asked today what held then, the answer is the same.
        assert found(engine, "npm packages", as_of=before, known_at=bench.now) == ["We use npm to install packages."]
        assert asked(engine) == []


def test_what_replaced_is_told_and_taken_back(bench: Bench) -> None:
    [old] = bench.remember("We use npm.")
    bench.tick(DAY_MS)
    [new] = bench.remember("We switched from npm to pnpm.")
    with bench.engine() as engine:
        [step] = journal(engine)
        assert (step.kind, step.memory_id, step.other_id) == ("superseded", old, new)
        assert undo(engine) == [step]
        assert engine.get(old).status == "active"
        assert engine.get(old).valid_to is None
        assert [one.change for one in engine.history(old)] == ["created", "superseded", "undone"]
        with pytest.raises(NotFound):
            undo(engine)


def test_what_changed_since_is_not_taken_back(bench: Bench) -> None:
    [old] = bench.remember("We use npm.")
    bench.tick(DAY_MS)
    bench.remember("We use pnpm instead of npm.")
    with bench.engine() as engine:
        engine.edit(old, title="Old")
        with pytest.raises(InvalidInput, match="changed since"):
            undo(engine)
        assert engine.get(old).status == "retired"


def test_more_than_one_value_stays(bench: Bench) -> None:
    bench.remember("We use Redis for caching.", "We also use Memcached for caching.", "I like Rust.", "I like Go.")
    with bench.engine() as engine:
        assert engine.list()[1] == 4
        assert asked(engine) == []


def test_a_plan_is_a_question_and_replaces_nothing(bench: Bench) -> None:
    bench.remember("We use npm.")
    bench.tick(1)
    bench.remember("Maybe we should use pnpm.")
    with bench.engine() as engine:
        assert engine.list()[1] == 2
        assert [one.kind for one in asked(engine)] == ["contradiction"]


def test_an_older_fact_that_comes_late_is_kept_as_past(bench: Bench) -> None:
    bench.remember("The default branch is main.")
    with bench.engine() as engine:
        late = engine.remember("The default branch is master.", at=bench.now - 100 * DAY_MS).memory
        assert found(engine, "default branch") == ["The default branch is main."]
        then = bench.now - 50 * DAY_MS
        assert found(engine, "default branch", as_of=then, known_at=bench.now) == ["The default branch is master."]
        assert engine.get(late.id).status == "retired"


def test_an_agent_does_not_overrule_the_person(bench: Bench) -> None:
    bench.remember("We use npm.")
    bench.tick(1)
    with bench.engine(actor=AGENT) as engine:
        engine.remember("We now use pnpm.")
        assert engine.list()[1] == 2
        assert len(asked(engine)) == 1


def test_what_held_once_and_holds_again_comes_back(bench: Bench) -> None:
    bench.remember("We use npm.")
    for text in ("We now use pnpm instead of npm.", "We use npm."):
        bench.tick(DAY_MS)
        bench.remember(text)
    with bench.engine() as engine:
        assert "We use npm." in found(engine, "npm")


def test_a_pinned_rule_passes_its_pin_on(bench: Bench) -> None:
    bench.remember("We use npm.", pin=True)
    bench.tick(DAY_MS)
    [new] = bench.remember("We now use pnpm.")
    with bench.engine() as engine:
        assert engine.get(new).tier == "pinned"


def test_scopes_and_other_projects_are_left_alone(bench: Bench) -> None:
    other = bench.home / "work" / "other"
    other.mkdir()
    with bench.engine(folder=other) as engine:
        engine.remember("We use npm.")
    bench.remember("We use yarn in packages/legacy.")
    bench.tick(1)
    bench.remember("We use pnpm in packages/web now.")
    with bench.engine() as engine:
        assert engine.list(all_projects=True)[1] == 3


@pytest.mark.parametrize("change", ["edited", "corrected"])
def test_an_edit_replaces_what_it_contradicts(bench: Bench, change: str) -> None:
    """What counts is when the words were said, not when the memory was first made."""
    [edited] = bench.remember("The build is slow on Mondays.")
    bench.tick(DAY_MS)
    [old] = bench.remember("We use npm.")
    bench.tick(DAY_MS)
    with bench.engine() as engine:
        engine.edit(edited, content="We now use pnpm.", change=change)
        assert engine.get(edited).status == "active"
        assert (engine.get(old).status, engine.get(old).valid_to) == ("retired", bench.now)
        bench.tick(DAY_MS)
        # What was said between the two comes late.
        late = engine.remember("We now use yarn.", at=bench.now - 2 * DAY_MS + 5).memory
        assert engine.get(late.id).status == "retired"
        assert engine.get(edited).status == "active"


def test_an_agent_s_edit_asks_before_it_replaces_the_person_s_word(bench: Bench) -> None:
    [edited, old] = bench.remember("The build is slow on Mondays.", "We use npm.")
    bench.tick(DAY_MS)
    with bench.engine(actor=AGENT) as engine:
        engine.edit(edited, content="We now use pnpm.")
        assert engine.get(old).status == "active"
        assert len(asked(engine)) == 1


def test_upkeep_asks_about_what_was_reworded_last_as_the_later(bench: Bench) -> None:
    [first, second] = bench.remember("The build is slow.", "We use pnpm.")
    bench.tick(DAY_MS)
    with bench.engine() as engine:
        engine.edit(first, content="We use npm.")
        for one in asked(engine):
            decide(engine, one.id, "keep")
        bench.tick(DAY_MS)
        engine.edit(first, title="Packages")
        [found] = [one for one in maintain(engine).findings if one.kind == "contradiction"]
        assert [target.id for target in found.targets] == [second, first]


def test_what_was_taken_back_is_not_taken_back_twice(bench: Bench) -> None:
    bench.remember("We use npm.", "We switched to pnpm.")
    with bench.engine() as engine:
        [step] = journal(engine)
        assert undo(engine, step.id[:8]) == [step]
        for again in ({"id": step.id[:8]}, {"run": step.run}):
            with pytest.raises(Conflict, match=f"change {step.id} was taken back already"):
                undo(engine, **again)
        with pytest.raises(NotFound, match="no change begins with 'zzzz'"):
            undo(engine, "zzzz")


@pytest.mark.parametrize(
    ("earlier", "later", "is_replaced", "asked"),
    [
        ("We use npm", "- We now use pnpm 9", True, 0),
        ("We use npm", "We dont use npm any more, we use pnpm", True, 0),
        ("I live in Berlin", "I moved to Postgres", False, 0),
        ("I work for Acme", "I work for Bob", False, 1),
        ("We use Poetry", "We replaced Poetry with prose", False, 1),
    ],
)
def test_what_may_mean_another_thing_is_asked_about_and_kept(
    bench: Bench, earlier: str, later: str, is_replaced: bool, asked: int
) -> None:
    [old] = bench.remember(earlier)
    bench.tick(DAY_MS)
    bench.remember(later)
    with bench.engine() as engine:
        assert engine.get(old).status == ("retired" if is_replaced else "active")
        assert len(queue(engine)) == asked
