"""A client that speaks raw lines to the bridge, so that a test can send what no library would."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

BRIDGE = [sys.executable, "-I", "-m", "hardwon.server.bridge"]
PATIENCE_S = 60.0


def children_of(pid: int) -> list[int]:
    """The live processes that a process started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            state, parent = stat.rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z":
                found.append(int(entry.name))
    return found


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


class RawClient:
    """One bridge process and the lines that go to it and come from it."""

    def __init__(self, cwd: Path, env: Mapping[str, str] | None = None, argv: list[str] | None = None) -> None:
        self.process = subprocess.Popen(
            argv or BRIDGE,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.lines: list[bytes] = []
        self._queue: queue.Queue[bytes] = queue.Queue()
        self._early: list[dict[str, Any]] = []
        self._last_id = 0
        self._readers = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        self._errors: list[bytes] = []
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line)
            self._queue.put(line)
        self._queue.put(b"")

    def _read_errors(self) -> None:
        assert self.process.stderr
        self._errors.extend(self.process.stderr)

    def send(self, message: dict[str, Any] | bytes) -> None:
        """Send one message, or bytes as they are."""
        assert self.process.stdin
        data = message if isinstance(message, bytes) else json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(data.rstrip(b"\n") + b"\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """The next message."""
        line = self._queue.get(timeout=PATIENCE_S)
        assert line, f"the server left: {b''.join(self._errors)!r}"
        message = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        return message

    def answer_to(self, call_id: Any) -> dict[str, Any]:
        """The message that answers a request, whatever comes before it."""
        for message in self._early:
            if message.get("id") == call_id:
                self._early.remove(message)
                return message
        while (message := self.receive()).get("id") != call_id:
            self._early.append(message)
        return message

    def request(self, method: str, params: Any = None) -> int:
        """Send a request without waiting; returns its id."""
        self._last_id += 1
        body = {} if params is None else {"params": params}
        self.send({"id": self._last_id, "method": method, **body})
        return self._last_id

    def ask(self, method: str, params: Any = None) -> dict[str, Any]:
        """Send a request and wait for its whole answer."""
        return self.answer_to(self.request(method, params))

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and wait for its result."""
        answer = self.ask("tools/call", {"name": tool, "arguments": arguments})
        assert "result" in answer, answer
        return answer["result"]

    def initialize(self, version: str = "2025-06-18") -> dict[str, Any]:
        """Shake hands; returns the result of initialize."""
        info = {"name": "raw", "version": "0"}
        answer = self.ask("initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": info})
        self.send({"method": "notifications/initialized"})
        return answer["result"]

    def leave(self) -> int:
        """Close standard input and wait for the exit status."""
        assert self.process.stdin
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        return self.process.wait(PATIENCE_S)

    def errors(self) -> str:
        """Everything the server wrote to standard error; waits for its end."""
        self._readers[1].join(PATIENCE_S)
        return b"".join(self._errors).decode()

    def end(self) -> None:
        """End the process, however the test went."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE_S)
        for reader in self._readers:
            reader.join(PATIENCE_S)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                if stream:
                    stream.close()
            except BrokenPipeError:
                pass


def text_of(result: dict[str, Any]) -> str:
    """The text of a tool's result."""
    return "".join(part["text"] for part in result["content"])
