"""Small plots of counts: bars on a terminal, the bare numbers in a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hardwon.cli.screen import Screen

SERIES = ("learnt", "worked", "failed", "partial")
_EFFECTS = (("helped", "good"), ("hurt", "bad"), ("unknown", "dim"))
_COLOURS = {"learnt": "category", "worked": "good", "failed": "bad", "partial": "dim"}
_BLOCKS = "▁▂▃▄▅▆▇█"
_BAR = {"helped": "█", "hurt": "▓", "unknown": "░"}
_BAR_MAX = 30


def effects(screen: Screen, by_name: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """A line for each name: a bar of what helped, hurt and is unknown, and the counts.

    Args:
        screen: where they are shown.
        by_name: counts of helped, hurt and unknown.
    """
    width = max(map(len, by_name), default=0)
    most = max((sum(counts.values()) for name, counts in by_name.items() if name != "all"), default=0)
    for name, counts in by_name.items():
        told = ", ".join(f"{counts[effect]} {effect}" for effect, _ in _EFFECTS if counts[effect])
        bar = "" if name == "all" or not screen.is_terminal else _bar(screen, counts, most) + "  "
        pad = " " * (_BAR_MAX + 2) if name == "all" and screen.is_terminal else ""
        yield f"  {name.ljust(width)}  {bar}{pad}{told}".rstrip()


def _bar(screen: Screen, counts: Mapping[str, int], most: int) -> str:
    """A bar as long as its share of the longest one; what is there at all is seen."""
    parts = []
    used = 0
    for effect, colour in _EFFECTS:
        size = max(round(counts[effect] / most * _BAR_MAX), 1) if counts[effect] else 0
        size = min(size, _BAR_MAX - used)
        used += size
        parts.append(screen.paint(_BAR[effect] * size, colour))
    return "".join(parts) + " " * (_BAR_MAX - used)


def weeks(screen: Screen, told: Sequence[Mapping[str, int]]) -> Iterator[str]:
    """A line for each series that has anything: a column for each week, and the sum.

    Args:
        screen: where they are shown.
        told: counts of each series, the earliest week first.
    """
    for name in SERIES:
        counts = [week[name] for week in told]
        if not any(counts):
            continue
        if screen.is_terminal:
            columns = screen.paint("".join(_column(count, max(counts)) for count in counts), _COLOURS[name])
            yield f"  {name.ljust(8)}{columns}  {sum(counts):,}, at most {max(counts):,} a week"
        else:
            yield f"  {name} {' '.join(map(str, counts))}"


def _column(count: int, most: int) -> str:
    """The block that stands for a count."""
    return _BLOCKS[(count * len(_BLOCKS) - 1) // most] if count else "·"
