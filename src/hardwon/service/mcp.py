"""An MCP session over a connection: the SDK's server, with the client's project and environment."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hardwon.config.actor import AGENT
from hardwon.config.paths import Paths
from hardwon.config.quick import quick_settings
from hardwon.server.shared import GOODBYE
from hardwon.service.leases import InFlight

if TYPE_CHECKING:
    from hardwon.engine import Engine
    from hardwon.retrieval.meaning import Meanings
    from hardwon.server.session import Session
    from hardwon.store.database import Opener

LINE_MAX = 1 << 26
_GOODBYE_S = 0.5


class Talk:
    """Serves MCP sessions.

    Args:
        meaning: gives a query its meaning, None while there is no model.
        expect: told of each store that a session works with.
        work: counts the requests in hand.
        asked: told of each call that idle work has to wait for.
        opener: opens stores for reading, and may keep them open between calls.
    """

    def __init__(
        self,
        meaning: Meanings,
        expect: Callable[[str], None],
        work: InFlight,
        asked: Callable[[], None],
        opener: Opener,
    ) -> None:
        self._opener = opener
        self._asked = asked
        self._meaning = meaning
        self._expect = expect
        self._work = work
        self._lock = threading.Lock()
        self._sessions: dict[asyncio.StreamWriter, asyncio.AbstractEventLoop] = {}

    def say_goodbye(self) -> None:
        """Tell every client that the service leaves, so that none takes its end for a crash."""
        with self._lock:
            sessions = list(self._sessions.items())
        for writer, loop in sessions:
            coming = _goodbye(writer)
            try:
                asyncio.run_coroutine_threadsafe(coming, loop).result(_GOODBYE_S)
            except (RuntimeError, OSError, TimeoutError):  # it ended meanwhile, or its client does not read
                coming.close()

    def __call__(self, connection: socket.socket, header: dict[str, Any]) -> None:
        """Serve one client's session until it closes the connection.

        Args:
            connection: a socket that carries JSON-RPC lines from here on.
            header: `environ`, `cwd`, `project`, `client` and `strict` of the session.
        """
        from hardwon.server import manifest
        from hardwon.server.mcp import build_server
        from hardwon.server.session import Session
        from hardwon.server.tools import CORE, KINDS

        environ = _texts(header.get("environ"))
        paths = Paths.from_environment(environ)
        settings = quick_settings(paths, environ)
        names, _ = manifest.choose_tools(settings.tools, core=CORE, everything=KINDS)
        session = Session(
            environ=environ,
            cwd=str(header.get("cwd") or "/"),
            project=str(header.get("project") or ""),
            client=str(header.get("client") or "mcp"),
            strict=header.get("strict") is True or settings.strict,
            opener=self._engine_of,
            asked=self._asked,
        )
        self._expect(paths.project_db(session.project))
        asyncio.run(self._serve(build_server(session, names), connection))

    def _engine_of(self, session: Session) -> Engine:
        from hardwon.engine import open_engine

        engine = open_engine(session.environ, session.cwd, project=session.project, actor=AGENT, meaning=self._meaning)
        engine.stores.read_by(self._opener)
        return engine

    async def _serve(self, server: Any, connection: socket.socket) -> None:
        from mcp.server.stdio import stdio_server

        connection.setblocking(False)
        # A copy: asyncio closes its socket itself, and the desk closes the connection.
        reader, writer = await asyncio.open_connection(sock=connection.dup(), limit=LINE_MAX)
        requests = _Requests(self._work)
        lines: Any = _Lines(reader, requests)
        answers: Any = _Answers(writer, requests)
        low = server._lowlevel_server
        with self._lock:
            self._sessions[writer] = asyncio.get_running_loop()
        try:
            async with stdio_server(stdin=lines, stdout=answers) as (incoming, outgoing):
                await low.run(incoming, outgoing, low.create_initialization_options())
        except* OSError:  # the client is gone
            pass
        finally:
            with self._lock:
                del self._sessions[writer]
            requests.forget()
            writer.close()


async def _goodbye(writer: asyncio.StreamWriter) -> None:
    writer.write(GOODBYE + b"\n")
    await writer.drain()


class _Requests:
    """Which requests of one session are in hand."""

    def __init__(self, work: InFlight) -> None:
        self._work = work
        self._ids: set[str] = set()

    def came(self, line: bytes) -> None:
        """Look at a line from the client."""
        message = _object(line)
        if message.get("method") == "notifications/cancelled":
            params = message.get("params")
            self._done(params.get("requestId") if isinstance(params, dict) else None)
        elif "method" in message and "id" in message:
            mark = repr(message["id"])
            if mark not in self._ids:
                self._ids.add(mark)
                self._work.add(1)

    def went(self, line: str) -> None:
        """Look at a line to the client."""
        message = _object(line)
        if "method" not in message:
            self._done(message.get("id"))

    def forget(self) -> None:
        """The session is over: nothing of it is in hand any more."""
        self._work.add(-len(self._ids))
        self._ids.clear()

    def _done(self, request_id: object) -> None:
        mark = repr(request_id)
        if mark in self._ids:
            self._ids.remove(mark)
            self._work.add(-1)


class _Lines:
    """The client's lines, as the SDK reads a file."""

    def __init__(self, reader: asyncio.StreamReader, requests: _Requests) -> None:
        self._reader = reader
        self._requests = requests

    def __aiter__(self) -> _Lines:
        return self

    async def __anext__(self) -> str:
        try:
            line = await self._reader.readline()
        except (OSError, ValueError):  # ValueError: a line without end
            line = b""
        if not line:
            raise StopAsyncIteration
        self._requests.came(line)
        return line.decode("utf-8", "replace")


class _Answers:
    """The answers, as the SDK writes a file."""

    def __init__(self, writer: asyncio.StreamWriter, requests: _Requests) -> None:
        self._writer = writer
        self._requests = requests
        self._written = ""

    async def write(self, text: str) -> None:
        """Write a line."""
        self._written = text
        self._writer.write(text.encode("utf-8", "replace"))

    async def flush(self) -> None:
        """See the line on its way; only then is its request done."""
        await self._writer.drain()
        self._requests.went(self._written)


def _object(line: bytes | str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _texts(value: object) -> dict[str, str]:
    items = value.items() if isinstance(value, dict) else ()
    return {key: item for key, item in items if isinstance(key, str) and isinstance(item, str)}
