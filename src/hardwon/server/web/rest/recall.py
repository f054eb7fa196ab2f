"""Recall: search, why it found what it found, and what would be given to a session."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from hardwon.engine import Engine
from hardwon.engine.moments import moment_of
from hardwon.server.web.rest.asking import Asked, Everywhere
from hardwon.server.web.rest.bodies import Context, Found, Mode, Search, When

router = APIRouter(tags=["recall"])
_QUERY_MAX = 4000  # in an address, where each character can take twelve; a body may have more
Query_ = Annotated[str, Query(max_length=_QUERY_MAX)]


def _moment(engine: Engine, when: When) -> int | None:
    return moment_of(when, engine.clock()) if isinstance(when, str) else when


@router.post("/memories/search")
async def search(asking: Asked, body: Search) -> Found:
    """The memories that answer a query, the best first; those held back by their record last, marked."""

    def ask(engine: Engine) -> Found:
        return Found.of(
            engine.recall(
                body.query,
                limit=body.limit,
                categories=body.categories,
                tags=body.tags,
                mode=body.mode,
                all_projects=body.all_projects,
                include_archived=body.include_archived,
                include_cold=body.include_cold,
                as_of=_moment(engine, body.as_of),
                known_at=_moment(engine, body.known_at),
            )
        )

    return await asking.read(ask, "recall")


@router.get("/why")
async def why(
    asking: Asked,
    query: Query_,
    limit: Annotated[int, Query(ge=1, le=100)] = 5,
    mode: Mode = "hybrid",
    all_projects: Everywhere = False,
) -> Found:
    """The same search, with everything it left out and the reason."""
    return await asking.read(
        lambda engine: Found.of(engine.why(query, limit=limit, mode=mode, all_projects=all_projects), why=True),
        "why",
    )


@router.get("/context")
async def context(
    asking: Asked,
    query: Annotated[str, Query(max_length=_QUERY_MAX, description="The task; without one the session's brief.")] = "",
    budget: Annotated[int, Query(ge=50, le=2400, description="Tokens to fill at most.")] = 600,
) -> Context:
    """What would be given to a session, ready to be given to a model."""
    packed = await asking.read(lambda engine: engine.context(query.strip() or None, budget=budget), "context")
    return Context(text=packed.text, ids=packed.ids, tokens=packed.tokens)
