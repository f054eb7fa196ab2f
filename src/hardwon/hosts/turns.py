"""A turn: one thing that was said or done in a session, whatever the host calls it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

KINDS = ("user", "assistant", "tool_use", "tool_result", "summary", "meta", "injected")


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """One thing said or done.

    Attributes:
        kind: user, assistant, tool_use, tool_result, summary (of a compaction), meta (the host's own lines)
            or injected (what hooks and instruction files brought in).
        text: cleaned text; bounded, with its middle left out when it is long. Never a model's thinking.
        tool: the tool's name; of an injected turn, what brought it in.
        tool_input: the tool's arguments, long strings cut.
        tool_use_id: ties a result to its call.
        is_error: the host marked the result as failed.
        line: the line of the transcript, from 1. offset: where it begins, in bytes.
        at_ms: milliseconds since 1970 in UTC, 0 when unknown.
        sidechain: it belongs to a subagent.
        typed: a person wrote it by hand in this session; no host text, expansion, summary or notice.
        interrupted: the person stopped it, or refused the tool.
        cwd: the folder the session worked in.
    """

    kind: str
    text: str = ""
    tool: str = ""
    tool_input: Mapping[str, object] = field(default_factory=dict)
    tool_use_id: str = ""
    is_error: bool = False
    session_id: str = ""
    uuid: str = ""
    line: int = 0
    offset: int = 0
    at_ms: int = 0
    sidechain: bool = False
    agent_id: str = ""
    typed: bool = False
    interrupted: bool = False
    cwd: str = ""
