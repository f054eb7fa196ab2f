"""MCP over streamable HTTP: the same server as behind the bridge, for clients that cannot start a process here."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
from collections.abc import Mapping
from typing import Any

from hardwon import __version__
from hardwon.config.paths import Paths
from hardwon.config.quick import Settings, quick_settings
from hardwon.server.session import CLIENT, Session
from hardwon.server.web.guard import App, Guard, allowed_hosts
from hardwon.server.web.listening import again, bound, require_packages, run, url_of
from hardwon.wire.client import connect, header
from hardwon.wire.starting import package_folders, start_service
from hardwon.wire.token import ensure_token, token_file

MCP_PATH = "/mcp"
BODY_MAX = 4 << 20
_RENEW_S = 10.0
_ANSWER_S = 2.0
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def mcp_app(session: Session, names: list[str]) -> Any:
    """The application that speaks MCP on `/mcp`, without any check of who asks (hardwon.server.web.guard).

    It has a lifespan: whoever mounts it in another application has to run that too.

    Args:
        session: whom it serves; without a client, each call's own client is its origin's host.
        names: the tools it offers.
    """
    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
    from mcp.server.transport_security import TransportSecuritySettings

    from hardwon.server.mcp import build_server

    async def tell_client(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        params = ctx.session.client_params
        CLIENT.set(params.client_info.name if params else "")
        return await call_next(ctx)

    server = build_server(session, names)
    server._lowlevel_server.middleware.append(tell_client)
    return server.streamable_http_app(
        streamable_http_path=MCP_PATH,
        max_request_body_size=BODY_MAX,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )


def health() -> dict[str, object]:
    """What anybody on this machine may know."""
    return {"status": "ok", "name": "hardwon", "version": __version__}


def client_config(paths: Paths, url: str) -> dict[str, object]:
    """What a client's configuration says of this server, with the token in place.

    Args:
        paths: whose token; it is made where there is none.
        url: of the server.

    Raises:
        InvalidInput: others may read the token's file.
        HardwonError: it cannot be written.
    """
    entry = {"type": "http", "url": url, "headers": {"Authorization": f"Bearer {ensure_token(paths)}"}}
    return {"mcpServers": {"hardwon": entry}}


def serve(environ: Mapping[str, str], *, cwd: str, project: str, host: str, port: int, strict: bool = False) -> None:
    """Serve one project over HTTP until a signal says to leave.

    Args:
        environ: the trusted environment.
        cwd: the working folder.
        project: the binding every call is for.
        host, port: where to listen; port 0 takes a free one.
        strict: whether each call has to name the project.

    Raises:
        InvalidInput: others may read the token's file.
        HardwonError: a package is missing, or the port is taken.
    """
    require_packages()
    paths = Paths.from_environment(environ)
    settings = quick_settings(paths, environ)
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    token = ensure_token(paths)
    listening = bound(host, port)
    try:
        app = _guarded(environ, settings, token, cwd=cwd, project=project, host=host, strict=strict)
        _announce(paths, listening, host, settings.allowed_hosts)
        keep_service_warm(paths, settings, environ)
    except BaseException:
        listening.close()
        raise
    taken = listening.getsockname()[1]
    if run(app, listening):
        again(taken)


def _guarded(
    environ: Mapping[str, str], settings: Settings, token: str, *, cwd: str, project: str, host: str, strict: bool
) -> App:
    from hardwon.server import manifest
    from hardwon.server.tools import CORE, KINDS

    names, unknown = manifest.choose_tools(settings.tools, core=CORE, everything=KINDS)
    if unknown:
        sys.stderr.write(f"hardwon: HARDWON_TOOLS names no tool {', '.join(unknown)}\n")
    session = Session(
        environ=own_environ(environ), cwd=cwd, project=project, client="", strict=strict or settings.strict
    )
    hosts = allowed_hosts(settings.allowed_hosts, host)
    return Guard(mcp_app(session, names), token=token, hosts=hosts, health=health)


def own_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment without the session that started the server, whose lease is the server's own process."""
    kept = {name: value for name, value in environ.items() if not name.startswith("CLAUDE")}
    return kept | {"CLAUDE_PID": str(os.getpid())}


def _announce(paths: Paths, listening: socket.socket, host: str, names: str) -> None:
    sys.stderr.write(f"hardwon: MCP at {url_of(listening, MCP_PATH)}, the token is in {token_file(paths)}\n")
    if host not in _LOOPBACK and not names:
        sys.stderr.write("hardwon: other machines ask for other names: HARDWON_ALLOWED_HOSTS has to list them\n")
    sys.stderr.flush()


def keep_service_warm(paths: Paths, settings: Settings, environ: Mapping[str, str]) -> None:
    """Have a service running as long as this process lives, unless the person wants none.

    Args:
        paths: whose memory.
        settings: the person's.
        environ: the trusted environment.
    """
    if settings.service != "off" and settings.env != "testing":
        threading.Thread(target=_keep_warm, args=(paths, own_environ(environ)), daemon=True).start()


def _keep_warm(paths: Paths, environ: Mapping[str, str]) -> None:
    """Have a service running, and its lease renewed, as long as this process lives."""
    pause = threading.Event()
    while True:
        connection = connect(paths, environ)
        if connection is None:
            try:
                started = start_service(paths, environ, package_folders())
                if started:
                    threading.Thread(target=os.waitpid, args=(started, 0), daemon=True).start()
            except OSError:
                return
        else:
            connection.ask(header("status", paths, environ), b"", _ANSWER_S)
            connection.close()
        pause.wait(_RENEW_S)
