"""Memories: store, look at, change, judge, forget."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Header, Path, Query, Response

from hardwon.engine.listing import Filter, page
from hardwon.server.web.rest.asking import Asked, Everywhere, Id, named_version, wanted_version
from hardwon.server.web.rest.bodies import (
    Category,
    Changes,
    History,
    Kept,
    Memory,
    NewMemory,
    NewOutcome,
    Outcome,
    Page,
    Pin,
    Record,
    Shown,
    Status,
)

router = APIRouter(tags=["memories"])
Sort = Literal["-recorded_at", "recorded_at", "-created_at", "created_at", "category", "-category", "id", "-id"]
IfMatch = Annotated[
    str | None,
    Header(alias="If-Match", max_length=100, description="The ETag of the version that is meant, or *."),
]
_TAGGED = {"headers": {"ETag": {"schema": {"type": "string"}, "description": "The version, for If-Match."}}}


def _tagged(response: Response, version: int) -> None:
    response.headers["ETag"] = f'"{version}"'


@router.post(
    "/memories",
    status_code=201,
    responses={201: _TAGGED, 200: {"model": Kept, "description": "It was there already.", **_TAGGED}},
)
async def add(asking: Asked, body: NewMemory, response: Response) -> Kept:
    """Store a memory, or strengthen the one that says the same."""
    kept = await asking.write(
        "remember",
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
        ),
    )
    response.status_code = 201 if kept.created else 200
    _tagged(response, kept.memory.version)
    response.headers["Location"] = f"/memories/{kept.memory.id}"
    return Kept.of(kept)


@router.get("/memories")
async def listed(
    asking: Asked,
    category: Annotated[list[Category], Query(max_length=10)] = [],  # noqa: B006 - FastAPI copies it
    status: Annotated[list[Status], Query(max_length=4, description="Active ones by default.")] = [],  # noqa: B006
    tier: Annotated[list[Literal["pinned", "hot", "cold"]], Query(max_length=3)] = [],  # noqa: B006
    trust: Annotated[list[Literal["user", "agent", "tool", "web", "repository", "import"]], Query(max_length=6)] = [],  # noqa: B006
    tag: Annotated[str, Query(max_length=500, description="Only with this tag.")] = "",
    file: Annotated[str, Query(max_length=500, description="Only about this file.")] = "",
    after: Annotated[int, Query(ge=0, le=1 << 53, description="Recorded from this moment on.")] = 0,
    before: Annotated[int, Query(ge=0, le=1 << 53, description="Recorded until this moment.")] = 0,
    sort: Annotated[Sort, Query(description="With - the greatest first.")] = "-recorded_at",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str, Query(max_length=200, description="next_cursor of the page before.")] = "",
    all_projects: Everywhere = False,
) -> Page:
    """A page of memories, filtered and in an order."""
    wanted = Filter(
        categories=tuple(category),
        statuses=tuple(status),
        tiers=tuple(tier),
        trusts=tuple(trust),
        tag=tag,
        file=file,
        after=after,
        before=before,
    )
    found = await asking.read(
        lambda engine: page(engine, wanted, sort=sort, limit=limit, cursor=cursor, all_projects=all_projects)
    )
    return Page(memories=[Memory.of(one) for one in found.memories], total=found.total, next_cursor=found.next_cursor)


@router.get("/memories/{id}", responses={200: _TAGGED})
async def show(asking: Asked, id: Id, response: Response) -> Shown:
    """One memory with its record and every outcome; the ETag is its version."""
    shown = await asking.read(
        lambda engine: Shown(
            memory=Memory.of(engine.get(id)),
            record=Record.of(engine.record(id)),
            outcomes=[Outcome.of(one) for one in engine.outcomes(id, withdrawn=True)],
        )
    )
    _tagged(response, shown.memory.version)
    return shown


@router.patch("/memories/{id}", responses={200: _TAGGED})
async def change(asking: Asked, id: Id, body: Changes, response: Response, if_match: IfMatch = None) -> Memory:
    """Change a memory, if it still is the version that is meant: 412 where it is not, 428 where none is named."""
    version = named_version(if_match)
    edited = await asking.write(
        "correct",
        lambda engine: engine.edit(
            id,
            content=body.content,
            title=body.title,
            category=body.category,
            tags=body.tags,
            files=body.files,
            change="corrected" if body.correct else "edited",
            key=asking.key,
            version=version,
        ),
    )
    _tagged(response, edited.version)
    return Memory.of(edited)


@router.delete("/memories/{id}", responses={200: _TAGGED})
async def forget(asking: Asked, id: Id, response: Response, if_match: IfMatch = None) -> Memory:
    """Archive a memory: it is recalled no more, and can be restored."""
    version = wanted_version(if_match)
    archived = await asking.write("forget", lambda engine: engine.archive(id, key=asking.key, version=version))
    _tagged(response, archived.version)
    return Memory.of(archived)


@router.post("/memories/{id}/restore", responses={200: _TAGGED})
async def restore(asking: Asked, id: Id, response: Response, if_match: IfMatch = None) -> Memory:
    """Bring an archived memory back. Only a person lets a quarantined one in."""
    version = wanted_version(if_match)
    restored = await asking.write("restore", lambda engine: engine.restore(id, key=asking.key, version=version))
    _tagged(response, restored.version)
    return Memory.of(restored)


@router.post("/memories/{id}/pin", responses={200: _TAGGED})
async def pin(asking: Asked, id: Id, body: Pin, response: Response, if_match: IfMatch = None) -> Memory:
    """Have a memory in every session's brief, or no longer."""
    version = wanted_version(if_match)
    pinned = await asking.write(
        "pin", lambda engine: engine.set_pinned(id, body.pinned, key=asking.key, version=version)
    )
    _tagged(response, pinned.version)
    return Memory.of(pinned)


@router.get("/memories/{id}/history")
async def history(asking: Asked, id: Id) -> History:
    """Every version of a memory, the first first."""
    found = await asking.read(lambda engine: engine.history(id))
    return History(versions=[Memory.of(one) for one in found])


@router.post("/memories/{id}/outcome", status_code=201)
async def judge(asking: Asked, id: Id, body: NewOutcome) -> Outcome:
    """Say what became of following a memory. From a program it is an agent's report, which waits for evidence."""
    noted = await asking.write(
        "outcome", lambda engine: engine.record_outcome(id, body.verdict, note=body.note, key=asking.key)
    )
    return Outcome.of(noted)


OutcomeId = Annotated[str, Path(min_length=1, max_length=64)]


@router.post("/outcomes/{id}/undo")
async def take_back(asking: Asked, id: OutcomeId) -> Outcome:
    """Take an outcome back; only a person does."""
    return Outcome.of(await asking.write("undo", lambda engine: engine.undo_outcome(id)))


@router.post("/outcomes/{id}/redo")
async def let_count(asking: Asked, id: OutcomeId) -> Outcome:
    """Let an outcome count again that was taken back; only a person does."""
    return Outcome.of(await asking.write("redo", lambda engine: engine.redo_outcome(id)))
