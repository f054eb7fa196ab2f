"""The MCP tools about the work itself: how it stands, and what was done.

They ask no model and keep no idle work waiting.
"""

from __future__ import annotations

from typing import Annotated, Any

from mcp_types import CallToolResult
from pydantic import Field

from hardwon.config.paths import Paths
from hardwon.engine.activity import PAGE_MAX, page
from hardwon.server import answers
from hardwon.server.session import Session
from hardwon.server.tools import Project, looking
from hardwon.wire import control

_WORKER = ("pid", "version", "up_s", "embedder", "model", "state", "reason")


class WorkTools:
    """Every tool about the work, bound to one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @looking
    def memory_status(self, project: Project = "") -> CallToolResult:
        """Tell what this memory holds, how it searches, what waits or is blocked, the latest outcomes, and what is
        wrong.
        """
        from hardwon.engine.standing import standing

        with self._session.engine(project) as engine:
            data: dict[str, Any] = engine.stats() | standing(engine) | self._service()
            data["latest_outcomes"] = [one | {"at": answers.iso(one["at"])} for one in data["latest_outcomes"]]
        return answers.status(data, self._session.project_name)

    def _service(self) -> dict[str, Any]:
        """The worker that sessions share, and what it does in idle time."""
        environ = self._session.environ
        found = control.status(Paths.from_environment(environ), environ)
        if found is None:
            return {"worker": {"running": False}, "dreaming": {"phase": "none"}}
        worker = {"running": True} | {name: found.get(name) for name in _WORKER}
        return {"worker": worker, "dreaming": found.get("dreaming", {"phase": "none"})}

    @looking
    def memory_activity(
        self,
        operation: Annotated[str, Field(description="Only this one, such as recall or dream.", max_length=40)] = "",
        limit: Annotated[int, Field(description="How many at most.", ge=1, le=PAGE_MAX)] = PAGE_MAX,
        cursor: Annotated[str, Field(description="next_cursor of the page before.", max_length=60)] = "",
        project: Project = "",
    ) -> CallToolResult:
        """Tell what was done in the last seven days, newest first: each operation's stages with times and counts,
        no texts.
        """
        self._session.check(project)
        paths = Paths.from_environment(self._session.environ)
        found, following = page(paths, project=self._session.project, operation=operation, limit=limit, cursor=cursor)
        return answers.activity(found, following, self._session.project_name)
