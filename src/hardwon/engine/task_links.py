"""Memories that somebody linked to a task by hand: from then on, and until it ends, they count as its sessions' own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from hardwon.store import tasks
from hardwon.store.tasks import ACTIVE, CLOSED, Task

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.outcomes.evidence.pieces import Attempt

_SESSION = re.compile(r"\A[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\Z")
_NEVER = (1 << 62) - 1

Span = tuple[str, int, int]
"""A memory, and from when until when it belongs to the task at hand, in milliseconds."""


def linked_by_hand(engine: Engine, session_id: str) -> list[Span]:
    """What was linked by hand to the tasks a session may be at: its own, and those that name no session.

    Args:
        engine: the project's.
        session_id: the host's session.
    """
    database = engine.stores.reading(engine.stores.path_of(engine.project))
    if database is None or not tasks.has_tasks(database):
        return []
    return [
        (link.memory_id, max(link.at, task.started_at), until)
        for task, link in tasks.links_by_hand(database, engine.project)
        if (until := _end_of(task)) and _may_be_at(task, session_id)
    ]


def _end_of(task: Task) -> int:
    return _NEVER if task.state == ACTIVE else task.closed_at if task.state == CLOSED else 0


def _may_be_at(task: Task, session_id: str) -> bool:
    return task.session_id == session_id or not _SESSION.match(task.session_id)


def put_linked_in_play(attempts: Sequence[Attempt], spans: Iterable[Span]) -> None:
    """Note memories as linked in the attempts that began while they belonged to the task.

    Args:
        attempts: of one transcript. spans: see `linked_by_hand`.
    """
    for id, since, until in spans:
        for attempt in attempts:
            if since <= attempt.started_at <= until:
                attempt.given.setdefault(id, 0)
                attempt.linked.add(id)
