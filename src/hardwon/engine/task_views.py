"""Tasks as doors show them: lists, one task with what fits it and what happened last time, counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.config.actor import AGENT
from hardwon.errors import (
    Ambiguous,
    HardwonError,
    InvalidInput,
    InvalidValue,
    NotFound,
    StoreLocked,
    StoreReadOnly,
)
from hardwon.hits import Hit
from hardwon.models import Memory
from hardwon.outcomes.evidence.language import telling_words
from hardwon.store import tasks
from hardwon.store.tasks import ACTIVE, CLOSED, GONE, OPEN, STATES, Link, Task
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.store.database import Database

PAST_MAX = 3
_ALIKE = 0.34  # of the words of both titles
_VERDICTS = ("worked", "failed", "neutral")


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A task in a list, with how many memories belong to it."""

    task: Task
    memories: int


@dataclass(frozen=True, kw_only=True)
class Linked:
    """A memory that belongs to a task.

    Attributes:
        how: person or agent, who said so; given where it was before the agent while the task was active.
        record: what became of the memory, in words.
    """

    memory: Memory
    how: str
    record: str


@dataclass(frozen=True, kw_only=True)
class Past:
    """A task like this one that has ended, and the memories that belonged to it."""

    task: Task
    linked: tuple[Linked, ...]


@dataclass(frozen=True, kw_only=True)
class TaskContext:
    """What is worth knowing before a task.

    Attributes:
        task: None where the text is no task's.
        text: what was searched for.
        linked: memories that belong to it. fitting: others that fit it, the best first.
        past: what happened the last times, the latest first.
    """

    task: Task | None
    text: str
    linked: tuple[Linked, ...]
    fitting: tuple[Hit, ...]
    past: tuple[Past, ...]


def listing(engine: Engine, *, source: str = "", limit: int = 50) -> tuple[list[Listed], int]:
    """A project's tasks, those somebody is at first, then open ones, then the latest to end; and how many there are.

    Args:
        engine: the project's.
        source: claude, todo or beads; "" for all.
        limit: how many at most.
    """
    database = _reading(engine)
    if database is None:
        return [], 0
    found = tasks.tasks_of(database, engine.project, source=source)
    linked = tasks.link_counts(database, engine.project)
    return [Listed(task=one, memories=linked.get(one.key, 0)) for one in found[:limit]], len(found)


def looked_up(
    engine: Engine, environ: Mapping[str, str], *, source: str = "", limit: int = 50
) -> tuple[list[Listed], int]:
    """The same after a look at the trackers; where the store cannot be written now, as it was at the last look.

    Args:
        engine: the project's.
        environ: as for hardwon.engine.tasks.sync.
        source, limit: as for `listing`.

    Raises:
        InvalidInput: there is no such source, or the limit is none.
    """
    from hardwon.engine.tasks import SOURCES, sync

    if source not in ("", *SOURCES):
        raise InvalidValue(f"{one_line(str(source), 40)!r} is no source of tasks", "use one of " + ", ".join(SOURCES))
    if limit < 1:
        raise InvalidValue(f"the limit {limit} is out of bounds", "ask for 1 or more")
    try:
        sync(engine, environ, source=source)
    except (StoreLocked, StoreReadOnly):
        pass
    return listing(engine, source=source, limit=limit)


def find(engine: Engine, text: str, *, source: str = "") -> Task:
    """The task that an id, or the beginning of a title, names.

    Args:
        engine: the project's.
        text: as the tracker writes it, in any case; of several that fit, those still open come first.
        source: claude, todo or beads; "" for all.

    Raises:
        NotFound, Ambiguous: no task, or several, fit.
    """
    wanted = " ".join(text.split()).casefold().removeprefix("#")
    database = _reading(engine)
    every = tasks.tasks_of(database, engine.project, source=source) if database and wanted else []
    for fits in (_has_id, _has_title, _begins_with):
        found = [one for one in every if fits(one, wanted)]
        under_way = [one for one in found if one.state in (ACTIVE, OPEN)] or found
        if len(under_way) == 1 or (under_way and len({one.title.casefold() for one in under_way}) == 1):
            return under_way[0]
        if under_way:
            few = ", ".join(f"{one.id} ({one_line(one.title, 30)})" for one in under_way[:4])
            raise Ambiguous(f"{one_line(text, 40)!r} fits several tasks: {few}", "give more of the title")
    raise NotFound(f"there is no task {one_line(text, 60)!r}", "`mem tasks` lists them")


def _has_id(task: Task, wanted: str) -> bool:
    return task.id.casefold() == wanted


def _has_title(task: Task, wanted: str) -> bool:
    return task.title.casefold() == wanted


def _begins_with(task: Task, wanted: str) -> bool:
    return len(wanted) > 2 and (task.title.casefold().startswith(wanted) or task.id.casefold().startswith(wanted))


def context(engine: Engine, text: str = "", *, source: str = "", limit: int | None = None) -> TaskContext:
    """What is worth knowing before a task: memories that belong to it or fit it, and what happened last time.

    Args:
        engine: the project's.
        text: a task's id or title, or what is to be done in any words; the task somebody is at by default.
        source: claude, todo or beads; "" for all.
        limit: how many fitting memories at most; the setting `recall_limit` by default.

    Raises:
        NotFound: no task was named, and nobody is at one.
        Ambiguous: an id fits several.
    """
    task = _named(engine, text, source)
    query = task.title or task.id if task else text
    linked = _linked(engine, task) if task else ()
    own = {one.memory.id for one in linked}
    hits = [hit for hit in engine.recall(query, limit=limit).hits if hit.id not in own]
    return TaskContext(task=task, text=query, linked=linked, fitting=tuple(hits), past=_past(engine, task, query))


def _named(engine: Engine, text: str, source: str) -> Task | None:
    if text.strip():
        try:
            return find(engine, text, source=source)
        except NotFound:
            return None
    database = _reading(engine)
    active = tasks.tasks_of(database, engine.project, source=source, states=(ACTIVE,)) if database else []
    if not active:
        raise NotFound("nobody is at a task now", "name one: an id, a title, or what is to be done")
    return active[0]


def _linked(engine: Engine, task: Task) -> tuple[Linked, ...]:
    database = _reading(engine)
    found = []
    for link in tasks.links_of(database, engine.project, task.key) if database else ():
        try:
            memory, record = engine.get(link.memory_id), engine.record(link.memory_id)
        except HardwonError:  # it was purged since
            continue
        found.append(Linked(memory=memory, how=link.how, record=record.text))
    return tuple(found)


def _past(engine: Engine, task: Task | None, query: str) -> tuple[Past, ...]:
    database = _reading(engine)
    words = telling_words(query)
    if database is None or not words:
        return ()
    alike = []
    for one in tasks.tasks_of(database, engine.project, states=(CLOSED,)):
        own = telling_words(one.title)
        likeness = len(own & words) / len(own | words) if own else 0.0
        is_itself = task is not None and one.key == task.key
        if likeness >= _ALIKE and one.verdict in ("worked", "failed") and not is_itself:
            alike.append((likeness, one))
    best = sorted(alike, key=lambda pair: (-pair[0], -pair[1].closed_at))[:PAST_MAX]
    own_end = [task] if task and task.state == CLOSED else []
    ended = [*own_end, *sorted((one for _, one in best), key=lambda one: -one.closed_at)]
    return tuple(Past(task=one, linked=_linked(engine, one)) for one in ended)


def link(engine: Engine, task: Task, memory_ids: Sequence[str]) -> list[str]:
    """Say that memories belong to a task, so that its end counts for them; tell their whole ids.

    Args:
        engine: the project's.
        task: one that has not ended.
        memory_ids: ids, or beginnings of them.

    Raises:
        NotFound, Ambiguous: no memory, or several, begin like that.
        InvalidInput: the task has ended.
    """
    if task.state in (CLOSED, GONE):
        raise InvalidInput(f"the task {task.id} has ended", "say what became of a memory: mem outcome ID worked")
    ids = [engine.get(id).id for id in memory_ids]
    how = tasks.AGENT if engine.actor == AGENT else tasks.PERSON
    database = engine._writing(engine.project)
    with database.atomic():
        for id in ids:
            tasks.link(
                database,
                engine.project,
                task.key,
                Link(memory_id=id, how=how, session_id=task.session_id, at=engine.clock()),
            )
    return ids


def stats(engine: Engine, *, source: str = "") -> dict[str, object]:
    """How many tasks there are, how they ended, and what that said of memories.

    Args:
        engine: the project's.
        source: claude, todo or beads; "" for all.
    """
    database = _reading(engine)
    by_source: dict[str, dict[str, int]] = {}
    ended = dict.fromkeys(_VERDICTS, 0)
    for name, state, verdict, count in tasks.counts(database, engine.project) if database else ():
        if source and name != source:
            continue
        by_source.setdefault(name, dict.fromkeys(STATES, 0))[state] += count
        if state == CLOSED and verdict in ended:
            ended[verdict] += count
    told = tasks.outcome_counts(database, engine.project) if database else {}
    return {
        "tasks": sum(sum(states.values()) for states in by_source.values()),
        "by_source": by_source,
        "closed": ended,
        "linked_memories": tasks.linked_memory_count(database, engine.project) if database else 0,
        "outcomes": {verdict: told.get(verdict, 0) for verdict in ("worked", "failed", "partial")},
    }


def _reading(engine: Engine) -> Database | None:
    database = engine.stores.reading(engine.stores.path_of(engine.project))
    return database if database is not None and tasks.has_tasks(database) else None
