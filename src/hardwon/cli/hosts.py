"""`mem install`, `mem uninstall` and `mem hosts`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hardwon.cli.door import Door
from hardwon.cli.group import command
from hardwon.cli.plugin import CHANGES
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.install import InstallReport
    from hardwon.install.hosts import HostState, Machine

_SCOPES = ("project", "local", "user")
_HOST = {
    "host": "as `mem install` takes it",
    "title": "as a person calls it",
    "scope": "user or project",
    "found": "what shows that the host is here, empty where nothing does",
    "state": "wired, stale, missing or foreign",
    "path": "the host's file",
    "note": "may be empty",
}
_DIR = click.option("--dir", "directory", default=".", show_default=True, help="The project's folder.")


@command("install", answer=CHANGES)
@click.argument("host", required=False)
@_DIR
@click.option("--scope", type=click.Choice(_SCOPES), help="project: in this folder; user: everywhere (the usual).")
@click.option("--rules/--no-rules", default=None, help="Add the lines that tell the agent to use its memory, or none.")
@click.option("--activate", is_flag=True, help="Where a host uses one memory at a time, make it this one.")
@click.option("--move-notes", is_flag=True, help="Store the notes Claude Code keeps of the project, and move them.")
@click.option("--import-notes", is_flag=True, help="Store the notes Hermes keeps itself too; its files stay.")
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--status", is_flag=True, help="The same as `mem hosts`.")
@click.pass_context
def install(
    ctx: click.Context, host: str | None, directory: str, scope: str | None, rules: bool | None,
    activate: bool, move_notes: bool, import_notes: bool, dry_run: bool, status: bool,
) -> None:  # fmt: skip
    """Wire Hardwon into HOST, such as cursor or codex; `mem hosts` lists them.

    What the host's files held before stays to the byte, and `mem uninstall HOST` gives it back. Running it again
    changes nothing.
    """
    door: Door = ctx.obj
    if status:
        ctx.invoke(hosts, directory=directory)
        return
    if host is None:
        raise click.UsageError("say which host: mem install HOST; `mem hosts` lists them", ctx)
    from hardwon.install.hosts import Wanted, host_of, install_host, machine_of

    machine = machine_of(directory, door.paths, door.environ)
    if move_notes and host != "claude-code":
        raise click.UsageError("only Claude Code's notes are moved: mem install claude-code --move-notes", ctx)
    if import_notes and host != "hermes":
        raise click.UsageError("only Hermes' notes are imported so: mem install hermes --import-notes", ctx)
    moved = stored_notes(door, directory, dry_run=dry_run) if move_notes else ()
    wanted = Wanted(rules=rules, activate=activate, moved=moved)
    report = install_host(
        host_of(host), machine, scope=scope, wanted=wanted, dry_run=dry_run, paths=door.paths
    )  # fmt: skip
    _tell(door, report)
    if import_notes and not dry_run:
        _import_notes(door, directory, machine)
    if not report.changed and not door.as_json:
        door.note("All of it is in place already.")


@command("uninstall", answer={**CHANGES, "hosts": "list of the hosts it was taken out of"})
@click.argument("host", required=False)
@_DIR
@click.option("--all", "everywhere", is_flag=True, help="Every host that has it.")
@click.option("--scope", type=click.Choice(_SCOPES), help="Only this scope; by default all there are.")
@click.option("--dry-run", is_flag=True, help="Say what would be removed, and remove nothing.")
@click.pass_context
def uninstall(
    ctx: click.Context, host: str | None, directory: str, everywhere: bool, scope: str | None, dry_run: bool
) -> None:
    """Take Hardwon out of HOST: the original bytes come back. Memories stay."""
    door: Door = ctx.obj
    if (host is None) is not everywhere:
        raise click.UsageError("say which host: mem uninstall HOST, or --all", ctx)
    from hardwon.install.hosts import HOSTS, host_of, machine_of, uninstall_host, wired_places

    machine = machine_of(directory, door.paths, door.environ)
    places = [(host, scope)] if host else wired_places(HOSTS.values(), machine, door.paths, scope)
    done = [
        uninstall_host(host_of(name), machine, scope=one, dry_run=dry_run, paths=door.paths) for name, one in places
    ]
    data = done[0].as_dict() if done else {name: [] for name in CHANGES}
    changes = [change for one in done for change in one.as_dict()["changes"]]
    notes = list(dict.fromkeys(note for one in done for note in one.notes))
    data |= {
        "directory": str(machine.project), "scope": scope or "", "dry_run": dry_run, "changes": changes, "notes": notes,
        "changed": any(one.changed for one in done), "hosts": list(dict.fromkeys(name for name, _ in places)),
    }  # fmt: skip
    lines = list(dict.fromkeys(line for one in done for line in one.lines()))
    door.answer(data, lines or ["Hardwon is wired into no host here."])


@command("hosts", answer={"hosts": [_HOST]})
@_DIR
@click.pass_obj
def hosts(door: Door, directory: str) -> None:
    """List the hosts that Hardwon can be wired into: which are here, and how it stands in each."""
    from hardwon.install.hosts import HOSTS, host_state, machine_of

    machine = machine_of(directory, door.paths, door.environ)
    states = [host_state(host, machine, scope, door.paths) for host in HOSTS.values() for scope in host.scopes]
    rows = [row for host in HOSTS for row in _rows([one for one in states if one.host == host])]
    door.answer({"hosts": [one.as_dict() for one in states]}, door.screen.table(rows, ("id", "", "dim", "dim")))
    door.advise("To wire one in: mem install HOST; all that are here: mem setup.")


def _rows(states: list[HostState]) -> list[tuple[str, ...]]:
    """A host's scopes that have something, else its usual one with whether the host is here at all."""
    present = [one for one in states if one.state != "missing"]
    shown = present or states[:1]
    return [
        (
            one.host,
            one.state if present else "here" if one.found else "-",
            one.scope,
            one_line(one.path + (f"  ({one.note})" if one.note else ""), 300),
        )
        for one in shown
    ]


def stored_notes(door: Door, directory: str, *, dry_run: bool = False) -> tuple[Path, ...]:
    """Store the notes Claude Code keeps of a project; the files that may go. A dry run stores nothing."""
    from hardwon.engine import open_engine
    from hardwon.install.notes import notes_of, store_notes

    notes = notes_of(os.path.realpath(directory), door.environ, door.paths.home)
    if dry_run or not notes:
        return tuple(note.path for note in notes)
    with open_engine(door.environ, os.path.realpath(directory)) as engine:
        stored = tuple(store_notes(engine, notes))
    for note in notes:
        if note.path not in stored:
            door.note(
                f"Left where it is: {note.path} (a key in it is not stored, or it reads like an order: mem quarantine)."
            )
    return stored


def _import_notes(door: Door, directory: str, machine: Machine) -> None:
    from hardwon.engine import open_engine
    from hardwon.hosts.hermes.notes import entries_of
    from hardwon.install.hosts.hermes import hermes_home
    from hardwon.install.notes import store_entries

    entries = entries_of(hermes_home(machine))
    with open_engine(door.environ, os.path.realpath(directory)) as engine:
        count = store_entries(engine, entries)
    door.note(f"Stored {count} of {len(entries)} notes of Hermes; the rest has a key in it or reads like an order.")


def _tell(door: Door, report: InstallReport) -> None:
    door.answer(report.as_dict(), report.lines())
