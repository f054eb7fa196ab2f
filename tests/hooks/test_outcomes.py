"""Outcomes through the hooks alone: what a session did is laid to what the hooks gave it."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hardwon.hooks import gitmark

from .client import Client

ADVICE = "Run the billing tests with `pytest -q tests/billing`."
COMMAND = "pytest -q tests/billing"
PROMPT = "How do I run the billing tests?"


class Transcript:
    """A session's file as the client writes it, each line now."""

    def __init__(self, client: Client, session_id: str) -> None:
        self.path = client.home / f".claude/projects/app/{session_id}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.session_id = session_id
        self.cwd = str(client.project)
        self._calls = 0

    def add(self, kind: str, content: object) -> None:
        self._calls += 1
        line = {
            "type": kind,
            "sessionId": self.session_id,
            "uuid": f"{self.session_id}-{self._calls}",
            "timestamp": datetime.now(UTC).isoformat().replace("+00:00", "Z"),
            "cwd": self.cwd,
            "isSidechain": False,
            "message": {"role": kind, "content": content},
        }
        with self.path.open("a") as file:
            file.write(json.dumps(line) + "\n")

    def call(self, tool: str, result: str, *, error: bool = False, **arguments: str) -> None:
        number = f"toolu_{self.session_id}_{self._calls}"
        self.add("assistant", [{"type": "tool_use", "id": number, "name": tool, "input": arguments}])
        self.add("user", [{"type": "tool_result", "tool_use_id": number, "content": result, "is_error": error}])


Remember = Callable[..., str]


def play(client: Client, session: str, *, complaint: str = "") -> Transcript:
    """A session that is given the advice by a hook and follows it from red to green."""
    transcript = Transcript(client, session)
    client.hook("UserPromptSubmit", session_id=session, prompt=PROMPT)
    transcript.add("user", PROMPT)
    transcript.call("Bash", "Exit code 1\n2 failed", error=True, command=COMMAND)
    transcript.call("Edit", "ok", file_path=f"{transcript.cwd}/a.py", old_string="a", new_string="b")
    transcript.call("Bash", "5 passed in 1.0s", command=COMMAND)
    transcript.add("assistant", [{"type": "text", "text": "Done."}])
    if complaint:
        transcript.add("user", complaint)
    client.hook("Stop", session_id=session, transcript_path=str(transcript.path))
    client.settle()
    return transcript


def told(client: Client) -> list[tuple[object, ...]]:
    return client.rows("SELECT verdict, source, weight FROM outcomes WHERE retired_at IS NULL ORDER BY at")


def test_what_a_hook_gave_and_the_session_followed_worked(client: Client, remember: Remember) -> None:
    remember(ADVICE, category="command")
    transcript = play(client, "one")
    assert told(client) == [("worked", "evidence", 0.5)]
    for event in ("Stop", "PreCompact", "SessionEnd"):
        client.hook(event, session_id="one", transcript_path=str(transcript.path), reason="other", trigger="auto")
        client.settle()
    assert told(client) == [("worked", "evidence", 0.5)]
    brief = client.hook("SessionStart", session_id="two", source="startup").context
    assert "worked 1, last " in brief


def test_two_sessions_that_failed_by_it_silence_a_memory(client: Client, remember: Remember) -> None:
    remember(ADVICE, category="command")
    for session in ("one", "two"):
        assert ADVICE in client.hook("UserPromptSubmit", session_id=f"look-{session}", prompt=PROMPT).out
        play(client, session, complaint=f"no, that's wrong: never run {COMMAND}")
    assert told(client) == [("failed", "evidence", 0.5), ("failed", "evidence", 1.0)]
    assert ADVICE not in client.hook("UserPromptSubmit", session_id="three", prompt=PROMPT).out
    assert ADVICE not in client.hook("SessionStart", session_id="three", source="startup").out
    assert "held back" in client.command("recall", "billing tests").context


def test_a_verdict_of_the_person_in_a_session_stands_against_what_was_found_in_it(
    client: Client, remember: Remember
) -> None:
    memory = remember(ADVICE, category="command")
    transcript = play(client, "session-1")
    client.command("outcome", f"{memory} failed it only looked so")
    client.hook("SessionEnd", transcript_path=str(transcript.path), reason="other")
    client.settle()
    assert told(client) == [("failed", "person", 1.0)]
    assert "Taken back" in client.command("outcome", f"undo {memory}").reason
    assert told(client) == []
    assert "Counts again" in client.command("outcome", f"redo {memory}").reason


def test_without_capture_nothing_is_read_from_a_session(client: Client, remember: Remember) -> None:
    (client.home / "config.toml").write_text("capture = false\n")
    remember(ADVICE, category="command")
    play(client, "one")
    assert told(client) == []


@pytest.mark.parametrize("state", ["", "x", "1:2\nsoon\n/nowhere\n", "\xff\0"])
def test_a_damaged_mark_asks_for_no_look(client: Client, state: str) -> None:
    gitmark.note(client.paths, client.binding, "/nowhere", 0)
    (path,) = (client.data / "spool" / "git").iterdir()
    path.write_text(state)
    assert not gitmark.is_due(client.paths, client.binding, 1)


ROWS = "def parse_rows(data):\n    return data.split()\n    # the last column may be empty\n"


def git(folder: Path, *arguments: str, ago_s: int = 0) -> None:
    at = f"@{int(time.time()) - ago_s} +0000"
    names = ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL")
    environ = {"PATH": os.environ["PATH"], "GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at, "GIT_EDITOR": "true"}
    environ |= dict.fromkeys(names, "a@b.invalid")
    subprocess.run(["git", *arguments], cwd=folder, env=environ, check=True, capture_output=True)


def test_a_revert_after_the_session_is_found_when_the_next_one_starts(client: Client, remember: Remember) -> None:
    git(client.project, "init", "-q", "-b", "main")
    (client.project / "base.py").write_text("a first line\n")
    git(client.project, "add", ".", ago_s=9000)
    git(client.project, "commit", "-qm", "base", ago_s=9000)
    remember("Rows are parsed by `parse_rows()` in rows.py.")
    transcript = Transcript(client, "one")
    client.hook("UserPromptSubmit", session_id="one", prompt="Where are rows parsed?")
    transcript.add("user", "Where are rows parsed?")
    transcript.call("Edit", "ok", file_path=f"{transcript.cwd}/rows.py", old_string="a", new_string=ROWS)
    client.hook("Stop", session_id="one", transcript_path=str(transcript.path))
    client.settle()
    assert told(client) == []
    (client.project / "rows.py").write_text(ROWS)
    git(client.project, "add", ".")
    git(client.project, "commit", "-qm", "rows")
    git(client.project, "revert", "--no-edit", "HEAD")
    client.hook("SessionStart", session_id="two", source="startup")
    client.settle()
    assert told(client) == [("failed", "evidence", 0.5)]
    before = client.log()
    client.hook("SessionStart", session_id="three", source="startup")
    client.settle()
    assert client.log() == before


def since(client: Client, session: str) -> str:
    """What the brief of a new session says has changed."""
    lines = client.hook("SessionStart", session_id=session, source="startup").context.splitlines()
    return next((line for line in lines if line.startswith("Since the last session: ")), "")


def test_a_brief_says_what_changed_since_the_last_session_and_only_then(client: Client, remember: Remember) -> None:
    memory = remember(ADVICE, category="command")
    other = remember("Invoices are numbered per year.")
    assert since(client, "zero") == ""
    transcript = play(client, "one")
    client.hook("SessionEnd", session_id="one", transcript_path=str(transcript.path), reason="other")
    client.settle()
    assert since(client, "two") == "Since the last session: outcomes: worked 1."
    with client.engine() as engine:
        engine.edit(other, content="Invoices are numbered per customer.", change="corrected")
        engine.remember("Refunds need two signatures.")
        for _ in range(3):
            engine.record_outcome(memory, "failed")
    assert since(client, "three") == (
        "Since the last session: 1 learnt; 1 corrected; outcomes: worked 1, failed 3; "
        f"held back after failures: [{memory}]."
    )
