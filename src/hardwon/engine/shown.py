"""What a session's turns show of memories: blocks of ours, answers of `mem`, and what the agent reports.

An agent that searches in its shell has the memories before it as well; one that reports an outcome says which memory
it followed. A report proves nothing, but it ties the memory to the work it was about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hardwon.hosts.turns import Turn
from hardwon.outcomes.evidence.given import ids_in
from hardwon.outcomes.evidence.pieces import Attempt, text_of
from hardwon.outcomes.evidence.taskcalls import TOOLS as TASK_TOOLS
from hardwon.outcomes.evidence.taskcalls import TaskCalls

_ID = re.compile(r"(?<![0-9a-zA-Z])[0-9a-hjkmnp-tv-z]{12}(?![0-9a-zA-Z])")
_SHELLS = frozenset({"Bash", "PowerShell", "Shell", "shell", "bash"})
_LOOKS = re.compile(r"(?:\A|[\s;&|(/])(?:mem|hardwon)\s+(?:search|recall|list|show|why|context|tasks-context)\b")
_JUDGES = re.compile(r"(?:\A|[\s;&|(/])(?:mem|hardwon)\s+outcome\s+\[?(\w{2,16})\]?\s+(worked|failed|partial)\b")
_TOOL = re.compile(r"\A(?:mcp__\w*hardwon\w*__)?memory_(\w+)\Z")
_VERDICTS = frozenset({"worked", "failed", "partial"})
_CALLS_MAX = 200
_IDS_MAX = 1000


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What an agent says became of a memory, and where it said so."""

    memory_id: str
    verdict: str
    line: int


class Shown:
    """Follows one transcript.

    Args:
        tasks_done: keys of tasks that were done before the first turn.
        list_id: the host's task list where it is not the session's.

    Attributes:
        ids: memories that may have been shown, each with the line. reports: what the agent reported.
        withdrawn: keys of tasks whose end was taken back.
    """

    def __init__(self, *, tasks_done: Iterable[str] = (), list_id: str = "") -> None:
        self.ids: dict[str, int] = {}
        self.reports: list[Report] = []
        self.withdrawn: set[str] = set()
        self._tasks_done = dict.fromkeys(tasks_done)
        self._tasks = TaskCalls(list_id)
        self._calls: dict[str, Turn] = {}

    @property
    def tasks_done(self) -> Sequence[str]:
        """Keys of tasks that are done up to here, the latest last."""
        return list(self._tasks_done)

    def feed(self, turn: Turn) -> None:
        """Show the next turn."""
        if turn.kind == "tool_use":
            self._called(turn)
        elif turn.kind == "tool_result":
            self._answered(turn)
        else:
            self._show(ids_in(turn), turn)

    def _show(self, ids: Sequence[str], turn: Turn) -> None:
        for id in ids:
            if len(self.ids) < _IDS_MAX:
                self.ids.setdefault(id, turn.line)

    def _called(self, turn: Turn) -> None:
        tool = _TOOL.match(turn.tool)
        if tool and tool[1] == "outcome":
            self._report(text_of(turn.tool_input, "id"), text_of(turn.tool_input, "verdict"), turn)
        elif turn.tool in _SHELLS:
            command = text_of(turn.tool_input, "command")
            for id, verdict in _JUDGES.findall(command):
                self._report(id, verdict, turn)
            if _LOOKS.search(command):
                self._calls[turn.tool_use_id] = turn
        elif tool:
            self._calls[turn.tool_use_id] = turn
        elif turn.tool in TASK_TOOLS and turn.tool != "TaskCreate":
            self._tasks_changed(turn)
        while len(self._calls) > _CALLS_MAX:
            del self._calls[next(iter(self._calls))]

    def _answered(self, turn: Turn) -> None:
        if self._calls.pop(turn.tool_use_id, None) is None or turn.is_error:
            return
        self._show(_ID.findall(turn.text)[:_IDS_MAX], turn)

    def _report(self, id: str, verdict: str, turn: Turn) -> None:
        if verdict in _VERDICTS and len(self.reports) < _CALLS_MAX:
            self.reports.append(Report(memory_id=id.strip().strip("[]").lower(), verdict=verdict, line=turn.line))

    def _tasks_changed(self, turn: Turn) -> None:
        for key in self._tasks_done:
            self._tasks.note_done(key)
        for step in self._tasks.steps(turn.tool, turn.tool_input, "", turn.session_id):
            if step.step == "done":
                self._tasks_done[step.key] = None
                self.withdrawn.discard(step.key)
            else:
                self._tasks_done.pop(step.key, None)
                self.withdrawn.add(step.key)
        while len(self._tasks_done) > _CALLS_MAX:
            del self._tasks_done[next(iter(self._tasks_done))]


def put_in_play(attempts: Sequence[Attempt], ids: Iterable[tuple[str, int]]) -> None:
    """Note memories as given in the attempt that a line belongs to, and in all after it.

    Args:
        attempts: of one transcript, oldest first. ids: memories, each with the line it was shown at.
    """
    for id, line in ids:
        for attempt in attempts:
            done = sum(1 for action in attempt.actions if action.line <= line) if attempt.line <= line else 0
            if attempt.line <= line and not _is_within(attempts, attempt, line):
                continue
            attempt.given.setdefault(id, done)


def _is_within(attempts: Sequence[Attempt], attempt: Attempt, line: int) -> bool:
    """Whether an attempt that begins before a line is the last one that does."""
    return not any(attempt.line < other.line <= line for other in attempts)


def put_in_play_at(attempts: Sequence[Attempt], given: Iterable[tuple[str, int]]) -> None:
    """The same for memories of which only the time is known, in milliseconds.

    Args:
        attempts: of one transcript, oldest first. given: memories, each with the time it was given.
    """
    starts = [attempt.started_at for attempt in attempts]
    for id, at in given:
        for number, attempt in enumerate(attempts):
            ends = starts[number + 1] if number + 1 < len(starts) else 0
            if ends and ends <= at:
                continue
            before = attempt.started_at > at
            done = 0 if before else sum(1 for action in attempt.actions if action.at_ms and action.at_ms <= at)
            attempt.given[id] = min(done, attempt.given.get(id, done))  # it may have been shown again later
