"""The MCP server of the bundle, started by the client itself."""

from __future__ import annotations

import pytest

from .machine import Machine
from .messages_api import Script, calls

pytestmark = pytest.mark.e2e

FACT = "The thumbnail queue stalls when a picture has no colour profile."


def test_what_one_call_remembers_another_recalls(machine: Machine) -> None:
    replies = [
        calls("mcp__hardwon__memory_remember", content=FACT, category="gotcha"),
        calls("mcp__hardwon__memory_recall", query="thumbnail queue stalls"),
    ]
    run = machine.claude(Script(replies=replies), "-p", "Go", "--allowedTools", "mcp__hardwon")
    remembered, recalled = run.requests[-1].results
    assert (remembered[1], recalled[1]) == (False, False)
    assert FACT in recalled[0]
    assert [(memory["category"], memory["content"]) for memory in machine.memories()] == [("gotcha", FACT)]


def test_a_session_leaves_nothing_running_for_long(machine: Machine) -> None:
    machine.variables.clear()
    machine.claude(Script(), "-p", "hello")
    machine.at_rest(timeout_s=60)


def test_the_server_offers_the_eight_default_tools(machine: Machine) -> None:
    variables = {"ENABLE_TOOL_SEARCH": "false"}
    run = machine.claude(Script(), "-p", "hello", variables=variables)
    offered = {name.removeprefix("mcp__hardwon__") for name in run.requests[0].tools if name.startswith("mcp__")}
    verbs = ("remember", "recall", "outcome", "context", "list", "correct", "forget", "status")
    assert offered == {f"memory_{verb}" for verb in verbs}


def test_a_call_that_names_another_project_is_refused(machine: Machine) -> None:
    other = calls("mcp__hardwon__memory_recall", query="anything", project="repo:example.org/someone/else")
    run = machine.claude(Script(replies=[other]), "-p", "Go", "--allowedTools", "mcp__hardwon")
    assert [failed for _, failed in run.requests[-1].results] == [True]
