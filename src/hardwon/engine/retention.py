"""A person's rules about how long a category is kept: what outlived them is archived, and can come back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hardwon.errors import InvalidInput
from hardwon.maintenance.findings import SAFE, Finding
from hardwon.models import CATEGORIES
from hardwon.store.upkeep import Known

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

RETENTION = "retention"
DAY_MS = 86_400_000


def rules(setting: str) -> dict[str, int]:
    """Days by category.

    Args:
        setting: as the setting `retention` writes them: command=365,general=180.

    Raises:
        InvalidInput: it is not written so.
    """
    found: dict[str, int] = {}
    for part in filter(None, (word.strip() for word in setting.split(","))):
        category, _, days = part.partition("=")
        if category.strip() not in CATEGORIES or not days.strip().isdigit() or not int(days) or len(days) > 6:
            raise InvalidInput(
                f"the setting retention cannot be read at {part[:40]!r}", "write category=days, such as command=365"
            )
        found[category.strip()] = int(days)
    return found


def outlived(engine: Engine, memories: Sequence[Known], now: int) -> Iterator[Finding]:
    """What is older than its category's days and was not used: neither pinned, held, said again nor judged since.

    Args:
        engine: for the setting.
        memories: live and active ones.
        now: milliseconds.

    Raises:
        InvalidInput: the setting cannot be read.
    """
    days_of = rules(engine.settings.retention)
    for one in memories:
        days = days_of.get(one.category)
        if days is None or one.held or one.tier == "pinned" or one.outcome_count:
            continue
        if now - one.last_said_at > days * DAY_MS:
            yield Finding(
                kind=RETENTION,
                band=SAFE,
                subject=one.category,
                targets=(one,),
                action={"do": "archive"},
                reason=f"the rule retention keeps {one.category} for {days} days",
            )
