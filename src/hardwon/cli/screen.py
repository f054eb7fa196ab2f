"""Lines for a person: as wide as the terminal and coloured there, plain and whole in a pipe.

Whatever is stored passes through `hardwon.text.clean` here or before, so that no memory moves a cursor.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

from hardwon.text.clean import for_terminal, one_line

_COLOURS = {"id": "33", "category": "36", "dim": "2", "good": "32", "bad": "31", "strong": "1"}
_WIDTH_MAX = 120


class Screen:
    """A place to write to.

    Attributes:
        is_terminal: whether a person looks at it; a pipe gets whole lines instead of fitted ones.
        width: columns.
        is_coloured: whether colours may be written.
    """

    __slots__ = ("is_coloured", "is_terminal", "width")

    def __init__(self, *, is_terminal: bool, width: int = 80, is_coloured: bool = False) -> None:
        self.is_terminal = is_terminal
        self.width = width
        self.is_coloured = is_coloured

    @classmethod
    def of(cls, stream: TextIO, environ: Mapping[str, str], *, is_plain: bool = False) -> Screen:
        """The screen behind a stream.

        Args:
            stream: an open text stream.
            environ: NO_COLOR and TERM decide on colours.
            is_plain: 80 columns without colour, whatever the terminal can do.
        """
        if not stream.isatty():
            return cls(is_terminal=False)
        if is_plain:
            return cls(is_terminal=True)
        try:
            width = os.get_terminal_size(stream.fileno()).columns
        except (OSError, ValueError):
            width = 80
        coloured = not environ.get("NO_COLOR") and environ.get("TERM", "dumb") != "dumb"
        return cls(is_terminal=True, width=min(width, _WIDTH_MAX) or 80, is_coloured=coloured)

    def paint(self, text: str, colour: str) -> str:
        """A text in a colour: id, category, dim, good, bad or strong."""
        return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if self.is_coloured and text else text

    def entry(self, id: str, facts: Sequence[str], text: str, *, lines_max: int = 3) -> list[str]:
        """A memory in a list: one line in a pipe; on a terminal its facts and below them its text.

        Args:
            id: the memory's id.
            facts: its category first, then whatever else matters.
            text: its text, as stored.
            lines_max: the most lines of text on a terminal.
        """
        id, facts, text = one_line(id), [one_line(fact) for fact in facts if fact], one_line(text)
        if not self.is_terminal:
            return [f"[{id}] ({'; '.join(facts)}) {text}"]
        head = self.paint(id, "id") + "  " + self.paint(facts[0], "category")
        if facts[1:]:
            head += "  " + self.paint(", ".join(facts[1:]), "dim")
        body = wrapped(text, self.width - 4)
        if len(body) > lines_max:
            body[lines_max - 1 :] = [cut(body[lines_max - 1] + " " + body[lines_max], self.width - 4)]
        return [head, *("    " + line for line in body)]

    def table(self, rows: Sequence[Sequence[str]], colours: Sequence[str]) -> list[str]:
        """Rows in columns of equal width; on a terminal the last column is cut where the line ends.

        Args:
            rows: cells, as many in each row.
            colours: a colour for each column, "" for none.
        """
        cells = [[one_line(cell) for cell in row] for row in rows]
        widths = [max(map(width_of, column)) for column in zip(*cells, strict=True)]
        lines = []
        for row in cells:
            room = self.width - sum(widths[:-1]) - 2 * (len(widths) - 1)
            last = cut(row[-1], max(room, 20)) if self.is_terminal else row[-1]
            padded = [cell + " " * (width - width_of(cell)) for cell, width in zip(row[:-1], widths, strict=False)]
            painted = [
                self.paint(cell, colour) if colour else cell
                for cell, colour in zip([*padded, last], colours, strict=True)
            ]
            lines.append("  ".join(painted).rstrip())
        return lines

    def pairs(self, pairs: Iterable[tuple[str, str]]) -> list[str]:
        """Names with their values, aligned; empty values are left out."""
        known = [(name, one_line(value)) for name, value in pairs if value]
        widest = max((len(name) for name, _ in known), default=0)
        return [
            line for name, value in known for line in self.hanging(self.paint(name.ljust(widest), "dim"), value, widest)
        ]

    def hanging(self, head: str, text: str, width: int) -> list[str]:
        """A head with its text; on a terminal what does not fit stands below, indented as the text is.

        Args:
            head: how the first line begins, coloured or not.
            text: one line.
            width: columns of the head.
        """
        if not self.is_terminal:
            return [f"{head}  {text}"]
        first, *rest = wrapped(text, self.width - width - 2) or [""]
        return [f"{head}  {first}", *(" " * (width + 2) + line for line in rest)]

    def block(self, text: str, indent: str = "    ") -> list[str]:
        """A stored text of several lines, indented, so that none of them passes for one of ours."""
        lines = for_terminal(text).split("\n")
        if not self.is_terminal:
            return [(indent + line).rstrip() for line in lines]
        broken = []
        for line in lines:
            lead = indent + line[: len(line) - len(line.lstrip())].expandtabs(4)
            broken += [lead + part for part in wrapped(line.lstrip(), self.width - len(lead))] or [""]
        return broken


def width_of(text: str) -> int:
    """Columns that a text takes on a terminal."""
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def cut(text: str, width: int) -> str:
    """A line of at most some columns, ended by … where it was longer."""
    if width_of(text) <= width:
        return text
    used, end = 1, 0
    while end < len(text) and used + width_of(text[end]) <= width:
        used += width_of(text[end])
        end += 1
    return text[:end].rstrip() + "…"


def wrapped(text: str, width: int) -> list[str]:
    """A line broken at spaces to fit some columns; a word that is wider is broken anywhere."""
    width = max(width, 10)
    lines: list[str] = []
    line, used = "", 0
    for word in text.split(" "):
        size = width_of(word)
        if line and used + 1 + size > width:
            lines.append(line)
            line, used = "", 0
        while size > width:
            head = cut(word, width + 1)[:-1] or word[0]
            lines.append(head)
            word = word[len(head) :]
            size = width_of(word)
        line, used = (f"{line} {word}", used + 1 + size) if line else (word, size)
    return [*lines, line] if line else lines
