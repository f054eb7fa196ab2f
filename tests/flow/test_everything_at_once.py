"""Commands, hooks and an MCP server at one store at once, also as the very first run: all get on, each thing once."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hardwon.maintenance import files, health
from hooks.client import EVENTS, Client, Ran
from server.raw import RawClient, text_of
from workbench import Bench

AT_ONCE = 12


def add(bench: Bench, number: int) -> subprocess.CompletedProcess[str]:
    """A `mem add` in the person's shell."""
    return subprocess.run(
        [sys.executable, "-m", "hardwon.cli", "add", f"Command {number} keeps quokka{number}"],
        env={**os.environ, **bench.environ},
        cwd=bench.project,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def hook(client: Client, number: int) -> Ran:
    """A hook of a session of its own."""
    event = EVENTS[number % len(EVENTS)]
    fields = {"tool_name": "Bash", "tool_use_id": f"call-{number}"} if "Tool" in event else {}
    fields["agent_type"] = "general-purpose"
    return client.hook(event, session_id=f"session-{number}", prompt="what does quokka1 keep", **fields)


def remember(server: RawClient, number: int) -> str:
    """A memory through MCP; its text."""
    result = server.call("memory_remember", content=f"The agent keeps wombat{number}")
    assert not result.get("isError"), text_of(result)
    return text_of(result)


def run_at_once(home: Path, *, commands: int, calls: int, first_run: bool, one_file: bool) -> None:
    bench = Bench.at(home, **({"HARDWON_DB": str(home / "all.db")} if one_file else {}))
    client = Client(home, bench.project)
    client.environ.update(bench.more)
    if not first_run:
        bench.remember("there already")
    server = RawClient(bench.project, {**bench.environ, "CLAUDECODE": "1", "HARDWON_SERVICE": "off"})
    try:
        with ThreadPoolExecutor(AT_ONCE) as pool, ThreadPoolExecutor(4) as hooks, ThreadPoolExecutor(1) as agent:
            added = [pool.submit(add, bench, number) for number in range(commands)]
            ran = [hooks.submit(hook, client, number) for number in range(len(EVENTS))]
            server.initialize()
            called = [agent.submit(remember, server, number) for number in range(calls)]
        assert [one.result().stderr for one in added if one.result().returncode] == []
        assert [one.result().code for one in ran] == [0] * len(EVENTS)
        assert all("quokka" not in one.result() for one in called)
        assert server.leave() == 0
    finally:
        server.end()
    client.settle()
    check(bench, client, commands, calls, 0 if first_run else 1)


def check(bench: Bench, client: Client, commands: int, calls: int, before: int) -> None:
    """Everything is there, once, in a sound store."""
    with bench.engine() as engine:
        found, total = engine.list(limit=1000)
    texts = [memory.content for memory in found]
    assert total == len(set(texts)) == commands + calls + before
    assert {f"Command {number} keeps quokka{number}" for number in range(commands)} <= set(texts)
    assert {f"The agent keeps wombat{number}" for number in range(calls)} <= set(texts)
    # What no digester has taken in yet, the next session's does.
    client.hook("SessionEnd", session_id="last")
    client.settle()
    assert client.waiting() == []
    told = [event for _, event, _ in client.events() if event not in ("Change", "SessionEnd")]
    assert sorted(told) == sorted(set(EVENTS) - {"PreToolUse", "UserPromptExpansion", "SessionEnd"})
    assert all(one.ok for one in health.check(bench.paths, bench.binding))
    assert files.leftovers(str(bench.file)) == []
    assert [path.name for path in bench.file.parent.iterdir() if ".new-" in path.name] == []


@pytest.mark.parametrize("first_run", [True, False])
def test_commands_hooks_and_a_server_get_along(home: Path, first_run: bool) -> None:
    run_at_once(home, commands=24, calls=6, first_run=first_run, one_file=not first_run)


@pytest.mark.slow
@pytest.mark.parametrize("one_file", [True, False])
@pytest.mark.parametrize("first_run", [True, False])
def test_two_hundred_commands_twelve_hooks_and_a_server_get_along(home: Path, first_run: bool, one_file: bool) -> None:
    run_at_once(home, commands=200, calls=20, first_run=first_run, one_file=one_file)
