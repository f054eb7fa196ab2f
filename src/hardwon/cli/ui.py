"""`mem ui`."""

from __future__ import annotations

import click

from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command
from hardwon.errors import PersonOnly
from hardwon.server.web.rest import PORT


@command("ui", scope=PROJECT)
@click.option("--port", type=click.IntRange(0, 65_535), default=PORT, show_default=True, help="0 takes a free one.")
@click.option("--no-open", is_flag=True, help="Print the link, and open no browser.")
@click.pass_obj
def ui(door: Door, port: int, no_open: bool) -> int:
    """Open the console in a browser: a page for everything that is remembered.

    The link works once, within ten minutes; that browser stays let in for 30 days. Where no server runs, one is
    started, and serves until Ctrl-C.
    """
    if door.is_agent:
        raise PersonOnly("only a person is given a link to the console", "ask the person to run `mem ui`")
    from hardwon.server.web.listening import require_packages

    require_packages("fastapi", "jinja2", "starlette", "uvicorn")
    from hardwon.server.web.console.opening import link_of_running, show, shower

    with door.engine() as engine:
        project = engine.project if any(engine.project == value for value, _, _ in engine.projects()) else ""
    link = link_of_running(door.paths, port, project) if port else ""
    if link:
        if not project:
            door.note("Nothing is remembered here yet; the console shows the project that its server was started for.")
        show(door.environ, link, browser=not no_open)
        return 0
    from hardwon.server.web.rest.serving import serve

    told = shower(door.environ, browser=not no_open)
    serve(door.environ, cwd=door.folder(), project=door.project or "", host="127.0.0.1", port=port, told=told)
    return 0
