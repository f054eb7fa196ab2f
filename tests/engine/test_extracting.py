"""A model reads sessions: once, within the limit, through the real SDK; what may have been paid is not sent again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.hosts.lines import Lines

from hardwon.capture.callers.claude_api import ClaudeApi
from hardwon.config import paused
from hardwon.engine import collecting, recovery
from hardwon.engine.collecting import collect
from hardwon.engine.extracting import Extracted, extract
from hardwon.errors import InvalidInput, StoreError, StoreLocked
from hardwon.store import ledger
from hardwon.store.ledger import Source, opened
from scripted_model import Says, ScriptedModel, error, message
from workbench import DAY_MS, Bench

RULE = "Deploys go through the staging cluster first, production only takes images that staging ran for a day"
SECRET = "<private>we sell the company in May</private>"
ANSWER = {
    "memories": [
        {
            "content": "Deploys go through the staging cluster first; production takes images that staging ran",
            "category": "convention",
            "quote": "go through the staging cluster first",
            "n": 1,
            "confidence": 0.9,
        }
    ],
    "summary": {"goal": "Deploy", "done": [], "open": [], "decisions": [], "next_step": ""},
}


class Desk:
    """A bench with a session that waits to be sent."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.path = Lines().person(f"{RULE}. {SECRET}").agent("Understood.").write(bench.home / "s1.jsonl")
        self.slept: list[float] = []

    def collect(self) -> int:
        with self.bench.engine() as engine:
            return collect(engine, str(self.path), "s1")

    def send(self, url: str, *, timeout_s: float = 20.0) -> Extracted:
        caller = ClaudeApi(key="k", url=url, timeout_s=timeout_s)
        return extract(
            self.bench.environ, caller=caller, clock=lambda: self.bench.now, sleep=self.slept.append, wait_s=0
        )

    def sources(self) -> list[Source]:
        with opened(self.bench.paths) as book:
            return ledger.sources(book)

    def states(self) -> list[str]:
        return [source.state for source in self.sources()]

    def set(self, **settings: object) -> None:
        lines = [f"{name} = {json.dumps(value)}\n" for name, value in settings.items()]
        (self.bench.home / "config.toml").write_text("".join(lines))


@pytest.fixture
def desk(bench: Bench) -> Desk:
    return Desk(bench)


def test_a_session_is_sent_once_and_teaches(desk: Desk) -> None:
    assert (desk.collect(), desk.collect()) == (1, 0)
    with ScriptedModel(message(ANSWER)) as model:
        first, second = desk.send(model.url), desk.send(model.url)
        assert (first.sent, first.new, second.sent, len(model.requests)) == (1, 1, 0, 1)
        path, body, headers = model.requests[0]
    assert (path, headers["authorization"]) == ("/v1/messages", "Bearer k")
    assert body["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert body["tool_choice"] == {"type": "tool", "name": "write_down"}
    assert "sell the company" not in json.dumps(body)
    with desk.bench.engine() as engine:
        (memory,) = engine.list()[0]
    assert (memory.trust, memory.origin.session_id) == ("user", "s1")
    assert first.cost_usd == pytest.approx(0.0015)
    assert desk.states() == ["done"]


def test_what_is_said_later_is_another_source(desk: Desk) -> None:
    desk.collect()
    with desk.path.open("a") as out:
        out.write(
            Lines().person("The invoices table is partitioned by month, so every query has to name one. " * 2).text()
        )
    assert desk.collect() == 1
    first, second = desk.sources()
    assert (first.end, second.end) == (second.start, desk.path.stat().st_size)


def test_a_fork_of_a_session_is_not_paid_again(desk: Desk) -> None:
    desk.collect()
    copy = desk.bench.home / "s2.jsonl"
    copy.write_bytes(desk.path.read_bytes())
    with desk.bench.engine() as engine:
        assert collect(engine, str(copy), "s2") == 0


@pytest.mark.parametrize(
    "says",
    [Says(hangs=True), Says(cut=True), error(500, "api_error"), error(504, "timeout_error"), Says(body="{not json")],
    ids=["timeout", "cut", "500", "504", "no JSON"],
)
def test_a_call_of_unknown_outcome_blocks_its_source_for_good(desk: Desk, says: Says) -> None:
    desk.collect()
    with ScriptedModel(says) as model:
        done = desk.send(model.url, timeout_s=1.0)
        assert (done.blocked, desk.states()) == (1, ["blocked"])
        desk.bench.tick(30 * DAY_MS)
        desk.send(model.url)
        desk.collect()
        assert (len(model.requests), desk.states()) == (1, ["blocked"])


@pytest.mark.parametrize(
    "says", [error(429, "rate_limit_error", **{"retry-after": "7"}), error(529, "overloaded_error")]
)
def test_what_was_certainly_not_charged_is_tried_again_after_a_while(desk: Desk, says: Says) -> None:
    desk.collect()
    with ScriptedModel(says, says, message(ANSWER)) as model:
        assert desk.send(model.url).new == 1
        assert len(model.requests) == 3
    assert desk.slept == ([7.0, 7.0] if says.status == 429 else [2.0, 8.0])
    with opened(desk.bench.paths) as book:
        outcomes = [call.outcome for call in ledger.calls_of(book, desk.sources()[0].id)]
    assert outcomes == ["refused", "refused", "done"]


def test_a_host_that_stays_busy_or_away_leaves_the_source_waiting(desk: Desk) -> None:
    desk.collect()
    with ScriptedModel(error(529, "overloaded_error")) as model:
        desk.send(model.url)
        assert (desk.states(), len(model.requests)) == (["pending"], 3)
        desk.send(model.url)
        assert len(model.requests) == 3
        url = model.url
    desk.bench.tick(3_600_000)
    assert desk.send(url).left == 1  # nothing listens there any more
    assert desk.states() == ["pending"]


def test_a_wrong_key_stops_the_run_and_a_bad_request_drops_its_source(desk: Desk) -> None:
    desk.collect()
    with ScriptedModel(error(401, "authentication_error"), error(400, "invalid_request_error")) as model:
        assert "401" in desk.send(model.url).notes[0]
        assert desk.states() == ["pending"]
        desk.bench.tick(3_600_000)
        desk.send(model.url)
    assert desk.states() == ["dropped"]


def test_an_unusable_answer_was_paid_and_is_not_asked_for_again(desk: Desk) -> None:
    desk.collect()
    with ScriptedModel(message({"memories": [{"content": 3}]})) as model:
        done = desk.send(model.url)
        desk.send(model.url)
        assert (done.new, len(model.requests), desk.states()) == (0, 1, ["done"])
    assert done.cost_usd > 0


def test_at_the_days_limit_nothing_is_sent_until_the_next_day(desk: Desk) -> None:
    desk.set(extraction_daily_usd=0.02)
    desk.collect()
    with ScriptedModel(message(ANSWER, input_tokens=18_000), message(ANSWER)) as model:
        assert desk.send(model.url).sent == 1
        with desk.path.open("a") as out:
            out.write(Lines().person("The invoices table is partitioned by month, name one in each query. " * 3).text())
        desk.collect()
        stopped = desk.send(model.url)
        assert (stopped.sent, stopped.left, len(model.requests)) == (0, 1, 1)
        assert "limit" in stopped.notes[0]
        desk.bench.tick(DAY_MS)
        assert desk.send(model.url).sent == 1


def test_a_process_that_is_killed_in_a_call_leaves_its_source_blocked(desk: Desk) -> None:
    desk.collect()
    with ScriptedModel(Says(hangs=True), message(ANSWER)) as model:
        desk.set(extraction="anthropic", extraction_key="k", extraction_url=model.url)
        code = "import os; from hardwon.engine.extracting import extract; extract(dict(os.environ))"
        worker = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, **desk.bench.environ})
        try:
            assert model.asked.wait(60)
            with pytest.raises(StoreLocked):
                desk.send(model.url)
        finally:
            os.kill(worker.pid, signal.SIGKILL)
            worker.wait()
        assert desk.states() == ["sent"]
        assert desk.send(model.url).sent == 0
        assert (desk.states(), len(model.requests)) == (["blocked"], 1)


# -- what a person chose -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["anthropic", "claude-code"])
def test_mode_local_forbids_hosted_models_and_uses_nothing_instead(desk: Desk, name: str) -> None:
    desk.collect()
    with ScriptedModel(message(ANSWER)) as model:
        desk.set(mode="local", extraction=name, extraction_key="k", extraction_url=model.url)
        with pytest.raises(InvalidInput, match="mode local"):
            extract(desk.bench.environ)
        assert (model.requests, desk.states()) == ([], ["pending"])


def test_mode_local_forbids_an_ollama_elsewhere(desk: Desk) -> None:
    desk.set(mode="local", extraction="ollama", extraction_url="http://models.example:11434")
    with pytest.raises(InvalidInput, match="another machine"):
        extract(desk.bench.environ)


def test_by_default_no_model_is_asked(desk: Desk) -> None:
    desk.collect()
    assert extract(desk.bench.environ) == Extracted()


def test_ollama_is_asked_past_the_limit_and_again_after_a_cut(desk: Desk) -> None:
    desk.collect()
    reply = {"message": {"content": json.dumps(ANSWER)}, "prompt_eval_count": 5, "eval_count": 6}
    with ScriptedModel(Says(cut=True), Says(body=reply)) as model:
        desk.set(mode="local", extraction="ollama", extraction_url=model.url, extraction_daily_usd=0)
        clock = lambda: desk.bench.now  # noqa: E731
        assert extract(desk.bench.environ, clock=clock).left == 1
        desk.bench.tick(3_600_000)
        assert extract(desk.bench.environ, clock=clock).new == 1
        assert model.requests[0][0] == "/api/chat"
        assert model.requests[0][1]["format"]["type"] == "object"


def test_the_dry_run_shows_redacted_text_and_leaves_nothing(desk: Desk) -> None:
    with desk.bench.engine() as engine:
        (shown,) = collecting.preview(engine, [str(desk.path)], limit=5)
    assert RULE in shown.text
    assert "sell the company" not in shown.text
    assert not Path(collecting.ledger_file(desk.bench.paths)).exists()


def test_what_rules_may_not_learn_from_no_model_is_shown(desk: Desk) -> None:
    (desk.bench.project / ".hardwonignore").write_text("payroll/\n")
    lines = Lines(cwd=str(desk.bench.project)).person("We speak of the hidden merger, and of nothing else today.")
    second_line_ms = 1_777_888_802_000  # as Lines dates them
    lines.person(f"{RULE}. The importer is slow, please look.")
    lines.call("Read", {"file_path": f"{desk.bench.project}/.env"}, "REGION=moonbase-seven")
    lines.call("Read", {"file_path": f"{desk.bench.project}/payroll/may.csv"}, "salary of the unicorn keeper")
    lines.bash("cat .env", "REGION=moonbase-seven").agent("I have read it.").write(desk.path)
    agents = Lines(cwd=str(desk.bench.project), isSidechain=True, agentId="a1")
    agents.call("Read", {"file_path": f"{desk.bench.project}/payroll/may.csv"}, "salary of the unicorn keeper")
    agents.bash("make check", "3 passed").agent("The importer reads every row twice. " * 10).write(
        desk.path.with_suffix("") / "subagents" / "agent-a1.jsonl"
    )
    paused.pause(desk.bench.paths, paused.SESSION, "s1", now_ms=1)
    paused.resume(desk.bench.paths, paused.SESSION, "s1", now_ms=second_line_ms)
    with desk.bench.engine() as engine:
        sent = "\n".join(one.text for one in collecting.preview(engine, [str(desk.path)], limit=5))
    assert RULE in sent and "reads every row twice" in sent
    for word in ("merger", "moonbase", "unicorn", "payroll"):
        assert word not in sent


# -- recovery ------------------------------------------------------------------------------------------------


def blocked(desk: Desk) -> dict[str, object]:
    desk.collect()
    with ScriptedModel(Says(cut=True)) as model:
        desk.send(model.url)
    return recovery.inspect(desk.bench.paths, desk.bench.now)


def test_the_plan_asks_for_consent_and_without_it_nothing_happens(desk: Desk) -> None:
    plan = blocked(desk)
    assert plan["accept_duplicate_charge"] is False
    for given in (plan, {**plan, "accept_duplicate_charge": "true"}, {**plan, "accept_duplicate_charge": 1}):
        with pytest.raises(InvalidInput, match="accept"):
            recovery.run(desk.bench.paths, json.dumps(given), desk.bench.now)
    assert desk.states() == ["blocked"]


def test_with_consent_it_is_sent_again_once_and_the_evidence_stays(desk: Desk) -> None:
    plan = {**blocked(desk), "accept_duplicate_charge": True}
    assert recovery.run(desk.bench.paths, json.dumps(plan), desk.bench.now) == 1
    with pytest.raises(InvalidInput, match="no longer"):
        recovery.run(desk.bench.paths, json.dumps(plan), desk.bench.now)
    with ScriptedModel(message(ANSWER)) as model:
        assert desk.send(model.url).new == 1
    with opened(desk.bench.paths) as book:
        calls = ledger.calls_of(book, desk.sources()[0].id)
    assert [(call.outcome, call.accepted_at is None) for call in calls] == [("unknown", False), ("done", True)]


def test_a_plan_of_an_earlier_call_is_no_consent_to_a_later_one(desk: Desk) -> None:
    plan = {**blocked(desk), "accept_duplicate_charge": True}
    recovery.run(desk.bench.paths, json.dumps(plan), desk.bench.now)
    with ScriptedModel(Says(cut=True)) as model:
        desk.send(model.url)
    with pytest.raises(InvalidInput, match="no longer"):
        recovery.run(desk.bench.paths, json.dumps(plan), desk.bench.now)
    assert desk.states() == ["blocked"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"accept_duplicate_charge": true}', "null", "[" * 9000])
def test_what_is_no_plan_is_refused(desk: Desk, text: str) -> None:
    blocked(desk)
    with pytest.raises(InvalidInput):
        recovery.run(desk.bench.paths, text, desk.bench.now)


def test_a_damaged_record_of_calls_lets_nothing_be_sent(desk: Desk) -> None:
    desk.collect()
    Path(collecting.ledger_file(desk.bench.paths)).write_bytes(b"")
    with ScriptedModel(message(ANSWER)) as model, pytest.raises(StoreError):
        desk.send(model.url)
    assert model.requests == []
