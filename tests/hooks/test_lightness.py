"""A hook starts Python and little else: what it may import is a short list."""

from __future__ import annotations

import subprocess
import sys

import pytest

from .client import LAUNCHER, LIBRARY, Client

# Built in or next to nothing; json, re, os, typing and their like double what a hook costs.
_LIGHT = {"__future__", "_json", "_sha2", "_sha256", "_thread", "errno", "fcntl", "math", "posix", "sys", "time"}
_CODECS = {"encodings.utf_16_le"}
# What apsw itself imports when it is loaded.
_APSW = {
    "apsw",
    "_collections",
    "_collections_abc",
    "_operator",
    "collections",
    "collections.abc",
    "itertools",
    "keyword",
    "operator",
    "reprlib",
}


def imported(argv: list[str], data: bytes, environ: dict[str, str]) -> set[str]:
    """The modules a fresh process imports, by the interpreter's own account."""
    command = [sys.executable, "-X", "importtime", "-I", "-S", *argv]
    done = subprocess.run(command, input=data, capture_output=True, env=environ, check=True)
    lines = done.stderr.decode().splitlines()[1:]
    return {line.rsplit("|", 1)[1].strip() for line in lines if line.startswith("import time:")}


def extra(client: Client, event: str, data: bytes) -> set[str]:
    """What a hook imports besides a bare interpreter and our own modules."""
    bare = imported(["-c", "pass"], b"", client.environ)
    found = imported([str(LAUNCHER), str(LIBRARY), event], data, client.environ)
    assert "hardwon.hooks.entry" in found
    return {name for name in found - bare if name != "hardwon" and not name.startswith("hardwon.")}


@pytest.mark.parametrize("event", ["PostToolUse", "TaskCreated", "TaskCompleted"])
def test_what_is_only_noted_imports_next_to_nothing(client: Client, event: str) -> None:
    assert extra(client, event, client.payload(event, tool_use_id="t", task_id="1")) <= _LIGHT
    assert len(client.waiting()) == 1


@pytest.mark.parametrize("event", ["PostToolUse", "TaskCreated", "TaskCompleted"])
def test_noting_an_event_does_not_load_the_store(client: Client, event: str) -> None:
    found = imported([str(LAUNCHER), str(LIBRARY), event], client.payload(event), client.environ)
    assert not {name for name in found if name.startswith(("hardwon.engine", "hardwon.store", "hardwon.binding"))}


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        ("UserPromptSubmit", {"prompt": "when does the billing job run?"}),
        ("SessionStart", {"source": "startup"}),
        ("PreToolUse", {"tool_name": "Read", "tool_input": {"file_path": "/x/billing.py"}}),
        ("PreToolUse", {"tool_name": "Agent", "tool_input": {"prompt": "look into the billing job"}}),
        ("SubagentStart", {"agent_id": "a1", "agent_type": "general-purpose"}),
        ("PostToolUseFailure", {"tool_name": "Bash", "tool_input": {"command": "billing"}, "error": "Exit code 1"}),
        ("PostCompact", {"compact_summary": "nothing"}),
    ],
)
def test_recalling_a_hook_imports_apsw_and_what_that_brings(
    client: Client, event: str, fields: dict[str, object]
) -> None:
    with client.engine() as engine:
        engine.remember("The billing job runs at 02:00 in region north.", category="gotcha", files=["billing.py"])
    assert extra(client, event, client.payload(event, **fields)) <= _LIGHT | _CODECS | _APSW


@pytest.mark.parametrize("event", ["Stop", "SessionEnd", "PreCompact"])
def test_starting_the_digester_needs_no_store(client: Client, event: str) -> None:
    assert extra(client, event, client.payload(event)) <= _LIGHT


def test_a_trivial_prompt_does_not_even_open_the_store(client: Client) -> None:
    assert extra(client, "UserPromptSubmit", client.payload("UserPromptSubmit", prompt="go ahead")) <= _LIGHT
