"""Strict mode: each call has to name the project it is for.

A host that keeps a server across projects, or that shows a model the tools of an earlier one, would else write one
project's learnings into another's memory. `memory_recall` takes the name as a list, every other tool as a text.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ONE, LIST = "project", "projects"
_DESCRIPTION = "The authorized project, exactly as it is named."


def named_by(schema: dict[str, Any]) -> str:
    """The argument by which a tool's calls name their project in strict mode.

    Args:
        schema: the tool's input schema, of either mode.
    """
    return LIST if LIST in schema["properties"] else ONE


def strict_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """A tool's input schema with the project required.

    Args:
        schema: as in the manifest; it is left as it is.
    """
    name = named_by(schema)
    fields = {key: field for key, field in schema["properties"].items() if key not in (ONE, LIST)}
    field = {key: value for key, value in schema["properties"][name].items() if key != "default"}
    required = [key for key in schema.get("required", []) if key != name]
    return {
        **schema,
        "properties": {**fields, name: {**field, "description": _DESCRIPTION}},
        "required": [*required, name],
    }


def strict_tools(tools: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tool definitions of the manifest as strict mode offers them."""
    return [{**tool, "inputSchema": strict_schema(tool["inputSchema"])} for tool in tools]
