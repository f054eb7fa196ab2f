"""`mem mcp`."""

from __future__ import annotations

import click

from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command


@command(
    "mcp",
    scope=PROJECT,
    answer={
        "host": "as `mem install` takes it",
        "entry": "the text for the host's file",
        "places": [{"scope": "user, project or local", "path": "the file it goes into"}],
    },
)
@click.argument("host", required=False)
@click.option("--print-config", is_flag=True, help="Print the server's entry for HOST's file, and write nothing.")
@click.pass_obj
def mcp(door: Door, host: str | None, print_config: bool) -> int:
    """Serve memory over MCP on standard input and output; or print what HOST needs to start it.

    Clients start this themselves. `mem install HOST` writes the entry, `mem hosts` lists the hosts; without HOST the
    usual form is printed.
    """
    if print_config:
        _print_config(door, host)
        return 0
    if host is not None:
        raise click.UsageError("to see what a host needs: mem mcp --print-config HOST", click.get_current_context())
    from hardwon.server.bridge import main

    project = None
    if door.project:
        with door.engine() as engine:
            project = engine.project
    return main(project)


def _print_config(door: Door, host: str | None) -> None:
    from hardwon.install.hosts import HOSTS, config_of, host_of, machine_of

    machine = machine_of(door.folder(), door.paths, door.environ)
    snippet, found = config_of(host_of(host) if host else HOSTS["cursor"], machine)
    places = [{"scope": scope, "path": path} for scope, path in found if host]
    door.answer({"host": host or "", "entry": snippet, "places": places}, snippet.rstrip("\n").split("\n"))
    if door.as_json:
        return
    for place in places:
        door.note(f"For {place['scope']}: {place['path']}")
    if not (machine.home / ".hardwon" / "mcp.sh").exists():
        door.note(f"It starts once `mem install {host or 'HOST'}` has written the launcher.")
