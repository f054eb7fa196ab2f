"""Who may judge a memory, and what a verdict changes."""

from __future__ import annotations

import pytest

from hardwon.config.actor import AGENT
from hardwon.errors import InvalidInput
from workbench import DAY_MS, Bench


def test_a_person_s_verdict_counts_at_once(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate opens with the blue lever")
    with bench.engine() as engine:
        assert engine.record_outcome(memory, "worked", note="it did\nindeed").counted
        record = engine.record(memory)
        assert (record.worked, record.score, record.text) == (1, pytest.approx(1 / 3), "worked 1, last 21 Sep")
        assert engine.outcomes(memory)[0].reason == "it did indeed"


def test_an_agent_s_report_waits_until_a_person_agrees(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate opens with the blue lever")
    with bench.engine(actor=AGENT) as agent:
        assert not agent.record_outcome(memory, "worked").counted
        assert not agent.record_outcome(memory, "failed", source="person").counted
        assert (agent.record(memory).worked, agent.record(memory).reported) == (0, 2)
    with bench.engine() as engine:
        engine.record_outcome(memory, "worked")
        record = engine.record(memory)
        assert (record.worked, record.failed, record.reported) == (2, 0, 1)
        assert record.score == pytest.approx(1.5 / 3.5)


def test_an_old_report_is_not_confirmed_by_a_new_word(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate")
    with bench.engine(actor=AGENT) as agent:
        agent.record_outcome(memory, "worked")
    bench.tick(8 * DAY_MS)
    with bench.engine() as engine:
        engine.record_outcome(memory, "worked")
        assert (engine.record(memory).worked, engine.record(memory).reported) == (1, 1)


def test_where_the_person_says_so_an_agent_s_report_counts_half(bench: Bench) -> None:
    bench.more = {"HARDWON_AGENT_OUTCOMES": "count"}
    (memory,) = bench.remember("The zebra gate")
    with bench.engine(actor=AGENT) as agent:
        assert agent.record_outcome(memory, "worked").counted
        assert agent.record(memory).score == pytest.approx(0.5 / 2.5)


def test_a_key_counts_once_for_a_memory_and_once_for_each_other(bench: Bench) -> None:
    first, second = bench.remember("The zebra gate", "The otter pool")
    with bench.engine() as engine:
        told = engine.record_outcome(first, "worked", key="run 1")
        assert engine.record_outcome(first, "failed", key="run 1") == told
        assert engine.record_outcome(second, "failed", key="run 1").memory_id == second
        assert (engine.record(first).worked, engine.record(first).failed) == (1, 0)
        assert engine.record(second).failed == 1


@pytest.mark.parametrize("verdict", ["", "WORKED", "great", None, 1, "x" * 1000])
def test_what_is_no_verdict_is_refused(bench: Bench, verdict: str) -> None:
    (memory,) = bench.remember("The zebra gate")
    with bench.engine() as engine:
        with pytest.raises(InvalidInput):
            engine.record_outcome(memory, verdict)
        assert engine.outcomes(memory) == []


def test_two_failures_silence_a_memory_and_time_brings_it_back(bench: Bench) -> None:
    (memory,) = bench.remember("The zebra gate opens with the red lever")
    with bench.engine() as engine:
        for _ in range(2):
            engine.record_outcome(memory, "failed")
        assert [hit.gated for hit in engine.recall("open the zebra gate").hits] == [True]
        assert engine.context("open the zebra gate").ids == [memory]
    with bench.quick() as quick:
        assert quick.for_prompt("open the zebra gate").ids == quick.brief().ids == quick.by_ids([memory]).ids == []
        assert "held back" in quick.search("open the zebra gate", 5).text
    bench.tick(90 * DAY_MS)
    with bench.quick() as quick:
        assert quick.for_prompt("open the zebra gate").ids == [memory]
