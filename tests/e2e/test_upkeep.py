"""Upkeep in the real client: a changed tool, questions decided once, and a purge that leaves no word."""

from __future__ import annotations

import pytest

from .given import entries
from .machine import Machine
from .messages_api import Script, calls

pytestmark = pytest.mark.e2e

OLD, NEW = "We use npm to install packages.", "We now use pnpm to install packages."
WORD = "xylophonic"


def test_a_changed_tool_supersedes_the_old_one_whose_answer_stands_in_its_time(machine: Machine) -> None:
    machine.claude(Script(), "-p", f"/remember category:convention {OLD}")
    before = machine.mem_json("list")["memories"][0]["recorded_at"]
    machine.claude(Script(), "-p", f"/remember category:convention {NEW}")
    run = machine.claude(Script(), "-p", "Which tool installs packages here?")
    assert ("convention", NEW) in entries(run.requests[0])
    assert OLD not in run.requests[0].text
    found = machine.mem_json("search", "install packages", "--as-of", before.replace("Z", ".999Z"))["hits"]
    assert [hit["content"] for hit in found] == [OLD]
    assert [one["kind"] for one in machine.mem_json("log")["changes"]] == ["superseded"]


def test_review_memory_walks_the_queue_and_a_second_decision_is_told_so(machine: Machine) -> None:
    for text in ("Alice owns billing.", "Bob owns billing.", "Carol owns search.", "Dave owns search."):
        machine.mem("add", text)
    first, second = (one["id"] for one in machine.mem_json("review")["questions"])
    replies = [
        calls("mcp__hardwon__memory_review_queue"),
        calls("mcp__hardwon__memory_review_decide", id=first, decision="approve"),
        calls(
            "mcp__hardwon__memory_review_decide",
            first=lambda: void(machine.mem("review", second, "keep")),
            id=second,
            decision="approve",
        ),
    ]
    run = machine.claude(Script(replies=replies), "-p", "/review-memory", variables={"HARDWON_TOOLS": "all"})
    shown, done, late = run.requests[-1].results
    assert "Alice owns billing." in shown[0]
    assert (done[1], late[1]) == (False, True)
    assert "already decided: kept (person)" in late[0]
    assert {one["content"] for one in machine.memories()} == {
        "Bob owns billing.",
        "Carol owns search.",
        "Dave owns search.",
    }


def void(_: object) -> None:
    """Take a value and return none."""


def test_after_a_purge_no_file_of_the_data_folder_holds_the_word(machine: Machine) -> None:
    machine.claude(Script(), "-p", f"/remember The {WORD} key opens the vault")
    machine.claude(Script(), "-p", f"Where is the {WORD} key?")
    machine.at_rest()
    (memory,) = machine.memories()
    token = machine.mem_json("purge", "prepare", memory["id"], "--yes")["token"]
    assert machine.mem_json("purge", "confirm", token, "--yes")["standing"] == []
    held = [path for path in machine.data.rglob("*") if path.is_file() and WORD.encode() in path.read_bytes().lower()]
    assert [path for path in held if "backups" not in path.parts] == []
