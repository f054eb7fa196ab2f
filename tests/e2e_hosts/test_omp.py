"""Hardwon in the real OMP: what its model is given and may call, in which sessions, and what is left afterwards."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from e2e.messages_api import Reply, Request, Script, calls, says
from e2e.processes import still_running_after

from .omp import FENCE, Omp, Rpc, given, messages

pytestmark = pytest.mark.e2e

TRAP = "The staging deploy needs VPN profile blue-9 first."
ASK = "how do I run the staging deploy?"
Start = Callable[[Script], Omp]


def routed(tool: str, **arguments: object) -> Reply:
    """A call of one of our tools the way OMP offers them to a model."""
    return calls("write", path=f"xd://mcp__hardwon_{tool}", content=json.dumps(arguments))


def events(omp: Omp) -> list[tuple[str, str]]:
    """Event and tool of what the project's store has of its sessions, once all that runs in the background is done."""
    assert still_running_after(omp.home, 60) == []
    [path] = (omp.home / ".local/share/hardwon/projects").glob("*/memory.db")
    with closing(sqlite3.connect(path)) as database:
        return list(database.execute("SELECT event, tool FROM events ORDER BY at, rowid"))


def last_result(omp: Omp) -> str:
    return omp.api.requests[-1].results[-1][0]


def test_each_turn_gets_its_memories_once_and_none_piles_up(omp_with: Start) -> None:
    omp = omp_with(Script(replies=[says("one"), calls("bash", command="echo at-work"), says("two"), says("three")]))
    omp.mem("add", TRAP, "--category", "gotcha")
    omp.mem("add", "Releases are cut on Tuesdays from the branch stable.", "--category", "convention")
    prompts = (ASK, "when are releases cut?", "ok")
    omp.run(*prompts)
    assert len(omp.api.requests) == 4
    for request, prompt in zip(omp.api.requests, (ASK, prompts[1], prompts[1], "ok"), strict=True):
        [text] = given(request)
        assert request.text.count(TRAP) == 1 and TRAP in text
        texts = [text for _, text in messages(request)]
        at = max(index for index, text in enumerate(texts) if text.endswith(prompt))
        assert FENCE in texts[at + 1]
    assert given(omp.api.requests[0])[0].index(TRAP) < given(omp.api.requests[0])[0].index("Tuesdays")
    assert given(omp.api.requests[1])[0].index("Tuesdays") < given(omp.api.requests[1])[0].index(TRAP)
    assert FENCE not in omp.sessions()


def test_a_round_trip_through_the_server_and_what_is_left_of_it(omp_with: Start) -> None:
    omp = omp_with(Script())
    remember = routed("memory_remember", content=TRAP, project=omp.binding)
    recall = calls("mcp__hardwon_memory_recall", query="staging deploy", projects=[omp.binding])
    omp.api._choose = Script(replies=[remember, recall, says("done")]).chooser()
    omp.run("SECRET-PROMPT look after the deploy")
    assert f"Current authorized project: {omp.binding}" in omp.api.requests[0].text
    assert TRAP in last_result(omp)
    [memory] = omp.memories()
    assert (memory["content"], memory["trust"]) == (TRAP, "agent")
    kept = events(omp)
    assert ("PostToolUse", "mcp__hardwon_memory_remember") in kept
    assert {event for event, _ in kept} >= {"SessionStart", "HostTurn", "Stop", "PostToolUse"}
    data = b"".join(path.read_bytes() for path in (omp.home / ".local/share/hardwon").rglob("*") if path.is_file())
    assert b"SECRET-PROMPT" not in data


@pytest.mark.parametrize("way", [calls, None], ids=["by name", "by route"])
def test_a_call_for_another_project_or_for_none_is_not_made(omp_with: Start, way: object) -> None:
    def call(tool: str, **arguments: object) -> Reply:
        return calls(f"mcp__hardwon_{tool}", **arguments) if way else routed(tool, **arguments)

    script = Script(
        replies=[
            call("memory_remember", content="Use tabs.", project="path:/elsewhere"),
            call("memory_recall", query="x", projects=["path:/elsewhere"]),
            call("memory_remember", content="Use tabs."),
            calls("bash", command="echo untouched"),
            says("done"),
        ]
    )
    omp = omp_with(script)
    omp.run("go")
    first, second, third, fourth = (text for text, _ in omp.api.requests[-1].results)
    for refusal in (first, second):
        assert f"pass exactly {omp.binding}" in refusal
    assert "project" in third and "required" in third
    assert "untouched" in fourth
    assert omp.memories() == []


def test_a_subagent_gets_nothing_and_may_call_nothing(omp_with: Start) -> None:
    omp = omp_with(Script())
    status = {"project": omp.binding}
    by_route = routed("memory_status", **status)
    by_eval = calls("eval", language="js", code=f"await tool.mcp__hardwon_memory_status({json.dumps(status)})")
    task = calls("task", context="ctx", tasks=[{"name": "Kid", "task": "about the staging deploy"}])
    own = iter([by_route, by_eval, calls("yield", data="SUB-DONE"), says("over")])
    main = iter([task, by_route, says("main done")])

    def is_subagents(request: Request) -> bool:
        return "_yield" in request.tools  # OMP marks its tools for this kind of model

    omp.api._choose = lambda request: next(own if is_subagents(request) else main)
    omp.mem("add", TRAP)
    assert "main done" in omp.run("delegate the staging deploy")
    subagents = [request for request in omp.api.requests if is_subagents(request)]
    assert len(subagents) >= 3
    assert not [request for request in subagents if FENCE in request.text]
    refused = [text for text, _ in subagents[2].results]
    assert all("main agent" in text for text in refused) and len(refused) == 2
    assert "main agent" not in last_result(omp) and omp.binding in last_result(omp)
    assert [tool for _, tool in events(omp) if "hardwon" in tool] == ["mcp__hardwon_memory_status"]


def test_a_session_that_left_its_project_gets_and_calls_nothing_until_it_is_back(
    omp_with: Start, tmp_path: Path
) -> None:
    omp = omp_with(Script())
    other = tmp_path / "other"
    other.mkdir()
    omp.mem("add", TRAP)
    omp.mem("add", "The staging deploy of the other project is by hand.", cwd=other)
    replies = [says("here"), *[routed("memory_status", project=name) for name in (omp.binding, f"path:{other}")]]
    omp.api._choose = Script(replies=[*replies, says("away"), says("back")]).chooser()
    with Rpc(omp) as rpc:
        rpc.prompt(ASK)
        rpc.prompt(f"/move {other}")
        told = rpc.prompt(ASK)
        answered = rpc.prompt("/hardwon staging deploy")
        rpc.prompt(f"/move {omp.project}")
        rpc.prompt(ASK)
    here, *away, back = omp.api.requests
    assert TRAP in given(here)[0] and TRAP in given(back)[0]
    assert [given(request) for request in away] == [[], [], []]
    assert all("left its project" in text for text, _ in away[-1].results) and len(away[-1].results) == 2
    assert "left its project" in json.dumps(told)
    assert "left its project" in json.dumps(answered) and "by hand" not in json.dumps(answered)


def test_no_memory_gets_into_the_summary_of_a_compaction(omp_with: Start) -> None:
    omp = omp_with(Script())
    omp.mem("add", TRAP)
    with Rpc(omp) as rpc:
        for _ in range(4):
            rpc.prompt(ASK + " x" * 40_000)
        before = len(omp.api.requests)
        rpc.compact()
        summaries = omp.api.requests[before:]
        rpc.prompt(ASK)
    assert summaries and not [request for request in summaries if TRAP in request.text]
    assert omp.api.requests[-1].text.count(TRAP) == 1


def test_the_command_answers_the_person_and_gives_its_finding_to_the_next_turn(omp_with: Start) -> None:
    omp = omp_with(Script())
    omp.mem("add", TRAP)
    omp.mem("config", "set", "brief_tokens", "50", "--yes")
    assert TRAP in omp.run("/hardwon VPN profile")
    with Rpc(omp) as rpc:
        assert "Remembered as" in json.dumps(rpc.prompt("/hardwon remember The release branch is stable."))
        assert TRAP in json.dumps(rpc.prompt("/hardwon VPN profile"))
        rpc.prompt("the colour of the sky")
        rpc.prompt("the colour of the sea")
    asked, later = omp.api.requests[-2:]
    assert given(asked)[0].count(FENCE) == given(later)[0].count(FENCE) + 1  # the brief comes with both
    assert {memory["content"] for memory in omp.memories()} == {TRAP, "The release branch is stable."}
    assert FENCE not in omp.sessions()


def test_loading_it_twice_changes_nothing(omp_with: Start) -> None:
    omp = omp_with(Script(replies=[says("one"), says("two")]))
    omp.mem("add", TRAP)
    copy = omp.home / "copy.mjs"
    shutil.copy(omp.agent / "extensions" / "hardwon.mjs", copy)
    shown = omp.run("-e", str(copy), "-p", "/hardwon VPN profile", ASK, "and then?")
    assert shown.count(TRAP) == 1
    assert [len(given(request)) for request in omp.api.requests] == [1, 1]
    assert [request.text.count(TRAP) for request in omp.api.requests] == [2, 1]  # the command's comes with the first
    kept = [event for event, _ in events(omp)]
    assert (kept.count("SessionStart"), kept.count("HostTurn"), kept.count("UserPromptExpansion")) == (1, 2, 1)


def test_a_memory_that_hangs_costs_a_turn_its_limit_and_no_more(omp_with: Start) -> None:
    omp = omp_with(Script())
    hangs = 'read -r question\ncase $question in *\'"op":"done"\'*) ;; *) sleep 600 ;; esac\n'
    (omp.home / ".hardwon" / "hook.sh").write_text(hangs)
    began = time.monotonic()
    assert "ok" in omp.run(ASK, variables={"HARDWON_TURN_MS": "1000"})
    assert time.monotonic() - began < 25
    assert still_running_after(omp.home, 30) == []
    assert "timed out" not in omp.logs()


def test_a_service_that_hangs_costs_a_second_and_no_memory(omp_with: Start) -> None:
    omp = omp_with(Script())
    omp.mem("add", TRAP)
    omp.mem("service", "start")
    pid = omp.service_pid()
    os.kill(pid, signal.SIGSTOP)
    try:
        omp.run(ASK)
    finally:
        os.kill(pid, signal.SIGCONT)
    assert TRAP in given(omp.api.requests[0])[0]


def bridges(omp: Omp) -> list[int]:
    """The processes that OMP started as our server."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words, environ = (entry / "cmdline").read_bytes(), (entry / "environ").read_bytes()
        except OSError:
            continue
        if b"hardwon.server.bridge" in words and f"HOME={omp.home}".encode() in environ:
            found.append(int(entry.name))
    return found


def kill_the_bridge_in_a_call(omp: Omp, store: Path, locked: threading.Event) -> None:
    """Lock the store, wait until a call waits for it in the service, kill the bridge, and let go of the store."""
    with closing(sqlite3.connect(store, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        locked.set()
        while not json.loads(omp.mem("service", "status", "--json")).get("in_hand"):
            pass  # asking takes long enough
        [bridge] = bridges(omp)
        os.kill(bridge, signal.SIGKILL)
        database.execute("ROLLBACK")


def test_a_write_whose_server_dies_under_it_is_sent_again_and_done_once(omp_with: Start) -> None:
    omp = omp_with(Script())
    omp.mem("add", TRAP)
    [memory] = omp.memories()
    [store] = (omp.home / ".local/share/hardwon/projects").glob("*/memory.db")
    omp.mem("service", "start")
    locked = threading.Event()
    killer = threading.Thread(target=kill_the_bridge_in_a_call, args=(omp, store, locked), daemon=True)

    def begin() -> None:
        killer.start()
        assert locked.wait(60)

    report = calls("mcp__hardwon_memory_outcome", id=memory["id"], verdict="worked", project=omp.binding)
    omp.api._choose = Script(replies=[Reply(calls=report.calls, first=begin), says("done")]).chooser()
    omp.run("go")
    killer.join(60)
    assert not killer.is_alive()
    assert memory["id"] in last_result(omp) and "failure" not in last_result(omp)
    with closing(sqlite3.connect(store)) as database:
        assert database.execute("SELECT count(*) FROM outcomes").fetchone() == (1,)


@pytest.mark.parametrize("variable", ["HARDWON_HOME", "XDG_DATA_HOME"])
def test_the_projects_env_file_moves_no_memory(omp_with: Start, tmp_path: Path, variable: str) -> None:
    omp = omp_with(Script())
    evil = tmp_path / "evil"
    (omp.project / ".env").write_text(f"{variable}={evil}\nHARDWON_STRICT=0\n")
    loose = routed("memory_remember", content="Use tabs.")
    strict = routed("memory_remember", content="Use spaces.", project=omp.binding)
    omp.api._choose = Script(replies=[loose, strict, says("done")]).chooser()
    omp.mem("add", TRAP)
    omp.run(ASK)
    assert TRAP in given(omp.api.requests[0])[0]
    assert {memory["content"] for memory in omp.memories()} == {TRAP, "Use spaces."}
    assert not evil.exists()


def test_without_an_installation_the_turn_goes_on_and_the_person_is_told_once(omp_with: Start) -> None:
    omp = omp_with(Script())
    for name in ("hook.sh", "mcp.sh"):
        (omp.home / ".hardwon" / name).unlink()
    with Rpc(omp) as rpc:
        rpc.prompt(ASK)
        rpc.prompt(ASK)
    assert json.dumps(rpc.frames).count("mem install omp") == 1
    assert len(omp.api.requests) == 2
