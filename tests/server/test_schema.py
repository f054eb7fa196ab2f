"""What a client is told about the tools: true, small, and acceptable to strict clients."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hardwon.models import CATEGORIES, VERDICTS
from hardwon.server import manifest
from hardwon.server.arguments import problems
from hardwon.server.mcp import describe

from .raw import BRIDGE, RawClient

LONG_PROJECT = "repo:forge.example/a-rather-long-organisation-name/an-even-longer-repository-name"
FORBIDDEN = {"$ref", "$defs", "definitions", "anyOf", "oneOf", "allOf", "not", "title"}


def offered(wanted: str) -> list[dict[str, Any]]:
    content = manifest.filled(manifest.load(), LONG_PROJECT)
    every = [tool["name"] for tool in content["tools"]]
    chosen, _ = manifest.choose_tools(wanted, core=content["core"], everything=every)
    return [tool for tool in content["tools"] if tool["name"] in chosen]


def findings(schema: Any, at: str) -> list[str]:
    """What a strict client would refuse or a model would miss in a schema."""
    found = [f"{at}: uses {word}" for word in FORBIDDEN if word in schema]
    if not isinstance(schema.get("type"), str):
        found.append(f"{at}: type is {schema.get('type')!r}")
    if schema.get("type") == "array":
        found += findings(schema["items"], f"{at}[]") if "items" in schema else [f"{at}: array without items"]
    if "default" in schema and schema["default"] is None:
        found.append(f"{at}: default null")
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        found.append(f"{at}: takes unknown properties")
    for name, field in schema.get("properties", {}).items():
        found += findings(field, f"{at}.{name}")
        found += [] if field.get("description") else [f"{at}.{name}: no description"]
    return found


@pytest.mark.parametrize("tool", offered("all"), ids=lambda tool: tool["name"])
def test_a_tool_is_acceptable_to_strict_clients(tool: dict[str, Any]) -> None:
    assert re.fullmatch(r"memory_[a-z_]{3,24}", tool["name"])
    assert findings(tool["inputSchema"], tool["name"]) == []
    hints = {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
    assert set(tool["annotations"]) == hints
    assert tool["annotations"]["openWorldHint"] is False
    assert not (tool["annotations"]["readOnlyHint"] and tool["annotations"]["destructiveHint"])


@pytest.mark.parametrize("tool", offered("all"), ids=lambda tool: tool["name"])
def test_a_tool_may_name_the_project_and_a_write_takes_a_key_or_can_be_repeated(tool: dict[str, Any]) -> None:
    fields = tool["inputSchema"]["properties"]
    assert "project" in fields
    assert "project" not in tool["inputSchema"].get("required", [])
    if not tool["annotations"]["readOnlyHint"]:
        assert "key" in fields
        assert "key" not in tool["inputSchema"].get("required", [])


def test_the_default_tools_fit_their_budget() -> None:
    tools = offered("core")
    assert len(tools) == 8
    assert sum(len(json.dumps(tool)) for tool in tools) < 8_000
    assert sum(len(json.dumps(tool, separators=(",", ":"))) for tool in tools) / 4 < 2_500


def test_categories_and_verdicts_are_those_of_the_engine() -> None:
    fields = {tool["name"]: tool["inputSchema"]["properties"] for tool in offered("core")}
    named = re.findall(r"[a-z]+", fields["memory_remember"]["category"]["description"])
    assert set(CATEGORIES) == set(named) - {"or"}
    assert fields["memory_outcome"]["verdict"]["enum"] == list(VERDICTS)


def test_the_manifest_is_what_the_server_says() -> None:
    assert manifest.load() == describe(), "run `python -m hardwon.server.manifest`"


@pytest.mark.parametrize("wanted", ["core", "all", "memory_recall,memory_why"])
def test_the_bridge_answers_as_the_server_behind_it_does(project: Path, wanted: str) -> None:
    answers = []
    for argv in (BRIDGE, [sys.executable, "-I", "-m", "hardwon.server.mcp"]):
        client = RawClient(project, {"HARDWON_TOOLS": wanted}, argv)
        try:
            hello = client.initialize("2025-11-25")
            lists = [client.ask(f"{kind}/list")["result"] for kind in ("tools", "prompts", "resources")]
            lists.append(client.ask("resources/templates/list")["result"])
            answers.append([hello, *lists])
        finally:
            client.end()
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({"name": "nope", "arguments": {}}, "unknown tool"),
        ({"name": "memory_recall", "arguments": {"query": "x", "limit": "5"}}, "limit: must be a whole number"),
        ({"name": "memory_recall", "arguments": {"query": "x", "bogus": 1}}, "bogus: unknown argument"),
    ],
)
def test_the_server_behind_refuses_what_the_bridge_refuses(project: Path, params: dict[str, Any], reason: str) -> None:
    errors = []
    for argv in (BRIDGE, [sys.executable, "-I", "-m", "hardwon.server.mcp"]):
        client = RawClient(project, None, argv)
        try:
            client.initialize()
            errors.append(client.ask("tools/call", params)["error"])
        finally:
            client.end()
    assert errors[0] == errors[1]
    assert reason in errors[0]["message"]


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ({"type": "number"}, 1.5, ""),
        ({"type": "number", "maximum": 1}, 1.5, "x: must be at most 1"),
        ({"type": "boolean"}, 1, "x: must be true or false, not a number"),
        ({"type": "object"}, [], "x: must be an object, not a list"),
        ({"type": "array", "items": {"type": "string"}, "maxItems": 1}, ["a", "b"], "x: must be at most 1 items"),
        ({"type": "string", "maxLength": 2}, "abc", "x: must be at most 2 characters"),
        ({"type": "string", "enum": ["a", "b"]}, "c", "x: must be one of a, b"),
    ],
)
def test_each_rule_of_a_schema_is_checked(field: dict[str, Any], value: Any, reason: str) -> None:
    assert problems({"type": "object", "properties": {"x": field}}, {"x": value}) == reason


def test_the_reference_table_names_every_tool_and_prompt() -> None:
    table = manifest.tool_table()
    for tool in offered("all"):
        assert f"| `{tool['name']}` |" in table
    assert manifest.PROJECT_MARK not in table
    assert "| `recall` | `query` |" in manifest.prompt_table()


def test_the_manifest_is_written_by_its_command(tmp_path: Path) -> None:
    copy = tmp_path / "manifest.json"
    code = f"from hardwon.server import manifest; manifest.PATH = {str(copy)!r}; manifest.main()"
    subprocess.run([sys.executable, "-I", "-c", code], check=True, stdout=subprocess.DEVNULL, env=os.environ)
    assert copy.read_bytes() == Path(manifest.PATH).read_bytes()
