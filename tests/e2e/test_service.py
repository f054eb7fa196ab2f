"""The service behind a real client: shared, warm, and never missed when it is gone."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from . import product
from .machine import Machine
from .messages_api import Script, calls, says
from .processes import Process, left_running
from .product import Environment

pytestmark = pytest.mark.e2e

RULE = "Never restart the billing job by hand in region north."
PROMPT = "Why does the billing job in region north not restart?"
# Every word of it is one that a search by words leaves out, so only its vector can be found.
SMALL_WORDS = "What we would not have had before you were there"
PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def environment(wheelhouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Hardwon with what vectors need."""
    return product.make_environment(tmp_path_factory.mktemp("vectors") / "venv", wheelhouse, *product.VECTORS)


@pytest.fixture
def machine(machine: Machine) -> Machine:
    """A machine on which memories get vectors."""
    machine.variables["HARDWON_EMBEDDER"] = "hashing"
    machine.mem("add", RULE, "-c", "gotcha")
    return machine


def services(machine: Machine) -> list[Process]:
    """The services that run."""
    return [process for process in left_running(machine.home) if "hardwon/service" in process.command]


@contextmanager
def while_it_runs(machine: Machine) -> Iterator[int]:
    """A service that stays while the block runs, and its process."""
    idle_s = machine.variables["HARDWON_SERVICE_IDLE_S"]
    machine.variables["HARDWON_SERVICE_IDLE_S"] = "600"
    try:
        yield machine.mem_json("service", "start")["pid"]
    finally:
        machine.variables["HARDWON_SERVICE_IDLE_S"] = idle_s
        machine.mem("service", "stop")


def wait_for_vectors(machine: Machine) -> None:
    """Wait until every memory has a vector."""
    end = time.monotonic() + PATIENCE_S
    while (stats := machine.mem_json("stats"))["vectors"] < stats["vectors_wanted"]:
        machine.mem("search", "anything")  # tells the service which store to look after
        assert time.monotonic() < end, stats


def test_a_prompt_brings_what_is_meant_where_no_word_is_shared(machine: Machine) -> None:
    machine.mem("add", SMALL_WORDS)
    with while_it_runs(machine):
        wait_for_vectors(machine)
        run = machine.claude(Script(), "-p", "What would we not have had before you were there?")
        answered = machine.mem_json("service", "status")["answered"]
    assert SMALL_WORDS in run.requests[0].text
    assert answered["hooks"] >= 2


def test_what_one_session_is_told_by_tool_the_next_prompt_of_another_brings(machine: Machine) -> None:
    fact = "The cellar lamp of the archive flickers when the lift moves."
    with while_it_runs(machine):
        remember = calls("mcp__hardwon__memory_remember", content=fact)
        machine.claude(Script(replies=[remember]), "-p", "Go", "--allowedTools", "mcp__hardwon")
        run = machine.claude(Script(), "-p", "Why does the cellar lamp of the archive flicker?")
    assert fact in run.requests[0].text


@pytest.mark.parametrize(
    "variables", [{"HARDWON_SERVICE": "off"}, {"HARDWON_EMBEDDER": "fastembed"}, {"HARDWON_EMBEDDER": "none"}]
)
def test_without_service_or_model_the_words_do(machine: Machine, variables: dict[str, str]) -> None:
    seen: list[Process] = []
    look = calls("Bash", command="true", first=lambda: seen.extend(services(machine)))
    recall = calls("mcp__hardwon__memory_recall", query="restart billing job")
    machine.variables |= variables
    run = machine.claude(Script(replies=[recall, look]), "-p", PROMPT, "--allowedTools", "mcp__hardwon,Bash")
    recalled, failed = run.requests[-1].results[0]
    assert RULE in run.requests[0].text
    assert (RULE in recalled, failed) == (True, False)
    assert len(seen) == (0 if variables.get("HARDWON_SERVICE") == "off" else 1)


def test_a_service_that_is_killed_while_a_prompt_waits_for_it_is_not_missed(machine: Machine) -> None:
    """It is stopped first, so that the prompt's hook is sure to be waiting when the kill comes."""
    claims = machine.data / "spool" / "claims"
    killed = threading.Event()
    with while_it_runs(machine) as pid:

        def kill_when_asked() -> None:
            end = time.monotonic() + PATIENCE_S
            while not any(claims.glob("*-UserPromptSubmit")) and time.monotonic() < end:
                time.sleep(0.001)
            os.kill(pid, signal.SIGKILL)
            killed.set()

        os.kill(pid, signal.SIGSTOP)
        killer = threading.Thread(target=kill_when_asked)
        killer.start()
        recall = calls("mcp__hardwon__memory_recall", query="restart billing job")
        run = machine.claude(Script(replies=[recall, says("done")]), "-p", PROMPT, "--allowedTools", "mcp__hardwon")
        killer.join(PATIENCE_S)
    assert killed.is_set()
    assert RULE in run.requests[0].text
    ((recalled, failed),) = run.requests[-1].results
    assert (RULE in recalled, failed) == (True, False)
    assert run.stdout.strip() == "done"


def test_a_service_that_is_killed_between_tool_and_answer_is_not_missed(machine: Machine) -> None:
    def kill() -> None:
        for process in services(machine):
            os.kill(process.pid, signal.SIGKILL)

    replies = [
        calls("mcp__hardwon__memory_recall", query="restart billing job"),
        calls("mcp__hardwon__memory_recall", query="billing job north", first=kill),
        says("done"),
    ]
    run = machine.claude(Script(replies=replies), "-p", PROMPT, "--allowedTools", "mcp__hardwon")
    assert [(RULE in text, failed) for text, failed in run.requests[-1].results] == [(True, False)] * 2
    assert run.stdout.strip() == "done"


def test_two_clients_share_one_service_and_leave_nothing(machine: Machine) -> None:
    both_are_there = threading.Barrier(2)
    seen: list[int] = []

    def look() -> None:
        both_are_there.wait(PATIENCE_S)
        seen.append(len(services(machine)))
        both_are_there.wait(PATIENCE_S)

    def client(number: int) -> str:
        content = f"Till {number} of the billing desk squeaks."
        replies = [calls("mcp__hardwon__memory_remember", content=content), calls("Bash", command="true", first=look)]
        run = machine.claude(Script(replies=replies), "-p", PROMPT, "--allowedTools", "mcp__hardwon,Bash")
        return run.requests[0].text

    with ThreadPoolExecutor(2) as pool:
        texts = list(pool.map(client, range(2)))
    assert seen == [1, 1]
    assert all(RULE in text for text in texts)
    assert len(machine.memories()) == 3
    machine.at_rest(timeout_s=30)
