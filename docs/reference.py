"""Writes the reference pages from the program itself; run by cog (`make docs`), checked by `make docs-check`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

import click

from hardwon.cli import form
from hardwon.cli.catalog import COMMANDS, SECTIONS
from hardwon.cli.entry import program
from hardwon.config.table import SETTINGS, Setting
from hardwon.server import manifest

_OBJECTS: dict[str, Mapping[str, Any]] = {
    "memory": form.MEMORY_FIELDS,
    "hit": form.HIT_FIELDS,
    "outcome": form.OUTCOME_FIELDS,
    "record": form.RECORD_FIELDS,
}


def commands() -> str:
    """Every command with its arguments, options and the keys of its JSON answer."""
    root = click.Context(program, info_name="mem")
    lines: list[str] = []
    for section in SECTIONS:
        lines += [f"## {section}", ""]
        for name, listed in COMMANDS.items():
            if listed.section == section:
                command = program.get_command(root, name)
                assert command is not None
                lines += _command(command, click.Context(command, info_name=name, parent=root))
    lines += ["## Objects", "", "What `--json` answers are made of.", ""]
    for name, keys in _OBJECTS.items():
        lines += [f"### {name.capitalize()}", "", *_keys(keys), ""]
    return "\n".join(lines).rstrip()


def tools() -> str:
    """Every MCP tool, from the manifest."""
    return manifest.tool_table()


def prompts() -> str:
    """Every MCP prompt, from the manifest."""
    return manifest.prompt_table()


def settings() -> str:
    """Every setting with its default, what it may be, and its variable."""
    lines = ["| setting | default | may be | what it does | variable |", "|---|---|---|---|---|"]
    for setting in SETTINGS:
        variable = "none: only the file" if setting.file_only else f"`HARDWON_{setting.name.upper()}`"
        cells = (f"`{setting.name}`", _value(setting.default), _allowed(setting), setting.help, variable)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    return f"`{value}`" if value != "" else ""


def _allowed(setting: Setting) -> str:
    if setting.choices:
        return ", ".join(f"`{choice}`" for choice in setting.choices)
    if isinstance(setting.default, bool):
        return "`true`, `false`"
    if isinstance(setting.default, int | float):
        kind = "a whole number" if isinstance(setting.default, int) else "a number"
        return f"{kind}, {setting.low:g} to {setting.high:g}" if setting.high != float("inf") else f"{kind}, 0 or more"
    return "text"


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    usage = " ".join(command.get_usage(context).removeprefix("Usage: ").split())
    yield from (f"### `{context.command_path}`", "", f"    {usage}", "", *_help(command))
    options = [param for param in command.params if isinstance(param, click.Option)]
    if options:
        yield from ("| option | what it does |", "|---|---|")
        for option in options:
            record = option.get_help_record(context)
            assert record is not None
            yield f"| `{record[0].replace('|', ' or ')}` | {' '.join(record[1].split())} |"
        yield ""
    answer: Mapping[str, Any] | None = getattr(command, "answer", None)
    if answer:
        kind = next((kind for kind, keys in _OBJECTS.items() if answer is keys), "")
        said = [f"`--json` gives {_linked(kind)}."] if kind else ["`--json` gives one object:", "", *_keys(answer)]
        yield from (*said, "")
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from _command(each, click.Context(each, info_name=name, parent=context))


def _help(command: click.Command) -> Iterator[str]:
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b"):
            yield from ("```sh", *(_shell(line) for line in paragraph.splitlines()[1:]), "```", "")
        else:
            yield from (paragraph.replace("<", "\\<"), "")


def _shell(line: str) -> str:
    """A line of a list such as `bash:  command   in file` as a command with a comment."""
    shell, _, rest = line.partition(":")
    command, _, place = rest.strip().partition("   ")
    return f"{command:<60}# {shell}" + (f", {place.strip()}" if place.strip() else "")


def _linked(name: str) -> str:
    article = "an" if name[0] in "aeiou" else "a"
    return f"[{article} {name}](#{name})"


def _keys(answer: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    for name, keys in _OBJECTS.items():
        if answer is not keys and keys.items() <= answer.items():
            yield f"{indent}- the keys of {_linked(name)}"
            answer = {key: meaning for key, meaning in answer.items() if key not in keys}
    for name, meaning in answer.items():
        one = meaning[0] if isinstance(meaning, list) else meaning
        kind = next((kind for kind, keys in _OBJECTS.items() if one is keys), "")
        if kind:
            many = "list, each " if isinstance(meaning, list) else ""
            yield f"{indent}- `{name}`: {many}{_linked(kind)}"
        elif isinstance(one, Mapping):
            yield f"{indent}- `{name}`: " + ("list of objects" if isinstance(meaning, list) else "object")
            yield from _keys(one, indent + "  ")
        else:
            yield f"{indent}- `{name}`: {meaning}"
