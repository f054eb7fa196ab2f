"""Commands that ran in the background: how the client tells, later and elsewhere, what became of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hardwon.outcomes.evidence.runs import Result

_STARTED = re.compile(
    r"\ACommand (?:is )?running in background with ID: ([\w-]+)|\ACommand was (?:manually "
    r")?backgrounded.{0,60}ID: ([\w-]+)"
)
_INTO = re.compile(r"Output is being written to: (\S{1,400}?)\.?(?:\s|\Z)")
_CALL = re.compile(r"<tool-use-id>([^<]{1,100})</tool-use-id>")
_TASK = re.compile(r"<task-id>([^<]{1,100})</task-id>")
_STATUS = re.compile(r"<status>(\w+)</status>")
_CODE = re.compile(r"exit code:? (\d{1,3})\b|<exit_code>(\d{1,3})</exit_code>")
_OUTPUT = re.compile(r"<(?:output|stdout)>(.*?)</(?:output|stdout)>", re.DOTALL)
OUTPUT_TOOLS = frozenset({"BashOutput", "TaskOutput", "AgentOutputTool", "BashOutputTool"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended:
    """How a background command ended.

    Attributes:
        call: the tool call that started it, "" when only its own id is told. task: that id.
    """

    call: str
    task: str
    result: Result


def started(text: str) -> str:
    """The id of the background command that a call's result says it started, "" for none."""
    match = _STARTED.match(text)
    return (match[1] or match[2] or "") if match else ""


def output_file(text: str) -> str:
    """Where the output of a background command goes, "" when its start does not tell."""
    match = _INTO.search(text)
    return match[1] if match else ""


def ended(text: str) -> Ended | None:
    """What a notice, or an answer about a background command, tells of its end; None while it runs."""
    status = _STATUS.search(text)
    if status is None or status[1] not in ("completed", "failed"):
        return None
    code = _CODE.search(text)
    output = _OUTPUT.search(text)
    number = int(code[1] or code[2]) if code else (0 if status[1] == "completed" else -1)
    call, task = _CALL.search(text), _TASK.search(text)
    stopped = number in (124, 130, 137, 143)
    return Ended(
        call=call[1] if call else "",
        task=task[1] if task else "",
        result=Result(
            output=output[1] if output else "",
            is_ok=None if stopped else (number == 0 and status[1] == "completed"),
            code=number,
        ),
    )
