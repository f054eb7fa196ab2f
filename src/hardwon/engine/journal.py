"""Changes that upkeep makes: each a new version with an entry in a journal, by which it is told of and taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.config.actor import AGENT
from hardwon.errors import Ambiguous, Conflict, NotFound
from hardwon.models import Memory
from hardwon.store import memories, upkeep
from hardwon.store.database import Database
from hardwon.store.upkeep import Applied

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

ITSELF = "itself"
_RESTORED = (
    "content", "title", "category", "tags", "files", "confidence", "trust", "status", "tier", "valid_from", "valid_to",
    "origin", "surroundings",
)  # fmt: skip


def actor_name(engine: Engine) -> str:
    """Who decides at this door."""
    return "agent" if engine.actor == AGENT else "person"


def write_change(
    engine: Engine,
    database: Database,
    memory: Memory,
    *,
    kind: str,
    reason: str,
    run: str,
    other_id: str = "",
    actor: str = ITSELF,
    **fields: object,
) -> Applied | None:
    """Write a memory's next version and note it, inside a transaction; None where nothing differs.

    Args:
        engine: for its clock and ids.
        database: the memory's store, inside a transaction.
        memory: the live version that was judged; another one now changes nothing.
        kind: what kind of change, in the past tense; also the version's `change`.
        reason: why, one line without the memory's text.
        run: what it is part of.
        other_id: the memory it gives way to.
        actor: itself, person or agent.
        fields: what differs.
    """
    live = memories.live_memory(database, memory.id)
    if live is None or live.version != memory.version:
        return None
    if all(getattr(live, name) == value for name, value in fields.items()):
        return None
    at = max(engine.clock(), live.recorded_at)
    fresh = replace(live, change=kind, version=live.version + 1, recorded_at=at, **fields)  # type: ignore[arg-type]
    memories.retire_live_version(database, live.id, at)
    memories.insert_version(database, fresh)
    step = Applied(
        id=engine.ids(),
        project=live.project,
        run=run,
        kind=kind,
        memory_id=live.id,
        before=live.version,
        after=fresh.version,
        other_id=other_id,
        reason=reason,
        actor=actor,
        at=at,
    )
    upkeep.insert_applied(database, step)
    return step


def journal(engine: Engine, *, limit: int = 50, all_projects: bool = False) -> list[Applied]:
    """What upkeep changed in this project and in the person's own memories, the latest first.

    Raises:
        StoreError: a store cannot be read.
    """
    found: list[Applied] = []
    for database, projects in engine.stores.scopes(everywhere=all_projects):
        if has_upkeep(database):
            found += upkeep.applied(database, projects, limit=limit)
    return sorted(found, key=lambda one: -one.at)[:limit]


def has_upkeep(database: Database) -> bool:
    """Whether a file has the tables of upkeep; one of an older schema gets them at its next write."""
    return database.row("SELECT 1 FROM sqlite_schema WHERE name = 'applied'") is not None


def undo(engine: Engine, id: str = "", *, run: str = "") -> list[Applied]:
    """Take back one change, one run, or the latest change; the memory's history keeps both.

    Args:
        engine: an open engine.
        id: the beginning of a change's id.
        run: a whole run.

    Returns:
        what was taken back.

    Raises:
        NotFound, Ambiguous: no change, or several, begin like that.
        Conflict: a memory changed since, or it was taken back before; nothing was taken back.
    """
    steps = _wanted(engine, id.strip().lower(), run.strip().lower())
    with engine.stores.writing(steps[0].project).atomic() as writable:
        for step in steps:
            _undo(engine, writable, step)
    return steps


def _wanted(engine: Engine, id: str, run: str) -> list[Applied]:
    candidates = _changes(engine, id, run, open_only=True)
    if not candidates:
        done = _changes(engine, id, run, open_only=False) if id or run else []
        if done:
            what = f"change {done[0][1].id}" if len(done) == 1 else f"every change of {id or run!r}"
            raise Conflict(f"{what} was taken back already", f"`mem history {done[0][1].memory_id}` shows it")
        what = f"no change begins with {id[:40]!r}" if id else "there is nothing to take back"
        raise NotFound(what, "`mem log` lists what was changed and can be taken back")
    if run:
        first = candidates[0][0]
        return [one for database, one in candidates if database is first]
    if not id:
        return [max((one for _, one in candidates), key=_at)]
    if len(candidates) > 1:
        few = ", ".join(one.id for _, one in candidates[:5])
        raise Ambiguous(f"{id!r} fits several changes: {few}", "give more of the id")
    return [candidates[0][1]]


def _changes(engine: Engine, id: str, run: str, *, open_only: bool) -> list[tuple[Database, Applied]]:
    """Changes with the files they are in: those that fit, or the latest of each file where nothing is named."""
    limit = 1 if not id and not run else 10_000
    return [
        (database, one)
        for database, projects in engine.stores.scopes()
        if has_upkeep(database)
        for one in upkeep.applied(database, projects, limit=limit, id=id, run=run, open_only=open_only)
    ]


def _at(one: Applied) -> int:
    return one.at


def _undo(engine: Engine, database: Database, step: Applied) -> None:
    live = memories.live_memory(database, step.memory_id)
    if live is None:
        raise NotFound(f"memory {step.memory_id} is gone", "a purge cannot be taken back")
    if live.version != step.after:
        raise Conflict(
            f"memory {live.id} changed since it was {step.kind}", f"`mem history {live.id}` shows how; edit it instead"
        )
    versions = {memory.version: memory for memory in memories.history(database, live.id)}
    before = versions.get(step.before)
    if before is None:
        raise NotFound(f"version {step.before} of memory {live.id} is gone")
    at = max(engine.clock(), live.recorded_at)
    back = {name: getattr(before, name) for name in _RESTORED}
    fresh = replace(live, change="undone", version=live.version + 1, recorded_at=at, **back)
    memories.retire_live_version(database, live.id, at)
    memories.insert_version(database, fresh)
    upkeep.take_record_back(database, step.id, at)
    upkeep.mark_undone(database, step.id, at)
