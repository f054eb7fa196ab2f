"""The official client over standard input and output, against the bridge as a host starts it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

from hardwon.server.tools import CORE, KINDS

from .raw import BRIDGE

RULE = "Run the tests with `pytest -n 2`; the full run needs six minutes."


def with_client(
    project: Path, use: Callable[[Client], Awaitable[None]], *, tools: str = "core", mode: Any = "auto"
) -> None:
    """Start a bridge through the official client, use it, leave."""
    parameters = StdioServerParameters(
        command=BRIDGE[0], args=BRIDGE[1:], cwd=str(project), env={**os.environ, "HARDWON_TOOLS": tools}
    )

    async def run() -> None:
        with open(os.devnull, "w") as quiet:
            from mcp.client.stdio import stdio_client

            async with Client(stdio_client(parameters, quiet), mode=mode) as client:
                await use(client)

    asyncio.run(run())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_client_connects_and_finds_the_default_tools(project: Path, mode: str) -> None:
    async def use(client: Client) -> None:
        hello = client.session.initialize_result
        assert hello is not None
        assert hello.server_info.name == "hardwon"
        assert str(project) in (hello.instructions or "")
        assert [tool.name for tool in (await client.list_tools()).tools] == list(CORE)
        assert (await client.list_resources()).resources == []
        await client.session.send_ping()

    with_client(project, use, mode=mode)


def test_each_tool_is_called_and_answers_with_text_and_data(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARDWON_EMBEDDER", "hashing")  # memory_reindex wants a model

    async def use(client: Client) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == list(KINDS)
        stored = await client.call_tool("memory_remember", {"content": RULE, "category": "command"})
        assert stored.structured_content
        id = stored.structured_content["id"]
        arguments: dict[str, dict[str, Any]] = {
            "memory_remember": {"content": RULE},
            "memory_recall": {"query": "run the tests"},
            "memory_outcome": {"id": id, "verdict": "worked", "note": "32 passed"},
            "memory_correct": {"id": id, "content": RULE + " On CI it needs ten."},
            "memory_why": {"query": "run the tests"},
            "memory_sense": {"turns": ["user: Always run the tests before you commit."]},
            "memory_forget_prepare": {"ids": [id]},
        }
        for name in KINDS:
            if name in ("memory_review_decide", "memory_forget_confirm"):
                continue  # they answer to what the call before gave
            takes_id = name in ("memory_forget", "memory_show", "memory_history", "memory_restore", "memory_pin")
            given = arguments.get(name, {"id": id} if takes_id else {})
            result = await client.call_tool(name, given)
            assert not result.is_error, (name, result)
            assert result.content[0].type == "text"
            assert result.content[0].text
            assert result.structured_content

    with_client(project, use, tools="all")


def test_the_prompts_hold_what_memory_holds(project: Path) -> None:
    async def use(client: Client) -> None:
        await client.call_tool("memory_remember", {"content": RULE, "category": "command"})
        brief = await client.get_prompt("memory-context")
        found = await client.get_prompt("recall", {"query": "run the tests"})
        asked = await client.get_prompt("remember", {"text": "category:gotcha \u001b[31mthe port is taken"})
        texts = [prompt.messages[0].content.text for prompt in (brief, found, asked)]  # type: ignore[union-attr]
        assert RULE in texts[0]
        assert RULE in texts[1]
        assert "category:gotcha the port is taken" in texts[2]
        assert "\u001b" not in texts[2]

    with_client(project, use)


def test_a_wrong_call_is_a_protocol_error_and_a_domain_failure_a_result(project: Path) -> None:
    async def use(client: Client) -> None:
        for name, arguments in (("nope", {}), ("memory_recall", {"query": "x", "limit": "5"})):
            with pytest.raises(MCPError) as caught:
                await client.call_tool(name, arguments)
            assert caught.value.error.code == -32602
        result = await client.call_tool("memory_forget", {"id": "zzzz"})
        assert result.is_error

    with_client(project, use)


def test_calls_run_side_by_side_and_each_gets_its_own_answer(project: Path) -> None:
    async def use(client: Client) -> None:
        calls = [
            client.call_tool("memory_remember", {"content": f"Fact number {n} of module m{n}."}) for n in range(30)
        ]
        results = await asyncio.gather(*calls)
        contents = [result.structured_content and result.structured_content["content"] for result in results]
        assert contents == [f"Fact number {n} of module m{n}." for n in range(30)]
        listed = await client.call_tool("memory_list", {"limit": 100})
        assert listed.structured_content
        assert listed.structured_content["total"] == 30

    with_client(project, use)
