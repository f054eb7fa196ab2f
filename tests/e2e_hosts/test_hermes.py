"""Hardwon in the real Hermes: found by its loader, what its model is given, what is learnt, and how it goes again."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from e2e.messages_api import Reply, calls, says
from install.conftest import snapshot

from .chat_api import texts
from .hermes import FENCE, Hermes

pytestmark = pytest.mark.e2e

Start = Callable[..., Hermes]
TRAP = (
    "The staging deploy needs VPN profile blue-9 first, as the artifact store answers inside that network alone, and "
    "without it the deploy hangs for twenty minutes and then fails with a timeout that names another host altogether, "
    "which has misled three people so far."
)
ASIDE = "It takes a moment, and the words that follow here take up more room than a short brief has. " * 3
ASK = "how do I run the staging deploy?"
RULE = "From now on, always run the linter with `make lint-all` before a commit."


def terminal(command: str) -> Reply:
    return calls("terminal", command=command)


def test_hermes_finds_the_provider_and_gets_its_files_and_interpreter_back(hermes_with: Start) -> None:
    hermes = hermes_with(installs=False)
    before = snapshot(hermes.folder), snapshot(hermes.packages)
    hermes.mem("install", "hermes", "--activate")
    [state] = [one for one in hermes.data("hosts")["hosts"] if one["host"] == "hermes"]
    assert (state["state"], state["scope"]) == ("wired", "user")
    found = hermes.runs(
        "from plugins.memory import discover_memory_providers as d, load_memory_provider as l; "
        "from agent.memory_provider import MemoryProvider; p = l('hardwon'); "
        "print(isinstance(p, MemoryProvider), p.is_available(), [n for n in d() if n[0] == 'hardwon'][0][2])"
    )
    assert found.split() == ["True", "True", "True"]
    status = hermes.hermes("memory", "status")
    assert "Provider:  hardwon" in status and "available ✓" in status and "← active" in status
    assert str(hermes.python) in status
    hermes.mem("uninstall", "hermes")
    config, packages = hermes.folder / "config.yaml", snapshot(hermes.packages)
    assert snapshot(hermes.folder)[config.name] == before[0][config.name]
    assert not list((hermes.folder / "plugins").glob("hardwon/*"))
    assert {name: what for name, what in packages.items() if "__pycache__" not in name} == before[1]


def test_a_turn_of_hermes_own_program_gets_its_memories_in_the_message(hermes_with: Start) -> None:
    hermes = hermes_with(says("Connect first."))
    hermes.mem("add", TRAP, "--category", "gotcha")
    assert "Connect first." in hermes.ask(ASK)
    [request] = hermes.api.requests
    user = texts(request, "user")[-1]
    assert user.startswith(ASK) and user.count(TRAP) == 1 and FENCE in user
    assert "memory_recall" in texts(request, "system")[0]
    assert "memory_remember" in {tool["function"]["name"] for tool in request["tools"]}
    [offered] = [line for line in hermes.trace() if line.get("moment") == "turn"]
    assert len(offered["memories"]) == 1 and not offered["late"]


def test_what_a_person_says_in_one_session_is_given_in_a_later_one(hermes_with: Start) -> None:
    hermes = hermes_with(says("Noted."), says("With make."))
    hermes.ask(RULE)
    [memory] = hermes.data("list")["memories"]
    assert "make lint-all" in memory["content"] and memory["trust"] == "user"
    assert hermes.data("show", memory["id"])["origin"]["host"] == "hermes"
    hermes.ask("please tidy the imports and commit")
    request = hermes.api.requests[-1]
    assert "make lint-all" in json.dumps(request["messages"])
    assert RULE not in texts(request, "user")[-1]


def test_what_worked_in_hermes_is_an_outcome_and_the_trace_tells_it(hermes_with: Start) -> None:
    command = "make test-parser"
    hermes = hermes_with(
        terminal(command),
        calls("write_file", path="parser.py", content="fixed = 1\n"),
        terminal(command),
        calls("memory_recall", query="parser tests"),
        says("Fixed."),
        says("Welcome."),
    )
    recipe = "@test -f parser.py && echo '3 passed in 0.1s' || { echo '1 failed in 0.1s'; exit 1; }"
    (hermes.project / "Makefile").write_text(f"test-parser:\n\t{recipe}\n")
    advice = f"Run the tests of the parser with `{command}`. {ASIDE}"
    id = hermes.data("add", advice, "--category", "command")["id"]
    told = hermes.session("run the tests of the parser and fix what fails", "perfect, thanks, that works!")
    assert "memory_outcome" in told["tools"]
    assert (hermes.project / "parser.py").exists()
    [found] = [text for text in texts(hermes.api.requests[4], "tool") if id in text]
    assert command in json.loads(found)["memories"]
    assert hermes.data("show", id)["record"]["worked"] == 1
    lines = hermes.trace()
    assert [line["memories"] for line in lines if line["what"] == "used"] == [{id: "command"}]
    assert {line["verdict"] for line in lines if line["what"] == "outcome"} == {"worked"}
    counts = hermes.data("stats")["evaluation"]
    assert (counts["turns"], counts["offered"], counts["used"], counts["worked"]) == (2, 1, 1, 1)


def test_without_hardwon_in_its_interpreter_hermes_goes_on(hermes_with: Start) -> None:
    hermes = hermes_with(says("Fine."))
    for package in hermes.packages.glob("hardwon*"):
        package.rename(package.with_name(f"gone-{package.name}"))
    assert "Fine." in hermes.ask(ASK)
    assert FENCE not in json.dumps(hermes.api.requests)
