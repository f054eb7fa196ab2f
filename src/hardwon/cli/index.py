"""`mem index`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli import form
from hardwon.cli.door import Door
from hardwon.cli.extraction import read_plan
from hardwon.cli.group import PROJECT, Nouns, command
from hardwon.errors import InvalidInput
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.indexing import Indexed

_IDENTITY = {
    "provider": "the embedder",
    "model": "the model",
    "revision": "of its weights, or where it is asked",
    "dimensions": "length of a vector",
}
_STATUS = {
    "project": "the binding",
    "embedder": "what turns text into vectors",
    "model": "the model",
    "mode": "hosted or local",
    "hosted": "whether text goes to another machine, batch by batch, by your consent",
    "problem": "why the embedder cannot be used, may be empty",
    "waiting": "memories without a vector in the space in use",
    "blocked": "calls that may have been paid, of all projects",
    "spaces": [
        {
            "store": "the file",
            **_IDENTITY,
            "in_use": "whether searches use it",
            "state": "ready or filling",
            "ready": "memories with a vector in it",
            "wanted": "memories there are",
        }
    ],
}
_PLAN = {
    "plan": "1, the form of the plan",
    "project": "the binding of whose memories are sent",
    "space": _IDENTITY,
    "hosted": "whether there is anything to consent to",
    "address": "where text is sent to",
    "waiting": "memories without a vector in that space",
    "blocked_memories": "those of them that may have been paid",
    "batch": [
        {
            "id": "of the memory",
            "texts": "how many are sent for it: 2 where something was said around it",
            "characters": "of them",
            "marks": "list of hashes, by which a memory that changed is noticed",
        }
    ],
    "most_usd": "the most that the call costs",
    "accept_charges": "false; true is the consent that `prepare` wants",
    "interrupted": [
        {
            "call": "number of the first call that may have been paid; the list is empty where there is none",
            "kind": "documents (memories) or query",
            "project": "the binding, empty for a query",
            "space": _IDENTITY,
            "texts": "how many were sent",
            "sent_at": "when, ISO 8601, UTC",
            "reason": "how it ended",
            "most_usd": "the most that it may have cost",
        }
    ],
    "interrupted_calls": "how many such calls there are",
    "accept_duplicate_charge": "false; true is the consent that `recover` wants",
}
_INDEXED = {
    "sent": "memories",
    "stored": "vectors",
    "tokens": "that the host counted",
    "cost_usd": "at most",
    "waiting": "memories that still have no vector",
}


@click.group("index", cls=Nouns, answer=_STATUS)
@click.pass_context
def index(ctx: click.Context) -> None:
    """Look after the vectors of memories. Alone this shows how far they are."""
    if ctx.invoked_subcommand is None:
        _status(ctx.obj)


@command("status", scope=PROJECT, answer=_STATUS)
@click.pass_obj
def status(door: Door) -> None:
    """Show every space of vectors, how far it is, and what is blocked."""
    _status(door)


def _status(door: Door) -> None:
    from hardwon.engine import indexing

    with door.engine() as engine:
        told = indexing.status(engine)
    door.answer(told, _status_lines(told))


def _status_lines(told: dict[str, Any]) -> Iterator[str]:
    where = "hosted: by your consent, batch by batch" if told["hosted"] else "on this machine, by itself"
    yield f"{one_line(told['embedder'])} {one_line(told['model'])} ({where})"
    for space in told["spaces"]:
        name = f"{space['provider']} {space['model']} {space['revision']} {space['dimensions']}"
        used = "in use" if space["in_use"] else "not in use"
        yield f"  {one_line(name, 160)}: {space['state']}, {space['ready']} of {space['wanted']}, {used}"
    yield f"{form.count_text(told['waiting'], 'memory waits', 'memories wait')}."
    if told["problem"]:
        yield f"It cannot be used: {one_line(told['problem'], 400)}"
    if told["blocked"]:
        calls = form.count_text(told["blocked"], "call", "calls")
        yield f"{calls} may have been paid, and nothing of them is sent again; `mem index inspect` prints a plan."


@command("inspect", scope=PROJECT, answer=_PLAN)
@click.pass_obj
def inspect(door: Door) -> None:
    """Print the plan as JSON: the next batch for a hosted embedder, and the first call that may have been paid.

    Save it, set accept_charges (or accept_duplicate_charge) in it, and give it to `prepare` (or `recover`).
    """
    from hardwon.engine import indexing

    with door.engine() as engine:
        plan: dict[str, Any] = indexing.inspect(engine)
    plan["interrupted"] = [call | {"sent_at": form.iso(call["sent_at"])} for call in plan["interrupted"]]
    door.answer(plan, json.dumps(plan, indent=2).splitlines())


@command("prepare", scope=PROJECT, answer=_INDEXED)
@click.argument("file", metavar="[FILE|-]", required=False, default="")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def prepare(door: Door, file: str, yes: bool) -> None:
    """Send one batch to a hosted embedder, as a plan says whose accept_charges is true.

    Without a plan, make the vectors of a local embedder that are missing; it can be interrupted and goes on.
    """
    from hardwon.engine import indexing, reindexing

    with door.engine() as engine:
        if not file and indexing.is_for_a_person(engine):
            raise InvalidInput("there is no plan", "`mem index inspect > plan.json`, and set accept_charges in it")
        if not file:
            _answer(door, reindexing.fill_all(engine))
            return
        door.require_person("sends memories to a hosted embedder", yes=yes)
        _answer(door, indexing.prepare(engine, read_plan(door, file)))


@command("recover", scope=PROJECT, answer=_INDEXED)
@click.argument("file", metavar="FILE|-")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def recover(door: Door, file: str, yes: bool) -> None:
    """Send again what a call sent that may have been paid, as a plan says whose accept_duplicate_charge is true."""
    from hardwon.engine import indexing

    door.require_person("accepts that a call may be paid twice", yes=yes)
    with door.engine() as engine:
        _answer(door, indexing.recover(engine, read_plan(door, file)))


def _answer(door: Door, done: Indexed) -> None:
    data = {name: getattr(done, name) for name in _INDEXED}
    told = f"{form.count_text(done.stored, 'vector', 'vectors')} stored, ${done.cost_usd:.6f}; {done.waiting} left."
    door.answer(data, [told])


for each in (status, inspect, prepare, recover):
    index.add_command(each)
