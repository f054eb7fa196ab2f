"""From the attempts of a session to what it says of each memory.

What became of an attempt may show only in a later one: the tests are run, or the person praises, after more was done on
the same work. And later evidence outranks earlier: a memory that failed first and worked in the end worked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from hardwon.outcomes.attribution.cases import InPlay
from hardwon.outcomes.attribution.share import Judgement, attribute
from hardwon.outcomes.attribution.traces import traces_of
from hardwon.outcomes.attribution.use import KEPT, NONE, PATH, SOME, WRITTEN, takes_out
from hardwon.outcomes.evidence.language import shared_words
from hardwon.outcomes.evidence.pieces import AUTOMATIC, FAILED, PARTIAL, UNKNOWN, WORKED, Attempt, Verdict
from hardwon.outcomes.evidence.runs import FAILED as RUN_FAILED
from hardwon.outcomes.evidence.verdict import judge

_AHEAD = 4  # attempts in which the answer may still come


def attribute_session(
    attempts: Sequence[Attempt], memories: Mapping[str, InPlay], *, failed_before: Collection[str] = ()
) -> list[Judgement]:
    """Judge the memories in play in each attempt of a session, in order.

    Args:
        attempts: oldest first; `given` says which memories were in play from where on, `linked` which of them
            belong to the task.
        memories: by id; `given_at` is taken from the attempt. What is not there is passed over.
        failed_before: memories whose last outcome, before this session, was a failure.
    """
    verdicts = [judge(attempt) for attempt in attempts]
    failed = set(failed_before)
    found: list[Judgement] = []
    for number, attempt in enumerate(attempts):
        in_play = [
            replace(memories[id], given_at=at, linked=memories[id].linked or id in attempt.linked)
            for id, at in attempt.given.items()
            if id in memories
        ]
        verdict = verdicts[number]
        judged = attribute(attempt, in_play, failed_before=failed, verdict=verdict)
        if verdict.verdict == UNKNOWN and any(one.verdict == UNKNOWN for one in judged):
            later = _answer(attempts, verdicts, number)
            if later:
                known = {one.memory_id: one for one in attribute(attempt, in_play, failed_before=failed, verdict=later)}
                judged = [known[one.memory_id] if one.verdict == UNKNOWN else one for one in judged]
        judged = [_not_by_place_alone(_if_taken_out(one, attempts, number, memories), found) for one in judged]
        failed |= {one.memory_id for one in judged if one.verdict == FAILED}
        failed -= {one.memory_id for one in judged if one.verdict == WORKED}
        found += judged
    return found


def _if_taken_out(
    one: Judgement, attempts: Sequence[Attempt], number: int, memories: Mapping[str, InPlay]
) -> Judgement:
    """What a memory had brought in, and the next attempt took out at the person's word, did not please them."""
    if not (one.counts or one.verdict == UNKNOWN) or one.use not in (WRITTEN, KEPT):
        return one
    attempt = attempts[number]
    said = {piece.key: piece for piece in attempt.evidence if piece.kind in ("words", "doubt")}
    later = next((other for other in attempts[number + 1 :] if other.key in said), None)
    memory = memories.get(one.memory_id)
    if later is None or memory is None:
        return one
    out = takes_out(traces_of(memory.content, memory.files), attempt.actions, later.actions)
    praised = said[later.key].verdict == WORKED
    if one.verdict == FAILED:
        half = out == SOME and said[later.key].verdict == PARTIAL
        return replace(one, verdict=PARTIAL, weight=AUTOMATIC) if half else one
    if out == NONE or (out == SOME and one.verdict == PARTIAL):
        return one
    if out == SOME and one.verdict == WORKED and not said[later.key].is_strong:
        return replace(one, verdict=UNKNOWN, weight=0.0, reason="")
    if out == SOME and one.verdict == WORKED:
        return replace(one, verdict=PARTIAL, reason=f"{one.reason[:-1]}, and a part of it was taken out.")
    if praised and said[later.key].is_strong:
        return one
    if praised:  # out of courtesy, or in mockery
        return replace(one, verdict=UNKNOWN, weight=0.0, reason="")
    return replace(
        one,
        verdict=FAILED,
        weight=AUTOMATIC,
        reason=f"What it names was written; it was taken out after {said[later.key].reason}.",
        evidence=(*one.evidence, later.key),
    )


def _not_by_place_alone(one: Judgement, earlier: Sequence[Judgement]) -> Judgement:
    """After a failure, good work in the same file may well be what replaced it."""
    if one.verdict == WORKED and one.use == PATH:
        last = next((other for other in reversed(earlier) if other.memory_id == one.memory_id and other.counts), None)
        if last and last.verdict in (FAILED, PARTIAL):
            return replace(one, verdict=UNKNOWN, weight=0.0, reason="")
    return one


def _answer(attempts: Sequence[Attempt], verdicts: Sequence[Verdict], number: int) -> Verdict | None:
    """What a later attempt at the same work came to, None when none tells."""
    for later in range(number + 1, min(number + 1 + _AHEAD, len(attempts))):
        verdict = verdicts[later]
        if verdict.verdict != UNKNOWN and _same_work(attempts[number], attempts[later], verdict):
            return verdict if verdict.verdict == WORKED else None
    return None


def _same_work(earlier: Attempt, later: Attempt, verdict: Verdict) -> bool:
    """Whether a later attempt goes on with an earlier one's work: its files, its checks, or words that speak of it."""
    if set(earlier.files) & set(later.files):
        return True
    if _repeats(earlier, later):
        return True
    checks = {action.check for action in earlier.actions if action.is_check}
    if checks & {check for piece in verdict.decisive for check in piece.checks}:
        return True
    words = " ".join(piece.text for piece in verdict.decisive if piece.kind == "words")
    return len(shared_words(words, f"{earlier.prompt} {' '.join(earlier.files)}")) > 1


def _repeats(earlier: Attempt, later: Attempt) -> bool:
    """Whether a later attempt runs again what could not be done in the earlier one."""
    undone = {action.check for action in earlier.actions if action.kind == "run" and action.status == RUN_FAILED}
    return any(action.kind == "run" and action.check in undone for action in later.actions)


def settle(judgements: Sequence[Judgement]) -> list[Judgement]:
    """What a session says of each memory: the last of its judgements that counts.

    Evidence for it and against it from different work stands side by side: then it is partial.

    Args:
        judgements: of a session's attempts, in their order.
    """
    latest: dict[str, Judgement] = {}
    for one in judgements:
        if one.counts:
            before = latest.get(one.memory_id)
            latest[one.memory_id] = _both(before, one) if before and _are_at_odds(before, one) else one
    return list(latest.values())


def _are_at_odds(before: Judgement, after: Judgement) -> bool:
    return {before.verdict, after.verdict} == {WORKED, FAILED} and not before.work & after.work


def _both(before: Judgement, after: Judgement) -> Judgement:
    return replace(
        after,
        verdict=PARTIAL,
        weight=min(before.weight, after.weight),
        reason=f"{before.reason} {after.reason}",
        evidence=before.evidence + after.evidence,
        work=before.work | after.work,
    )
