"""What to do about calls that may have been paid: a plan that a person reads, consents to, and gives back."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, StrictBool, StrictInt, ValidationError

from hardwon.config.paths import Paths
from hardwon.engine.extracting import block_lost, sending
from hardwon.errors import InvalidInput
from hardwon.store import ledger
from hardwon.store.fitness import exists
from hardwon.store.ledger import Source, ledger_file, opened

_NO_PLAN = "`mem recover inspect` prints one"


class _Planned(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: str
    calls: StrictInt


class _Plan(BaseModel):
    model_config = ConfigDict(extra="ignore")

    plan: Literal[1]
    accept_duplicate_charge: StrictBool
    sources: list[_Planned]


def listed(paths: Paths, now: int, *, project: str = "") -> tuple[list[dict[str, object]], dict[str, int]]:
    """The sources that wait or are blocked, each with its last call, and the counts of all.

    Args:
        paths: where calls are recorded.
        now: in milliseconds.
        project: whose, "" for all.
    """
    if not exists(ledger_file(paths)):
        return [], {"pending": 0, "blocked": 0, "done": 0, "dropped": 0}
    with opened(paths) as book:
        block_lost(paths, book, now)
        states = (ledger.PENDING, ledger.SENT, ledger.BLOCKED)
        found = [_told(book, source) for source in ledger.sources(book, project=project, states=states)]
        counts = ledger.counts(book, project)
    return found, {name: counts[name] for name in ("pending", "blocked", "done", "dropped")}


def _told(book: Any, source: Source) -> dict[str, object]:
    calls = ledger.calls_of(book, source.id)
    last = calls[-1] if calls else None
    return {
        "id": source.id,
        "state": source.state,
        "project": source.project,
        "session": source.session_id,
        "transcript": source.path,
        "from_byte": source.start,
        "to_byte": source.end,
        "reason": source.reason,
        "calls": len(calls),
        "backend": last.backend if last else "",
        "model": last.model if last else "",
        "sent_at": last.sent_at if last else None,
        "most_usd": last.reserved_usd if last else 0.0,
    }


def inspect(paths: Paths, now: int) -> dict[str, object]:
    """The plan: every blocked source, of all projects, and no consent.

    Args:
        paths: where calls are recorded.
        now: in milliseconds.
    """
    found, _ = listed(paths, now)
    sources = [one for one in found if one["state"] == ledger.BLOCKED]
    return {"plan": 1, "accept_duplicate_charge": False, "sources": sources}


def run(paths: Paths, text: str, now: int) -> int:
    """Let the sources of a plan be sent again, all or none; how many.

    Args:
        paths: where calls are recorded.
        text: the plan, with consent.
        now: in milliseconds.

    Raises:
        InvalidInput: it is no plan, has no consent, or things are no longer as it says.
        StoreLocked: another process sends just now.
    """
    plan = _read(text)
    if not plan.accept_duplicate_charge:
        raise InvalidInput(
            "the plan does not accept that calls may be paid twice", "set accept_duplicate_charge to true in it"
        )
    with sending(paths), opened(paths) as book, book.atomic():
        ledger.block_orphans(book, now)
        for planned in plan.sources:
            # One consent is to one call: a source that was blocked again since needs another.
            if len(ledger.calls_of(book, planned.id)) != planned.calls or not ledger.accept(book, planned.id, now):
                raise InvalidInput(f"source {planned.id[:40]!r} is no longer as the plan says", _NO_PLAN)
    return len(plan.sources)


def _read(text: str) -> _Plan:
    try:
        return _Plan.model_validate_json(text)
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, wrong["loc"]))
        raise InvalidInput(f"this is no plan: {where or 'JSON'}: {wrong['type']}", _NO_PLAN) from None
