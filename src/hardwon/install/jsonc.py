"""Edit a JSON or JSONC file by changing only the characters that have to change.

Everything else stays as it is to the byte: byte order mark, line ends, indentation, comments, trailing
commas, key order, doubled keys, number and escape forms, and the final newline or its absence. Removing what
was inserted gives the former bytes back, but for a container that held only blanks: the caller keeps its text
(`Document.source`) and puts it back.

A node is named by its path: the index of the member or element at each level.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Path = tuple[int, ...]

DEPTH_MAX = 100
NUMBER_LENGTH_MAX = 300

_BLANK = re.compile(r"[ \t\r\n]*")
_BLANK_ON_LINE = re.compile(r"[ \t]*")
_LINE_COMMENT = re.compile(r"//[^\r\n]*")
_STRING = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"')
_NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.+-])"
_SCALAR = re.compile(rf"{_NUMBER}|(?:true|false|null)(?!\w)")


class JsoncError(ValueError):
    """The text is no JSON or JSONC; the message names the line."""


@dataclass(slots=True)
class Member:
    """One element of an array, or one key with its value; `comma` is where the comma after it is, or -1."""

    key: str | None
    start: int
    value: Node
    comma: int = -1

    @property
    def end(self) -> int:
        """Where the member's own text ends."""
        return self.value.end


@dataclass(slots=True)
class Node:
    """A value and where it stands; `kind` is its opening bracket, or "" for a scalar."""

    kind: str
    start: int
    end: int = -1
    scalar: object = None
    members: list[Member] = field(default_factory=list)

    def value(self) -> Any:
        """The value as Python sees it; of doubled keys the last counts."""
        if self.kind == "{":
            return {str(member.key): member.value.value() for member in self.members}
        if self.kind == "[":
            return [member.value.value() for member in self.members]
        return self.scalar


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.line_comment_ends: set[int] = set()

    def fail(self, at: int, what: str) -> JsoncError:
        return JsoncError(f"{what} in line {self.text.count(chr(10), 0, at) + 1}")

    def document(self) -> Node:
        root, after = self.value(self.skip(0), 0)
        if self.skip(after) != len(self.text):
            raise self.fail(after, "text after the end of the value")
        return root

    def skip(self, at: int) -> int:
        """The first place from `at` on that is neither blank nor comment."""
        while True:
            at = _match_end(_BLANK, self.text, at)
            if self.text.startswith("//", at):
                at = _match_end(_LINE_COMMENT, self.text, at)
                self.line_comment_ends.add(at)
            elif self.text.startswith("/*", at):
                end = self.text.find("*/", at + 2)
                if end < 0:
                    raise self.fail(at, "a comment without end")
                at = end + 2
            else:
                return at

    def value(self, at: int, depth: int) -> tuple[Node, int]:
        char = self.text[at : at + 1]
        if char in ("{", "["):
            if depth >= DEPTH_MAX:
                raise self.fail(at, f"more than {DEPTH_MAX} levels")
            return self.container(at, char, depth)
        if char == '"':
            text, end = self.string(at)
            return Node("", at, end, text), end
        match = _SCALAR.match(self.text, at)
        if not match:
            raise self.fail(at, "a value is missing" if char in ("", ",", "]", "}") else "no JSON value")
        # Python refuses to convert very long numbers; such a one stays text.
        scalar = json.loads(match[0]) if len(match[0]) < NUMBER_LENGTH_MAX else match[0]
        return Node("", at, match.end(), scalar), match.end()

    def string(self, at: int) -> tuple[str, int]:
        match = _STRING.match(self.text, at)
        if not match:
            raise self.fail(at, "a text without end or with a bad character")
        return json.loads(match[0]), match.end()

    def container(self, at: int, kind: str, depth: int) -> tuple[Node, int]:
        node, close = Node(kind, at), "}" if kind == "{" else "]"
        at = self.skip(at + 1)
        while not self.text.startswith(close, at):
            if node.members and node.members[-1].comma < 0:
                raise self.fail(at, f"no comma or {close}")
            member, at = self.member(at, kind, depth)
            node.members.append(member)
            at = self.skip(at)
            if self.text.startswith(",", at):
                member.comma = at
                at = self.skip(at + 1)
        node.end = at + 1
        return node, node.end

    def member(self, at: int, kind: str, depth: int) -> tuple[Member, int]:
        if kind == "[":
            value, end = self.value(at, depth + 1)
            return Member(None, at, value), end
        if not self.text.startswith('"', at):
            raise self.fail(at, "a key is missing")
        key, end = self.string(at)
        colon = self.skip(end)
        if not self.text.startswith(":", colon):
            raise self.fail(colon, "no colon after a key")
        value, end = self.value(self.skip(colon + 1), depth + 1)
        return Member(key, at, value), end


def _match_end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


class Document:
    """One file's text, parsed, with edits that touch nothing else.

    Args:
        data: the file's bytes; none but blanks count as an empty object.

    Raises:
        JsoncError: not UTF-8, or not JSON or JSONC.
    """

    def __init__(self, data: bytes) -> None:
        self._mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        try:
            text = data[len(self._mark) :].decode("utf-8")
        except UnicodeDecodeError as error:
            raise JsoncError(f"no UTF-8 at byte {error.start}") from None
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.was_blank = not text.strip(" \t\r\n")
        self.blank = text if self.was_blank else ""
        self._parse(f"{{}}{self.newline}" if self.was_blank else text)
        self.unit = self._indent_unit()

    def _parse(self, text: str) -> None:
        parser = _Parser(text)
        self.root = parser.document()
        self.text = text
        self._line_comment_ends = parser.line_comment_ends

    def bytes(self) -> bytes:
        """The file as it stands now."""
        return self._mark + self.text.encode("utf-8")

    @property
    def is_plain(self) -> bool:
        """Whether a strict JSON reader takes the text: no comments, no trailing commas."""
        try:
            json.loads(self.text)
            return True
        except ValueError:
            return False

    def node(self, path: Path) -> Node:
        """The node at a path."""
        node = self.root
        for index in path:
            node = node.members[index].value
        return node

    def find(self, *keys: str) -> Path | None:
        """The path below the root to the value of nested keys; of doubled keys the last counts."""
        path: Path | None = ()
        for key in keys:
            path = None if path is None else self.find_in(path, key)
        return path

    def find_in(self, path: Path, key: str) -> Path | None:
        """The path to the value of a key of one object; of doubled keys the last counts."""
        return next(self.children(path, key), None)

    def children(self, path: Path, key: str | None = None) -> Iterator[Path]:
        """The paths of a container's members, last first: removing one leaves the paths to come right."""
        members = self.node(path).members
        for index in range(len(members) - 1, -1, -1):
            if key is None or members[index].key == key:
                yield (*path, index)

    def source(self, path: Path) -> str:
        """The text of a value as it stands in the file."""
        node = self.node(path)
        return self.text[node.start : node.end]

    def is_hollow(self, path: Path) -> bool:
        """Whether a container holds nothing but blanks."""
        node = self.node(path)
        return bool(node.kind) and not self.text[node.start + 1 : node.end - 1].strip(" \t\r\n")

    def make_blank(self, blank: str) -> None:
        """Leave nothing but blanks, as in a file that was empty."""
        self.text, self.root = blank, Node("{", 0, len(blank))

    def replace(self, path: Path, value: object) -> None:
        """Put a value in the place of another."""
        node = self.node(path)
        self._splice(node.start, node.end, self._written(value, path))

    def replace_source(self, path: Path, source: str) -> None:
        """Put text, itself JSON, in the place of a value."""
        node = self.node(path)
        self._splice(node.start, node.end, source)

    def append(self, path: Path, value: object, key: str | None = None) -> None:
        """Add an element to an array, or a key and its value to an object, at its end."""
        node = self.node(path)
        if not node.members:
            self._fill(path, value, key)
            return
        last = node.members[-1]
        place = self._end_of_line_comments((last.comma if last.comma >= 0 else last.end - 1) + 1)
        indent = self._own_line_indent(last.start)
        if indent is None and place in self._line_comment_ends:
            indent = self._line_indent(node.start) + self.unit
        gap = " " if indent is None else self.newline + indent
        new = gap + self._entry(value, key, indent)
        if last.comma >= 0:
            self._splice(place, place, new + ",")
        else:
            self._splice(last.end, place, "," + self.text[last.end : place] + new)

    def remove(self, path: Path) -> None:
        """Take out a member with its comma and the blanks before it; a container left hollow closes up."""
        parent = self.node(path[:-1])
        index, member = path[-1], parent.members[path[-1]]
        start = self._blanks_before(member.start)
        end = member.comma + 1 if member.comma >= 0 else member.end
        if start in self._line_comment_ends and not self._line_ends_at(end):
            start = member.start
        before, after = self.text[:start], self.text[end:]
        if member.comma < 0 and index > 0:
            comma = parent.members[index - 1].comma
            before = before[:comma] + before[comma + 1 :]
        self._parse(before + after)
        if self.is_hollow(path[:-1]):
            self.replace_source(path[:-1], "{}" if parent.kind == "{" else "[]")

    def _splice(self, start: int, end: int, new: str) -> None:
        self._parse(self.text[:start] + new + self.text[end:])

    def _fill(self, path: Path, value: object, key: str | None) -> None:
        """Add the first member: after the comments inside, else in the place of the blanks."""
        node = self.node(path)
        place = self._blanks_before(node.end - 1)
        comments = place > node.start + 1
        multiline = self._is_multiline(path) or place in self._line_comment_ends
        outer = self._line_indent(node.start)
        indent = outer + self.unit if multiline else None
        new = self._entry(value, key, indent)
        if indent is not None:
            new = self.newline + indent + new
        elif comments:
            new = " " + new
        close = self.newline + outer if multiline else ""
        if comments:
            self._splice(place, place, new)
        else:
            self._splice(place, node.end - 1, new + close)

    def _entry(self, value: object, key: str | None, indent: str | None) -> str:
        prefix = "" if key is None else json.dumps(key, ensure_ascii=False) + ": "
        return prefix + self._dump(value, indent)

    def _dump(self, value: object, indent: str | None) -> str:
        if indent is None:
            return json.dumps(value, ensure_ascii=False)
        text = json.dumps(value, ensure_ascii=False, indent=self.unit)
        return text.replace("\n", self.newline + indent)

    def _written(self, value: object, path: Path) -> str:
        multiline = self._is_multiline(path)
        return self._dump(value, self._line_indent(self.node(path).start) if multiline else None)

    def _is_multiline(self, path: Path) -> bool:
        """Whether the member at a path has a line of its own; the root counts as one."""
        if not path:
            return True
        member = self.node(path[:-1]).members[path[-1]]
        return self._own_line_indent(member.start) is not None

    def _own_line_indent(self, at: int) -> str | None:
        """The blanks between the start of the line and `at`, or None if anything else stands there."""
        before = self.text[self.text.rfind("\n", 0, at) + 1 : at]
        return before if "\n" in self.text[:at] and not before.strip(" \t") else None

    def _line_indent(self, at: int) -> str:
        start = self.text.rfind("\n", 0, at) + 1
        return self.text[start : _match_end(_BLANK_ON_LINE, self.text, start)]

    def _blanks_before(self, at: int) -> int:
        """Where the blanks before `at` begin; those at the end of a line comment are part of it."""
        start = len(self.text[:at].rstrip(" \t\r\n"))
        line_end = _match_end(_BLANK_ON_LINE, self.text, start)
        return line_end if line_end in self._line_comment_ends else start

    def _line_ends_at(self, at: int) -> bool:
        at = _match_end(_BLANK_ON_LINE, self.text, at)
        return self.text[at : at + 1] in ("", "\r", "\n")

    def _end_of_line_comments(self, at: int) -> int:
        """The end of the comments that follow on the same line, else `at` itself."""
        end = at
        while True:
            at = _match_end(_BLANK_ON_LINE, self.text, at)
            if self.text.startswith("//", at):
                return _match_end(_LINE_COMMENT, self.text, at)
            if not self.text.startswith("/*", at):
                return end
            at = end = self.text.index("*/", at + 2) + 2

    def _indent_unit(self) -> str:
        for member in self.root.members:
            indent = self._own_line_indent(member.start)
            if indent:
                return indent
        return "  "
