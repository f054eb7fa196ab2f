"""A hook that the service answers imports next to nothing: a socket besides what every hook does."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from hooks.client import LAUNCHER, LIBRARY

from .running import Machine

_LIGHT = {"__future__", "_json", "_sha2", "_sha256", "_socket", "_thread", "errno", "fcntl", "posix", "sys", "time"}
RULE = "The billing job runs at 02:00 in region north."


def imported(argv: list[str], data: bytes, environ: dict[str, str]) -> tuple[set[str], bytes]:
    """The modules a fresh process imports, by the interpreter's own account, and what it says."""
    command = [sys.executable, "-X", "importtime", "-I", "-S", *argv]
    done = subprocess.run(command, input=data, capture_output=True, env=environ, check=True)
    lines = done.stderr.decode().splitlines()[1:]
    return {line.rsplit("|", 1)[1].strip() for line in lines if line.startswith("import time:")}, done.stdout


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        ("UserPromptSubmit", {"prompt": "when does the billing job run in region north?"}),
        ("SessionStart", {"source": "startup"}),
        ("PreToolUse", {"tool_name": "Read", "tool_input": {"file_path": "/x/billing.py"}}),
        ("SubagentStart", {"agent_id": "a1", "agent_type": "general-purpose"}),
        ("PostToolUseFailure", {"tool_name": "Bash", "tool_input": {"command": "billing job"}, "error": "failed"}),
        ("UserPromptExpansion", {"command_name": "remember", "command_args": "x", "expansion_type": "slash_command"}),
    ],
)
def test_an_answered_hook_needs_neither_the_store_nor_the_engine(
    machine: Machine, remember: Callable[..., str], event: str, fields: dict[str, object]
) -> None:
    remember(RULE, category="gotcha", files=["billing.py"])
    machine.start_service()
    bare, _ = imported(["-c", "pass"], b"", machine.environ)
    argv = [str(LAUNCHER), str(LIBRARY), event]
    found, said = imported(argv, machine.payload(event, **fields), machine.environ)
    ours = {name for name in found - bare if name.split(".")[0] == "hardwon"}
    assert said or event == "SubagentStart"
    assert found - bare - ours <= _LIGHT
    assert not {name for name in ours if name.startswith(("hardwon.engine", "hardwon.store", "hardwon.retrieval"))}
