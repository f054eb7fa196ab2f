"""Strict clients that others wrote, over standard input and output and over HTTP: the MCP inspector, the Python SDK."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from e2e.processes import still_running_after

from .conftest import programs

pytestmark = pytest.mark.e2e

INSPECTOR = "2.12.0"
MEM = str(Path(sys.executable).with_name("mem"))
RULE = "Run the tests with pytest -n 2 before you push."
ANSWER_S = 120
WIND_DOWN_S = 30


@pytest.fixture(scope="session")
def inspector() -> Path:
    """The inspector's program."""
    return programs(f"inspector-{INSPECTOR}", {"@modelcontextprotocol/inspector": INSPECTOR}) / "mcp-inspector"


@dataclass(frozen=True, kw_only=True)
class Place:
    """A person's home with one project, and a server over HTTP beside what clients start themselves.

    Attributes:
        url, token: of that server.
    """

    home: Path
    project: Path
    url: str
    token: str

    @property
    def environ(self) -> dict[str, str]:
        """What a client has for its environment."""
        path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
        return {"HOME": str(self.home), "PATH": path, "HARDWON_TOOLS": "all", "LANG": "C.UTF-8"}


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """A place whose server is ended with the test; nothing may be left running."""
    home, project = tmp_path / "home", tmp_path / "shop"
    home.mkdir()
    project.mkdir()
    empty = Place(home=home, project=project, url="", token="")
    with subprocess.Popen(
        [MEM, "serve", "--mcp", "--http", "--port", "0"],
        cwd=project,
        env=empty.environ,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stderr
        said = server.stderr.readline()
        found = re.search(r"(http://\S+/mcp), the token is in (\S+)", said)
        assert found, said
        yield Place(home=home, project=project, url=found[1], token=Path(found[2]).read_text().strip())
        server.send_signal(signal.SIGTERM)
        assert server.wait(WIND_DOWN_S) == 0
    subprocess.run([MEM, "service", "stop"], cwd=project, env=empty.environ, check=True, stdout=subprocess.DEVNULL)
    assert still_running_after(home, WIND_DOWN_S) == []


Inspect = Callable[..., Any]


@pytest.fixture(params=["stdio", "http"])
def inspect(request: pytest.FixtureRequest, place: Place, inspector: Path) -> Inspect:
    """Asks one thing through the inspector, by either transport; gives what it printed as data."""

    def ask(method: str, *words: str, status: int = 0) -> Any:
        if request.param == "stdio":
            target = ["-e", "HARDWON_TOOLS=all", MEM, "serve", "--mcp"]
        else:
            target = [place.url, "--transport", "http", "--header", f"Authorization: Bearer {place.token}"]
        done = subprocess.run(
            [inspector, "--cli", *target, "--method", method, *words],
            cwd=place.project,
            env=place.environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=ANSWER_S,
            check=False,
        )
        assert done.returncode == status, (done.stdout[-2000:], done.stderr[-2000:])
        return json.loads(done.stdout) if done.stdout.strip() else None

    return ask


def test_the_inspector_lists_tools_whose_schemas_every_client_takes(inspect: Inspect) -> None:
    tools = inspect("tools/list", "--strict")["tools"]
    assert {"memory_remember", "memory_recall", "memory_activity"} <= {tool["name"] for tool in tools}
    prompts = inspect("prompts/list")["prompts"]
    assert {"memory-context", "recall"} <= {prompt["name"] for prompt in prompts}


def test_the_inspector_stores_and_finds(inspect: Inspect) -> None:
    stored = inspect("tools/call", "--tool-name", "memory_remember", "--tool-arg", f"content={RULE}")
    assert stored["structuredContent"]["content"] == RULE
    found = inspect("tools/call", "--tool-name", "memory_recall", "--tool-arg", "query=how are the tests run?")
    assert RULE in found["content"][0]["text"]
    brief = inspect("prompts/get", "--prompt-name", "recall", "--prompt-args", "query=tests")
    assert RULE in brief["messages"][0]["content"]["text"]


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_python_sdk_stores_and_finds(place: Place, transport: str, mode: Any) -> None:
    async def use(client: Client) -> None:
        await client.call_tool("memory_remember", {"content": RULE})
        found = await client.call_tool("memory_recall", {"query": "how are the tests run?"})
        assert found.structured_content
        assert [hit["content"] for hit in found.structured_content["hits"]] == [RULE]
        assert not (await client.call_tool("memory_status", {})).is_error
        assert (await client.call_tool("memory_show", {"id": "zzzz"})).is_error

    async def run() -> None:
        if transport == "stdio":
            parameters = StdioServerParameters(
                command=MEM, args=["serve", "--mcp"], cwd=str(place.project), env=place.environ
            )
            with open(os.devnull, "w") as quiet:
                async with Client(stdio_client(parameters, quiet), mode=mode) as client:
                    await use(client)
            return
        headers = {"Authorization": f"Bearer {place.token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=ANSWER_S) as web,
            Client(streamable_http_client(place.url, http_client=web), mode=mode) as client,
        ):
            await use(client)

    asyncio.run(run())
