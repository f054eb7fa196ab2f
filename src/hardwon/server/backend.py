"""The SDK server behind the bridge: the shared service, else a process of its own, replaced once.

A call that was in flight when the server died is sent again to a new one, once: reads are harmless to
repeat, and the bridge gives every write a key, so that a write done twice is kept once. A call that the
second server does not survive either, or that takes too long, is answered with what to do. A service that died with a
call in hand is not used again: others need it.
"""

from __future__ import annotations

import json
import os
import signal
import threading
import time

from hardwon.server import wire
from hardwon.server.pipes import LineReader, Outbox
from hardwon.server.shared import SharedServer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    from hardwon.server.shared import Door
    from hardwon.server.wire import RequestId

_HANDSHAKE_ID = 0
_SENT_MAX = 2


class NotReady(OSError):
    """The server cannot be started yet; the message tells the client why and what to do."""


class Call:
    """One request on its way: what is asked, who waits for it, how often it was sent."""

    __slots__ = ("client_id", "deadline", "method", "params", "sent_count")

    def __init__(self, *, client_id: RequestId, method: str, params: dict[str, Any]) -> None:
        self.client_id = client_id
        self.method = method
        self.params = params
        self.sent_count = 0
        self.deadline = 0.0


class ServerProcess:
    """One running server process: a descriptor to write to, lines that come back, an end.

    Args:
        argv: absolute program and arguments.
        log: descriptor for its standard error.
        on_line: called with each line it writes, from this object's thread.
        on_exit: called once when it is gone and reaped, from this object's thread.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(
        self,
        argv: list[str],
        *,
        log: int,
        on_line: Callable[[bytes], None],
        on_exit: Callable[[ServerProcess], None],
    ) -> None:
        child_in, our_out = os.pipe()
        our_in, child_out = os.pipe()
        actions = [
            (os.POSIX_SPAWN_DUP2, child_in, 0),
            (os.POSIX_SPAWN_DUP2, child_out, 1),
            (os.POSIX_SPAWN_DUP2, log, 2),
        ]
        try:
            self.pid = os.posix_spawn(argv[0], argv, os.environ, file_actions=actions)
        except OSError:
            os.close(our_out)
            os.close(our_in)
            raise
        finally:
            os.close(child_in)
            os.close(child_out)
        self._on_line = on_line
        self._on_exit = on_exit
        self._input = our_in
        self._guard = threading.Lock()
        self._is_reaped = False
        self.gone = threading.Event()
        self.outbox = Outbox(our_out)
        threading.Thread(target=self._run, daemon=True).start()

    def signal(self, number: int) -> None:
        """Send a signal, unless the process was reaped and its number may be another's."""
        with self._guard:
            if not self._is_reaped:
                os.kill(self.pid, number)

    def stop(self) -> None:
        """End it within a second: by closing its input, then by asking, then by force."""
        self.outbox.close()
        for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGKILL):
            if self.gone.wait(0.25):
                return
            self.signal(number)
        self.gone.wait(0.25)

    def _run(self) -> None:
        reader = LineReader(self._input)
        while not reader.ended:
            for line in reader.read():
                self._on_line(line)
        os.close(self._input)
        self.signal(signal.SIGKILL)  # it closed its output: nothing more can come of it
        with self._guard:
            os.waitpid(self.pid, 0)
            self._is_reaped = True
        self.outbox.close()
        self.gone.set()
        self._on_exit(self)


class Backend:
    """Passes calls to a server process, starting it when needed and replacing it when it died.

    Args:
        command: gives the argv for a client's name; may raise NotReady.
        answer: called with a client's id and the members of the answer ("result" or "error").
        open_log: gives a descriptor for the process's standard error.
        log_path: where a person finds that log.
        patience_s: seconds a call may take.
        service: the way to the shared service, None to do without.
    """

    def __init__(
        self,
        *,
        command: Callable[[str], list[str]],
        answer: Callable[[RequestId, dict[str, Any]], None],
        open_log: Callable[[], int],
        log_path: str,
        patience_s: float = 60.0,
        service: Door | None = None,
    ) -> None:
        self._service = service
        self._command = command
        self._answer = answer
        self._open_log = open_log
        self._log_path = log_path
        self._patience_s = patience_s
        self._lock = threading.RLock()
        self._process: ServerProcess | SharedServer | None = None
        self._calls: dict[int, Call] = {}
        self._last_id = _HANDSHAKE_ID
        self._is_closing = False
        self._client = "mcp"
        self._handshake: dict[str, Any] = {}
        self._obstacle = ""

    @property
    def is_idle(self) -> bool:
        """Whether no call waits for its answer."""
        with self._lock:
            return not self._calls

    @property
    def pid(self) -> int | None:
        """The number of a process of our own, for status and tests."""
        process = self._process
        return process.pid if process else None

    def warm(self, *, client: str, handshake: dict[str, Any]) -> None:
        """Start the process, so that the first call finds it ready.

        Args:
            client: the client's name for itself.
            handshake: the params of `initialize` to introduce ourselves with.
        """
        with self._lock:
            self._client, self._handshake = client, handshake
            self._started()

    def submit(self, call: Call) -> None:
        """Pass a call on; its answer, or the reason why there is none, comes through `answer`."""
        with self._lock:
            call.deadline = time.monotonic() + self._patience_s
            self._send(call)

    def cancel(self, client_id: RequestId) -> None:
        """Forget a call that the client no longer waits for, and tell the process."""
        with self._lock:
            for inner_id, call in list(self._calls.items()):
                if call.client_id == client_id:
                    del self._calls[inner_id]
                    if self._process:
                        note = {"method": "notifications/cancelled", "params": {"requestId": inner_id}}
                        self._process.outbox.put(wire.write_line(note))

    def expire(self) -> None:
        """Answer the calls that took too long, and end the process that did not serve them."""
        now = time.monotonic()
        with self._lock:
            late = [inner_id for inner_id, call in self._calls.items() if call.deadline <= now]
            for inner_id in late:
                self._fail(self._calls.pop(inner_id), f"no answer within {self._patience_s:g} seconds")
            if late and self._process:
                self._process.signal(signal.SIGKILL)

    def close(self) -> None:
        """End the process; what is still in flight gets no answer."""
        with self._lock:
            self._is_closing = True
            process = self._process
        if process:
            process.stop()

    def _started(self) -> ServerProcess | SharedServer | None:
        """The server in use, found or started if there is none; None when there cannot be one."""
        if self._process or self._is_closing:
            return self._process
        if self._service:
            self._process = SharedServer(self._service, self._client, on_line=self._receive, on_exit=self._replace)
        else:
            self._process = self._own_process()
        if self._process:
            hello = {"id": _HANDSHAKE_ID, "method": "initialize", "params": self._handshake}
            self._process.outbox.put(wire.write_line(hello))
            self._process.outbox.put(wire.write_line({"method": "notifications/initialized"}))
        return self._process

    def _own_process(self) -> ServerProcess | None:
        try:
            log = self._open_log()
            try:
                return ServerProcess(self._command(self._client), log=log, on_line=self._receive, on_exit=self._replace)
            finally:
                os.close(log)
        except OSError as error:
            told = isinstance(error, NotReady)
            self._obstacle = str(error) if told else "the memory server cannot be started"
            return None

    def _send(self, call: Call) -> None:
        process = self._started()
        if process is None:
            self._fail(call, self._obstacle or "the memory server is closing")
            return
        self._last_id += 1
        self._calls[self._last_id] = call
        call.sent_count += 1
        message = {"id": self._last_id, "method": call.method, "params": call.params}
        process.outbox.put(wire.write_line(message))

    def _receive(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except ValueError:
            return
        if not isinstance(message, dict):
            return
        kept = {name: message[name] for name in ("result", "error") if name in message}
        with self._lock:  # answered under the lock, so that "idle" means every answer is on its way
            call = self._calls.pop(message.get("id", _HANDSHAKE_ID), None) if kept else None
            if call:
                self._answer(call.client_id, kept)

    def _replace(self, process: ServerProcess | SharedServer) -> None:
        """The server is gone: send its calls to another one, once."""
        with self._lock:
            if self._process is not process:
                return
            self._process = None
            left, self._calls = self._calls, {}
            if isinstance(process, SharedServer):
                self._leave_service(process, left.values())
            for call in left.values():
                if self._is_closing:
                    continue
                if call.sent_count < _SENT_MAX:
                    self._send(call)
                else:
                    self._fail(call, "the memory server stopped twice while it served this call")

    def _leave_service(self, service: SharedServer, calls: Collection[Call]) -> None:
        """Do without the service, unless it left as it should, as for an upgrade."""
        if not service.was_reached:
            for call in calls:
                call.sent_count -= 1  # nobody has seen it yet
            self._service = None
        elif calls and not service.said_goodbye:
            self._service = None

    def _fail(self, call: Call, what: str) -> None:
        if call.method == "tools/call":
            text = f"Error: {what}.\nHint: its log is {self._log_path}; `mem doctor` says what is wrong."
            body = {"result": {"content": [{"type": "text", "text": text}], "isError": True}}
        else:
            body = {"error": {"code": wire.INTERNAL_ERROR, "message": f"{what}; its log is {self._log_path}"}}
        self._answer(call.client_id, body)
