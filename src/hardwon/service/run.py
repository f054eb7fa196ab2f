"""The service's life: take the socket, serve, leave when nobody needs it."""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from hardwon import __version__
from hardwon.config.paths import Paths, environ_text, make_private_dir
from hardwon.config.settings import load_settings
from hardwon.hooks.served import Served
from hardwon.service.desk import Desk
from hardwon.service.leases import Leases
from hardwon.service.listen import Listener, Taken
from hardwon.service.mcp import talk
from hardwon.service.semantics import Semantics
from hardwon.wire.place import socket_path

log = logging.getLogger(__name__)
_LOG_BYTES = 1 << 20
_TICK_S = 1.0
_DRAIN_S = 10.0


class Service:
    """One running service.

    Args:
        paths: whose data it serves.
        environ: the environment it was started with.
        leases: what keeps it running.
    """

    def __init__(self, paths: Paths, environ: dict[str, str], leases: Leases | None = None) -> None:
        self._listener = Listener(socket_path(paths, environ))
        settings = load_settings(paths, environ)
        self._leases = leases or Leases()
        self._leaving = threading.Event()
        self._semantics = Semantics(paths, settings)
        self._started_at = time.time()
        self._counts: dict[str, int] = {}
        self._desk = Desk(
            paths,
            hooks=self._counted("hooks", Served(paths, self._semantics.meaning)),
            embed=self._semantics.embed,
            talk_mcp=self._counted("mcp", talk),
            status=self.status,
            leave=self._leaving.set,
            renew=self._leases.renew,
        )

    def run(self) -> None:
        """Serve until asked to stop or until nobody needs it."""
        self._semantics.start()
        try:
            while not self._leaving.is_set():
                connection = self._listener.accept(_TICK_S)
                if connection is not None:
                    threading.Thread(target=self._serve, args=(connection,), daemon=True).start()
                elif self._leases.may_leave() and not self._semantics.is_busy:
                    break
        finally:
            # New clients start anew; who is connected gets the answer that is in hand.
            self._listener.close()
            self._drain()
            self._semantics.stop()

    def status(self) -> dict[str, Any]:
        """What the service says of itself."""
        return {
            "pid": os.getpid(),
            "version": __version__,
            "up_s": round(time.time() - self._started_at, 1),
            "clients": self._leases.clients(),
            "embedder": self._semantics.state,
            "reason": self._semantics.reason,
            "answered": dict(self._counts),
        }

    def leave(self, *_: object) -> None:
        """Stop serving; may be a signal's handler."""
        self._leaving.set()

    def _serve(self, connection: socket.socket) -> None:
        with self._leases:
            try:
                self._desk.serve(connection)
            except Exception:
                log.exception("a connection ended badly")

    def _drain(self) -> None:
        end = time.monotonic() + _DRAIN_S
        while self._leases.idle_s() == 0.0 and time.monotonic() < end:
            time.sleep(0.02)

    def _counted(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            self._counts[name] = self._counts.get(name, 0) + 1
            return work(*arguments)

        return counted


def main() -> int:
    """Run as the detached process; 0 also when another one serves already."""
    os.umask(0o077)
    os.chdir("/")
    environ = environ_text()
    paths = Paths.from_environment(environ)
    _log_to(paths)
    try:
        service = Service(paths, environ)
    except Taken as reason:
        log.info("not started: %s", reason)
        return 0
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, service.leave)
    with contextlib.suppress(KeyboardInterrupt):
        service.run()
    return 0


def _log_to(paths: Paths) -> None:
    make_private_dir(paths.logs)
    handler = logging.handlers.RotatingFileHandler(
        f"{paths.logs}/service.log", maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    logging.basicConfig(
        level=logging.WARNING, handlers=[handler], format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
