"""What made a failing command pass: the edits after which it did, or the form in which it finally worked.

This is evidence, not opinion: a run that failed, what was changed, a run that passed. The agent's own words are
added only as the reason, and never on their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hardwon.capture.candidates import Candidate, key_of, origin_of
from hardwon.capture.commands import NARROWING, USAGE_ERROR, Command, changes_state, parse, signature, status
from hardwon.capture.echo import EchoFilter
from hardwon.capture.findings import MARK
from hardwon.capture.redact import Redactor
from hardwon.hosts.turns import Turn

_EDITORS = frozenset(
    {"Edit", "Write", "MultiEdit", "NotebookEdit", "Update", "ApplyPatch", "str_replace_based_edit_tool"}
)
_SHELLS = frozenset({"Bash", "PowerShell", "Shell", "shell", "bash"})
_CALLS_MAX = 200
_OPEN_MAX = 12
_PENDING_TURNS = 40  # a call without its result after so many turns was cut off
WINDOW_TURNS = 600
"""A failure is followed for so many turns; after that nobody would call the passing run its answer."""
_FILES_MAX = 5
_CHANGE_MAX = 90
_REASON_MAX = 180

_REASON = re.compile(
    r"\b(?:because|instead of|was (?:missing|wrong|not|never|using|still|set)|were (?:missing|not)|is "
    r"missing|needs? (?:to|a|the)|"
    r"requires?|root cause|the (?:cause|problem|issue|bug|fix) (?:is|was)|caused by|due to|expects?|"
    r"hard-?coded|fixed port|"
    r"doesn'?t (?:exist|support|match)|didn'?t|must be|so that|turns out)\b",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\A(?:i'?ll|let me|let's|now|next|first|i will|i'm going|i need|okay|ok|sure|great|perfect|you|"
    r"please|always|never|should|do you|could|would)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+|;\s+")


@dataclass(kw_only=True)
class _Call:
    command: Command
    turn: Turn
    at: int


@dataclass(kw_only=True)
class _Edit:
    file: str
    before: str = ""
    after: str = ""
    created: bool = False


@dataclass(kw_only=True)
class _Failure:
    command: Command
    signature: str
    call: Turn
    turn: Turn
    at: int
    edits: list[_Edit] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)


class FixTracker:
    """Follows the commands of a session.

    Args:
        redactor: takes secrets out of what is kept.
        echo: recognises what was injected.
    """

    def __init__(self, redactor: Redactor, echo: EchoFilter) -> None:
        self._redactor = redactor
        self._echo = echo
        self._calls: dict[str, _Call] = {}
        self._edits: dict[str, list[_Edit]] = {}
        self._failures: dict[str, _Failure] = {}
        self._count = 0

    @property
    def open_since(self) -> tuple[int, int] | None:
        """Offset and line of the oldest call that what comes next may still complete, None when there is none."""
        calls = [failure.call for failure in self._failures.values()]
        calls += [call.turn for call in self._calls.values() if self._count - call.at <= _PENDING_TURNS]
        return min(((turn.offset, turn.line) for turn in calls), default=None)

    def feed(self, turn: Turn) -> Iterator[Candidate]:
        """Show the next turn that is not a person's words, and take what it completes."""
        self._count += 1
        if turn.kind == "tool_use":
            self._started(turn)
        elif turn.kind == "tool_result":
            yield from self._ended(turn)
        elif turn.kind == "assistant":
            self._explained(turn)

    def _started(self, turn: Turn) -> None:
        if turn.tool in _SHELLS:
            line = turn.tool_input.get("command")
            if isinstance(line, str) and line.strip():
                description = turn.tool_input.get("description")
                command = parse(line, description if isinstance(description, str) else "")
                self._calls[turn.tool_use_id] = _Call(command=command, turn=turn, at=self._count)
        elif turn.tool in _EDITORS:
            self._edits[turn.tool_use_id] = _edits_of(turn)
        for calls in (self._calls, self._edits):
            while len(calls) > _CALLS_MAX:
                calls.pop(next(iter(calls)))

    def _ended(self, turn: Turn) -> Iterator[Candidate]:
        edits = self._edits.pop(turn.tool_use_id, None)
        if edits and not turn.is_error:
            for failure in self._failures.values():
                failure.edits += edits
        call = self._calls.pop(turn.tool_use_id, None)
        if call is None:
            return
        outcome = status(call.command, turn.text, is_error=turn.is_error, interrupted=turn.interrupted)
        if outcome == "failed" and call.command.worth:
            self._failed(call, turn)
        elif outcome == "passed":
            yield from self._passed(call.command, turn)

    def _failed(self, call: _Call, turn: Turn) -> None:
        output = self._redactor.redact(turn.text).text
        self._failures.pop(call.command.key, None)
        self._failures[call.command.key] = _Failure(
            command=call.command,
            signature=signature(output, call.turn.cwd),
            call=call.turn,
            turn=turn,
            at=self._count,
        )
        while len(self._failures) > _OPEN_MAX:
            del self._failures[next(iter(self._failures))]

    def _passed(self, command: Command, turn: Turn) -> Iterator[Candidate]:
        self._drop_old()
        if command.worth:
            for key, failure in list(self._failures.items()):
                if _is_working_form(command, failure):
                    del self._failures[key]
                    yield from self._working_form(command, failure, turn)
                elif key == command.key or _covers(command, failure.command):
                    del self._failures[key]
                    yield from self._fix(failure, turn)
        if changes_state(command):
            for failure in self._failures.values():
                failure.changes.append(command.text)

    def _drop_old(self) -> None:
        for key, failure in list(self._failures.items()):
            if self._count - failure.at > WINDOW_TURNS:
                del self._failures[key]

    def _explained(self, turn: Turn) -> None:
        if not self._failures:
            return
        for sentence in _SENTENCE.split(turn.text)[:20]:
            sentence = sentence.strip(" *`#-")
            if (
                20 <= len(sentence) <= _REASON_MAX
                and _REASON.search(sentence)
                and not _PLAN.match(sentence)
                and "?" not in sentence
            ):
                for failure in self._failures.values():
                    failure.reasons.append(sentence)

    # -- what was learnt ----------------------------------------------------------------------------------

    def _fix(self, failure: _Failure, turn: Turn) -> Iterator[Candidate]:
        files = tuple(dict.fromkeys(_relative(edit.file, turn.cwd) for edit in failure.edits))
        if not failure.signature or failure.command.style or len(files) > _FILES_MAX or _was_unwritten(failure):
            return
        if files:
            change = _described(failure.edits, files)
        elif failure.changes:
            change = f"`{failure.changes[-1]}`"
        else:
            return  # it passed by itself: flaky, and nothing to learn from one case
        text = f'`{failure.command.text}` failed with "{failure.signature}"; it passed after {change}.'
        reason = self._reason(failure)
        yield self._candidate(
            f"{text} Why: {reason}" if reason else text, "troubleshooting", failure, turn, files, 0.75
        )

    def _working_form(self, command: Command, failure: _Failure, turn: Turn) -> Iterator[Candidate]:
        if failure.command.text == command.text:
            return
        said = f' with "{failure.signature}"' if failure.signature else ""
        text = f"`{command.text}` works here; `{failure.command.text}` failed{said}."
        yield self._candidate(text, "command", failure, turn, (), 0.7)

    def _candidate(
        self, text: str, category: str, failure: _Failure, turn: Turn, files: tuple[str, ...], confidence: float
    ) -> Candidate:
        return Candidate(
            content=" ".join(self._redactor.redact(text).text.split()),
            category=category,
            confidence=confidence,
            origin=origin_of(turn, "tool", f"failed at line {failure.turn.line}, passed at line {turn.line}"),
            trust="tool",
            key=key_of(failure.turn, f"{category} {failure.command.key}"),
            files=files,
            at_ms=turn.at_ms,
        )

    def _reason(self, failure: _Failure) -> str:
        for sentence in reversed(failure.reasons):
            safe = self._redactor.redact(sentence).text
            if MARK not in safe and not self._echo.is_echo(safe):
                return safe.rstrip(".:") + "."
        return ""


def _edits_of(turn: Turn) -> list[_Edit]:
    path = next(
        (turn.tool_input[name] for name in ("file_path", "notebook_path", "path") if name in turn.tool_input), ""
    )
    if not isinstance(path, str) or not path:
        return []
    changes = turn.tool_input.get("edits")
    parts = changes if isinstance(changes, list) and changes else [turn.tool_input]
    return [
        _Edit(
            file=path,
            before=_text(part, "old_string"),
            after=_text(part, "new_string"),
            created=turn.tool == "Write",
        )
        for part in parts
        if isinstance(part, Mapping)
    ]


def _text(part: Mapping[Any, Any], name: str) -> str:
    value = part.get(name)
    return value if isinstance(value, str) else ""


def _relative(path: str, cwd: str) -> str:
    root = cwd.rstrip("/") + "/"
    return path[len(root) :] if cwd and path.startswith(root) else path


def _described(edits: list[_Edit], files: tuple[str, ...]) -> str:
    """What was changed, in a few words; the change itself where it is small."""
    if len(edits) == 1:
        before, after = edits[0].before.strip(), edits[0].after.strip()
        small = before and after and max(len(before), len(after)) <= _CHANGE_MAX and "\n" not in before + after
        if small and "`" not in before + after:
            return f"changing `{before}` to `{after}` in {files[0]}"
    names = files[0] if len(files) == 1 else ", ".join(files[:-1]) + " and " + files[-1]
    return f"a change to {names}"


def _was_unwritten(failure: _Failure) -> bool:
    """Whether it failed only because what it needs had not been written yet."""
    if not re.search(
        r"No module named|Cannot find module|cannot import name|ImportError|not found|No such file|has no "
        r"attribute",
        failure.signature,
    ):
        return False
    stems = {edit.file.rsplit("/", 1)[-1].split(".")[0] for edit in failure.edits if edit.created}
    return any(stem and stem in failure.signature for stem in stems)


def _covers(passed: Command, failed: Command) -> bool:
    """Whether a passing run includes the one that failed: the whole suite after one of its files."""
    return (
        passed.program == failed.program
        and bool(failed.targets)
        and not passed.targets
        and passed.verb in (failed.verb, "")
        and not any(NARROWING.fullmatch(flag) for flag in passed.flags)
    )


def _holds(all_words: tuple[str, ...], words: tuple[str, ...], spare: int) -> bool:
    """Whether words stand in this order among others, of which there are no more than added flags may have."""
    rest = iter(all_words)
    return len(all_words) <= len(words) + spare and all(word in rest for word in words)


def _is_working_form(passed: Command, failure: _Failure) -> bool:
    """Whether a passing command is another way of running what failed, with nothing repaired in between."""
    failed = failure.command
    if failure.edits or failure.changes or passed.masked or failed.style:
        return False
    added = set(passed.flags) - set(failed.flags)
    if any(NARROWING.fullmatch(flag) for flag in added):
        return False
    usage = bool(USAGE_ERROR.search(failure.signature))
    same_work = _holds(passed.operands, failed.operands, len(added))
    if passed.program == failed.program and same_work:
        more = bool(added) or bool(set(passed.environment) - set(failed.environment))
        return more or passed.text.split()[0] != failed.text.split()[0]
    if passed.program == failed.program and usage and passed.purpose == failed.purpose:
        return passed.verb == failed.verb or not passed.targets
    same_purpose = bool(passed.purpose) and passed.purpose == failed.purpose
    return same_purpose and passed.task_runner and not passed.targets and (usage or not failed.task_runner)
