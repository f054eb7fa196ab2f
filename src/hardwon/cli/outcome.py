"""`mem outcome`."""

from __future__ import annotations

from typing import Any

import click

from hardwon.cli import form
from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command
from hardwon.cli.values import id_argument
from hardwon.models import VERDICTS, Outcome, Record

_TURNS = ("undo", "redo")  # no id: ids have no u and no o


class _Verdict(click.Choice[str]):
    """A verdict; after undo and redo the id they are about."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if ctx is not None and ctx.params.get("id") in _TURNS:
            return value
        return super().convert(value, param, ctx)


@command(
    "outcome",
    scope=PROJECT,
    takes_text="text",
    answer={**form.OUTCOME_FIELDS, "record": form.RECORD_FIELDS},
)
@id_argument
@click.argument("verdict", type=_Verdict(VERDICTS, case_sensitive=False))
@click.option("--note", default="", help="Why, in a sentence.")
@click.option("--key", help="Calls with the same key count once.")
@click.pass_obj
def outcome(door: Door, id: str, verdict: str, note: str, key: str | None) -> None:
    """Say whether a memory worked, failed or half worked. That decides how it ranks from now on.

    Your verdict counts at once. In an agent's shell it is noted as the agent's report, and counts when you or
    other evidence agree.

    `mem outcome undo ID` takes an outcome back, your own or one that Hardwon found: ID is the outcome's, as `mem show`
    tells it, or the memory's for its latest. It stays in the history, is not found again, and
    `mem outcome redo ID` lets it count again.
    """
    with door.engine() as engine:
        if id in _TURNS:
            noted = engine.undo_outcome(verdict) if id == "undo" else engine.redo_outcome(verdict)
        else:
            noted = engine.record_outcome(id, verdict, note=note, key=key)
        record = engine.record(noted.memory_id)
        withheld = engine.withheld(note) if note else ()
    lines = _turned(door, id, noted) if id in _TURNS else _noted(door, noted)
    lines.append(f"Record: {record.text or 'no outcomes that count yet'}.")
    door.answer(_data(noted, record), lines)
    door.note_withheld(withheld)


def _data(noted: Outcome, record: Record) -> dict[str, object]:
    return {**form.outcome_fields(noted), "record": form.record_fields(record)}


def _noted(door: Door, noted: Outcome) -> list[str]:
    lines = [f"Noted: {door.screen.paint(noted.memory_id, 'id')} {noted.verdict}."]
    if noted.source == "agent":
        counts = "It counts half." if noted.counted else "It does not count until a person or other evidence agrees."
        lines.append(f"This is an agent's shell, so it is the agent's report. {counts}")
    return lines


def _turned(door: Door, turn: str, noted: Outcome) -> list[str]:
    from hardwon.engine.sentences import sentence_of

    what = "Taken back" if turn == "undo" else "Counts again"
    lines = [f"{what}: {door.screen.paint(noted.id, 'id')} of {noted.memory_id}, {sentence_of(noted)}"]
    if turn == "undo":
        door.advise(f"To let it count again: mem outcome redo {noted.id}")
    return lines
