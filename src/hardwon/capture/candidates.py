"""What the rules propose to keep."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from hardwon.capture.echo import normal_words
from hardwon.hosts.turns import Turn
from hardwon.models import Origin

HOST = "claude-code"


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A memory to be.

    Attributes:
        content: short sentences that stand by themselves, redacted.
        confidence: 0 to 1; of two that compete for the last place of a session the surer is kept.
        key: the same for the same words at the same place of the same conversation, also in a fork of it.
        at_ms: when it was said, 0 when unknown.
    """

    content: str
    category: str
    confidence: float
    origin: Origin
    trust: str
    key: str
    files: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    pin: bool = False
    to_user: bool = False
    at_ms: int = 0


def origin_of(turn: Turn, who: str, note: str) -> Origin:
    """Where a candidate was found."""
    return Origin(who=who, host=HOST, session_id=turn.session_id, line=turn.line, note=note)


def key_of(turn: Turn, text: str) -> str:
    """An idempotency key: the line's own id, which forks and resumed sessions keep, and the words."""
    place = turn.uuid or f"{turn.session_id}:{turn.line}"
    told = f"{place}\n{' '.join(normal_words(text))}"
    return "capture:" + hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:32]
