"""Tasks of every tracker, and what is worth knowing before one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hardwon.engine import task_views
from hardwon.engine.core import Engine
from hardwon.engine.task_views import Listed
from hardwon.server.web.console.pages import ITEMS, form_of, pages_of, went, whole_number

SOURCES = ("claude", "todo", "beads")
LINKED = 25


async def tasks(request: Request) -> Response:
    """Those somebody is at first, then open ones, then the latest to end."""
    pages = pages_of(request)
    begin = whole_number(request, "begin")
    source = request.query_params.get("source", "")
    source = source if source in SOURCES else ""

    def look(engine: Engine) -> tuple[list[Listed], int, dict[str, object]]:
        found, total = task_views.listing(engine, source=source, limit=begin + ITEMS)
        return found[begin:], total, task_views.stats(engine, source=source)

    found, total, stats = await pages.read(request, look)
    return pages.page(
        request,
        "tasks.html",
        title="Tasks",
        listed=found,
        total=total,
        stats=stats,
        sources=SOURCES,
        source=source,
        following=begin + ITEMS if begin + ITEMS < total else 0,
    )


async def task(request: Request) -> Response:
    """One task: its memories, what else fits it, and what happened the last times."""
    pages = pages_of(request)
    text, source = request.query_params.get("id", "")[:500], request.query_params.get("source", "")

    def look(engine: Engine) -> task_views.TaskContext:
        if text:
            task_views.find(engine, text, source=source)
        return task_views.context(engine, text, source=source)

    found = await pages.read(request, look)
    assert found.task is not None
    return pages.page(
        request, "task.html", title=found.task.title or found.task.id, found=found, task=found.task, most=LINKED
    )


async def link(request: Request) -> Response:
    """Say that a memory belongs to a task."""
    form = await form_of(request)

    def do(engine: Engine) -> object:
        return task_views.link(engine, task_views.find(engine, form.text("task")), [form.text("memory").strip()])

    await pages_of(request).write(request, do)
    return went(request, "/task", "linked", id=form.text("task"))


ROUTES = [
    Route("/tasks", tasks, methods=["GET"]),
    Route("/task", task, methods=["GET"]),
    Route("/task/link", link, methods=["POST"]),
]
