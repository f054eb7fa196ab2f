"""The whole of it, from outside, in awkward homes, projects and networks: the same answers, and nothing left behind."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

MEM = [sys.executable, "-m", "hardwon.cli"]
NAMES = ["hömé dïr 'q' \"d\" $x `id` $(id) %s", "-rf *\nline\\b;c|d&e", "日本 🙂"]
CUT_OFF = ["unshare", *(["--net"] if os.geteuid() == 0 else ["--net", "--map-root-user"])]


@dataclass(frozen=True, kw_only=True)
class Machine:
    """One person's machine.

    Attributes:
        home: the home folder. project: a repository with a remote.
        wrapper: what each program is started by.
        more: further variables.
    """

    home: Path
    project: Path
    wrapper: tuple[str, ...] = ()
    more: tuple[tuple[str, str], ...] = ()

    @property
    def environ(self) -> dict[str, str]:
        """What a program sees."""
        return {
            "HOME": str(self.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HARDWON_SERVICE": "off",
            "CLAUDE_CONFIG_DIR": str(self.home / ".claude"), **dict(self.more),
        }  # fmt: skip

    def run(self, argv: list[str], given: str = "", **more: str) -> str:
        """What a program says; it has to end well and quietly."""
        done = subprocess.run(
            [*self.wrapper, *argv], cwd=self.project, env={**self.environ, **more}, input=given, capture_output=True,
            text=True, timeout=60, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, ""), (argv, done.stderr, done.stdout)
        return done.stdout

    def mem(self, *words: str) -> Any:
        """What a command answers."""
        return json.loads(self.run([*MEM, *words, "--json"]))

    def hook(self, event: str, session: str, **fields: object) -> str:
        """What the installed hook of an event adds."""
        settings = json.loads((self.project / ".claude/settings.json").read_text())
        (entry,) = settings["hooks"][event][-1]["hooks"]
        payload = {"hook_event_name": event, "session_id": session, "cwd": str(self.project), **fields}
        client = {"CLAUDE_PROJECT_DIR": str(self.project), "CLAUDECODE": "1"}
        said = self.run([entry["command"], *entry["args"]], json.dumps(payload), **client)
        return str(json.loads(said)["hookSpecificOutput"]["additionalContext"]) if said else ""

    def mcp(self, tool: str, **arguments: object) -> dict[str, Any]:
        """What a call of the installed server answers."""
        server = json.loads((self.project / ".mcp.json").read_text())["mcpServers"]["hardwon"]
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
        lines = [
            {"id": 1, "method": "initialize", "params": client},
            {"method": "notifications/initialized"},
            {"id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}},
        ]
        process = subprocess.Popen(
            [*self.wrapper, server["command"], *server["args"]], cwd=self.project, env=self.environ,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert process.stdin and process.stdout
        with process, process.stdin:
            process.stdin.write("".join(json.dumps({"jsonrpc": "2.0", **line}) + "\n" for line in lines))
            process.stdin.flush()
            answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        assert process.returncode == 0
        return dict(answers[1]["result"])


def machine(folder: Path, name: str = "plain", **fields: Any) -> Machine:
    """A machine whose home and project are called awkwardly."""
    made = Machine(home=folder / f"home {name}", project=folder / f"work {name}" / name.lstrip("-"), **fields)
    made.home.mkdir(parents=True)
    made.project.mkdir(parents=True)
    git = ["git", "-C", str(made.project), "-c", "user.name=t", "-c", "user.email=t@example.invalid"]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "one"]):
        subprocess.run([*git, *words], check=True, env={"HOME": str(made.home), "PATH": os.environ["PATH"]})
    return made


def through(made: Machine) -> list[object]:
    """Everything a person and a session do; what came of it, without ids."""
    made.mem("install-plugin")
    made.mem("add", "The gateway listens on port 8443", "--category", "gotcha")
    found = [one["content"] for one in made.mem("search", "gateway port")["hits"]]
    brief = made.hook("SessionStart", "s1", source="startup", transcript_path=str(made.home / "t.jsonl"))
    asked = made.hook("UserPromptSubmit", "s2", prompt="Which port does the gateway listen on?")
    recalled = made.mcp("memory_recall", query="gateway port")
    told = "".join(part["text"] for part in recalled["content"])
    assert not recalled.get("isError")
    made.hook("SessionEnd", "s1", reason="exit", transcript_path=str(made.home / "t.jsonl"))
    made.mem("uninstall-plugin")
    return [found, *("8443" in text for text in (brief, asked, told))]


WHOLE: list[object] = [["The gateway listens on port 8443"], True, True, True]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_of_a_home_and_a_project_will_do(name: str, tmp_path: Path) -> None:
    made = machine(tmp_path, name)
    assert through(made) == WHOLE
    assert {path.name for path in made.project.iterdir()} == {".git"}
    project = made.mem("project")["here"]["project"]
    assert project.startswith("path:") and project.isprintable()


def test_without_any_network_everything_is_the_same_and_nothing_stays(tmp_path: Path) -> None:
    if subprocess.run([*CUT_OFF, "true"], capture_output=True, check=False).returncode:
        pytest.skip("the kernel gives no network namespaces here")
    made = machine(tmp_path, wrapper=tuple(CUT_OFF))
    assert through(made) == WHOLE
    assert not processes_of(made)


@pytest.fixture
def tarpit() -> Iterator[socket.socket]:
    """A port that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


def test_a_network_that_hangs_is_never_asked(tarpit: socket.socket, tmp_path: Path) -> None:
    place = f"http://127.0.0.1:{tarpit.getsockname()[1]}"
    more = dict.fromkeys(("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "https_proxy", "http_proxy", "HF_ENDPOINT"), place)
    more |= {"HF_HOME": str(tmp_path / "none"), "HF_HUB_OFFLINE": "0", "HARDWON_EMBEDDER": "fastembed"}
    made = machine(tmp_path, more=tuple(more.items()))
    assert through(made) == WHOLE
    stats = made.mem("stats")
    assert (stats["search"], stats["is_prepared"]) == ("keyword", False)
    with pytest.raises(BlockingIOError):
        tarpit.accept()
    assert not (tmp_path / "none").exists()


def processes_of(made: Machine) -> list[int]:
    """Processes that have the machine's home, the digester aside, which ends by itself."""
    mark = f"HOME={made.home}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark not in (folder / "environ").read_bytes().split(b"\0"):
                continue
            if b"digest" not in (folder / "cmdline").read_bytes().split(b"\0"):
                found.append(int(folder.name))
        except OSError:
            continue
    return found
