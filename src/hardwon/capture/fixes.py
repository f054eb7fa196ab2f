"""What made a failing command pass: the edits after which it did, or the form in which it finally worked.

This is evidence, not opinion: a run that failed, what was changed, a run that passed; or a change that was taken back
after a run failed. The agent's own words are added only as the reason, and never on their own. A bug of the project's
own code that is mended cannot come again and is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hardwon.capture.candidates import Candidate, key_of, origin_of
from hardwon.capture.commands import Command, changes_state, parse, signature, status
from hardwon.capture.echo import EchoFilter
from hardwon.capture.edits import (
    EDITORS,
    Edit,
    described,
    edits_of,
    is_configuration,
    is_small,
    relative,
    taken_back,
    undoes,
)
from hardwon.capture.findings import MARK
from hardwon.capture.forms import (
    added_to_call,
    address_of,
    complains_of_usage,
    covers,
    http_status,
    is_working_form,
    looked_up,
)
from hardwon.capture.redact import Redactor, strip_private
from hardwon.hosts.turns import Turn

_SHELLS = frozenset({"Bash", "PowerShell", "Shell", "shell", "bash"})
_CALLS_MAX = 200
_OPEN_MAX = 12
_TRAIL_MAX = 40
_LOOKUP_CALLS = 4
_PENDING_TURNS = 40  # a call without its result after so many turns was cut off
WINDOW_TURNS = 600
"""A failure is followed for so many turns; after that nobody would call the passing run its answer."""
_FILES_MAX = 5
_REASON_MAX = 180
_OUTPUT_MAX = 2000
_SAID_MAX = 40
_AROUND = 4  # lines on either side
_KNOWN_BY = 40

_REASON = re.compile(
    r"\b(?:because|instead of|was (?:missing|wrong|not|never|using|still|set)|were (?:missing|not)|is "
    r"missing|needs? (?:to|a|the)|needed|"
    r"requires?|root cause|the (?:cause|problem|issue|bug|fix) (?:is|was)|caused by|due to|expects?|"
    r"hard-?coded|fixed port|"
    r"doesn'?t|didn'?t|can'?t|cannot|must be|so that|turns out|only|ignores?|by default|defaults? to|silently|"
    r"weil|fehlt\w*|braucht|porque|falta\w*|necesita|parce que|manqu\w+|il faut|precisa|потому|нужен|нужно)\b",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\A(?:i'?ll|let me|let's|now|next|first|i will|i'm going|i need|okay|ok|sure|great|perfect|you|"
    r"please|always|never|should|do you|could|would|shall)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+|;\s+")
_SURROUNDINGS = re.compile(
    r"not found|no such|cannot find|could not|can't resolve|no module|permission|denied|refused|ECONN|EADDR|ENOENT|"
    r"EACCES|EPERM|"
    r"time[ds]? ?out|memory|heap|no space|unsupported|version|incompatible|requires?\b|not set|must be set|"
    r"is missing|linker|gcc|clang|"
    r"librar|certificate|SSL|TLS|locale|encoding|codec|decode|timezone|unable to|failed to (?:load|connect|open|"
    r"fetch|resolve|download|bind|"
    r"start|pull)|\block(?:ed|file)?\b|quota|rate.?limit|\b40[136]\b|unauthori[sz]ed|forbidden|credential|"
    r"authenticat|does not exist|"
    r"ERESOLVE|\bpeer dep|engine|glibc|undefined (?:symbol|reference)|\bport\b|address already|docker|daemon|socket|"
    r"proxy|\bDNS\b|"
    r"not installed|deprecated|removed in|unknown (?:option|flag|argument|command)|unrecogni[sz]ed|"
    r"externally-managed|listens|configur|"
    r"environment variable|plugin|driver|database is|relation|migration|class file|toolchain|\bSDK\b|JAVA_HOME|"
    r"cache|stale|too many open|"
    r"argument list too long|line endings|\bCRLF\b|shallow|submodule|LFS|snapshot|fixture|workspace|settings",
    re.IGNORECASE,
)
# What an error advises is no part of it; whoever reads it later would take it for an order.
_ADVICE = re.compile(
    r"(?<=[.!?)])\s+(?:Is|If|Did|Do|Have|Try|Please|Run|Use|See|Consider|You|Make|Check|Perhaps|"
    r"Maybe|Hint)\b.*\Z",
    re.DOTALL,
)
_TRAP = re.compile(
    r"(?=.*(?:`|\w\.\w|\w::\w|[a-z][A-Z]|\b[A-Z][a-z]+\b.*\b[\w-]+|\w-\w)).*\b(?:needs?|requires?|expects?|only|"
    r"doesn'?t|does not|can'?t|cannot|must|has "
    r"to|ignores?|treats?|defaults? to|rounds?|(?:is|are) (?:not|inclusive|exclusive|lazy|case.sensitive|immutable|"
    r"0-based|1-based|read-only|async|"
    r"evaluated)|changed in|since v?\d|removed|deprecated|by default|silently|always|never|mutates?|blocks?|"
    r"swallows?|caches?)\b"
)
_OWN_MISTAKE = re.compile(
    r"\b(?:I|I'd|I've|we|our|forgot|forgotten|typo|off.by.one|wrong (?:sign|order|name|variable)|copy.?paste|was|"
    r"were)\b"
)


@dataclass(kw_only=True)
class _Call:
    command: Command
    line: str
    turn: Turn
    at: int


@dataclass(kw_only=True)
class _Failure:
    command: Command
    signature: str
    usage: bool
    call: Turn
    turn: Turn
    at: int
    edits: list[Edit] = field(default_factory=list)
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
        self._edits: dict[str, list[Edit]] = {}
        self._failures: dict[str, _Failure] = {}
        self._trail: list[Edit] = []
        self._lookup: tuple[str, str, int] | None = None
        self._count = 0
        self._cwd = ""

    @property
    def open_since(self) -> tuple[int, int] | None:
        """Offset and line of the oldest call that what comes next may still complete, None when there is none."""
        calls = [failure.call for failure in self._failures.values()]
        calls += [call.turn for call in self._calls.values() if self._count - call.at <= _PENDING_TURNS]
        return min(((turn.offset, turn.line) for turn in calls), default=None)

    @property
    def last_edit(self) -> str:
        """The change that was made last, in words; "" when there is none that a sentence holds."""
        edit = self._trail[-1] if self._trail else None
        if edit is None or not is_small(edit):
            return ""
        return self._redactor.redact(f"it was done by {described([edit], [relative(edit.file, self._cwd)])}").text

    def feed(self, turn: Turn) -> Iterator[Candidate]:
        """Show the next turn that is not a person's words, and take what it completes."""
        self._count += 1
        self._cwd = turn.cwd or self._cwd
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
                self._calls[turn.tool_use_id] = _Call(command=command, line=line, turn=turn, at=self._count)
        elif turn.tool in EDITORS:
            self._edits[turn.tool_use_id] = edits_of(turn)
        for calls in (self._calls, self._edits):
            while len(calls) > _CALLS_MAX:
                calls.pop(next(iter(calls)))

    def _ended(self, turn: Turn) -> Iterator[Candidate]:
        edits = self._edits.pop(turn.tool_use_id, None)
        if edits and not turn.is_error:
            yield from self._edited(edits, turn)
        call = self._calls.pop(turn.tool_use_id, None)
        if call is None:
            return
        outcome = status(call.command, turn.text, is_error=turn.is_error, interrupted=turn.interrupted)
        answered = http_status(call.command, turn.text) if outcome == "passed" else 0
        if (outcome == "failed" and call.command.worth) or answered >= 400:
            self._failed(call, turn, answered)
        elif outcome == "passed":
            yield from self._undone(taken_back(call.line, self._trail), turn)
            yield from self._passed(call, turn)

    def _edited(self, edits: list[Edit], turn: Turn) -> Iterator[Candidate]:
        for edit in edits:
            edit.at = self._count
            earlier = [one for one in self._trail if undoes(edit, one)]
            if earlier:
                yield from self._undone(earlier, turn)
                continue
            self._trail = [*self._trail, edit][-_TRAIL_MAX:]
            for failure in self._failures.values():
                failure.edits.append(edit)

    def _undone(self, edits: Sequence[Edit], turn: Turn) -> Iterator[Candidate]:
        """Changes were taken back: what they led to is a thing not to try again."""
        self._trail = [one for one in self._trail if one not in edits]
        for failure in self._failures.values():
            failure.edits = [one for one in failure.edits if one not in edits]
        for edit in edits:
            if isinstance(edit.failed, _Failure) and (is_small(edit) or edit.said):
                yield from self._dead_end(edit, edit.failed, turn)
                return

    def _dead_end(self, edit: Edit, failure: _Failure, turn: Turn) -> Iterator[Candidate]:
        said = self._safe_sentence(edit.said)
        if not failure.signature and not said:
            return
        file = relative(edit.file, turn.cwd or self._cwd)
        with_ = f' with "{failure.signature}"' if failure.signature else ""
        still = "still failed" if edit.failed_before else "failed"
        text = f"Tried {described([edit], [file])}: `{failure.command.text}` {still}{with_}, so it was taken back."
        yield self._candidate(f"{text} {said}".strip(), "gotcha", failure, turn, (file,), 0.75)

    def _failed(self, call: _Call, turn: Turn, answered: int = 0) -> None:
        output = strip_private(turn.text)
        told = f"HTTP {answered}" if answered else self._signature(output, call.turn.cwd)
        earlier = self._failures.pop(call.command.key, None)
        failure = _Failure(
            command=call.command,
            signature=told,
            usage=complains_of_usage(told, output[:_OUTPUT_MAX]),
            call=call.turn,
            turn=turn,
            at=self._count,
        )
        self._failures[call.command.key] = failure
        for edit in self._trail:
            if edit.failed is None or edit.failed.command.key == call.command.key:
                edit.failed, edit.said = failure, []
                edit.failed_before = earlier is not None and earlier.at < edit.at
        while len(self._failures) > _OPEN_MAX:
            del self._failures[next(iter(self._failures))]

    def _signature(self, output: str, cwd: str) -> str:
        """What a failure complains of, redacted with the lines around it; all of a long output would take long."""
        told = signature(output, cwd)
        if not told:
            return ""
        lines = output.split("\n")
        begin = told[:_KNOWN_BY].rstrip("…")
        place = next((at for at, line in enumerate(lines) if begin in line), len(lines) - 1)
        around = "\n".join(lines[max(0, place - _AROUND) : place + _AROUND])
        return _ADVICE.sub("", signature(self._redactor.redact(around).text, cwd)).strip()

    def _passed(self, call: _Call, turn: Turn) -> Iterator[Candidate]:
        self._drop_old()
        command = call.command
        learnt = False
        if command.worth:
            for key, failure in list(self._failures.items()):
                repaired = failure.edits or failure.changes
                if not repaired and is_working_form(command, failure.command, usage=failure.usage):
                    del self._failures[key]
                    for one in self._working_form(command, failure, turn):
                        learnt = True
                        yield one
                elif key == command.key or covers(command, failure.command):
                    del self._failures[key]
                    yield from self._fix(failure, turn)
            for edit in self._trail:
                if edit.failed is not None and edit.failed.command.key == command.key:
                    edit.failed = None
            if not learnt:
                yield from self._was_looked_up(call, turn)
        if changes_state(command):
            for failure in self._failures.values():
                failure.changes.append(command.text)
        if program := looked_up(call.line):
            self._lookup = (program, strip_private(turn.text[:_OUTPUT_MAX]), self._count)

    def _was_looked_up(self, call: _Call, turn: Turn) -> Iterator[Candidate]:
        """A command that was put together from a program's help or a list of tasks, and worked."""
        command = call.command
        if self._lookup is None or self._count - self._lookup[2] > 2 * _LOOKUP_CALLS or looked_up(call.line):
            return
        program, output, _ = self._lookup
        usage = next((line.strip() for line in output.split("\n") if re.match(r"\s*usage:", line, re.IGNORECASE)), "")
        if (
            program != "*"
            and command.text.startswith(program + " ")
            and (command.targets or command.flags or command.verb)
        ):
            self._lookup = None
            told = f" ({usage[:160]})" if usage else ""
            yield self._plain(f"`{command.text}` works here{told}.", call, turn)
        elif (
            program == "*"
            and command.task_runner
            and command.verb
            and command.verb in output
            and (command.verb not in ("test", "build", "install", "start", "lint") or command.flags)
        ):
            self._lookup = None
            yield self._plain(f"`{command.text}` works here.", call, turn)

    def _drop_old(self) -> None:
        for key, failure in list(self._failures.items()):
            if self._count - failure.at > WINDOW_TURNS:
                del self._failures[key]

    def _explained(self, turn: Turn) -> None:
        tried = [edit for edit in self._trail if edit.failed is not None]
        if not self._failures and not tried:
            return
        for sentence in _SENTENCE.split(turn.text)[:20]:
            sentence = sentence.strip(" *#-")
            if not 12 <= len(sentence) <= _REASON_MAX or _PLAN.match(sentence) or "?" in sentence:
                continue
            for edit in tried:
                edit.said = [*edit.said, sentence][-_SAID_MAX:]
            if (_REASON.search(sentence) or _TRAP.match(sentence)) and len(sentence) >= 20:
                for failure in self._failures.values():
                    failure.reasons = [*failure.reasons, sentence][-_SAID_MAX:]

    # -- what was learnt ----------------------------------------------------------------------------------

    def _fix(self, failure: _Failure, turn: Turn) -> Iterator[Candidate]:
        files = tuple(dict.fromkeys(relative(edit.file, turn.cwd) for edit in failure.edits))
        if failure.command.style or len(files) > _FILES_MAX or _was_unwritten(failure):
            return
        reason = self._safe_sentence(failure.reasons[::-1])
        if not _can_come_again(failure, files, reason):
            return
        if files:
            change = described(failure.edits, files)
        elif failure.changes:
            change = f"`{failure.changes[-1]}`"
        else:
            return  # it passed by itself: flaky, and nothing to learn from one case
        with_ = f' with "{failure.signature}"' if failure.signature else ""
        text = f"`{failure.command.text}` failed{with_}; it passed after {change}."
        yield self._candidate(
            f"{text} Why: {reason}" if reason else text, "troubleshooting", failure, turn, files, 0.75
        )

    def _working_form(self, command: Command, failure: _Failure, turn: Turn) -> Iterator[Candidate]:
        if failure.command.text == command.text:
            return
        if failure.signature.startswith("HTTP "):
            more = added_to_call(command, failure.command)
            if more:
                text = f"{address_of(command)} answers {failure.signature} unless the call has `{more}`."
                yield self._candidate(text, "gotcha", failure, turn, (), 0.7)
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
            origin=origin_of(turn, "tool", f"failed at line {failure.turn.line}, ended at line {turn.line}"),
            trust="tool",
            key=key_of(failure.turn, f"{category} {failure.command.key}"),
            files=files,
            at_ms=turn.at_ms,
        )

    def _plain(self, text: str, call: _Call, turn: Turn) -> Candidate:
        return Candidate(
            content=" ".join(self._redactor.redact(text).text.split()),
            category="command",
            confidence=0.65,
            origin=origin_of(turn, "tool", f"passed at line {turn.line}"),
            trust="tool",
            key=key_of(call.turn, f"command {call.command.key}"),
            at_ms=turn.at_ms,
        )

    def _safe_sentence(self, told: Sequence[str]) -> str:
        for sentence in told:
            safe = self._redactor.redact(sentence).text
            if MARK not in safe and not self._echo.is_echo(safe):
                return safe.rstrip(".:") + "."
        return ""


def _can_come_again(failure: _Failure, files: Sequence[str], reason: str) -> bool:
    """Whether the same error may meet somebody again: it came from the surroundings, or from a trap of what is used."""
    if failure.signature and (failure.changes or not files):
        return True
    if failure.signature and (_SURROUNDINGS.search(failure.signature) or any(map(is_configuration, files))):
        return True
    if len(files) == 1 and is_configuration(files[0]) and len(failure.edits) == 1 and is_small(failure.edits[0]):
        return True
    is_trap = bool(reason) and bool(_TRAP.match(reason)) and not _OWN_MISTAKE.search(reason)
    return is_trap and len(failure.edits) == 1 and is_small(failure.edits[0])


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
