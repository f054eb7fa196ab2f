"""`mem scan`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hardwon.cli.door import Door
from hardwon.cli.form import count_text
from hardwon.cli.group import PROJECT, command
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.scanning import Scanned


@command(
    "scan",
    scope=PROJECT,
    answer={
        "dry_run": "whether nothing was written",
        "facts": [
            {
                "content": "the sentence",
                "category": "what kind of memory it is",
                "file": "relative to the project, empty for a commit",
                "line": "from 1, 0 where there is none",
                "source": "the file, or the commit",
                "trust": "repository, or agent for the client's own notes",
            }
        ],
        "new": "memories that came",
        "unchanged": "that stayed",
        "moved": "that stand in another line now",
        "retired": "whose source is gone",
        "held": "that read like orders and are kept aside",
        "is_whole": "false when the project is too large to be looked at whole",
    },
)
@click.option("--dry-run", is_flag=True, help="Show what the files say, and store nothing.")
@click.pass_obj
def scan(door: Door, dry_run: bool) -> None:
    """Learn facts about the project from its files: CLAUDE.md, AGENTS.md, rules, README, decision records, comments
    marked ARCH:, DECISION: or GOTCHA:, telling commits, manifests, and the client's own notes.

    Each fact points to its file and line, and goes when they go. A new session does this in the background.
    """
    from hardwon.engine import scanning

    with door.engine() as engine:
        done = scanning.scan(engine, dry_run=dry_run, environ=door.environ)
    facts = [
        {
            "content": one.content,
            "category": one.category,
            "file": one.file,
            "line": one.line,
            "source": one.note or one.file,
            "trust": one.trust,
        }
        for one in done.facts
    ]
    counts = {name: getattr(done, name) for name in ("new", "unchanged", "moved", "retired", "held", "is_whole")}
    door.answer({"dry_run": dry_run, "facts": facts, **counts}, _lines(done, dry_run=dry_run))


def _lines(done: Scanned, *, dry_run: bool) -> list[str]:
    if dry_run:
        places = [f"{one.note or one.file}:{one.line}".removesuffix(":0") for one in done.facts]
        shown = [
            f"{one_line(place, 120)}  ({one.category})  {one_line(one.content, 200)}"
            for place, one in zip(places, done.facts, strict=True)
        ]
        return [*shown, f"{count_text(len(done.facts), 'fact', 'facts')}; nothing was stored."]
    told = [f"{done.new} new, {done.unchanged} unchanged, {done.moved} moved, {done.retired} retired."]
    if done.held:
        told.append(f"{done.held} read like orders and are kept aside: mem quarantine")
    if not done.is_whole:
        told.append("The project is too large to be looked at whole; nothing was retired.")
    return told
