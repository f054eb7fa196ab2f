"""Runs REST, MCP and the console's pages on one port."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from typing import Any

from hardwon.config.paths import Paths
from hardwon.config.quick import Settings, quick_settings
from hardwon.server import manifest
from hardwon.server.session import Session
from hardwon.server.tools import CORE, KINDS
from hardwon.server.web.guard import App, Guard, allowed_hosts
from hardwon.server.web.listening import bound, require_packages, run, url_of
from hardwon.server.web.mcp_http import health, mcp_app, own_environ
from hardwon.server.web.rest import HOST
from hardwon.server.web.rest.app import create_app
from hardwon.server.web.rest.desk import Desk
from hardwon.server.web.rest.problems import refuse
from hardwon.wire.token import ensure_token, token_file


def serve(environ: Mapping[str, str], *, cwd: str, project: str, host: str, port: int, token: str = "") -> None:
    """Serve one project until a signal says to leave.

    Args:
        environ: the trusted environment.
        cwd: the working folder.
        project: the binding every call is for that names none.
        host, port: where to listen; port 0 takes a free one.
        token: what clients have to show, "" for the person's own.

    Raises:
        InvalidInput: others may read the token's file.
        HardwonError: a package is missing, or the port is taken.
    """
    require_packages("fastapi", "starlette", "uvicorn")
    paths = Paths.from_environment(environ)
    settings = quick_settings(paths, environ)
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    shown = token or ensure_token(paths)
    listening = bound(host, port)
    desk = Desk(own_environ(environ), cwd, project=project)
    try:
        app = create_app(desk, mcp=mcp_of(environ, settings, desk, cwd))
        sys.stderr.write(f"hardwon: REST at {url_of(listening)}, the token is in {token_file(paths)}\n")
        sys.stderr.flush()
        run(guarded(app, token=shown, settings=settings, host=host), listening)
    finally:
        listening.close()
        desk.close()


def guarded(app: App, *, token: str, settings: Settings, host: str = HOST) -> App:
    """An application that only those see who may."""
    hosts = allowed_hosts(settings.allowed_hosts, host)
    return Guard(app, token=token, hosts=hosts, health=health, refuse=refuse)


def mcp_of(environ: Mapping[str, str], settings: Settings, desk: Desk, cwd: str) -> Any:
    """The application that speaks MCP for the same project."""
    names, _ = manifest.choose_tools(settings.tools, core=CORE, everything=KINDS)
    session = Session(environ=own_environ(environ), cwd=cwd, project=desk.project, client="", strict=settings.strict)
    return mcp_app(session, names)
