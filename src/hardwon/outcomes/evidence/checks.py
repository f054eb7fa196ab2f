"""How each check of an attempt went: from red to green, from green to red, stuck on red."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hardwon.outcomes.evidence.pieces import Action, Attempt
from hardwon.outcomes.evidence.runs import FAILED, PASSED

FIXED, GREEN, FLAKY, TURNED, STUCK, RED = "fixed", "green", "flaky", "turned red", "stuck on red", "red"

_DOCUMENT = re.compile(
    r"\.(?:md|rst|txt|adoc|mdx|org|csv|svg|png)\Z|(?:\A|/)(?:CHANGELOG|README|LICENSE|NOTES|docs/)", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """One check over an attempt.

    Attributes:
        check: what it is (hardwon.outcomes.evidence.commands.Command.key). purpose: test, lint, build, …
        state: fixed (failed, then passed), green, turned red (passed, then failed), stuck on red (failed again, though
            something was edited), flaky (failed and passed with nothing changed in between), red (failed once, and
            nobody knows whether it did before).
        is_stale: code was edited after its last run.
        failing: what it named as failing. first_count, last_count: how many failures it counted, −1 when it did not.
        sentence: how it went, for a person.
        key: of the last run.
    """

    check: str
    purpose: str
    state: str
    is_stale: bool
    failing: tuple[str, ...]
    first_count: int
    last_count: int
    sentence: str
    key: str
    line: int
    at_ms: int


def checks_of(attempt: Attempt) -> list[Check]:
    """The checks of an attempt, in the order of their last runs.

    A failure that a later, wider run answers is that run's.
    """
    runs = _runs_by_check(attempt)
    found = []
    for check, numbers in runs.items():
        last = attempt.actions[numbers[-1]]
        if last.status == FAILED and _answered(attempt, numbers[-1]):
            continue
        answers = [] if last.status == FAILED else _failures_answered(attempt, numbers[-1], runs)
        found.append((numbers[-1], _check(check, attempt, numbers, answers)))
    return [check for _, check in sorted(found, key=lambda pair: pair[0])]


def _runs_by_check(attempt: Attempt) -> dict[str, list[int]]:
    runs: dict[str, list[int]] = {}
    for number, action in enumerate(attempt.actions):
        if action.kind == "run" and action.purpose and action.status in (PASSED, FAILED):
            runs.setdefault(action.check, []).append(number)
    return {check: numbers for check, numbers in runs.items() if _counts(attempt.actions[numbers[-1]], numbers)}


def _counts(last: Action, numbers: list[int]) -> bool:
    """Checks do; of other commands only those that were met again, and that could be run in the end."""
    if last.unusable:
        return False
    return last.is_check or len(numbers) > 1 or bool(last.before)


def _answered(attempt: Attempt, number: int) -> bool:
    failed = attempt.actions[number]
    return any(covers(action, failed) for action in attempt.actions[number + 1 :])


def _failures_answered(attempt: Attempt, number: int, runs: dict[str, list[int]]) -> list[Action]:
    """Earlier failures of other forms of a check that its last, passing run answers."""
    passed = attempt.actions[number]
    others = [
        attempt.actions[numbers[-1]]
        for check, numbers in runs.items()
        if check != passed.check and numbers[-1] < number
    ]
    return [action for action in others if covers(passed, action)]


def covers(passed: Action, failed: Action) -> bool:
    """Whether a passing run shows that what failed is well: it ran the same, all of it, or just what had failed."""
    if (
        passed.kind != "run"
        or passed.status != PASSED
        or failed.status != FAILED
        or passed.words[:1] != failed.words[:1]
    ):
        return False
    if passed.check == failed.check or passed.reruns:
        return True
    if passed.suite == failed.suite and not passed.targets and not passed.narrowed:
        return True
    if passed.suite == failed.suite and failed.targets and set(failed.targets) <= set(passed.targets):
        return True
    names = {name.split("::")[0] for name in failed.failing}
    return bool(names) and bool(passed.targets) and all(_is_among(name, passed.targets) for name in names)


def _is_among(name: str, targets: tuple[str, ...]) -> bool:
    return any(
        name == target or target.split("::")[0] == name or name.startswith(target + "/") or f" {name}" in target
        for target in targets
    )


def _check(check: str, attempt: Attempt, numbers: list[int], answered: list[Action]) -> Check:
    runs = [attempt.actions[number] for number in numbers]
    first, last = runs[0], runs[-1]
    state = _state(attempt, numbers, answered)
    red = [run for run in runs if run.status == FAILED]
    return Check(
        check=check,
        purpose=last.purpose,
        state=state,
        is_stale=_edited_after(attempt, numbers[-1]),
        failing=tuple(dict.fromkeys(name for run in [*answered, *red] for name in run.failing))[:20],
        first_count=(red or [first])[0].failed_count,
        last_count=last.failed_count,
        sentence=_sentence(last, state, len(red)),
        key=last.key,
        line=last.line,
        at_ms=last.at_ms,
    )


def _state(attempt: Attempt, numbers: list[int], answered: list[Action]) -> str:
    runs = [attempt.actions[number] for number in numbers]
    last = runs[-1]
    if last.status == PASSED:
        red = [number for number, run in zip(numbers, runs, strict=True) if run.status == FAILED]
        red += [attempt.actions.index(one) for one in answered]
        if red:
            return FIXED if _changed_between(attempt, max(red), numbers[-1]) else FLAKY
        changed = any(action.is_change for action in attempt.actions[: numbers[0]])
        return FIXED if runs[0].before == FAILED and changed else GREEN
    if runs[0].before == PASSED or any(run.status == PASSED for run in runs):
        return TURNED
    failures = [number for number, run in zip(numbers, runs, strict=True) if run.status == FAILED]
    again = len(failures) > 1 or runs[0].before == FAILED
    return STUCK if again and _edited_between(attempt, 0, failures[-1]) else RED


def _edited_between(attempt: Attempt, start: int, end: int) -> bool:
    return any(action.kind in ("edit", "dropped", "undo") for action in attempt.actions[start:end])


def same_state(attempt: Attempt, failed: Action, passed: Action) -> bool:
    """Whether nothing changed between a run that failed and one that passed."""
    return not _changed_between(attempt, attempt.actions.index(failed), attempt.actions.index(passed))


def _changed_between(attempt: Attempt, red: int, green: int) -> bool:
    """Whether anything changed between two runs: files, what a command did, or how the check was called."""
    failed, passed = attempt.actions[red], attempt.actions[green]
    if passed.narrowed and not failed.narrowed and not passed.reruns:
        return _edited_between(attempt, red, green)
    same_call = failed.whole == passed.whole or failed.check == passed.check
    return failed.rewrote or any(action.is_change for action in attempt.actions[red + 1 : green]) or not same_call


def _edited_after(attempt: Attempt, number: int) -> bool:
    return any(action.kind == "edit" and not _DOCUMENT.search(action.path) for action in attempt.actions[number + 1 :])


def _sentence(last: Action, state: str, reds: int) -> str:
    name = f"`{last.text[:80]}`"
    return {
        FIXED: f"{name} failed, then passed",
        GREEN: f"{name} passed",
        FLAKY: f"{name} failed and passed with nothing changed in between",
        TURNED: f"{name} had passed, then failed",
        STUCK: f"{name} failed {reds} times" if reds > 1 else f"{name} failed again",
        RED: f"{name} failed",
    }[state]
