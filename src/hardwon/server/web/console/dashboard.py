"""The first page: what there is, how it does, and what waits for the person."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hardwon.engine.core import Engine
from hardwon.engine.glance import glance
from hardwon.maintenance.health import Finding, check
from hardwon.server.web.console import charts, drawing
from hardwon.server.web.console.pages import pages_of

KINDS = ("worked", "partial", "failed")


async def dashboard(request: Request) -> Response:
    """Counts, the record over time, what helped and what hurt this week, how search works, what waits."""
    pages = pages_of(request)
    look = await pages.read(request, glance)
    most = max(look.by_category.values(), default=0)
    bars = [
        (name, count, drawing.segments({"count": count}, most))
        for name, count in sorted(look.by_category.items(), key=lambda one: (-one[1], one[0]))[:20]
    ]
    return pages.page(
        request,
        "dashboard.html",
        title="Dashboard",
        look=look,
        bars=bars,
        chart=charts.over_time(look.weeks, KINDS),
        kinds=KINDS,
        height=charts.HEIGHT,
        column_width=charts.WIDTH,
    )


async def health(request: Request) -> Response:
    """Look through the stores, which takes a moment."""
    pages = pages_of(request)

    def look(engine: Engine) -> list[Finding]:
        return check(engine.stores.paths, engine.project)

    found = await pages.tend(request, look)
    found.sort(key=lambda one: one.ok)
    return pages.page(request, "health.html", title="Health", findings=found[:100])


ROUTES = [Route("/", dashboard), Route("/health", health)]
