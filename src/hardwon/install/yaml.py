"""One value of ours in a YAML file, below keys written in block form; all else stays to the byte.

Only lines are looked at, and only those on the way to the value have to be understood. What is written there in
another form (flow form, anchors, tags, several documents) is refused, never guessed at; the outcome is checked by
reading it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import yaml

from hardwon.install import entries
from hardwon.install.entries import Uneditable
from hardwon.install.lines import Lines
from hardwon.install.shared import Kept, Rest

_PAIR = re.compile(
    r"""(?P<indent>[ ]*)(?P<key>[^\s\-?:,\[\]{}#&*!|>'"%@`][^\s:#]*|"[^"\\\n]*"|'[^'\n]*')[ ]*:"""
    r"(?P<before>[ \t]*)(?P<value>(?!\#)[^\r\n]*?)(?P<after>(?:[ \t]+\#[^\r\n]*)?[ \t]*\r?\n?)\Z"
)
_SIMPLE = re.compile(r"""[^\s'"\[\]{}&*!|>%@`#][^#:\r\n]*|"[^"\\\r\n]*"|'[^'\r\n]*'|""")
_NOTHING = ("", "~", "null", "Null", "NULL", "{}")


@dataclass(frozen=True)
class _Pair:
    """A key on a line of its own: the line's number, its indentation, the text of its value and where the lines end."""

    line: int
    indent: int
    value: str
    end: int


@dataclass(frozen=True, kw_only=True)
class YamlShare:
    """A value of ours in a YAML file.

    Attributes:
        name: the part.
        keys: the way to the value.
        value: a text, or an object of texts, numbers, truths and lists of them.
        is_own: whether a value is ours, of this version or an earlier one.
        replaces: whether another's value gives way, to come back when ours is taken out.
        marks: texts of which one is in every file with ours.
    """

    name: str
    keys: tuple[str, ...]
    value: Any
    is_own: Callable[[Any], bool]
    marks: tuple[str, ...]
    replaces: bool = False

    def state(self, data: bytes) -> str:
        """See hardwon.install.shared.Share."""
        found = _at(_values(Lines.of(data).text), self.keys)
        if found is None:
            return entries.MISSING
        if not self.is_own(found):
            return entries.MISSING if self.replaces else entries.FOREIGN
        return entries.WIRED if entries.holds(found, self.value) else entries.STALE

    def put_in(self, data: bytes) -> tuple[bytes, Kept]:
        """See Share."""
        lines = Lines.of(data)
        before = _values(lines.text)
        _at(before, self.keys)
        wanted = _with(before, self.keys, self.value)
        kept = self._put_in(lines)
        if _values(lines.text) != wanted:
            raise Uneditable(f'"{".".join(self.keys)}" is written in a form that is not edited')
        return lines.data, kept

    def _put_in(self, lines: Lines) -> Kept:
        rows = lines.text.splitlines(keepends=True)
        first, last, indent = 0, len(rows), 0
        for depth, key in enumerate(self.keys):
            pair = _find(rows, first, last, indent, key)
            if pair is None:
                if not depth:
                    return lines.append(_written(self.keys, self.value, 0, 2))
                self._insert(lines, rows, last, depth, indent)
                return {}
            if pair.value in _NOTHING and (pair.value or pair.end == pair.line + 1 or depth + 1 == len(self.keys)):
                return self._replace(lines, rows, pair, depth)
            if depth + 1 == len(self.keys):
                return self._replace(lines, rows, pair, depth)
            if pair.value:
                raise Uneditable(f'"{".".join(self.keys[: depth + 1])}" is not written in block form')
            first, last = pair.line + 1, pair.end
            indent = _indent(rows, first, last)
        return {}

    def _insert(self, lines: Lines, rows: list[str], at: int, depth: int, indent: int) -> None:
        new = _written(self.keys[depth:], self.value, indent, indent or 2)
        if at and not rows[at - 1].endswith("\n"):
            rows[at - 1] += lines.newline
            new = new.removesuffix("\n")
        rows.insert(at, new.replace("\n", lines.newline))
        lines.text = "".join(rows)

    def _replace(self, lines: Lines, rows: list[str], pair: _Pair, depth: int) -> Kept:
        """Put ours in the place of a value that is nothing, or another's that gives way."""
        if pair.end != pair.line + 1:
            raise Uneditable(f'"{".".join(self.keys[: depth + 1])}" has a value of several lines')
        match = _PAIR.match(rows[pair.line])
        assert match is not None
        head, value, after = rows[pair.line][: match.start("before")], match["before"] + match["value"], match["after"]
        rest = self.keys[depth + 1 :]
        if not rest and not isinstance(self.value, dict):
            rows[pair.line] = f"{head} {_scalar(self.value)}{after}"
        else:
            ended = after if after.endswith("\n") else after + lines.newline
            body = _body(rest, self.value, pair.indent + 2, 2).replace("\n", lines.newline)
            rows[pair.line] = head + ended + (body if after.endswith("\n") else body.removesuffix(lines.newline))
        lines.text = "".join(rows)
        return {".".join(self.keys[: depth + 1]): value}

    def take_out(self, data: bytes, kept: Kept) -> Rest:
        """See Share."""
        lines = Lines.of(data)
        before = _values(lines.text)
        if not self.is_own(_at(before, self.keys)):
            return Rest(data=data, is_hollow=False)
        is_ended = lines.text.endswith("\n")
        self._take_out(lines, kept)
        if not is_ended:
            lines.text = lines.text.removesuffix(lines.newline)
        if self.is_own(_at(_values(lines.text), self.keys)):
            raise Uneditable(f'"{".".join(self.keys)}" is written in a form that is not taken apart')
        return Rest(data=lines.data, is_hollow=lines.is_blank)

    def _take_out(self, lines: Lines, kept: Kept) -> None:
        rows = lines.text.splitlines(keepends=True)
        way = self._way(rows)
        depth = len(way) - 1
        # A key that only ours was below goes too, unless it was there before.
        while depth and ".".join(self.keys[: depth + 1]) not in kept and self._is_alone(rows, way, depth):
            depth -= 1
        pair, place = way[depth], ".".join(self.keys[: depth + 1])
        if place in kept:
            match = _PAIR.match(rows[pair.line])
            assert match is not None
            head, after = rows[pair.line][: match.start("before")], match["after"]
            rows[pair.line : pair.end] = [head + kept[place] + after]
            lines.text = "".join(rows)
            return
        start = sum(map(len, rows[: pair.line]))
        end = start + sum(map(len, rows[pair.line : pair.end]))
        if depth:
            lines.text = lines.text[:start] + lines.text[end:]
        else:
            lines.cut(start, end, kept)

    def _way(self, rows: list[str]) -> list[_Pair]:
        first, last, indent, way = 0, len(rows), 0, []
        for key in self.keys:
            pair = _find(rows, first, last, indent, key)
            if pair is None:
                raise Uneditable(f'"{".".join(self.keys)}" is written in a form that is not taken apart')
            way.append(pair)
            first, last = pair.line + 1, pair.end
            indent = _indent(rows, first, last)
        return way

    def _is_alone(self, rows: list[str], way: list[_Pair], depth: int) -> bool:
        inner, outer = way[depth], way[depth - 1]
        return all(
            inner.line <= line < inner.end or not rows[line].strip() for line in range(outer.line + 1, outer.end)
        )

    def snippet(self) -> str:
        """See Share."""
        return _written(self.keys, self.value, 0, 2)

    def is_mentioned(self, data: bytes) -> bool:
        """See Share."""
        return any(mark.encode() in data for mark in self.marks)

    def renewing(self, data: bytes) -> YamlShare:
        """See Share."""
        return replace(self, value=entries.merged(_at(_values(Lines.of(data).text), self.keys), self.value))

    def remark(self, data: bytes) -> str:
        """See Share."""
        return ""


def _values(text: str) -> Any:
    try:
        found = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        where = getattr(error, "problem_mark", None)
        raise Uneditable("no YAML" + (f" in line {where.line + 1}" if where else "")) from None
    if found is not None and not isinstance(found, dict):
        raise Uneditable("the top level is no mapping")
    return found


def _at(values: Any, keys: tuple[str, ...]) -> Any:
    for depth, key in enumerate(keys):
        if values is None:
            return None
        if not isinstance(values, dict):
            raise Uneditable(f'"{".".join(keys[:depth])}" is no mapping')
        values = values.get(key)
    return values


def _with(values: Any, keys: tuple[str, ...], value: object) -> dict[Any, Any]:
    values = values if isinstance(values, dict) else {}
    inner = value if len(keys) == 1 else _with(values.get(keys[0]), keys[1:], value)
    return {**values, keys[0]: inner}


def _find(rows: list[str], first: int, last: int, indent: int, key: str) -> _Pair | None:
    """The pair of a key among lines, at one indentation; deeper lines belong to the pair before them."""
    found: _Pair | None = None
    for number in range(first, last):
        row = rows[number]
        if _is_empty(row) or len(row) - len(row.lstrip(" ")) > indent:
            continue
        if found is not None:
            return _Pair(found.line, found.indent, found.value, _trimmed(rows, found.line, number))
        match = _PAIR.match(row)
        if match and match["key"].strip("\"'") == key and len(match["indent"]) == indent:
            if not _SIMPLE.fullmatch(match["value"]) and match["value"] not in _NOTHING:
                raise Uneditable(f'"{key}" has a value in a form that is not edited')
            found = _Pair(number, indent, match["value"], last)
    return found and _Pair(found.line, found.indent, found.value, _trimmed(rows, found.line, last))


def _trimmed(rows: list[str], line: int, end: int) -> int:
    """The end of a pair's lines without the empty lines and comments that come before what follows."""
    while end > line + 1 and _is_empty(rows[end - 1]):
        end -= 1
    return end


def _is_empty(row: str) -> bool:
    row = row.strip()
    return not row or row.startswith("#")


def _indent(rows: list[str], first: int, last: int) -> int:
    for row in rows[first:last]:
        if not _is_empty(row):
            return len(row) - len(row.lstrip(" "))
    return 0


def _written(keys: tuple[str, ...], value: Any, indent: int, unit: int) -> str:
    head = f"{' ' * indent}{keys[0]}:"
    if len(keys) == 1 and not isinstance(value, dict):
        return f"{head} {_scalar(value)}\n"
    return f"{head}\n{_body(keys[1:], value, indent + unit, unit)}"


def _body(keys: tuple[str, ...], value: Any, indent: int, unit: int) -> str:
    if keys:
        return _written(keys, value, indent, unit)
    return "".join(_written((key,), inner, indent, unit) for key, inner in value.items())


def _scalar(value: object) -> str:
    plain = isinstance(value, str) and re.fullmatch(r"[A-Za-z][A-Za-z0-9_/-]*", value)
    return str(value) if plain and yaml.safe_load(str(value)) == value else json.dumps(value, ensure_ascii=False)
