"""Asks a client that started us outside of every project which folder it has open.

Desktop programs start a person's own servers in the home folder or in "/", whatever is open, and tell of the folder
only when asked (`roots/list`). Until they answered, what they ask is kept waiting; a client that has no roots, or does
not answer, is served where it started us.
"""

from __future__ import annotations

import json
import os
import time

from hardwon.server import wire
from hardwon.server.wire import Notification, Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

ASKED = "hardwon-roots"
WAIT_S = 2.0
_WAITING_MAX = 1_000
_NEW, _MET, _ASKED, _DONE = range(4)


class Rooting:
    """Takes a client's lines until its folder is known, then passes them on.

    Args:
        introduce: the answer to `initialize`, the project not yet named.
        begin: starts to serve a folder, "" for the one we are in; takes the params of an `initialize` that was
            answered already, None for none; gives what takes the lines from then on.
        send: takes a finished line for the client.
        clock: seconds that only grow.
    """

    def __init__(
        self,
        *,
        introduce: Callable[[dict[str, Any]], dict[str, Any]],
        begin: Callable[[str, dict[str, Any] | None], Callable[[bytes], None]],
        send: Callable[[bytes], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._introduce = introduce
        self._begin = begin
        self._send = send
        self._clock = clock
        self._state = _NEW
        self._params: dict[str, Any] | None = None
        self._waiting: list[bytes] = []
        self._until = 0.0
        self._pass_on: Callable[[bytes], None] = self._waiting.append

    @property
    def is_waiting(self) -> bool:
        """Whether something of the client waits for its own answer."""
        return bool(self._waiting)

    def receive(self, line: bytes) -> None:
        """Serve one line from the client."""
        if self._state == _DONE:
            self._pass_on(line)
        elif self._state == _ASKED:
            self._while_asked(line)
        else:
            self._at_first(line)

    def tick(self) -> None:
        """Wait no longer for an answer that is late."""
        if self._state == _ASKED and self._clock() > self._until:
            self._start("")

    def _at_first(self, line: bytes) -> None:
        message = wire.read_line(line)
        if self._state == _NEW and _has_roots(message):
            assert isinstance(message, Request)
            self._params, self._state = message.params, _MET
            self._send(wire.result(message.id, self._introduce(message.params)))
        elif self._state == _MET and isinstance(message, Notification):
            if message.method == "notifications/initialized":
                self._until, self._state = self._clock() + WAIT_S, _ASKED
                self._send(wire.write_line({"id": ASKED, "method": "roots/list"}))
        elif self._state == _MET and isinstance(message, Request) and message.method == "ping":
            self._send(wire.result(message.id, {}))
        else:
            self._waiting.append(line)
            self._start("")

    def _while_asked(self, line: bytes) -> None:
        folder = _answered(line)
        if folder is None:
            self._waiting.append(line)
        if folder is not None or len(self._waiting) > _WAITING_MAX:
            self._start(folder or "")

    def _start(self, folder: str) -> None:
        self._state = _DONE
        self._pass_on = self._begin(folder, self._params)
        waiting, self._waiting = self._waiting, []
        for line in waiting:
            self._pass_on(line)


def _has_roots(message: object) -> bool:
    if not isinstance(message, Request) or message.method != "initialize" or "_meta" in message.params:
        return False
    offered = message.params.get("capabilities")
    return (
        isinstance(offered, dict)
        and isinstance(offered.get("roots"), dict)
        and isinstance(message.params.get("protocolVersion"), str)
    )


def _answered(line: bytes) -> str | None:
    """The folder that an answer to our question names, "" where it names none; None for any other line."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.get("id") != ASKED or "method" in message:
        return None
    result = message.get("result")
    roots = result.get("roots") if isinstance(result, dict) else None
    for root in roots if isinstance(roots, list) else ():
        folder = folder_of(root.get("uri") if isinstance(root, dict) else None)
        if folder:
            return folder
    return ""


def folder_of(uri: object) -> str:
    """The folder on this machine that a `file:` address names, "" for any other."""
    if not isinstance(uri, str) or not uri.startswith("file://"):
        return ""
    host, slash, path = uri[len("file://") :].partition("/")
    if host not in ("", "localhost"):
        return ""
    first, *parts = (slash + path).encode("utf-8", "replace").split(b"%")
    try:
        folder = os.fsdecode(first + b"".join(bytes((int(part[:2], 16),)) + part[2:] for part in parts))
        return folder if os.path.isdir(folder) else ""
    except ValueError:
        return ""
