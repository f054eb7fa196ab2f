"""How the work stands: what waits, what of it is blocked, what became of memories last. Asks no model."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from hardwon.config.embedding import is_hosted
from hardwon.embedders.places import looks_prepared
from hardwon.store import ledger, memories, outcomes, spaces
from hardwon.store.fitness import exists

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

_LATEST = 5
_BOXES = ("new", "pending")  # as hardwon.hooks.spool names them


def standing(engine: Engine) -> dict[str, Any]:
    """What waits for this project's memory, in what states its memories are, and the latest outcomes.

    Args:
        engine: an open engine.

    Returns:
        `pending`, of which `blocked` cannot go on without a person; what it is made of; `lifecycle`; `latest_outcomes`.
    """
    return {**waiting(engine), "lifecycle": _lifecycle(engine), "latest_outcomes": _latest(engine)}


def waiting(engine: Engine) -> dict[str, Any]:
    """What waits: `pending`, of which `blocked` cannot go on without a person, and what it is made of.

    Args:
        engine: an open engine.
    """
    events, vectors, sources = _spooled(engine), _vectors(engine), _sources(engine)
    # A hosted embedder gets memories by a person's consent alone.
    held = vectors if is_hosted(engine.settings.embedder, engine.settings.embedding_url) else 0
    return {
        "pending": events + vectors + sources["pending"],
        "blocked": sources["blocked"] + held,
        "waiting": {"events": events, "vectors": vectors, "sources": sources},
    }


def _spooled(engine: Engine) -> int:
    """Events that no digester has read yet, of every project."""
    count = 0
    for box in _BOXES:
        try:
            count += len(os.listdir(f"{engine.stores.paths.spool}/{box}"))
        except OSError:
            continue
    return count


def _vectors(engine: Engine) -> int:
    """Memories without a vector of the model in use; none where no model is prepared."""
    settings, paths = engine.settings, engine.stores.paths
    if not looks_prepared(paths, settings.embedder, settings.embedding_model, settings.embedding_url):
        return 0
    missing = 0
    wanted = settings.embedding_model if settings.embedder != "hashing" else "hashing"
    for database, _ in engine.stores.scopes():
        done = [
            spaces.count(database, space)[0]
            for space in spaces.list_spaces(database)
            if (space.identity.provider, space.identity.model) == (settings.embedder, wanted)
        ]
        missing += max(spaces.live_count(database) - max(done, default=0), 0)
    return missing


def _sources(engine: Engine) -> dict[str, int]:
    """Parts of sessions that wait for a model; of them, those that may have been paid and wait for a person."""
    path = ledger.ledger_file(engine.stores.paths)
    if not exists(path):
        return {"pending": 0, "blocked": 0}
    with ledger.opened(engine.stores.paths) as book:
        counts = ledger.counts(book, engine.project)
    return {name: counts[name] for name in ("pending", "blocked")}


def _lifecycle(engine: Engine) -> dict[str, int]:
    found = {"active": 0, "archived": 0, "quarantined": 0, "retired": 0, "pinned": 0, "cold": 0}
    for database, projects in engine.stores.scopes():
        for project in projects or ("",):
            for _, status, tier, count in memories.counts(database, project):
                found[status] += count
                if status == "active" and tier in ("pinned", "cold"):
                    found[tier] += count
    return found


def _latest(engine: Engine) -> list[dict[str, object]]:
    """The latest outcomes, without anybody's words."""
    found = [
        outcome
        for database, projects in engine.stores.scopes()
        for outcome in outcomes.latest(database, projects, _LATEST)
    ]
    found.sort(key=lambda outcome: -outcome.at)
    return [
        {
            "memory_id": one.memory_id,
            "verdict": one.verdict,
            "source": one.source,
            "counted": one.counted,
            "at": one.at,
        }
        for one in found[:_LATEST]
    ]
