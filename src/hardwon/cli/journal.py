"""`mem log` and `mem undo`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hardwon.cli.door import Door
from hardwon.cli.form import clock_text, iso
from hardwon.cli.group import EVERYWHERE, PROJECT, command
from hardwon.errors import InvalidInput
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.store.upkeep import Applied

_BY = {"itself": "by itself", "person": "by a person", "agent": "by an agent"}
_KINDS = {"lifted": "moved to your own memories", "cold": "put away as unused", "folded": "put into a summary"}
_CHANGE = {
    "id": "of the change, for `mem undo`",
    "run": "what it was part of",
    "project": "the binding of the memory",
    "kind": "superseded, duplicate, cold, archived, ...",
    "memory_id": "of the memory that changed",
    "before": "number of its version before",
    "after": "number of its version after",
    "other_id": "of the memory it gave way to, may be empty",
    "reason": "why",
    "actor": "itself, person or agent",
    "at": "ISO 8601, UTC",
    "undone_at": "when it was taken back, null while it stands",
}


@command("log", scope=EVERYWHERE, answer={"changes": [_CHANGE]})
@click.option("--limit", type=click.IntRange(1, 10_000), metavar="N", default=50, show_default=True, help="How many.")
@click.pass_obj
def log(door: Door, limit: int) -> None:
    """Show what upkeep changed: what was superseded, retired, put away or folded, and by whom it was decided."""
    from hardwon.engine.journal import journal

    with door.engine() as engine:
        found = journal(engine, limit=limit, all_projects=door.everywhere)
    door.answer({"changes": [_fields(one) for one in found]}, (_line(door, one) for one in found))
    if not found and not door.as_json:
        door.note("Nothing was changed by itself.")


@command("undo", scope=PROJECT, answer={"undone": [_CHANGE]})
@click.argument("id", required=False)
@click.option("--run", metavar="ID", help="A whole run, as `mem log` shows it.")
@click.pass_obj
def undo(door: Door, id: str | None, run: str | None) -> None:
    """Take back a change that was made by itself or approved; without ID the latest one.

    The memory gets a new version that is as it was before; a memory that changed since is left alone.
    """
    from hardwon.engine.journal import undo

    if "" in (id, run):  # a variable that a script meant to fill, not a wish for the latest
        raise InvalidInput("'' is no change", "`mem log` lists what was changed and can be taken back")
    with door.engine() as engine:
        found = undo(engine, id or "", run=run or "")
    lines = [
        f"Taken back: {door.screen.paint(one.memory_id, 'id')} is no longer {_KINDS.get(one.kind, one.kind)}."
        for one in found
    ]
    door.answer({"undone": [_fields(one) for one in found]}, lines)


def _fields(one: Applied) -> dict[str, object]:
    times = {"at": iso(one.at), "undone_at": iso(one.undone_at)}
    return {name: getattr(one, name) for name in _CHANGE if name not in times} | times


def _line(door: Door, one: Applied) -> str:
    at = clock_text(one.at, is_utc=door.settings.env == "testing")
    other = f" by {one.other_id}" if one.other_id else ""
    back = ", taken back" if one.undone_at else ""
    reason = f": {one.reason}" if one.reason else ""
    text = f"{one.memory_id} {_KINDS.get(one.kind, one.kind)}{other} ({_BY.get(one.actor, one.actor)}{back}){reason}"
    return door.screen.paint(one.id, "id") + "  " + one_line(f"{at}  {text}")
