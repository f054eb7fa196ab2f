"""`mem config`."""

from __future__ import annotations

import click

from hardwon.cli.door import Door
from hardwon.cli.group import HERE, Nouns, command
from hardwon.cli.screen import wrapped
from hardwon.config.paths import setting_from
from hardwon.config.quick import Settings
from hardwon.config.settings import load_settings, read_file, set_in_file, unset_in_file
from hardwon.config.table import BY_NAME, SETTINGS
from hardwon.errors import NotFound
from hardwon.text.clean import one_line

_SETTING = {
    "name": "as `mem config set` takes it",
    "value": "the value in force; of a secret only whether it is set",
    "default": "the value unless chosen",
    "source": "default, file or variable",
    "help": "what it does",
}
_LIST = {"settings": [_SETTING], "file": "the settings file", "problems": "list of what could not be used"}


@click.group("config", cls=Nouns, answer=_LIST)
@click.pass_context
def config(ctx: click.Context) -> None:
    """Show and change settings. Only a person changes them; an agent can read them."""
    if ctx.invoked_subcommand is None:
        _show_all(ctx.obj)


@command("list", scope=HERE, answer=_LIST)
@click.pass_obj
def list_(door: Door) -> None:
    """Show every setting, its value, and where that comes from."""
    _show_all(door)


@command("get", scope=HERE, answer=_SETTING)
@click.argument("name")
@click.pass_obj
def get(door: Door, name: str) -> None:
    """Show the value of one setting."""
    if name not in BY_NAME:
        raise NotFound(f"there is no setting {one_line(name, 60)!r}", "`mem config list` shows them all")
    row = _row(door, load_settings(door.paths, door.environ), name)
    door.answer(row, [_shown(row["value"])])


@command("set", scope=HERE, takes_text="words", answer={"name": "the setting", "value": "as it will be read"})
@click.argument("name")
@click.argument("value")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def set_(door: Door, name: str, value: str, yes: bool) -> None:
    """Change a setting, in the settings file."""
    door.require_person("changes settings", yes=yes)
    stored = set_in_file(door.paths, name, value)
    row = _row(door, load_settings(door.paths, door.environ), name)
    shown = "(set)" if BY_NAME[name].secret else stored
    door.answer({"name": name, "value": shown}, [f"{name} is now {_shown(shown)}."])
    if row["source"] == "variable":
        door.note(f"The variable HARDWON_{name.upper()} is set and goes before it.")


@command("unset", scope=HERE, answer={"name": "the setting", "value": "as it is read now", "was_set": "whether it was"})
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def unset(door: Door, name: str, yes: bool) -> None:
    """Take a setting out of the settings file, so that its default counts again."""
    door.require_person("changes settings", yes=yes)
    was_set = unset_in_file(door.paths, name)
    row = _row(door, load_settings(door.paths, door.environ), name)
    told = f"{name} is {_shown(row['value']) or 'empty'} again." if was_set else f"{name} was not set in the file."
    door.answer({"name": name, "value": row["value"], "was_set": was_set}, [told])
    if row["source"] == "variable":
        door.note(f"The variable HARDWON_{name.upper()} is set and goes before it.")


for each in (list_, get, set_, unset):
    config.add_command(each)


def _show_all(door: Door) -> None:
    settings = load_settings(door.paths, door.environ)
    rows = [_row(door, settings, setting.name) for setting in SETTINGS]
    data = {"settings": rows, "file": door.paths.config_file, "problems": settings.problems}
    door.answer(data, _lines(door, rows))
    if not door.as_json:
        door.note(f"File: {door.paths.config_file}")
        for problem in settings.problems:
            door.note(f"Not used: {problem}")


def _lines(door: Door, rows: list[dict[str, object]]) -> list[str]:
    screen = door.screen
    if not screen.is_terminal:
        cells = [(str(row["name"]), _shown(row["value"]), str(row["source"]), str(row["help"])) for row in rows]
        return screen.table(cells, ("", "", "", ""))
    lines = []
    for row in rows:
        value = screen.paint(_shown(row["value"]) or "(none)", "strong")
        source = "" if row["source"] == "default" else screen.paint(f"  (from the {row['source']})", "dim")
        lines.append(f"{screen.paint(str(row['name']), 'id')} = {value}{source}")
        lines += ["    " + screen.paint(line, "dim") for line in wrapped(str(row["help"]), screen.width - 4)]
    return lines


def _row(door: Door, settings: Settings, name: str) -> dict[str, object]:
    setting = BY_NAME[name]
    value = getattr(settings, name)
    source = "default"
    if setting.secret and value:
        value = "(set)"
    if not setting.file_only and setting_from(door.environ, name.upper()):
        source = "variable"
    elif name in read_file(door.paths.config_file)[0]:
        source = "file"
    elif setting.secret and value:
        source = "provider file"
    return {"name": name, "value": value, "default": setting.default, "source": source, "help": setting.help}


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return one_line(f"{value:g}" if isinstance(value, float) else str(value))
