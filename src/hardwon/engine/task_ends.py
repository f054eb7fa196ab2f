"""Which memories belong to a task, and what its end says of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
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


def unlinked(database: Database, task: Task) -> list[Link]:
    """The memories that were given while a task was active and are not linked to it yet.

    A task's own session counts, and any session where the tracker names none; without a beginning, only what its own
    session was given.

    Args:
        database: the project's store.
        task: active, or closed.
    """
    until = task.closed_at + _CLOCK_SLACK_MS if task.state == tasks.CLOSED and task.closed_at else _NEVER
    since = max(task.started_at - _CLOCK_SLACK_MS, 0) if task.started_at else 0
    given: list[tuple[str, str, int]] = []
    if task.session_id:
        given = tasks.given_between(database, task.project, task.session_id, since, until)
    if not given and since and not _is_session(database, task):
        given = tasks.given_between(database, task.project, "", since, until)
    known = {link.memory_id for link in tasks.links_of(database, task.project, task.key)}
    found = [Link(memory_id=id, how=GIVEN, session_id=session, at=at) for id, session, at in given if id not in known]
    return found[:_LINKS_MAX]


def _is_session(database: Database, task: Task) -> bool:
    """Whether the session a task names is one that is known; a list of tasks may have any name."""
    return bool(task.session_id) and tasks.is_session(database, task.project, task.session_id)


class Ends:
    """Lays the ends of tasks to the memories linked to them, inside one transaction.

    Args:
        engine: the project's.
        database: its store, inside a transaction.

    Attributes:
        linked: how many memories were linked. recorded, withdrawn: memories whose record changed.
    """

    def __init__(self, engine: Engine, database: Database) -> None:
        self._engine = engine
        self._database = database
        self._is_any: bool | None = None
        self.linked = 0
        self.recorded: list[str] = []
        self.withdrawn: list[str] = []

    def record(self, task: Task) -> None:
        """Link what was given while a closed task was active, and keep what its end says of all that is linked."""
        if self._has_none():
            return
        for link in unlinked(self._database, task):
            self.linked += tasks.link(self._database, task.project, task.key, link)
        links = tasks.links_of(self._database, task.project, task.key)
        if links and task.verdict in ("worked", FAILED):
            by_session: dict[str, list[Judged]] = defaultdict(list)
            for session, one in self._judged(task, links):
                by_session[session].append(one)
            for session, judged in by_session.items():
                self._count(verdicts.keep(self._engine, session, judged))

    def withdraw(self, task: Task) -> None:
        """Take back what a close said that holds no more."""
        gone = {task.closing, task.key}
        for link in tasks.links_of(self._database, task.project, task.key):
            for one in self._outcomes(link.memory_id):
                if any(set(judged.rests_on) & gone for judged in judged_of(one)):
                    self._count(verdicts.keep(self._engine, str(one.evidence.get("session", "")), [], gone=gone))

    # -- inside -------------------------------------------------------------------------------------------

    def _has_none(self) -> bool:
        """Whether nothing was given to any session and nothing linked: then thousands of closes need no look."""
        if self._is_any is None:
            self._is_any = tasks.has_memories(self._database, self._engine.project)
        return not self._is_any

    def _judged(self, task: Task, links: Iterable[Link]) -> Iterable[tuple[str, Judged]]:
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
                yield session, _kept(task, one)

    def _outcomes(self, memory_id: str) -> list[Outcome]:
        """What counts of a memory, oldest first."""
        return [
            one
            for database, _ in self._engine.stores.scopes()
            for one in outcomes.outcomes_of(database, memory_id)
            if one.counted
        ]

    def _count(self, changes: verdicts.Changes) -> None:
        self.recorded += changes.recorded
        self.withdrawn += changes.withdrawn


def _is_contradicted(told: Iterable[Outcome], session: str, one: Judgement) -> bool:
    """Whether what was run or said in the session says otherwise: an agent closes its own tasks."""
    return any(
        outcome.source == verdicts.SOURCE
        and outcome.evidence.get("session") == session
        and judged.verdict != one.verdict
        for outcome in told
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
