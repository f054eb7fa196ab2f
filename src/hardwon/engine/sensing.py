"""What some turns of a conversation would teach, for hosts without hooks. Writes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.capture.redact import Redactor
from hardwon.capture.rules import Extractor, Listener
from hardwon.config.sealed import load as load_sealed
from hardwon.engine.quarantine import reason_of
from hardwon.errors import InvalidInput
from hardwon.hosts.turns import Turn
from hardwon.text.clean import clean_text

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

TURNS_MAX = 200
_CHARACTERS_MAX = 16_000
_KINDS = {"user": "user", "agent": "assistant", "assistant": "assistant", "tool": "tool_result"}


@dataclass(frozen=True, kw_only=True)
class Sensed:
    """A memory that would be.

    Attributes:
        content, category, confidence, trust, pin: as it would be stored.
        order: why it would be kept aside, "" when it would not.
    """

    content: str
    category: str
    confidence: float
    trust: str
    pin: bool
    order: str


@dataclass(frozen=True, kw_only=True)
class Sense:
    """What turns would teach, the surest first, and the kinds of secrets that were met."""

    found: Sequence[Sensed]
    redacted: Sequence[str]


def sense(engine: Engine, turns: Sequence[str]) -> Sense:
    """Tell what would be learnt.

    Args:
        engine: the project's.
        turns: in order, each beginning with who speaks: `user: `, `agent: ` or `tool: `.

    Raises:
        InvalidInput: a turn does not say who speaks, or there are too many.
    """
    if len(turns) > TURNS_MAX:
        raise InvalidInput(f"{len(turns)} turns are too many", f"give at most {TURNS_MAX}")
    redactor = Redactor()
    extractor = Extractor(Listener(redactor))
    sealed = load_sealed(engine.stores.paths)
    found: dict[str, Sensed] = {}
    for number, text in enumerate(turns, 1):
        for one in extractor.feed(_turn(text, number)):
            content = sealed.redact(redactor.redact(one.content).text)[0]
            order = reason_of(content, "", one.trust)
            found.setdefault(
                content,
                Sensed(
                    content=content,
                    category=one.category,
                    confidence=one.confidence,
                    trust=one.trust,
                    pin=one.pin and not order,
                    order=order,
                ),
            )
    ordered = sorted(found.values(), key=lambda one: (one.trust != "user", -one.confidence))
    return Sense(found=ordered, redacted=redactor.kinds)


def _turn(text: str, number: int) -> Turn:
    who, colon, said = text.partition(":")
    kind = _KINDS.get(who.strip().lower())
    if not colon or kind is None:
        raise InvalidInput(f"turn {number} does not say who speaks", "begin each with user:, agent: or tool:")
    said = clean_text(said)[:_CHARACTERS_MAX]
    return Turn(kind=kind, text=said, line=number, uuid=f"sense-{number}", typed=kind == "user")
