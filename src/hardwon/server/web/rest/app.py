"""The application: every route, its OpenAPI document, and what stands in front of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from hardwon import __version__
from hardwon.server.web.mcp_http import health
from hardwon.server.web.rest import memories
from hardwon.server.web.rest.bodies import Health
from hardwon.server.web.rest.desk import Desk
from hardwon.server.web.rest.problems import MEDIA_TYPE, Problem, add_handlers

_SCHEMAS = "#/components/schemas/"
_PROBLEM: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": "What went wrong (RFC 9457).",
        "content": {MEDIA_TYPE: {"schema": {"$ref": f"{_SCHEMAS}Problem"}}},
    }
}


def create_app(desk: Desk, *, mcp: Any = None) -> FastAPI:
    """The application, without any check of who asks (hardwon.server.web.rest.serving).

    Args:
        desk: answers requests; its owner closes it.
        mcp: the application that speaks MCP (hardwon.server.web.mcp_http.mcp_app), None for none.
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
    )
    app.state.desk = desk
    add_handlers(app)

    @app.get("/health", tags=["server"])
    async def look() -> Health:
        """Tell that the server answers; needs no token."""
        return Health.model_validate(health())

    app.include_router(memories.router)
    if mcp is not None:
        app.router.routes += mcp.routes
    app.openapi = lambda: _document(app)  # type: ignore[method-assign]
    return app


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
        app.openapi_schema = document
    return app.openapi_schema
