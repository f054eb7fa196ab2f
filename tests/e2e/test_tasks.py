"""What the real client's own tasks tell: found, listed, and laid to what was recalled while somebody was at them."""

from __future__ import annotations

import pytest

from .machine import Machine
from .messages_api import Script, calls, says

pytestmark = pytest.mark.e2e

FACT = "The thumbnail queue stalls when two workers share a cache directory."
TOOLS = "mcp__hardwon,TaskCreate,TaskUpdate"
TASK_TOOLS = {"CLAUDE_CODE_ENABLE_TODO_TOOLS": "1"}


def test_what_was_recalled_while_at_a_task_gets_its_end(machine: Machine) -> None:
    id = machine.mem_json("add", FACT, "-c", "gotcha")["id"]
    replies = [
        calls("TaskCreate", subject="Unblock the queue", description="Give each worker a directory of its own"),
        calls("TaskCreate", subject="Throw away", description="Never mind"),
        calls("TaskUpdate", taskId="1", status="in_progress"),
        calls("mcp__hardwon__memory_recall", query="thumbnail queue stalls"),
        calls("TaskUpdate", taskId="1", status="completed"),
        calls("TaskUpdate", taskId="2", status="deleted"),
        says("Done."),
    ]
    machine.claude(Script(replies=replies), "-p", "Go", "--allowedTools", TOOLS, variables=TASK_TOOLS)
    machine.at_rest()
    listed = machine.mem_json("tasks")["tasks"]
    assert [(one["title"], one["state"], one["verdict"], one["memories"]) for one in listed] == [
        ("Unblock the queue", "closed", "worked", 1),
        ("Throw away", "gone", None, 0),
    ]
    told = machine.mem_json("show", id)
    assert told["record"]["worked"] == 1
    assert "Unblock the queue" in machine.mem("show", id)
    again = machine.mem_json("tasks-context", "unblock the thumbnail queue")
    assert [(past["title"], past["verdict"]) for past in again["past"]] == [("Unblock the queue", "worked")]
    assert machine.complaints() == ""


def test_the_past_of_a_project_is_read_once(machine: Machine) -> None:
    machine.mem("config", "set", "capture", "false", "--yes")
    machine.claude(Script(replies=[says("I will.")]), "-p", "Always run ./scripts/tidy.sh before you commit.")
    machine.at_rest()
    assert machine.memories() == []
    machine.mem("config", "set", "capture", "true", "--yes")
    assert machine.mem_json("backfill")["new"] == 1
    assert machine.mem_json("backfill")["new"] == 0
