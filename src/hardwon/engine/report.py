"""Counts for `mem stats` and `memory_status`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hardwon.embedders.places import looks_prepared
from hardwon.engine.quick import USER_PROJECT
from hardwon.store import memories, outcomes, sessions, spaces

if TYPE_CHECKING:
    from hardwon.config.quick import Settings
    from hardwon.engine.core import Engine


def stats(engine: Engine, *, all_projects: bool = False) -> dict[str, object]:
    """What there is, what became of it, how it is searched.

    Args:
        engine: an open engine.
        all_projects: also count the memories of other projects.
    """
    categories: dict[str, int] = {}
    statuses = {"active": 0, "archived": 0, "quarantined": 0, "retired": 0}
    verdicts = {"worked": 0, "failed": 0, "partial": 0, "reported": 0}
    pinned = own = events = size = 0
    for database, projects in engine.stores.scopes(everywhere=all_projects):
        size += os.path.getsize(database.path)
        for project in projects or ("",):
            for category, status, tier, count in memories.counts(database, project):
                statuses[status] += count
                if status == "active":
                    categories[category] = categories.get(category, 0) + count
                    pinned += count if tier == "pinned" else 0
                    own += count if project == USER_PROJECT else 0
            for verdict, count in outcomes.totals(database, project).items():
                verdicts[verdict] += count
            events += sessions.event_count(database, project)
    return {
        "project": engine.project,
        "name": engine.name,
        "memories": statuses["active"],
        "by_category": dict(sorted(categories.items())),
        "by_status": statuses,
        "pinned": pinned,
        "in_user_store": own,
        "outcomes": verdicts,
        "events": events,
        "sessions": len(engine.sessions(1000)),
        **_search(engine, all_projects),
        "store_bytes": size,
        "data_folder": engine.stores.paths.data,
    }


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
