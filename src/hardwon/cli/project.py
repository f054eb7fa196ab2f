"""`mem project`."""

from __future__ import annotations

import click

from hardwon.cli.door import Door
from hardwon.cli.group import HERE, Nouns, command

_PROJECT = {"project": "the binding", "name": "how it is called", "folder": "where it was worked on"}
_ANSWER = {
    "here": {"project": "the binding of this folder", "name": "how it is called", "folder": "its top-level folder"},
    "projects": [_PROJECT],
}


@click.group("project", cls=Nouns, answer=_ANSWER)
@click.pass_context
def project(ctx: click.Context) -> None:
    """Show which project this folder belongs to, and every other that has memories."""
    if ctx.invoked_subcommand is None:
        _show(ctx.obj)


@command("list", scope=HERE, answer=_ANSWER)
@click.pass_obj
def list_(door: Door) -> None:
    """The same."""
    _show(door)


project.add_command(list_)


def _show(door: Door) -> None:
    with door.searching() as engine:
        here = {"project": engine.project, "name": engine.name, "folder": engine.root}
        known = [dict(zip(_PROJECT, one, strict=True)) for one in engine.projects()]
    others = [one for one in known if one["project"] != here["project"]]
    rows = [(one["name"], one["project"], one["folder"]) for one in (here, *others)]
    lines = door.screen.table(rows, ("id", "", "dim"))
    lines[0] += "  (this folder)"
    door.answer({"here": here, "projects": known}, lines)
