"""Asks the service, within a deadline. Light.

Nothing here raises: no service, a hung one, another program on the socket or a version that does not fit all give
None, and the caller does without.
"""

from __future__ import annotations

import posix
import sys
import time

from hardwon import __version__
from hardwon.wire.detached import allowed_environ
from hardwon.wire.frames import Broken, packed, read
from hardwon.wire.place import is_private, socket_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hardwon.config.paths import Paths

    # A message's header and its bytes.
    Answer = tuple[dict[str, Any], bytes]

CONNECT_S = 0.05
PROTOCOL = 1
_SESSION = ("CLAUDE_CODE_SESSION_ID", "CLAUDE_PID", "CLAUDE_PROJECT_DIR")


def header(
    operation: str, paths: Paths, environ: Mapping[str, str], fields: Mapping[str, object] | None = None
) -> dict[str, object]:
    """A question's header: what is asked, for which data, on behalf of which client.

    Args:
        operation: hook, embed, rerank, mcp, status or stop.
        paths: where things live; a service of other data refuses.
        environ: the trusted environment; CLAUDE_PID is the lease.
        fields: what the operation needs besides.
    """
    pid = environ.get("CLAUDE_PID", "")
    lease = int(pid) if pid.isascii() and pid.isdigit() and len(pid) < 10 else 0
    return {
        "op": operation,
        "protocol": PROTOCOL,
        "version": __version__,
        "data": paths.data,
        "db": paths.db,
        "pid": lease,
        **(fields or {}),
    }


def session_environ(environ: Mapping[str, str], paths: Paths) -> dict[str, str]:
    """What of a session's environment goes with a question: places, settings, whose session it is."""
    kept = allowed_environ(environ, paths)
    kept.update({name: environ[name] for name in _SESSION if name in environ})
    return kept


class Connection:
    """One conversation with the service.

    Args:
        socket: a connected socket.
    """

    __slots__ = ("_ends_at", "socket")

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self._ends_at = 0.0

    def ask(self, header: Mapping[str, object], body: bytes, within_s: float) -> Answer | None:
        """Send a message and wait for the answer.

        Args:
            header: what is asked.
            body: raw bytes that go with it.
            within_s: the longest wait for the whole answer, in seconds.

        Returns:
            the answer's header and bytes, None when there is none in time or the service refuses.
        """
        self._ends_at = time.monotonic() + within_s
        try:
            self._send(packed(header, body))
        except (OSError, ValueError):
            return None
        return self.wait(within_s)

    def wait(self, within_s: float) -> Answer | None:
        """Wait for a further answer; the same as `ask` without a question."""
        self._ends_at = time.monotonic() + within_s
        try:
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
        self.socket.close()

    def _send(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            self.socket.settimeout(max(self._ends_at - time.monotonic(), 0.001))
            view = view[self.socket.send(view) :]

    def _receive(self, count: int) -> bytes:
        left = self._ends_at - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.socket.settimeout(left)
        part: bytes = self.socket.recv(count)
        return part


def connect(paths: Paths, environ: Mapping[str, str]) -> Connection | None:
    """A conversation with this person's service, None where there is none to trust.

    Args:
        paths: where things live.
        environ: the trusted environment.
    """
    path = socket_path(paths, environ)
    if not path or not _is_there(path) or not is_private(path):
        return None
    import _socket  # after the look: most of what a hook without a service would pay for one

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


def _is_there(path: str) -> bool:
    try:
        posix.lstat(path)
    except OSError:
        return False
    return True


def peer_uid(socket: Any) -> int:
    """The user at the other end of a Unix socket.

    Raises:
        OSError: the system does not say.
    """
    if sys.platform == "darwin":
        # struct xucred: version, uid, ... (LOCAL_PEERCRED of SOL_LOCAL)
        return int.from_bytes(socket.getsockopt(0, 1, 76)[4:8], sys.byteorder)
    import _socket

    # struct ucred: pid, uid, gid
    return int.from_bytes(socket.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)[4:8], sys.byteorder)
