"""Runs an application on a port of this machine until a signal says to leave."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import hardwon
from hardwon.errors import HardwonError

if TYPE_CHECKING:
    from hardwon.server.web.guard import App

_DRAIN_S = 5
_BACKLOG = 128
_LOOK_S = 0.5
_GONE = (0, 0, 0)


def _nothing() -> None:
    """Every answer ends by itself."""


def bound(host: str, port: int) -> socket.socket:
    """A listening socket.

    Args:
        host: an address or name of this machine.
        port: 0 takes a free one.

    Raises:
        HardwonError: the port is taken, or the address is not this machine's.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise HardwonError(f"{host} is no address of this machine: {error.strerror}", "pass another --host") from None
    try:
        # What an earlier server left behind, waiting for late packets, does not hold the port.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        raise HardwonError(f"{host}:{port} cannot be listened on: {error.strerror}", "pass another --port") from None
    return listening


def url_of(listening: socket.socket, path: str = "") -> str:
    """Where a listening socket is reached."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}"


def run(app: App, listening: socket.socket, *, leaving: Callable[[], None] = _nothing) -> bool:
    """Serve until SIGINT or SIGTERM, or until the installation is another one; what is in hand is finished first.

    Args:
        app: what is served.
        listening: closed at the end.
        leaving: called, in another thread, before what is in hand is waited for: ends answers that have no end.

    Returns:
        whether the installation was changed, so that another process has to go on (again).
    """
    import uvicorn

    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=_DRAIN_S,
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        # uvicorn raises the signal again once it has left, which would end the process as if it had been killed.
        signal.signal(number, lambda *_: None)
    server, before = uvicorn.Server(config), _code_mark()

    def watch() -> None:
        pause = threading.Event()
        while not server.should_exit:
            pause.wait(_LOOK_S)
            server.should_exit = server.should_exit or _code_mark() != before
        leaving()

    threading.Thread(target=watch, daemon=True).start()
    try:
        server.run(sockets=[listening])
    finally:
        listening.close()
    return _code_mark() not in (before, _GONE)


def again(port: int) -> NoReturn:
    """Go on as the same process with what is installed now; what was imported is of another version.

    Args:
        port: where the clients are used to finding it.
    """
    words = [*sys.orig_argv[1:], "--port", str(port)]
    sys.stderr.write("hardwon: the installation was changed; starting again\n")
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, *words])


def _code_mark() -> tuple[int, int, int]:
    """What changes when the package is installed anew."""
    try:
        state = Path(str(hardwon.__file__)).stat()
    except OSError:
        return _GONE
    return (state.st_mtime_ns, state.st_size, state.st_ino)


def require_packages(*names: str) -> None:
    """Refuse where packages of the extra `server` are missing.

    Args:
        names: of the modules; those of MCP over HTTP by default.

    Raises:
        HardwonError: one is.
    """
    from importlib.util import find_spec

    missing = [name for name in names or ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise HardwonError(f"{' and '.join(missing)} is missing", f"{sys.executable} -m pip install 'hardwon[server]'")
