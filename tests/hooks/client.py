"""Runs hooks the way the client does: the installed command line, an event on standard input, a bare environment."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import apsw

import hardwon
from hardwon.binding import resolve
from hardwon.config.paths import Paths
from hardwon.engine import Engine, open_engine

LAUNCHER = Path(hardwon.__file__).parent / "hooks" / "launcher.py"
LIBRARY = Path(apsw.__file__).parent.parent
EVENTS = (
    "SessionStart",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PreCompact",
    "PostCompact",
    "Stop",
    "SubagentStart",
    "SubagentStop",
    "TaskCreated",
    "TaskCompleted",
    "SessionEnd",
)
_ADDS_CONTEXT = {
    "SessionStart",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "PreToolUse",
    "PostToolUseFailure",
    "SubagentStart",
}


@dataclass(frozen=True, kw_only=True)
class Ran:
    """What one hook did."""

    code: int
    out: str
    err: str
    ms: float

    @property
    def context(self) -> str:
        """What it adds to the model's context."""
        return str(json.loads(self.out)["hookSpecificOutput"]["additionalContext"]) if self.out else ""

    @property
    def reason(self) -> str:
        """What it answers a command with."""
        answer = json.loads(self.out)
        assert answer["decision"] == "block"
        return str(answer["reason"])


def check_output(event: str, out: str) -> None:
    """Standard output is empty or one JSON object of the event's form (before a compaction: plain text)."""
    if not out or event == "PreCompact":
        assert not out.startswith("{")
        return
    answer = json.loads(out)
    if "decision" in answer:
        assert event == "UserPromptExpansion"
        assert answer == {"decision": "block", "reason": answer["reason"]}
        return
    assert event in _ADDS_CONTEXT
    added = answer["hookSpecificOutput"]["additionalContext"]
    assert answer == {"hookSpecificOutput": {"hookEventName": event, "additionalContext": added}}
    assert 0 < len(added.encode("utf-16-le")) // 2 < 10_000


class Client:
    """A stand-in for the client: one project, one home, hooks run one at a time or at once.

    Attributes:
        project: the project's folder.
        data: the data folder.
        environ: what a hook's environment holds.
    """

    def __init__(self, home: Path, project: Path) -> None:
        self.home = home
        self.project = project
        self.data = home / "data"
        self.environ = {
            "HOME": str(home),
            "PATH": os.defpath,
            "HARDWON_HOME": str(self.data),
            "HARDWON_CONFIG": str(home / "config.toml"),
            "CLAUDECODE": "1",
            "CLAUDE_PID": "4242",
        }
        self._serial = 0

    @property
    def paths(self) -> Paths:
        """Where things live."""
        return Paths.from_environment(self.environ)

    @property
    def binding(self) -> str:
        """The project's name in the store."""
        return resolve(str(self.project), str(self.home)).value

    def engine(self) -> Engine:
        """The project's engine, with a person at the door."""
        environ = {key: value for key, value in self.environ.items() if not key.startswith("CLAUDE")}
        return open_engine(environ, str(self.project))

    def payload(self, event: str, **fields: object) -> bytes:
        """An event as the client writes it; each one differs from those before."""
        self._serial += 1
        common = {
            "session_id": "session-1",
            "transcript_path": str(self.home / "none.jsonl"),
            "cwd": str(self.project),
            "prompt_id": "prompt-1",
            "hook_event_name": event,
            "serial": self._serial,
        }
        return json.dumps({**common, **fields}, ensure_ascii=False).encode("utf-8", "surrogatepass")

    def argv(self, event: str | None) -> list[str]:
        """The command a launcher script runs; without an event's name, the older form."""
        return [
            sys.executable, "-I", "-S", str(LAUNCHER), str(LIBRARY), *([event] if event else []),
        ]  # fmt: skip

    def start(self, argv: list[str], environ: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a hook without feeding it."""
        return subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**self.environ, **(environ or {})},
            cwd=self.home,
        )

    def raw(self, event: str, data: bytes, *, named: bool = True, environ: Mapping[str, str] | None = None) -> Ran:
        """Run a hook on any bytes."""
        begin = time.perf_counter()
        process = self.start(self.argv(event if named else None), environ)
        out, err = process.communicate(data, timeout=20)
        ms = (time.perf_counter() - begin) * 1000
        return Ran(code=process.returncode, out=out.decode(), err=err.decode(), ms=ms)

    def hook(self, event: str, **fields: object) -> Ran:
        """Run a hook on a well-formed event and check what every hook promises."""
        ran = self.raw(event, self.payload(event, **fields))
        assert ran.code == 0
        assert ran.err == ""
        check_output(event, ran.out)
        return ran

    def command(self, name: str, arguments: str) -> Ran:
        """Run the hook of a slash command."""
        return self.hook(
            "UserPromptExpansion",
            expansion_type="slash_command",
            command_name=name,
            command_args=arguments,
            command_source="projectSettings",
            prompt=f"/{name} {arguments}",
        )

    def log(self) -> str:
        """The hooks' log."""
        path = self.data / "logs" / "hooks.log"
        return path.read_text() if path.exists() else ""

    def waiting(self, box: str = "new") -> list[Path]:
        """What waits in the spool, oldest first."""
        folder = self.data / "spool" / box
        found = folder.iterdir() if folder.exists() else ()
        return sorted(path for path in found if not path.name.startswith("."))

    def events(self) -> list[tuple[str, str, str]]:
        """The events in the store: session, event, tool call."""
        return [(str(a), str(b), str(c)) for a, b, c in self.rows("SELECT session_id, event, tool_use_id FROM events")]

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        """What the project's store holds."""
        connection = apsw.Connection(self.paths.project_db(self.binding), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            return list(connection.execute(sql))
        finally:
            connection.close()

    def processes(self) -> list[int]:
        """Every process that works on this data folder."""
        mark = f"HARDWON_HOME={self.data}".encode()
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if int(folder.name) != os.getpid() and mark in (folder / "environ").read_bytes().split(b"\0"):
                    found.append(int(folder.name))
            except OSError:
                continue
        return found

    def _is_locked(self) -> bool:
        """Whether a digester holds a project's lock."""
        folder = self.data / "spool" / "locks"
        for path in folder.iterdir() if folder.is_dir() else ():
            with path.open("rb") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except BlockingIOError:
                    return True
        return False

    def settle(self, *, timeout_s: float = 30.0) -> None:
        """Wait until every detached process has left."""
        end = time.monotonic() + timeout_s
        # A process that is just being started shows no environment yet, but holds the lock it was handed.
        while self._is_locked() or self.processes():
            assert time.monotonic() < end, "a process was left behind"
            time.sleep(0.02)
