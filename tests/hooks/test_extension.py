"""What a host's extension asks and is told: a turn's memories, the project, a person's commands, what is left."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardwon.config.paused import PROJECT, pause
from hardwon.hooks import spool

from .client import LAUNCHER, LIBRARY, Client
from .test_lightness import _APSW, _CODECS, _LIGHT, imported


class Extension:
    """A stand-in for a host's extension in one session."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.session = "session-1"
        for name in ("CLAUDECODE", "CLAUDE_PID"):
            client.environ.pop(name)
        client.environ["HARDWON_HOST"] = "omp"

    def question(self, op: str, **fields: object) -> bytes:
        about = {"host": "omp", "session": self.session, "cwd": str(self.client.project), "bound": ""}
        return json.dumps({"op": op, **about, **fields}).encode()

    def ask(self, op: str, **fields: object) -> dict[str, Any]:
        argv = [sys.executable, "-I", "-S", str(LAUNCHER), str(LIBRARY), "extension"]
        done = subprocess.run(
            argv, input=self.question(op, **fields), capture_output=True, cwd=self.client.project,
            env=self.client.environ, check=True,
        )  # fmt: skip
        answer: dict[str, Any] = json.loads(done.stdout) if done.stdout else {}
        return answer

    def text(self, prompt: str, **fields: object) -> str:
        return str(self.ask("turn", prompt=prompt, **fields).get("text", ""))

    def left(self) -> list[tuple[str, str, str]]:
        """Event, tool and call of what waits in the spool."""
        self.client.settle()
        found = spool.entries(self.client.paths)
        return [(one.text("event"), one.text("tool"), one.text("tool_use_id")) for one in found]


@pytest.fixture
def extension(client: Client) -> Extension:
    client.environ["HARDWON_ENV"] = "testing"  # no digester takes away what is looked for here
    return Extension(client)


def test_the_project_is_told(extension: Extension, client: Client) -> None:
    assert extension.ask("project") == {"project": client.binding, "shown": client.binding}


def test_a_turn_gets_what_its_prompt_is_about_and_the_brief(extension: Extension, remember: Callable[..., str]) -> None:
    rule = remember("Every commit message names its ticket.", category="convention", pin=True)
    trap = remember("The billing job runs at 02:00 in region north.", category="gotcha")
    text = extension.text("when does the billing job run?")
    assert text.index(trap) < text.index(rule)
    assert rule in extension.text("ok")


def test_every_turn_gets_it_anew_and_the_record_has_it_once(
    extension: Extension, client: Client, remember: Callable[..., str]
) -> None:
    remember("The billing job runs at 02:00 in region north.")
    first = extension.text("when does the billing job run?")
    assert first.startswith("<hardwon-memory>")
    assert extension.text("when does the billing job run?") == first
    given = [one.texts("given") for one in spool.entries(client.paths) if one.texts("given")]
    assert len(given) == 1


def test_a_turn_in_another_project_than_the_sessions_gets_and_leaves_nothing(
    extension: Extension, client: Client, remember: Callable[..., str]
) -> None:
    remember("The billing job runs at 02:00 in region north.")
    for op in ("turn", "command", "done"):
        answer = extension.ask(op, bound="path:/elsewhere", prompt="billing job", text="billing job", calls=[])
        assert answer == {"project": client.binding, "shown": client.binding}
    assert extension.left() == []


def test_another_folder_of_the_same_repository_is_the_same_project(extension: Extension, client: Client) -> None:
    (client.project / ".git").mkdir()
    (client.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    below = client.project / "src" / "deep"
    below.mkdir(parents=True)
    bound = extension.ask("project")["project"]
    assert extension.ask("project", cwd=str(below), bound=bound)["project"] == bound
    assert extension.ask("project", cwd=str(client.project.parent), bound=bound)["project"] != bound


def test_what_is_left_names_tools_and_ids_and_nothing_else(extension: Extension, client: Client) -> None:
    calls = [
        {"tool": "bash", "id": "call_1", "input": "SECRET-WORD"},
        {"tool": "mcp__hardwon_memory_recall", "id": "call_2", "failed": True},
        {"tool": "SECRET-WORD of a person", "id": "SECRET WORD"},
        "SECRET-WORD",
    ]
    assert extension.ask("done", calls=calls) == {}
    assert sorted(extension.left()) == [
        ("PostToolUse", "", ""),
        ("PostToolUse", "bash", "call_1"),
        ("PostToolUseFailure", "mcp__hardwon_memory_recall", "call_2"),
        ("Stop", "", ""),
    ]
    assert b"SECRET" not in b"".join(path.read_bytes() for path in client.data.rglob("*") if path.is_file())


def test_the_prompt_is_not_kept(extension: Extension, client: Client) -> None:
    extension.text("the password of the vault is SECRET-WORD")
    assert b"SECRET" not in b"".join(path.read_bytes() for path in client.data.rglob("*") if path.is_file())
    assert {event for event, _, _ in extension.left()} == {"SessionStart", "HostTurn"}


def test_the_end_of_a_session_is_left(extension: Extension) -> None:
    extension.ask("done", calls=[], over=True)
    assert extension.left() == [("SessionEnd", "", "")]


def test_a_person_remembers_and_looks_up(extension: Extension, client: Client) -> None:
    said = extension.ask("command", text="remember category:gotcha The staging port is 9143.")["said"]
    assert "Remembered as" in said
    assert "9143" in extension.ask("command", text="staging port")["text"]
    with client.engine() as engine:
        [memory] = engine.list(limit=5)[0]
        assert (memory.category, memory.origin.who, memory.origin.host) == ("gotcha", "user", "omp")
    assert client.binding in extension.ask("command", text="")["said"]


@pytest.mark.parametrize("mark", ["CLAUDECODE", "OMPCODE"])
def test_an_agent_does_not_pass_for_a_person(extension: Extension, client: Client, mark: str) -> None:
    client.environ[mark] = "1"
    assert "Only a person" in extension.ask("command", text="remember Use tabs.")["said"]
    with client.engine() as engine:
        assert engine.list(limit=5)[1] == 0


def test_a_paused_project_gets_and_leaves_nothing(
    extension: Extension, client: Client, remember: Callable[..., str]
) -> None:
    remember("The billing job runs at 02:00 in region north.")
    pause(client.paths, PROJECT, client.binding)
    assert extension.text("when does the billing job run?") == ""
    extension.ask("done", calls=[{"tool": "bash", "id": "c"}])
    assert extension.left() == []


def test_without_injection_a_turn_gets_nothing(extension: Extension, remember: Callable[..., str]) -> None:
    remember("The billing job runs at 02:00 in region north.")
    extension.client.environ["HARDWON_INJECT"] = "false"
    assert extension.text("when does the billing job run?") == ""


@pytest.mark.parametrize("data", [b"", b"null", b"[]", b"{", b'{"op": "burn"}', b'{"op": 3}', b"\xff\xfe"])
def test_no_question_fails_it(extension: Extension, data: bytes) -> None:
    argv = [sys.executable, "-I", "-S", str(LAUNCHER), str(LIBRARY), "extension"]
    done = subprocess.run(argv, input=data, capture_output=True, env=extension.client.environ, check=False)
    assert (done.returncode, done.stdout) == (0, b"")


def test_a_turn_imports_what_a_hook_may(extension: Extension, client: Client, remember: Callable[..., str]) -> None:
    remember("The billing job runs at 02:00 in region north.")
    bare = imported(["-c", "pass"], b"", client.environ)
    question = extension.question("turn", prompt="when does the billing job run?")
    found = imported([str(LAUNCHER), str(LIBRARY), "extension"], question, client.environ)
    others = {name for name in found - bare if name != "hardwon" and not name.startswith("hardwon.")}
    assert others <= _LIGHT | _CODECS | _APSW


@pytest.mark.parametrize("name", [".env", ".env.local", ".env.production"])
@pytest.mark.parametrize("variable", ["HARDWON_HOME", "XDG_DATA_HOME"])
def test_a_place_that_the_projects_env_file_names_is_not_used(
    extension: Extension, client: Client, tmp_path: Path, name: str, variable: str
) -> None:
    evil = tmp_path / "evil"
    (client.project / name).write_text(f"{variable}={evil}\n")
    client.environ.pop("HARDWON_HOME")
    client.environ[variable] = str(evil)
    extension.ask("done", calls=[])
    assert not evil.exists()
    assert (client.home / ".local" / "share" / "hardwon" / "spool" / "new").is_dir()
