"""The service's socket: one owner, private, closed to other users.

A lock held for life decides which of several processes serves; only its holder touches the socket's file.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket

from hardwon.wire.client import peer_uid
from hardwon.wire.place import make_place

_BACKLOG = 128


class Taken(Exception):
    """Another process serves here, or nothing can be served here; the message says which."""


class Listener:
    """An open, private Unix socket.

    Args:
        path: where it is (hardwon.wire.place.socket_path).

    Raises:
        Taken: another process holds it, or its place cannot be trusted.
    """

    def __init__(self, path: str) -> None:
        if not path or not make_place(path):
            raise Taken("there is no private folder for the socket")
        self.path = path
        self._lock = os.open(path + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise Taken("another process serves already") from None
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        old_mask = os.umask(0o177)
        try:
            self._socket.bind(path)
        finally:
            os.umask(old_mask)
        self._socket.listen(_BACKLOG)

    def accept(self, within_s: float) -> socket.socket | None:
        """The next connection of this user, None when none came in time."""
        self._socket.settimeout(within_s)
        try:
            connection, _ = self._socket.accept()
        except TimeoutError:
            return None
        connection.setblocking(True)
        if peer_uid(connection) != os.getuid():
            connection.close()
            return None
        return connection

    def close(self) -> None:
        """Stop listening and leave no file of the socket; the lock goes last."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)
        self._socket.close()
        os.close(self._lock)
