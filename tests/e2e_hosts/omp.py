"""OMP on a machine of its own: one home, one project, Hardwon installed by its command, a scripted model."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from e2e.messages_api import MessagesApi, Request

VERSION = "18.2.3"
PACKAGES = {"bun": "1.4.5", "@oh-my-pi/pi-coding-agent": VERSION}
MEM = [sys.executable, "-m", "hardwon.cli"]
TIMEOUT_S = 120
FENCE = "<hardwon-memory>"

_MODELS = """\
providers:
  scripted:
    baseUrl: {url}
    apiKey: scripted-key
    api: anthropic-messages
    models:
      - {{ id: scripted-1, name: Scripted, reasoning: false, input: [text], contextWindow: 128000, maxTokens: 4096,
          cost: {{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }} }}
"""
_CONFIG = """\
modelRoles:
  default: scripted/scripted-1
startup:
  setupWizard: false
  checkUpdate: false
async:
  enabled: false
"""


@dataclass(kw_only=True)
class Omp:
    """A person's machine with OMP.

    Attributes:
        programs: the folder with `omp` and `bun`.
        home, project: the person's home, and the folder OMP is started in.
        api: the scripted model.
        variables: what the environment holds besides.
    """

    programs: Path
    home: Path
    project: Path
    api: MessagesApi
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def binding(self) -> str:
        """The project's name."""
        return f"path:{self.project}"

    @property
    def agent(self) -> Path:
        """The folder of OMP's agent."""
        return self.home / ".omp" / "agent"

    @property
    def environ(self) -> dict[str, str]:
        """The whole environment of a program: an allow list, as a shell may hold credentials."""
        return {
            "HOME": str(self.home),
            "PATH": f"{self.programs}:{os.defpath}",
            "TERM": "dumb",
            "PI_NO_TITLE": "1",
            **self.variables,
        }

    def prepare(self) -> None:
        """Write OMP's configuration and ours; neither installs anything."""
        (self.agent / "extensions").mkdir(parents=True)
        self.project.mkdir(exist_ok=True)
        (self.agent / "models.yml").write_text(_MODELS.format(url=self.api.url))
        (self.agent / "config.yml").write_text(_CONFIG)
        settings = self.home / ".config" / "hardwon" / "config.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text('embedder = "none"\nscan = false\nservice_idle_s = 2\n')

    def mem(self, *arguments: str, cwd: Path | None = None) -> str:
        """Run a command of ours as the person does; its standard output."""
        command = [*MEM, *arguments]
        environ = {key: value for key, value in self.environ.items() if key not in self.variables}
        done = subprocess.run(
            command,
            cwd=cwd or self.project,
            env=environ,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def memories(self, cwd: Path | None = None) -> list[dict[str, Any]]:
        """The project's memories."""
        found: list[dict[str, Any]] = json.loads(self.mem("list", "--json", cwd=cwd))["memories"]
        return found

    def run(self, *arguments: str, variables: Mapping[str, str] | None = None) -> str:
        """Run prompts in print mode, one after the other in one session; what OMP printed."""
        done = subprocess.run(
            ["omp", *_after_options(arguments)],
            cwd=self.project,
            env={**self.environ, **(variables or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    def logs(self) -> str:
        """What OMP wrote into its own logs."""
        return "".join(path.read_text() for path in sorted((self.home / ".omp" / "logs").glob("*.log")))

    def sessions(self) -> str:
        """What OMP keeps of its sessions."""
        return "".join(path.read_text() for path in self.agent.rglob("*.jsonl"))

    def service_pid(self) -> int:
        """The process of the running service."""
        pid = json.loads(self.mem("service", "status", "--json")).get("pid")
        assert isinstance(pid, int)
        return pid


def _after_options(arguments: tuple[str, ...]) -> list[str]:
    options = [word for word in arguments if word.startswith("-")]
    return [*arguments] if options else ["-p", *arguments]


def given(request: Request) -> list[str]:
    """The messages of a request that hold memories of ours, as text."""
    return [text for _, text in messages(request) if FENCE in text]


def messages(request: Request) -> list[tuple[str, str]]:
    """Role and text of each part of a request's messages, in order."""
    found = []
    for message in request.body["messages"]:
        content = message["content"]
        for part in [content] if isinstance(content, str) else content:
            text = part if isinstance(part, str) else part.get("text", "")
            found.append((message["role"], text))
    return found


class Rpc:
    """OMP in its rpc mode; a context manager."""

    def __init__(self, omp: Omp, *options: str) -> None:
        self.frames: list[dict[str, Any]] = []
        self._lines: queue.Queue[str] = queue.Queue()
        self._number = 0
        self._process = subprocess.Popen(
            ["omp", "--mode", "rpc", *options],
            cwd=omp.project, env=omp.environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Rpc:
        self.until(lambda frame: frame.get("type") == "ready")
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        try:
            self._process.wait(TIMEOUT_S)
        finally:
            if self._process.poll() is None:
                self._process.kill()
                self._process.wait()
            self._reader.join(TIMEOUT_S)
            self._process.stdout.close()

    def prompt(self, text: str) -> list[dict[str, Any]]:
        """Send a prompt, or a command of OMP's or ours; the frames until it is dealt with."""
        begun_at = len(self.frames)
        self._send(type="prompt", message=text)

        def is_over(frame: dict[str, Any]) -> bool:
            told = frame.get("data", frame) if frame.get("type") in ("prompt_result", "response") else {}
            return told.get("agentInvoked") is False or frame.get("type") == "agent_end"

        self.until(is_over)
        return self.frames[begun_at:]

    def compact(self) -> None:
        """Have the conversation so far replaced by a summary."""
        call_id = self._send(type="compact")
        self.until(lambda frame: frame.get("id") == call_id)
        assert self.frames[-1]["success"], self.frames[-1]

    def _send(self, **fields: str) -> str:
        self._number += 1
        call_id = f"r{self._number}"
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"id": call_id, **fields}) + "\n")
        self._process.stdin.flush()
        return call_id

    def until(self, fits: Any) -> None:
        """Read frames until one fits."""
        end = time.monotonic() + TIMEOUT_S
        while True:
            line = self._lines.get(timeout=max(0.1, end - time.monotonic()))
            assert line, f"omp left: {self.frames[-3:]}"
            frame = json.loads(line)
            self.frames.append(frame)
            if fits(frame):
                return

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            if line.strip().startswith("{"):
                self._lines.put(line)
        self._lines.put("")
