"""What a new memory does to older ones: replaces what it certainly replaces, and asks a person about what it may."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from hardwon.engine.journal import write_change
from hardwon.maintenance.triggers import may_tell
from hardwon.models import Memory
from hardwon.store import memories, proposals, upkeep

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.maintenance.slots import Fact
    from hardwon.maintenance.supersession import Effect
    from hardwon.store.database import Database

CANDIDATES_MAX = 200
REWORDED = ("edited", "corrected")
EXPIRES_MS = 30 * 86_400_000
_OF_RELATION = {
    "home": (
        "live",
        "living",
        "based",
        "moved",
        "wohne",
        "lebe",
        "gezogen",
        "habite",
        "vis",
        "déménagé",
        "vivo",
        "mudé",
        "moro",
        "mudei",
    ),
    "employer": ("work", "working", "employed", "started", "arbeite", "travaille", "trabajo", "trabalho"),
    "name": ("name", "heiße", "appelle", "nom", "llamo", "nombre", "chamo", "nome"),
    "indentation": ("indent", "indentation", "tabs", "spaces"),
    "quotes": ("quotes",),
    "line length": ("length",),
    "deploy from": ("deploy", "deploys"),
}


def supersede(engine: Engine, database: Database, fresh: Memory, *, beside: Collection[str] = ()) -> None:
    """Let a memory that was just stored, or given other words, take the place of those it replaces.

    Args:
        engine: an open engine.
        database: the memory's store, inside the transaction that stored it.
        fresh: its live version.
        beside: ids that it leaves alone: they came together with it.

    Raises:
        StoreError: the store cannot be written.
    """
    if fresh.status != "active" or not may_tell(fresh.content):
        return
    from hardwon.maintenance.slots import facts_of
    from hardwon.maintenance.supersession import CERTAIN, DOUBTFUL, effect_of

    facts = facts_of(fresh.content)
    if not facts:
        return
    now = said_at(database, fresh)
    for old in _older(database, fresh, facts):
        if old.id in beside:
            continue
        before = said_at(database, old)
        is_late = before > now
        effect = effect_of(fresh.content, old.content) if is_late else effect_of(old.content, fresh.content)
        if effect.kind in CERTAIN and is_late:
            _store_as_past(engine, database, fresh, old, effect, before)
            return
        if effect.kind in CERTAIN and _may_replace(old, fresh):
            _replace(engine, database, old, fresh, effect, max(now, before))
        elif effect.kind in (*CERTAIN, DOUBTFUL):
            _ask(engine, database, old, fresh, effect)


def said_at(database: Database, memory: Memory) -> int:
    """When the words of a memory were said: when it was given them, or when it began to hold.

    Args:
        database: the memory's store.
        memory: its live version.
    """
    if memory.version == 1:
        return memory.valid_from
    if memory.change in REWORDED:
        return max(memory.valid_from, memory.recorded_at)
    at = memory.valid_from
    known = memories.history(database, memory.id)
    for one, later in pairwise(known):
        if one.content != later.content:
            at = max(at, later.recorded_at)
    return at


def _may_replace(old: Memory, fresh: Memory) -> bool:
    """Only the person's own word replaces without being asked, or an agent's word an agent's."""
    if old.legal_hold:
        return False
    return fresh.trust == "user" or (fresh.trust == "agent" and old.trust == "agent" and old.tier != "pinned")


def _replace(engine: Engine, database: Database, old: Memory, fresh: Memory, effect: Effect, at: int) -> None:
    step = write_change(
        engine,
        database,
        old,
        kind="superseded",
        reason=f"{effect.slot}: a later statement {effect.kind} it",
        run=fresh.id,
        other_id=fresh.id,
        status="retired",
        valid_to=at,
    )
    live = memories.live_memory(database, fresh.id)
    if step is not None and effect.after and old.tier == "pinned" and live is not None and live.tier == "hot":
        write_change(
            engine, database, live, kind="pinned", reason="it replaces a pinned memory", run=fresh.id, tier="pinned"
        )


def _store_as_past(engine: Engine, database: Database, fresh: Memory, old: Memory, effect: Effect, until: int) -> None:
    """It came late and was replaced before: kept as what held until then."""
    write_change(
        engine,
        database,
        fresh,
        kind="superseded",
        reason=f"{effect.slot}: known of a later time already",
        run=fresh.id,
        other_id=old.id,
        status="retired",
        valid_to=until,
    )


def _ask(engine: Engine, database: Database, old: Memory, fresh: Memory, effect: Effect) -> None:
    now = engine.clock()
    proposals.insert_proposal(
        database,
        proposals.Proposal(
            id=engine.ids(),
            project=fresh.project,
            kind="contradiction",
            subject=effect.slot,
            targets=((old.id, old.version), (fresh.id, fresh.version)),
            action={"do": "supersede", "winner": 1},
            evidence={"reason": f"both speak of {effect.slot}; the later may replace the earlier"},
            fingerprint=contradiction_mark(old.id, old.version, fresh.id, fresh.version),
            created_at=now,
            expires_at=now + EXPIRES_MS,
        ),
    )


def contradiction_mark(one: str, version: int, other: str, other_version: int) -> str:
    """The same for one pair of versions, in whatever order they are found."""
    return "contradiction " + " ".join(sorted((f"{one}.{version}", f"{other}.{other_version}")))


def _older(database: Database, fresh: Memory, facts: list[Fact]) -> Iterator[Memory]:
    """Live memories of the same project that may speak of the same slots."""
    expression = " OR ".join(dict.fromkeys(part for fact in facts for part in _asked(fact)))
    rows = upkeep.rows_with(database, expression, CANDIDATES_MAX) if expression else []
    for known in upkeep.known_at_rows(database, rows, fresh.project):
        if known.id != fresh.id and may_tell(known.content):
            memory = memories.live_memory(database, known.id)
            if memory is not None:
                yield memory


def _asked(fact: Fact) -> Iterator[str]:
    """What the word index is asked for: words of the slot together, other tools of the kind, what is ended."""
    from hardwon.maintenance.tongues import names_of
    from hardwon.maintenance.tool_kinds import tools_of

    yield from (_all_of(name) for name in names_of(fact.subject))

    if fact.gone:
        yield _all_of(fact.gone)
    if fact.relation == "uses":
        yield from (_all_of(tool) for tool in (*tools_of(fact.subject), fact.value))
    elif fact.relation in _OF_RELATION:
        yield from (_all_of(word) for word in _OF_RELATION[fact.relation])
    elif fact.relation == "prefer":
        yield from map(_all_of, ("prefer", "bevorzuge", "préfère", "prefiero", "prefiro"))
    elif fact.subject:
        yield _all_of(fact.subject)


def _all_of(text: str) -> str:
    words = ["".join(char if char.isalnum() else " " for char in word).split() for word in text.split()]
    parts = [part for word in words for part in word]
    return "(" + " AND ".join(f'"{part}"' for part in parts) + ")" if parts else '""'
