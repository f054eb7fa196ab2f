"""The service's socket: one owner, private, closed to other users.

A lock held for life decides which of several processes serves; only its holder touches the socket's file.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import stat

from hardwon.wire.client import peer_uid
from hardwon.wire.detached import HANDED_OVER
from hardwon.wire.place import is_lock, leave_place, make_place, take_lock, write_owner

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
        self._lock = _owned_lock(path)
        try:
            write_owner(self._lock)
            self._socket = _bound(path)
        except BaseException:
            os.close(self._lock)
            raise
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_in, False)
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)
        self._poll.register(self._wake_out, select.POLLIN)

    def accept(self, within_s: float) -> socket.socket | None:
        """The next connection of this user, None when none came in time or `wake` was called.

        Args:
            within_s: the longest wait, in seconds.
        """
        ready = {number for number, _ in self._poll.poll(within_s * 1000)}
        if self._socket.fileno() not in ready:
            return None
        try:
            connection, _ = self._socket.accept()
        except OSError:  # the client is gone again, or there are too many open files
            return None
        connection.setblocking(True)
        if peer_uid(connection) != os.getuid():
            connection.close()
            return None
        return connection

    def wake(self) -> None:
        """Make `accept` return now; may be called from a signal's handler or any thread."""
        with contextlib.suppress(OSError):
            os.write(self._wake_in, b"x")

    def close(self) -> None:
        """Stop listening and leave nothing behind."""
        self._socket.close()
        leave_place(self.path, self._lock)


def _owned_lock(path: str) -> int:
    """The lock of the place: the one this process was handed, else taken here.

    Raises:
        Taken: another process holds it, or it cannot be made.
    """
    if is_lock(HANDED_OVER, path):
        os.set_inheritable(HANDED_OVER, False)
        return HANDED_OVER
    try:
        lock = take_lock(path)
    except OSError as error:
        raise Taken(f"the lock beside the socket cannot be made: {error.strerror}") from None
    if lock < 0:
        raise Taken("another process serves already")
    return lock


def _bound(path: str) -> socket.socket:
    """A listening socket at a path where nothing is, or a socket that nobody serves any more.

    Raises:
        Taken: something else lies there.
    """
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISSOCK(os.lstat(path).st_mode):
            raise Taken(f"{path} is no socket; move it away")
        os.unlink(path)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    old_mask = os.umask(0o177)
    try:
        listening.bind(path)
        listening.listen(_BACKLOG)
        listening.setblocking(False)
    except OSError as error:
        listening.close()
        raise Taken(f"the socket cannot be made: {error.strerror}") from None
    finally:
        os.umask(old_mask)
    return listening
