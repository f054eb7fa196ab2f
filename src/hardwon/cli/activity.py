"""`mem activity`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from hardwon.cli.door import Door
from hardwon.cli.form import clock_text, iso
from hardwon.cli.group import EVERYWHERE, command
from hardwon.text.clean import one_line

PAGE = 32
_NOTHING = "Nothing was done for a session, over MCP or by the service in seven days; commands are not noted."
_STAGE = {
    "id": "of the operation, the same for all its stages",
    "operation": "recall, remember, capture, judge, extract, dream, prepare, embed, ...",
    "stage": "admitted or started, then done, refused or failed; of a model's reading sent, done, refused or blocked",
    "at": "ISO 8601, UTC",
    "took_ms": "since the operation began, null where that is not known",
    "counts": "object: whole numbers by name",
    "error": "the kind of error, may be empty",
}


@command(
    "activity",
    scope=EVERYWHERE,
    answer={"stages": [_STAGE], "next_cursor": "for --cursor of the next page, null after the last one"},
)
@click.option("--operation", default="", metavar="NAME", help="Only this operation, such as recall or dream.")
@click.option("--limit", type=click.IntRange(1, PAGE), metavar="N", default=PAGE, show_default=True, help="How many.")
@click.option("--cursor", default="", metavar="CURSOR", help="Where the page before ended.")
@click.pass_obj
def activity(door: Door, operation: str, limit: int, cursor: str) -> None:
    """Show what was done in the last seven days, the newest first: operations and their stages, without any text."""
    from hardwon.engine.activity import page

    with door.searching() as engine:
        project = "" if door.everywhere else engine.project
    found, following = page(door.paths, project=project, operation=operation, limit=limit, cursor=cursor)
    stages = [{**stage, "at": iso(int(str(stage["at"])))} for stage in found]
    lines = [_line(door, stage) for stage in found]
    door.answer({"stages": stages, "next_cursor": following or None}, lines or [_NOTHING])
    if following and not door.as_json:
        door.note(f"More: mem activity --cursor {following}")


def _line(door: Door, stage: Mapping[str, Any]) -> str:
    counts = ", ".join(f"{name} {value}" for name, value in stage["counts"].items())
    took = "" if stage["took_ms"] is None else f"{stage['took_ms']} ms"
    told = "  ".join(filter(None, (took, stage["error"], counts)))
    when, head = clock_text(stage["at"]), f"{stage['operation']:<18} {stage['stage']:<9}"
    return one_line(f"{when}  {stage['id'][:6]}  {head} {told}").rstrip()
