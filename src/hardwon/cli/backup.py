"""`mem backup`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, Nouns, command
from hardwon.errors import InvalidInput
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.maintenance.backups import Backup

_BACKUP = {
    "name": "of the file",
    "path": "where it is",
    "created_at": "when, UTC, as 20260921T120000Z",
    "projects": "list of bindings; user for your own, shared for a file of several",
    "bytes": "its size",
    "why": "what it was made for, empty where you asked for it",
}


@click.group("backup", cls=Nouns, answer={"backups": [_BACKUP]})
@click.pass_context
def backup(ctx: click.Context) -> None:
    """Copy stores while they are in use, and put copies back; alone it lists them."""
    if ctx.invoked_subcommand is None:
        _show(ctx.obj)


@command("create", scope=PROJECT, answer=_BACKUP)
@click.option(
    "--all", "everything", is_flag=True, help="Every project's memories and the settings, for another machine."
)
@click.option(
    "--to", "target", default="", metavar="FILE", help="The file to write; one in the folder of backups if not."
)
@click.pass_obj
def create(door: Door, everything: bool, target: str) -> None:
    """Back up this project's memories and your own into one file."""
    from hardwon.maintenance import backups

    with door.engine() as engine:
        bindings = [engine.project]
    made = backups.create(door.paths, bindings, everything=everything, target=target)
    door.answer(_fields(made), [f"Backed up to {one_line(made.path)} ({made.bytes / 1024:,.0f} KB)."])


@command("list", answer={"backups": [_BACKUP]})
@click.pass_obj
def list_(door: Door) -> None:
    """List the backups, the oldest first."""
    _show(door)


@command("restore", scope=PROJECT, answer={"done": "list of sentences"})
@click.argument("name")
@click.option("--all", "everything", is_flag=True, help="All that is in it, your own memories too.")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def restore(door: Door, name: str, everything: bool, yes: bool) -> None:
    """Put this project's memories back as they were; what is there now is backed up first.

    NAME is a backup's name, the beginning of it, or a file. The service leaves meanwhile.
    """
    from hardwon.install.purge import kept_quiet
    from hardwon.maintenance import backups

    door.require_person("restores a backup", yes=yes)
    with door.engine() as engine:
        binding = engine.project
    with kept_quiet(door.paths, door.environ):
        done = backups.restore(door.paths, name, binding, everything=everything)
    door.answer({"done": done}, [one_line(line[:1].upper() + line[1:] + ".") for line in done])


@command("delete", answer={"deleted": "list of paths"})
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every backup.")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def delete(door: Door, names: tuple[str, ...], everything: bool, yes: bool) -> None:
    """Delete backups, as after a purge of what is in them too."""
    from hardwon.maintenance import backups

    door.require_person("deletes backups", yes=yes)
    if bool(names) == everything:
        raise InvalidInput("say which", "name backups, or give --all")
    chosen = [one.name for one in backups.listed(door.paths)] if everything else names
    deleted = [backups.delete(door.paths, name) for name in chosen]
    door.answer({"deleted": deleted}, [f"Deleted {one_line(path)}." for path in deleted] or ["There are no backups."])


for each in (create, list_, restore, delete):
    backup.add_command(each)


def _show(door: Door) -> None:
    from hardwon.maintenance import backups

    found = backups.listed(door.paths)
    lines = [
        f"{door.screen.paint(one.name, 'id')}  {one.bytes / 1024:,.0f} KB  {one_line(', '.join(one.projects))}"
        + (f" ({one.why})" if one.why else "")
        for one in found
    ]
    door.answer({"backups": [_fields(one) for one in found]}, lines)
    if not found and not door.as_json:
        door.note("No backups yet; `mem backup create` makes one.")


def _fields(one: Backup) -> dict[str, object]:
    return {name: getattr(one, name) for name in _BACKUP}
