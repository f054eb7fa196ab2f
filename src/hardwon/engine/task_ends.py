"""Which memories belong to a task, and what its end says of them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from hardwon.engine import verdicts
from hardwon.engine.verdicts import Judged, judged_of
from hardwon.outcomes.attribution.share import Judgement, attribute_closing
from hardwon.outcomes.evidence.pieces import FAILED, key_of
from hardwon.outcomes.trackers.base import Closing
from hardwon.store import outcomes, tasks
from hardwon.store.tasks import GIVEN, PERSON, Link, Task

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.models import Outcome
    from hardwon.store.database import Database

_NEVER = (1 << 62) - 1
_CLOCK_SLACK_MS = 2_000  # a host's times and a file's are not taken from one clock
_LINKS_MAX = 200
_JUDGED_MAX = 4  # of one memory in one session: only the last ones can count
_UUID = re.compile(r"\A[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\Z")


class Shelf:
    """What sessions were given, and what belongs to which task: read once for a look at thousands of tasks.

    Args:
        database: the project's store.
        project: whose tasks.
    """

    def __init__(self, database: Database, project: str) -> None:
        self._links = tasks.all_links(database, project)
        self._given = tasks.given(database, project)
        self._times = [at for at, _, _ in self._given]
        self._of_session: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
        for one in self._given:
            self._of_session[one[1]].append(one)
        self._sessions = tasks.sessions_of(database, project) | set(self._of_session)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was given to any session and nothing linked: then no end says anything."""
        return not (self._links or self._given)

    def links(self, task: Task) -> list[Link]:
        """What belongs to a task."""
        return self._links.get(task.key, [])

    def add(self, task: Task, links: Iterable[Link]) -> None:
        """Note what belongs to a task from now on."""
        self._links.setdefault(task.key, []).extend(links)

    def unlinked(self, task: Task) -> list[Link]:
        """The memories that were given while a task was active and do not belong to it yet.

        A task's own session counts, and any session where the tracker names none; without a beginning, only what its
        own session was given.

        Args:
            task: active, or closed.
        """
        until = task.closed_at + _CLOCK_SLACK_MS if task.state == tasks.CLOSED and task.closed_at else _NEVER
        since = max(task.started_at - _CLOCK_SLACK_MS, 0) if task.started_at else 0
        found: dict[str, Link] = {}
        known = {link.memory_id for link in self.links(task)}
        for at, session, memory in self._candidates(task, since, until):
            if since <= at <= until and memory not in known and memory not in found and len(found) < _LINKS_MAX:
                found[memory] = Link(memory_id=memory, how=GIVEN, session_id=session, at=at)
        return list(found.values())

    def _candidates(self, task: Task, since: int, until: int) -> Sequence[tuple[int, str, str]]:
        if task.session_id in self._sessions or _UUID.match(task.session_id):
            return self._of_session.get(task.session_id, ())
        if not since:
            return ()
        return self._given[bisect_left(self._times, since) : bisect_right(self._times, until)]


class Ends:
    """Lays the ends of tasks to the memories linked to them, inside one transaction: note all, then `keep` once.

    Args:
        engine: the project's.
        database: its store, inside a transaction.

    Attributes:
        linked: how many memories were linked. recorded, withdrawn: memories whose record changed.
    """

    def __init__(self, engine: Engine, database: Database) -> None:
        self._engine = engine
        self._database = database
        self._closed: dict[str, Task] = {}
        self._gone: list[Task] = []
        self._told: dict[str, list[Outcome]] = {}
        self.linked = 0
        self.recorded: list[str] = []
        self.withdrawn: list[str] = []

    def record(self, task: Task) -> None:
        """Note that a task was closed."""
        self._closed[task.key] = task

    def withdraw(self, task: Task) -> None:
        """Note that the close of a task holds no more."""
        self._closed.pop(task.key, None)
        self._gone.append(task)

    def keep(self) -> None:
        """Take back what closes said that hold no more, link what was given meanwhile, and keep what closes say."""
        if not (self._closed or self._gone):
            return
        shelf = Shelf(self._database, self._engine.project)
        if shelf.is_empty:
            return
        for task in self._gone:
            self._take_back(task, shelf)
        self._told.clear()
        said: dict[str, dict[str, list[tuple[Task, Judgement]]]] = defaultdict(lambda: defaultdict(list))
        for task in self._closed.values():
            fresh = shelf.unlinked(task)
            shelf.add(task, fresh)
            self.linked += sum(tasks.link(self._database, task.project, task.key, link) for link in fresh)
            links = shelf.links(task)
            if links and task.verdict in ("worked", FAILED):
                for session, one in self._judged(task, links):
                    said[session][one.memory_id].append((task, one))
        for session, memories in said.items():
            judged = [
                _kept(task, one)
                for told in memories.values()
                for task, one in sorted(told, key=lambda pair: pair[0].closed_at)[-_JUDGED_MAX:]
            ]
            self._count(verdicts.keep(self._engine, session, judged))

    # -- inside -------------------------------------------------------------------------------------------

    def _take_back(self, task: Task, shelf: Shelf) -> None:
        gone = {task.closing, task.key}
        for link in shelf.links(task):
            for one in self._outcomes(link.memory_id):
                if any(set(judged.rests_on) & gone for judged in judged_of(one)):
                    self._count(verdicts.keep(self._engine, str(one.evidence.get("session", "")), [], gone=gone))
            self._told.clear()

    def _judged(self, task: Task, links: Iterable[Link]) -> Iterable[tuple[str, Judgement]]:
        sessions = {link.memory_id: link.session_id or task.session_id or f"task:{task.key}" for link in links}
        told = {id: self._outcomes(id) for id in sessions}
        closing = Closing(
            key=task.closing,
            task=task.key,
            source=task.source,
            id=task.id,
            title=task.title or task.id,
            verdict=task.verdict,
            reason=task.reason,
            session_id=task.session_id,
            at_ms=task.closed_at,
        )
        by_person = {link.memory_id: link.how == PERSON for link in links}
        failed = {id for id, ones in told.items() if ones and ones[-1].verdict == FAILED}
        for one in attribute_closing(closing, by_person, failed_before=failed):
            session = sessions[one.memory_id]
            if one.counts and not _is_contradicted(told[one.memory_id], session, one):
                yield session, one

    def _outcomes(self, memory_id: str) -> list[Outcome]:
        """What counts of a memory, oldest first."""
        if memory_id not in self._told:
            self._told[memory_id] = [
                one
                for database, _ in self._engine.stores.scopes()
                for one in outcomes.outcomes_of(database, memory_id)
                if one.counted
            ]
        return self._told[memory_id]

    def _count(self, changes: verdicts.Changes) -> None:
        self.recorded += changes.recorded
        self.withdrawn += changes.withdrawn


def _is_contradicted(told: Iterable[Outcome], session: str, one: Judgement) -> bool:
    """Whether what was run or said in the session says otherwise: an agent closes its own tasks."""
    own = (one for one in told if one.source == verdicts.SOURCE and one.evidence.get("session") == session)
    return any(
        judged.verdict != one.verdict
        for outcome in own
        for judged in judged_of(outcome)
        if judged.use != one.use and judged.counts
    )


def _kept(task: Task, one: Judgement) -> Judged:
    at = one.at_ms or task.changed_at
    said = f"“{task.title or task.id}” was closed" + (f": {task.reason}" if task.reason else "")
    return Judged(
        key=one.key,
        attempt=key_of("task", task.closing),
        memory_id=one.memory_id,
        verdict=one.verdict,
        weight=one.weight,
        reason=one.reason,
        basis=one.basis,
        use=one.use,
        rests_on=one.evidence,
        pieces=(verdicts.piece("task", one.verdict, said, at),),
        began_at=task.started_at,
        at=at,
    )
