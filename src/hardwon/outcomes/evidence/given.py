"""Which memories were before the agent: those whose entries stand in a block of ours, or in an answer of our tools."""

from __future__ import annotations

import re

from hardwon.hosts.turns import Turn

_BLOCK = re.compile(r"<hardwon-(?:memory|data)\b")
_ENTRY = re.compile(r"^[ \t]*[-*]?[ \t]*\[([0-9a-z]{2,16})\][ \t]*\(", re.MULTILINE)
_TOOL = re.compile(r"\Amcp__(?:plugin_)?(?:\w+_)?hardwon\w*__memory_(\w+)\Z|\Amemory_(\w+)\Z")
_SHOWING = frozenset({"recall", "context", "list"})


def shows_memories(tool: str) -> bool:
    """Whether a tool is one of ours that answers with memories."""
    match = _TOOL.match(tool)
    return bool(match) and (match[1] or match[2]) in _SHOWING if match else False


def ids_in(turn: Turn, *, own_answer: bool = False) -> list[str]:
    """The memories a turn put before the agent, in order.

    Args:
        turn: anything but what was typed.
        own_answer: it is the answer of one of our tools.
    """
    if own_answer or (turn.kind in ("injected", "meta", "summary") and _BLOCK.search(turn.text)):
        return list(dict.fromkeys(_ENTRY.findall(turn.text)))
    return []
