"""A model reads sessions: through the SDK and through the real client, once, within a limit, and nothing paid twice."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from .machine import Machine
from .messages_api import Call, MessagesApi, Reply, Request, Script, says
from .processes import left_running
from .run import FAKE_KEY

pytestmark = pytest.mark.e2e

FACT = "Deploys go through the staging cluster first, since production only takes images that staging ran for a day"
OTHER = "The invoices table is partitioned by month, so every query has to name one or it reads ten years"
LEARNT = "Deploys go through the staging cluster first; production takes images that staging ran for a day."
ANSWER = {
    "memories": [
        {
            "content": LEARNT,
            "category": "convention",
            "quote": "go through the staging cluster first",
            "n": 1,
            "confidence": 0.9,
        }
    ],
    "summary": {"goal": "Learn how deploys go", "done": [], "open": [], "decisions": [], "next_step": ""},
}
TOOL = "write_down"
PATIENCE_S = 60
BACKENDS = ("anthropic", "claude-code")


class Desk:
    """A machine whose sessions a model reads."""

    def __init__(self, machine: Machine, backend: str, model: MessagesApi) -> None:
        self.machine = machine
        self.model = model
        settings = {"extraction": backend, "extraction_url": model.url}
        for name, value in settings.items():
            machine.mem("config", "set", name, value, "--yes")

    def session(self, said: str = FACT) -> None:
        """A session in which the person says something, ended, and whatever follows in the background too."""
        self.begin(said)
        self.machine.at_rest()

    def begin(self, said: str = FACT) -> None:
        self.machine.claude(Script(replies=[says("Understood.")]), "-p", said)

    def sources(self) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = self.machine.mem_json("sources")["sources"]
        return told

    def spending(self) -> dict[str, Any]:
        told: dict[str, Any] = self.machine.mem_json("stats")["extraction"]
        return told

    def learnt(self) -> list[dict[str, Any]]:
        return [memory for memory in self.machine.memories() if memory["content"] == LEARNT]

    def asked_about(self, said: str) -> int:
        """How many requests to the model held these words."""
        return sum(said in request.text for request in self.model.requests)


@contextmanager
def desk_of(machine: Machine, backend: str, *replies: Reply) -> Iterator[Desk]:
    """A desk whose model gives these answers in turn, and then good ones."""
    answers = iter(replies)
    lock = threading.Lock()

    def answer(request: Request) -> Reply:
        given = (Call(tool=TOOL, arguments=ANSWER),) if TOOL in request.tools else ()
        good = Reply(text="" if given else json.dumps(ANSWER), calls=given, input_tokens=1000)
        with lock:
            return next(answers, good)

    with MessagesApi(Script(choose=answer)) as model:
        yield Desk(machine, backend, model)


@pytest.fixture
def client_on_path(machine: Machine) -> Machine:
    """A machine whose shell finds the client as `claude`, and has a key."""
    machine.variables["ANTHROPIC_API_KEY"] = FAKE_KEY
    machine.variables["PATH"] = os.pathsep.join([str(machine.client.parent), machine.shell()["PATH"]])
    return machine


def _kept_sessions(machine: Machine) -> list[Path]:
    return sorted((machine.home / ".claude" / "projects").glob("*/*.jsonl"))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_session_is_read_once_and_its_cost_is_told(client_on_path: Machine, backend: str) -> None:
    machine = client_on_path
    with desk_of(machine, backend) as desk:
        desk.session()
        (request,) = desk.model.requests
        assert FACT in request.text
        (memory,) = desk.learnt()
        assert (memory["trust"], memory["origin"]["note"].startswith("model ")) == ("user", True)
        spent = desk.spending()
        assert (spent["by"], spent["pending"], spent["blocked"]) == (backend, 0, 0)
        assert 0 < spent["today_usd"] <= spent["limit_usd"]
        assert (spent["days"][0]["calls"], spent["days"][0]["input_tokens"]) == (1, 1000)
        # No hook, tool or instruction of ours is in the call, and it is no session of the person's.
        assert "<hardwon-memory>" not in request.text
        assert {name for name in request.tools if name != TOOL} == set()
        assert len(_kept_sessions(machine)) == len(machine.mem_json("sessions")["sessions"]) == 1
        history = machine.home / ".claude" / "history.jsonl"
        assert not history.exists() or "<record>" not in history.read_text(encoding="utf-8")
        run = machine.claude(Script(), "-p", "How do deploys go?")
        assert LEARNT in run.requests[0].text
        machine.at_rest()
        assert desk.asked_about(FACT) == 1
        assert desk.sources() == []


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_cut_call_is_sent_again_only_with_a_persons_consent(client_on_path: Machine, backend: str) -> None:
    machine = client_on_path
    with desk_of(machine, backend, Reply(is_cut=True)) as desk:
        desk.session()
        (source,) = desk.sources()
        assert (source["state"], source["calls"]) == ("blocked", 1)
        assert "may have been paid" in machine.complaints()
        machine.excused = machine.complaints()
        desk.session(OTHER)
        machine.mem_at_terminal("extract")
        assert (desk.asked_about(FACT), desk.asked_about(OTHER)) == (1, 1)
        assert (desk.spending()["pending"], desk.spending()["blocked"]) == (1, 1)
        plan = machine.root / "plan.json"
        plan.write_text(machine.mem("recover", "inspect"), encoding="utf-8")
        machine.mem("recover", "run", str(plan), "--yes", code=1)
        told = json.loads(plan.read_text(encoding="utf-8"))
        assert told["accept_duplicate_charge"] is False
        plan.write_text(json.dumps({**told, "accept_duplicate_charge": True}), encoding="utf-8")
        machine.mem("recover", "run", str(plan), code=1)
        assert "1 source will be sent again" in machine.mem_at_terminal("recover", "run", str(plan))
        machine.mem_at_terminal("extract")
        assert (desk.asked_about(FACT), len(desk.learnt()), desk.sources()) == (2, 1, [])
        assert desk.spending()["days"][0]["calls"] == 3


def _kill_who_sends(machine: Machine, backend: str) -> None:
    """End what makes the call as a power cut would: our process, or the client that it started."""
    word = "--no-session-persistence" if backend == "claude-code" else "hooks/launcher.py"
    doomed = [one.pid for one in left_running(machine.home) if word in one.command]
    assert doomed
    for pid in doomed:
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_call_whose_process_is_killed_is_never_made_again(client_on_path: Machine, backend: str) -> None:
    machine = client_on_path
    over = threading.Event()
    with desk_of(machine, backend, Reply(first=lambda: over.wait(PATIENCE_S), is_cut=True)) as desk:
        desk.begin()
        assert desk.model.asked.wait(PATIENCE_S)
        _kill_who_sends(machine, backend)
        over.set()
        machine.at_rest()
        machine.excused = machine.complaints()
        assert [(one["state"], one["calls"]) for one in desk.sources()] == [("blocked", 1)]
        desk.session(OTHER)
        assert (desk.asked_about(FACT), desk.asked_about(OTHER), desk.learnt()) == (1, 1, [])
        assert [one["state"] for one in desk.sources()] == ["blocked"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_in_mode_local_and_at_the_days_limit_no_call_is_made(client_on_path: Machine, backend: str) -> None:
    machine = client_on_path

    def choose(name: str, value: str) -> None:
        machine.mem("config", "set", name, value, "--yes")

    choose("mode", "local")
    with desk_of(machine, backend) as desk:
        desk.session()
        assert "mode local forbids" in machine.complaints()
        machine.excused = machine.complaints()
        choose("mode", "hosted")
        choose("extraction_daily_usd", "0.0001")
        assert "today's limit of $0.0001 is reached" in machine.mem_at_terminal("extract")
        assert desk.model.requests == []
        assert [one["state"] for one in desk.sources()] == ["pending"]
        assert desk.spending()["today_usd"] == 0
        choose("extraction_daily_usd", "0.5")
        machine.mem_at_terminal("extract")
        assert (desk.asked_about(FACT), len(desk.learnt()), desk.sources()) == (1, 1, [])
