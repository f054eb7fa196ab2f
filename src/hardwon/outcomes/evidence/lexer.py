"""Cuts a shell line into words and operators. It never fails: what no shell would take is cut as well as it goes."""

from __future__ import annotations

import re
from dataclasses import dataclass

LINE_MAX = 20_000
_OPERATORS = ("&&", "||", ";;", "|&", ";", "|", "&", "\n", "(", ")")
_REDIRECTION = re.compile(r"(?:\d{0,2}|&)(?:>>|>\||>&|<&|<>|>|<(?![<(]))(?!\()")
_HERE = re.compile(r"\d{0,2}<<(-?)(?!<)")
_HERE_STRING = re.compile(r"\d{0,2}<<<")
_CLOSING = {"(": ")", "{": "}"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word or an operator.

    Attributes:
        text: without its quotes. raw: as typed. is_word: False for an operator.
    """

    text: str
    raw: str
    is_word: bool

    @property
    def keyword(self) -> str:
        """The text where the shell could take it for a keyword: unquoted; else ""."""
        return self.text if self.is_word and self.raw == self.text else ""


def cut(line: str) -> list[Token]:
    """The tokens of a line, without comments, redirections and the bodies of here documents."""
    return _Lexer(line[:LINE_MAX]).tokens()


class _Lexer:
    def __init__(self, line: str) -> None:
        self._line = line.replace("\\\r\n", " ").replace("\\\n", " ").replace("\r\n", "\n")
        self._at = 0
        self._found: list[Token] = []
        self._bodies: list[tuple[str, bool]] = []

    def tokens(self) -> list[Token]:
        line = self._line
        while self._at < len(line):
            char = line[self._at]
            if char in " \t":
                self._at += 1
            elif char == "#":
                self._skip_to_line_end()
            elif not self._redirection() and not self._operator():
                self._word()
        return self._found

    def _skip_to_line_end(self) -> None:
        end = self._line.find("\n", self._at)
        self._at = len(self._line) if end < 0 else end

    def _redirection(self) -> bool:
        if string := _HERE_STRING.match(self._line, self._at):
            self._at = string.end()
            self._target()
            return True
        if here := _HERE.match(self._line, self._at):
            self._at = here.end()
            self._bodies.append((self._target(), bool(here[1])))
            return True
        if arrow := _REDIRECTION.match(self._line, self._at):
            self._at = arrow.end()
            self._target()
            return True
        return False

    def _target(self) -> str:
        while self._line[self._at : self._at + 1] in (" ", "\t"):
            self._at += 1
        if self._at >= len(self._line) or self._line[self._at] in "\n;|&":
            return ""
        self._word()
        return self._found.pop().text

    def _operator(self) -> bool:
        for operator in _OPERATORS:
            if self._line.startswith(operator, self._at):
                self._at += len(operator)
                self._found.append(Token(operator, operator, False))
                if operator == "\n":
                    self._skip_bodies()
                return True
        return False

    def _skip_bodies(self) -> None:
        for delimiter, indented in self._bodies:
            while self._at < len(self._line):
                end = self._line.find("\n", self._at)
                end = len(self._line) if end < 0 else end
                text = self._line[self._at : end]
                self._at = min(end + 1, len(self._line))
                if (text.lstrip("\t") if indented else text) == delimiter:
                    break
        self._bodies = []

    def _word(self) -> None:
        start, text = self._at, []
        while self._at < len(self._line) and self._line[self._at] not in " \t\n;|&()":
            text.append(self._piece())
        if self._at == start:  # a character no rule takes
            self._at += 1
        self._found.append(Token("".join(text), self._line[start : self._at], True))

    def _piece(self) -> str:
        line, char = self._line, self._line[self._at]
        if char == "\\":
            self._at += 2
            return line[self._at - 1 : self._at]
        if char == "'":
            return self._until("'")
        if char == '"':
            return self._double()
        if char == "`":
            return "`" + self._until("`") + "`"
        if char in "$<>" and line[self._at + 1 : self._at + 2] in ("(", "{"):
            return self._substitution()
        if char in "<>":  # a redirection in the middle of a word ends it; alone it would not move
            self._at += 1
            return char
        self._at += 1
        return char

    def _until(self, quote: str) -> str:
        end = self._line.find(quote, self._at + 1)
        end = len(self._line) if end < 0 else end
        text = self._line[self._at + 1 : end]
        self._at = end + 1
        return text

    def _double(self) -> str:
        line, text = self._line, []
        self._at += 1
        while self._at < len(line) and line[self._at] != '"':
            if line[self._at] == "\\" and line[self._at + 1 : self._at + 2] in ('"', "\\", "$", "`"):
                text.append(line[self._at + 1])
                self._at += 2
            elif line[self._at] == "$" and line[self._at + 1 : self._at + 2] in ("(", "{"):
                text.append(self._substitution())
            else:
                text.append(line[self._at])
                self._at += 1
        self._at += 1
        return "".join(text)

    def _substitution(self) -> str:
        """`$(…)`, `${…}`, `<(…)`: kept as typed, to its matching end."""
        start, depth = self._at, 0
        opening = self._line[self._at + 1]
        while self._at < len(self._line):
            char = self._line[self._at]
            self._at += 1
            if char == "\\":
                self._at += 1
            elif char == "'" and opening == "(":
                closing = self._line.find("'", self._at)
                self._at = len(self._line) if closing < 0 else closing + 1
            elif char == opening:
                depth += 1
            elif char == _CLOSING[opening]:
                depth -= 1
                if not depth:
                    break
        return self._line[start : self._at]
