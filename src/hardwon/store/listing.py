"""Pages of memories in an order, each going on where the one before ended, however many there are.

A page is found by the place of the last memory before it and not by a count, so that a memory stored or archived
meanwhile neither repeats another nor hides one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardwon.models import TIERS, Memory
from hardwon.store import memories
from hardwon.store.database import Database

ORDERS = {
    "recorded_at": "v.recorded_at",
    "created_at": "m.created_at",
    "category": "v.category",
    "id": "v.memory_id",
}
"""What memories can be ordered by, with the column."""


@dataclass(frozen=True, kw_only=True)
class Filter:
    """What memories have to be, or have; empty for anything.

    Attributes:
        project: the binding, "" for every one of the file.
        categories, statuses, tiers, trusts: any of them.
        tag, file: one of theirs, exactly.
        after, before: recorded from, and until, a moment in milliseconds; 0 for any.
    """

    project: str = ""
    categories: Sequence[str] = ()
    statuses: Sequence[str] = ()
    tiers: Sequence[str] = ()
    trusts: Sequence[str] = ()
    tag: str = ""
    file: str = ""
    after: int = 0
    before: int = 0


@dataclass(frozen=True, kw_only=True)
class Order:
    """An order, and the place in it after which a page begins.

    Attributes:
        by: a name of ORDERS. down: the greatest first.
        value, id: of the memory before, None and "" for the first page.
    """

    by: str = "recorded_at"
    down: bool = True
    value: int | str | None = None
    id: str = ""


def page(database: Database, wanted: Filter, order: Order, limit: int) -> list[Memory]:
    """Live memories from a place on, in order.

    Args:
        database: an open store.
        wanted: which.
        order: in which order, and from where.
        limit: the most.
    """
    found: list[Memory] = []
    # The index keeps each tier of a project by its time: one page of each is read, and no more.
    tiers = wanted.tiers or TIERS if order.by == "recorded_at" and wanted.project else (None,)
    for tier in tiers:
        for status in wanted.statuses if tier else (None,):
            conditions, values = _conditions(wanted, tier, status)
            after, place = _after(order)
            direction = "DESC" if order.down else "ASC"
            rows = memories.live_rows(
                database,
                " AND ".join([*conditions, *after]),
                f"{ORDERS[order.by]} {direction}, v.memory_id",
                (*values, *place, limit),
            )
            found += rows
    return sorted(found, key=lambda one: place_of(one, order))[:limit] if len(tiers) > 1 else found[:limit]


def count(database: Database, wanted: Filter) -> int:
    """How many live memories there are of a kind."""
    conditions, values = _conditions(wanted, None, None)
    row = database.row(f"SELECT count(*) FROM versions v WHERE {' AND '.join(conditions)}", tuple(values))
    return int(row[0]) if row else 0  # type: ignore[call-overload]


def value_of(memory: Memory, order: Order) -> int | str:
    """What a memory is ordered by."""
    value: int | str = getattr(memory, order.by)
    return value


def place_of(memory: Memory, order: Order) -> tuple[object, str]:
    """A memory's place in an order, for sorting."""
    value = value_of(memory, order)
    return (_Down(value) if order.down else value, memory.id)


class _Down:
    """A value that sorts the other way round."""

    __slots__ = ("value",)

    def __init__(self, value: int | str) -> None:
        self.value = value

    def __lt__(self, other: _Down) -> bool:
        return other.value < self.value  # type: ignore[operator]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Down) and other.value == self.value

    __hash__ = None  # type: ignore[assignment]


def _conditions(wanted: Filter, tier: str | None, status: str | None) -> tuple[list[str], list[object]]:
    conditions = ["v.retired_at IS NULL"]
    values: list[object] = []
    for clause, value in _clauses(wanted, tier, status):
        conditions.append(clause)
        values += value
    return conditions, values


def _clauses(wanted: Filter, tier: str | None, status: str | None) -> Iterator[tuple[str, Sequence[object]]]:
    if wanted.project:
        yield "v.project = ?", (wanted.project,)
    for column, among in (
        ("v.status", (status,) if status else wanted.statuses),
        ("v.tier", (tier,) if tier else wanted.tiers),
        ("v.category", wanted.categories),
        ("v.trust", wanted.trusts),
    ):
        if len(among) == 1:
            yield f"{column} = ?", among
        elif among:
            yield f"{column} IN ({','.join('?' * len(among))})", among
    for column, one in (("v.tags", wanted.tag), ("v.files", wanted.file)):
        if one:
            yield f"EXISTS (SELECT 1 FROM json_each({column}) WHERE value = ?)", (one,)
    if wanted.after:
        yield "v.recorded_at >= ?", (wanted.after,)
    if wanted.before:
        yield "v.recorded_at <= ?", (wanted.before,)


def _after(order: Order) -> tuple[list[str], list[object]]:
    if order.value is None:
        return [], []
    column = ORDERS[order.by]
    sign = "<" if order.down else ">"
    if order.by == "id":
        return [f"v.memory_id {sign} ?"], [order.id]
    return [f"{column} {sign}= ?", f"({column} {sign} ? OR v.memory_id > ?)"], [order.value, order.value, order.id]
