"""`mem install`, `mem uninstall` and `mem hosts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hardwon.cli.door import Door
from hardwon.cli.group import command
from hardwon.cli.plugin import CHANGES
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.install import InstallReport

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
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--status", is_flag=True, help="The same as `mem hosts`.")
@click.pass_context
def install(
    ctx: click.Context, host: str | None, directory: str, scope: str | None, rules: bool | None,
    activate: bool, dry_run: bool, status: bool,
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
    wanted = Wanted(rules=rules, activate=activate)
    report = install_host(
        host_of(host), machine, scope=scope, wanted=wanted, dry_run=dry_run, paths=door.paths
    )  # fmt: skip
    _tell(door, report)
    if not report.changed and not door.as_json:
        door.note("All of it is in place already.")


@command("uninstall", answer=CHANGES)
@click.argument("host")
@_DIR
@click.option("--scope", type=click.Choice(_SCOPES), help="Only this scope; by default all there are.")
@click.option("--dry-run", is_flag=True, help="Say what would be removed, and remove nothing.")
@click.pass_obj
def uninstall(door: Door, host: str, directory: str, scope: str | None, dry_run: bool) -> None:
    """Take Hardwon out of HOST: the original bytes come back. Memories stay."""
    from hardwon.install.hosts import host_of, machine_of, uninstall_host

    machine = machine_of(directory, door.paths, door.environ)
    _tell(door, uninstall_host(host_of(host), machine, scope=scope, dry_run=dry_run, paths=door.paths))


@command("hosts", answer={"hosts": [_HOST]})
@_DIR
@click.pass_obj
def hosts(door: Door, directory: str) -> None:
    """List the hosts that Hardwon can be wired into: which are here, and how it stands in each."""
    from hardwon.install.hosts import HOSTS, host_state, machine_of

    machine = machine_of(directory, door.paths, door.environ)
    states = [host_state(host, machine, scope, door.paths) for host in HOSTS.values() for scope in host.scopes]
    rows = [
        (one.host, one.state if one.state != "missing" else "here" if one.found else "-", one.scope, one.path)
        for one in states
        if one.state != "missing" or one.scope != "project"
    ]
    door.answer(
        {"hosts": [one.as_dict() for one in states]},
        door.screen.table([tuple(map(one_line, row)) for row in rows], ("id", "", "dim", "dim")),
    )


def _tell(door: Door, report: InstallReport) -> None:
    door.answer(report.as_dict(), report.lines())
