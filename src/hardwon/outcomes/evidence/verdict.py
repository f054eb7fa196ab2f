"""What became of an attempt, by the strongest evidence there is.

The person's complaint comes before what was taken back with git, that before runs of tests, linters and builds, those
before what was committed or closed, and praise stands last. Evidence of the same strength that disagrees makes it
"partial", evidence that cancels out makes it "unknown": a wrong verdict is worse than none.
"""

from __future__ import annotations

import re

from hardwon.outcomes.evidence.checks import FIXED, FLAKY, GREEN, RED, STUCK, TURNED, Check, checks_of
from hardwon.outcomes.evidence.pieces import (
    AUTOMATIC,
    FAILED,
    PARTIAL,
    REPEATED,
    UNKNOWN,
    WORKED,
    Attempt,
    Evidence,
    Verdict,
    key_of,
)
from hardwon.outcomes.evidence.runs import FAILED as RUN_FAILED
from hardwon.outcomes.evidence.runs import PASSED as RUN_PASSED

_EXPECTS_RED = re.compile(
    r"\bfailing test|\btest (?:that|which) (?:fails|reproduces)|\breproduc|\brepro\b|\bred test|\b(?:should|must|"
    r"will) fail\b|"
    r"\bwrite (?:a |the )?tests? first|\btdd\b|\bdon'?t fix\b|\bdo not fix\b|\bwithout fixing\b|\bbefore (?:you "
    r")?fix",
    re.IGNORECASE,
)
_TELLING = frozenset({"test", "build", "check"})


def judge(attempt: Attempt, *, reverts_count: bool = True, words_count: bool = True) -> Verdict:
    """Say what became of an attempt.

    Args:
        attempt: what was done and said.
        reverts_count, words_count: False for what is said of the part of it that was not taken back, and, where the
            person's words led to that, apart from them.

    Returns:
        the verdict, the weight of its evidence (½ for what rules found, 1 for a failure that was met again), and a
        sentence; unknown where nothing was checked, said or kept.
    """
    checks = [check for check in checks_of(attempt) if check.state != FLAKY]
    pieces = [*attempt.evidence, *(_of_check(check, attempt) for check in checks)]
    keys = tuple(piece.key for piece in pieces)
    words = _last_words(attempt) if words_count else None
    if words and words.verdict == FAILED:
        return _verdict(FAILED, [words], keys)
    reverts = [piece for piece in attempt.evidence if piece.kind == "revert"]
    if reverts and reverts_count:
        return _verdict(reverts[-1].verdict, reverts[-1:], keys)
    ran, deciding = _by_runs(attempt, checks)
    if words and words.verdict == PARTIAL:
        return _verdict(PARTIAL, [words], keys)
    kept = [piece for piece in attempt.evidence if piece.kind in ("commit", "task")]
    if ran == FAILED:
        # Whoever praises may not have looked; whoever ran it may have run something else.
        return _verdict(UNKNOWN, [], keys) if words else _verdict(FAILED, deciding, keys)
    if ran == PARTIAL:
        return _verdict(PARTIAL, deciding, keys)
    # What is left after something was taken back is what the person let stand.
    if (
        reverts_count
        and not words
        and any(piece.kind == "doubt" and piece.done >= len(attempt.actions) for piece in attempt.evidence)
    ):
        return _verdict(UNKNOWN, [], keys)
    good = deciding + kept + ([words] if words else [])
    if ran == UNKNOWN and not words and _committed_after_a_run(attempt, kept):
        return _verdict(WORKED, kept, keys)
    if ran == WORKED or words or any(piece.kind == "task" for piece in kept) or _was_accepted(kept):
        return _verdict(WORKED, good, keys)
    return _verdict(UNKNOWN, [], keys)


def _verdict(verdict: str, deciding: list[Evidence], keys: tuple[str, ...]) -> Verdict:
    if verdict == UNKNOWN:
        return Verdict(verdict=UNKNOWN, keys=keys)
    reasons = list(dict.fromkeys(piece.reason for piece in deciding))[:3]
    return Verdict(
        verdict=verdict,
        weight=max(piece.weight for piece in deciding),
        reason="; ".join(reasons),
        decisive=tuple(deciding),
        keys=keys,
        at_ms=max(piece.at_ms for piece in deciding),
    )


def _last_words(attempt: Attempt) -> Evidence | None:
    """The person's last words that still hold: what they said half way counts until more was done."""
    said = [piece for piece in attempt.evidence if piece.kind == "words"]
    latest = said[-1] if said else None
    return latest if latest and latest.done >= len(attempt.actions) else None


def _committed_after_a_run(attempt: Attempt, kept: list[Evidence]) -> bool:
    """Whether something ran well between the last edit and a commit, and nothing badly."""
    commit = next((piece for piece in kept if piece.kind == "commit"), None)
    edits = [number for number, action in enumerate(attempt.actions) if action.kind == "edit"]
    if commit is None or not edits:
        return False
    runs = [one for one in attempt.actions[edits[-1] : commit.done] if one.kind == "run" and one.purpose]
    return any(run.status == RUN_PASSED for run in runs) and all(run.status != RUN_FAILED for run in runs)


def _was_accepted(kept: list[Evidence]) -> bool:
    """A commit the agent makes by itself proves nothing yet; one the person asked for, or kept, does."""
    return any(piece.kind == "commit" and piece.is_strong for piece in kept)


def _by_runs(attempt: Attempt, checks: list[Check]) -> tuple[str, list[Evidence]]:
    """What the runs say together, and which of them."""
    edited = bool(attempt.files)
    good = [
        check for check in checks if check.state == FIXED or (check.state == GREEN and edited and not check.is_stale)
    ]
    bad = [check for check in checks if check.state in (TURNED, STUCK) and not check.is_stale]
    if _EXPECTS_RED.search(attempt.prompt):
        bad = []
    telling = [check for check in good if check.purpose in _TELLING or check.state == FIXED]
    if bad and (telling or _fewer(bad)):
        return PARTIAL, [_of_check(check, attempt) for check in [*telling, *bad]]
    if bad:
        return FAILED, [_of_check(check, attempt) for check in bad]
    red = [check for check in checks if check.state == RED and not check.is_stale and check.purpose in _TELLING]
    if red and any(check.state == FIXED for check in telling):
        return PARTIAL, [_of_check(check, attempt) for check in [*telling, *red]]
    if any(check.state == RED and not check.is_stale for check in checks) and not any(c.state == FIXED for c in good):
        return UNKNOWN, []
    if telling:
        return WORKED, [_of_check(check, attempt) for check in telling]
    return UNKNOWN, []


def _fewer(bad: list[Check]) -> bool:
    """Whether every check that stays red counts fewer failures than at first."""
    return all(0 < check.last_count < check.first_count for check in bad)


def _of_check(check: Check, attempt: Attempt) -> Evidence:
    verdict = {FIXED: WORKED, GREEN: WORKED, TURNED: FAILED, STUCK: FAILED, RED: FAILED}[check.state]
    return Evidence(
        key=key_of("check", check.key, check.state),
        kind="run",
        verdict=verdict,
        weight=REPEATED if check.state == STUCK else AUTOMATIC,
        reason=check.sentence,
        is_strong=check.state in (FIXED, TURNED, STUCK),
        checks=(check.check,),
        files=attempt.files,
        text=" ".join(check.failing),
        line=check.line,
        at_ms=check.at_ms,
    )
