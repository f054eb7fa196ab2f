"""What an attempt says of one memory, before the blame is shared.

Bad news is laid only to a memory it can be tied to: the person's words name it, what failed is what it names, or it is
the only one that was used. A check (a test, a linter, a build) that a memory tells to run has done its work when it
runs, whatever it finds.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardwon.outcomes.attribution import traces as named
from hardwon.outcomes.attribution.traces import Term, Traces, traces_of
from hardwon.outcomes.attribution.use import BROKEN, COMMAND, LINKED, UNUSED, WRITTEN, Use, same_path, use_of
from hardwon.outcomes.evidence.checks import same_state
from hardwon.outcomes.evidence.language import shared_words
from hardwon.outcomes.evidence.pieces import FAILED, PARTIAL, UNKNOWN, WORKED, Action, Attempt, Evidence, Verdict
from hardwon.outcomes.evidence.runs import FAILED as RUN_FAILED
from hardwon.outcomes.evidence.runs import PASSED as RUN_PASSED

NEUTRAL = "neutral"
TIED = 0.9
"""From this closeness on, what failed can be tied to a memory."""

_WORDS_SHARED = 2


@dataclass(frozen=True, kw_only=True)
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


@dataclass(slots=True)
class Case:
    """What an attempt says of a memory.

    Attributes:
        verdict: worked, failed, partial, neutral or unknown.
        closeness: of a failed one, how closely it matches what failed, 0 to 1.
        is_own: the evidence is the memory's own: its command's run, or words that name it.
    """

    memory: InPlay
    use: Use
    verdict: str
    reason: str = ""
    closeness: float = 1.0
    is_own: bool = False


def case_of(attempt: Attempt, memory: InPlay, verdict: Verdict) -> Case:
    """Judge one memory by itself.

    Args:
        attempt: what was done and said. memory: what was before the agent.
        verdict: of the attempt.
    """
    traces = traces_of(memory.content, memory.files)
    use = use_of(traces, attempt.actions, given_at=memory.given_at, prompt=attempt.prompt)
    words = _bad_words(verdict)
    if words and use.kind != BROKEN and _names(traces, memory, words.text, use):
        clause = use.clause if use.is_used else "it was before the agent"
        return Case(memory, use, words.verdict, f"{clause}; {words.reason}", is_own=True)
    if use.refused:
        return _refused(attempt, memory, use)
    if use.kind == BROKEN:
        return Case(memory, use, NEUTRAL)
    if use.kind == UNUSED:
        if not memory.linked:
            return Case(memory, use, NEUTRAL)
        use = Use(kind=LINKED, clause="it was linked to the task")
    done = [attempt.actions[number] for number in use.actions]
    if done and all(action.kind == "dropped" for action in done):
        return Case(memory, use, FAILED, f"{use.clause}; it was taken back", is_own=True)
    own = _by_own_run(attempt, use, verdict)
    if own:
        status, clause = own
        return Case(memory, use, status, f"{use.clause}: {clause}" if clause else "", is_own=True)
    if verdict.verdict == UNKNOWN or _came_too_late(attempt, use, verdict):
        return Case(memory, use, UNKNOWN)
    return Case(
        memory, use, verdict.verdict, f"{use.clause}; {verdict.reason}", _closeness(attempt, traces, use, verdict)
    )


# -- the person's words -----------------------------------------------------------------------------------------


def _bad_words(verdict: Verdict) -> Evidence | None:
    return next((piece for piece in verdict.decisive if piece.kind == "words" and piece.verdict != WORKED), None)


def _names(traces: Traces, memory: InPlay, words: str, use: Use) -> bool:
    """Whether words speak of a memory: one of its terms, or several of its words."""
    if any(_mentions(term, words) for term in traces.wanted):
        return True
    least = _WORDS_SHARED if use.is_used else _WORDS_SHARED + 1
    return len(shared_words(words, memory.content)) >= least


def _mentions(term: Term, words: str) -> bool:
    lowered = words.lower()
    if term.kind == named.COMMAND:
        telling = [word for word in term.words[1:] if len(word) > 3 and not word.startswith("-")]
        return term.text.lower() in lowered or any(word.lower() in lowered for word in telling)
    if term.kind == named.PROGRAM:
        return f" {term.text} " in f" {lowered} "
    return len(term.text) > 3 and term.text.lower().removesuffix("()") in lowered


def _refused(attempt: Attempt, memory: InPlay, use: Use) -> Case:
    said = next((attempt.actions[n].refused_with for n in use.refused if attempt.actions[n].refused_with), "")
    if not said:
        return Case(memory, use, NEUTRAL)
    quote = " ".join(said.split())[:100]
    return Case(memory, use, FAILED, f"the person refused it: “{quote}”", is_own=True)


# -- its own runs -----------------------------------------------------------------------------------------------


def _by_own_run(attempt: Attempt, use: Use, verdict: Verdict) -> tuple[str, str] | None:
    """What the runs that show a memory's use say of it; None where there are none, or they leave it open."""
    runs = [attempt.actions[number] for number in use.actions]
    runs = [run for run in runs if run.kind == "run" and run.purpose]
    told = [run for run in runs if run.status in (RUN_PASSED, RUN_FAILED) or run.unusable]
    if use.kind not in (COMMAND, WRITTEN) or not told:
        return None
    last = told[-1]
    name = f"`{last.text[:80]}`"
    if last.unusable:
        return FAILED, f"{name} could not be run"
    if last.is_check:
        return _by_check(attempt, told, verdict)
    if last.status == RUN_FAILED:
        return UNKNOWN, ""  # it ran, and something was wrong: its own fault, or what it found
    if verdict.verdict == FAILED and verdict.decisive[0].kind in ("words", "revert"):
        return None
    return WORKED, f"{name} passed" if len(told) == 1 else f"{name} passed in the end"


def _by_check(attempt: Attempt, told: list[Action], verdict: Verdict) -> tuple[str, str]:
    """A check's own red is a finding, no failure of the memory; its green stands while the work does."""
    last = told[-1]
    refused = verdict.verdict in (FAILED, PARTIAL) and verdict.decisive[0].kind in ("words", "revert")
    red = [run for run in told if run.status == RUN_FAILED]
    if last.status != RUN_PASSED or refused or (red and same_state(attempt, red[-1], last)):
        return UNKNOWN, ""
    return WORKED, f"`{last.text[:80]}` failed, then passed" if red else f"`{last.text[:80]}` passed"


# -- what failed ------------------------------------------------------------------------------------------------


def _came_too_late(attempt: Attempt, use: Use, verdict: Verdict) -> bool:
    """Whether a check that stayed red was so before the memory was used, and has been run only once since."""
    if verdict.verdict != FAILED or any(piece.kind != "run" for piece in verdict.decisive) or not use.actions:
        return False
    checks = {check for piece in verdict.decisive for check in piece.checks}
    runs = [(n, one) for n, one in enumerate(attempt.actions) if one.check in checks and one.status == RUN_FAILED]
    since = [number for number, _ in runs if number > use.actions[0]]
    turned = any(one.status == RUN_PASSED or one.before == RUN_PASSED for one in attempt.actions if one.check in checks)
    return len(since) < 2 and not turned


def _closeness(attempt: Attempt, traces: Traces, use: Use, verdict: Verdict) -> float:
    """How closely a used memory matches what failed, above 0 and at most 1."""
    done = [attempt.actions[number] for number in use.actions]
    if any(action.kind == "dropped" for action in done):
        return 1.0
    failing = " ".join(piece.text for piece in verdict.decisive if piece.kind != "words")
    if any(_mentions(term, failing) for term in traces.wanted if term.kind != named.PROGRAM):
        return 1.0
    files = {file for piece in verdict.decisive if piece.kind == "revert" for file in piece.files}
    if any(same_path(file, action.path) for file in files for action in done if action.path):
        return TIED
    return 0.5 if use.kind in (COMMAND, LINKED) else 0.6
