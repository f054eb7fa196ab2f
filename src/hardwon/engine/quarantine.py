"""What reads like an order and did not come from the person: kept aside until they let it in or drop it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.config.actor import AGENT
from hardwon.errors import InvalidInput, PersonOnly
from hardwon.models import Memory

if TYPE_CHECKING:
    from hardwon.engine.core import Engine


@dataclass(frozen=True, kw_only=True)
class Held:
    """A memory that is kept aside.

    Attributes:
        memory: as it is stored.
        reason: what gives it away, "" where it was put aside for another reason.
    """

    memory: Memory
    reason: str


def reason_of(content: str, title: str, trust: str) -> str:
    """Why a memory is kept aside, "" when it is not.

    Args:
        content, title: its words.
        trust: how far its origin is trusted; a person may order whatever they like.
    """
    if trust == "user":
        return ""
    from hardwon.capture.orders import reason_of as reason

    return reason(content, trust) or (reason(title, trust) if title else "")


def held(engine: Engine, *, limit: int = 50) -> tuple[Sequence[Held], int]:
    """What is kept aside, the newest first, and how much there is in all."""
    found, total = engine.list(status="quarantined", limit=limit)
    return [Held(memory=one, reason=reason_of(one.content, one.title, one.trust)) for one in found], total


def release(engine: Engine, id_prefix: str, *, key: str | None = None) -> Memory:
    """Let one in: the person vouches for it from here on; its origin still says where it came from.

    Raises:
        PersonOnly: an agent asks.
        InvalidInput: it is not kept aside.
        NotFound, Ambiguous, StoreError
    """
    memory = _held(engine, id_prefix)
    if engine.actor == AGENT:
        hint = f"in a shell of theirs: mem quarantine release {memory.id}"
        raise PersonOnly(f"only a person lets memory {memory.id} in", hint)
    return engine.change(memory, change="released", key=key, status="active", trust="user")


def drop(engine: Engine, id_prefix: str, *, key: str | None = None) -> Memory:
    """Forget one; its history stays, as with any memory that is forgotten.

    Raises:
        InvalidInput: it is not kept aside.
        NotFound, Ambiguous, StoreError
    """
    return engine.change(_held(engine, id_prefix), change="dropped", key=key, status="archived")


def _held(engine: Engine, id_prefix: str) -> Memory:
    memory = engine.get(id_prefix)
    if memory.status != "quarantined":
        hint = "`mem quarantine list` shows which are"
        raise InvalidInput(f"memory {memory.id} is {memory.status}, not quarantined", hint)
    return memory
