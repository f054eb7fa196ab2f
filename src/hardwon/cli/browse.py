"""`mem list` and `mem show`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from hardwon.cli import form
from hardwon.cli.door import Door
from hardwon.cli.group import EVERYWHERE, PROJECT, command
from hardwon.cli.values import category_option, id_argument
from hardwon.errors import InvalidValue
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.models import Memory, Outcome, Record

_STATUSES = ("active", "archived", "quarantined", "retired", "all")
_PAGE_MAX = 10_000
_PURGED = "(text purged, id kept)"


@command(
    "list",
    scope=EVERYWHERE,
    answer={
        "project": "the binding that was read",
        "total": "how many there are in all",
        "offset": "how many were skipped",
        "memories": [{**form.MEMORY_FIELDS, "record": 'what became of it, such as "worked 5, failed 1, last 3 Nov"'}],
    },
)
@category_option("Only memories of this category.")
@click.option("--tag", help="Only memories with this tag.")
@click.option("--status", type=click.Choice(_STATUSES), default="active", show_default=True, help="In which state.")
@click.option("--archived", is_flag=True, help="The forgotten ones; the same as --status archived.")
@click.option("--limit", type=int, metavar="N", default=50, show_default=True, help="How many at most.")
@click.option("--offset", type=int, metavar="N", default=0, help="How many to skip.")
@click.pass_obj
def list_(
    door: Door, category: str | None, tag: str | None, status: str, archived: bool, limit: int, offset: int
) -> None:
    """List memories of this project and your own, the newest first."""
    if not 1 <= limit <= _PAGE_MAX or offset < 0:
        raise InvalidValue("the page is out of bounds", f"--limit takes 1 to {_PAGE_MAX:,}, --offset 0 or more")
    with door.engine() as engine:
        found, total = engine.list(
            category=category,
            tag=tag,
            status="archived" if archived else status,
            limit=limit,
            offset=offset,
            all_projects=door.everywhere,
        )
        here = engine.project
        told = engine.records([one.id for one in found], all_projects=door.everywhere)
    records = {id: record.text for id, record in told.items()}
    memories = [{**form.memory_fields(one), "record": records.get(one.id, "")} for one in found]
    data = {"project": here, "total": total, "offset": offset, "memories": memories}
    door.answer(data, _rows(door, found, here, records))
    if not door.as_json:
        _count_note(door, len(found), total, offset)


def _rows(door: Door, found: Sequence[Memory], here: str, records: Mapping[str, str]) -> list[str]:
    screen = door.screen
    facts = {one.id: form.memory_facts(one, here, records.get(one.id, "")) for one in found}
    if not screen.is_terminal:
        return [line for one in found for line in screen.entry(one.id, facts[one.id], one.content or _PURGED)]
    is_utc = door.settings.env == "testing"
    rows = []
    for one in found:
        category, *others = facts[one.id]
        marks = "".join(f"({fact}) " for fact in others if fact)
        day = form.clock_text(one.recorded_at, is_utc=is_utc)[:10]
        rows.append((one.id, category, day, marks + (one.title or one.content or _PURGED)))
    return screen.table(rows, ("id", "category", "dim", ""))


def _count_note(door: Door, count: int, total: int, offset: int) -> None:
    if not total:
        door.note("No memories here yet.")
        door.advise('Store one with: mem add "what is worth knowing next time"')
    elif offset + count < total:
        door.note(f"{count:,} of {total:,}; go on with --offset {offset + count}")


@command(
    "show",
    scope=PROJECT,
    answer={
        **form.MEMORY_FIELDS,
        "record": form.RECORD_FIELDS,
        "outcomes": [form.OUTCOME_FIELDS],
        "versions": [form.MEMORY_FIELDS],
        "restated": "how often it was said again",
        "given": "how often a session was given it",
    },
)
@id_argument
@click.pass_obj
def show(door: Door, id: str) -> None:
    """Show one memory: its text, where it comes from, its versions, and its record.

    Each outcome is told in a sentence with its evidence and its id, also those that count no longer, with the reason.
    """
    with door.engine() as engine:
        memory = engine.get(id)
        outcomes = engine.outcomes(memory.id, withdrawn=True)
        versions = engine.history(memory.id)
        record = engine.record_of(outcomes)
        given = engine.injection_count(memory.id)
    data = {
        **form.memory_fields(memory),
        "record": form.record_fields(record),
        "outcomes": [form.outcome_fields(one) for one in outcomes],
        "versions": [form.memory_fields(one) for one in versions],
        "restated": memory.restated_count,
        "given": given,
    }
    door.answer(data, _page(door, memory, record, outcomes, versions, given))


def _page(
    door: Door,
    memory: Memory,
    record: Record,
    outcomes: Sequence[Outcome],
    versions: Sequence[Memory],
    given: int,
) -> Iterator[str]:
    from hardwon.engine.sentences import sentence_of

    screen = door.screen
    is_utc = door.settings.env == "testing"

    def at(moment: int) -> str:
        return form.clock_text(moment, is_utc=is_utc)

    times = form.count_text(memory.restated_count, "time")
    again = f"{times}, last {at(memory.restated_at)}" if memory.restated_count else ""
    head = [memory.category, *form.memory_facts(memory, "")[1:]]
    yield screen.paint(one_line(memory.id), "id") + "  " + one_line(", ".join(fact for fact in head if fact))
    yield from screen.block(memory.content or _PURGED)
    yield from screen.pairs(
        [
            ("title", memory.title),
            ("tags", ", ".join(memory.tags)),
            ("files", ", ".join(memory.files)),
            ("confidence", "" if memory.confidence is None else f"{memory.confidence:g}"),
            ("said by", _origin_text(memory)),
            ("created", at(memory.created_at)),
            ("said again", again),
            ("given", f"{form.count_text(given, 'time')} to a session" if given else ""),
            ("record", _record_text(record)),
        ]
    )
    for one in outcomes:
        line = f"{one.id}  {sentence_of(one)}"
        yield "    " + (one_line(line) if one.retired_at is None else screen.paint(one_line(line), "dim"))
    if len(versions) > 1:
        yield screen.paint(f"versions    {len(versions)}", "dim")
        for version in versions:
            line = f"{version.version}  {at(version.recorded_at)}  {version.change}: {version.content or _PURGED}"
            yield "    " + one_line(line, max(screen.width - 4, 40) if screen.is_terminal else 0)


def _origin_text(memory: Memory) -> str:
    origin = memory.origin
    parts = [origin.who, f"in {origin.host}" if origin.host else ""]
    parts.append(f"session {origin.session_id}" if origin.session_id else "")
    parts.append(f"line {origin.line}" if origin.line else "")
    return ", ".join(part for part in parts if part) + (f" ({origin.note})" if origin.note else "")


def _record_text(record: Record) -> str:
    text = record.text or "no outcomes that count yet"
    if record.text:
        text += f", score {record.score:+.2f}"
    return text + (f"; {form.count_text(record.reported, 'report')} waiting" if record.reported else "")
