"""What a session was about, taken from its own sentences: nothing is made up, nothing is judged.

Goal, decisions and the next step are the person's words. What is done or open is told by commits, tasks and by the last
status of each command; the agent's closing sentences are added to what is done, as its report. What is left besides,
hardwon.capture.remaining finds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hardwon.capture.commands import Command, parse, status
from hardwon.capture.english import ENGLISH
from hardwon.capture.remaining import TASK_TOOLS, Remaining, is_settled
from hardwon.capture.rules import Listener, content_words
from hardwon.capture.words import own_words, sentences
from hardwon.hosts.turns import Turn
from hardwon.models import SessionSummary

_GOAL_MAX = 240
_LINE_MAX = 200
_LIST_MAX = 8
_FILES_MAX = 20
_COMMANDS_MAX = 12
_CALLS_MAX = 200
_EDITORS = frozenset({"Edit", "Write", "MultiEdit", "NotebookEdit"})
_COMMIT = re.compile(r"\bgit commit\b[^\n]*?(?:-\w*m|--message)[ =]?(['\"])(.{3,200}?)\1")
_DONE = re.compile(
    r"\A(?:I(?:'ve| have)? |We(?:'ve| have)? |The .{3,60} (?:now |is now |are now )|Now |All )?"
    r"(?:added|fixed|implemented|updated|removed|refactored|renamed|moved|created|replaced|changed|wrote|migrated|"
    r"split|extracted|documented|upgraded|enabled|disabled|wired|corrected|resolved|cleaned|reverted|configured)\b",
    re.IGNORECASE,
)
_SMALL_TALK = re.compile(
    r"\A(?:hi|hello|hey|thanks?|thank you|ok(?:ay)?|yes|no|continue|go on|go ahead|great|good|perfect|"
    r"nice)\b[\s\w,]{0,20}[.!]*\Z",
    re.IGNORECASE,
)


class Summariser:
    """Turns in, a summary out.

    Args:
        listener: hears what is said; share it with the extractor of the same session.
    """

    def __init__(self, listener: Listener | None = None) -> None:
        self._listener = listener or Listener()
        self._redactor = self._listener.redactor
        self._echo = self._listener.echo
        self._session = ""
        self._goal = ""
        self._last_request = ""
        self._answered = True
        self._report: list[str] = []
        self._closing = ""
        self._commits: list[str] = []
        self._decisions: list[str] = []
        self._files: dict[str, None] = {}
        self._commands: dict[str, tuple[Command, str]] = {}
        self._calls: dict[str, Turn] = {}
        self._started = self._ended = 0
        self.remaining = Remaining()

    def feed(self, turn: Turn) -> None:
        """Show the next turn."""
        if turn.sidechain:
            return
        self._session = turn.session_id or self._session
        if turn.at_ms:
            self._started = min(self._started or turn.at_ms, turn.at_ms)
            self._ended = max(self._ended, turn.at_ms)
        if turn.kind == "user":
            self._from_person(turn)
        elif turn.kind == "assistant":
            self._from_agent(turn)
        elif turn.kind == "tool_use":
            if turn.tool in TASK_TOOLS:
                self.remaining.called(turn)
            self._calls[turn.tool_use_id] = turn
            while len(self._calls) > _CALLS_MAX:
                del self._calls[next(iter(self._calls))]
        elif turn.kind == "tool_result":
            self._ended_call(turn)

    def summary(self, session_id: str = "") -> SessionSummary:
        """What has been shown so far, in short.

        Args:
            session_id: by default what the turns say.
        """
        self._take_report()
        done = _last(dict.fromkeys((*self._commits, *self._report)), _LIST_MAX)
        left = [f"`{command.text}` still fails" for command in self._failing()] + self.remaining.lines(done)
        unanswered = self._last_request if not self._answered else ""
        return SessionSummary(
            session_id=session_id or self._session,
            goal=self._goal,
            done=done,
            open=_last(dict.fromkeys(self._safe(line, _LINE_MAX) for line in left), _LIST_MAX),
            decisions=_last(dict.fromkeys(self._decisions), _LIST_MAX),
            files=tuple(self._safe(name, _LINE_MAX) for name in _last(self._files, _FILES_MAX)),
            commands=_last(
                dict.fromkeys(self._safe(f"{c.text} ({end})", _LINE_MAX) for c, end in self._commands.values()),
                _COMMANDS_MAX,
            ),
            next_step=unanswered or self._safe(self.remaining.next_step(), _LINE_MAX),
            started_at=self._started,
            ended_at=self._ended,
        )

    def _failing(self) -> list[Command]:
        """Commands that failed last, unless one for the same purpose passed after them."""
        found: list[Command] = []
        for command, end in self._commands.values():
            if end == "failed":
                found.append(command)
            else:
                found = [one for one in found if not one.purpose or one.purpose != command.purpose]
        return found

    def _from_person(self, turn: Turn) -> None:
        if turn.interrupted:
            self._answered = False
            return
        self._take_report()
        heard = self._listener.hear(turn)
        self._decisions += [found.text for _, found in heard if found and found.category == "decision"]
        self._decisions = self._decisions[-_LIST_MAX:]
        self.remaining.said(sentence for sentence, _ in heard)
        request = self._opening([sentence.text for sentence, _ in heard])
        if request:
            self._goal = self._goal or request
            self._last_request = request
            self._answered = False

    def _opening(self, said: list[str]) -> str:
        """The first sentences that say what is wanted."""
        kept = ""
        for sentence in said:
            if _SMALL_TALK.match(sentence) or (not kept and len(content_words(sentence, ENGLISH)) < 2):
                continue
            if kept and len(kept) + len(sentence) >= _GOAL_MAX:
                break
            kept = f"{kept} {sentence}".strip()
            if len(kept) > 80:
                break
        return _cut(kept, _GOAL_MAX)

    def _from_agent(self, turn: Turn) -> None:
        self._answered = True
        self._closing = turn.text

    def _take_report(self) -> None:
        """What the agent said last before the person spoke again is its report."""
        closing, self._closing = self._closing, ""
        if not closing:
            return
        text = self._redactor.redact(own_words_of_agent(closing)).text
        told = [one for one in sentences(text)[:40] if not self._echo.is_echo(one.text)]
        self.remaining.closing(told)
        found = [
            _cut(one.text, _LINE_MAX) for one in told if _DONE.match(one.text) and 15 <= len(one.text) <= _LINE_MAX
        ]
        self._report = (self._report + found[:3])[-_LIST_MAX:]

    def _ended_call(self, turn: Turn) -> None:
        call = self._calls.pop(turn.tool_use_id, None)
        if call is None:
            return
        if call.tool == "TaskCreate":
            self.remaining.returned(turn)
        path = call.tool_input.get("file_path") or call.tool_input.get("notebook_path")
        if call.tool in _EDITORS and isinstance(path, str) and not turn.is_error:
            root = turn.cwd.rstrip("/") + "/"
            name = path[len(root) :] if turn.cwd and path.startswith(root) else path
            self._files.pop(name, None)
            self._files[name] = None
            while len(self._files) > 4 * _FILES_MAX:
                del self._files[next(iter(self._files))]
        line = call.tool_input.get("command")
        if isinstance(line, str):
            self._ran(line, turn)

    def _ran(self, line: str, turn: Turn) -> None:
        command = parse(line)
        end = status(command, turn.text, is_error=turn.is_error, interrupted=turn.interrupted)
        if end == "passed" and _COMMIT.search(line):
            self._answered = True
        if end == "passed" and (commit := _COMMIT.search(line)):
            self._commits = [*self._commits, self._safe(commit[2].split("\n")[0], _LINE_MAX)][-_LIST_MAX:]
        if command.worth and end != "unknown" and len(command.text) <= _LINE_MAX:
            self._commands.pop(command.key, None)
            self._commands[command.key] = (command, end)
            while len(self._commands) > 4 * _COMMANDS_MAX:
                del self._commands[next(iter(self._commands))]

    def _safe(self, text: str, limit: int) -> str:
        return _cut(self._redactor.redact(text).text, limit)


def summarise(turns: Iterable[Turn]) -> SessionSummary:
    """A summary of some turns of one session, in order."""
    summariser = Summariser()
    for turn in turns:
        summariser.feed(turn)
    return summariser.summary()


def merged(earlier: SessionSummary | None, later: SessionSummary, left: Remaining | None = None) -> SessionSummary:
    """One summary of a session that was read in two parts.

    Args:
        earlier: of the first part, None when there was none.
        later: of what was read since.
        left: what was heard since of what is left; it tells what of the first part no longer is.
    """
    if earlier is None:
        return later
    settled = {command.rsplit(" (", 1)[0] for command in later.commands if command.endswith("(passed)")}
    still_open = [line for line in earlier.open if not _is_over(line, settled, later.done, left)]
    commands = {line.rsplit(" (", 1)[0]: line for line in (*earlier.commands, *later.commands)}
    return SessionSummary(
        session_id=later.session_id,
        project=earlier.project,
        host=earlier.host,
        goal=earlier.goal or later.goal,
        done=_last(dict.fromkeys((*earlier.done, *later.done)), _LIST_MAX),
        open=_last(dict.fromkeys((*still_open, *later.open)), _LIST_MAX),
        decisions=_last(dict.fromkeys((*earlier.decisions, *later.decisions)), _LIST_MAX),
        files=_last(dict.fromkeys((*earlier.files, *later.files)), _FILES_MAX),
        commands=_last(commands.values(), _COMMANDS_MAX),
        next_step=later.next_step,
        started_at=min(filter(None, (earlier.started_at, later.started_at)), default=0),
        ended_at=max(earlier.ended_at, later.ended_at),
    )


def _is_over(line: str, passed: set[str], done: Iterable[str], left: Remaining | None) -> bool:
    if line.endswith(" still fails"):
        return line.removesuffix(" still fails").strip("`") in passed
    return (left is not None and left.is_over(line)) or any(is_settled(line, one) for one in done)


def own_words_of_agent(text: str) -> str:
    """An agent's text without code, quotes and lists of other people's words."""
    return own_words(text[:4000]) if len(text) <= 400 else own_words("\n\n".join(text[:4000].split("\n")))


def _last(values: Iterable[str], count: int) -> tuple[str, ...]:
    return tuple(list(values)[-count:])


def _cut(text: str, limit: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1].rsplit(" ", 1)[0] + "…"
