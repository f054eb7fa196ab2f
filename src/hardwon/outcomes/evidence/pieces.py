"""What a session is cut into: attempts at what a person asked, what was done in them, what speaks for and against."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from hardwon.hosts.turns import Turn

WORKED, FAILED, PARTIAL, UNKNOWN = "worked", "failed", "partial", "unknown"
AUTOMATIC = 0.5
"""The weight of evidence that rules found."""
REPEATED = 1.0
"""The weight of a failure that was met again."""


def key_of(*parts: object) -> str:
    """A stable key: the same for the same things, whichever copy of a session they are read from."""
    told = "\n".join(str(part) for part in parts)
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:24]


def call_key(turn: Turn, what: str) -> str:
    """The key of a tool call.

    Forks and resumed sessions copy its line with the host's id and time and change only the session; ids alone are
    not enough, for some hosts count them from one in every session.
    """
    place = (turn.tool_use_id, turn.at_ms) if turn.tool_use_id and turn.at_ms else (turn.uuid, turn.line)
    return key_of("call", *place, what)


def said_key(turn: Turn) -> str:
    """The key of what was said: its words and its time, or its line's id."""
    return key_of("said", turn.at_ms or turn.uuid or turn.line, turn.text)


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """One thing that was done.

    Attributes:
        kind: run; edit; dropped (an edit that was taken back); undo (the edit that took it back); refused (a person, or
            a rule of theirs, did not let it happen).
        text: the command, or what was written into the file. was: what stood there before.
        whole: the whole shell line a command was part of.
        refused_with: the person's words against it. halted: a person stopped it while it ran.
        undone: of a run that edits files by itself: its edits were taken back.
        path: of an edit.
        words, check, suite, targets, narrowed, reruns: of a run, as hardwon.outcomes.evidence.commands.Command has
            them; `check` is its key.
        purpose: the run's kind: test, types, lint, build, check or command.
        name: what a person calls the check.
        status: passed, failed or unknown. unusable: it could not be run at all.
        rewrote: of a run that failed, it changed files by itself.
        failing, failed_count: what it named and counted as failing.
        before: how the same check had ended the last time it was met, "" when it was not.
        key, line, at_ms: where it was found.
    """

    kind: str
    text: str = ""
    was: str = ""
    whole: str = ""
    refused_with: str = ""
    halted: bool = False
    undone: bool = False
    path: str = ""
    words: tuple[str, ...] = ()
    check: str = ""
    suite: str = ""
    targets: tuple[str, ...] = ()
    narrowed: bool = False
    reruns: bool = False
    purpose: str = ""
    name: str = ""
    status: str = UNKNOWN
    unusable: bool = False
    rewrote: bool = False
    failing: tuple[str, ...] = ()
    failed_count: int = -1
    before: str = ""
    key: str = ""
    line: int = 0
    at_ms: int = 0

    @property
    def is_change(self) -> bool:
        """Whether something is not as it was: an edit, or a command that does more than look or check."""
        return self.kind in ("edit", "dropped", "undo") or (self.kind == "run" and not self.is_check)

    @property
    def is_check(self) -> bool:
        """Whether it is a test, a linter, a type checker or a build."""
        return self.kind == "run" and self.purpose not in ("", "command")


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """One thing that speaks for or against what was done.

    Attributes:
        key: counts once, wherever it is met again.
        kind: words, doubt (words that may be against it), revert, run, commit or task.
        verdict: worked, failed or partial; unknown for a doubt.
        weight: at most 1.
        reason: a clause that a person can check: "`pytest` failed, then passed".
        is_strong: it names a change of state, or the person's own words, no mere good sign.
        checks: keys of the runs it rests on. files: what it is about. text: the words it rests on.
        corrects: they only say how a part of it should have been.
        good, bad: what of these words speaks for the work, and what against it.
        done: how many of the attempt's actions had been done.
    """

    key: str
    kind: str
    verdict: str
    weight: float = AUTOMATIC
    reason: str = ""
    is_strong: bool = True
    checks: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    text: str = ""
    corrects: bool = False
    good: str = ""
    bad: str = ""
    done: int = 0
    line: int = 0
    at_ms: int = 0


@dataclass(kw_only=True, slots=True)
class Attempt:
    """What was done from one request of a person to the next.

    Attributes:
        key: stable; of the request.
        session_id, agent_id: where it was made; agent_id "" in the main thread.
        prompt: the request, shortened.
        actions: in order. evidence: what was said, reverted, committed or closed; runs are judged from the actions.
        given: memories that were before the agent, and how many actions had been done when each came.
        linked: those of them that somebody said belong to the task at hand.
        line, offset: where it begins. started_at, ended_at: milliseconds, 0 when unknown.
        is_over: the person has written again.
    """

    key: str
    session_id: str = ""
    agent_id: str = ""
    prompt: str = ""
    actions: list[Action] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    given: dict[str, int] = field(default_factory=dict)
    linked: set[str] = field(default_factory=set)
    line: int = 0
    offset: int = 0
    started_at: int = 0
    ended_at: int = 0
    is_over: bool = False

    @property
    def files(self) -> tuple[str, ...]:
        """The files that were edited, in order of the first edit."""
        return tuple(dict.fromkeys(action.path for action in self.actions if action.kind == "edit"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What became of an attempt.

    Attributes:
        verdict: worked, failed, partial or unknown.
        weight: of the evidence that decided.
        reason: a sentence that a person can check, "" for unknown.
        decisive: the evidence that decided. keys: of all the evidence there was.
    """

    verdict: str
    weight: float = 0.0
    reason: str = ""
    decisive: tuple[Evidence, ...] = ()
    keys: tuple[str, ...] = ()
    at_ms: int = 0


def text_of(values: Mapping[str, object], name: str) -> str:
    """A text among a tool's arguments, "" when it is none."""
    value = values.get(name)
    return value if isinstance(value, str) else ""
