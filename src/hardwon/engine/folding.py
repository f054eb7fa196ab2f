"""The review of folds: thirty days after a summary took the place of its originals, whether it keeps what was useful.

Each step is written to the log beside the store first, and does not happen where that cannot be written.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.engine.journal import write_change
from hardwon.maintenance import ledger
from hardwon.maintenance.duplicates import word_set
from hardwon.store import memories, outcomes, upkeep
from hardwon.store.upkeep import Fold

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.models import Memory
    from hardwon.store.database import Database

KEPT_MIN = 0.6  # of an original's telling words
CORRECTIONS_MAX = 2
REVIEW_MS = 30 * 86_400_000


def review(engine: Engine, database: Database, project: str, run: str) -> Counter[str]:
    """Decide about the originals whose thirty days are over; tell what was done, by kind.

    Args:
        engine: an open engine.
        database: the store.
        project: whose.
        run: what it is part of.

    Raises:
        StoreReadOnly: the log beside the store cannot be written; nothing was done.
        StoreError: the store cannot be written.
    """
    done: Counter[str] = Counter()
    for fold in upkeep.folds_due(database, project, engine.clock()):
        original = memories.live_memory(database, fold.original_id)
        summary = memories.live_memory(database, fold.summary_id)
        if original is None or original.change != "folded":
            act = "settled elsewhere"  # it was restored, edited or purged meanwhile
        else:
            act = verdict(database, fold, original, summary)
        if act != "settled elsewhere":
            entry = ledger.Entry(
                id=fold.original_id, act=act, reason=f"review of the fold into {fold.summary_id}", text=_text(original)
            )
            ledger.write(database.path, [entry], engine.clock())
        with database.atomic():
            _carry_out(engine, database, fold, act, original, summary, run)
        done[act] += 1
    return done


def _text(original: Memory | None) -> str:
    return original.content if original is not None else ""


def verdict(database: Database, fold: Fold, original: Memory, summary: Memory | None) -> str:
    """What becomes of an original: left, corrected or restored.

    Args:
        database: the store.
        fold: the fold.
        original: the hidden memory.
        summary: what stands for it, None where it is gone.
    """
    was_useful = any(one.verdict == "worked" and one.counted for one in outcomes.outcomes_of(database, original.id))
    if not was_useful:
        return "left"
    if summary is None or summary.status != "active":
        return "restored"
    if kept_share(original.content, summary.content) >= KEPT_MIN:
        return "left"
    return "corrected" if fold.corrections < CORRECTIONS_MAX else "restored"


def kept_share(original: str, summary: str) -> float:
    """The share of an original's telling words that a summary keeps, 0 to 1; 1 where it has none."""
    words = word_set(original)
    return len(words & word_set(summary)) / len(words) if words else 1.0


def missing_sentences(original: str, summary: str) -> list[str]:
    """Sentences of an original of which a summary keeps too little."""
    sentences = [part.strip() for part in re.split(r"(?<=[.!?])\s+|\n+", original) if part.strip()]
    return [sentence for sentence in sentences if kept_share(sentence, summary) < KEPT_MIN]


def _carry_out(
    engine: Engine,
    database: Database,
    fold: Fold,
    act: str,
    original: Memory | None,
    summary: Memory | None,
    run: str,
) -> None:
    now = engine.clock()
    if act == "corrected" and original is not None and summary is not None:
        added = "\n".join(f"- {sentence}" for sentence in missing_sentences(original.content, summary.content))
        write_change(
            engine, database, summary, kind="corrected", reason=f"it lacked what {original.id} said", run=run,
            other_id=original.id, content=f"{summary.content}\n{added}",
        )  # fmt: skip
        again = replace(fold, corrections=fold.corrections + 1, hidden_at=now, review_at=now + REVIEW_MS)
        upkeep.put_fold(database, again)
        return
    if act == "restored" and original is not None:
        write_change(
            engine, database, original, kind="restored", reason="its summary does not keep it", run=run,
            other_id=fold.summary_id, status="active",
        )  # fmt: skip
    upkeep.put_fold(database, replace(fold, state="restored" if act == "restored" else "gone"))


__all__ = ["kept_share", "missing_sentences", "review", "verdict"]
