"""The running service as the server behind the bridge: one warm process for all sessions.

A stand-in for a server process of the bridge's own (hardwon.server.backend): the same lines go to it and come from it.
It is looked for, and started, in the background; what is to be sent meanwhile waits.
"""

from __future__ import annotations

import os
import threading
import time

from hardwon.server.pipes import LineReader, Outbox
from hardwon.wire.client import connect, header, session_environ
from hardwon.wire.place import is_held, socket_path
from hardwon.wire.starting import start_service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hardwon.config.paths import Paths
    from hardwon.wire.client import Connection

ANSWER_WITHIN_S = 2.0  # until a service that is there has to take calls
START_WITHIN_S = 5.0  # and one that is on its way: on a busy machine a server of one's own would take as long
ANSWER_S = 1.0
GOODBYE = b'{"jsonrpc":"2.0","method":"notifications/hardwon/leaving"}'  # a service's last word in a session
_POLL_S = 0.02


class Door:
    """The way to the service for one session.

    Args:
        paths: whose data it has to serve.
        environ: the trusted environment.
        cwd: the client's working folder.
        project: the binding every call is for.
        folders: where the service's packages are, besides the interpreter's own folders.
        may_start: whether to start a service where none runs.
        strict: whether each call has to name the project.
    """

    def __init__(
        self,
        paths: Paths,
        environ: Mapping[str, str],
        *,
        cwd: str,
        project: str,
        folders: Sequence[str],
        may_start: bool,
        strict: bool = False,
    ) -> None:
        self._paths = paths
        self._environ = environ
        self._cwd = cwd
        self._project = project
        self._folders = folders
        self._may_start = may_start
        self._strict = strict

    def open(self, client: str) -> Connection | None:
        """A connection that carries a session's JSON-RPC lines, None when none can be had in time.

        Args:
            client: the client's name for itself.
        """
        session = session_environ(self._environ, self._paths)
        fields = {
            "environ": session, "cwd": self._cwd, "project": self._project, "client": client, "strict": self._strict,
        }  # fmt: skip
        question = header("mcp", self._paths, self._environ, fields)
        begun_at = time.monotonic()
        while True:
            connection = connect(self._paths, self._environ)
            if connection is not None:
                if connection.ask(question, b"", ANSWER_S) is not None:
                    connection.socket.settimeout(None)
                    return connection
                connection.close()
            patience_s = START_WITHIN_S if connection is None and self._is_coming() else ANSWER_WITHIN_S
            if not self._may_start or time.monotonic() > begun_at + patience_s:
                return None
            try:
                started = start_service(self._paths, self._environ, self._folders)
            except OSError:
                return None
            if started:
                # It may leave before this process does, and is then this one's to take leave of.
                threading.Thread(target=os.waitpid, args=(started, 0), daemon=True).start()
            time.sleep(_POLL_S)

    def _is_coming(self) -> bool:
        path = socket_path(self._paths, self._environ)
        return bool(path) and is_held(path)


class _Waiting:
    """An outbox whose other end is still to be found."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._early: list[bytes] = []
        self._outbox: Outbox | None = None

    def put(self, line: bytes) -> None:
        """Queue one line; returns at once."""
        with self._lock:
            if self._outbox is None:
                self._early.append(line)
            else:
                self._outbox.put(line)

    def open(self, descriptor: int) -> None:
        """Send what waits, and what comes, to a descriptor that is closed with this."""
        with self._lock:
            self._outbox = Outbox(descriptor)
            for line in self._early:
                self._outbox.put(line)

    def close(self) -> None:
        """Close the descriptor after the queued lines."""
        with self._lock:
            if self._outbox is not None:
                self._outbox.close()


class SharedServer:
    """The service, for one session.

    Args:
        door: the way to it.
        client: the client's name for itself.
        on_line: called with each line it writes, from this object's thread.
        on_exit: called once when the connection is over, or could not be had, from this object's thread.

    Attributes:
        was_reached: whether there ever was a connection.
        said_goodbye: whether the service left as it should; what it did not answer another one will.
        gone: set when it is over.
    """

    def __init__(
        self,
        door: Door,
        client: str,
        *,
        on_line: Callable[[bytes], None],
        on_exit: Callable[[SharedServer], None],
    ) -> None:
        self._door = door
        self._client = client
        self._on_line = on_line
        self._on_exit = on_exit
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._is_over = False
        self.was_reached = False
        self.said_goodbye = False
        self.gone = threading.Event()
        self.outbox = _Waiting()
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def pid(self) -> int | None:
        """Never known: it is no process of the bridge's."""
        return None

    def signal(self, number: int) -> None:
        """Leave it; others use it too, so nothing is sent."""
        self.stop()

    def stop(self) -> None:
        """End the session at once; the service goes on."""
        with self._lock:
            self._is_over = True
            if self._connection is not None:
                _hang_up(self._connection)

    def _run(self) -> None:
        try:
            connection = self._door.open(self._client)
            if connection is not None:
                with self._lock:
                    self._connection = connection
                    if self._is_over:
                        _hang_up(connection)
                self.was_reached = True
                self._read(connection)
        finally:
            self.outbox.close()
            self.gone.set()
            self._on_exit(self)

    def _read(self, connection: Connection) -> None:
        self.outbox.open(os.dup(connection.socket.fileno()))
        reader = LineReader(connection.socket.fileno())
        while not reader.ended:
            for line in reader.read():
                if line == GOODBYE:
                    self.said_goodbye = True
                else:
                    self._on_line(line)
        with self._lock:
            self._connection = None
            _hang_up(connection)
            connection.close()


def _hang_up(connection: Connection) -> None:
    import _socket

    try:
        connection.socket.shutdown(_socket.SHUT_RDWR)
    except OSError:
        pass
