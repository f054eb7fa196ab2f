"""The repository as a plugin: from its folder, from a marketplace, and beside the settings form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from . import snapshot
from .given import entries
from .machine import Machine
from .messages_api import Script, calls, says
from .product import offline_pip

pytestmark = pytest.mark.e2e

RULE = "Always run ./scripts/tidy.sh before you commit."
DOOR = "The cellar door of the archive sticks in winter."
TOOLS = "mcp__plugin_hardwon_hardwon"


@pytest.fixture
def plugin_machine(bare_machine: Machine, wheelhouse: Path) -> Machine:
    """A machine whose shell has no `mem`: all that runs has to come with the plugin."""
    bare_machine.on_path = False
    bare_machine.variables |= offline_pip(wheelhouse)
    return bare_machine


def _whole_job(machine: Machine, *form: str) -> None:
    """First run, rule, next session, command and MCP call, with the plugin loaded by the arguments `form`."""
    first = machine.claude(Script(), "-p", "hello", "--output-format", "stream-json", "--verbose", *form)
    assert _preparing(first.stdout), "the first run says that it prepares its environment"
    machine.at_rest()
    machine.claude(Script(replies=[says("I will.")]), "-p", RULE, *form)
    replies = [calls(f"{TOOLS}__memory_recall", query="what to run before a commit")]
    run = machine.claude(Script(replies=replies), "-p", "Rename the basket", "--allowedTools", TOOLS, *form)
    assert entries(run.requests[0]) == [("convention", RULE)]
    ((recalled, failed),) = run.requests[-1].results
    assert (RULE in recalled, failed) == (True, False)
    assert machine.claude(Script(), "-p", "/hardwon:remember The basket is a tree", *form).requests == []
    machine.at_rest()
    assert sorted(memory["content"] for memory in machine.memories()) == [RULE, "The basket is a tree"]


def _preparing(stream: str) -> bool:
    """Whether a line of a hook in the client's event stream speaks of preparing Hardwon."""
    return any("hardwon" in line.lower() and "prepar" in line.lower() for line in stream.splitlines())


def test_the_plugin_does_the_whole_job_from_its_folder(plugin_machine: Machine, checkout: Path) -> None:
    before = snapshot.take(checkout)
    _whole_job(plugin_machine, "--plugin-dir", str(checkout))
    assert not snapshot.compare(before, snapshot.take(checkout))


def test_the_plugin_does_the_whole_job_from_a_marketplace(plugin_machine: Machine, checkout: Path) -> None:
    market = json.loads((checkout / ".claude-plugin" / "marketplace.json").read_text(encoding="utf-8"))
    plugin_machine.claude_cli("plugin", "marketplace", "add", str(checkout))
    plugin_machine.claude_cli("plugin", "install", f"hardwon@{market['name']}")
    _whole_job(plugin_machine)


def test_the_plugin_is_valid_by_the_clients_own_check(bare_machine: Machine, checkout: Path) -> None:
    assert "Validation passed" in bare_machine.claude_cli("plugin", "validate", "--strict", str(checkout))


def test_both_forms_together_act_once(machine: Machine, checkout: Path, wheelhouse: Path) -> None:
    machine.variables |= offline_pip(wheelhouse)
    form = ("--plugin-dir", str(checkout))
    machine.mem("add", DOOR, "-c", "gotcha")
    machine.claude(Script(), "-p", "hello", *form)
    machine.at_rest()
    machine.claude(Script(replies=[says("I will.")]), "-p", RULE, *form)
    machine.at_rest()
    assert [memory["content"] for memory in machine.memories()].count(RULE) == 1
    alone = machine.claude(Script(), "-p", "Why does the archive door stick?").requests[0]
    both = machine.claude(Script(), "-p", "Why does the archive door stick?", *form).requests[0]
    assert sorted(entries(alone)) == [("convention", RULE), ("gotcha", DOOR)]
    assert entries(both) == entries(alone)
