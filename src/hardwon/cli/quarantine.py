"""`mem quarantine`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hardwon.cli.door import Door
from hardwon.cli.form import MEMORY_FIELDS, count_text, memory_fields
from hardwon.cli.group import PROJECT, Nouns, command
from hardwon.cli.values import id_argument
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.quarantine import Held

_ANSWER = {
    "total": "how many are kept aside",
    "held": [{**MEMORY_FIELDS, "reason": "what gives it away, may be empty"}],
}
_LIMIT = 50


@click.group("quarantine", cls=Nouns, answer=_ANSWER, scope=PROJECT)
@click.pass_context
def quarantine(ctx: click.Context) -> None:
    """See what reads like an order and did not come from you; let it in, or drop it.

    No session is given it. Alone this lists it.
    """
    if ctx.invoked_subcommand is None:
        _show(ctx.obj)


@command("list", scope=PROJECT, answer=_ANSWER)
@click.pass_obj
def list_(door: Door) -> None:
    """List what is kept aside, the newest first, with what gives each away."""
    _show(door)


@command("release", scope=PROJECT, answer=MEMORY_FIELDS)
@id_argument
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def release(door: Door, id: str, yes: bool) -> None:
    """Let a memory in: you vouch for it, and sessions are given it."""
    from hardwon.engine import quarantine as held

    door.require_person("lets memories in", yes=yes)
    with door.engine() as engine:
        memory = held.release(engine, id)
    door.answer(memory_fields(memory), [f"Let in {door.screen.paint(memory.id, 'id')}."])


@command("drop", scope=PROJECT, answer=MEMORY_FIELDS)
@id_argument
@click.pass_obj
def drop(door: Door, id: str) -> None:
    """Forget a memory that is kept aside; `mem purge` takes it out for good."""
    from hardwon.engine import quarantine as held

    with door.engine() as engine:
        memory = held.drop(engine, id)
    door.answer(memory_fields(memory), [f"Dropped {door.screen.paint(memory.id, 'id')}."])


for each in (list_, release, drop):
    quarantine.add_command(each)


def _show(door: Door) -> None:
    from hardwon.engine import quarantine as held

    with door.engine() as engine:
        found, total = held.held(engine, limit=_LIMIT)
    data = {"total": total, "held": [{**memory_fields(one.memory), "reason": one.reason} for one in found]}
    lines = [_line(door, one) for one in found] or ["Nothing is kept aside."]
    door.answer(data, lines)
    if total > len(found):
        door.note(f"{count_text(total, 'memory', 'memories')} in all.")


def _line(door: Door, one: Held) -> str:
    memory = one.memory
    why = one.reason or "kept aside"
    id = door.screen.paint(memory.id, "id")
    return f"{id}  (from {memory.trust}; {why})  {one_line(memory.content, 160)}"
