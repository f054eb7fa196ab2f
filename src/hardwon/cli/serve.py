"""`mem serve`."""

from __future__ import annotations

import json

import click

from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command
from hardwon.errors import PersonOnly
from hardwon.server.web import HOST, PORT
from hardwon.server.web.rest import PORT as REST_PORT
from hardwon.wire.token import given_token


@command("serve", scope=PROJECT)
@click.option("--mcp", is_flag=True, help="Speak MCP: over standard input and output, or with --http on a port.")
@click.option("--strict", is_flag=True, help="Each call has to name the project it is for.")
@click.option("--http", is_flag=True, help="Streamable HTTP at /mcp, for holders of the token.")
@click.option("--rest", is_flag=True, help="REST, the console's pages, and MCP at /mcp, on one port.")
@click.option("--host", default=HOST, show_default=True, metavar="ADDRESS", help="Where --http or --rest listens.")
@click.option(
    "--port", type=click.IntRange(0, 65_535), help=f"{PORT} by default, {REST_PORT} with --rest; 0 takes a free one."
)
@click.option(
    "--token", metavar="TOKEN", help="What clients show instead of the person's own; @FILE reads it. Only with --rest."
)
@click.option("--print-config", is_flag=True, help="Print a client's configuration for --http, with the token.")
@click.pass_obj
def serve(
    door: Door,
    mcp: bool,
    strict: bool,
    http: bool,
    rest: bool,
    host: str,
    port: int | None,
    token: str | None,
    print_config: bool,
) -> int:
    """Serve memory to a client over MCP, until the client leaves. Clients start this themselves.

    With --http or --rest it serves this folder's project to whoever has the token, until it is told to leave. An
    address that other machines reach needs a --token of its own.
    """
    if rest:
        if mcp or http or print_config:
            raise click.UsageError("--rest serves MCP at /mcp too, and goes alone", click.get_current_context())
        return _rest(door, host, REST_PORT if port is None else port, token)
    if token is not None:
        raise click.UsageError("--token belongs to --rest", click.get_current_context())
    port = PORT if port is None else port
    if not mcp:
        raise click.UsageError("say what to serve: mem serve --mcp, or --rest", click.get_current_context())
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


def _rest(door: Door, host: str, port: int, token: str | None) -> int:
    from hardwon.server.web.listening import require_packages

    require_packages("fastapi", "jinja2", "starlette", "uvicorn")
    from hardwon.server.web.rest.serving import serve as serve_rest

    shown = given_token(token) if token is not None else ""
    serve_rest(door.environ, cwd=door.folder(), project=door.project or "", host=host, port=port, token=shown)
    return 0


def _print_config(door: Door, host: str, port: int) -> int:
    """Print the entry for a client; a token is nothing for an agent's transcript."""
    from hardwon.server.web.mcp_http import MCP_PATH, client_config

    if door.is_agent:
        raise PersonOnly("only a person is shown the token", "ask the person to run it in a shell of their own")
    name = f"[{host}]" if ":" in host else host
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else name
    click.echo(json.dumps(client_config(door.paths, f"http://{name}:{port}{MCP_PATH}"), indent=2))
    return 0
