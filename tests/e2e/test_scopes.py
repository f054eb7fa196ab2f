"""The scopes a person can install into, besides the project's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from .given import entries
from .machine import NO_API, Machine
from .messages_api import Script, calls, says
from .run import client_settings, search_path

pytestmark = pytest.mark.e2e

RULE = "Always run ./scripts/tidy.sh before you commit."


def _whole_job(machine: Machine) -> None:
    recall = calls("mcp__hardwon__memory_recall", query="what to run before a commit")
    machine.claude(Script(replies=[says("I will.")]), "-p", RULE)
    run = machine.claude(Script(replies=[recall]), "-p", "Rename the basket", "--allowedTools", "mcp__hardwon")
    assert entries(run.requests[0]) == [("convention", RULE)]
    ((recalled, failed),) = run.requests[-1].results
    assert (RULE in recalled, failed) == (True, False)
    assert machine.claude(Script(), "-p", "/remember The basket is a tree").requests == []


def test_the_local_scope_leaves_the_teams_settings_alone(bare_machine: Machine) -> None:
    bare_machine.mem("install-plugin", "--scope", "local")
    assert not (bare_machine.project / ".claude" / "settings.json").exists()
    _whole_job(bare_machine)
    bare_machine.mem("uninstall-plugin")
    assert RULE not in bare_machine.claude(Script(), "-p", "Rename the basket").requests[0].text


def test_the_user_scope_serves_any_project_through_the_clients_own_registry(
    bare_machine: Machine, tmp_path: Path
) -> None:
    path = search_path(bare_machine.environment.bin, bare_machine.client.parent)
    bare_machine.variables |= {**client_settings(NO_API, tmp_path), "PATH": path}
    bare_machine.mem("install", "claude-code", "--scope", "user", "--rules")
    assert bare_machine.git("status", "--porcelain") == ""
    _whole_job(bare_machine)
    bare_machine.at_rest()
    bare_machine.mem("uninstall", "claude-code", "--scope", "user")
    assert "hardwon" not in (bare_machine.home / ".claude.json").read_text(encoding="utf-8")
    last = bare_machine.claude(Script(), "-p", "Rename the basket").requests[0]
    assert RULE not in last.text
    assert "hardwon" not in last.text.lower()
