"""What a shell line's exit status says of each command in it.

`a && b` succeeded: both did. `a | b`, `a || true`, `a; b`: nothing is known of a. A command's status counts only
where the line's status proves it; what a script then prints of it (`echo $?`) counts as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from hardwon.outcomes.evidence.lexer import Token, cut
from hardwon.outcomes.evidence.unwrap import Unwrapped, unwrap
from hardwon.text.listed import listed

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")
_NEVER_FAIL = listed("""
    echo printf true : cd pushd popd source . export set unset mkdir touch clear ulimit umask sleep date trap alias
    shopt pwd readonly local declare typeset hash wait jobs nvm module tput stty reset
""")
_OPENERS = {"if": "fi", "for": "done", "while": "done", "until": "done", "case": "esac", "select": "done"}
_INNER = listed("then else elif do in")
_LAST_STATUS = re.compile(r"\$\?|\$\{\?\}")
_PIPE_STATUS = re.compile(r"\$\{PIPESTATUS\[0\]\}|\$\{pipestatus\[1\]\}|\$\{PIPESTATUS\}|\$PIPESTATUS\b|\$pipestatus\b")
_VARIABLE = re.compile(r"\$\{?([A-Za-z_]\w*)\}?")
_DEPTH_MAX = 12
_COMMANDS_MAX = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class Simple:
    """One simple command.

    Attributes:
        words: the program and its arguments, quotes, redirections and wrappers (`time`, `uv run`) taken away.
        environment: assignments before it, of the wrappers too.
        text: as typed, on one line.
        folder: where an earlier `cd` of the line had gone, "" for the session's own.
    """

    words: tuple[str, ...]
    environment: tuple[str, ...] = ()
    text: str = ""
    folder: str = ""


Facts = Mapping[int, bool]
"""What is known of some commands, by their number: True succeeded, False failed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Echo:
    """A place where the line prints a status: the pattern of what is printed, and what it proves."""

    pattern: re.Pattern[str]
    if_zero: Facts
    if_other: Facts


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """A shell line.

    Attributes:
        commands: its simple commands in order.
        if_ok, if_bad: what the line's success, or failure, proves.
        echoes: what its output may prove besides.
    """

    commands: tuple[Simple, ...]
    if_ok: Facts
    if_bad: Facts
    echoes: tuple[Echo, ...] = ()


@dataclass(slots=True)
class _Node:
    if_ok: dict[int, bool] = field(default_factory=dict)
    if_bad: dict[int, bool] = field(default_factory=dict)
    can_succeed: bool = True
    can_fail: bool = True


def read_line(line: str) -> Line:
    """Read a shell line, or a whole script. Never raises."""
    parser = _Parser()
    node = parser.script(line)
    return Line(
        commands=tuple(parser.commands),
        if_ok=node.if_ok if node.can_succeed else {},
        if_bad=node.if_bad if node.can_fail else {},
        echoes=tuple(parser.echoes),
    )


def _and(first: _Node, second: _Node) -> _Node:
    bad: dict[int, bool] = {}
    if second.can_fail and not first.can_fail:
        bad = first.if_ok | second.if_bad
    elif first.can_fail and not second.can_fail:
        bad = first.if_bad
    return _Node(
        first.if_ok | second.if_ok,
        bad,
        first.can_succeed and second.can_succeed,
        first.can_fail or second.can_fail,
    )


def _not(node: _Node) -> _Node:
    return _Node(node.if_bad, node.if_ok, node.can_fail, node.can_succeed)


def _or(first: _Node, second: _Node) -> _Node:
    return _not(_and(_not(first), _not(second)))


class _Parser:
    def __init__(self) -> None:
        self.commands: list[Simple] = []
        self.echoes: list[Echo] = []
        self._tokens: list[Token] = []
        self._at = 0
        self._depth = 0
        self._stop_at_failure = False
        self._pipe_fails = False
        self._folder = ""
        self._last = _Node()
        self._stages: list[_Node] = []
        self._kept: dict[str, _Node] = {}

    def script(self, line: str) -> _Node:
        """A whole line, nested ones (`bash -c`) included."""
        if self._depth >= _DEPTH_MAX:
            return _Node()
        outer = self._tokens, self._at
        self._tokens, self._at = cut(line), 0
        self._depth += 1
        node = self._list(frozenset())
        while self._at < len(self._tokens):  # a stray closing word
            self._at += 1
            node = self._then(node, self._list(frozenset()))
        self._depth -= 1
        self._tokens, self._at = outer
        return node

    # -- grammar ------------------------------------------------------------------------------------------

    def _peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _operator(self, *names: str) -> str:
        token = self._peek()
        if token and not token.is_word and token.text in names:
            self._at += 1
            return token.text
        return ""

    def _ended(self, stops: frozenset[str]) -> bool:
        token = self._peek()
        return token is None or token.keyword in stops or (not token.is_word and token.text in (")", ";;"))

    def _list(self, stops: frozenset[str]) -> _Node:
        node: _Node | None = None
        while True:
            while self._operator(";", "\n", "&"):
                pass
            if self._ended(stops):
                return node or _Node()
            begin = self._at
            next_node = self._and_or(stops)
            if self._operator("&"):
                next_node = _Node(can_fail=False)
            self._at += self._at == begin  # nothing was taken: a character out of place
            self._last = next_node
            node = next_node if node is None else self._then(node, next_node)

    def _then(self, first: _Node, second: _Node) -> _Node:
        return _and(first, second) if self._stop_at_failure else second

    def _and_or(self, stops: frozenset[str]) -> _Node:
        node = self._pipeline(stops)
        while operator := self._operator("&&", "||"):
            while self._operator("\n"):
                pass
            self._last = node
            second = self._pipeline(stops)
            node = _and(node, second) if operator == "&&" else _or(node, second)
        return node

    def _pipeline(self, stops: frozenset[str]) -> _Node:
        negated = False
        while (token := self._peek()) and token.keyword in ("!", "time"):
            negated ^= token.keyword == "!"
            self._at += 1
        stages = [self._command(stops)]
        while self._operator("|", "|&"):
            while self._operator("\n"):
                pass
            stages.append(self._command(stops))
        self._stages = stages
        node = stages[-1]
        if self._pipe_fails and len(stages) > 1:
            for stage in reversed(stages[:-1]):
                node = _and(stage, node)
        return _not(node) if negated else node

    def _command(self, stops: frozenset[str]) -> _Node:
        token = self._peek()
        if token is None or self._ended(stops) or self._depth >= _DEPTH_MAX:
            return _Node()
        self._depth += 1
        try:
            if self._operator("("):
                folder = self._folder
                node = self._list(frozenset())
                self._operator(")")
                self._folder = folder
                return node
            if token.keyword == "{":
                self._at += 1
                node = self._list(frozenset({"}"}))
                self._at += 1
                return node
            if token.keyword in _OPENERS:
                return self._compound(_OPENERS[token.keyword])
            return self._simple(stops)
        finally:
            self._depth -= 1

    def _compound(self, closing: str) -> _Node:
        """A loop or a branch: what is in it is seen, what its status says of it is not."""
        self._at += 1
        stops = frozenset({closing}) | _INNER
        while (token := self._peek()) and token.keyword != closing:
            if self._ended(stops):
                self._at += 1
            else:
                self._list(stops)
        self._at += 1
        return _Node()

    def _simple(self, stops: frozenset[str]) -> _Node:
        tokens: list[Token] = []
        while (token := self._peek()) and token.is_word:
            tokens.append(token)
            self._at += 1
        if not tokens:
            return _Node()
        if self._operator("("):  # a function's definition
            self._operator(")")
            return _Node(can_fail=False)
        count = 0
        while count < len(tokens) and _ASSIGNMENT.match(tokens[count].text):
            count += 1
        if count == len(tokens):
            return self._assigned(tokens)
        environment = tuple(token.text for token in tokens[:count])
        text = " ".join(token.raw for token in tokens)
        return self._run(unwrap([token.text for token in tokens[count:]]), environment, text)

    # -- single commands ----------------------------------------------------------------------------------

    def _run(self, found: Unwrapped, environment: tuple[str, ...], text: str) -> _Node:
        if found.inner:
            return self._nested(found)
        words = found.words
        if not words:
            return _Node()
        name = words[0]
        if name == "set":
            self._set(words[1:])
        if name == "cd" and len(words) > 1:
            self._folder = words[1] if words[1].startswith(("/", "~", "$")) else f"{self._folder}/{words[1]}".strip("/")
        if name in ("echo", "printf"):
            self._prints(words[1:])
        if name in ("exit", "return", "test", "["):
            special = self._status_word(name, words[1:])
            if special is not None:
                return special
        if len(self.commands) >= _COMMANDS_MAX:
            return _Node()
        number = len(self.commands)
        self.commands.append(
            Simple(
                words=tuple(words),
                environment=environment + tuple(found.environment),
                text=" ".join(text.split()),
                folder=self._folder,
            )
        )
        fails = name not in _NEVER_FAIL
        return _Node({number: True}, {number: False}, can_succeed=name != "false", can_fail=fails)

    def _nested(self, found: Unwrapped) -> _Node:
        outer = self._stop_at_failure, self._pipe_fails, self._folder
        self._set(found.shell_options)
        node = self.script(found.inner)
        self._stop_at_failure, self._pipe_fails, self._folder = outer
        return node

    def _set(self, options: Iterable[str]) -> None:
        for option in options:
            if option.startswith("-") and not option.startswith("--") and "e" in option[1:]:
                self._stop_at_failure = True
            if option == "pipefail":
                self._pipe_fails = True
            if option == "+e":
                self._stop_at_failure = False

    def _status_word(self, name: str, words: list[str]) -> _Node | None:
        """`exit $?` and the like hand an earlier status on; `exit 1` never succeeds."""
        said = " ".join(words)
        kept = self._node_of(said)
        if name in ("exit", "return"):
            if kept or not words:
                return kept or self._last
            return _Node(can_succeed=words[0] == "0", can_fail=words[0] != "0")
        if kept and re.search(r"(?:-eq|=|==) 0\b", said):
            return kept
        return None

    def _assigned(self, tokens: list[Token]) -> _Node:
        for token in tokens:
            name, _, value = token.text.partition("=")
            node = self._node_of(value)
            if node:
                self._kept[name] = node
        return _Node(can_fail="$(" in " ".join(token.text for token in tokens))

    def _node_of(self, text: str) -> _Node | None:
        """The command whose status a piece of text stands for."""
        if _PIPE_STATUS.search(text):
            return self._stages[0] if self._stages else None
        if _LAST_STATUS.search(text):
            return self._last
        for variable in _VARIABLE.finditer(text):
            if variable[1] in self._kept:
                return self._kept[variable[1]]
        return None

    def _prints(self, words: list[str]) -> None:
        said = " ".join(words)
        for status in (_PIPE_STATUS, _LAST_STATUS, _VARIABLE):
            for place in status.finditer(said):
                node = self._node_of(place[0])
                if node and node.if_ok:
                    self.echoes.append(_echo(said, place, node))
                    return


def _echo(said: str, place: re.Match[str], node: _Node) -> Echo:
    literal: Callable[[str], str] = lambda text: re.escape(text.replace("\\n", "").strip())  # noqa: E731
    before, after = said[: place.start()], said[place.end() :]
    # Other variables beside it are unknown text.
    before = re.split(r"\$\{?\w+\}?(?:\[\d\]\})?|%\w", before)[-1]
    after = re.split(r"\$|%", after)[0]
    pattern = re.compile(rf"^.{{0,200}}?{literal(before)}\s*(\d{{1,3}})\s*{literal(after)}", re.MULTILINE)
    if not before.strip() and not after.strip():
        pattern = re.compile(r"^(\d{1,3})$", re.MULTILINE)
    return Echo(pattern=pattern, if_zero=dict(node.if_ok), if_other=dict(node.if_bad))
