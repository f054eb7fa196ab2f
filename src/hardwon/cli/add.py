"""`mem add`."""

from __future__ import annotations

import click

from hardwon.cli.door import Door
from hardwon.cli.form import MEMORY_FIELDS, OWN_PROJECT, memory_fields
from hardwon.cli.group import PROJECT, command
from hardwon.cli.values import category_option, text_of
from hardwon.models import CATEGORIES, Remembered


@command(
    "add",
    scope=PROJECT,
    takes_text="text",
    answer={
        **MEMORY_FIELDS,
        "created": "false when the same text was there and is only stronger now",
        "redacted": "kinds of secrets that were taken out first",
    },
)
@click.argument("text", nargs=-1, required=True)
@category_option(f"What kind of memory it is: {', '.join(CATEGORIES)}.", default="general")
@click.option("--tag", "tags", multiple=True, help="A word to find it by; may be repeated.")
@click.option("--file", "files", multiple=True, help="A path it is about; may be repeated.")
@click.option("--title", help="A title to find it by.")
@click.option("--user", is_flag=True, help="Keep it with you in every project, not only this one.")
@click.option("--pin", is_flag=True, help="Give it to every session.")
@click.option("--confidence", type=float, metavar="0..1", help="How sure you are.")
@click.option("--key", help="Calls with the same key store once.")
@click.pass_obj
def add(
    door: Door,
    text: tuple[str, ...],
    category: str,
    tags: tuple[str, ...],
    files: tuple[str, ...],
    title: str | None,
    user: bool,
    pin: bool,
    confidence: float | None,
    key: str | None,
) -> None:
    """Store something worth knowing next time: a rule, a decision, a gotcha, a command that worked.

    TEXT is one fact in a sentence or two; - reads it from standard input. Secrets and <private> parts are taken
    out before anything is stored.
    """
    with door.engine() as engine:
        result = engine.remember(
            text_of(door, text),
            category=category,
            title=title,
            tags=tags,
            files=files,
            pin=pin,
            confidence=confidence,
            to_user=user,
            origin=door.origin(),
            key=key,
        )
    door.answer(
        {**memory_fields(result.memory), "created": result.created, "redacted": result.redacted},
        _lines(door, result),
    )
    if result.created:
        door.advise(f"When it has helped: mem outcome {result.memory.id} worked")


def _lines(door: Door, result: Remembered) -> list[str]:
    memory = result.memory
    id, category = door.screen.paint(memory.id, "id"), door.screen.paint(memory.category, "category")
    where = ", for every project" if memory.project == OWN_PROJECT else ""
    pinned = ", pinned" if memory.tier == "pinned" else ""
    if result.created:
        lines = [f"Remembered {id} ({category}{pinned}{where})."]
    else:
        lines = [f"Known already as {id} ({category}{pinned}{where}); it counts as said again."]
        if memory.status != "active":
            lines.append(f"It is {memory.status}, so recall leaves it out; mem restore {memory.id} brings it back.")
    if memory.status == "quarantined" and result.created:
        lines.append("It reads like an order and is not a person's own word, so no session is given it: mem quarantine")
    if result.redacted:
        lines.append(f"Taken out before storing: {', '.join(result.redacted)}.")
    return lines
