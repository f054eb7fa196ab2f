"""Checks a call's arguments against its JSON Schema, strictly, and says what is wrong in words.

The bridge and the SDK server check with the same code, so a wrong call gets one answer whoever receives it.
It knows the part of JSON Schema that this server's own schemas use, and no more.
"""

from __future__ import annotations

from hardwon.server.wire import INVALID_PARAMS
from hardwon.text.clean import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

_NAMES = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


class Refusal(Exception):
    """A request that is answered with a JSON-RPC error."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data


class Offer:
    """The tools and prompts that one session offers, and whether a call fits them.

    Args:
        tools: tool definitions, each with name and inputSchema.
        prompts: prompt definitions, each with name and arguments.
        withheld: names of tools that exist and are not offered here.
        project: what calls have to name, "" where they need not (hardwon.server.strict).
    """

    def __init__(
        self,
        tools: list[dict[str, Any]],
        prompts: list[dict[str, Any]],
        withheld: Iterable[str] = (),
        project: str = "",
    ) -> None:
        self._schemas = {
            "tools/call": {tool["name"]: tool["inputSchema"] for tool in tools},
            "prompts/get": {prompt["name"]: _prompt_schema(prompt) for prompt in prompts},
        }
        self._withheld = frozenset(withheld)
        self._project = project

    def checked(self, method: str, params: Mapping[str, Any]) -> tuple[str, dict[str, Any], Mapping[str, Any]]:
        """The name, the arguments and the schema of a call that fits.

        Args:
            method: tools/call or prompts/get.
            params: as they came over the wire.

        Raises:
            Refusal: the name is none of ours, or the arguments do not fit; the message says why.
        """
        schemas, name, given = self._schemas[method], params.get("name"), params.get("arguments")
        if not isinstance(name, str) or name not in schemas:
            raise Refusal(INVALID_PARAMS, self._unknown(method, name))
        if given is not None and not isinstance(given, dict):
            raise Refusal(INVALID_PARAMS, f"{name}: arguments must be an object")
        if found := problems(schemas[name], given or {}):
            raise Refusal(INVALID_PARAMS, f"{name}: {one_line(found, 600)}{self._right_one(given or {})}")
        return name, given or {}, schemas[name]

    def _right_one(self, given: Mapping[str, Any]) -> str:
        """Which project to name, where a call has to and names none."""
        is_named = given.get("project") or given.get("projects")
        return f"; name the project: {self._project}" if self._project and not is_named else ""

    def _unknown(self, method: str, name: Any) -> str:
        kind = "tool" if method == "tools/call" else "prompt"
        if not isinstance(name, str):
            return f"name: required, the name of a {kind}"
        if name in self._withheld:
            return f"the tool {name} is not offered here; HARDWON_TOOLS=all offers every tool"
        return f"unknown {kind} {one_line(name, 60)!r}; there are {', '.join(self._schemas[method])}"


def problems(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> str:
    """Say what is wrong with a call's arguments; empty when nothing is.

    Args:
        schema: an object schema with properties, required and additionalProperties.
        arguments: the arguments as they came over the wire.

    Returns:
        All findings in one line, separated by semicolons.
    """
    properties = schema.get("properties", {})
    found = [f"{name}: required" for name in schema.get("required", []) if name not in arguments]
    for name, value in arguments.items():
        if name in properties:
            found += _value_problems(name, properties[name], value)
        elif schema.get("additionalProperties") is False:
            known = ", ".join(properties) or "no arguments"
            found.append(f"{_short(name)}: unknown argument (known: {known})")
    return "; ".join(found)


def _value_problems(name: str, schema: Mapping[str, Any], value: Any) -> list[str]:
    kind = schema.get("type", "")
    if not _is_kind(kind, value):
        return [f"{name}: must be {_NAMES[kind]}, not {_kind_of(value)}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{name}: must be one of {', '.join(map(str, schema['enum']))}"]
    if kind == "array":
        return _list_problems(name, schema, value)
    if kind == "string":
        return _size_problems(name, schema, len(value), "minLength", "maxLength", "characters")
    if kind in ("integer", "number"):
        return _size_problems(name, schema, value, "minimum", "maximum", "")
    return []


def _list_problems(name: str, schema: Mapping[str, Any], value: list[Any]) -> list[str]:
    found = _size_problems(name, schema, len(value), "minItems", "maxItems", "items")
    for index, item in enumerate(value):
        found += _value_problems(f"{name}[{index}]", schema["items"], item)
        if found:
            break
    return found


def _size_problems(name: str, schema: Mapping[str, Any], size: float, low: str, high: str, unit: str) -> list[str]:
    of = f" {unit}" if unit else ""
    if low in schema and size < schema[low]:
        return [f"{name}: must be at least {schema[low]}{of}"]
    if high in schema and size > schema[high]:
        return [f"{name}: must be at most {schema[high]}{of}"]
    return []


def _is_kind(kind: str, value: Any) -> bool:
    if isinstance(value, bool):  # Python counts True among the integers; JSON does not
        return kind == "boolean"
    kinds: dict[str, tuple[type, ...]] = {
        "string": (str,),
        "integer": (int,),
        "number": (int, float),
        "array": (list,),
        "object": (dict,),
    }
    return isinstance(value, kinds.get(kind, ()))


def _kind_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    kinds: list[tuple[type, str]] = [
        (str, "a string"), (int, "a number"), (float, "a number"), (list, "a list"), (dict, "an object"),
    ]  # fmt: skip
    return next((words for kind, words in kinds if isinstance(value, kind)), "something else")


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"


def _prompt_schema(prompt: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a prompt's arguments, which are strings by the protocol."""
    listed = prompt.get("arguments", [])
    return {
        "type": "object",
        "properties": {argument["name"]: {"type": "string"} for argument in listed},
        "required": [argument["name"] for argument in listed if argument.get("required")],
        "additionalProperties": False,
    }
