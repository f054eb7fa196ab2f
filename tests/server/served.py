"""The SDK server in this process, asked through the SDK's own client."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

from mcp.client import Client

from hardwon.config.actor import AGENT
from hardwon.engine import Engine, open_engine
from hardwon.server.mcp import build_server, wired
from hardwon.server.session import Session
from hardwon.server.tools import KINDS

BUSY_MS = 50


def open_for(session: Session) -> Engine:
    """The engine as a session opens it, but not patient with a locked store."""
    return open_engine(session.environ, session.cwd, project=session.project, actor=AGENT, busy_ms=BUSY_MS)


class Served:
    """A project with an MCP session and an engine of the person beside it."""

    def __init__(self, project: Path) -> None:
        self.cwd = str(project)
        self.session = Session(
            environ=dict(os.environ), cwd=self.cwd, project=f"path:{self.cwd}", client="probe", opener=open_for
        )

    def engine(self) -> Engine:
        """An engine as a person's shell opens it."""
        return open_engine(dict(os.environ), self.cwd)

    def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The wire result of one tool call."""

        async def run() -> dict[str, Any]:
            async with Client(build_server(self.session, list(KINDS)), mode="legacy") as client:
                return wired(await client.call_tool(tool, arguments))

        return asyncio.run(run())

    def text(self, tool: str, **arguments: Any) -> str:
        """The text of a call that succeeds."""
        result = self.ask(tool, **arguments)
        assert not result.get("isError"), result
        return "".join(part["text"] for part in result["content"])

    def data(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured content of a call that succeeds."""
        result = self.ask(tool, **arguments)
        assert not result.get("isError"), result
        content: dict[str, Any] = result["structuredContent"]
        return content

    def failure(self, tool: str, **arguments: Any) -> str:
        """The text of a call that is a domain failure."""
        result = self.ask(tool, **arguments)
        assert result["isError"] is True, result
        return "".join(part["text"] for part in result["content"])
