"""The application: every route, its OpenAPI document, and what stands in front of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from fastapi import Depends, FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.responses import RedirectResponse

from hardwon import __version__
from hardwon.server.web.guard import App, Guard, Guesses, Scope
from hardwon.server.web.mcp_http import MCP_PATH, health
from hardwon.server.web.rest import memories, recall, upkeep, work
from hardwon.server.web.rest.asking import known_parameters
from hardwon.server.web.rest.bodies import Health
from hardwon.server.web.rest.desk import Desk
from hardwon.server.web.rest.feed import Feed
from hardwon.server.web.rest.limits import Limits
from hardwon.server.web.rest.problems import MEDIA_TYPE, Problem, add_handlers, refuse

_SCHEMAS = "#/components/schemas/"
_PROBLEM: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": "What went wrong (RFC 9457).",
        "content": {MEDIA_TYPE: {"schema": {"$ref": f"{_SCHEMAS}Problem"}}},
    }
}


def create_app(desk: Desk, *, feed: Feed | None = None, mcp: Any = None, console: App | None = None) -> FastAPI:
    """The application, without any check of who asks (`guarded`).

    Args:
        desk: answers requests; its owner closes it.
        feed: tells events.
        mcp: the application that speaks MCP (hardwon.server.web.mcp_http.mcp_app), None for none.
        console: the application of the console's pages, None for none.
    """

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            if mcp is not None:
                await stack.enter_async_context(mcp.router.lifespan_context(mcp))
            yield

    app = FastAPI(
        title="Hardwon",
        version=__version__,
        summary="Memory for coding agents that keeps score.",
        docs_url=None,  # those pages would load scripts of other machines
        redoc_url=None,
        responses=_PROBLEM,
        lifespan=life,
        redirect_slashes=False,
        dependencies=[Depends(known_parameters)],
    )
    app.state.desk, app.state.feed = desk, feed or Feed(desk)
    add_handlers(app)

    @app.get("/health", tags=["server"])
    async def look() -> Health:
        """Tell that the server answers; needs no token."""
        return Health.model_validate(health())

    for router in (recall.router, memories.router, upkeep.router, work.router):
        app.include_router(router)
    if mcp is not None:
        app.router.routes += mcp.routes
    if console is not None:
        from hardwon.server.web.console import PREFIX

        app.mount(PREFIX, console)
        app.add_route("/", lambda request: RedirectResponse(PREFIX + "/", 303), include_in_schema=False)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign]
    app.state.parameters = _parameters(app.openapi())
    return app


def _parameters(document: dict[str, Any]) -> dict[tuple[str, str], frozenset[str]]:
    """The names of each operation's query parameters, by its path and method."""
    return {
        (path, method.upper()): frozenset(one["name"] for one in told.get("parameters", ()) if one["in"] == "query")
        for path, operations in document["paths"].items()
        for method, told in operations.items()
    }


def guarded(
    app: FastAPI,
    *,
    token: str,
    hosts: Collection[str],
    visitor: Callable[[Scope], str] | None = None,
    own: Callable[[Scope], bool] | None = None,
) -> App:
    """An application that only those reach who may.

    Args:
        app: as create_app made it.
        token: what programs show.
        hosts: names a request may ask for (hardwon.server.web.guard.allowed_hosts).
        visitor: tells who else may come in, such as a session of the console.
        own: tells which requests have limits and headers of their own; those of MCP by default.
    """
    limited = Limits(app, free=own or (lambda scope: scope["path"] == MCP_PATH))
    return Guard(limited, token=token, hosts=hosts, health=health, visitor=visitor, guesses=Guesses(), refuse=refuse)


def _document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with problems where FastAPI describes its own bodies of errors."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, summary=app.summary, routes=app.routes, tags=app.openapi_tags
        )
        for path in document["paths"].values():
            for operation in path.values():
                operation["responses"].pop("422", None)
        schemas = document["components"]["schemas"]
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        schema = Problem.model_json_schema(ref_template=_SCHEMAS + "{model}")
        schemas |= {**schema.pop("$defs", {}), "Problem": schema}
        document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"token": []}]
        document["paths"]["/health"]["get"]["security"] = []
        app.openapi_schema = document
    return app.openapi_schema
