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
    by_memory: dict[str, list[Judged]] = {}
    for one in judged:
        by_memory.setdefault(one.memory_id, []).append(one)
    keeper = _Keeper(engine, session_id, frozenset(looked_at), frozenset(gone))
    for reader in engine.stores.readers():
        kept = outcomes.memories_judged_in(reader.database, f"{SOURCE}:{session_id}") if looked_at or gone else []
        for row in reader.by_ids(list(dict.fromkeys([*by_memory, *kept]))):
            keeper.keep(engine.get(row.id), by_memory.get(row.id, []))
    return keeper.changes


class _Keeper:
    """Keeps what one session says, one memory after the other; see `keep`."""

    def __init__(self, engine: Engine, session_id: str, looked_at: frozenset[str], gone: frozenset[str]) -> None:
        self._engine = engine
        self._session_id = session_id
        self._looked_at = looked_at
        self._gone = gone
        self.changes = Changes()

    def keep(self, memory: Memory, fresh: Sequence[Judged]) -> None:
        """Put the judgements of one memory in place, in one transaction."""
        since = reworded_at(self._engine, memory)
        database = self._engine._writing(memory.project)
        with database.atomic():
            told = outcomes.outcomes_of(database, memory.id, withdrawn=True)
            for session_id, ones in self._at_home(told, [one for one in fresh if not since or one.at >= since]).items():
                self._settle(database, told, session_id, memory.id, ones)

    def _at_home(self, told: Sequence[Outcome], fresh: Sequence[Judged]) -> dict[str, list[Judged]]:
        """New judgements by the session they belong to: a copy of an attempt's lines is the first one's."""
        found = [one for one in told if one.source == SOURCE]
        refused = {one.key for outcome in found if outcome.withdrawn == TAKEN_BACK for one in judged_of(outcome)}
        homes = {
            one.key: (str(outcome.evidence.get("session", "")), one)
            for outcome in found
            if outcome.retired_at is None
            for one in judged_of(outcome)
        }
        placed: dict[str, list[Judged]] = {self._session_id: []}
        for one in fresh:
            home, before = homes.get(one.key, (self._session_id, None))
            # A copy changes what is known of the attempt only by what came later.
            is_older = before and self._session_id != (before.by or home) and (not one.counts or one.at <= before.at)
            if one.key not in refused and not is_older:
                by = self._session_id if home != self._session_id else ""
                placed.setdefault(home, []).append(replace(one, by=by))
        return placed

    def _settle(
        self, database: Database, told: Sequence[Outcome], session_id: str, memory_id: str, fresh: Sequence[Judged]
    ) -> None:
        """Make a session's outcome of a memory what its judgements say now."""
        before = next((one for one in told if _is_of(one, session_id, SOURCE)), None)
        every = self._merged(before, fresh, self._looked_at if session_id == self._session_id else frozenset())
        settled = settle([one.judgement() for one in every])
        at = self._engine.clock()
        now = settled[0] if settled else None
        if now and any(_is_of(one, session_id, "person") and one.verdict != now.verdict for one in told):
            now = None  # the person said otherwise in this very session
        if now is None:
            self._withdraw(database, before, at, _NOT_ANY_MORE)
            return
        told_as: dict[str, Any] = {
            "verdict": now.verdict,
            "weight": now.weight,
            "reason": intake.short_note(now.reason),
            "evidence": _evidence(session_id, every, now),
            "at": min(now.at_ms or at, at),
        }
        if before and (before.verdict, before.weight) == (now.verdict, now.weight):
            if any(getattr(before, name) != value for name, value in told_as.items()):
                outcomes.rewrite(database, replace(before, **told_as))
            return
        self._withdraw(database, before, at, _NO_LONGER)
        key = f"{SOURCE}:{session_id}"
        fresh_one = Outcome(id=self._engine.ids(), memory_id=memory_id, source=SOURCE, counted=True, key=key, **told_as)
        if outcomes.insert_outcome(database, fresh_one):
            self.changes.recorded.append(memory_id)
            _fold_reports(database, memory_id, now.verdict, at)

    def _merged(self, before: Outcome | None, fresh: Sequence[Judged], looked_at: frozenset[str]) -> list[Judged]:
        """What was kept and still holds, and what is new, in the order of the attempts; the latest of them."""
        renewed = {one.key for one in fresh}
        kept = [one for one in judged_of(before) if one.key not in renewed and (one.by or one.attempt not in looked_at)]
        kept = [one for one in kept if not one.rests_on or not self._gone.issuperset(one.rests_on)]
        every = sorted([*kept, *(one for one in fresh if one.counts)], key=lambda one: (one.began_at, one.at))
        return every[-_JUDGEMENTS_MAX:]

    def _withdraw(self, database: Database, before: Outcome | None, at: int, why: str) -> None:
        if before:
            outcomes.withdraw(database, before.id, at, why)
            self.changes.withdrawn.append(before.memory_id)


def _is_of(outcome: Outcome, session_id: str, source: str) -> bool:
    """Whether an outcome counts, and comes from a session and a source."""
    return outcome.source == source and outcome.retired_at is None and outcome.evidence.get("session") == session_id


def _fold_reports(database: Database, memory_id: str, verdict: str, at: int) -> None:
    """An agent's report that the evidence bears out adds nothing to it: together they count once."""
    for one in outcomes.outcomes_of(database, memory_id):
        recent = one.at >= at - REPORT_DAYS * DAY_MS
        if one.source == "agent" and not one.counted and one.verdict == verdict and recent:
            outcomes.withdraw(database, one.id, at, _SAID_TOO)


def _evidence(session_id: str, judged: Sequence[Judged], settled: Judgement) -> dict[str, object]:
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
