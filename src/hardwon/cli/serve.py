"""`mem serve`."""

from __future__ import annotations

import json

import click

from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command
from hardwon.errors import PersonOnly
from hardwon.server.web import HOST, PORT


@command("serve", scope=PROJECT)
@click.option("--mcp", is_flag=True, help="Speak MCP: over standard input and output, or with --http on a port.")
@click.option("--strict", is_flag=True, help="Each call has to name the project it is for.")
@click.option("--http", is_flag=True, help="Streamable HTTP at /mcp, for holders of the token.")
@click.option("--host", default=HOST, show_default=True, metavar="ADDRESS", help="Where --http listens.")
@click.option("--port", type=click.IntRange(0, 65_535), default=PORT, show_default=True, help="0 takes a free one.")
@click.option("--print-config", is_flag=True, help="Print a client's configuration for --http, with the token.")
@click.pass_obj
def serve(door: Door, mcp: bool, strict: bool, http: bool, host: str, port: int, print_config: bool) -> int:
    """Serve memory to a client over MCP, until the client leaves. Clients start this themselves.

    With --http it serves this folder's project to whoever has the token, until it is told to leave.
    """
    if not mcp:
        raise click.UsageError("say what to serve: mem serve --mcp", click.get_current_context())
    if print_config and not http:
        raise click.UsageError("--print-config belongs to --http", click.get_current_context())
    project = None
    if http and print_config:
        return _print_config(door, host, port)
    if door.project or http:
        with door.engine() as engine:
            project = engine.project
    if http:
        from hardwon.server.web.mcp_http import serve as serve_http

        serve_http(door.environ, cwd=door.folder(), project=project or "", host=host, port=port, strict=strict)
        return 0
    from hardwon.server.bridge import main

    return main(project, strict=strict)


def _print_config(door: Door, host: str, port: int) -> int:
    """Print the entry for a client; a token is nothing for an agent's transcript."""
    from hardwon.server.web.mcp_http import MCP_PATH, client_config

    if door.is_agent:
        raise PersonOnly("only a person is shown the token", "ask the person to run it in a shell of their own")
    name = f"[{host}]" if ":" in host else host
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else name
    click.echo(json.dumps(client_config(door.paths, f"http://{name}:{port}{MCP_PATH}"), indent=2))
    return 0
