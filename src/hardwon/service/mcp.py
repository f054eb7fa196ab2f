"""An MCP session over a connection: the SDK's server, with the client's project and environment."""

from __future__ import annotations

import asyncio
import io
import socket
from typing import Any

import anyio

from hardwon.config.paths import Paths, trusted_environ
from hardwon.config.quick import quick_settings


def talk(connection: socket.socket, header: dict[str, Any]) -> None:
    """Serve one client's session until it closes the connection.

    Args:
        connection: a socket that carries JSON-RPC lines from here on.
        header: `environ`, `cwd`, `project` and `client` of the session.
    """
    from hardwon.server import manifest
    from hardwon.server.mcp import build_server
    from hardwon.server.session import Session
    from hardwon.server.tools import CORE, KINDS

    environ = trusted_environ(_texts(header.get("environ")))
    settings = quick_settings(Paths.from_environment(environ), environ)
    names, _ = manifest.choose_tools(settings.tools, core=CORE, everything=KINDS)
    session = Session(
        environ=environ,
        cwd=str(header.get("cwd") or "/"),
        project=str(header.get("project") or ""),
        client=str(header.get("client") or "mcp"),
    )
    server = build_server(session, names)
    asyncio.run(_serve(server, connection))


async def _serve(server: Any, connection: socket.socket) -> None:
    from mcp.server.stdio import stdio_server

    lines = anyio.wrap_file(io.TextIOWrapper(connection.makefile("rb"), encoding="utf-8", errors="replace"))
    answers = anyio.wrap_file(io.TextIOWrapper(connection.makefile("wb"), encoding="utf-8"))
    low = server._lowlevel_server
    async with stdio_server(stdin=lines, stdout=answers) as (incoming, outgoing):
        await low.run(incoming, outgoing, low.create_initialization_options())


def _texts(value: object) -> dict[str, str]:
    items = value.items() if isinstance(value, dict) else ()
    return {key: item for key, item in items if isinstance(key, str) and isinstance(item, str)}
