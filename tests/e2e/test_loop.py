"""The main job, with the bundle in the project's settings: what one session taught, the next one knows."""

from __future__ import annotations

import uuid

import pytest

from .given import entries
from .machine import Machine
from .messages_api import Request, Script, calls, says

pytestmark = pytest.mark.e2e

RULE = "Always run ./scripts/tidy.sh before you commit."
GATEWAY = "The payment gateway rejects amounts with more than two decimals, so round before the call."
GATEWAY_QUESTION = "Why does the payment gateway reject some amounts?"


def _ask(machine: Machine, prompt: str, *more: str) -> Request:
    """Ask one question in a session of its own; the request that carried it."""
    run = machine.claude(Script(), "-p", prompt, *more)
    return run.requests[0]


def test_a_rule_stated_in_one_session_stands_in_the_next_ones_request(machine: Machine) -> None:
    machine.claude(Script(replies=[says("I will.")]), "-p", RULE)
    assert entries(_ask(machine, "Add a discount to the basket page")) == [("convention", RULE)]


def test_a_rule_is_kept_once_however_often_its_session_goes_on(machine: Machine) -> None:
    session = str(uuid.uuid4())
    machine.claude(Script(replies=[says("I will.")]), "-p", RULE, "--session-id", session)
    machine.claude(Script(), "-p", "Go on with the basket", "--resume", session)
    machine.claude(Script(), "-p", "And on", "--resume", session)
    machine.at_rest()
    assert [memory["content"] for memory in machine.memories()].count(RULE) == 1


def test_what_hardwon_said_never_comes_back_as_a_memory(machine: Machine) -> None:
    machine.mem("add", RULE, "-c", "convention", "--pin")
    assert entries(_ask(machine, "Add a discount to the basket page")) == [("convention", RULE)]
    machine.claude(Script(replies=[says(f"Noted: {RULE}")]), "-p", "What do you know about committing here?")
    machine.at_rest()
    assert [memory["content"] for memory in machine.memories()] == [RULE]


def test_remember_stores_without_asking_the_model(machine: Machine) -> None:
    text = "The CSV export drops 'quoted; cells' $(unless) escaped"
    run = machine.claude(Script(), "-p", f"/remember category:gotcha {text}")
    assert run.requests == []
    assert [(memory["category"], memory["content"]) for memory in machine.memories()] == [("gotcha", text)]
    assert entries(_ask(machine, "Why are cells missing from the CSV export?")) == [("gotcha", text)]


def test_recall_gives_the_model_what_is_known(machine: Machine) -> None:
    machine.mem("add", GATEWAY, "-c", "gotcha")
    assert ("gotcha", GATEWAY) in entries(_ask(machine, "/recall payment gateway amounts"))


def test_forget_stores_without_asking_the_model(machine: Machine) -> None:
    machine.mem("add", GATEWAY, "-c", "gotcha")
    (memory,) = machine.memories()
    run = machine.claude(Script(), "-p", f"/forget {memory['id']}")
    assert run.requests == []
    assert machine.memories() == []
    assert GATEWAY not in _ask(machine, GATEWAY_QUESTION).text


def test_after_two_failures_a_memory_is_injected_no_more(machine: Machine) -> None:
    machine.mem("add", GATEWAY, "-c", "gotcha")
    (memory,) = machine.memories()
    for failures in range(2):
        assert entries(_ask(machine, GATEWAY_QUESTION)) == [("gotcha", GATEWAY)], f"after {failures} failures"
        run = machine.claude(Script(), "-p", f"/outcome {memory['id']} failed")
        assert run.requests == []
    assert GATEWAY not in _ask(machine, GATEWAY_QUESTION).text
    assert GATEWAY in machine.mem("search", "payment gateway amounts")


def test_the_agents_own_verdict_does_not_count(machine: Machine) -> None:
    machine.mem("add", GATEWAY, "-c", "gotcha")
    (memory,) = machine.memories()
    judge = calls("Bash", command=f"mem outcome {memory['id']} failed; mem outcome {memory['id']} failed")
    run = machine.claude(Script(replies=[judge]), "-p", GATEWAY_QUESTION, "--allowedTools", "Bash")
    assert [failed for _, failed in run.requests[-1].results] == [False]
    assert entries(_ask(machine, GATEWAY_QUESTION)) == [("gotcha", GATEWAY)]


def test_an_agents_shell_cannot_change_the_settings(machine: Machine) -> None:
    attempt = calls("Bash", command="mem config set recall_limit 1 --yes")
    run = machine.claude(Script(replies=[attempt]), "-p", "Go", "--allowedTools", "Bash")
    assert [failed for _, failed in run.requests[-1].results] == [True]


def test_compaction_keeps_what_was_learned(machine: Machine) -> None:
    session = str(uuid.uuid4())
    summary = says("<analysis>short</analysis>\n<summary>\nWe talked about the shop.\n</summary>")
    machine.claude(Script(replies=[says("I will.")]), "-p", RULE, "--session-id", session)
    machine.claude(Script(replies=[says("Done.")]), "-p", "Rename the basket", "--resume", session)
    compaction = Script(rules=[(lambda request: "<summary> block" in request.user_text, summary)])
    assert machine.claude(compaction, "-p", "/compact", "--resume", session).requests
    run = machine.claude(Script(), "-p", "Go on with the basket", "--resume", session)
    assert "We talked about the shop." in run.requests[0].text
    assert ("convention", RULE) in entries(run.requests[0])


def test_a_subagent_gets_the_memory_its_task_needs(machine: Machine) -> None:
    machine.mem("add", GATEWAY, "-c", "gotcha")
    task = "AUDIT-JOB: find out why the payment gateway rejects amounts"
    start = calls("Agent", description="Audit", prompt=task, subagent_type="general-purpose", run_in_background=False)
    script = Script(
        replies=[start, says("done")],
        rules=[(lambda request: "AUDIT-JOB" in request.user_text, says("audited"))],
    )
    run = machine.claude(script, "-p", "Start the usual check", "--allowedTools", "Agent")
    (subagent,) = [request for request in run.requests if "AUDIT-JOB" in request.user_text]
    assert entries(subagent) == [("gotcha", GATEWAY)]
    assert [text for text, _ in run.requests[-1].results if "audited" in text]


def test_secrets_and_private_text_never_reach_the_disk(machine: Machine) -> None:
    token = "ghp_" + "c0FfEe" * 6
    rule = "Always deploy <private>to the zebra farm</private> on Mondays."
    machine.claude(Script(), "-p", f"Remember that the deploy key is {token}. {rule}")
    machine.at_rest()
    assert machine.memories()
    kept = b"".join(path.read_bytes() for path in machine.data.rglob("*") if path.is_file())
    assert token.encode() not in kept
    assert b"zebra" not in kept
