"""A person's machine on which the service can run: it is started as clients start it, and ended with the test."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import hardwon
from hardwon.engine import Engine, open_engine
from hardwon.wire import control, frames
from hardwon.wire.client import Connection, connect, header
from hardwon.wire.place import socket_path
from hardwon.wire.starting import package_folders
from hooks.client import LIBRARY, Client

T = TypeVar("T")
PROGRAM = str(Path(hardwon.__file__).parent / "service" / "__main__.py")
PATIENCE_S = 30.0


def until(found: Callable[[], T], within_s: float = PATIENCE_S) -> T:
    """What `found` gives, as soon as it is something."""
    end = time.monotonic() + within_s
    while not (value := found()):
        assert time.monotonic() < end, "it did not come to that in time"
        time.sleep(0.01)
    return value


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


class Machine(Client):
    """A client's project and home, with a service beside it. Searches have the hashing embedder's vectors."""

    def __init__(self, home: Path, project: Path, idle_s: float = 20.0) -> None:
        super().__init__(home, project)
        self.environ.update(HARDWON_EMBEDDER="hashing", HARDWON_SERVICE_IDLE_S=f"{idle_s:g}")
        self.environ["CLAUDE_PID"] = str(os.getpid())
        self._stopped: list[int] = []

    @property
    def socket(self) -> Path:
        """Where the service's socket is."""
        return Path(socket_path(self.paths, self.environ))

    def engine(self, folder: Path | None = None) -> Engine:
        """An engine of a process that does not ask the service."""
        return open_engine(self._shell() | {"HARDWON_SERVICE": "off"}, str(folder or self.project))

    def asking_engine(self) -> Engine:
        """An engine as a shell's: it asks the service for a query's vector."""
        return open_engine(self._shell(), str(self.project))

    def _shell(self) -> dict[str, str]:
        return {key: value for key, value in self.environ.items() if not key.startswith("CLAUDE")}

    def start_service(self) -> dict[str, Any]:
        """Start the service as a client does, and wait until it answers."""
        return control.start(self.paths, self.environ, package_folders())

    def status(self) -> dict[str, Any] | None:
        """What the service says of itself, None where none answers."""
        return control.status(self.paths, self.environ)

    def warm_service(self) -> dict[str, Any]:
        """Start the service and wait until the project's vectors are there."""
        self.start_service()
        self.expect(self.paths.project_db(self.binding))
        return until(self._warm)

    def _warm(self) -> dict[str, Any] | None:
        status = self.status()
        return status if status and status["state"] == "ready" and status["stores"]["held"] else None

    def expect(self, store: str) -> None:
        """Search a store through the service, as a shell does."""
        connection = self.connect()
        connection.ask(header("embed", self.paths, self.environ, {"stores": [store]}), b"x", PATIENCE_S)
        connection.close()

    def connect(self) -> Connection:
        """A connection to the service that runs."""
        connection = connect(self.paths, self.environ)
        assert connection is not None
        return connection

    def stop_process(self, pid: int) -> None:
        """Stop a process as SIGSTOP does; it goes on at the end of the test at the latest."""
        os.kill(pid, signal.SIGSTOP)
        self._stopped.append(pid)

    def go_on(self) -> None:
        """Let every stopped process go on."""
        while self._stopped:
            pid = self._stopped.pop()
            if is_alive(pid):
                os.kill(pid, signal.SIGCONT)

    def run_service(self, environ: Mapping[str, str] | None = None, program: str = PROGRAM) -> subprocess.Popen[bytes]:
        """Run the service's program without handing it a lock, as a child of the test."""
        return subprocess.Popen(
            [sys.executable, "-I", program, str(LIBRARY)],
            env={**self.environ, **(environ or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def end(self) -> None:
        """End what runs; nothing may be left."""
        self.go_on()
        control.stop(self.paths, self.environ)
        self.settle()

    def effects(self, event: str) -> list[dict[str, Any]]:
        """What the spool holds of an event: the reference to it, and the record of what it gave."""
        found = [json.loads(path.read_text()) for path in self.waiting()]
        return [entry for entry in found if entry["event"] == event]

    def session_lines(self) -> list[str]:
        """What is noted of all sessions."""
        folder = self.data / "spool" / "sessions"
        return [line for path in sorted(folder.glob("*")) for line in path.read_text().splitlines()]


class Impostor:
    """Something else that listens on the service's socket.

    Args:
        path: the socket.
        answer: what it sends to whoever asks; None to say nothing.
    """

    def __init__(self, path: Path, answer: bytes | None) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(path))
        self._listening.listen(8)
        self._answer = answer
        self._open: list[socket.socket] = []
        self.heard: list[bytes] = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            self._open.append(connection)
            with contextlib.suppress(OSError):  # who asked may be gone
                self.heard.append(connection.recv(1 << 16))
                if self._answer is not None:
                    connection.sendall(self._answer)

    def close(self) -> None:
        """Hang up."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(PATIENCE_S)
        for connection in self._open:
            connection.close()


def message(header: Mapping[str, object], body: bytes = b"") -> bytes:
    """A whole message of the protocol."""
    return frames.packed(header, body)
