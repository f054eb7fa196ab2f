"""`mem audit`."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from hardwon.cli.door import Door
from hardwon.cli.form import count_text
from hardwon.cli.group import PROJECT, command
from hardwon.cli.purge import about_backups
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
                "held": "whether it is under a legal hold and was left as it is",
            }
        ],
        "backups": "list of names of backups that may hold what was found too",
    },
)
@click.option("--apply", is_flag=True, help="Redact what is found, also in earlier versions; keep orders aside.")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def audit(door: Door, apply: bool, yes: bool) -> None:
    """Look at all that is stored with today's rules, for secrets, private words and orders.

    With --apply a redacted text becomes a new version, and the old one goes from history and from the file's pages. A
    memory under a legal hold is left as it is. Backups keep what they have; they are named.
    """
    from hardwon.engine import auditing
    from hardwon.engine.purging import backups_of
    from hardwon.install.purge import kept_quiet

    with ExitStack() as held:
        if apply:
            door.require_person("rewrites what is stored", yes=yes)
            held.enter_context(kept_quiet(door.paths, door.environ))
        engine = held.enter_context(door.engine())
        found = auditing.audit(engine, apply=apply)
        backups = backups_of(engine) if any(not one.order for one in found) else []
    names = ("id", "versions", "kinds", "order", "place", "text", "held")
    data = [{name: getattr(one, name) for name in names} for one in found]
    lines = [*map(_line, found), *_end(found, apply=apply), *([about_backups(backups)] if backups else [])]
    door.answer({"applied": apply and any(not one.held for one in found), "findings": data, "backups": backups}, lines)


def _line(one: Finding) -> str:
    what = ", ".join(one.kinds) or f"reads like an order: {one.order}"
    what += "; held" if one.held else ""
    return f"{one.id or one.place}  ({what})  {one_line(one.text, 160)}".rstrip()


def _end(found: Sequence[Finding], *, apply: bool) -> Iterator[str]:
    if not found:
        yield "Nothing stored has what must not be kept."
        return
    held = [one.id for one in found if one.held]
    rest = len(found) - len(held)
    if apply:
        yield f"{count_text(rest, 'finding', 'findings')} mended."
    else:
        yield f"{count_text(len(found), 'finding', 'findings')}. To mend them: mem audit --apply"
    if held:
        told = (
            "is under a legal hold and stays as it is"
            if len(held) == 1
            else "are under a legal hold and stay as they are"
        )
        yield f"{', '.join(dict.fromkeys(held))} {told}; `mem hold release ID` lets one go, if you may."
