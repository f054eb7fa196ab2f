"""One connection: reads what is asked, has it done, answers.

Operations: `hook` (an event's bytes in, the hook's output back), `embed` (text in, a query's vector back), `mcp` (the
connection becomes an MCP session), `status`, `stop`. A hook's effects that follow its answer (what was given) happen
once the client says that it has written the answer; a client that gave up waiting never says so.
"""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from hardwon.config.paths import Paths
from hardwon.wire import frames
from hardwon.wire.client import PROTOCOL

log = logging.getLogger(__name__)
_ACK_S = 2.0


class Hooks(Protocol):
    """Answers a hook's event; see hardwon.hooks.served."""

    def __call__(
        self, event: str, data: bytes, environ: Mapping[str, str], roots: list[str]
    ) -> tuple[bytes, Callable[[], None]]: ...


class Desk:
    """Serves connections.

    Args:
        paths: the data this service is for; clients of other data are refused.
        hooks: answers events.
        embed: gives a query's vector and its space's mark, None while there is none.
        talk_mcp: serves an MCP session on a socket until it ends.
        status: what `status` answers.
        leave: called when a client asks the service to stop, or speaks a newer protocol.
        renew: called with the process id of the client that was heard of.
    """

    def __init__(
        self,
        paths: Paths,
        *,
        hooks: Hooks,
        embed: Callable[[str], tuple[dict[str, Any], bytes] | None],
        talk_mcp: Callable[[socket.socket, dict[str, Any]], None],
        status: Callable[[], dict[str, Any]],
        leave: Callable[[], None],
        renew: Callable[[int], None],
    ) -> None:
        self._paths = paths
        self._hooks = hooks
        self._embed = embed
        self._talk_mcp = talk_mcp
        self._status = status
        self._leave = leave
        self._renew = renew

    def serve(self, connection: socket.socket) -> None:
        """Answer everything a client asks until it leaves."""
        with contextlib.closing(connection), contextlib.suppress(OSError, frames.Broken):
            while True:
                header, body = frames.read(connection.recv)
                if not self._answer(connection, header, body):
                    return

    def _answer(self, connection: socket.socket, header: dict[str, Any], body: bytes) -> bool:
        """Answer one message; whether the connection goes on."""
        refusal = self._refusal(header)
        if refusal:
            connection.sendall(frames.packed({"ok": False, "reason": refusal, "protocol": PROTOCOL}))
            return False
        pid = header.get("pid")
        self._renew(pid if isinstance(pid, int) else 0)
        operation = header.get("op")
        if operation == "hook":
            self._hook(connection, header, body)
        elif operation == "embed":
            found = self._embed(body.decode("utf-8", "replace"))
            answer, vector = found or ({}, b"")
            connection.sendall(frames.packed({"ok": found is not None, **answer}, vector))
        elif operation == "mcp":
            connection.sendall(frames.packed({"ok": True, "protocol": PROTOCOL}))
            self._talk_mcp(connection, header)
            return False
        elif operation == "status":
            connection.sendall(frames.packed({"ok": True}, json.dumps(self._status()).encode()))
        elif operation == "stop":
            connection.sendall(frames.packed({"ok": True}))
            self._leave()
            return False
        else:
            connection.sendall(frames.packed({"ok": False, "reason": "no such operation"}))
        return True

    def _refusal(self, header: dict[str, Any]) -> str:
        if header.get("protocol") != PROTOCOL:
            # The newcomer was installed later: what it starts next is the newer service.
            self._leave()
            return "version"
        if (header.get("data"), header.get("db")) != (self._paths.data, self._paths.db):
            return "this service is for another data folder"
        return ""

    def _hook(self, connection: socket.socket, header: dict[str, Any], body: bytes) -> None:
        event, environ, roots = header.get("event"), header.get("environ"), header.get("roots")
        output, after = b"", _nothing
        started = time.monotonic()
        if isinstance(event, str) and isinstance(environ, dict) and isinstance(roots, list):
            try:
                output, after = self._hooks(event, body, environ, roots)
            except Exception:
                log.exception("the event %s was not answered", event)
                connection.sendall(frames.packed({"ok": False, "reason": "failed"}))
                return
        took_ms = round((time.monotonic() - started) * 1000, 1)
        connection.sendall(frames.packed({"ok": True, "took_ms": took_ms}, output))
        connection.settimeout(_ACK_S)
        acknowledged, _ = frames.read(connection.recv)
        connection.settimeout(None)
        if acknowledged.get("op") == "written":
            after()


def _nothing() -> None:
    return None

