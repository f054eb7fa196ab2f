"""Keeps what sessions say of memories: one outcome for a session and a memory, whatever was read how often.

An outcome that rules found has in its evidence the judgements it rests on, one for each attempt at which the memory
was used. A later look at the session puts its judgements in their place by their keys and settles anew: so nothing
counts twice, and what turned out otherwise is withdrawn. A judgement that another session has already (a copy of its
lines) stays with that session.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hardwon.engine import intake
from hardwon.engine.judging import REPORT_DAYS, TAKEN_BACK
from hardwon.engine.keeping import DAY_MS
from hardwon.models import Memory, Outcome
from hardwon.outcomes.attribution.settle import settle
from hardwon.outcomes.attribution.share import Judgement
from hardwon.store import outcomes

if TYPE_CHECKING:
    from hardwon.engine.core import Engine
    from hardwon.store.database import Database

SOURCE = "evidence"
_JUDGEMENTS_MAX = 24  # of one outcome: the latest
_PIECES_MAX = 4
_PIECE_CHARACTERS = 160
_NO_LONGER = "later evidence says otherwise"
_NOT_ANY_MORE = "what it rested on was taken back"
_SAID_TOO = "the evidence says it too"


@dataclass(frozen=True, kw_only=True)
class Judged:
    """What one attempt says of one memory, as it is kept.

    Attributes:
        key: of the attempt and the memory. attempt: of the attempt alone.
        verdict: worked, failed, partial; anything else withdraws what was kept under the key.
        rests_on: keys of the evidence. work: digests of what the attempt was about.
        pieces: kind, verdict and a short text of each piece of evidence.
        began_at, at: when the attempt began, and when the evidence came, in milliseconds.
        by: the session that told, where it is another than the attempt's.
    """

    key: str
    attempt: str
    memory_id: str
    verdict: str
    weight: float
    reason: str
    basis: str = ""
    use: str = ""
    rests_on: tuple[str, ...] = ()
    work: tuple[str, ...] = ()
    pieces: tuple[Mapping[str, object], ...] = ()
    began_at: int = 0
    at: int = 0
    by: str = ""

    @property
    def counts(self) -> bool:
        """Whether it says anything."""
        return self.verdict in ("worked", "failed", "partial")

    def judgement(self) -> Judgement:
        """As attribution knows it."""
        return Judgement(
            memory_id=self.memory_id,
            verdict=self.verdict,
            weight=self.weight,
            reason=self.reason,
            key=self.key,
            basis=self.basis,
            evidence=self.rests_on,
            use=self.use,
            work=frozenset(self.work),
            at_ms=self.at,
        )

    @classmethod
    def read(cls, stored: object, memory_id: str) -> Judged | None:
        """One that was kept; None for anything else."""
        try:
            fields = dict(stored)  # type: ignore[call-overload]
            lists = {name: tuple(fields.pop(name, ())) for name in ("rests_on", "work", "pieces")}
            return cls(**{**fields, **lists, "memory_id": memory_id})
        except (TypeError, ValueError, AttributeError):
            return None


@dataclass
class Changes:
    """What keeping judgements changed: ids of memories with a new outcome, and with one that was withdrawn."""

    recorded: list[str] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)


def piece(kind: str, verdict: str, text: str, at: int) -> dict[str, object]:
    """A piece of evidence as it is kept: short, on one line, without secrets."""
    return {"kind": kind, "verdict": verdict, "text": intake.short_note(text)[:_PIECE_CHARACTERS], "at": at}


def keep(
    engine: Engine,
    session_id: str,
    judged: Sequence[Judged],
    *,
    looked_at: Collection[str] = (),
    gone: Collection[str] = (),
) -> Changes:
    """Put a session's judgements in place of those kept before, and settle what counts.

    Args:
        engine: the project's.
        session_id: the session they come from.
        judged: what was found; several of one memory are settled together.
        looked_at: keys of the attempts that were judged: what is kept of them and was not found again goes.
        gone: keys of evidence that holds no more: what rests on nothing else goes.

    Raises:
        StoreError: a store cannot be written.
    """
    changes = Changes()
    by_memory: dict[str, list[Judged]] = {}
    for one in judged:
        by_memory.setdefault(one.memory_id, []).append(one)
    for reader in engine.stores.readers():
        kept = outcomes.memories_judged_in(reader.database, f"{SOURCE}:{session_id}") if looked_at or gone else []
        for row in reader.by_ids(list(dict.fromkeys([*by_memory, *kept]))):
            _keep_one(engine, row.id, session_id, by_memory.get(row.id, []), set(looked_at), set(gone), changes)
    return changes


def _keep_one(
    engine: Engine,
    memory_id: str,
    session_id: str,
    fresh: Sequence[Judged],
    looked_at: set[str],
    gone: set[str],
    changes: Changes,
) -> None:
    memory = engine.get(memory_id)
    since = reworded_at(engine, memory)
    database = engine._writing(memory.project)
    with database.atomic():
        told = outcomes.outcomes_of(database, memory.id, withdrawn=True)
        found = [one for one in told if one.source == SOURCE]
        refused = {one.key for outcome in found if outcome.withdrawn == TAKEN_BACK for one in judged_of(outcome)}
        homes = {
            one.key: (str(outcome.evidence.get("session", "")), one)
            for outcome in found
            if outcome.retired_at is None
            for one in judged_of(outcome)
        }
        by_session: dict[str, list[Judged]] = {session_id: []}
        for one in fresh:
            home, before = homes.get(one.key, (session_id, None))
            if one.key in refused or (since and one.at < since):
                continue
            # A copy of the attempt's lines changes what is known of it only by what came later.
            if before and session_id != (before.by or home) and (not one.counts or one.at <= before.at):
                continue
            by = session_id if home != session_id else ""
            by_session.setdefault(home, []).append(replace(one, by=by))
        for session, ones in by_session.items():
            mine = next(
                (one for one in found if one.retired_at is None and one.evidence.get("session") == session), None
            )
            dropped = looked_at if session == session_id else set()
            _settle(engine, database, memory, session, mine, ones, dropped, gone, told, changes)


def _settle(
    engine: Engine,
    database: Database,
    memory: Memory,
    session_id: str,
    before: Outcome | None,
    fresh: Sequence[Judged],
    looked_at: set[str],
    gone: set[str],
    told: Sequence[Outcome],
    changes: Changes,
) -> None:
    """Make a session's outcome of a memory what its judgements say now."""
    renewed = {one.key for one in fresh}
    kept = [one for one in judged_of(before) if one.key not in renewed and (one.by or one.attempt not in looked_at)]
    kept = [one for one in kept if not one.rests_on or not set(one.rests_on) <= gone]
    every = sorted([*kept, *(one for one in fresh if one.counts)], key=lambda one: (one.began_at, one.at))
    every = every[-_JUDGEMENTS_MAX:]
    settled = settle([one.judgement() for one in every])
    now = settled[0] if settled and not _is_overruled(told, session_id, settled[0]) else None
    evidence = _evidence(session_id, every, now)
    at = engine.clock()
    if now and before and (now.verdict, now.weight) == (before.verdict, before.weight):
        renewed_as: dict[str, Any] = {
            "reason": intake.short_note(now.reason),
            "evidence": evidence,
            "at": min(now.at_ms or before.at, at),
        }
        if any(getattr(before, name) != value for name, value in renewed_as.items()):
            outcomes.rewrite(database, Outcome(**{**vars(before), **renewed_as}))
        return
    if before:
        outcomes.withdraw(database, before.id, at, _NO_LONGER if now else _NOT_ANY_MORE)
        changes.withdrawn.append(memory.id)
    if now is None:
        return
    outcome = Outcome(
        id=engine.ids(),
        memory_id=memory.id,
        verdict=now.verdict,
        weight=now.weight,
        source=SOURCE,
        counted=True,
        reason=intake.short_note(now.reason),
        key=f"{SOURCE}:{session_id}",
        at=min(now.at_ms or at, at),
        evidence=evidence,
    )
    if outcomes.insert_outcome(database, outcome):
        changes.recorded.append(memory.id)
        _fold_reports(database, memory.id, now.verdict, at)


def _is_overruled(told: Sequence[Outcome], session_id: str, settled: Judgement) -> bool:
    """Whether a person said otherwise in this very session."""
    return any(
        one.source == "person"
        and one.retired_at is None
        and one.evidence.get("session") == session_id
        and one.verdict != settled.verdict
        for one in told
    )


def _fold_reports(database: Database, memory_id: str, verdict: str, at: int) -> None:
    """An agent's report that the evidence bears out adds nothing to it: together they count once."""
    for one in outcomes.outcomes_of(database, memory_id):
        recent = one.at >= at - REPORT_DAYS * DAY_MS
        if one.source == "agent" and not one.counted and one.verdict == verdict and recent:
            outcomes.withdraw(database, one.id, at, _SAID_TOO)


def _evidence(session_id: str, judged: Sequence[Judged], settled: Judgement | None) -> dict[str, object]:
    if settled is None:
        return {}
    shown = [dict(one) for item in judged if item.reason and item.reason in settled.reason for one in item.pieces]
    kept = [{name: value for name, value in asdict(one).items() if name != "memory_id"} for one in judged]
    for one in kept:
        for name in ("rests_on", "work", "pieces"):
            one[name] = [dict(item) if isinstance(item, Mapping) else item for item in one[name]]
    return {"session": session_id, "pieces": shown[-_PIECES_MAX:], "judgements": kept}


def judged_of(outcome: Outcome | None) -> list[Judged]:
    """The judgements that an outcome rests on."""
    stored = outcome.evidence.get("judgements") if outcome else None
    found = [Judged.read(one, outcome.memory_id) for one in stored] if outcome and isinstance(stored, list) else []
    return [one for one in found if one is not None]


def reworded_at(engine: Engine, memory: Memory) -> int:
    """When a memory took on the words it has, 0 where it always had them: what was seen before is of other words."""
    if memory.version == 1:
        return 0
    since = 0
    versions = engine.history(memory.id)
    for earlier, later in pairwise(versions):
        if earlier.content != later.content:
            since = later.recorded_at
    return since
