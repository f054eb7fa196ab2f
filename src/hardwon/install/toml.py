"""A table of ours in a TOML file: added at the end, found in any spelling, taken out; all else stays to the byte."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from hardwon.install import entries
from hardwon.install.entries import Uneditable
from hardwon.install.lines import Lines
from hardwon.install.shared import Kept, Rest

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_REST_OF_LINE = re.compile(r"[ \t]*(?:#[^\n]*)?(?:\n|\Z|\r\n)")
_KEY = re.compile(r"""[ \t]*(?:([A-Za-z0-9_-]+)|("(?:[^"\\\n]|\\.)*")|'([^'\n]*)')[ \t]*""")
_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.S)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[^\"'\[\]{}#\n]+")


@dataclass(frozen=True)
class _Statement:
    """A header or a pair: the whole way to it, and its text with the end of its line."""

    keys: tuple[str, ...]
    start: int
    end: int
    is_header: bool


@dataclass(frozen=True, kw_only=True)
class TomlShare:
    """A table of ours in a TOML file.

    Attributes:
        name: the part.
        keys: the way to the table.
        value: what is in it: texts, numbers, truths and lists of them.
        is_own: whether a table's value is ours, of this version or an earlier one.
        marks: texts of which one is in every file with ours.
    """

    name: str
    keys: tuple[str, ...]
    value: dict[str, Any]
    is_own: Callable[[Any], bool]
    marks: tuple[str, ...]

    def state(self, data: bytes) -> str:
        """See hardwon.install.shared.Share."""
        found = _at(_values(Lines.of(data).text), self.keys)
        if found is None:
            return entries.MISSING
        if not self.is_own(found):
            return entries.FOREIGN
        return entries.WIRED if entries.holds(found, self.value) else entries.STALE

    def put_in(self, data: bytes) -> tuple[bytes, Kept]:
        """See Share."""
        lines = Lines.of(data)
        before = _values(lines.text)
        _at(before, self.keys)
        wanted = _with(before, self.keys, self.value)
        kept = lines.append(self.snippet())
        try:
            same = _values(lines.text) == wanted
        except Uneditable:
            same = False
        if not same:
            raise Uneditable(f'"{".".join(self.keys[:-1])}" is written in a form that takes no table at the end')
        return lines.data, kept

    def take_out(self, data: bytes, kept: Kept) -> Rest:
        """See Share."""
        lines = Lines.of(data)
        if not self.is_own(_at(_values(lines.text), self.keys)):
            return Rest(data=data, is_hollow=False)
        for start, end in reversed(list(self._ranges(lines.text))):
            lines.cut(start, end, kept)
        if _at(_values(lines.text), self.keys) is not None:
            raise Uneditable(f'"{".".join(self.keys)}" is written in a form that is not taken apart')
        return Rest(data=lines.data, is_hollow=lines.is_blank)

    def _ranges(self, text: str) -> Iterator[tuple[int, int]]:
        """The stretches of text that are ours: from a header to its last pair, or a pair of another table."""
        start = end = -1
        inside = False
        depth = len(self.keys)
        for statement in _statements(text):
            ours = statement.keys[:depth] == self.keys
            if ours and start >= 0 and (inside or statement.is_header):
                end = statement.end
            elif ours:
                start, end = statement.start, statement.end
            elif start >= 0:
                yield start, end
                start = -1
            inside = ours
        if start >= 0:
            yield start, end

    def snippet(self) -> str:
        """See Share."""
        pairs = "".join(f"{_key(key)} = {_literal(value)}\n" for key, value in self.value.items())
        return f"[{'.'.join(self.keys)}]\n{pairs}"

    def is_mentioned(self, data: bytes) -> bool:
        """See Share."""
        return any(mark.encode() in data for mark in self.marks)

    def renewing(self, data: bytes) -> TomlShare:
        """See Share."""
        return replace(self, value=entries.merged(_at(_values(Lines.of(data).text), self.keys), self.value))

    def remark(self, data: bytes) -> str:
        """See Share."""
        return ""


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _literal(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(key)} = {_literal(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, str | bool | int):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)  # numbers such as inf, and times


def _values(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Uneditable(str(error) or "too many levels") from None


def _at(values: Any, keys: tuple[str, ...]) -> Any:
    for depth, key in enumerate(keys):
        if not isinstance(values, dict):
            raise Uneditable(f'"{".".join(keys[:depth])}" is no table')
        values = values.get(key)
        if values is None:
            return None
    return values


def _with(values: dict[str, Any], keys: tuple[str, ...], value: object) -> dict[str, Any]:
    inner = value if len(keys) == 1 else _with(values.get(keys[0], {}), keys[1:], value)
    return {**values, keys[0]: inner}


def _statements(text: str) -> Iterator[_Statement]:
    """The statements of a text that `tomllib` accepts, in order."""
    table: tuple[str, ...] = ()
    at = _end(_BLANK, text, 0)
    while at < len(text):
        start = text.rfind("\n", 0, at) + 1
        is_header = text[at] == "["
        if is_header:
            doubled = text.startswith("[[", at)
            table, at = _keys(text, at + 1 + doubled)
            at += 1 + doubled
            keys = table
        else:
            own, at = _keys(text, at)
            keys, at = table + own, _value_end(text, at + 1)
        at = _end(_REST_OF_LINE, text, at)
        yield _Statement(keys, start, at, is_header)
        at = _end(_BLANK, text, at)


def _keys(text: str, at: int) -> tuple[tuple[str, ...], int]:
    keys: list[str] = []
    while match := _KEY.match(text, at):
        bare, quoted, literal = match.groups()
        keys.append(bare if bare is not None else tomllib.loads(f"k={quoted}")["k"] if quoted else literal or "")
        at = match.end()
        if text[at : at + 1] != ".":
            break
        at += 1
    return tuple(keys), at


def _value_end(text: str, at: int) -> int:
    """Where a value ends: the line's end outside of texts and brackets."""
    depth = 0
    while at < len(text):
        char = text[at]
        if match := _STRING.match(text, at) if char in "\"'" else None:
            at = match.end()
        elif char in "[{":
            depth, at = depth + 1, at + 1
        elif char in "]}":
            depth, at = depth - 1, at + 1
        elif char == "#":
            at = text.find("\n", at)
            if at < 0 or not depth:
                return len(text) if at < 0 else at
        elif char == "\n" and not depth:
            return at
        else:
            match = _PLAIN.match(text, at)
            at = match.end() if match else at + 1
    return len(text)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
