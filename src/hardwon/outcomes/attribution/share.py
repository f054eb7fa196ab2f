"""Lays what became of an attempt to the memories that were used in it, and shares the blame.

A success counts for every memory that was used. A failure is shared by how closely each of them matches what failed,
so that one bad run does not condemn ten. What was not used is neutral; so is a rule that was broken, unless the very
thing it warns of failed: then it was right.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from hardwon.outcomes.attribution.traces import traces_of
from hardwon.outcomes.attribution.use import BROKEN, COMMAND, IDENTIFIER, LINKED, Use, same_path, use_of
from hardwon.outcomes.evidence.language import is_about
from hardwon.outcomes.evidence.pieces import (
    AUTOMATIC,
    FAILED,
    PARTIAL,
    REPEATED,
    UNKNOWN,
    WORKED,
    Attempt,
    Verdict,
    key_of,
)
from hardwon.outcomes.evidence.runs import FAILED as RUN_FAILED
from hardwon.outcomes.evidence.runs import PASSED as RUN_PASSED
from hardwon.outcomes.evidence.verdict import judge
from hardwon.outcomes.trackers.base import Closing

NEUTRAL = "neutral"
WEIGHT_LEAST = 0.05
"""A share of blame smaller than this is none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class InPlay:
    """A memory that was before the agent.

    Attributes:
        id, content, files: the memory's.
        given_at: how many actions of the attempt had been done when it was given.
        linked: a person or the agent said that it belongs to the task at hand.
    """

    id: str
    content: str
    files: tuple[str, ...] = ()
    given_at: int = 0
    linked: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """What an attempt, or a closed task, says of one memory.

    Attributes:
        verdict: worked, failed, partial; neutral where it was not used; unknown where nothing is known of the attempt.
        weight: 0 for neutral and unknown, else above 0 and at most 1.
        reason: a sentence that a person can check.
        key: of the attempt and the memory; a later judgement under the same key takes this one's place.
        basis: of the evidence: equal bases mean that nothing has changed.
        evidence: the keys of the evidence it rests on.
        use: how it was used.
    """

    memory_id: str
    verdict: str
    weight: float = 0.0
    reason: str = ""
    key: str = ""
    basis: str = ""
    evidence: tuple[str, ...] = ()
    use: str = ""
    at_ms: int = 0

    @property
    def counts(self) -> bool:
        """Whether it is an outcome."""
        return self.verdict in (WORKED, FAILED, PARTIAL)


@dataclass(slots=True)
class _Case:
    memory: InPlay
    use: Use
    verdict: str
    reason: str
    closeness: float = 1.0
    base: float = AUTOMATIC


def attribute(
    attempt: Attempt,
    memories: Sequence[InPlay],
    *,
    failed_before: Collection[str] = (),
    verdict: Verdict | None = None,
) -> list[Judgement]:
    """Judge every memory that was in play in an attempt.

    Args:
        attempt: what was done and said.
        memories: what was before the agent.
        failed_before: memories whose last outcome was a failure: another one weighs 1.
        verdict: of the attempt, where it is known already.
    """
    verdict = verdict or judge(attempt)
    cases = [_case(attempt, memory, verdict) for memory in memories]
    blamed = [case for case in cases if case.verdict == FAILED]
    for case in blamed:
        repeated = case.memory.id in failed_before or verdict.weight >= REPEATED
        case.base = (REPEATED if repeated else AUTOMATIC) * _share(case.closeness, [one.closeness for one in blamed])
    return [_judgement(attempt, case, verdict) for case in cases]


def _share(closeness: float, all_of_them: Sequence[float]) -> float:
    """The share of the blame that a closeness earns, 0 to 1.

    What is closest bears it, with others as close; what is less close bears its part of what it would bear among those
    at least as close as itself.
    """
    at_least_as_close = sum(other for other in all_of_them if other >= closeness)
    return closeness / at_least_as_close * closeness / max(all_of_them)


def _judgement(attempt: Attempt, case: _Case, verdict: Verdict) -> Judgement:
    counts = case.verdict in (WORKED, FAILED, PARTIAL)
    too_little = counts and case.base < WEIGHT_LEAST
    return Judgement(
        memory_id=case.memory.id,
        verdict=NEUTRAL if too_little else case.verdict,
        weight=round(case.base, 3) if counts and not too_little else 0.0,
        reason=case.reason[:1].upper() + case.reason[1:] + "." if case.reason else "",
        key=key_of("attempt", attempt.key, case.memory.id),
        basis=key_of(case.verdict, case.reason, *sorted(verdict.keys)),
        evidence=tuple(piece.key for piece in verdict.decisive)
        or tuple(attempt.actions[n].key for n in case.use.actions[-3:]),
        use=case.use.kind,
        at_ms=verdict.at_ms or attempt.ended_at,
    )


def _case(attempt: Attempt, memory: InPlay, verdict: Verdict) -> _Case:
    use = use_of(traces_of(memory.content, memory.files), attempt.actions, given_at=memory.given_at)
    if use.kind == BROKEN:
        return _broken(attempt, memory, use)
    if not use.is_used and memory.linked:
        use = Use(kind=LINKED, clause="it was linked to the task")
    if not use.is_used:
        return _Case(memory, use, NEUTRAL, "")
    if verdict.verdict == FAILED and verdict.decisive[0].kind in ("words", "revert"):
        return _Case(memory, use, FAILED, f"{use.clause}; {verdict.reason}", _closeness(attempt, memory, use, verdict))
    own = _own_run(attempt, use)
    if own:
        status, clause = own
        return _Case(memory, use, status, f"{use.clause}: {clause}", 1.0)
    if verdict.verdict == UNKNOWN:
        return _Case(memory, use, UNKNOWN, "")
    closeness = _closeness(attempt, memory, use, verdict) if verdict.verdict == FAILED else 1.0
    return _Case(memory, use, verdict.verdict, f"{use.clause}; {verdict.reason}", closeness)


def _broken(attempt: Attempt, memory: InPlay, use: Use) -> _Case:
    """It was not followed: what came of that is not its doing, unless the forbidden thing itself went wrong."""
    last = attempt.actions[use.actions[-1]]
    if last.kind == "run" and (last.status == RUN_FAILED or last.unusable):
        return _Case(memory, use, WORKED, f"what it warns of was done, and `{last.text[:80]}` failed")
    return _Case(memory, use, NEUTRAL, "")


def _own_run(attempt: Attempt, use: Use) -> tuple[str, str] | None:
    """What the runs of a memory's own command say of it; None where they say nothing."""
    if use.kind != COMMAND:
        return None
    runs = [attempt.actions[number] for number in use.actions if attempt.actions[number].kind == "run"]
    told = [run for run in runs if run.status in (RUN_PASSED, RUN_FAILED) or run.unusable]
    if not told:
        return None
    last = told[-1]
    name = f"`{last.text[:80]}`"
    if last.status == RUN_PASSED:
        had_failed = last.before == RUN_FAILED or any(run.status == RUN_FAILED for run in told)
        return WORKED, f"{name} failed, then passed" if had_failed else f"{name} passed"
    if last.unusable:
        return FAILED, f"{name} could not be run"
    # A check that runs and finds something has done its work; what it found is the attempt's matter.
    return None if last.is_check else (FAILED, f"{name} failed")


def _closeness(attempt: Attempt, memory: InPlay, use: Use, verdict: Verdict) -> float:
    """How closely a used memory matches what failed, above 0 and at most 1."""
    failing = " ".join(piece.text for piece in verdict.decisive)
    checks = {check for piece in verdict.decisive for check in piece.checks}
    files = {file for piece in verdict.decisive if piece.kind == "revert" for file in piece.files}
    if use.kind == COMMAND and any(attempt.actions[number].check in checks for number in use.actions):
        return 1.0
    if use.what and use.what.lower() in failing.lower():
        return 1.0
    if is_about(memory.content, failing):
        return 0.9
    if files and any(same_path(file, attempt.actions[number].path) for file in files for number in use.actions):
        return 0.8
    if use.kind == COMMAND:
        passed = all(attempt.actions[number].status == RUN_PASSED for number in use.actions)
        return 0.3 if passed else 0.7
    return 0.4 if use.kind == IDENTIFIER else 0.5


def attribute_closing(
    closing: Closing, memories: Mapping[str, bool], *, failed_before: Collection[str] = ()
) -> list[Judgement]:
    """Judge the memories that are linked to a task that was closed.

    Args:
        closing: the task's end.
        memories: ids of the memories linked to it; True where a person linked them.
        failed_before: memories whose last outcome was a failure.
    """
    verdict = closing.verdict if closing.verdict in (WORKED, FAILED) else NEUTRAL
    count = max(len(memories), 1)
    said = f": {closing.reason}" if closing.reason else ""
    found = []
    for id in memories:
        weight = AUTOMATIC
        if verdict == FAILED:
            weight = (REPEATED if id in failed_before else AUTOMATIC) / count
        counts = verdict != NEUTRAL and weight >= WEIGHT_LEAST
        found.append(
            Judgement(
                memory_id=id,
                verdict=verdict if counts else NEUTRAL,
                weight=round(weight, 3) if counts else 0.0,
                reason=f"It was linked to “{closing.title}”, which was closed{said}." if counts else "",
                key=key_of("closing", closing.key, id),
                basis=key_of(closing.key, verdict),
                evidence=(closing.key,),
                use=LINKED,
                at_ms=closing.at_ms,
            )
        )
    return found
