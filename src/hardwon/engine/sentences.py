"""What became of memories, in sentences a person can check."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from hardwon.retrieval.ranking import day_text
from hardwon.store import outcomes
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.searching import Searching
    from hardwon.models import Outcome

_SPEAKERS = {"person": "a person said so", "agent": "the agent reported it", "import": "it was imported"}


def sentence_of(outcome: Outcome) -> str:
    """An outcome as a sentence: "worked on 3 Nov: its command was run: `pytest -q` failed, then passed."

    What does not count, or no longer does, says so.
    """
    speaker = _SPEAKERS.get(outcome.source, "")
    reason = one_line(outcome.reason)
    if outcome.source == "evidence":
        told = reason[:1].lower() + reason[1:] if reason[:2].istitle() else reason
    else:
        told = f"{speaker}: {reason}" if speaker and reason else speaker or reason
    text = f"{outcome.verdict} on {day_text(outcome.at)}" + (f": {told}" if told else "")
    if outcome.retired_at is not None:
        text = f"{text.rstrip('.')} (counts no longer: {outcome.withdrawn or 'withdrawn'})"
    elif not outcome.counted:
        text = f"{text.rstrip('.')} (does not count yet)"
    return text if text.endswith((".", ")", "!", "?")) else text + "."


def evidence_of(outcome: Outcome) -> list[dict[str, object]]:
    """The pieces of evidence an outcome rests on: kind, verdict and text of each."""
    pieces = outcome.evidence.get("pieces")
    found = [piece for piece in pieces if isinstance(piece, Mapping)] if isinstance(pieces, list) else []
    return [{name: one_line(str(piece.get(name, ""))) for name in ("kind", "verdict", "text")} for piece in found]


def told_of(engine: Searching, ids: Collection[str], *, all_projects: bool = False) -> dict[str, list[Outcome]]:
    """The outcomes of some memories that count or wait, oldest first, by memory.

    Args:
        engine: whose stores are looked into.
        ids: the memories.
        all_projects: look into the stores of other projects too.
    """
    found: dict[str, list[Outcome]] = {}
    for database, _ in engine.stores.scopes(everywhere=all_projects) if ids else ():
        found |= outcomes.outcomes_of_many(database, ids)
    return found


def sentences_of(engine: Searching, ids: Collection[str], *, all_projects: bool = False) -> dict[str, list[str]]:
    """The same in sentences.

    Args:
        engine, ids, all_projects: as for `told_of`.
    """
    told = told_of(engine, ids, all_projects=all_projects)
    return {id: [sentence_of(one) for one in found] for id, found in told.items()}
