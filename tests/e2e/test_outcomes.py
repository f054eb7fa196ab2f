"""What a session in the real client does is laid to the memories it was given, with nobody marking anything."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from .given import entries
from .machine import Machine
from .messages_api import Script, calls, says

pytestmark = pytest.mark.e2e

COMMAND = "python3 -m unittest -q test_rate"
ADVICE = f"Run the tests of the rate with `{COMMAND}`."
QUESTION = "How do I run the tests of the rate?"
PLACE = "The exchange rate of the shop stands in `rate.txt`."
PLACE_QUESTION = "Where does the exchange rate of the shop stand?"
TEST = """import unittest


class Rate(unittest.TestCase):
    def test_rate(self):
        with open("rate.txt") as file:
            self.assertEqual(file.read(), "2")
"""
TASK_TOOLS = {"CLAUDE_CODE_ENABLE_TODO_TOOLS": "1"}


def _remember(machine: Machine, text: str) -> str:
    id: str = machine.mem_json("add", text, "-c", "command")["id"]
    return id


def _outcomes(machine: Machine, id: str) -> list[dict[str, Any]]:
    machine.at_rest()
    told: list[dict[str, Any]] = machine.mem_json("show", id)["outcomes"]
    return [one for one in told if not one["withdrawn"]]


def _write_rate(machine: Machine) -> Any:
    return calls("Write", file_path=str(machine.project / "rate.txt"), content="2")


def _red_to_green(machine: Machine, session: str) -> None:
    """A session that follows the advice: its command red, a fix, its command green."""
    (machine.project / "test_rate.py").write_text(TEST, encoding="utf-8")
    script = Script(
        replies=[calls("Bash", command=COMMAND), _write_rate(machine), calls("Bash", command=COMMAND), says("Done.")]
    )
    run = machine.claude(script, "-p", QUESTION, "--session-id", session, "--allowedTools", "Bash,Write")
    assert ("command", ADVICE) in entries(run.requests[0])
    assert [failed for _, failed in run.requests[-1].results] == [True, False, False]
    # The models of today have no tools for tasks: the outcome comes without them.
    assert not {tool for tool in run.requests[0].tools if tool.startswith(("Task", "Todo"))}


def test_a_memory_whose_command_went_from_red_to_green_worked_and_says_so(machine: Machine) -> None:
    id = _remember(machine, ADVICE)
    session = str(uuid.uuid4())
    _red_to_green(machine, session)
    (outcome,) = _outcomes(machine, id)
    assert (outcome["verdict"], outcome["source"], outcome["weight"]) == ("worked", "evidence", 0.5)
    assert f"`{COMMAND}` failed, then passed" in outcome["sentence"]
    assert outcome["sentence"] in machine.mem("show", id)
    machine.claude(Script(), "-p", "What is new?", "--resume", session)
    assert len(_outcomes(machine, id)) == 1
    run = machine.claude(Script(), "-p", "Add a discount to the basket page")
    assert "worked 1, last" in run.requests[0].text
    assert "Since the last session: outcomes: worked 1." in run.requests[0].text


def test_what_the_person_rejects_failed_though_its_test_was_green(machine: Machine) -> None:
    id = _remember(machine, ADVICE)
    session = str(uuid.uuid4())
    _red_to_green(machine, session)
    assert [one["verdict"] for one in _outcomes(machine, id)] == ["worked"]
    machine.claude(Script(), "-p", f"No, that is wrong, never use {COMMAND} here!", "--resume", session)
    (outcome,) = _outcomes(machine, id)
    assert outcome["verdict"] == "failed"
    assert "that is wrong" in outcome["sentence"]


def test_what_was_given_and_not_used_gets_no_outcome(machine: Machine) -> None:
    id = _remember(machine, ADVICE)
    run = machine.claude(Script(replies=[says("All 12 tests pass now!")]), "-p", QUESTION)
    assert ("command", ADVICE) in entries(run.requests[0])
    assert _outcomes(machine, id) == []


def test_a_task_that_was_finished_is_an_outcome_where_there_are_tools_for_tasks(machine: Machine) -> None:
    id = _remember(machine, PLACE)
    replies = [
        calls("TaskCreate", subject="Set the rate", description="Set the exchange rate to two"),
        calls("TaskUpdate", taskId="1", status="in_progress"),
        _write_rate(machine),
        calls("TaskUpdate", taskId="1", status="completed"),
        says("Done."),
    ]
    run = machine.claude(
        Script(replies=replies), "-p", PLACE_QUESTION, "--allowedTools", "Write,TaskCreate,TaskUpdate",
        variables=TASK_TOOLS,
    )  # fmt: skip
    assert ("command", PLACE) in entries(run.requests[0])
    assert [failed for _, failed in run.requests[-1].results] == [False] * 4
    (outcome,) = _outcomes(machine, id)
    assert outcome["verdict"] == "worked"
    assert "Set the rate" in outcome["sentence"]


def test_two_sessions_that_failed_by_a_memory_keep_it_from_the_third(machine: Machine) -> None:
    id = _remember(machine, ADVICE)
    for wrong in ("No, that is wrong", "That broke it again"):
        session = str(uuid.uuid4())
        (machine.project / "rate.txt").unlink(missing_ok=True)
        _red_to_green(machine, session)
        machine.claude(Script(), "-p", f"{wrong}, never use {COMMAND} here!", "--resume", session)
        machine.at_rest()
    assert [(one["verdict"], one["weight"]) for one in _outcomes(machine, id)] == [("failed", 0.5), ("failed", 1.0)]
    run = machine.claude(Script(), "-p", QUESTION)
    assert ADVICE not in run.requests[0].text
    assert f"held back after failures: [{id}]" in run.requests[0].text
    machine.mem("outcome", "undo", id)
    run = machine.claude(Script(), "-p", QUESTION)
    assert ("command", ADVICE) in entries(run.requests[0])
