"""Charts as numbers: where each bar of a drawing stands. Templates draw them, with the same numbers as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

HEIGHT = 120
STEP, WIDTH = 40, 24


@dataclass(frozen=True, kw_only=True)
class Block:
    """One rectangle of a column."""

    kind: str
    y: float
    height: float


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column of a chart over time.

    Attributes:
        at: where its time begins, in milliseconds.
        x: its left edge.
        blocks: from the bottom up.
        counts: the numbers behind it.
    """

    at: int
    x: int
    blocks: Sequence[Block]
    counts: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A chart over time.

    Attributes:
        columns: the earliest first.
        top: the count that its full height stands for.
        width: of the whole drawing.
    """

    columns: Sequence[Column]
    top: int
    width: int


def over_time(weeks: Sequence[Mapping[str, int]], kinds: Sequence[str]) -> Chart:
    """Columns of stacked counts.

    Args:
        weeks: each with `from` in milliseconds and a count of each kind.
        kinds: from the bottom up.
    """
    top = max((sum(week[kind] for kind in kinds) for week in weeks), default=0)
    columns = []
    for place, week in enumerate(weeks):
        blocks, y = [], float(HEIGHT)
        for kind in kinds:
            height = HEIGHT * week[kind] / top if top else 0.0
            y -= height
            if height:
                blocks.append(Block(kind=kind, y=round(y, 2), height=round(height, 2)))
        counts = {kind: week[kind] for kind in kinds}
        columns.append(Column(at=week["from"], x=place * STEP + (STEP - WIDTH) // 2, blocks=blocks, counts=counts))
    return Chart(columns=columns, top=top, width=STEP * max(len(weeks), 1))
