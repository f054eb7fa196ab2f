"""The temporary project the recording is replayed in, and the real programs that act there."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

_WAIT_S = 30.0
_FILES = {
    "labels/render.py": '"""Renders parcel labels to PDF."""\n\nDPI = 300\n',
    "Makefile": "test-fast:\n\tPRINT_QUEUE=dummy python3 run_tests.py\n",
}


class Replayed:
    """One hook's answer: what the model would get, or what the person would see."""

    def __init__(self, event: str, stdout: str, took_ms: float) -> None:
        self.event = event
        self.took_ms = took_ms
        answer = json.loads(stdout) if stdout.strip() else {}
        specific = answer.get("hookSpecificOutput", {})
        self.context: str = specific.get("additionalContext", "")
        self.reason: str = answer.get("reason", "")


class Stage:
    """A home folder, a project with the bundle installed, and the recorded sessions.

    Args:
        folder: an empty folder that the caller removes.
    """

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.project = folder / "parcel"
        self.transcripts = self.home / ".claude" / "projects" / "parcel"
        for made in (self.home, self.transcripts, self.project):
            made.mkdir(parents=True)
        for name, text in _FILES.items():
            path = self.project / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        self.environ = {
            "HOME": str(self.home),
            "PATH": os.environ.get("PATH", os.defpath),
            "LANG": os.environ.get("LANG", "C.UTF-8"),
            "HARDWON_HOME": str(folder / "data"),
            "HARDWON_CONFIG": str(folder / "config.toml"),
        }

    def mem(self, *arguments: str) -> str:
        """Run `mem` in the project as a person would; its output.

        Raises:
            RuntimeError: it failed; the message is its own.
        """
        done = subprocess.run(
            [sys.executable, "-m", "hardwon.cli", *arguments],
            cwd=self.project,
            env=self.environ,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        if done.returncode:
            raise RuntimeError(f"mem {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout.rstrip()

    def found(self, query: str) -> list[dict[str, Any]]:
        """What `mem search` finds, in order."""
        hits: list[dict[str, Any]] = json.loads(self.mem("search", query, "--json"))["hits"]
        return hits

    def replay(self, run: str) -> Iterator[Replayed]:
        """Hand the hooks of the project what the client handed them in one recorded run."""
        for step in _recording(self):
            if step["run"] != run:
                continue
            for payload in step["hooks"]:
                if payload["hook_event_name"] in ("Stop", "SessionEnd"):
                    self._append_transcript(payload["transcript_path"], step.pop("transcript", []))
                yield self._fire(payload)

    def _append_transcript(self, path: str, lines: list[Any]) -> None:
        with open(path, "a", encoding="utf-8") as out:
            out.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    def _fire(self, payload: dict[str, Any]) -> Replayed:
        event = payload["hook_event_name"]
        environ = {
            **self.environ,
            "CLAUDECODE": "1",
            "CLAUDE_PID": str(os.getpid()),
            "CLAUDE_PROJECT_DIR": str(self.project),
            "CLAUDE_CODE_SESSION_ID": payload["session_id"],
        }
        started = time.perf_counter()
        stdout = ""
        for argv in self._installed_hooks(event, payload.get("tool_name", "")):
            done = subprocess.run(
                argv, cwd=self.project, env=environ, input=json.dumps(payload), capture_output=True, text=True
            )
            stdout += done.stdout
        return Replayed(event, stdout, (time.perf_counter() - started) * 1000)

    def _installed_hooks(self, event: str, tool: str) -> list[list[str]]:
        settings = json.loads((self.project / ".claude" / "settings.json").read_text(encoding="utf-8"))
        return [
            [hook["command"], *hook.get("args", [])]
            for group in settings["hooks"].get(event, [])
            if group.get("matcher", "*") in ("", "*") or not tool or tool in group["matcher"].split("|")
            for hook in group["hooks"]
        ]

    def wait_until_quiet(self) -> None:
        """Wait for the background digester: its lock is free and nothing is left in the spool."""
        spool = Path(self.environ["HARDWON_HOME"], "spool")
        deadline = time.monotonic() + _WAIT_S
        while time.monotonic() < deadline:
            if not list(spool.glob("new/*")) and not _held(spool):
                return
            time.sleep(0.05)


def _held(spool: Path) -> bool:
    for lock in spool.rglob("*.lock"):
        with open(lock, "rb") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
    return False


def _recording(stage: Stage) -> Iterator[dict[str, Any]]:
    text = (files("hardwon.demo") / "recording.jsonl").read_text(encoding="utf-8")
    places = {"{{PROJECT}}": stage.project, "{{HOME}}": stage.home, "{{SLUG}}": "parcel"}
    for name, value in places.items():
        text = text.replace(name, json.dumps(str(value))[1:-1])
    for line in text.splitlines():
        yield json.loads(line)
