"""The bridge as a client meets it: at once, strict, and gone when it should be."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardwon.server import manifest

from .raw import BRIDGE, RawClient, children_of, is_alive, text_of

Start = Callable[..., RawClient]
INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "t", "version": "0"},
}


def recall(**arguments: Any) -> dict[str, Any]:
    return {"name": "memory_recall", "arguments": arguments}


def test_the_tools_are_there_long_before_a_host_gives_up(bridge: Start) -> None:
    began = time.monotonic()
    client = bridge()
    client.initialize()
    tools = client.ask("tools/list")["result"]["tools"]
    assert time.monotonic() - began < 2.0  # bench/mcp_start.py measures what it really takes
    assert [tool["name"] for tool in tools] == manifest.load()["core"]


def test_the_bridge_loads_nothing_that_is_slow_to_load() -> None:
    code = "import sys, hardwon.server.bridge; print(' '.join(sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-I", "-c", code], text=True).split()
    heavy = {"mcp", "pydantic", "asyncio", "apsw", "click", "subprocess", "dataclasses", "typing", "pathlib"}
    added = set(loaded) - set(subprocess.check_output(
        [sys.executable, "-I", "-c", "import sys; print(' '.join(sys.modules))"], text=True
    ).split())  # fmt: skip
    assert not heavy & added


def test_the_project_is_named_in_the_instructions_and_in_every_tool(bridge: Start, project: Path) -> None:
    client = bridge()
    line = f"Current authorized project: path:{project.resolve()}"
    assert client.initialize()["instructions"].endswith(line)
    assert all(tool["description"].endswith(line) for tool in client.ask("tools/list")["result"]["tools"])


def test_a_remote_names_the_project(bridge: Start, project: Path) -> None:
    (project / ".git").mkdir()
    for name in ("objects", "refs"):
        (project / ".git" / name).mkdir()
    (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (project / ".git" / "config").write_text('[remote "origin"]\n\turl = git@forge.example:team/app.git\n')
    assert bridge().initialize()["instructions"].endswith("project: repo:forge.example/team/app")


@pytest.mark.parametrize("version", manifest.load()["protocolVersions"])
def test_a_known_protocol_version_is_spoken(bridge: Start, version: str) -> None:
    assert bridge().initialize(version)["protocolVersion"] == version


@pytest.mark.parametrize("version", ["2099-01-01", "1", ""])
def test_an_unknown_protocol_version_is_answered_with_the_newest(bridge: Start, version: str) -> None:
    assert bridge().initialize(version)["protocolVersion"] == manifest.load()["protocolVersions"][-1]


def test_a_discover_probe_is_refused_at_once_and_the_handshake_still_works(bridge: Start) -> None:
    client = bridge()
    envelope = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}
    assert client.ask("server/discover", envelope)["error"]["code"] == -32601
    assert client.initialize("2025-11-25")["protocolVersion"] == "2025-11-25"


def test_a_call_of_the_protocol_without_a_handshake_is_told_what_is_spoken(bridge: Start) -> None:
    envelope = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}
    error = bridge().ask("tools/list", envelope)["error"]
    assert error["code"] == -32022
    assert error["data"]["supported"] == manifest.load()["protocolVersions"]


def test_lists_that_are_empty_are_answered(bridge: Start) -> None:
    client = bridge()
    client.initialize()
    assert client.ask("ping")["result"] == {}
    assert client.ask("resources/list")["result"] == {"resources": []}
    assert client.ask("resources/templates/list", {})["result"] == {"resourceTemplates": []}
    assert client.ask("logging/setLevel", {"level": "debug"})["result"] == {}
    names = [prompt["name"] for prompt in client.ask("prompts/list")["result"]["prompts"]]
    assert names == ["memory-context", "recall", "remember", "review-memory"]


@pytest.mark.parametrize(
    ("method", "params", "code", "reason"),
    [
        ("no/such/method", {}, -32601, "Method not found"),
        ("completion/complete", {}, -32601, "Method not found"),
        ("resources/read", {"uri": "file:///etc/passwd"}, -32602, "no such resource"),
        ("tools/list", {"cursor": "x"}, -32602, "one page"),
        ("tools/list", [], -32602, "params must be an object"),
        ("initialize", {}, -32602, "protocolVersion"),
        ("logging/setLevel", {"level": "loud"}, -32602, "level: must be one of"),
        ("tools/call", {}, -32602, "name: required"),
        ("tools/call", {"name": 5}, -32602, "name: required"),
        ("tools/call", {"name": "nope", "arguments": {}}, -32602, "unknown tool 'nope'"),
        ("tools/call", {"name": "memory_why", "arguments": {"query": "x"}}, -32602, "HARDWON_TOOLS=all"),
        ("tools/call", {"name": "memory_recall", "arguments": ["x"]}, -32602, "must be an object"),
        ("tools/call", recall(), -32602, "query: required"),
        ("tools/call", recall(query=None), -32602, "query: must be a string, not null"),
        ("tools/call", recall(query={"a": 1}), -32602, "query: must be a string, not an object"),
        ("tools/call", recall(query="x", limit="5"), -32602, "limit: must be a whole number, not a string"),
        ("tools/call", recall(query="x", limit=2.5), -32602, "limit: must be a whole number"),
        (
            "tools/call",
            recall(query="x", limit=True),
            -32602,
            "limit: must be a whole number, not true or false",
        ),
        ("tools/call", recall(query="x", limit=-1), -32602, "limit: must be at least 1"),
        ("tools/call", recall(query="x", limit=10**30), -32602, "limit: must be at most 20"),
        ("tools/call", recall(query="x", bogus=True), -32602, "bogus: unknown argument"),
        ("tools/call", recall(query="x", tags="a"), -32602, "tags: must be a list, not a string"),
        ("tools/call", recall(query="x", tags=["a", 1]), -32602, "tags[1]: must be a string"),
        ("tools/call", recall(query="x", limit=0, bogus=1), -32602, "limit: must be at least 1; bogus"),
        (
            "tools/call",
            {"name": "memory_outcome", "arguments": {"id": "a", "verdict": "great"}},
            -32602,
            "verdict: must be one of worked, failed, partial",
        ),
        (
            "tools/call",
            {"name": "memory_remember", "arguments": {"content": ""}},
            -32602,
            "content: must be at least 1 characters",
        ),
        ("prompts/get", {"name": "nope"}, -32602, "unknown prompt 'nope'"),
        ("prompts/get", {"name": "recall"}, -32602, "query: required"),
        ("prompts/get", {"name": "recall", "arguments": {"query": 1}}, -32602, "query: must be a string"),
    ],
)
def test_what_cannot_be_served_is_refused_with_the_reason(
    bridge: Start, method: str, params: Any, code: int, reason: str
) -> None:
    error = bridge().ask(method, params)["error"]
    assert error["code"] == code
    assert reason in error["message"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{broken json", -32700),
        (b"\xff\xfe\x00", -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": NaN}}', -32700),
        (b"[" * 100_000, -32700),
        (b'{"a":' * 100_000, -32700),
        (b"1" * 5000, -32700),
        (b"[]", -32600),
        (b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', -32600),
        (b"null", -32600),
        (b'"ping"', -32600),
        (b"{}", -32600),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 7}', -32600),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": [1], "method": "ping"}', -32600),
    ],
)
def test_a_line_that_is_no_request_is_refused_and_the_next_one_served(bridge: Start, line: bytes, code: int) -> None:
    client = bridge()
    client.send(line)
    assert client.receive()["error"]["code"] == code
    assert client.ask("ping")["result"] == {}


@pytest.mark.parametrize("call_id", [0, -5, 2**53, "str-id", "", "\ud800 lone", "1"])
def test_an_id_comes_back_as_it_was_sent(bridge: Start, call_id: Any) -> None:
    client = bridge()
    client.send({"id": call_id, "method": "ping"})
    assert client.receive() == {"jsonrpc": "2.0", "id": call_id, "result": {}}


def test_notifications_and_replies_are_never_answered(bridge: Start) -> None:
    client = bridge()
    for quiet in (
        {"method": "notifications/initialized"},
        {"method": "notifications/cancelled", "params": {"requestId": 99}},
        {"method": "notifications/cancelled", "params": {"requestId": [1]}},
        {"method": "notifications/cancelled", "params": [1]},
        {"method": "no/such/notification"},
        {"method": "tools/call"},
        {"id": 7, "result": {}},
        {"id": 8, "error": {"code": 1, "message": "x"}},
    ):
        client.send(quiet)
    client.send(b"   \t ")
    client.ask("ping")
    assert len(client.lines) == 1


def test_a_line_may_come_in_pieces_and_end_without_a_newline(bridge: Start) -> None:
    client = bridge()
    assert client.process.stdin
    client.process.stdin.write(b'{"jsonrpc": "2.0", "id"')
    client.process.stdin.flush()
    client.process.stdin.write(b': 1, "method": "ping"}\r\n{"jsonrpc": "2.0", "id": 2, "method": "ping"}')
    client.process.stdin.flush()
    assert client.answer_to(1)["result"] == {}
    assert client.leave() == 0
    assert client.answer_to(2)["result"] == {}


def test_named_tools_are_offered_and_words_that_name_none_are_said(bridge: Start) -> None:
    client = bridge({"HARDWON_TOOLS": "memory_why, nonsense,memory_recall"})
    names = [tool["name"] for tool in client.ask("tools/list")["result"]["tools"]]
    assert names == ["memory_recall", "memory_why"]
    assert client.ask("tools/call", {"name": "memory_list", "arguments": {}})["error"]["code"] == -32602
    client.leave()
    assert client.errors().startswith("hardwon: HARDWON_TOOLS names no tool nonsense; there are memory_remember,")


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("", "core"),
        ("core", "core"),
        ("all", "all"),
        ("ALL", "all"),
        ("nothing,at,all", "all"),
        ("typo", "core"),
        (" , ", "core"),
        ("core,memory_pin", "core+memory_pin"),
    ],
)
def test_the_tool_setting_is_read_kindly(wanted: str, expected: str) -> None:
    every = [tool["name"] for tool in manifest.load()["tools"]]
    core = manifest.load()["core"]
    chosen, _ = manifest.choose_tools(wanted, core=core, everything=every)
    sets = {"core": core, "all": every, "core+memory_pin": [*core, "memory_pin"]}
    assert chosen == sets[expected]


def test_nothing_but_json_reaches_standard_output_when_libraries_print(bridge: Start) -> None:
    code = (
        "import os, sys\n"
        "from hardwon.server import bridge\n"
        "bind = bridge.bind\n"
        "def noisy(*args):\n"
        "    print('noise'); sys.stdout.flush(); os.system('echo more noise'); os.write(1, b'raw noise\\n')\n"
        "    return bind(*args)\n"
        "bridge.bind = noisy\n"
        "sys.exit(bridge.main())\n"
    )
    client = bridge(argv=[sys.executable, "-I", "-c", code])
    client.initialize()
    assert client.leave() == 0
    assert client.errors().count("noise") == 3
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in client.lines)


def test_it_leaves_at_once_when_standard_input_closes_and_takes_its_server_along(bridge: Start) -> None:
    client = bridge()
    client.initialize()
    client.ask("ping")
    behind = children_of(client.process.pid)
    assert len(behind) == 1
    began = time.monotonic()
    assert client.leave() == 0
    assert time.monotonic() - began < 1.5
    assert not any(map(is_alive, behind))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_leaves_quietly_on_a_signal_and_takes_its_server_along(bridge: Start, number: int) -> None:
    client = bridge()
    client.initialize()
    client.ask("ping")
    behind = children_of(client.process.pid)
    client.process.send_signal(number)
    began = time.monotonic()
    assert client.process.wait(30) == 0
    assert time.monotonic() - began < 1.5
    assert len(behind) == 1
    assert not any(map(is_alive, behind))
    assert client.errors() == ""


def test_its_server_leaves_too_when_the_bridge_is_killed(bridge: Start) -> None:
    client = bridge()
    client.initialize()
    client.ask("ping")
    (behind,) = children_of(client.process.pid)
    descriptor = os.pidfd_open(behind)
    try:
        client.process.kill()
        client.process.wait(30)
        os.set_blocking(descriptor, False)
        assert ended_within(descriptor, 30)
    finally:
        os.close(descriptor)


def ended_within(descriptor: int, seconds: float) -> bool:
    import select

    return bool(select.select([descriptor], [], [], seconds)[0])


def test_it_leaves_quietly_when_nobody_reads_its_answers(project: Path) -> None:
    process = subprocess.Popen(
        BRIDGE, cwd=project, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    try:
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        process.stdin.flush()
    except BrokenPipeError:
        pass
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait(30) == 0
    try:
        process.stdin.close()
    except BrokenPipeError:
        pass


def test_it_starts_and_leaves_without_any_standard_stream(project: Path) -> None:
    closing = "import os, sys\nfor fd in (0, 1, 2): os.close(fd)\nos.execv(sys.argv[1], sys.argv[1:])"
    done = subprocess.run([sys.executable, "-I", "-c", closing, *BRIDGE], cwd=project, timeout=60)
    assert done.returncode == 0


def test_it_serves_a_folder_that_was_deleted(bridge: Start, project: Path) -> None:
    script = "import os, sys\nos.rmdir(os.getcwd())\nos.execv(sys.argv[1], sys.argv[1:])"
    client = bridge(argv=[sys.executable, "-I", "-c", script, *BRIDGE])
    assert "Current authorized project: path:" in client.initialize()["instructions"]


def test_an_unwritable_log_folder_does_not_matter(bridge: Start, home: Path) -> None:
    (home / "data").write_text("a file where a folder should be")
    client = bridge()
    client.initialize()
    assert text_of(client.call("memory_recall", query="anything"))


def test_the_log_is_private_and_starts_anew_when_it_has_grown(bridge: Start, home: Path) -> None:
    log = home / "data" / "logs" / "mcp.log"
    log.parent.mkdir(parents=True)
    log.write_bytes(b"x" * ((1 << 20) + 1))
    client = bridge()
    client.initialize()
    client.ask("prompts/get", {"name": "remember", "arguments": {"text": "x"}})
    assert log.stat().st_size < 1 << 20
    assert log.stat().st_mode & 0o777 == 0o600
    assert log.with_name("mcp.log.1").stat().st_size > 1 << 20
