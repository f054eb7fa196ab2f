"""One connection: reads what is asked, has it done, answers.

Operations: `hook` (an event's bytes in, the hook's output back), `embed` (text in, a query's vector back), `rerank` (a
query and texts in, how well each answers back), `mcp` (the connection becomes an MCP session), `status`, `stop`. A
hook's effects that follow its answer (what was given) happen once the client says that it has written the answer; a
client that gave up waiting never says so.
"""

from __future__ import annotations

import contextlib
import json
import logging
import select
import socket
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from hardwon import __version__
from hardwon.config.paths import Paths
from hardwon.service.leases import InFlight
from hardwon.wire import frames
from hardwon.wire.client import PROTOCOL

log = logging.getLogger(__name__)
_QUIET_S = 30.0  # a connection on which nothing is asked for so long is closed
_ACKNOWLEDGE_S = 2.0
_RERANK_S = 1.0  # who asks from a shell waits longer than a hook
_ABANDONED = ("hook", "embed", "rerank")  # of no use to a client that has left
_LONG = ("UserPromptExpansion",)  # events whose answer may take longer than a client waits for a dead service


class Hooks(Protocol):
    """Answers a hook's event; see hardwon.hooks.served."""

    def __call__(
        self, name: str, data: bytes, environ: Mapping[str, str], roots: list[str]
    ) -> tuple[bytes, Callable[[], None]]: ...


class Desk:
    """Serves connections.

    Args:
        paths: the data this service is for; clients of other data are refused.
        hooks: answers events.
        embed: gives a query's vector and its space's mark, None while there is none.
        rerank: gives (query, texts, seconds) how well each text answers, None while that cannot be had.
        expect: told of each store that a client searches.
        talk_mcp: serves an MCP session on a socket until it ends.
        status: what `status` answers.
        leave: called when a client asks the service to stop, or is of a newer version.
        renew: called with the process id of the client that was heard of.
        work: counts what is in hand.
    """

    def __init__(
        self,
        paths: Paths,
        *,
        hooks: Hooks,
        embed: Callable[[str], tuple[dict[str, Any], bytes] | None],
        rerank: Callable[[str, list[str], float], list[float] | None],
        expect: Callable[[str], None],
        talk_mcp: Callable[[socket.socket, dict[str, Any]], None],
        status: Callable[[], dict[str, Any]],
        leave: Callable[[], None],
        renew: Callable[[int], None],
        work: InFlight,
    ) -> None:
        self._paths = paths
        self._hooks = hooks
        self._embed = embed
        self._rerank = rerank
        self._expect = expect
        self._talk_mcp = talk_mcp
        self._status = status
        self._leave = leave
        self._renew = renew
        self._work = work

    def serve(self, connection: socket.socket) -> None:
        """Answer everything a client asks until it leaves."""
        with contextlib.closing(connection), contextlib.suppress(OSError, frames.Broken):
            goes_on = True
            while goes_on:
                connection.settimeout(_QUIET_S)
                header, body = frames.read(connection.recv)
                goes_on = self._answer(connection, header, body)

    def _answer(self, connection: socket.socket, header: dict[str, Any], body: bytes) -> bool:
        """Answer one message; whether the connection goes on."""
        refusal = self._refusal(header)
        if refusal:
            _send(connection, {"ok": False, "reason": refusal, "version": __version__})
            return False
        pid = header.get("pid")
        self._renew(pid if isinstance(pid, int) else 0)
        operation = header.get("op")
        if operation == "mcp":
            _send(connection, {"ok": True})
            connection.settimeout(None)
            self._talk_mcp(connection, header)
            return False
        if operation in _ABANDONED and _is_gone(connection):
            return False
        with self._work:
            if operation == "hook":
                self._hook(connection, header, body)
            elif operation == "embed":
                for store in _strings(header.get("stores")):
                    self._expect(store)
                mark, vector = self._embed(body.decode("utf-8", "replace")) or ({}, b"")
                _send(connection, {"ok": bool(mark), **mark}, vector)
            elif operation == "rerank":
                texts = _strings(header.get("texts"))
                judged = self._rerank(body.decode("utf-8", "replace"), texts, _RERANK_S)
                _send(connection, {"ok": judged is not None, "judged": judged})
            elif operation == "status":
                _send(connection, {"ok": True}, json.dumps(self._status()).encode())
            elif operation == "stop":
                _send(connection, {"ok": True})
                self._leave()
            else:
                _send(connection, {"ok": False, "reason": "no such operation"})
        return operation != "stop"

    def _refusal(self, header: dict[str, Any]) -> str:
        if (header.get("data"), header.get("db")) != (self._paths.data, self._paths.db):
            return "this service is for another data folder"
        if header.get("op") == "stop":  # a person may end it with whichever version is at hand
            return ""
        version = str(header.get("version"))
        if version != __version__ or header.get("protocol") != PROTOCOL:
            if _ordered(version) > _ordered(__version__):
                # It was installed later: what it starts next is the newer service.
                self._leave()
            return "version"
        return ""

    def _hook(self, connection: socket.socket, header: dict[str, Any], body: bytes) -> None:
        name, environ, roots = str(header.get("event")), _texts(header.get("environ")), _strings(header.get("roots"))
        if name in _LONG:
            _send(connection, {"ok": True, "more": True})
        started = time.monotonic()
        try:
            output, after = self._hooks(name, body, environ, roots)
        except Exception as error:
            log.warning("the event %s was left to its hook: %s", name, type(error).__name__, exc_info=True)
            _send(connection, {"ok": False, "reason": "failed"})
            return
        _send(connection, {"ok": True, "took_ms": round((time.monotonic() - started) * 1000, 1)}, output)
        connection.settimeout(_ACKNOWLEDGE_S)
        acknowledged, _ = frames.read(connection.recv)
        if acknowledged.get("op") == "written":
            after()


def _is_gone(connection: socket.socket) -> bool:
    """Whether the client hung up: one that gave up waiting for a service that was stopped or busy."""
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    return bool(poll.poll(0)) and not connection.recv(1, socket.MSG_PEEK)


def _send(connection: socket.socket, header: dict[str, Any], body: bytes = b"") -> None:
    connection.sendall(frames.packed(header, body))


def _ordered(version: str) -> tuple[int, ...]:
    """A version as numbers that compare; what is behind them does not count."""
    parts = version.split("+")[0].split(".")
    return tuple(int(part) if part.isdigit() else -1 for part in parts)


def _strings(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _texts(value: object) -> dict[str, str]:
    items = value.items() if isinstance(value, dict) else ()
    return {key: item for key, item in items if isinstance(key, str) and isinstance(item, str)}
