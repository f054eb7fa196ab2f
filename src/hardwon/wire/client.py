"""Asks the service, within a deadline. Light.

Nothing here raises: no service, a hung one, another program on the socket or a version that does not fit all give
None, and the caller does without.
"""

from __future__ import annotations

import _socket
import posix
import sys
import time

from hardwon import __version__
from hardwon.config.paths import Paths
from hardwon.wire.frames import Broken, packed, read
from hardwon.wire.place import is_private, socket_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

CONNECT_S = 0.05
PROTOCOL = f"{__version__}/1"


_PASSED = ("CLAUDE_CONFIG_DIR", "CLAUDE_PID", "CLAUDE_PROJECT_DIR", "HOME", "PATH", "XDG_RUNTIME_DIR")
_PREFIXES = ("HARDWON_", "XDG_", "RUNTIME_MEMORY_", "MEMORY_LAYER_")


def asked_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """What of a client's environment goes with a question: places, settings, the session's project."""
    return {key: value for key, value in environ.items() if key in _PASSED or key.startswith(_PREFIXES)}


def header(operation: str, paths: Paths, environ: Mapping[str, str], **fields: object) -> dict[str, object]:
    """A question's header: what is asked, for which data, on behalf of which client.

    Args:
        operation: hook, embed, mcp, status or stop.
        paths: where things live; a service of other data refuses.
        environ: the trusted environment; CLAUDE_PID is the lease.
        fields: what the operation needs besides.
    """
    pid = environ.get("CLAUDE_PID", "")
    lease = int(pid) if pid.isascii() and pid.isdigit() else 0
    return {"op": operation, "data": paths.data, "db": paths.db, "pid": lease, **fields}


class Connection:
    """One conversation with the service.

    Args:
        socket: a connected socket.
    """

    __slots__ = ("_ends_at", "_socket")

    def __init__(self, socket: _socket.socket) -> None:
        self._socket = socket
        self._ends_at = 0.0

    def ask(self, header: Mapping[str, object], body: bytes, within_s: float) -> tuple[dict[str, object], bytes] | None:
        """Send a message and wait for the answer.

        Args:
            header: what is asked; the protocol's version is added.
            body: raw bytes that go with it.
            within_s: the longest wait for the whole answer, in seconds.

        Returns:
            the answer's header and bytes, None when there is none in time or the service refuses.
        """
        self._ends_at = time.monotonic() + within_s
        try:
            self._send(packed({**header, "protocol": PROTOCOL}, body))
            answer = read(self._receive)
        except (OSError, Broken):
            return None
        return answer if answer[0].get("ok") is True else None

    def tell(self, header: Mapping[str, object]) -> None:
        """Send a message that has no answer."""
        self._ends_at = time.monotonic() + CONNECT_S
        try:
            self._send(packed(header))
        except OSError:
            pass

    def close(self) -> None:
        """End the conversation."""
        self._socket.close()

    def _send(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            self._socket.settimeout(max(self._ends_at - time.monotonic(), 0.001))
            view = view[self._socket.send(view) :]

    def _receive(self, count: int) -> bytes:
        left = self._ends_at - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)
        return self._socket.recv(count)


def connect(paths: Paths, environ: Mapping[str, str]) -> Connection | None:
    """A conversation with this person's service, None where there is none to trust.

    Args:
        paths: where things live.
        environ: the trusted environment.
    """
    path = socket_path(paths, environ)
    if not path or not is_private(path):
        return None
    socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        socket.settimeout(CONNECT_S)
        socket.connect(path)
        if peer_uid(socket) != posix.getuid():
            raise PermissionError
    except OSError:
        socket.close()
        return None
    return Connection(socket)


def peer_uid(socket: _socket.socket) -> int:
    """The user at the other end of a Unix socket.

    Raises:
        OSError: the system does not say.
    """
    if sys.platform == "darwin":
        # struct xucred: version, uid, ... (LOCAL_PEERCRED of SOL_LOCAL)
        return int.from_bytes(socket.getsockopt(0, 1, 76)[4:8], sys.byteorder)
    # struct ucred: pid, uid, gid
    return int.from_bytes(socket.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)[4:8], sys.byteorder)
