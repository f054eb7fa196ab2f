"""Draws pages: templates, and what they need to show times, texts, records and links."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b
from pathlib import Path
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from hardwon.models import Record
from hardwon.server.web.console import PREFIX
from hardwon.text.clean import one_line

FOLDER = Path(__file__).parent
STATIC = FOLDER / "static"
TEXT_MAX = 12_000
"""Characters of one memory that a page shows; the whole text has an address of its own."""

_DIFFERING_MAX = 4_000
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


@cache
def environment() -> Environment:
    """The templates; everything put into them is escaped."""
    found = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters.update(cut=cut, line=line, plural=plural, iso=iso, moment=moment, number=number, bar=bar)
    found.filters["capitalize_first"] = capitalized
    found.globals.update(asset=asset, words_differ=words_differ)
    return found


def cut(text: str, limit: int = TEXT_MAX) -> str:
    """A text's beginning, with a mark where something is left out."""
    return text if len(text) <= limit else text[:limit].rstrip() + " …"


def line(text: object, limit: int = 240) -> str:
    """A text on one line."""
    return one_line(str(text), limit)


def capitalized(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def plural(count: int, one: str, many: str = "") -> str:
    """A count with its noun."""
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def number(count: float) -> str:
    """A number as people write it."""
    return f"{count:,}".replace(",", " ") if isinstance(count, int) else f"{count:,.2f}"


def iso(ms: int) -> str:
    """A time for machines, UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment(ms: int) -> str:
    """A time for people, in this machine's zone."""
    return datetime.fromtimestamp(ms / 1000, UTC).astimezone().strftime("%-d %b %Y, %H:%M")


def ago(ms: int, now: int) -> str:
    """How long something has been, or will be."""
    seconds = (now - ms) / 1000
    ahead, seconds = seconds < 0, abs(seconds)
    if seconds < _MINUTE:
        return "in a moment" if ahead else "just now"
    for unit, name in ((_DAY * 365, "year"), (_DAY * 30, "month"), (_DAY, "day"), (_HOUR, "hour"), (_MINUTE, "minute")):
        if seconds >= unit:
            told = plural(int(seconds // unit), name)
            return f"in {told}" if ahead else f"{told} ago"
    return ""


def link(project: str, path: str, /, **query: object) -> str:
    """An address of the console that stays in a project.

    Args:
        project: what the request named; "" for the one that is served.
        path: below the console.
        query: what else the address says; empty values are left out.
    """
    stated = {"in": project} | {name.rstrip("_"): str(value) for name, value in query.items()}
    text = urlencode({name: value for name, value in stated.items() if value})
    return PREFIX + path + (f"?{text}" if text else "")


@cache
def asset(name: str) -> str:
    """The address of a file of the console; another content is another address."""
    mark = blake2b((STATIC / name).read_bytes(), digest_size=5).hexdigest()
    return f"{PREFIX}/static/{name}?v={mark}"


@dataclass(frozen=True, kw_only=True)
class Segment:
    """One part of a bar: what it stands for, where it begins and how wide it is, in per cent."""

    kind: str
    x: float
    width: float


def bar(record: Record | None) -> Sequence[Segment]:
    """A record as parts of a bar: worked, partly, failed."""
    if record is None:
        return ()
    return segments({"worked": record.worked, "partial": record.partial, "failed": record.failed})


def segments(counts: Mapping[str, float], whole: float = 0.0) -> Sequence[Segment]:
    """Parts of a bar that is 100 wide.

    Args:
        counts: what each part stands for.
        whole: what the whole bar stands for; the sum by default.
    """
    whole = whole or sum(counts.values())
    found, x = [], 0.0
    for kind, count in counts.items():
        width = 100.0 * count / whole if whole > 0 else 0.0
        if width > 0:
            found.append(Segment(kind=kind, x=round(x, 2), width=round(width, 2)))
        x += width
    return found


def words_differ(old: str, new: str) -> tuple[Sequence[tuple[bool, str]], Sequence[tuple[bool, str]]]:
    """Two texts in pieces, each with whether the other lacks it; long ones are compared as far as they are shown."""
    one, other = (re.findall(r"\s+|\w+|[^\w\s]", cut(text, _DIFFERING_MAX)) for text in (old, new))
    left: list[tuple[bool, str]] = []
    right: list[tuple[bool, str]] = []
    for kind, i1, i2, j1, j2 in difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if i1 < i2:
            left.append((kind != "equal", "".join(one[i1:i2])))
        if j1 < j2:
            right.append((kind != "equal", "".join(other[j1:j2])))
    return left, right
