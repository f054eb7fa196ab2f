"""Whatever stands on a hook's standard input, the session goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .client import EVENTS, LAUNCHER, Client, check_output

ODD_INPUT = {
    "empty": b"",
    "spaces": b" \n\t ",
    "prose": b"hello there",
    "null": b"null",
    "array": b"[1,2,3]",
    "string": b'"x"',
    "number": b"17",
    "two documents": b'{"hook_event_name":"Stop"}{"hook_event_name":"Stop"}',
    "cut": b'{"hook_event_name":"UserPromptSubmit","prompt":"how do we dep',
    "byte order mark": b'\xef\xbb\xbf{"hook_event_name":"SessionStart","source":"startup","session_id":"s"}',
    "utf-16": '{"hook_event_name":"Stop"}'.encode("utf-16"),
    "latin-1": b'{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"caf\xe9 au lait"}',
    "lone surrogate": (
        b'{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"cut \\ud83d here","cwd":"/tmp"}'
    ),
    "surrogate in every field": (
        b'{"hook_event_name":"Stop","session_id":"\\udcff\\ud800","cwd":"/\\ud83d","transcript_path":"\\udfff"}'
    ),
    "nul byte": (
        b'{"hook_event_name":"UserPromptSubmit","prompt":"a\\u0000b","session_id":"s\\u0000t","cwd":"/a\\u0000b"}'
    ),
    "raw nul": b'{"hook_event_name":"Stop",\x00"session_id":"s"}',
    "gone folder": b'{"hook_event_name":"SessionStart","source":"resume","session_id":"s","cwd":"/nope/deleted"}',
    "no transcript": b'{"hook_event_name":"Stop","session_id":"s","cwd":"/tmp","transcript_path":"/nope/none.jsonl"}',
    "transcript is a folder": b'{"hook_event_name":"Stop","session_id":"s","cwd":"/tmp","transcript_path":"/tmp"}',
    "transcript is a device": b'{"hook_event_name":"SessionEnd","session_id":"s","transcript_path":"/dev/zero"}',
    "no session": b'{"hook_event_name":"Stop","cwd":"/tmp"}',
    "null fields": (
        b'{"hook_event_name":"Stop","session_id":null,"cwd":null,"transcript_path":null,"stop_hook_active":null}'
    ),
    "wrong types": (
        b'{"hook_event_name":"PostToolUse","session_id":17,"cwd":["/tmp"],"tool_name":{},"tool_input":"str"}'
    ),
    "wrong types in a prompt": (
        b'{"hook_event_name":"UserPromptSubmit","session_id":{},"prompt":["deploy"],"cwd":1e400}'
    ),
    "event of another type": b'{"hook_event_name":["Stop"],"session_id":"s"}',
    "unknown event": b'{"hook_event_name":"BrandNewEvent","session_id":"s","extra":{"deep":[{"er":1}]}}',
    "deep": b'{"hook_event_name":"Stop","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "huge number": b'{"hook_event_name":"Stop","session_id":"s","x":' + b"9" * 10_000 + b"}",
    "path in the session": b'{"hook_event_name":"Stop","session_id":"../../../../tmp/evil","cwd":"/tmp"}',
    "path in the agent": (
        b'{"hook_event_name":"SubagentStop","agent_id":"../../evil","agent_type":"../x","session_id":"/etc"}'
    ),
    "path in the event": b'{"hook_event_name":"../../evil","session_id":"s"}',
}


def everything_below(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


@pytest.mark.parametrize("event", EVENTS)
def test_odd_input_never_disturbs_an_event(client: Client, event: str) -> None:
    outside = everything_below(client.project)
    for kind, data in ODD_INPUT.items():
        for named in (True, False):
            ran = client.raw(event, data, named=named)
            assert (ran.code, ran.err) == (0, ""), kind
            check_output(event, ran.out)
    client.settle()
    assert everything_below(client.project) == outside
    assert {path.name for path in client.home.iterdir()} <= {"data"}


def test_a_hook_that_cannot_read_its_event_says_so_in_the_log_without_its_content(client: Client) -> None:
    client.raw("UserPromptSubmit", b"my secret plan {")
    assert "UserPromptSubmit ValueError" in client.log()
    assert "secret plan" not in client.log()


def test_the_event_counts_by_its_own_name_when_the_entry_gives_none(client: Client) -> None:
    client.raw("", client.payload("PostToolUse", tool_use_id="toolu_1"), named=False)
    client.raw("", client.payload("Stop"), named=False)
    client.settle()
    assert [(event, call) for _, event, call in client.events()] == [("PostToolUse", "toolu_1"), ("Stop", "")]


def test_an_entry_under_the_wrong_event_says_nothing(client: Client) -> None:
    with client.engine() as engine:
        engine.remember("We deploy with make ship.", pin=True)
    data = client.payload("SessionStart", source="startup")
    assert client.raw("UserPromptSubmit", data).out == ""
    assert client.raw("SessionStart", data).out != ""


@pytest.mark.parametrize("event", ["Stop", "SubagentStop"])
def test_a_stop_that_a_hook_already_held_up_is_left_alone(client: Client, event: str) -> None:
    ran = client.hook(event, stop_hook_active=True, last_assistant_message="done", agent_type="general-purpose")
    assert ran.out == ""
    assert not client.data.exists()


def test_a_prompt_of_three_megabytes_is_answered_within_a_second(client: Client) -> None:
    with client.engine() as engine:
        engine.remember("The billing job runs at 02:00 in region north.")
    prompt = "when does the billing job run? " + "lorem " * 500_000
    ran = client.hook("UserPromptSubmit", prompt=prompt)
    assert "02:00" in ran.context
    assert ran.ms < 1000


def test_an_answer_of_a_tool_of_thirty_megabytes_is_no_burden(client: Client) -> None:
    ran = client.hook("PostToolUse", tool_name="Read", tool_use_id="toolu_1", tool_response="x" * 30_000_000)
    assert ran.ms < 1000
    assert len(client.waiting()) == 1
    assert client.waiting()[0].stat().st_size < 2000


def test_an_interpreter_that_is_too_old_is_silent() -> None:
    """The launcher compiles with the oldest grammar there is at hand, and asks for the version first."""
    source = LAUNCHER.read_text()
    compile(source, "launcher.py", "exec", flags=0, dont_inherit=True)
    script = (
        "import sys; sys.version_info = (3, 10, 0); sys.argv = ['launcher.py', 'Stop']; "
        f"sys.modules['hardwon'] = None; exec(compile(open({str(LAUNCHER)!r}).read(), {str(LAUNCHER)!r}, 'exec'))"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", script], input=b"{}", capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_no_file_is_made_outside_the_data_folder_by_a_path_in_a_session_id(client: Client) -> None:
    for session in ("../../../../evil", "/etc/evil", "..", ".", "a/b", "\n", "x" * 100_000):
        client.hook("SessionStart", session_id=session, source="startup")
        client.hook("Stop", session_id=session)
    client.settle()
    names = {path.name for path in (client.data / "spool" / "sessions").iterdir()}
    assert names and all(len(name) == 32 and name.isalnum() for name in names)
    assert not list(client.home.rglob("*evil*"))


def test_files_are_private(client: Client) -> None:
    client.hook("SessionStart", source="startup")
    client.hook("PostToolUse", tool_use_id="t")
    client.raw("Stop", b"{")
    for path in client.data.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_references_hold_no_content(client: Client) -> None:
    words = "unmistakable-content"
    client.hook("UserPromptSubmit", prompt=words)
    client.hook("PostToolUse", tool_name="Bash", tool_input={"command": words}, tool_response={"stdout": words})
    client.hook("PostToolUseFailure", tool_name="Bash", tool_input={"command": words}, error=words)
    client.hook("PreToolUse", tool_name="Agent", tool_input={"prompt": words, "subagent_type": "general-purpose"})
    client.hook("PostCompact", compact_summary=words)
    client.hook("Stop", last_assistant_message=words)
    client.settle()
    for path in client.data.rglob("*"):
        if path.is_file():
            assert words.encode() not in path.read_bytes(), path
    assert json.dumps(words) not in client.log()
