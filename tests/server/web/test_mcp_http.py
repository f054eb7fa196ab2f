"""MCP over streamable HTTP, with the official client against the program as a person starts it."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

import hardwon
from hardwon.config.paths import Paths
from hardwon.engine import open_engine
from hardwon.engine.activity import page
from hardwon.server.tools import CORE, KINDS

RULE = "Run the tests with `pytest -n 2`; the full run needs six minutes."
MEM = [sys.executable, "-I", "-m", "hardwon.cli"]


class Server:
    """One server process.

    Attributes:
        url: where MCP is spoken. said: what it said at its start.
    """

    def __init__(self, project: Path, *words: str, argv: list[str] | None = None, **environ: str) -> None:
        self.process = subprocess.Popen(
            [*(argv or MEM), "serve", "--mcp", "--http", "--port", "0", *words],
            cwd=project,
            env={**os.environ, **environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr
        self.said = self.process.stderr.readline()
        found = re.search(r"http://\S+/mcp", self.said)
        self.url = found[0] if found else ""

    def leave(self) -> tuple[int, str]:
        """Tell it to leave; its status, and all that it printed besides."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        out, errors = self.process.communicate(timeout=30)
        return self.process.returncode, out + errors


@pytest.fixture
def server(project: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers of the project; each is ended with the test."""
    started: list[Server] = []

    def start(*words: str, **environ: str) -> Server:
        started.append(Server(project, *words, **environ))
        assert started[-1].url, started[-1].said + started[-1].leave()[1]
        return started[-1]

    yield start
    for one in started:
        one.leave()


def token(home: Path) -> str:
    return (home / "data" / "token").read_text().strip()


def with_client(url: str, token: str, use: Callable[[Client], Awaitable[None]], mode: Any = "auto") -> None:
    """Connect as a client that was given the token, use it, leave."""

    async def run() -> None:
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=30) as web,
            Client(streamable_http_client(url, http_client=web), mode=mode) as client,
        ):
            await use(client)

    asyncio.run(run())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_finds_the_same_tools_and_stores_as_itself(
    server: Callable[..., Server], project: Path, home: Path, mode: str
) -> None:
    one = server()

    async def use(client: Client) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == list(CORE)
        await client.call_tool("memory_remember", {"content": RULE, "category": "command"})
        found = await client.call_tool("memory_recall", {"query": "run the tests"})
        assert RULE in found.content[0].text  # type: ignore[union-attr]
        with pytest.raises(MCPError) as caught:
            await client.call_tool("memory_recall", {"query": "x", "limit": "5"})
        assert caught.value.error.code == -32602
        refused = await client.call_tool("memory_list", {"project": "path:/elsewhere"})
        assert refused.is_error

    with_client(one.url, token(home), use, mode)
    with open_engine(dict(os.environ), str(project)) as engine:
        (memory,) = engine.list()[0]
        assert (memory.content, memory.trust, memory.origin.who) == (RULE, "agent", "agent")
        assert memory.origin.host == "mcp"


def test_every_tool_is_offered_where_that_is_wanted(server: Callable[..., Server], home: Path) -> None:
    one = server("--strict", HARDWON_TOOLS="all")

    async def use(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == list(KINDS)
        assert all({"project", "projects"} & set(tool.input_schema["required"]) for tool in tools)

    with_client(one.url, token(home), use)


def test_fifty_clients_at_once_lose_and_double_nothing(
    server: Callable[..., Server], project: Path, home: Path
) -> None:
    one = server()

    async def store(number: int) -> None:
        headers = {"Authorization": f"Bearer {token(home)}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as web,
            Client(streamable_http_client(one.url, http_client=web)) as client,
        ):
            result = await client.call_tool(
                "memory_remember", {"content": f"Fact number {number} of module m{number}."}
            )
            assert not result.is_error

    async def run() -> None:
        await asyncio.gather(*(store(number) for number in range(50)))

    asyncio.run(run())
    with open_engine(dict(os.environ), str(project)) as engine:
        assert engine.list(limit=100)[1] == 50


def test_a_write_in_hand_when_the_server_is_killed_is_kept_once(
    server: Callable[..., Server], project: Path, home: Path
) -> None:
    one = server()
    call = {"content": RULE, "key": "call-1"}

    async def first(client: Client) -> None:
        await client.call_tool("memory_remember", {"content": "Something that makes the store exist."})
        [store] = (home / "data" / "projects").glob("*/memory.db")
        holder = sqlite3.connect(store, isolation_level=None)
        try:
            holder.execute("BEGIN IMMEDIATE")
            calling = asyncio.create_task(client.call_tool("memory_remember", call))
            while len(page(Paths.from_environment(os.environ), operation="remember")[0]) < 3:
                await asyncio.sleep(0)
            one.process.kill()
            await asyncio.to_thread(one.process.wait, 30)
            calling.cancel()
        finally:
            holder.close()

    with contextlib.suppress(BaseExceptionGroup, httpx2.HTTPError, MCPError):
        with_client(one.url, token(home), first, "legacy")
    assert one.process.returncode == -signal.SIGKILL
    two = server()

    async def again(client: Client) -> None:
        for _ in range(2):
            assert not (await client.call_tool("memory_remember", call)).is_error

    with_client(two.url, token(home), again)
    with open_engine(dict(os.environ), str(project)) as engine:
        assert sorted(memory.content for memory in engine.list()[0]) == [RULE, "Something that makes the store exist."]


def request(url: str, method: str = "GET", path: str = "/mcp", **headers: str) -> tuple[int, bytes]:
    """One raw request."""
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=30)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_a_stranger_learns_nothing_but_that_it_is_there(server: Callable[..., Server], home: Path) -> None:
    one = server()
    status, told = request(one.url, path="/health")
    assert (status, json.loads(told)["status"]) == (200, "ok")
    assert str(home).encode() not in told
    assert request(one.url)[0] == 401
    assert request(one.url, "POST", Authorization="Bearer " + "x" * 43)[0] == 401
    right = f"Bearer {token(home)}"
    assert request(one.url, "POST", Authorization=right, Host="evil.example")[0] == 421
    assert request(one.url, "POST", Authorization=right, Origin="https://evil.example")[0] == 403
    assert request(one.url, "POST", Authorization=right, Forwarded="host=localhost")[0] not in (200, 202, 401)
    assert request(one.url, path="/", Authorization=right)[0] == 404


def test_it_listens_on_this_machine_alone_and_prints_no_token(server: Callable[..., Server], home: Path) -> None:
    one = server()
    lines = Path(f"/proc/{one.process.pid}/net/tcp").read_text().splitlines()[1:]
    port = f"{urlsplit(one.url).port:04X}"
    listening = {line.split()[1] for line in lines if line.split()[1].endswith(":" + port) and line.split()[3] == "0A"}
    assert listening == {f"0100007F:{port}"}
    request(one.url, "POST", Authorization="Bearer " + "x" * 43)
    status, said = one.leave()
    assert status == 0
    assert token(home) not in one.said + said


def test_a_container_is_reached_under_the_names_that_were_allowed(server: Callable[..., Server], home: Path) -> None:
    one = server(HARDWON_ALLOWED_HOSTS="memory.internal")
    assert request(one.url, path="/health", Host="memory.internal:18766")[0] == 200
    assert request(one.url, path="/health", Host="other.internal")[0] == 421


def test_the_configuration_that_is_printed_opens_the_door(
    server: Callable[..., Server], project: Path, home: Path
) -> None:
    one = server()
    port = str(urlsplit(one.url).port)
    argv = [*MEM, "serve", "--mcp", "--http", "--port", port, "--print-config"]
    printed = subprocess.run(argv, cwd=project, capture_output=True, text=True, check=True)
    entry = json.loads(printed.stdout)["mcpServers"]["hardwon"]
    assert (entry["type"], entry["url"]) == ("http", one.url)

    async def use(client: Client) -> None:
        await client.session.send_ping()

    with_client(entry["url"], entry["headers"]["Authorization"].removeprefix("Bearer "), use, "legacy")
    agents = subprocess.run(argv, cwd=project, env={**os.environ, "CLAUDECODE": "1"}, capture_output=True, check=False)
    assert agents.returncode != 0
    assert token(home).encode() not in agents.stdout + agents.stderr


@pytest.mark.parametrize("spoil", ["port", "token", "host"])
def test_why_it_cannot_serve_is_said_in_a_line(project: Path, home: Path, spoil: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = ["--port", str(taken.getsockname()[1])] if spoil == "port" else []
        words += ["--host", "203.0.113.7"] if spoil == "host" else []
        if spoil == "token":
            (home / "data").mkdir()
            (home / "data" / "token").write_text("t" * 43)
            (home / "data" / "token").chmod(0o644)
        one = Server(project, *words)
        _, rest = one.process.communicate(timeout=30)
    assert one.process.returncode == 1
    assert "Traceback" not in rest
    expected = {"port": "cannot be listened on", "token": "private configuration required", "host": "203.0.113.7"}
    assert expected[spoil] in one.said


def test_when_the_installation_is_replaced_it_goes_on_with_the_new_one_at_the_same_place(
    project: Path, tmp_path: Path, home: Path
) -> None:
    site = tmp_path / "site"
    shutil.copytree(Path(hardwon.__file__).parent, site / "hardwon", ignore=shutil.ignore_patterns("__pycache__"))
    code = f"import sys; sys.path.insert(0, {str(site)!r}); from hardwon.cli import main; sys.exit(main())"
    one = Server(project, argv=[sys.executable, "-I", "-c", code])
    try:
        assert json.loads(request(one.url, path="/health")[1])["version"] == hardwon.__version__
        init = site / "hardwon" / "__init__.py"
        init.write_text(init.read_text().replace(hardwon.__version__, "99.0.0"))
        assert one.process.stderr
        assert "starting again" in one.process.stderr.readline()
        assert one.url in one.process.stderr.readline()
        assert json.loads(request(one.url, path="/health")[1])["version"] == "99.0.0"

        async def use(client: Client) -> None:
            assert len((await client.list_tools()).tools) == len(CORE)

        with_client(one.url, token(home), use)
    finally:
        assert one.leave()[0] == 0


def test_told_to_leave_it_leaves_although_a_client_listens(server: Callable[..., Server], home: Path) -> None:
    one = server()

    async def use(client: Client) -> None:
        await client.call_tool("memory_status", {})
        one.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(one.process.wait, 10)

    try:
        with_client(one.url, token(home), use, "legacy")
    except* (httpx2.HTTPError, MCPError):  # the client tells a server that is gone that it leaves
        pass
    assert one.process.returncode == 0
