"""`mem install-plugin`, `uninstall-plugin` and `status`."""

from __future__ import annotations

import os

import click

from hardwon.cli.door import Door
from hardwon.cli.form import iso
from hardwon.cli.group import command
from hardwon.config.paused import paused
from hardwon.errors import HardwonError
from hardwon.text.clean import one_line

_SCOPES = ("project", "local", "user")
CHANGES = {
    "directory": "the project's folder",
    "scope": "project, local or user",
    "dry_run": "true when nothing was written",
    "changed": "whether anything was, or would be, written",
    "changes": [
        {
            "part": "hooks, commands, skills, manifest, mcp, launcher or data",
            "path": "the file",
            "action": "created, changed, removed; unchanged; kept (edited by hand); foreign (another's, left alone)",
            "note": "may be empty",
        }
    ],
    "notes": "list of sentences",
}
_PART = {
    "part": "hooks, commands, skills, manifest, mcp, plugin or launcher",
    "scope": "project, local or user",
    "path": "the file",
    "state": "wired, stale, missing or foreign",
    "note": "may be empty",
}


@command("install-plugin", answer=CHANGES)
@click.argument("directory", metavar="[DIR]", default=".")
@click.option(
    "--scope",
    type=click.Choice(_SCOPES),
    default="project",
    show_default=True,
    help="project: for everyone who works in it; local: for you in it; user: for you everywhere.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.pass_obj
def install_plugin(door: Door, directory: str, scope: str, dry_run: bool) -> None:
    """Wire Hardwon into Claude Code: hooks, commands, skills and the MCP server, for the project in DIR.

    What the files held before stays to the byte, and `mem uninstall-plugin` gives it back. Running it again
    changes nothing.
    """
    from hardwon.install import install_plugin as install

    report = install(directory, scope=scope, dry_run=dry_run, paths=door.paths, environ=door.environ)
    door.answer(report.as_dict(), report.lines())
    if not report.changed and not door.as_json:
        door.note("All of it is in place already.")


@command("uninstall-plugin", answer=CHANGES)
@click.argument("directory", metavar="[DIR]", default=".")
@click.option("--scope", type=click.Choice(_SCOPES), help="Only this scope; by default all that DIR has.")
@click.option("--purge", is_flag=True, help="Delete the project's memories for good; with the last project yours too.")
@click.option("--dry-run", is_flag=True, help="Say what would be removed, and remove nothing.")
@click.option("--yes", is_flag=True, help="Do it unasked; for --purge.")
@click.pass_obj
def uninstall_plugin(door: Door, directory: str, scope: str | None, purge: bool, dry_run: bool, yes: bool) -> None:
    """Take Hardwon out of the project in DIR: the original bytes come back. Memories stay unless --purge."""
    from hardwon.install import uninstall_plugin as uninstall

    if purge and not dry_run:
        _require_consent(door, directory, yes=yes)
    report = uninstall(
        directory, scope=scope, purge_data=purge, dry_run=dry_run, paths=door.paths, environ=door.environ
    )
    door.answer(report.as_dict(), report.lines())
    if not purge and report.changed and not dry_run:
        door.advise(f"The memories stay in {door.paths.data}; --purge deletes them too.")


@command(
    "status",
    answer={
        "directory": "the project's folder",
        "healthy": "whether everything is wired in",
        "parts": [_PART],
        "launcher": _PART,
        "interpreter_alive": "whether the interpreter that the launcher names can be run",
        "notes": "list of sentences",
        "question": "what is in question about which project's memories the folder has, empty for nothing",
        "paused": [{"kind": "project or session", "name": "which", "since": "ISO 8601, UTC"}],
        "hosts": [
            {
                "host": "another agent that has something of Hardwon, as `mem install` takes it",
                "scope": "user or project",
                "path": "its file",
                "state": "wired or stale",
            }
        ],
    },
)
@click.argument("directory", metavar="[DIR]", default=".")
@click.pass_obj
def status(door: Door, directory: str) -> None:
    """Show which parts are wired into Claude Code for the project in DIR, which are stale, which missing; below them
    the other agents that Hardwon is wired into. `mem hosts` lists all there are."""
    from hardwon.engine.projects import here
    from hardwon.install import status as look

    report = look(directory, paths=door.paths, environ=door.environ)
    still = [{"kind": kind, "name": one_line(name, 200), "since": iso(at)} for kind, name, at in paused(door.paths)]
    lines = [f"paused   {one['kind']:<14} {one['name']}  (since {one['since']}; mem resume)" for one in still]
    told = here(door.paths, os.path.realpath(directory)).told
    if told:
        lines.append(f"project  {told} (mem project)")
    hosts = _other_hosts(door, directory)
    lines += [f"{one['state']:<8} {one['host']:<14} {one['path']}" for one in hosts]
    door.answer({**report.as_dict(), "question": told, "paused": still, "hosts": hosts}, [*report.lines(), *lines])
    if not report.healthy and not door.as_json:
        door.note(f"To wire it in, or mend it: {report.mended_by}")


def _other_hosts(door: Door, directory: str) -> list[dict[str, str]]:
    """The agents besides Claude Code that something of Hardwon is wired into."""
    from hardwon.install.hosts import HOSTS, host_state, machine_of

    machine = machine_of(directory, door.paths, door.environ)
    others = [host for host in HOSTS.values() if host.wiring is None]
    states = [host_state(host, machine, scope, door.paths) for host in others for scope in host.scopes]
    return [
        {name: one_line(getattr(one, name), 300) for name in ("host", "scope", "path", "state")}
        for one in states
        if one.state in ("wired", "stale")
    ]


def _require_consent(door: Door, directory: str, *, yes: bool) -> None:
    door.require_person("deletes stored memories", yes=yes)
    if yes:
        return
    if not door.can_ask:
        raise HardwonError("nobody was asked whether to delete the memories", "add --yes")
    place = os.path.realpath(directory)
    question = f"Delete the memories of {place} for good, and your own if no other project has any?"
    if not click.confirm(question, err=True):
        raise HardwonError("nothing was deleted")
