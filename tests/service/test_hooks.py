"""Hooks ask the service and are quick with it; without it, or when it is slow, they answer by themselves, once."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hooks.client import Ran

from .running import Impostor, Machine, is_alive, message, until

RULE = "The billing job runs at 02:00 in region north; never restart it by hand."
PROMPT = "why does the billing job fail in region north?"


def answered(machine: Machine) -> int:
    """How many events the service has answered."""
    status = machine.status()
    assert status is not None
    return int(status["answered"].get("hooks", 0))


ASKING = [
    ("SessionStart", {"source": "startup"}),
    ("UserPromptSubmit", {"prompt": PROMPT}),
    ("PreToolUse", {"tool_name": "Read", "tool_input": {"file_path": "/x/billing.py"}}),
    ("PostToolUseFailure", {"tool_name": "Bash", "tool_input": {"command": "run billing job"}, "error": "Exit code 1"}),
]


@pytest.mark.parametrize(("event", "fields"), ASKING)
def test_the_service_says_what_the_hook_alone_would_say(
    machine: Machine, remember: Callable[..., str], event: str, fields: dict[str, object]
) -> None:
    machine.environ["HARDWON_EMBEDDER"] = "none"
    remember(RULE, category="gotcha", files=["billing.py"])
    alone = machine.hook(event, session_id="alone", **fields)
    machine.start_service()
    served = machine.hook(event, session_id="served", **fields)
    assert answered(machine) == 1
    assert RULE in alone.context
    assert served.out == alone.out


@pytest.mark.parametrize("event", ["PostToolUse", "Stop", "SessionEnd", "PreCompact", "SubagentStop", "PostCompact"])
def test_events_that_recall_nothing_do_not_ask(machine: Machine, event: str) -> None:
    machine.environ["HARDWON_ENV"] = "testing"  # no digester
    machine.start_service()
    machine.hook(event, agent_type="x")
    assert answered(machine) == 0
    assert len(machine.effects(event)) == 1


def test_what_an_event_does_besides_is_done_once_and_the_same(machine: Machine, remember: Callable[..., str]) -> None:
    machine.environ["HARDWON_ENV"] = "testing"
    id = remember(RULE)
    ways = {}
    for way in ("alone", "served"):
        if way == "served":
            machine.start_service()
        shutil.rmtree(machine.data / "spool", ignore_errors=True)
        machine.hook("SessionStart", source="startup")
        machine.hook("UserPromptSubmit", prompt=PROMPT)
        until(lambda: len(machine.effects("SessionStart")) == 2 and len(machine.effects("UserPromptSubmit")) == 1)
        noted = [line.split(" ") for line in machine.session_lines()]
        ways[way] = [[kind, *rest] for kind, _, *rest in noted]
    assert ways["alone"] == ways["served"]
    assert ["g", "SessionStart", id] in ways["served"]
    assert answered(machine) == 2


def test_what_was_given_is_not_given_again(machine: Machine, remember: Callable[..., str]) -> None:
    remember(RULE)
    machine.start_service()
    assert RULE in machine.hook("UserPromptSubmit", prompt=PROMPT).context
    until(lambda: machine.session_lines())
    assert machine.hook("UserPromptSubmit", prompt=PROMPT).out == ""
    assert RULE in machine.hook("UserPromptSubmit", prompt=PROMPT, session_id="another").context


def test_a_subagents_task_is_kept_and_answered_through_the_service(
    machine: Machine, remember: Callable[..., str]
) -> None:
    remember(RULE)
    machine.start_service()
    task = {"tool_name": "Agent", "tool_input": {"prompt": PROMPT, "subagent_type": "general"}}
    assert machine.hook("PreToolUse", **task).out == ""
    until(lambda: machine.session_lines())
    assert RULE in machine.hook("SubagentStart", agent_id="a1", agent_type="general").context
    assert answered(machine) == 2


def test_a_stopped_service_costs_a_deadline_and_nothing_else(machine: Machine, remember: Callable[..., str]) -> None:
    machine.environ["HARDWON_ENV"] = "testing"
    remember(RULE, category="gotcha", files=["billing.py"])
    pid = machine.start_service()["pid"]
    machine.stop_process(pid)
    for event, fields in ASKING:
        ran = machine.hook(event, session_id=event, **fields)
        assert RULE in ran.context
        assert ran.ms < 900
    before = len(machine.waiting()), machine.session_lines()
    machine.go_on()
    until(machine.status)
    until(lambda: (machine.status() or {"in_hand": 1})["in_hand"] == 0)
    assert answered(machine) == 0  # what the hooks asked long ago is of no use to anybody now
    machine.hook("UserPromptSubmit", prompt="go ahead", session_id="last")
    until(lambda: len(machine.waiting()) == before[0] + 1)
    assert machine.session_lines() == before[1]


def test_a_service_that_is_killed_while_a_hook_waits_changes_nothing(
    machine: Machine, remember: Callable[..., str]
) -> None:
    machine.environ["HARDWON_ENV"] = "testing"
    remember(RULE)
    pid = machine.start_service()["pid"]
    machine.stop_process(pid)
    process = machine.start(machine.argv("UserPromptSubmit"))
    assert process.stdin
    process.stdin.write(machine.payload("UserPromptSubmit", prompt=PROMPT))
    process.stdin.close()
    process.stdin = None
    until(lambda: machine.waiting("claims"))
    os.kill(pid, signal.SIGKILL)
    out, _ = process.communicate(timeout=30)
    assert RULE in Ran(code=0, out=out.decode(), err="", ms=0).context
    assert len(machine.effects("UserPromptSubmit")) == 2
    assert [line.split(" ")[0] for line in machine.session_lines()] == ["g"]


def test_a_hook_that_is_killed_before_it_answered_leaves_nothing_behind(
    machine: Machine, remember: Callable[..., str]
) -> None:
    remember(RULE)
    pid = machine.start_service()["pid"]
    machine.stop_process(pid)
    process = machine.start(machine.argv("UserPromptSubmit"))
    assert process.stdin
    process.stdin.write(machine.payload("UserPromptSubmit", prompt=PROMPT))
    process.stdin.close()
    process.stdin = None
    until(lambda: machine.waiting("claims"))
    process.kill()
    process.communicate(timeout=30)
    machine.go_on()
    until(machine.status)
    assert machine.waiting() == []
    assert machine.session_lines() == []


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"garbage that is no message at all",
        b"\0\0\0\2\0\0\0\0{}",
        message({"ok": False, "reason": "version"}),
        message({"ok": True, "more": True}),
        message({"ok": True}, b"x" * 100)[:-1],
        None,
    ],
)
def test_something_else_on_the_socket_is_not_believed(
    machine: Machine, remember: Callable[..., str], answer: bytes | None
) -> None:
    remember(RULE)
    other = Impostor(machine.socket, answer)
    try:
        ran = machine.hook("PreToolUse", tool_name="Agent", tool_input={"prompt": "x"})
        assert ran.out == ""
        if answer != message({"ok": True, "more": True}):
            assert RULE in machine.hook("UserPromptSubmit", prompt=PROMPT).context
    finally:
        other.close()
    assert other.heard
    machine.socket.unlink()


def test_whoever_wants_no_service_does_not_get_its_answers(machine: Machine, remember: Callable[..., str]) -> None:
    remember(RULE)
    machine.start_service()
    machine.environ["HARDWON_SERVICE"] = "off"
    assert RULE in machine.hook("UserPromptSubmit", prompt=PROMPT).context
    until(lambda: machine.session_lines())
    assert [line.split(" ")[0] for line in machine.session_lines()] == ["g"]


def test_many_clients_at_once_are_all_served(machine: Machine, remember: Callable[..., str]) -> None:
    remember(RULE)
    machine.start_service()
    payloads = [machine.payload("UserPromptSubmit", prompt=PROMPT, session_id=f"s{n}") for n in range(50)]
    with ThreadPoolExecutor(50) as pool:
        outs = [ran.out for ran in pool.map(lambda data: machine.raw("UserPromptSubmit", data), payloads)]
    assert all(RULE in out for out in outs)
    until(lambda: sum(line.startswith("g") for line in machine.session_lines()) == 50)


def test_of_two_identical_hooks_the_service_answers_one(machine: Machine, remember: Callable[..., str]) -> None:
    remember(RULE)
    machine.start_service()
    data = machine.payload("UserPromptSubmit", prompt=PROMPT)
    with ThreadPoolExecutor(2) as pool:
        outs = list(pool.map(lambda _: machine.raw("UserPromptSubmit", data).out, range(2)))
    assert sorted(bool(out) for out in outs) == [False, True]
    assert answered(machine) == 1


def test_a_command_is_carried_out_by_the_service(machine: Machine) -> None:
    machine.start_service()
    said = machine.command("remember", RULE)
    assert "Remembered as" in said.reason
    assert answered(machine) == 1
    assert machine.rows("SELECT count(*) FROM memories") == [(1,)]
    assert "Known already" in machine.command("remember", RULE).reason


def test_a_command_is_carried_out_once_although_the_service_hangs(machine: Machine) -> None:
    pid = machine.start_service()["pid"]
    machine.stop_process(pid)
    said = machine.command("remember", RULE)
    assert "Remembered as" in said.reason
    assert said.ms < 4000
    machine.go_on()
    machine.start_service()
    assert machine.command("outcome", "nonsense").reason.startswith("Usage")  # all that came before it is dealt with
    assert machine.rows("SELECT count(*) FROM memories") == [(1,)]
    assert machine.rows("SELECT count(*) FROM restatements") == [(0,)]


def test_a_command_outlasts_a_service_that_is_told_to_leave(machine: Machine, remember: Callable[..., str]) -> None:
    remember("Something that makes the store exist.")
    pid = machine.start_service()["pid"]
    with machine.engine() as engine, engine.batch(), ThreadPoolExecutor(1) as pool:  # the store is being written to
        running = pool.submit(machine.command, "remember", RULE)
        until(lambda: answered(machine) == 1)
        os.kill(pid, signal.SIGTERM)
        said = running.result(30).reason
    assert "Kept aside" in said
    until(lambda: not is_alive(pid))
    machine.settle()
    assert (RULE,) in machine.rows("SELECT content FROM versions")


def test_a_start_of_a_session_starts_the_service_after_its_answer(
    machine: Machine, remember: Callable[..., str]
) -> None:
    remember(RULE)
    assert RULE in machine.hook("SessionStart", source="startup").context
    until(machine.status)
    assert RULE in machine.hook("UserPromptSubmit", prompt=PROMPT, session_id="b").context
    assert answered(machine) == 1


@pytest.mark.parametrize(
    "environ",
    [
        {"HARDWON_EMBEDDER": "none"},
        {"HARDWON_EMBEDDER": "onnx"},
        {"HARDWON_SERVICE": "off"},
        {"HARDWON_ENV": "testing"},
    ],
)
def test_no_hook_starts_a_service_where_it_would_not_help(machine: Machine, environ: dict[str, str]) -> None:
    machine.environ.update(environ)
    machine.hook("SessionStart", source="startup")
    machine.hook("UserPromptSubmit", prompt=PROMPT)
    machine.settle()
    assert not machine.socket.parent.exists()


def test_a_digester_that_the_service_started_is_taken_leave_of(machine: Machine) -> None:
    pid = machine.start_service()["pid"]
    machine.hook("UserPromptSubmit", prompt=PROMPT)
    until(lambda: machine.waiting())
    old = machine.waiting()[0]
    old.rename(old.with_name("0000000000000001" + old.name[16:]))  # as if its session had been killed
    machine.hook("SessionStart", source="startup", session_id="next")
    until(lambda: not machine.waiting())

    def children() -> list[str]:
        found = subprocess.run(["ps", "--ppid", str(pid), "-o", "stat="], capture_output=True, text=True, check=False)
        return found.stdout.split()

    until(lambda: not children())


def test_the_log_says_nothing_of_what_was_asked(machine: Machine, remember: Callable[..., str]) -> None:
    remember(RULE)
    Path(machine.paths.project_db(machine.binding)).write_bytes(b"damaged" * 1000)
    machine.start_service()
    ran = machine.hook("PreToolUse", tool_name="Agent", tool_input={"prompt": "Aurelia"})
    assert ran.out == ""
    log = (machine.data / "logs" / "service.log").read_text()
    assert "PreToolUse was left to its hook" in log
    assert "Aurelia" not in log
