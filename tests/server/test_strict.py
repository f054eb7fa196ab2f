"""Strict mode: a call that does not name the session's project, and nothing else, is refused with the right name."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardwon.server import manifest
from hardwon.server.strict import named_by, strict_tools

from .raw import BRIDGE, RawClient, text_of

SDK = [sys.executable, "-I", "-m", "hardwon.server.mcp"]
STRICT = {"HARDWON_STRICT": "1"}


def bound_to(project: Path) -> str:
    return f"path:{project}"


@pytest.fixture(params=[BRIDGE, SDK], ids=["bridge", "sdk"])
def client(request: pytest.FixtureRequest, bridge: Callable[..., RawClient]) -> RawClient:
    """A client of a strict server, by either way in."""
    started = bridge(STRICT, request.param)
    started.initialize()
    return started


def test_every_tool_but_recall_takes_the_project_as_text(client: RawClient) -> None:
    tools = {tool["name"]: tool["inputSchema"] for tool in client.ask("tools/list")["result"]["tools"]}
    for name, schema in tools.items():
        argument = "projects" if name == "memory_recall" else "project"
        assert argument in schema["required"]
        assert {"project", "projects"} & set(schema["properties"]) == {argument}


def test_a_call_that_names_the_project_is_served(client: RawClient, project: Path) -> None:
    name = bound_to(project)
    stored = client.call("memory_remember", content="The staging port is 9143.", project=name)
    assert not stored.get("isError")
    assert "9143" in text_of(client.call("memory_recall", query="staging port", projects=[name]))


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("memory_status", {}),
    ("memory_recall", {"query": "x"}),
    ("memory_recall", {"query": "x", "projects": []}),
    ("memory_status", {"project": ""}),
    ("memory_status", {"project": "path:/elsewhere"}),
    ("memory_recall", {"query": "x", "projects": ["path:/elsewhere"]}),
    ("memory_recall", {"query": "x", "projects": ["{own}", "path:/elsewhere"]}),
    ("memory_recall", {"query": "x", "projects": "{own}"}),
    ("memory_recall", {"query": "x", "project": "{own}"}),
    ("memory_status", {"project": "{own}/"}),
    ("memory_status", {"project": "PATH:{own}"}),
    ("memory_remember", {"content": "Use tabs."}),
]


def test_any_other_call_is_refused_and_told_the_name_unless_its_form_is_wrong(client: RawClient, project: Path) -> None:
    own = bound_to(project)
    for tool, arguments in REFUSED:
        arguments = json.loads(json.dumps(arguments).replace("{own}", own))
        answer = client.ask("tools/call", {"name": tool, "arguments": arguments})
        is_of_wrong_form = "error" in answer
        assert is_of_wrong_form or answer["result"]["isError"], (tool, arguments)
        if is_of_wrong_form:
            assert answer["error"]["code"] == -32602
        if not (is_of_wrong_form and (arguments.get("project") or arguments.get("projects"))):
            assert own in json.dumps(answer), (tool, arguments)


def test_the_command_line_can_ask_for_it(bridge: Callable[..., RawClient], project: Path) -> None:
    client = bridge(None, [sys.executable, "-I", "-m", "hardwon.cli", "serve", "--mcp", "--strict"])
    client.initialize()
    error = client.ask("tools/call", {"name": "memory_status", "arguments": {}})["error"]
    assert error["message"] == f"memory_status: project: required; name the project: {bound_to(project)}"
    assert not client.call("memory_status", project=bound_to(project)).get("isError")


def test_without_it_the_project_may_be_left_out_and_another_is_still_refused(
    bridge: Callable[..., RawClient], project: Path
) -> None:
    client = bridge()
    client.initialize()
    assert not client.call("memory_recall", query="x").get("isError")
    assert not client.call("memory_recall", query="x", projects=[bound_to(project)]).get("isError")
    refused = client.call("memory_recall", query="x", projects=["path:/elsewhere"])
    assert refused["isError"]
    assert bound_to(project) in text_of(refused)


def test_a_strict_schema_differs_in_the_project_alone() -> None:
    tools = manifest.load()["tools"]
    for plain, strict in zip(tools, strict_tools(tools), strict=True):
        name = named_by(plain["inputSchema"])
        assert strict["inputSchema"]["required"] == [*plain["inputSchema"].get("required", []), name]
        assert {key: value for key, value in strict.items() if key != "inputSchema"} == {
            key: value for key, value in plain.items() if key != "inputSchema"
        }
