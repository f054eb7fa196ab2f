"""Hermes on a machine of its own: one home, one project, an interpreter of its own, a scripted model."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from e2e.client import cache_dir

from .chat_api import ChatApi
from .npm import MissingError

VERSION = "0.19.0"
MEM = [sys.executable, "-m", "hardwon.cli"]
FENCE = "<hardwon-memory>"
INSTALL_TIMEOUT_S = 1200
TIMEOUT_S = 240
_LAUNCHER = "#!{python}\nimport sys\nfrom hermes_cli.main import main\nsys.exit(main())\n"
_CONFIG = """\
# mine
model:
  default: scripted
  provider: custom
  base_url: {url}
  api_key: not-a-key
memory:
  provider: ''  # none yet
approvals:
  mode: off
"""
# Several prompts in one session of the real agent, and what became of each; Hermes' own command line takes one alone.
_SESSION = """\
import json, sys
from run_agent import AIAgent
url, prompts = sys.argv[1], sys.argv[2:]
agent = AIAgent(base_url=url, api_key="not-a-key", model="scripted", provider="custom", quiet_mode=True,
                skip_context_files=True, max_iterations=12)
history = None
for prompt in prompts:
    done = agent.run_conversation(prompt, conversation_history=history)
    history = done["messages"]
    agent._memory_manager.flush_pending(30)
agent.shutdown_memory_provider(history)
print(json.dumps({"tools": [tool["function"]["name"] for tool in agent.tools]}))
"""


def installed() -> Path:
    """An interpreter with Hermes, made where the cache has none; no test changes it.

    Raises:
        MissingError: it cannot be installed.
    """
    target = cache_dir() / f"hermes-{VERSION}"
    python = target / "venv" / "bin" / "python"
    if (target / "venv" / "bin" / "hermes").exists():
        return python
    cache_dir().mkdir(parents=True, exist_ok=True)
    shutil.rmtree(target, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", target / "venv"], check=True, capture_output=True)
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"hermes-agent=={VERSION}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_TIMEOUT_S, check=False)
    if done.returncode:
        shutil.rmtree(target, ignore_errors=True)
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise MissingError(f"pip could not install Hermes: {last}")
    return python


@dataclass(kw_only=True)
class Hermes:
    """A person's machine with Hermes.

    Attributes:
        shared: the interpreter with Hermes that all tests use.
        home, project: the person's home, and the folder Hermes is started in.
        api: the scripted model.
        variables: what the environment holds besides.
    """

    shared: Path
    home: Path
    project: Path
    api: ChatApi
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Hermes' own folder."""
        return self.home / ".hermes"

    @property
    def python(self) -> Path:
        """This machine's interpreter of Hermes: the packages are the shared one's, what is added is its own."""
        return self.home / "env" / "bin" / "python"

    @property
    def packages(self) -> Path:
        """Where that interpreter's own packages are."""
        [folder] = (self.home / "env" / "lib").glob("python*/site-packages")
        return folder

    @property
    def environ(self) -> dict[str, str]:
        """The whole environment of a program: an allow list, as a shell may hold credentials."""
        return {
            "HOME": str(self.home),
            "PATH": f"{self.python.parent}:{os.defpath}",
            "TERM": "dumb",
            "LANG": "C.UTF-8",
            **self.variables,
        }

    def prepare(self) -> None:
        """Make the interpreter, and write Hermes' configuration and ours; installs nothing of ours."""
        self.home.mkdir()
        self.project.mkdir()
        command = [self.shared, "-m", "venv", "--without-pip", self.python.parent.parent]
        subprocess.run(command, check=True, capture_output=True)
        [theirs] = (self.shared.parent.parent / "lib").glob("python*/site-packages")
        (self.packages / "hermes.pth").write_text(f"{theirs}\n")
        launcher = self.python.parent / "hermes"
        launcher.write_text(_LAUNCHER.format(python=self.python))
        launcher.chmod(0o755)
        self.folder.mkdir()
        (self.folder / "config.yaml").write_text(_CONFIG.format(url=self.api.url))
        settings = self.home / ".config" / "hardwon" / "config.toml"
        settings.parent.mkdir(parents=True)
        # A brief that holds nothing long, so that what a turn is given is what it recalls.
        settings.write_text('embedder = "none"\nscan = false\nbrief_tokens = 50\n')

    def mem(self, *arguments: str) -> str:
        """Run a command of ours as the person does; its standard output."""
        return self._run([*MEM, *arguments])

    def data(self, *arguments: str) -> Any:
        """The same as data."""
        return json.loads(self.mem(*arguments, "--json"))

    def hermes(self, *arguments: str) -> str:
        """Run Hermes' own program; its standard output."""
        return self._run([self.python.parent / "hermes", *arguments])

    def ask(self, prompt: str) -> str:
        """One prompt in a session of its own, by Hermes' own program."""
        return self.hermes("chat", "-Q", "-q", prompt)

    def session(self, *prompts: str) -> dict[str, Any]:
        """Several prompts in one session of the real agent."""
        told: dict[str, Any] = json.loads(
            self._run([self.python, "-c", _SESSION, self.api.url, *prompts]).splitlines()[-1]
        )
        return told

    def runs(self, code: str) -> str:
        """Run some lines in Hermes' interpreter; what they print."""
        return self._run([self.python, "-c", code]).strip()

    def trace(self) -> list[dict[str, Any]]:
        """The evaluation trace of the project."""
        [path] = (self.home / ".local/share/hardwon/projects").glob("*/evaluation.jsonl")
        assert path.stat().st_mode & 0o777 == 0o600
        return [json.loads(line) for line in path.read_text().splitlines()]

    def _run(self, command: list[Any], variables: Mapping[str, str] | None = None) -> str:
        done = subprocess.run(
            command, cwd=self.project, env={**self.environ, **(variables or {})}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=TIMEOUT_S, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout
