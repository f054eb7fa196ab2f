"""`mem maintain`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from hardwon.cli.door import Door
from hardwon.cli.form import count_text
from hardwon.cli.group import PROJECT, command
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.upkeep import Report
    from hardwon.maintenance.findings import Finding

_SHOWN = 20
_FINDING = {
    "kind": "duplicate, near-duplicate, contradiction, cluster, lift, low value, cold, retention or stale",
    "band": "safe applies by itself, ask is put to a person",
    "subject": "what it is about",
    "reason": "why",
    "memories": "list of ids",
}


@command(
    "maintain",
    scope=PROJECT,
    answer={
        "run": "its id, for `mem undo --run`",
        "dry": "whether nothing was written",
        "looked_at": "how many memories",
        "findings": [_FINDING],
        "applied": "object: changes by kind",
        "asked": "object: new questions by kind",
        "expired": "questions that ran out",
        "reviewed": "object: what the review of folds did, by kind",
    },
)
@click.option("--apply", is_flag=True, help="Do what is safe, and put the rest to you (`mem review`).")
@click.option("--auto-only", is_flag=True, help="With --apply: do what is safe, and ask nothing.")
@click.option("--new", "new_only", is_flag=True, help="Only what is new since the last run with --apply.")
@click.option("--all", "everywhere", is_flag=True, help="Every project's memories.")
@click.pass_obj
def maintain(door: Door, apply: bool, auto_only: bool, new_only: bool, everywhere: bool) -> None:
    """Look through the memories of this project and your own, and report; nothing is written without --apply.

    Safe are exact duplicates, what was never used in half a year and matters little, and your own rules of retention;
    `mem undo` takes all of it back. Near-duplicates, contradictions, clusters, what is stale or of little value, and
    what belongs to you rather than the project become questions for `mem review`.
    """
    from hardwon.engine.upkeep import maintain

    if auto_only and not apply:
        raise click.UsageError("--auto-only says what --apply does: give both, or neither", click.get_current_context())
    with door.engine() as engine:
        report = maintain(engine, apply=apply, auto_only=auto_only, everywhere=everywhere, new_only=new_only)
    door.answer(_data(report), _lines(door, report))
    if report.asked:
        door.advise("Decide with: mem review")
    if report.is_dry and report.findings:
        door.advise("Nothing was written; `mem maintain --apply` does what is safe and asks about the rest.")


def _data(report: Report) -> dict[str, object]:
    return {
        "run": report.run,
        "dry": report.is_dry,
        "looked_at": report.looked_at,
        "findings": [_fields(one) for one in report.findings],
        "applied": dict(report.applied),
        "asked": dict(report.asked),
        "expired": report.expired,
        "reviewed": dict(report.reviewed),
    }


def _fields(one: Finding) -> dict[str, object]:
    told = {name: getattr(one, name) for name in ("kind", "band", "subject", "reason")}
    return {**told, "memories": [target.id for target in one.targets]}


def _lines(door: Door, report: Report) -> Iterator[str]:
    yield f"Looked at {count_text(report.looked_at, 'memory', 'memories')}."
    for one in report.findings[:_SHOWN]:
        ids = ", ".join(target.id for target in one.targets[:3])
        mark = door.screen.paint(f"{one.band:4}", "good" if one.band == "safe" else "dim")
        yield mark + "  " + one_line(f"{plain(one.kind)}: {ids} ({one.reason})")
        yield "      " + one_line(one.targets[0].content, 100)
    if len(report.findings) > _SHOWN:
        kinds = Counter(one.kind for one in report.findings)
        yield "In all: " + ", ".join(f"{count} {plain(kind)}" for kind, count in sorted(kinds.items()))
    if not report.is_dry:
        yield f"Applied: {_counts(report.applied)}. Asked: {_counts(report.asked)}."
        if report.expired:
            yield f"Ended undecided, too old or of a memory that changed: {count_text(report.expired, 'question')}."
        if report.reviewed:
            yield f"Folds: {_counts(report.reviewed)}."


_PLAIN = {
    "lift": "yours rather than the project's",
    "cluster": "one subject",
    "cold": "unused and put away",
    "retention": "past your rule",
}


def plain(kind: str) -> str:
    """A kind of finding in everyday words."""
    return _PLAIN.get(kind, kind)


def _counts(counted: Counter[str]) -> str:
    return ", ".join(f"{count} {plain(kind)}" for kind, count in sorted(counted.items())) or "nothing"
