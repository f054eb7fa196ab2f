"""Runs REST, MCP and the console's pages on one port."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Callable, Mapping
from typing import Any

from hardwon.config.actor import is_agent
from hardwon.config.paths import Paths
from hardwon.config.quick import Settings, quick_settings
from hardwon.errors import HardwonError
from hardwon.server import manifest
from hardwon.server.session import Session
from hardwon.server.tools import CORE, KINDS
from hardwon.server.web.console import PREFIX as CONSOLE
from hardwon.server.web.console.access import Access
from hardwon.server.web.console.app import console_app
from hardwon.server.web.guard import Scope, allowed_hosts
from hardwon.server.web.listening import again, bound, require_packages, run, url_of
from hardwon.server.web.mcp_http import MCP_PATH, keep_service_warm, mcp_app, own_environ
from hardwon.server.web.rest.app import create_app, guarded
from hardwon.server.web.rest.desk import Desk
from hardwon.server.web.rest.feed import Feed
from hardwon.wire.token import CONSOLE_FILE, ensure_token, token_file

_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_NEEDS_TOKEN = "pass --token TOKEN, or --token @FILE"


def serve(
    environ: Mapping[str, str],
    *,
    cwd: str,
    project: str,
    host: str,
    port: int,
    token: str = "",
    told: Callable[[str], None] | None = None,
) -> None:
    """Serve one project until a signal says to leave.

    Args:
        environ: the trusted environment.
        cwd: the working folder.
        project: the binding every call is for that names none.
        host, port: where to listen; port 0 takes a free one.
        token: what clients have to show, "" for the person's own.
        told: is handed the link into the console, instead of its being told with the rest.

    Raises:
        InvalidInput: others may read the token's file.
        HardwonError: a package is missing, or the port is taken.
    """
    require_packages("fastapi", "jinja2", "starlette", "uvicorn")
    is_open = host not in _LOOPBACK
    if is_open and not token:
        raise HardwonError(f"{host} is reached by other machines and needs a token of its own", _NEEDS_TOKEN)
    paths = Paths.from_environment(environ)
    settings = quick_settings(paths, environ)
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    shown = token or ensure_token(paths)
    listening = bound(host, port)
    at = listening.getsockname()[1]
    desk = Desk(own_environ(environ), cwd, project=project)
    try:
        feed = Feed(desk)
        access = Access(ensure_token(paths, CONSOLE_FILE))
        console = console_app(desk, access, feed=feed)
        app = create_app(desk, feed=feed, mcp=mcp_of(environ, settings, desk, cwd), console=console)
        url = url_of(listening).replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
        link = "" if told else access.link()
        _announce(environ, settings, url, link, "" if token else token_file(paths), is_open=is_open)
        if told:
            told(url + access.link())
        keep_service_warm(paths, settings, environ)
        hosts = allowed_hosts(settings.allowed_hosts, host)
        # What is loaded stays loaded: to look through it again and again would hold every request up for 80 ms.
        gc.collect()
        gc.freeze()
        is_changed = run(
            guarded(app, token=shown, hosts=hosts, visitor=access.visitor, own=_has_own_limits),
            listening,
            leaving=feed.stop,
        )
    finally:
        listening.close()
        desk.close()
    if is_changed:
        again(at)


def _has_own_limits(scope: Scope) -> bool:
    path = str(scope["path"])
    return path == MCP_PATH or path.startswith(CONSOLE + "/")


def _announce(environ: Mapping[str, str], settings: Settings, url: str, link: str, file: str, *, is_open: bool) -> None:
    _say(f"REST at {url}, MCP at {url}{MCP_PATH}")
    _say(f"clients show the token in {file}" if file else "clients show the token that was given")
    if is_open:
        _say("other machines reach it, and nothing that goes between is encrypted")
        if not settings.allowed_hosts:
            _say("other machines ask for other names: HARDWON_ALLOWED_HOSTS has to list them")
    if is_agent(environ):
        _say("a person opens the console with `mem ui`, in a shell of their own")
    elif link:
        _say(f"the console opens once, within ten minutes, at {url}{link}")


def _say(text: str) -> None:
    sys.stderr.write(f"hardwon: {text}\n")
    sys.stderr.flush()


def mcp_of(environ: Mapping[str, str], settings: Settings, desk: Desk, cwd: str) -> Any:
    """The application that speaks MCP for the same project."""
    names, _ = manifest.choose_tools(settings.tools, core=CORE, everything=KINDS)
    session = Session(environ=own_environ(environ), cwd=cwd, project=desk.project, client="", strict=settings.strict)
    return mcp_app(session, names)
