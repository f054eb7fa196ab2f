"""Lays what became of an attempt to the memories that were used in it, and shares the blame.

A success counts for every memory that was used. A failure is laid to those it can be tied to, and shared among them by
how closely each matches what failed, so that one bad run does not condemn ten; where it can be tied to none of several,
nobody can tell, and nobody is blamed. What was not used is neutral, and so is a rule that was broken.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from hardwon.outcomes.attribution.cases import NEUTRAL, TIED, Case, InPlay, case_of
from hardwon.outcomes.attribution.use import LINKED
from hardwon.outcomes.evidence.language import shared_words
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
from hardwon.outcomes.evidence.verdict import judge
from hardwon.outcomes.trackers.base import Closing

__all__ = ["InPlay", "Judgement", "attribute", "attribute_closing"]

WEIGHT_LEAST = 0.05
"""A share of blame smaller than this is none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """What an attempt, or a closed task, says of one memory.

    Attributes:
        verdict: worked, failed, partial; neutral where it was not used; unknown where it was and nothing is known.
        weight: 0 for neutral and unknown, else above 0 and at most 1.
        reason: a sentence that a person can check.
        key: of the attempt and the memory; a later judgement under the same key takes this one's place.
        basis: of the evidence: equal bases mean that nothing has changed.
        evidence: the keys of the evidence it rests on.
        use: how it was used. work: the files and checks of the attempt: what the evidence is about.
    """

    memory_id: str
    verdict: str
    weight: float = 0.0
    reason: str = ""
    key: str = ""
    basis: str = ""
    evidence: tuple[str, ...] = ()
    use: str = ""
    work: frozenset[str] = frozenset()
    at_ms: int = 0

    @property
    def counts(self) -> bool:
        """Whether it is an outcome."""
        return self.verdict in (WORKED, FAILED, PARTIAL)


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
    cases = [case_of(attempt, memory, verdict) for memory in memories]
    _acquit(cases)
    if any(case.verdict == FAILED for case in cases):
        for case in cases:
            if case.passed and case.verdict == UNKNOWN:
                case.verdict, case.reason = WORKED, case.passed
        _clear(cases, attempt, verdict)
    closenesses = [case.closeness for case in cases if case.verdict == FAILED]
    found = []
    for case in cases:
        weight = AUTOMATIC
        if case.verdict == FAILED:
            repeated = case.memory.id in failed_before or verdict.weight >= REPEATED
            weight = (REPEATED if repeated else AUTOMATIC) * _share(case.closeness, closenesses)
        found.append(_judgement(attempt, case, verdict, weight))
    return found


def _clear(cases: Sequence[Case], attempt: Attempt, verdict: Verdict) -> None:
    """Where the person's words were good but for what one memory bears, the others are judged by what is left."""
    words = next((piece for piece in verdict.decisive if piece.kind == "words" and piece.verdict == PARTIAL), None)
    if words is None or not any(case.verdict == FAILED and case.is_own for case in cases):
        return
    rest = judge(attempt, words_count=False)
    for case in cases:
        is_open = case.verdict == UNKNOWN and case.use.is_used and not case.reason and not case.passed
        if is_open and rest.verdict == WORKED and not shared_words(words.bad or words.text, case.memory.content):
            case.verdict, case.reason = WORKED, f"{case.use.clause}; {rest.reason}"


def _acquit(cases: Sequence[Case]) -> None:
    """Where bad news is tied to some, or to none of several, the others are not judged by it."""
    for bad in (FAILED, PARTIAL):
        accused = [case for case in cases if case.verdict == bad]
        tied = [case for case in accused if case.is_own or (bad == FAILED and case.closeness >= TIED)]
        is_anothers = bad == PARTIAL and any(case.verdict == FAILED and case.is_own for case in cases)
        if (len(accused) == 1 and not is_anothers) or len(tied) == len(accused):
            continue
        for case in accused:
            if case not in tied:
                case.verdict, case.reason = UNKNOWN, ""


def _share(closeness: float, all_of_them: Sequence[float]) -> float:
    """The share of the blame that a closeness earns, 0 to 1.

    What is closest bears it, with others as close; what is less close bears its part of what it would bear among those
    at least as close as itself.
    """
    at_least_as_close = sum(other for other in all_of_them if other >= closeness)
    return closeness / at_least_as_close * closeness / max(all_of_them)


def _judgement(attempt: Attempt, case: Case, verdict: Verdict, weight: float) -> Judgement:
    counts = case.verdict in (WORKED, FAILED, PARTIAL)
    too_little = counts and weight < WEIGHT_LEAST
    decisive = tuple(piece.key for piece in verdict.decisive)
    shown = tuple(attempt.actions[number].key for number in (case.use.actions or case.use.refused)[-3:])
    return Judgement(
        memory_id=case.memory.id,
        verdict=NEUTRAL if too_little else case.verdict,
        weight=round(weight, 3) if counts and not too_little else 0.0,
        reason=case.reason[:1].upper() + case.reason[1:] + "." if case.reason and not too_little else "",
        key=key_of("attempt", attempt.key, case.memory.id),
        basis=key_of(case.verdict, case.reason, *sorted(verdict.keys)),
        evidence=shown if case.is_own or not decisive else decisive,
        use=case.use.kind,
        work=frozenset(attempt.files) | _runs(attempt, case),
        at_ms=verdict.at_ms or attempt.ended_at,
    )


def _runs(attempt: Attempt, case: Case) -> frozenset[str]:
    own = {attempt.actions[number].check for number in case.use.actions} - {""}
    return frozenset(own | {one.check for one in attempt.actions if one.is_check})


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
