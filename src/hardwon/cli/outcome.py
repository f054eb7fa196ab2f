"""`mem outcome`."""

from __future__ import annotations

import click

from hardwon.cli import form
from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command
from hardwon.cli.values import id_argument
from hardwon.models import VERDICTS


@command(
    "outcome",
    scope=PROJECT,
    takes_text="text",
    answer={**form.OUTCOME_FIELDS, "record": form.RECORD_FIELDS},
)
@id_argument
@click.argument("verdict", type=click.Choice(VERDICTS, case_sensitive=False))
@click.option("--note", default="", help="Why, in a sentence.")
@click.option("--key", help="Calls with the same key count once.")
@click.pass_obj
def outcome(door: Door, id: str, verdict: str, note: str, key: str | None) -> None:
    """Say whether a memory worked, failed or half worked. That decides how it ranks from now on.

    Your verdict counts at once. In an agent's shell it is noted as the agent's report, and counts when you or
    other evidence agree.
    """
    with door.engine() as engine:
        noted = engine.record_outcome(id, verdict, note=note, key=key)
        record = engine.record(noted.memory_id)
    lines = [f"Noted: {door.screen.paint(noted.memory_id, 'id')} {noted.verdict}."]
    if noted.source == "agent":
        counts = "It counts half." if noted.counted else "It does not count until a person or other evidence agrees."
        lines.append(f"This is an agent's shell, so it is the agent's report. {counts}")
    lines.append(f"Record: {record.text or 'no outcomes that count yet'}.")
    door.answer({**form.outcome_fields(noted), "record": form.record_fields(record)}, lines)
