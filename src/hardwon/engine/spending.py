"""What models that read sessions cost."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from hardwon.config.paths import Paths
from hardwon.engine.keeping import DAY_MS
from hardwon.store import embedding_calls, ledger
from hardwon.store.fitness import exists
from hardwon.store.ledger import ledger_file, opened

if TYPE_CHECKING:
    from hardwon.config.quick import Settings

_DAYS_SHOWN = 14


def spending(paths: Paths, settings: Settings, now: int) -> dict[str, object]:
    """What calls cost, of all projects: today, and on the last days that had any; what waits, what is blocked.

    Args:
        paths: where calls are recorded.
        settings: the settings in force.
        now: in milliseconds.
    """
    told: dict[str, object] = {"by": settings.extraction, "mode": settings.mode}
    told |= {"limit_usd": settings.extraction_daily_usd, "today_usd": 0.0, "pending": 0, "blocked": 0, "days": []}
    if not exists(ledger_file(paths)):
        return told
    with opened(paths) as book:
        counts = ledger.counts(book)
        days = ledger.days(book, _DAYS_SHOWN)
        told["today_usd"] = round(ledger.spent_since(book, now - now % DAY_MS), 6)
    told |= {name: counts[name] for name in ("pending", "blocked")}
    told["days"] = [
        {
            "day": one.day,
            "calls": one.calls,
            "input_tokens": one.input_tokens,
            "output_tokens": one.output_tokens,
            "cost_usd": round(one.cost_usd, 6),
        }
        for one in days
    ]
    return told


def embedding_spending(paths: Paths, now: int) -> dict[str, object]:
    """What hosted embedders cost, of all projects, today and on the last days that had any; what is blocked.

    Args:
        paths: where calls are recorded.
        now: in milliseconds.
    """
    told: dict[str, object] = {"today_usd": 0.0, "blocked": 0, "days": []}
    if not exists(ledger_file(paths)):
        return told
    with opened(paths) as book:
        told["today_usd"] = round(embedding_calls.spent_since(book, now - now % DAY_MS), 6)
        told["blocked"] = embedding_calls.blocked_count(book)
        days = embedding_calls.days(book, _DAYS_SHOWN)
    told["days"] = [{**asdict(one), "cost_usd": round(one.cost_usd, 6)} for one in days]
    return told
