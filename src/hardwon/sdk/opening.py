"""Opens the engine behind a client: whose memory, in whose name, with the service where there is one.

The stores are files that many processes may use at once, so a client reads and writes them itself. What the service
adds is the meaning of queries; it is asked while it runs, started where a model is prepared, and done without else.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.config.actor import AGENT, PERSON, is_agent
from hardwon.config.paths import Paths, trusted_environ

if TYPE_CHECKING:
    from hardwon.engine import Engine

_ASK_S = 1.0
_LEASE = "CLAUDE_PID"  # the name under which the service is told whose process it serves


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a client was asked to open.

    Attributes:
        project: a project's name or binding instead of the folder's.
        cwd: the folder; the current one by default.
        environ: the environment; the process's own by default.
        as_agent: what is stored and reported is an agent's.
        clock: milliseconds since 1970. ids: fresh ids.
    """

    project: str | None = None
    cwd: str | None = None
    environ: Mapping[str, str] | None = None
    as_agent: bool = False
    clock: Callable[[], int] | None = None
    ids: Callable[[], str] | None = None

    @property
    def variables(self) -> dict[str, str]:
        """The environment in force; this process keeps the service for itself while it lives."""
        return {_LEASE: str(os.getpid()), **trusted_environ(os.environ if self.environ is None else self.environ)}

    @property
    def actor(self) -> str:
        """Who is at the door: in an agent's shell nobody else than the agent."""
        return AGENT if self.as_agent or is_agent(os.environ) or is_agent(self.environ or {}) else PERSON


def open_wanted(wanted: Wanted) -> Engine:
    """The engine that was asked for.

    Raises:
        NotFound, Ambiguous: no stored project, or several, have that name.
        StoreError: a store cannot be read.
    """
    from hardwon.engine.core import open_engine, random_id, system_clock

    environ = wanted.variables
    engine = open_engine(
        environ,
        wanted.cwd,
        project=wanted.project,
        actor=wanted.actor,
        clock=wanted.clock or system_clock,
        ids=wanted.ids or random_id,
    )
    _wake_service(engine, environ)
    return engine


def backend_of(engine: Engine, environ: Mapping[str, str]) -> str:
    """Who gives searches their meaning: "service" where one runs and answers, else "local".

    Args:
        engine: an open engine.
        environ: the environment it was opened with.
    """
    from hardwon.wire.client import connect, header

    paths = engine.stores.paths
    connection = connect(paths, environ) if engine.settings.service != "off" else None
    if connection is None:
        return "local"
    try:
        answer = connection.ask(header("status", paths, environ), b"", _ASK_S)
    finally:
        connection.close()
    return "local" if answer is None else "service"


def _wake_service(engine: Engine, environ: Mapping[str, str]) -> None:
    """Start the service for the searches to come, where there is a model for it to keep."""
    settings, paths = engine.settings, engine.stores.paths
    if settings.service == "off" or settings.env == "testing":
        return
    from hardwon.embedders.places import looks_prepared

    if looks_prepared(paths, settings.embedder, settings.embedding_model, settings.embedding_url):
        with contextlib.suppress(OSError):
            _start(paths, environ)


def _start(paths: Paths, environ: Mapping[str, str]) -> None:
    from hardwon.wire.starting import package_folders, start_service

    started = start_service(paths, environ, package_folders())
    if started:
        # It may leave before this process does, and is then this one's to take leave of.
        threading.Thread(target=os.waitpid, args=(started, 0), daemon=True).start()
