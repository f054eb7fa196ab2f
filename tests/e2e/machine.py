"""One person's machine in a test: a home, a project under git, Hardwon installed, and the client."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .messages_api import Script
from .processes import still_running_after
from .product import Environment
from .run import Run, clean_environment, client_settings, run_client, search_path

COMMAND_TIMEOUT_S = 120
NO_API = "http://127.0.0.1:9"


@dataclass(kw_only=True)
class Machine:
    """`environment` is the installation of Hardwon in use, `on_path` whether the shell finds its commands.

    `variables` are what the shell exports besides; `excused` are the complaints that a test has seen and accepts.
    """

    root: Path
    client: Path
    environment: Environment
    # The service would wait for the next session longer than most of these tests take.
    variables: dict[str, str] = field(default_factory=lambda: {"HARDWON_SERVICE_IDLE_S": "0.5"})
    on_path: bool = True
    home_name: str = "home"
    excused: str = ""
    runs: int = 0

    def __post_init__(self) -> None:
        for folder in (self.home, self.project, self.logs):
            folder.mkdir(parents=True)
        (self.project / "README.md").write_text("A shop.\n", encoding="utf-8")
        self.git("init", "-q", "-b", "main")
        self.git("add", "README.md")
        self.git("commit", "-q", "-m", "Start the shop")

    @property
    def home(self) -> Path:
        """The person's home folder."""
        return self.root / self.home_name

    @property
    def project(self) -> Path:
        """The project's folder, a git repository without a remote."""
        return self.root / "shop"

    @property
    def logs(self) -> Path:
        """Where each run's debug log goes."""
        return self.root / "logs"

    @property
    def data(self) -> Path:
        """Hardwon's data folder, at its default place."""
        return self.home / ".local" / "share" / "hardwon"

    def shell(self, extra: Mapping[str, str] | None = None) -> dict[str, str]:
        """The variables of the person's shell."""
        path = search_path(self.environment.bin) if self.on_path else search_path()
        return clean_environment(self.home, path, {**self.variables, **(extra or {})})

    def git(self, *arguments: str) -> str:
        """Run git in the project; raises if it fails."""
        return self._command("git", *arguments).stdout

    def mem(self, *arguments: str, code: int = 0) -> str:
        """Run `mem` in the project as the person would; the exit code must be `code`."""
        return self._command(str(self.environment.bin / "mem"), *arguments, code=code).stdout

    def mem_at_terminal(self, *arguments: str) -> str:
        """Run `mem` as a person at a terminal would; what it printed. It must succeed."""
        ours, its = os.openpty()
        try:
            return self._command(str(self.environment.bin / "mem"), *arguments, stdin=its).stdout
        finally:
            os.close(ours)
            os.close(its)

    def memories(self) -> list[dict[str, Any]]:
        """The project's active memories, newest first."""
        listed: list[dict[str, Any]] = self.mem_json("list", "--limit", "200")["memories"]
        return listed

    def database(self) -> Path:
        """The project's database; there must be exactly one."""
        (found,) = self.data.glob("projects/*/memory.db")
        return found

    def complaints(self) -> str:
        """What hooks, digester and server wrote to their logs: in a good run nothing."""
        return "".join(path.read_text(encoding="utf-8") for path in sorted(self.data.glob("logs/*")))

    def at_rest(self, timeout_s: float = 120) -> None:
        """Wait until all that the runs so far started in the background has ended by itself."""
        left = still_running_after(self.home, timeout_s)
        assert not left, f"still running after {timeout_s} s: {left}"

    def mem_json(self, *arguments: str) -> Any:
        """What `mem ... --json` prints, read."""
        return json.loads(self.mem(*arguments, "--json"))

    def claude_cli(self, *arguments: str) -> str:
        """Run a subcommand of the client that talks to no model, such as `plugin`."""
        with tempfile.TemporaryDirectory(prefix="hwt", ignore_cleanup_errors=True) as tmp:
            settings = client_settings(NO_API, Path(tmp))
            return self._command(str(self.client), *arguments, variables=settings).stdout

    def claude(self, script: Script, *arguments: str, variables: Mapping[str, str] | None = None, code: int = 0) -> Run:
        """Run the client in the project against a scripted model; the exit code must be `code`."""
        self.runs += 1
        done = run_client(
            self.client,
            script,
            arguments,
            project=self.project,
            environment=self.shell(variables),
            log=self.logs / f"{self.runs:02d}.log",
        )
        assert done.code == code, f"the client ended with {done.code}:\n{done.stdout}\n{done.stderr}"
        return done

    def _command(
        self,
        *command: str,
        variables: Mapping[str, str] | None = None,
        code: int = 0,
        stdin: int = subprocess.DEVNULL,
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            command,
            cwd=self.project,
            env=self.shell(variables),
            stdin=stdin,
            capture_output=True,
            text=True,
            timeout=COMMAND_TIMEOUT_S,
            check=False,
        )
        shown = f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
        assert done.returncode == code, shown
        return done
