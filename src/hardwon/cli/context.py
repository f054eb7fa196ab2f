"""`mem context`."""

from __future__ import annotations

import click

from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command
from hardwon.cli.values import text_of


@command(
    "context",
    scope=PROJECT,
    takes_text="words",
    answer={
        "text": "ready to be given to a model; empty when there is nothing to say",
        "ids": "list of the memories in it, in order",
        "tokens": "estimated",
        "dropped": "list of memories that did not fit the budget",
    },
)
@click.argument("query", nargs=-1)
@click.option("--budget", type=int, metavar="TOKENS", help="The most tokens; 600 unless the settings say otherwise.")
@click.pass_obj
def context(door: Door, query: tuple[str, ...], budget: int | None) -> None:
    """Print what a session would be given, ready for a model: its brief, or with a QUERY what fits that.

    For clients without hooks: paste it, or have the client run it when it starts.
    """
    text = text_of(door, query) if query else None
    with door.searching() as engine:
        packed = engine.context(text, budget=budget)
    data = {"text": packed.text, "ids": packed.ids, "tokens": packed.tokens, "dropped": packed.dropped}
    door.answer(data, [packed.text] if packed.text else [])
    if not packed.text and not door.as_json:
        door.note("There is nothing to give yet." if text is None else "Nothing fits this query.")
