"""The first look at a memory: counts, outcomes by week, what is new, what waits. Costs little however much there is."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.engine import deciding, listing, report
from hardwon.engine.lately import Lately, lately
from hardwon.engine.listing import Filter
from hardwon.engine.report import WEEK_MS, WEEKS
from hardwon.engine.standing import waiting
from hardwon.models import USER_PROJECT
from hardwon.store import memories, outcomes
from hardwon.store.tallies import outcomes_since, session_count

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.models import Memory

_NEW_SHOWN = 6


@dataclass(frozen=True, kw_only=True)
class Glance:
    """What there is and how it does.

    Attributes:
        by_category: active memories. pinned, own: how many of them are pinned, and the person's own.
        outcomes: how often each verdict counts.
        weeks: twelve, the earliest first: when each began, and its outcomes.
        week: what helped and what hurt in the last seven days.
        new: the latest memories of the last seven days. new_count: how many there are.
        questions: how many wait for the person.
        pending, blocked: pieces of work that wait, and those of them that cannot go on without a person.
        search: how memories are searched. extraction: what models that read sessions cost.
        store_bytes: of the files.
    """

    by_category: Mapping[str, int]
    pinned: int
    own: int
    sessions: int
    outcomes: Mapping[str, int]
    weeks: Sequence[Mapping[str, int]]
    week: Lately
    new: Sequence[Memory]
    new_count: int
    questions: int
    pending: int
    blocked: int
    search: Mapping[str, object]
    extraction: Mapping[str, object]
    store_bytes: int

    @property
    def memories(self) -> int:
        """How many are active."""
        return sum(self.by_category.values())


def glance(engine: Engine) -> Glance:
    """Look at this project's memory and the person's own.

    Args:
        engine: an open engine.

    Raises:
        StoreError: a store cannot be read.
    """
    now = engine.clock()
    categories: dict[str, int] = {}
    verdicts: dict[str, int] = {"worked": 0, "failed": 0, "partial": 0}
    dated: list[tuple[int, str]] = []
    pinned = own = sessions = size = 0
    for database, projects in engine.stores.scopes():
        size += os.path.getsize(database.path)
        for project in projects or ("",):
            for category, status, tier, count in memories.counts(database, project):
                if status == "active":
                    categories[category] = categories.get(category, 0) + count
                    pinned += count if tier == "pinned" else 0
                    own += count if project == USER_PROJECT else 0
            for verdict, count in outcomes.totals(database, project).items():
                verdicts[verdict] = verdicts.get(verdict, 0) + count
            dated += outcomes_since(database, project, now - WEEKS * WEEK_MS)
            sessions += session_count(database, project)
    new = listing.page(engine, Filter(after=now - WEEK_MS), limit=_NEW_SHOWN)
    stuck = waiting(engine)
    return Glance(
        by_category=categories,
        pinned=pinned,
        own=own,
        sessions=sessions,
        outcomes=verdicts,
        weeks=report.by_week(now, dated),
        week=lately(engine, now - WEEK_MS),
        new=new.memories,
        new_count=new.total,
        questions=deciding.counts(engine).get("open", 0),
        pending=stuck["pending"],
        blocked=stuck["blocked"],
        search=report.search_state(engine),
        extraction=report.extraction(engine),
        store_bytes=size,
    )
