"""`mem history` and `mem diff`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from hardwon.cli.door import Door
from hardwon.cli.form import MEMORY_FIELDS, clock_text, memory_fields
from hardwon.cli.group import PROJECT, command
from hardwon.cli.values import id_argument
from hardwon.models import Memory
from hardwon.text.clean import one_line


@command("history", scope=PROJECT, answer={"id": "of the memory", "versions": [MEMORY_FIELDS]})
@id_argument
@click.pass_obj
def history(door: Door, id: str) -> None:
    """Show every version of a memory on both clocks: when it was known so, and since when it holds."""
    with door.engine() as engine:
        versions = engine.history(id)
    data = {"id": versions[0].id, "versions": [memory_fields(one) for one in versions]}
    door.answer(data, _version_lines(door, versions))


def _version_lines(door: Door, versions: Sequence[Memory]) -> Iterator[str]:
    is_utc = door.settings.env == "testing"

    def at(moment: int | None) -> str:
        return "" if moment is None else clock_text(moment, is_utc=is_utc)

    for one in versions:
        ends = f" to {at(one.valid_to)}" if one.valid_to is not None else ""
        tier = [one.tier] if one.tier != "hot" else []
        facts = [one.change, one.category, one.status, *tier, f"holds from {at(one.valid_from)}{ends}"]
        yield door.screen.paint(f"{one.version}  {at(one.recorded_at)}", "id") + "  " + one_line(", ".join(facts))
        yield from door.screen.block(one.content)


@command(
    "diff",
    scope=PROJECT,
    answer={
        "id": "of the memory",
        "from": "number of the older version",
        "to": "number of the newer one",
        "fields": [{"name": "of a field that differs", "before": "as it was", "after": "as it is"}],
        "lines": "list of lines of a unified diff of the texts",
    },
)
@id_argument
@click.argument("first", type=int, required=False)
@click.argument("second", type=int, required=False)
@click.pass_obj
def diff(door: Door, id: str, first: int | None, second: int | None) -> None:
    """Show what changed between two versions of a memory, by default between its last two.

    FIRST and SECOND are numbers of versions, as `mem history` shows them.
    """
    from hardwon.engine.past import difference

    with door.engine() as engine:
        found = difference(engine, id, first, second)
    fields = [{"name": name, "before": before, "after": after} for name, before, after in found.fields]
    data = {"id": found.new.id, "from": found.old.version, "to": found.new.version}
    changed = [one_line(f"{name}: {before or '-'} -> {after or '-'}") for name, before, after in found.fields]
    lines = [*changed, *(one_line(line) for line in found.lines)] or ["Nothing differs."]
    door.answer({**data, "fields": fields, "lines": list(found.lines)}, lines)
