"""Outcomes that are taken back, records that begin anew, and what an agent may not bring back."""

from __future__ import annotations

import pytest

from hardwon.config.actor import AGENT
from hardwon.engine.sentences import sentence_of
from hardwon.errors import Ambiguous, InvalidInput, NotFound, PersonOnly
from workbench import Bench


def test_an_outcome_is_taken_back_by_its_id_and_counts_again(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate opens with the blue lever")
    with bench.engine() as engine:
        first = engine.record_outcome(memory, "worked")
        engine.record_outcome(memory, "failed", note="it did not")
        undone = engine.undo_outcome(first.id)
        assert engine.record(memory).text == "failed 1, last 21 Sep"
        assert undone.withdrawn == "taken back"
        assert [one.id for one in engine.outcomes(memory)] != [first.id]
        assert first.id in [one.id for one in engine.outcomes(memory, withdrawn=True)]
        engine.redo_outcome(first.id)
        assert (engine.record(memory).worked, engine.record(memory).failed) == (1, 1)


def test_a_memorys_id_means_its_latest_outcome(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate")
    with bench.engine() as engine:
        engine.record_outcome(memory, "worked")
        last = engine.record_outcome(memory, "failed")
        assert engine.undo_outcome(memory).id == last.id
        assert engine.redo_outcome(memory).id == last.id


def test_the_key_of_an_outcome_that_was_taken_back_is_free(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate")
    with bench.engine() as engine:
        first = engine.record_outcome(memory, "worked", key="k")
        engine.undo_outcome(first.id)
        second = engine.record_outcome(memory, "failed", key="k")
        engine.redo_outcome(first.id)
        assert {one.id for one in engine.outcomes(memory)} == {first.id, second.id}


def test_an_agent_takes_nothing_back(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate")
    with bench.engine() as engine:
        told = engine.record_outcome(memory, "failed")
    with bench.engine(actor=AGENT) as agent:
        for turn in (agent.undo_outcome, agent.redo_outcome):
            with pytest.raises(PersonOnly):
                turn(told.id)
        assert agent.record(memory).failed == 1


@pytest.mark.parametrize(("id", "error"), [("", InvalidInput), ("a b", InvalidInput), ("zzz", NotFound)])
def test_what_names_no_outcome_is_refused(bench: Bench, id: str, error: type[Exception]) -> None:
    (memory,) = bench.remember("The zebra gate")
    with bench.engine() as engine:
        with pytest.raises(error):
            engine.undo_outcome(id)
        with pytest.raises(NotFound, match="no outcome that counts"):
            engine.undo_outcome(memory)
        engine.record_outcome(memory, "worked")
        engine.record_outcome(memory, "worked")
        with pytest.raises(Ambiguous):
            engine.undo_outcome("m0000")


def test_other_words_of_a_person_begin_the_record_anew(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate opens with the red lever")
    with bench.engine() as engine:
        for _ in range(2):
            engine.record_outcome(memory, "failed")
        engine.edit(memory, content="the zebra gate opens with the red lever.")
        assert engine.record(memory).failed == 2
        engine.edit(memory, content="The zebra gate opens with the blue lever", change="corrected")
        assert engine.record(memory).text == ""
        assert {one.withdrawn for one in engine.outcomes(memory, withdrawn=True)} == {"the memory's text was changed"}
    with bench.quick() as quick:
        assert quick.for_prompt("open the zebra gate").ids == [memory]


def test_an_agent_that_rewords_a_memory_does_not_clear_its_record(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate opens with the red lever")
    with bench.engine() as engine:
        for _ in range(2):
            engine.record_outcome(memory, "failed")
    with bench.engine(actor=AGENT) as agent:
        agent.edit(memory, content="Open the zebra gate by the red lever", change="corrected")
        assert agent.record(memory).failed == 2


def test_an_agent_lets_nothing_out_of_quarantine(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate", status="quarantined")
    with bench.engine(actor=AGENT) as agent, pytest.raises(PersonOnly):
        agent.restore(memory)
    with bench.engine() as engine:
        assert engine.restore(memory).status == "active"
        engine.archive(memory)
    with bench.engine(actor=AGENT) as agent:
        assert agent.restore(memory).status == "active"


def test_what_is_held_back_is_marked_where_it_was_asked_for(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate opens with the red lever")
    with bench.engine() as engine:
        for _ in range(2):
            engine.record_outcome(memory, "failed")
        packed = engine.context("open the zebra gate")
        assert packed.ids == [memory]
        assert "held back" in packed.text
        assert engine.context().ids == []


def test_an_outcome_is_told_in_a_sentence(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate")
    with bench.engine() as engine:
        said = engine.record_outcome(memory, "worked", note="it did indeed")
        assert sentence_of(said) == "worked on 21 Sep: a person said so: it did indeed."
        assert sentence_of(engine.record_outcome(memory, "failed")) == "failed on 21 Sep: a person said so."
        undone = engine.undo_outcome(said.id)
        assert sentence_of(undone).endswith("it did indeed (counts no longer: taken back)")
    with bench.engine(actor=AGENT) as agent:
        assert "(does not count yet)" in sentence_of(agent.record_outcome(memory, "partial"))
