"""`mem backfill`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from hardwon.cli import form
from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.backfill import Backfilled, Progress

_NOTES_MAX = 5
_ANSWER = {
    "dry_run": "whether everything was done to a copy and thrown away",
    "sessions": "sessions of the project that have a transcript",
    "sessions_read": "sessions in which something was new",
    "commits": "commits that were looked at",
    "beads": "closed beads that were looked at",
    "tasks": "tasks that were found closed",
    "new": "memories stored",
    "restated": "memories said again",
    "recorded": "memories with a new outcome",
    "withdrawn": "memories with an outcome that no longer counts",
    "notes": "list of sentences on what could not be read",
}


@command("backfill", scope=PROJECT, answer=_ANSWER)
@click.option("--since", metavar="WHEN", help="Only what is from then on: 2026-03-01, or 90 days ago.")
@click.option("--dry-run", is_flag=True, help="Tell what would be found; nothing is kept.")
@click.pass_obj
def backfill(door: Door, since: str | None, dry_run: bool) -> None:
    """Learn from the past of this project: Claude Code's transcripts, git's history, and Beads.

    Sessions are read from the first to the last, so that what an early one taught has a record from the later ones.
    Ctrl-C loses nothing: the next run goes on. A second run finds nothing new. Nothing of theirs is written.
    """
    from hardwon.engine.backfill import backfill as fill
    from hardwon.engine.backfill import past_sessions, tried
    from hardwon.engine.moments import moment_of

    with door.engine() as engine:
        at = moment_of(since, engine.clock(), ends=False) if since else 0
        sessions = past_sessions(engine, door.environ, since=at)
        cwd = engine.root if door.project else door.folder()
        with _progress(door, sum(one.size for one in sessions)) as progress:
            if dry_run:
                found = tried(engine, door.environ, cwd=cwd, since=at, progress=progress)
            else:
                found = fill(engine, door.environ, cwd=cwd, since=at, sessions=sessions, progress=progress)
    door.answer({**{name: getattr(found, name, dry_run) for name in _ANSWER}}, _lines(found, is_dry=dry_run))
    if not door.as_json:
        for note in found.notes[:_NOTES_MAX]:
            door.note(one_line(note, 300))
        if len(found.notes) > _NOTES_MAX:
            door.note(f"and {len(found.notes) - _NOTES_MAX} more; --json lists them")


@contextmanager
def _progress(door: Door, total: int) -> Iterator[Progress]:
    """A bar on a terminal's standard error; silence elsewhere."""
    if not total or door.as_json or sys.stderr is None or not sys.stderr.isatty():
        yield lambda size, name: None
        return
    try:
        with click.progressbar(length=total, label="Reading sessions", file=sys.stderr, width=30) as bar:
            yield lambda size, name: bar.update(size)
    except KeyboardInterrupt:
        door.note("\nStopped. What was read is kept; `mem backfill` goes on from here.")
        raise


def _lines(found: Backfilled, *, is_dry: bool) -> Iterator[str]:
    new = form.count_text(found.sessions_read, "session")
    yield f"Read {new} of {found.sessions:,}, {form.count_text(found.commits, 'commit')}, {_beads(found)}."
    would = "Would store" if is_dry else "Stored"
    judged = form.count_text(found.recorded, "outcome")
    yield f"{would} {form.count_text(found.new, 'memory', 'memories')}, {found.restated:,} said again, {judged}."
    if not is_dry and found.new:
        yield "`mem list` shows them, `mem stats` what became of them."


def _beads(found: Backfilled) -> str:
    return form.count_text(found.beads, "closed bead")
