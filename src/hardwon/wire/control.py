"""Looks after the service from outside: is it there, start it, stop it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hardwon.config.paths import Paths
from hardwon.errors import HardwonError
from hardwon.text import jsonlight
from hardwon.wire.client import connect, header
from hardwon.wire.place import is_held, owner, socket_path
from hardwon.wire.starting import start_service

ANSWER_S = 2.0
START_S = 10.0
STOP_S = 15.0
_POLL_S = 0.02
_HINT = "its log is service.log in the data folder's logs"


def status(paths: Paths, environ: Mapping[str, str]) -> dict[str, Any] | None:
    """What the running service says of itself, None where none answers.

    Args:
        paths: whose data it serves.
        environ: the trusted environment.
    """
    connection = connect(paths, environ)
    if connection is None:
        return None
    answer = connection.ask(header("status", paths, environ), b"", ANSWER_S)
    connection.close()
    found = jsonlight.loads(answer[1]) if answer else None
    return found if isinstance(found, dict) else None


def is_there(paths: Paths, environ: Mapping[str, str]) -> bool:
    """Whether a service runs or is starting, whether or not it answers."""
    path = socket_path(paths, environ)
    return bool(path) and is_held(path)


def start(
    paths: Paths, environ: Mapping[str, str], roots: Sequence[str], *, within_s: float = START_S
) -> dict[str, Any]:
    """Start the service unless it runs, and wait until it answers.

    Args:
        paths: whose data it serves.
        environ: the trusted environment.
        roots: the folders its packages are imported from, besides the interpreter's own.
        within_s: the longest wait, in seconds.

    Returns:
        what it says of itself.

    Raises:
        HardwonError: it does not start.
    """

    def begun() -> dict[str, Any] | None:
        found = status(paths, environ)
        # Whoever only looked, or was about to leave, may have held the place in the moment of the first attempt.
        if found is None and not is_there(paths, environ):
            start_service(paths, environ, roots)
        return found

    try:
        return _answering(begun, paths, environ, within_s)
    except OSError as error:
        raise HardwonError(f"the service cannot be started: {error.strerror}", _HINT) from None


def wait(paths: Paths, environ: Mapping[str, str], *, within_s: float = START_S) -> dict[str, Any]:
    """Wait until the service answers; the same answer as `start`.

    Raises:
        HardwonError: it does not, in time.
    """
    return _answering(lambda: status(paths, environ), paths, environ, within_s)


def _answering(
    asked: Callable[[], dict[str, Any] | None], paths: Paths, environ: Mapping[str, str], within_s: float
) -> dict[str, Any]:
    found: dict[str, Any] | None = _until(asked, within_s)
    if found is None:
        raise HardwonError("the service does not answer" + _process(paths, environ), _HINT)
    return found


def stop(paths: Paths, environ: Mapping[str, str]) -> bool:
    """Have the service finish what is in hand and leave; wait until it has.

    Returns:
        whether one ran.

    Raises:
        HardwonError: it does not leave.
    """
    if not is_there(paths, environ):
        return False
    if not _until(_Leaving(paths, environ).is_gone, STOP_S):
        raise HardwonError("the service does not leave" + _process(paths, environ), "end that process")
    return True


class _Leaving:
    """One service on its way out; another client may start the next one meanwhile."""

    def __init__(self, paths: Paths, environ: Mapping[str, str]) -> None:
        self._paths = paths
        self._environ = environ
        self._asked = 0

    def is_gone(self) -> bool:
        """Ask it to leave, once it can be asked; whether it has left."""
        now = owner(socket_path(self._paths, self._environ))
        if self._asked:
            return now not in (0, self._asked) or not is_there(self._paths, self._environ)
        connection = connect(self._paths, self._environ)
        if connection is None:  # it is about to serve, or was about to leave
            return not is_there(self._paths, self._environ)
        connection.ask(header("stop", self._paths, self._environ), b"", ANSWER_S)
        connection.close()
        self._asked = now
        return False


def _until(found: Callable[[], Any], within_s: float) -> Any:
    ends_at = time.monotonic() + within_s
    while not (value := found()) and time.monotonic() < ends_at:
        time.sleep(_POLL_S)
    return value


def _process(paths: Paths, environ: Mapping[str, str]) -> str:
    number = owner(socket_path(paths, environ))
    return f" (process {number})" if number else ""
