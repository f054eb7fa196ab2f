"""`mem project`."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from hardwon.cli.door import Door
from hardwon.cli.form import count_text
from hardwon.cli.group import HERE, Nouns, command
from hardwon.config.actor import actor_of
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.projects import Changed, Here, Project

_PROJECT = {"project": "the binding", "name": "how it is called", "folder": "where it was worked on"}
_ANSWER = {
    "here": {"project": "the binding of this folder", "name": "how it is called", "folder": "its top-level folder"},
    "projects": [_PROJECT],
    "question": "what is in question about this folder's project, empty for nothing",
    "target": "the project that `mem project link` would give it",
}
_CHANGED = {
    "project": "the binding from now on",
    "brought": "count of memories that came along",
    "backup": "name of the copy made before, empty for none",
    "folded": "count of memories that were there twice",
}
_HOW = {
    "own": "by itself: it names no other",
    "first": "the first folder to name it",
    "clone": "proved to be a clone: it shares commits",
    "linked": "you linked it",
    "waits": "by itself until you say",
    "moving": "its memories are about to come along",
    "moved": "as before its remote changed",
    "apart": "on its own: you said so",
}


@click.group("project", cls=Nouns, answer=_ANSWER)
@click.pass_context
def project(ctx: click.Context) -> None:
    """Show which project this folder belongs to and why, and every other that has memories."""
    if ctx.invoked_subcommand is None:
        _list(ctx.obj)


@command("list", scope=HERE, answer=_ANSWER)
@click.pass_obj
def list_(door: Door) -> None:
    """The same."""
    _list(door)


def _list(door: Door) -> None:
    from hardwon.engine.projects import here

    with door.searching() as engine:
        known = [dict(zip(_PROJECT, one, strict=True)) for one in engine.projects()]
        names = {one["project"]: one["name"] for one in known}
        own = {"project": engine.project, "name": names.get(engine.project, engine.name), "folder": engine.root}
    found = here(door.paths, door.folder())
    others = [one for one in known if one["project"] != own["project"]]
    rows = [(one["name"], one["project"], one["folder"]) for one in (own, *others)]
    lines = door.screen.table(rows, ("id", "", "dim"))
    lines[0] += "  (this folder)"
    door.answer(
        {"here": own, "projects": known, "question": found.told, "target": found.target}, [*lines, *_question(found)]
    )


def _question(found: Here) -> Iterator[str]:
    if found.told:
        yield ""
        yield f"In question: {found.told}."
        yield f"  mem project link     gives this folder {one_line(found.target, 200)}; what it learnt comes along"
        yield "  mem project unlink   leaves it as it is, and asks no more"


@command(
    "show",
    scope=HERE,
    answer={
        "project": "the binding",
        "name": "how it is called",
        "folder": "where it was first worked on",
        "folders": "list of the folders that have it",
        "names": "list of bindings that came into it",
        "memories": "count of its memories, whatever their status",
        "commits": "count of commits by which its clones are known",
        "how": "why this folder has it, where it does",
        "claim": "what this folder's remote names",
        "question": "what is in question about this folder",
        "target": "the project that `mem project link` would give it",
    },
)
@click.argument("name", required=False)
@click.pass_obj
def show(door: Door, name: str | None) -> None:
    """Show one project, this folder's by default: its folders, names and size, and why this folder has it."""
    from hardwon.engine import projects

    found = projects.here(door.paths, door.folder())
    one = projects.named(door.paths, name) if name else projects.of_folder(door.paths, found)
    is_here = one.value == found.project
    data = {
        "project": one.value,
        "name": one.name,
        "folder": one.root,
        "folders": list(one.places),
        "names": list(one.aliases),
        "memories": one.memories,
        "commits": one.commits,
        "how": found.how if is_here else "",
        "claim": found.claim if is_here else "",
        "question": found.told if is_here else "",
        "target": found.target if is_here else "",
    }
    door.answer(data, [*_shown(one, found if is_here else None), *(_question(found) if is_here else ())])


def _shown(one: Project, found: Here | None) -> Iterator[str]:
    yield f"{one_line(one.name, 80)}  {one_line(one.value, 300)}"
    yield f"  {count_text(one.memories, 'memory', 'memories')}, known by {count_text(one.commits, 'commit', 'commits')}"
    yield from (f"  folder  {one_line(place, 300)}" for place in one.places)
    yield from (f"  was     {one_line(alias, 300)}" for alias in one.aliases)
    if found is not None:
        yield f"  here    {_HOW.get(found.how, found.how)}"
        if found.claim != one.value:
            yield f"  claims  {one_line(found.claim, 300)}"


@command("rename", scope=HERE, answer=_CHANGED)
@click.argument("name")
@click.argument("new")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def rename(door: Door, name: str, new: str, yes: bool) -> None:
    """Call a project something else; with repo:HOST/PATH as NEW, move it to that lasting name.

    The old lasting name stands for the new one from then on, so folders that name it find their memories.
    """
    from hardwon.engine import projects

    door.require_person("renames a project", yes=yes)
    done = projects.rename(door.environ, door.paths, name, new, actor=actor_of(door.environ), at=_now())
    _told(door, done, name="" if new.startswith("repo:") else new)


@command("merge", scope=HERE, answer=_CHANGED)
@click.argument("name")
@click.argument("into")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def merge(door: Door, name: str, into: str, yes: bool) -> None:
    """Bring a whole project into another: memories, records, history, sessions and tasks.

    Both are copied to a backup first; `mem backup list` shows it.
    """
    from hardwon.engine import projects

    door.require_person("merges projects", yes=yes)
    _told(door, projects.merge(door.environ, door.paths, name, into, actor=actor_of(door.environ), at=_now()))


@command("link", scope=HERE, answer=_CHANGED)
@click.argument("name", metavar="[PROJECT]", default="")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def link(door: Door, name: str, yes: bool) -> None:
    """Give this folder the project that it claims, that its .hardwon.toml proposes, or that is named.

    What it learnt so far comes along; `mem project unlink` brings it back.
    """
    from hardwon.engine import projects

    door.require_person("links a folder to a project", yes=yes)
    folder = door.folder()
    _told(door, projects.link(door.environ, door.paths, folder, name, actor=actor_of(door.environ), at=_now()))


@command("unlink", scope=HERE, answer=_CHANGED)
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def unlink(door: Door, yes: bool) -> None:
    """Take a link back with what it brought; decline what is in question; else have this folder on its own."""
    from hardwon.engine import projects

    door.require_person("unlinks a folder", yes=yes)
    _told(door, projects.unlink(door.paths, door.folder(), actor=actor_of(door.environ), at=_now()))


for _one in (list_, show, rename, merge, link, unlink):
    project.add_command(_one)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _told(door: Door, done: Changed, name: str = "") -> None:
    data = {"project": done.project, "brought": done.brought, "backup": done.backup, "folded": done.folded}
    called = f", called {one_line(name, 100)} now" if name else ""
    lines = [f"The project is {one_line(done.project, 300)}{called}."]
    if done.brought:
        lines.append(f"{count_text(done.brought, 'memory', 'memories')} came along.")
    if done.folded:
        lines.append(f"{count_text(done.folded, 'change', 'changes')} of upkeep: what was there twice (mem log).")
    if done.backup:
        lines.append(f"A copy of how it was before: {os.path.basename(done.backup)} (mem backup list).")
    door.answer(data, lines)
