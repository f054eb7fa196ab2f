"""Every project that was met, with what it has."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hardwon.engine.core import Engine
from hardwon.engine.projects import Project
from hardwon.engine.projects import projects as every_project
from hardwon.server.web.console import drawing
from hardwon.server.web.console.pages import ITEMS, pages_of, whole_number


async def projects(request: Request) -> Response:
    """Projects by name; opening one shows its pages."""
    pages = pages_of(request)
    begin = whole_number(request, "begin")
    text = request.query_params.get("q", "")[:200].strip().lower()

    def look(engine: Engine) -> tuple[list[Project], str]:
        found = every_project(engine.stores.paths)
        return [one for one in found if text in one.name.lower() or text in one.value.lower()], engine.project

    found, current = await pages.read(request, look)
    return pages.page(
        request,
        "projects.html",
        title="Projects",
        projects=found[begin : begin + ITEMS],
        total=len(found),
        most=max((one.memories for one in found), default=0),
        current=current,
        link_to=lambda value: drawing.link(value, "/"),
        following=begin + ITEMS if begin + ITEMS < len(found) else 0,
    )


ROUTES = [Route("/projects", projects)]
