"""`mem serve`."""

from __future__ import annotations

import click

from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command


@command("serve", scope=PROJECT)
@click.option("--mcp", is_flag=True, help="Speak MCP over standard input and output.")
@click.option("--strict", is_flag=True, help="Each call has to name the project it is for.")
@click.pass_obj
def serve(door: Door, mcp: bool, strict: bool) -> int:
    """Serve memory to a client over MCP, until the client leaves. Clients start this themselves."""
    if not mcp:
        raise click.UsageError("say what to serve: mem serve --mcp", click.get_current_context())
    from hardwon.server.bridge import main

    project = None
    if door.project:
        with door.engine() as engine:
            project = engine.project
    return main(project, strict=strict)
