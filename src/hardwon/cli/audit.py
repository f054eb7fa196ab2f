"""`mem audit`."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from hardwon.cli.door import Door
from hardwon.cli.form import count_text
from hardwon.cli.group import PROJECT, command
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.auditing import Finding


@command(
    "audit",
    scope=PROJECT,
    answer={
        "applied": "whether it was mended",
        "findings": [
            {
                "id": "the memory, empty for another text",
                "versions": "list of numbers of the versions that hold it",
                "kinds": "list of what must not be kept",
                "order": "why it reads like an order, empty when it does not",
                "place": "where else the text stands, empty for a memory",
                "text": "the memory as it would stand",
            }
        ],
    },
)
@click.option("--apply", is_flag=True, help="Redact what is found, also in earlier versions; keep orders aside.")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def audit(door: Door, apply: bool, yes: bool) -> None:
    """Look at all that is stored with today's rules, for secrets, private words and orders.

    With --apply a redacted text becomes a new version, and the old one goes from history and from the file's pages.
    """
    from hardwon.engine import auditing
    from hardwon.install.purge import kept_quiet

    with ExitStack() as held:
        if apply:
            door.require_person("rewrites what is stored", yes=yes)
            held.enter_context(kept_quiet(door.paths, door.environ))
        found = auditing.audit(held.enter_context(door.engine()), apply=apply)
    names = ("id", "versions", "kinds", "order", "place", "text")
    data = [{name: getattr(one, name) for name in names} for one in found]
    door.answer({"applied": apply and bool(found), "findings": data}, [*map(_line, found), _end(found, apply=apply)])


def _line(one: Finding) -> str:
    what = ", ".join(one.kinds) or f"reads like an order: {one.order}"
    return f"{one.id or one.place}  ({what})  {one_line(one.text, 160)}".rstrip()


def _end(found: object, *, apply: bool) -> str:
    if not found:
        return "Nothing stored has what must not be kept."
    told = count_text(len(found), "finding", "findings")  # type: ignore[arg-type]
    return f"{told}, mended." if apply else f"{told}. To mend them: mem audit --apply"
