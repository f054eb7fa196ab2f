"""What the MCP server answers without thinking: its tools, prompts and instructions, read from one file.

`manifest.json` is generated from the SDK server itself (`python -m hardwon.server.manifest`) and a test
compares the two. It holds every tool; which are offered is chosen here, and the project's name is filled in
here. Reading it needs the standard library alone.
"""

from __future__ import annotations

import json
import os
import sys

from hardwon import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "manifest.json")
PROJECT_MARK = "@@project@@"
VERSION_MARK = "@@version@@"
PROJECT_LINE = "Current authorized project: "


def load(path: str = PATH) -> dict[str, Any]:
    """The manifest as it stands in the package, with marks where the project and version go.

    Raises:
        OSError: the file is missing.
        ValueError: it is not JSON.
    """
    with open(path, encoding="utf-8") as file:
        content: dict[str, Any] = json.load(file)
    return content


def filled(manifest: dict[str, Any], project: str) -> dict[str, Any]:
    """The manifest with the project's name and this version in place of the marks."""

    def fill(value: Any) -> Any:
        if isinstance(value, str):
            return value.replace(PROJECT_MARK, project).replace(VERSION_MARK, __version__)
        if isinstance(value, list):
            return [fill(item) for item in value]
        if isinstance(value, dict):
            return {name: fill(item) for name, item in value.items()}
        return value

    result: dict[str, Any] = fill(manifest)
    return result


def choose_tools(wanted: str, *, core: Iterable[str], everything: Iterable[str]) -> tuple[list[str], list[str]]:
    """Resolve the setting `tools`: core, all, or names separated by commas.

    Args:
        wanted: the setting's value; blank means core.
        core: the default set. everything: every tool, in the order they are listed.

    Returns:
        The chosen names in listing order, and the words that name no tool. Where no word names a tool, the
        default set is chosen.
    """
    every, default = list(everything), set(core)
    words = [word.strip() for word in wanted.replace(" ", ",").split(",") if word.strip()]
    chosen: set[str] = set()
    unknown = []
    for word in words:
        if word.lower() in ("core", "all"):
            chosen |= default if word.lower() == "core" else set(every)
        elif word in every:
            chosen.add(word)
        else:
            unknown.append(word)
    return [name for name in every if name in (chosen or default)], unknown


def tool_table(manifest: dict[str, Any] | None = None) -> str:
    """The tools as a Markdown table for the reference page, made from the manifest."""
    content = manifest or load()
    lines = ["| tool | set | kind | arguments | what it does |", "|---|---|---|---|---|"]
    for tool in content["tools"]:
        shown = "core" if tool["name"] in content["core"] else "all"
        kind = "reads" if tool["annotations"]["readOnlyHint"] else "writes"
        text = tool["description"].split("\n\n" + PROJECT_LINE)[0].replace("\n", " ").replace("|", "\\|")
        lines.append(f"| `{tool['name']}` | {shown} | {kind} | {_arguments(tool['inputSchema'])} | {text} |")
    return "\n".join(lines) + "\n"


def prompt_table(manifest: dict[str, Any] | None = None) -> str:
    """The prompts as a Markdown table for the reference page, made from the manifest."""
    lines = ["| prompt | arguments | what it does |", "|---|---|---|"]
    for prompt in (manifest or load())["prompts"]:
        names = [
            f"`{argument['name']}`" + ("" if argument.get("required") else " (optional)")
            for argument in prompt.get("arguments", [])
        ]
        lines.append(f"| `{prompt['name']}` | {', '.join(names) or 'none'} | {prompt['description']} |")
    return "\n".join(lines) + "\n"


def _arguments(schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    names = [f"`{name}`" + ("" if name in required else " (optional)") for name in schema["properties"]]
    return ", ".join(names) or "none"


def main() -> int:
    """Write the package's manifest anew from the SDK server."""
    from hardwon.server.mcp import describe

    with open(PATH, "w", encoding="utf-8") as file:
        file.write(json.dumps(describe(), indent=1, ensure_ascii=False) + "\n")
    sys.stdout.write(f"wrote {PATH}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
