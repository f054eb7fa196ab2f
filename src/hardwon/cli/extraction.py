"""`mem extract`, `mem sources` and `mem recover`."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli import form
from hardwon.cli.door import INPUT_BYTES, Door
from hardwon.cli.group import EVERYWHERE, PROJECT, Nouns, command
from hardwon.errors import InvalidInput, InvalidValue
from hardwon.text.clean import for_terminal, one_line

if TYPE_CHECKING:
    from hardwon.engine.collecting import Preview
    from hardwon.engine.extracting import Extracted

_SOURCE = {
    "id": "of the source",
    "state": "pending, sent or blocked",
    "project": "the binding",
    "session": "as the client calls it",
    "transcript": "the file",
    "from_byte": "where it begins in the file",
    "to_byte": "where it ends",
    "reason": "why it waits, may be empty",
    "calls": "how often it was sent",
    "backend": "who was asked last, empty when nobody was",
    "model": "which model",
    "sent_at": "when, ISO 8601, UTC; null when it was not",
    "most_usd": "the most that call may have cost",
}
_PLAN = {
    "plan": "1, the form of the plan",
    "accept_duplicate_charge": "false; true is the consent",
    "sources": [_SOURCE],
}
_EXTRACTED = {
    "dry_run": "whether nothing was sent",
    "calls": [
        {
            "session": "as the client calls it",
            "transcript": "the file",
            "from_byte": "where it begins in the file",
            "to_byte": "where it ends",
            "most_usd": "the most the call may cost",
            "redacted": "list of kinds that were taken out up to there",
            "system": "the instructions",
            "text": "the message",
        }
    ],
    "sent": "calls that were answered",
    "new": "memories stored",
    "blocked": "calls that may have been paid",
    "left": "sources that still wait, of all projects",
    "cost_usd": "of what was answered",
    "notes": "list of what went wrong",
}


@command("extract", scope=PROJECT, answer=_EXTRACTED)
@click.option("--dry-run", is_flag=True, help="Show what would be sent, redacted; send nothing.")
@click.option("-n", "--limit", type=int, default=3, show_default=True, metavar="COUNT", help="Calls that are shown.")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def extract(door: Door, dry_run: bool, limit: int, yes: bool) -> None:
    """Have the model of your choice read what waits now; it otherwise does so after sessions, in the background.

    With --dry-run, also before any model was chosen, it shows what would be sent of this project's latest sessions.
    """
    from hardwon.engine import collecting, extracting

    if not 1 <= limit <= 100:
        raise InvalidValue(f"a limit of {limit} cannot be", "give 1 to 100")
    if dry_run:
        with door.engine() as engine:
            shown = collecting.preview(engine, collecting.latest_transcripts(engine, door.environ), limit=limit)
        door.answer(_extracted(shown=shown), _previewed(shown))
        return
    door.require_person("sends sessions to a model", yes=yes)
    if door.settings.extraction == "rules":
        raise InvalidInput("no model was chosen", "`mem config set extraction anthropic|claude-code|ollama`")
    done = extracting.extract(door.environ)
    door.answer(_extracted(done=done), _sent(done))


def _extracted(*, shown: list[Preview] | None = None, done: Extracted | None = None) -> dict[str, object]:
    calls = [
        {
            "session": one.session_id,
            "transcript": one.path,
            "from_byte": one.start,
            "to_byte": one.end,
            "most_usd": round(one.most_usd, 6),
            "redacted": list(one.kinds),
            "system": one.system,
            "text": one.text,
        }
        for one in shown or ()
    ]
    return {
        "dry_run": done is None,
        "calls": calls,
        "sent": done.sent if done else 0,
        "new": done.new if done else 0,
        "blocked": done.blocked if done else 0,
        "left": done.left if done else 0,
        "cost_usd": round(done.cost_usd, 6) if done else 0.0,
        "notes": list(done.notes) if done else [],
    }


def _previewed(shown: list[Preview]) -> Iterator[str]:
    if not shown:
        yield "Nothing waits to be sent."
    for number, one in enumerate(shown):
        if not number:
            yield from (for_terminal(line) for line in ("The instructions:", "", *one.system.splitlines()))
        cost = f"at most ${one.most_usd:.4f}" if one.most_usd else "free"
        yield f"\nSession {one_line(one.session_id, 60)}, bytes {one.start} to {one.end}, {cost}:\n"
        yield from map(for_terminal, one.text.splitlines())


def _sent(done: Extracted) -> Iterator[str]:
    yield (
        f"{form.count_text(done.sent, 'call', 'calls')}, {form.count_text(done.new, 'new memory', 'new memories')}, "
        f"${done.cost_usd:.4f}; {done.left} left."
    )
    yield from (for_terminal(note) for note in done.notes)


@command(
    "sources",
    scope=EVERYWHERE,
    answer={
        "pending": "how many wait, the blocked ones too",
        "blocked": "how many may have been paid",
        "done": "count",
        "dropped": "how many never will be sent",
        "sources": [_SOURCE],
    },
)
@click.pass_obj
def sources(door: Door) -> None:
    """List the parts of sessions that wait to be sent to a model, and those whose call may have been paid."""
    from hardwon.engine import recovery

    with door.engine() as engine:
        project = "" if door.everywhere else engine.project
        found, counts = recovery.listed(door.paths, engine.clock(), project=project)
    door.answer({**counts, "sources": [_dated(one) for one in found]}, _listed(found, counts))


def _dated(one: dict[str, object]) -> dict[str, object]:
    at = one["sent_at"]
    return {**one, "sent_at": form.iso(at) if isinstance(at, int) else None}


def _listed(found: list[dict[str, object]], counts: dict[str, int]) -> Iterator[str]:
    yield f"{counts['pending']} pending, {counts['blocked']} of them blocked; {counts['done']} done."
    for one in found:
        place = f"{one_line(str(one['session']), 40)}, bytes {one['from_byte']} to {one['to_byte']}"
        yield f"{one['id']}  ({one['state']})  {place}  {one_line(str(one['reason']), 120)}".rstrip()
    if counts["blocked"]:
        yield "What is blocked may have been paid; `mem recover inspect` prints a plan."


@click.group("recover", cls=Nouns, answer=_PLAN)
@click.pass_context
def recover(ctx: click.Context) -> None:
    """Decide about calls to a model that may have been paid. Alone this prints the plan."""
    if ctx.invoked_subcommand is None:
        _inspect(ctx.obj)


@command("inspect", answer=_PLAN)
@click.pass_obj
def inspect(door: Door) -> None:
    """Print the plan as JSON: every blocked source, of all projects. Save it, and set accept_duplicate_charge in it."""
    _inspect(door)


def _inspect(door: Door) -> None:
    from hardwon.engine import recovery

    plan = recovery.inspect(door.paths, int(time.time() * 1000))
    told: Any = plan["sources"]
    shown = {**plan, "sources": [_dated(one) for one in told]}
    door.answer(shown, json.dumps(shown, indent=2).splitlines())


@command("run", answer={"accepted": "how many sources will be sent again"})
@click.argument("file", metavar="FILE|-")
@click.option("--yes", is_flag=True, help="Do it although there is no terminal.")
@click.pass_obj
def run(door: Door, file: str, yes: bool) -> None:
    """Let the sources of a plan be sent again; its accept_duplicate_charge must be true.

    They go with the next session's end, or with `mem extract`. What is not in the plan stays blocked.
    """
    from hardwon.engine import recovery

    door.require_person("accepts that calls may be paid twice", yes=yes)
    text = read_plan(door, file)
    count = recovery.run(door.paths, text, int(time.time() * 1000))
    told = form.count_text(count, "source", "sources")
    door.answer({"accepted": count}, [f"{told} will be sent again."])


def read_plan(door: Door, file: str) -> str:
    """A plan's text.

    Args:
        door: whose standard input "-" is.
        file: its file.

    Raises:
        InvalidInput: it cannot be read, or is too large.
    """
    if file == "-":
        return door.read_input()
    try:
        if os.path.getsize(file) > INPUT_BYTES:
            raise InvalidInput(f"{file} is too large for a plan", "`inspect` prints one")
        return Path(file).read_text(encoding="utf-8-sig", errors="replace")
    except (OSError, ValueError):
        raise InvalidInput(f"{file!r} cannot be read", "name a file, or - for standard input") from None


for each in (inspect, run):
    recover.add_command(each)
