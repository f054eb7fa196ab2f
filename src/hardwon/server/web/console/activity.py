"""What was done in the last seven days, stage by stage, and what upkeep changed by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hardwon.engine.activity import page
from hardwon.engine.core import Engine
from hardwon.engine.journal import journal, undo
from hardwon.server.web.console.pages import form_of, pages_of, went

CHANGES = 20


def _looked(
    engine: Engine, operation: str, cursor: str
) -> tuple[Sequence[Mapping[str, object]], str, Sequence[object]]:
    stages, following = page(engine.stores.paths, project=engine.project, operation=operation, cursor=cursor)
    return stages, following, journal(engine, limit=CHANGES)


async def activity(request: Request) -> Response:
    """The newest first."""
    pages = pages_of(request)
    operation, cursor = request.query_params.get("operation", "")[:40], request.query_params.get("cursor", "")[:200]
    stages, following, changes = await pages.read(request, lambda engine: _looked(engine, operation, cursor))
    return pages.page(
        request,
        "activity.html",
        title="Activity",
        stages=stages,
        following=following,
        operation=operation,
        changes=changes,
    )


async def take_back(request: Request) -> Response:
    """Undo one change that upkeep made."""
    form = await form_of(request)
    id = form.text("change")
    await pages_of(request).write(request, lambda engine: undo(engine, id))
    return went(request, "/activity", "undone")


ROUTES = [Route("/activity", activity, methods=["GET"]), Route("/activity/undo", take_back, methods=["POST"])]
