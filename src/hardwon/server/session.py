"""What every tool call of one client shares: the project it is bound to, and how its engine is opened.

An engine is opened for each call and closed after it: calls run side by side in threads, and a store that was
repaired or restored meanwhile is seen by the next call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.config.actor import AGENT
from hardwon.config.paths import Paths
from hardwon.errors import ProjectMismatch
from hardwon.models import Origin
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine import Engine
    from hardwon.engine.activity import Operation


# The client of the call in hand, where one server has several.
CLIENT: ContextVar[str] = ContextVar("client", default="")


def _open(session: Session) -> Engine:
    from hardwon.engine import open_engine

    return open_engine(session.environ, session.cwd, project=session.project, actor=AGENT)


def _nobody() -> None:
    """No idle work waits in a process of its own."""


@dataclass(frozen=True, kw_only=True)
class Session:
    """One client's binding.

    Attributes:
        environ: the process's environment, without what the project's own settings put into it.
        cwd: the client's working folder.
        project: the binding every call is for.
        client: the client's name for itself; "" where each call has its own (CLIENT).
        strict: whether each call has to name the project (hardwon.server.strict).
        opener: opens the engine of a call.
        asked: told of each call that is to keep idle work waiting.
    """

    environ: Mapping[str, str]
    cwd: str
    project: str
    client: str = "mcp"
    strict: bool = False
    opener: Callable[[Session], Engine] = field(default=_open)
    asked: Callable[[], None] = field(default=_nobody)

    @property
    def project_name(self) -> str:
        """The project as tool descriptions show it."""
        return one_line(self.project)

    @property
    def origin(self) -> Origin:
        """Who speaks through this door: the agent, whatever its arguments say."""
        session_id = self.environ.get("CLAUDE_CODE_SESSION_ID", "")
        return Origin(
            who="agent", host=one_line(self.client or CLIENT.get() or "mcp", 60), session_id=one_line(session_id, 100)
        )

    def noting(self, name: str) -> AbstractContextManager[Operation]:
        """A context in which one call is done, noted as an activity by its beginning and its end."""
        from hardwon.engine.activity import ADMITTED, operation

        return operation(Paths.from_environment(self.environ), name, self.project, first=ADMITTED)

    @contextmanager
    def engine(self, project: str = "", projects: Sequence[str] = ()) -> Iterator[Engine]:
        """The engine of one call.

        Args:
            project: the project the call names; blank names none.
            projects: the same for a call that names a list.

        Raises:
            ProjectMismatch: it is another one.
            StoreError: the store cannot be used.
        """
        self.check(project, projects)
        with self.opener(self) as engine:
            yield engine

    def check(self, project: str = "", projects: Sequence[str] = ()) -> None:
        """Refuse a call for another project.

        Args:
            project: the project the call names; blank names none.
            projects: the same for a call that names a list.

        Raises:
            ProjectMismatch: it is another one, or none where one has to be named.
        """
        for named in filter(None, (project, *projects)):
            if named not in (self.project, self.project_name):
                raise ProjectMismatch(
                    f"this session is bound to {self.project_name}, not to {one_line(named, 200)}",
                    ("" if self.strict else "leave the project out, or ") + f"pass exactly {self.project_name}",
                )
        if self.strict and not project and not any(projects):
            raise ProjectMismatch("the call names no project", f"pass exactly {self.project_name}")
