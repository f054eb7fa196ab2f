"""Memories page by page, filtered and in an order, for lists that people turn the pages of."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.engine import intake
from hardwon.errors import InvalidValue
from hardwon.models import STATUSES, TIERS, TRUSTS, Memory
from hardwon.store import listing
from hardwon.store.listing import ORDERS, Filter, Order
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

__all__ = ["PAGE_MAX", "SORTS", "Filter", "Page", "page"]

PAGE_MAX = 200
SORTS = tuple(sign + name for name in ORDERS for sign in ("-", ""))


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page of memories.

    Attributes:
        memories: in order.
        total: how many there are on all pages.
        next_cursor: where the next page begins, "" after the last one.
    """

    memories: Sequence[Memory]
    total: int
    next_cursor: str


def page(
    engine: Engine,
    wanted: Filter,
    *,
    sort: str = "-recorded_at",
    limit: int = 50,
    cursor: str = "",
    all_projects: bool = False,
) -> Page:
    """A page of live memories of the project and the person, or of every project.

    Args:
        engine: an open engine.
        wanted: which; its project is chosen here. No status means active ones.
        sort: one of SORTS; with "-" the greatest first.
        limit: how many, at most 200.
        cursor: `next_cursor` of the page before, with the same sort; "" for the first page.
        all_projects: every project's.

    Raises:
        InvalidInput: a filter, the sort, the limit or the cursor is none.
        StoreError: a store cannot be read.
    """
    if not 1 <= limit <= PAGE_MAX:
        raise InvalidValue(f"there is no page of {limit}", f"ask for 1 to {PAGE_MAX}")
    _check(wanted)
    order = _order(sort, cursor)
    wanted = replace(wanted, statuses=tuple(wanted.statuses) or ("active",))
    found: list[Memory] = []
    total = 0
    for database, projects in engine.stores.scopes(everywhere=all_projects):
        for project in projects or ("",):
            part = replace(wanted, project=project)
            found += listing.page(database, part, order, limit + 1)
            total += listing.count(database, part)
    found.sort(key=lambda one: listing.place_of(one, order))
    shown = found[:limit]
    following = _cursor(sort, shown[-1], order) if len(found) > limit else ""
    return Page(memories=shown, total=total, next_cursor=following)


def _check(wanted: Filter) -> None:
    for category in wanted.categories:
        intake.check_category(category)
    for what, given, known in (
        ("status", wanted.statuses, STATUSES),
        ("tier", wanted.tiers, TIERS),
        ("trust", wanted.trusts, TRUSTS),
    ):
        odd = next((one for one in given if one not in known), None)
        if odd is not None:
            raise InvalidValue(f"{one_line(str(odd), 40)!r} is no {what}", "use one of " + ", ".join(known))


def _order(sort: str, cursor: str) -> Order:
    if sort not in SORTS:
        raise InvalidValue(f"{one_line(sort, 40)!r} is no order", "use one of " + ", ".join(SORTS))
    order = Order(by=sort.removeprefix("-"), down=sort.startswith("-"))
    if not cursor:
        return order
    try:
        made_for, value, id = json.loads(base64.urlsafe_b64decode(cursor.encode("ascii")))
    except (ValueError, TypeError, RecursionError):
        raise InvalidValue("there is no such page", "pass next_cursor as it was given, or none") from None
    kind = str if order.by in ("category", "id") else int
    is_large = isinstance(value, int) and abs(value) >= 1 << 62
    if made_for != sort or type(value) is not kind or not isinstance(id, str) or is_large:
        raise InvalidValue("this page is one of another order", "pass next_cursor with the same sort, or none")
    return replace(order, value=value, id=id)


def _cursor(sort: str, last: Memory, order: Order) -> str:
    place = json.dumps([sort, listing.value_of(last, order), last.id], separators=(",", ":"))
    return base64.urlsafe_b64encode(place.encode()).decode()
