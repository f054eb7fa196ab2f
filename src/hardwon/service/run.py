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

import hardwon
from hardwon import __version__
from hardwon.config.paths import Paths, environ_text, make_private_dir
from hardwon.config.runtime import runtime_env, with_runtime
from hardwon.config.settings import load_settings
from hardwon.errors import HardwonError
from hardwon.hooks.served import Served
from hardwon.service.desk import Desk
from hardwon.service.dreaming import Dreaming
from hardwon.service.leases import InFlight, Leases
from hardwon.service.listen import Listener, Taken
from hardwon.service.mcp import Talk
from hardwon.service.semantics import Semantics
from hardwon.store.lending import Lender
from hardwon.wire.place import socket_path

log = logging.getLogger(__name__)
_LOG_BYTES = 1 << 20
_TICK_S = 1.0
_DRAIN_S = 10.0
# A vector against a store takes a millisecond; threads that wait for the next one burn ten times that.
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
_WORK_ON_S = 600.0  # the longest that memories are still embedded with nobody there


class Service:
    """One running service.

    Args:
        paths: whose data it serves.
        environ: the environment it was started with.
        stays: whether it stays although nobody needs it.

    Raises:
        Taken: another process serves, or nothing can be served.
    """

    def __init__(self, paths: Paths, environ: dict[str, str], *, stays: bool = False) -> None:
        self._stays = stays
        self._listener = Listener(socket_path(paths, environ))
        settings = load_settings(paths, environ)
        self._leases = Leases(idle_s=settings.service_idle_s)
        self._idle_s = settings.service_idle_s
        self._work = InFlight()
        self._leaving = threading.Event()
        self._semantics = Semantics(paths, lambda: load_settings(paths, environ))
        self._started_at = time.time()
        self._code = _code_mark()
        self._counts: dict[str, int] = {}
        self._lender = Lender()
        self._mcp_lender = Lender()  # whose readers are more patient
        self._dreaming = Dreaming(paths, environ, lambda: load_settings(paths, environ))

        def expect(path: str) -> None:
            self._semantics.expect(path)
            self._dreaming.expect(path)

        def know(path: str) -> None:
            self._semantics.expect(path)
            self._dreaming.know(path)

        # That a session begins keeps no idle work waiting, each call that asks for something does.
        opener = self._mcp_lender.open_for_reading
        self._talk = Talk(self._semantics.unhurried(), know, self._work, self._dreaming.asked, opener)
        self._desk = Desk(
            paths,
            hooks=self._counted("hooks", Served(self._semantics, expect, self._lender.open_for_reading)),
            embed=self._counted("queries", self._semantics.embed),
            rerank=self._semantics.reranking,
            expect=expect,
            talk_mcp=self._counted("mcp", self._talk, asks=False),
            status=self.status,
            leave=self.leave,
            renew=self._leases.renew,
            work=self._work,
        )

    def run(self) -> None:
        """Serve until asked to stop or until nobody needs it."""
        self._semantics.start()
        try:
            while not self._leaving.is_set() and not self._is_over():
                connection = self._listener.accept(min(_TICK_S, max(self._idle_s / 4, 0.05)))
                if connection is not None:
                    threading.Thread(target=self._serve, args=(connection,), daemon=True).start()
        finally:
            # New clients start anew; who is connected gets the answer that is in hand.
            self._listener.close()
            self._talk.say_goodbye()
            self._work.wait(_DRAIN_S)
            self._semantics.stop()
            self._lender.close()
            self._mcp_lender.close()

    def leave(self, *_: object) -> None:
        """Stop serving; may be a signal's handler."""
        self._leaving.set()
        self._listener.wake()

    def status(self) -> dict[str, Any]:
        """What the service says of itself."""
        return {
            "pid": os.getpid(),
            "version": __version__,
            "up_s": round(time.time() - self._started_at, 1),
            "clients": self._leases.clients(),
            "answered": dict(self._counts),
            "in_hand": self._work.count - 1,  # this question is none
            **self._semantics.status(),
            "dreaming": self._dreaming.status(),
        }

    def _is_over(self) -> bool:
        _reap()
        if _code_mark() != self._code:
            # What it would import next is of another version.
            log.warning("the installation was changed; leaving")
            return True
        self._dreaming.tick()
        if self._stays:
            return False
        idle_s = self._leases.idle_s()
        return idle_s >= self._idle_s and (not self._semantics.is_busy or idle_s >= _WORK_ON_S)

    def _serve(self, connection: socket.socket) -> None:
        with self._leases:
            try:
                self._desk.serve(connection)
            except Exception:
                log.exception("a connection ended badly")

    def _counted(self, name: str, work: Callable[..., Any], *, asks: bool = True) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            if asks:
                self._dreaming.asked()
            self._counts[name] = self._counts.get(name, 0) + 1
            return work(*arguments)

        return counted


def _code_mark() -> tuple[int, int, int]:
    """What changes when the package is installed anew, or removed."""
    try:
        state = os.stat(str(hardwon.__file__))
    except OSError:
        return (0, 0, 0)
    return (state.st_mtime_ns, state.st_size, state.st_ino)


def _reap() -> None:
    """Take leave of digesters that ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def main() -> int:
    """Run as the detached process; 0 also when another one serves already."""
    environ = environ_text()
    paths = Paths.from_environment(environ)
    log_to(paths)
    try:
        limits = runtime_env(paths)
    except HardwonError as error:
        limits = {}
        log.warning("the table runtime_env is not used: %s", error)
    try:
        service = prepared(paths, environ, limits)
    except Taken as reason:
        log.info("not started: %s", reason)
        return 0
    serve(service)
    return 0


def prepared(paths: Paths, environ: dict[str, str], limits: dict[str, str], *, stays: bool = False) -> Service:
    """A service that holds its place, in a process that is made for it.

    Args:
        paths: whose data it serves.
        environ: the environment it was started with.
        limits: variables from the settings; the environment goes before them.
        stays: whether it stays although nobody needs it.

    Raises:
        Taken: another process serves, or nothing can be served.
    """
    os.umask(0o077)
    os.chdir("/")
    for name, value in (*limits.items(), *((name, "1") for name in _ONE_THREAD)):
        os.environ.setdefault(name, value)
    return Service(paths, with_runtime(environ, limits), stays=stays)


def serve(service: Service) -> None:
    """Serve until asked to stop or until nobody needs it; ends the process."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, service.leave)
    service.run()
    logging.shutdown()
    # At once: taking the model's runtime apart takes longer than starting the next service.
    os._exit(0)


def log_to(paths: Paths, *others: logging.Handler) -> None:
    """Log into the data folder, and wherever else is wanted."""
    make_private_dir(paths.logs)
    handler = logging.handlers.RotatingFileHandler(
        f"{paths.logs}/service.log", maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    logging.basicConfig(
        level=logging.WARNING, handlers=[handler, *others], format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
