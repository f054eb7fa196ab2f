"""`mem sessions` and `mem session`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from hardwon.cli import form
from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command
from hardwon.errors import InvalidValue
from hardwon.text.clean import for_terminal, one_line

if TYPE_CHECKING:
    from hardwon.models import Memory, SessionSummary

_LIMIT_MAX = 1000
_FIELDS = {
    "id": "as the client calls it",
    "host": "the client",
    "started_at": "ISO 8601, UTC; null when unknown",
    "ended_at": "ISO 8601, UTC; when it was last read",
    "goal": "what was asked for first",
    "done": "list: commits, and what was reported as done",
    "open": "list: commands that failed last",
    "decisions": "list, in the person's words",
    "files": "list of files that were changed",
    "commands": "list of commands, each with how it ended",
    "next_step": "what was asked for last and not answered, may be empty",
}
_SHOWN = {**_FIELDS, "learnt": [form.MEMORY_FIELDS]}
_LISTS = ("done", "open", "decisions", "files", "commands")


@command("sessions", scope=PROJECT, answer={"sessions": [_FIELDS]})
@click.option("-n", "--limit", type=int, default=20, show_default=True, metavar="COUNT", help="At most so many.")
@click.pass_obj
def sessions(door: Door, limit: int) -> None:
    """List the sessions of this project, the last first: when, what for, what is open."""
    if not 1 <= limit <= _LIMIT_MAX:
        raise InvalidValue(f"a limit of {limit} cannot be", f"give 1 to {_LIMIT_MAX}")
    with door.engine() as engine:
        found = list(engine.sessions(limit))
    door.answer({"sessions": [_data(one) for one in found]}, _listed(door, found))


@command("session", scope=PROJECT, answer=_SHOWN)
@click.argument("session_id", metavar="ID")
@click.pass_obj
def session(door: Door, session_id: str) -> None:
    """Show one session: its goal, what was done, decided and left open, and what was learnt in it."""
    from hardwon.engine import sessions as stored

    with door.engine() as engine:
        found = stored.session(engine, session_id)
        learnt = stored.learnt_in(engine, found.session_id)
    data = {**_data(found), "learnt": [form.memory_fields(memory) for memory in learnt]}
    door.answer(data, _shown(door, found, learnt))


def _data(one: SessionSummary) -> dict[str, object]:
    return {
        "id": one.session_id,
        "host": one.host,
        "started_at": form.iso(one.started_at) if one.started_at else None,
        "ended_at": form.iso(one.ended_at),
        "goal": one.goal,
        **{name: list(getattr(one, name)) for name in _LISTS},
        "next_step": one.next_step,
    }


def _listed(door: Door, found: list[SessionSummary]) -> Iterator[str]:
    if not found:
        yield "No session has been read yet."
    for one in found:
        told = [f"{len(one.open)} open"] if one.open else []
        told += [form.count_text(len(one.done), "thing done", "things done")] if one.done else []
        told += [form.count_text(len(one.decisions), "decision", "decisions")] if one.decisions else []
        about = one_line(one.goal or "(nothing was asked)", 120)
        yield from door.screen.entry(one.session_id[:12], [form.clock_text(one.ended_at), *told], about)


def _shown(door: Door, one: SessionSummary, learnt: list[Memory]) -> Iterator[str]:
    screen = door.screen
    pairs = [("session", one.session_id), ("goal", one.goal), ("next step", one.next_step)]
    times = [form.clock_text(at) for at in (one.started_at, one.ended_at) if at]
    yield from screen.pairs([*((name, text) for name, text in pairs if text), ("time", " to ".join(times))])
    for name in _LISTS:
        items = getattr(one, name)
        if items:
            yield ""
            yield screen.paint(name, "strong")
            yield from (for_terminal(f"  {item}") for item in items)
    if learnt:
        yield ""
        yield screen.paint("learnt", "strong")
        for memory in learnt:
            yield from screen.entry(memory.id, [memory.category, memory.status], memory.content)
