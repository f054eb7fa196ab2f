"""Memories: store, look at, change, judge, forget."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from hardwon.server.web.rest.asking import Asked, Everywhere
from hardwon.server.web.rest.bodies import Category, Kept, Memory, NewMemory, Page

router = APIRouter(prefix="/memories", tags=["memories"])


@router.post("", status_code=201, responses={200: {"model": Kept, "description": "It was there already."}})
async def add(asking: Asked, body: NewMemory, response: Response) -> Kept:
    """Store a memory, or strengthen the one that says the same."""
    kept = await asking.write(
        lambda engine: engine.remember(
            body.content,
            category=body.category,
            title=body.title or None,
            tags=body.tags,
            files=body.files,
            pin=body.pinned,
            confidence=body.confidence,
            to_user=body.to_user,
            origin=asking.origin,
            key=asking.key,
        )
    )
    response.status_code = 201 if kept.created else 200
    response.headers["ETag"] = f'"{kept.memory.version}"'
    response.headers["Location"] = f"/memories/{kept.memory.id}"
    return Kept.of(kept)


@router.get("")
async def listed(
    asking: Asked,
    category: Category | None = None,
    tag: Annotated[str, Query(max_length=500)] = "",
    status: Literal["active", "quarantined", "archived", "retired", "all"] = "active",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    all_projects: Everywhere = False,
) -> Page:
    """A page of memories."""
    found, total = await asking.read(
        lambda engine: engine.list(
            category=category, tag=tag or None, status=status, limit=limit, all_projects=all_projects
        )
    )
    return Page(memories=[Memory.of(one) for one in found], total=total, next_cursor="")
