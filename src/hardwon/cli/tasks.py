"""`mem tasks`, `tasks-sync`, `tasks-context`, `tasks-stats`, and the same of Beads alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from hardwon.cli import form
from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command
from hardwon.cli.values import text_of
from hardwon.errors import InvalidValue, StoreLocked, StoreReadOnly
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine import Engine
    from hardwon.engine.task_views import Linked, Listed, Past, TaskContext
    from hardwon.engine.tasks import Synced
    from hardwon.store.tasks import Task

BEADS = "beads"
_SOURCES = ("claude", "todo", BEADS)
_LIMIT_MAX = 10_000
_ENDED = {"worked": ("done", "good"), "failed": ("failed", "bad"), "neutral": ("closed", "dim")}
_HOW = {"person": "linked by you", "agent": "linked by an agent", "given": "given while it was active"}

TASK_FIELDS = {
    "id": "as the tracker writes it",
    "source": "claude (Claude Code's tasks), todo (its todos) or beads",
    "title": "what it is about",
    "status": "as the tracker writes it",
    "state": "active, open, closed or gone (deleted or cancelled)",
    "verdict": "worked, failed or neutral, as its last close is read; null before",
    "reason": "why it was closed, may be empty",
    "session": "that worked on it or closed it, may be empty",
    "started_at": "ISO 8601, UTC; null when unknown",
    "closed_at": "ISO 8601, UTC; null when it is not closed, or nobody noted when",
}
_LISTED = {**TASK_FIELDS, "memories": "how many memories belong to it"}
_SOURCE_FIELDS = {
    "source": "claude, todo or beads",
    "place": "where it is looked for, may be empty",
    "found": "whether there is one",
    "notes": "list of sentences on what could not be read",
}
_LINKED = {**form.MEMORY_FIELDS, "how": "person, agent or given", "record": "what became of it, may be empty"}
_SYNC_ANSWER = {
    "sources": [_SOURCE_FIELDS],
    "seen": "tasks that were new",
    "closed": "tasks that were closed since the last look",
    "reopened": "closes that hold no more",
    "linked": "memories that were linked to a task",
    "recorded": "memories with a new outcome",
    "withdrawn": "memories with an outcome that no longer counts",
}
_CONTEXT_ANSWER = {
    "task": "object with the fields of `mem tasks`; null where the text is no task's",
    "text": "what was searched for",
    "linked": [_LINKED],
    "fitting": [form.HIT_FIELDS],
    "past": [{**TASK_FIELDS, "memories": [_LINKED]}],
}
_STATS_ANSWER = {
    "tasks": "how many are known",
    "by_source": "object: for each source open, active, closed, gone",
    "closed": "object: worked, failed, neutral",
    "linked_memories": "memories that belong to a task",
    "outcomes": "object: worked, failed, partial: outcomes that rest on a task's end",
}


@command(
    "tasks", scope=PROJECT, answer={"sources": [_SOURCE_FIELDS], "total": "how many there are", "tasks": [_LISTED]}
)
@click.option("--source", type=click.Choice(_SOURCES), help="Only tasks of this tracker.")
@click.option("--limit", type=int, metavar="N", default=50, show_default=True, help="How many at most.")
@click.pass_obj
def tasks(door: Door, source: str | None, limit: int) -> None:
    """List the tasks of Claude Code and Beads: those under way, open ones, and the latest to end.

    The trackers are looked at first; nothing of theirs is written.
    """
    from hardwon.engine.task_views import listing

    if not 1 <= limit <= _LIMIT_MAX:
        raise InvalidValue(f"the limit {limit} is out of bounds", f"--limit takes 1 to {_LIMIT_MAX:,}")
    with door.engine() as engine:
        synced = _synced(door, engine, source or "")
        found, total = listing(engine, source=source or "", limit=limit)
    data = {
        "sources": _sources(synced),
        "total": total,
        "tasks": [{**_task_fields(one.task), "memories": one.memories} for one in found],
    }
    door.answer(data, _rows(door, found))
    if door.as_json:
        return
    for looked in synced.sources if synced else ():
        if not found or looked.notes:
            door.note(looked.line)
    if len(found) < total:
        door.note(f"{len(found):,} of {total:,}; see more with --limit")


def _synced(door: Door, engine: Engine, source: str) -> Synced | None:
    """A look at the trackers; None, and a note, where the store cannot be written now."""
    from hardwon.engine.tasks import sync

    try:
        return sync(engine, door.environ, cwd=_folder(door, engine), source=source)
    except (StoreLocked, StoreReadOnly) as error:
        door.note(f"mem: {one_line(str(error), 300)}; tasks are shown as they were at the last look")
        return None


def _folder(door: Door, engine: Engine) -> str:
    return engine.root if door.project else door.folder()


def _sources(synced: Synced | None) -> list[dict[str, object]]:
    return [
        {"source": one.source, "place": one.place, "found": one.is_there, "notes": one.notes}
        for one in (synced.sources if synced else ())
    ]


def _task_fields(task: Task) -> dict[str, object]:
    names = ("id", "source", "title", "status", "state", "reason")
    return {
        **{name: getattr(task, name) for name in names},
        "verdict": task.verdict or None,
        "session": task.session_id,
        "started_at": form.iso(task.started_at or None),
        "closed_at": form.iso(task.closed_at or None) if task.state == "closed" else None,
    }


def _state(task: Task) -> str:
    if task.state == "closed":
        return _ENDED.get(task.verdict, _ENDED["neutral"])[0]
    return task.state


def _title(task: Task) -> str:
    return task.title or "(no title)"


def _rows(door: Door, found: list[Listed]) -> list[str]:
    screen = door.screen
    if not screen.is_terminal:
        return [line for one in found for line in screen.entry(one.task.id, _facts(one), _title(one.task))]
    if not found:
        return []
    rows = [
        (one.task.id, one.task.source, _state(one.task), str(one.memories or ""), _title(one.task)) for one in found
    ]
    return screen.table(rows, ("id", "category", "dim", "dim", ""))


def _facts(one: Listed) -> list[str]:
    linked = form.count_text(one.memories, "memory", "memories") if one.memories else ""
    return [one.task.source, _state(one.task), linked]


# -- sync ---------------------------------------------------------------------------------------------------


@command("tasks-sync", scope=PROJECT, answer=_SYNC_ANSWER)
@click.option("--source", type=click.Choice(_SOURCES), help="Only this tracker.")
@click.pass_obj
def tasks_sync(door: Door, source: str | None) -> None:
    """Look at every tracker now, and keep what changed; hooks do so by themselves at the end of a turn."""
    _sync(door, source or "")


@command("beads-sync", scope=PROJECT, answer=_SYNC_ANSWER)
@click.pass_obj
def beads_sync(door: Door) -> None:
    """Look at the project's beads now; the same as `mem tasks-sync --source beads`."""
    _sync(door, BEADS)


def _sync(door: Door, source: str) -> None:
    from hardwon.engine.tasks import sync

    with door.engine() as engine:
        synced = sync(engine, door.environ, cwd=_folder(door, engine), source=source)
    numbers = {name: getattr(synced, name) for name in _SYNC_ANSWER if name != "sources"}
    door.answer({"sources": _sources(synced), **numbers}, _sync_lines(door, synced))


def _sync_lines(door: Door, synced: Synced) -> Iterator[str]:
    for looked in synced.sources:
        line = one_line(looked.line)
        yield line if looked.is_there else door.screen.paint(line, "dim")
    parts = [
        form.count_text(synced.seen, "new task") if synced.seen else "",
        f"{synced.closed:,} closed" if synced.closed else "",
        f"{synced.reopened:,} opened again" if synced.reopened else "",
        form.count_text(synced.linked, "memory linked", "memories linked") if synced.linked else "",
        form.count_text(synced.recorded, "outcome") if synced.recorded else "",
        f"{form.count_text(synced.withdrawn, 'outcome')} taken back" if synced.withdrawn else "",
    ]
    yield (", ".join(part for part in parts if part) or "Nothing has changed") + "."


# -- one task -----------------------------------------------------------------------------------------------


def _context_options(function: click.decorators.FC) -> click.decorators.FC:
    function = click.argument("task", nargs=-1)(function)
    return click.option(
        "--link", "linked", metavar="ID", multiple=True, help="Say that a memory belongs to the task; may be repeated."
    )(function)


@command("tasks-context", scope=PROJECT, takes_text="text", answer=_CONTEXT_ANSWER)
@_context_options
@click.pass_obj
def tasks_context(door: Door, task: tuple[str, ...], linked: tuple[str, ...]) -> None:
    """Show the memories that fit a TASK, and what happened the last times.

    TASK is an id, a title, or what is to be done in your own words; without it, the task somebody is at.
    """
    _context(door, text_of(door, task), linked, "")


@command("beads-context", scope=PROJECT, takes_text="text", answer=_CONTEXT_ANSWER)
@_context_options
@click.pass_obj
def beads_context(door: Door, task: tuple[str, ...], linked: tuple[str, ...]) -> None:
    """Show the memories that fit a bead, and what happened the last times; `mem tasks-context` for beads alone."""
    _context(door, text_of(door, task), linked, BEADS)


def _context(door: Door, text: str, ids: tuple[str, ...], source: str) -> None:
    from hardwon.engine.task_views import context, find, link

    with door.engine() as engine:
        _synced(door, engine, source)
        if ids:
            link(engine, find(engine, text, source=source), ids)
        found = context(engine, text, source=source)
        here = engine.project
    data = {
        "task": _task_fields(found.task) if found.task else None,
        "text": found.text,
        "linked": [_linked_fields(one) for one in found.linked],
        "fitting": [form.hit_fields(hit) for hit in found.fitting],
        "past": [
            {**_task_fields(one.task), "memories": [_linked_fields(linked) for linked in one.linked]}
            for one in found.past
        ],
    }
    door.answer(data, _context_lines(door, found, here))
    if not (found.linked or found.fitting or found.past) and not door.as_json:
        door.note("Nothing is known of such a task yet.")


def _linked_fields(one: Linked) -> dict[str, object]:
    return {**form.memory_fields(one.memory), "how": one.how, "record": one.record}


def _context_lines(door: Door, found: TaskContext, here: str) -> Iterator[str]:
    screen = door.screen
    if found.task:
        title = f"{screen.paint(one_line(found.task.id), 'id')}  {one_line(found.task.title, 200)}"
        yield f"{title}  {screen.paint(f'({found.task.source}; {_state(found.task)})', 'dim')}"
    if found.linked:
        yield screen.paint("Belongs to it:", "strong")
        for one in found.linked:
            yield from screen.entry(one.memory.id, [one.memory.category, _HOW[one.how], one.record], one.memory.content)
    if found.fitting:
        yield screen.paint("Fits it:", "strong")
        for hit in found.fitting:
            yield from screen.entry(hit.id, form.hit_facts(hit, here), hit.content)
    if found.past:
        yield screen.paint("The last times:", "strong")
        for past in found.past:
            yield from _past_lines(door, past)


def _past_lines(door: Door, past: Past) -> Iterator[str]:
    task = past.task
    word, colour = _ENDED.get(task.verdict, _ENDED["neutral"])
    is_utc = door.settings.env == "testing"
    day = f", {form.clock_text(task.closed_at, is_utc=is_utc)[:10]}" if task.closed_at else ""
    reason = f": {one_line(task.reason, 200)}" if task.reason else ""
    yield f"  {door.screen.paint(word, colour)}  {one_line(task.id)} {one_line(task.title, 100)}{day}{reason}"
    for linked in past.linked:
        record = f" ({linked.record})" if linked.record else ""
        yield f"      [{linked.memory.id}] {one_line(linked.memory.content, 100)}{record}"


# -- counts -------------------------------------------------------------------------------------------------


@command("tasks-stats", scope=PROJECT, answer=_STATS_ANSWER)
@click.option("--source", type=click.Choice(_SOURCES), help="Only tasks of this tracker.")
@click.pass_obj
def tasks_stats(door: Door, source: str | None) -> None:
    """Count tasks by tracker, how they ended, and what that said of memories."""
    _stats(door, source or "")


@command("beads-stats", scope=PROJECT, answer=_STATS_ANSWER)
@click.pass_obj
def beads_stats(door: Door) -> None:
    """Count the project's beads; the same as `mem tasks-stats --source beads`."""
    _stats(door, BEADS)


def _stats(door: Door, source: str) -> None:
    from hardwon.engine.task_views import stats

    with door.engine() as engine:
        _synced(door, engine, source)
        data = stats(engine, source=source)
    door.answer(data, door.screen.pairs(_stats_pairs(data)))


def _stats_pairs(data: dict[str, object]) -> list[tuple[str, str]]:
    by_source, linked = data["by_source"], data["linked_memories"]
    assert isinstance(by_source, dict)
    assert isinstance(linked, int)
    return [
        *((name, _counts(states)) for name, states in sorted(by_source.items())),
        ("ended", _counts(data["closed"]) or "none yet"),
        ("linked", form.count_text(linked, "memory", "memories")),
        ("outcomes", _counts(data["outcomes"]) or "none yet"),
    ]


def _counts(value: object) -> str:
    return ", ".join(f"{name} {count}" for name, count in value.items() if count) if isinstance(value, dict) else ""
