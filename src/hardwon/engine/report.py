"""Counts for `mem stats` and `memory_status`: what there is, what helped and what hurt, and what was learnt when."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hardwon.embedders.places import looks_prepared
from hardwon.engine.evaluation import summary
from hardwon.engine.quick import USER_PROJECT
from hardwon.store import memories, outcomes, spaces
from hardwon.store.tallies import Tally, event_count, outcomes_since, session_count, tallies

if TYPE_CHECKING:
    from hardwon.config.quick import Settings
    from hardwon.engine.core import Engine
    from hardwon.models import Memory
    from hardwon.store.database import Database

WEEKS = 12
"""How far back `over_time` goes: each week ends with the moment that is asked at."""

WEEK_MS = 7 * 86_400_000
HELPED, HURT, UNKNOWN = EFFECTS = ("helped", "hurt", "unknown")
_FAILED_WEIGHT, _PARTIAL_WEIGHT = 1.5, 0.25  # as in the outcome score (hardwon.retrieval.ranking)
_LEARNT_SHOWN = 5


def stats(engine: Engine, *, all_projects: bool = False) -> dict[str, object]:
    """What there is, what became of it, how it is searched.

    Args:
        engine: an open engine.
        all_projects: also count the memories of other projects.
    """
    categories: dict[str, int] = {}
    statuses = {"active": 0, "archived": 0, "quarantined": 0, "retired": 0}
    verdicts = {"worked": 0, "failed": 0, "partial": 0, "reported": 0}
    pinned = own = events = sessions = size = 0
    told: list[Tally] = []
    dated: list[tuple[int, str]] = []
    since = engine.clock() - WEEKS * WEEK_MS
    for database, projects in engine.stores.scopes(everywhere=all_projects):
        size += os.path.getsize(database.path)
        for project in projects or ("",):
            for category, status, tier, count in memories.counts(database, project):
                statuses[status] += count
                if status == "active":
                    categories[category] = categories.get(category, 0) + count
                    pinned += count if tier == "pinned" else 0
            own += _own(database, project)
            for verdict, count in outcomes.totals(database, project).items():
                verdicts[verdict] += count
            events += event_count(database, project)
            sessions += session_count(database, project)
            told += tallies(database, project)
            dated += outcomes_since(database, project, since)
    return {
        "project": "" if all_projects else engine.project,
        "name": "all projects" if all_projects else engine.name,
        "memories": statuses["active"],
        "by_category": dict(sorted(categories.items())),
        "by_status": statuses,
        "pinned": pinned,
        "in_user_store": own,
        "outcomes": verdicts,
        "effects": _effects(told),
        "effects_by_category": _effects_by_category(told),
        "over_time": _over_time(engine.clock(), told, dated),
        "learnt": _learnt(engine, told),
        "events": events,
        "sessions": sessions,
        **_search(engine, all_projects),
        "extraction": extraction(engine),
        "embedding": embedding(engine),
        "evaluation": summary(engine.stores.paths, "" if all_projects else engine.project),
        "store_bytes": size,
        "data_folder": engine.stores.paths.data,
    }


def extraction(engine: Engine) -> dict[str, object]:
    """What models that read sessions cost, whatever the project: by day (UTC), and what waits."""
    from hardwon.engine.spending import spending

    return spending(engine.stores.paths, engine.settings, engine.clock())


def embedding(engine: Engine) -> dict[str, object]:
    """What hosted embedders cost, whatever the project: by day (UTC), and how many calls are blocked."""
    from hardwon.engine.spending import embedding_spending

    return embedding_spending(engine.stores.paths, engine.clock())


def by_week(now: int, dated: Sequence[tuple[int, str]]) -> list[dict[str, int]]:
    """Twelve weeks, the earliest first: when each began, and the outcomes in it.

    Args:
        now: in milliseconds.
        dated: when each outcome was, and its verdict.
    """
    return _over_time(now, (), dated)


def search_state(engine: Engine) -> dict[str, object]:
    """How memories are searched, and how many have a vector of the model in use."""
    return _search(engine, False)


def _own(database: Database, project: str) -> int:
    """How many active memories follow the person into every project."""
    if project not in ("", USER_PROJECT):
        return 0
    found = memories.counts(database, USER_PROJECT)
    return sum(count for _, status, _, count in found if status == "active")


def effect_of(tally: Tally) -> str:
    """Whether a memory helped, hurt, or nobody knows: by the weights that its outcome score is made of."""
    balance = tally.worked + _PARTIAL_WEIGHT * tally.partial - _FAILED_WEIGHT * tally.failed
    return HELPED if balance > 0 else HURT if balance < 0 else UNKNOWN


def _effects(told: Sequence[Tally]) -> dict[str, int]:
    found = dict.fromkeys(EFFECTS, 0)
    for tally in told:
        found[effect_of(tally)] += 1
    return found


def _effects_by_category(told: Sequence[Tally]) -> dict[str, dict[str, int]]:
    categories = sorted({tally.category for tally in told})
    return {name: _effects([tally for tally in told if tally.category == name]) for name in categories}


def _over_time(now: int, told: Sequence[Tally], dated: Sequence[tuple[int, str]]) -> list[dict[str, int]]:
    """Twelve weeks, the earliest first: when each began, what was learnt in it, and what became of memories."""
    begin = now - WEEKS * WEEK_MS
    weeks = [
        {"from": begin + number * WEEK_MS, "learnt": 0, "worked": 0, "failed": 0, "partial": 0}
        for number in range(WEEKS)
    ]
    moments = [(tally.created_at, "learnt") for tally in told] + list(dated)
    for at, what in moments:
        number = (at - begin - 1) // WEEK_MS
        if 0 <= number < WEEKS:
            weeks[number][what] += 1
    return weeks


def _learnt(engine: Engine, told: Sequence[Tally]) -> dict[str, object]:
    """What the last seven days taught: how much, and the latest few."""
    fresh = [tally for tally in told if tally.created_at > engine.clock() - WEEK_MS]
    fresh.sort(key=lambda tally: (-tally.created_at, tally.memory_id))
    shown = []
    found = {memory.id: memory for memory in _live(engine, [tally.memory_id for tally in fresh[:_LEARNT_SHOWN]])}
    for tally in fresh[:_LEARNT_SHOWN]:
        memory = found.get(tally.memory_id)
        if memory:
            shown.append(
                {
                    "id": memory.id,
                    "category": memory.category,
                    "content": memory.content,
                    "project": memory.project,
                    "effect": effect_of(tally),
                }
            )
    return {"count": len(fresh), "memories": shown}


def _live(engine: Engine, ids: Sequence[str]) -> list[Memory]:
    return [
        memory
        for database, _ in engine.stores.scopes(everywhere=True)
        for id in ids
        if (memory := memories.live_memory(database, id)) is not None
    ]


def _search(engine: Engine, all_projects: bool) -> dict[str, object]:
    """How memories are searched, and how many have a vector of the model in use."""
    settings, paths = engine.settings, engine.stores.paths
    prepared = looks_prepared(paths, settings.embedder, settings.embedding_model, settings.embedding_url)
    ready = total = 0
    for database, _ in engine.stores.scopes(everywhere=all_projects):
        counts = [spaces.count(database, space) for space in spaces.list_spaces(database) if _is_used(space, settings)]
        ready += max((done for done, _ in counts), default=0)
        total += spaces.live_count(database)
    return {
        "search": "hybrid" if prepared and ready else "keyword",
        "embedder": settings.embedder,
        "model": settings.embedding_model,
        "is_prepared": prepared,
        "vectors": ready,
        "vectors_wanted": total,
    }


def _is_used(space: spaces.Space, settings: Settings) -> bool:
    wanted = settings.embedding_model if settings.embedder != "hashing" else "hashing"
    return space.identity.provider == settings.embedder and space.identity.model == wanted
