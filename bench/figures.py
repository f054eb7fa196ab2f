"""What the benchmarks compute and print: shares, ranks, intervals, tables."""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

RESAMPLES = 1000


def share_found(ranked: Sequence[object], wanted: Collection[object], k: int) -> float:
    """How much of what is wanted stands among the first k, 0 to 1."""
    return len(set(ranked[:k]) & set(wanted)) / len(wanted)


def is_found(ranked: Sequence[object], wanted: Collection[object], k: int) -> float:
    """1 when anything wanted stands among the first k, else 0."""
    return float(not set(wanted).isdisjoint(ranked[:k]))


def reciprocal_rank(ranked: Sequence[object], wanted: Collection[object]) -> float:
    """One over the rank of the first that is wanted, 0 without one."""
    return next((1 / rank for rank, one in enumerate(ranked, 1) if one in wanted), 0.0)


def ndcg(ranked: Sequence[object], wanted: Collection[object], k: int) -> float:
    """Normalised discounted cumulative gain of the first k, 0 to 1: what is wanted gains 1 / log2(rank + 1)."""
    gain = sum(1 / math.log2(rank + 1) for rank, one in enumerate(ranked[:k], 1) if one in wanted)
    return gain / sum(1 / math.log2(rank + 1) for rank in range(1, min(len(wanted), k) + 1))


def interval(values: Sequence[float], seed: int = 0) -> tuple[float, float]:
    """The 95 % bootstrap interval of a mean.

    Args:
        values: one for each question.
        seed: makes the interval the same each time.
    """
    source = random.Random(seed)
    means = sorted(statistics.fmean(source.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES)]


def percent(values: Sequence[float]) -> float:
    """A mean of shares in percent, to one place; 0 without any."""
    return round(100 * statistics.fmean(values), 1) if values else 0.0


def quantile(values: Sequence[float], share: float) -> float:
    """The value that a share of all lie at or below."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def table(rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> str:
    """Rows as text, numbers to the right; what a row lacks stays blank."""
    cells = [[_cell(row.get(column)) for column in columns] for row in rows]
    widths = [max(len(line[at]) for line in [list(columns), *cells]) for at in range(len(columns))]
    is_number = [all(isinstance(row.get(column), int | float | None) for row in rows) for column in columns]
    lines = [list(columns), ["-" * width for width in widths], *cells]
    return "\n".join(
        "  ".join(
            text.rjust(width) if number else text.ljust(width)
            for text, width, number in zip(line, widths, is_number, strict=True)
        ).rstrip()
        for line in lines
    )


def _cell(value: object) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def arguments(documentation: str | None, add: Callable[[argparse.ArgumentParser], object]) -> argparse.Namespace:
    """The command line of a benchmark: its own options and --json.

    Args:
        documentation: the script's own, of which the first line is shown.
        add: adds the script's own options.
    """
    parser = argparse.ArgumentParser(description=(documentation or "").splitlines()[0])
    add(parser)
    parser.add_argument("--json", metavar="FILE", help="also write the figures there")
    return parser.parse_args()


def write_json(path: str | None, figures: object) -> None:
    """Write figures to the file of --json, if one was given."""
    if path:
        Path(path).write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
