"""What an attempt says of one memory, before the blame is shared.

Bad news is laid only to a memory it can be tied to: the person's words name it, what failed is what it names, or it is
the only one that was used. A check (a test, a linter, a build) that a memory tells to run has done its work when it
runs, whatever it finds.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardwon.outcomes.attribution import traces as named
from hardwon.outcomes.attribution.traces import Term, Traces, traces_of
from hardwon.outcomes.attribution.use import (
    ALL,
    BROKEN,
    COMMAND,
    KEPT,
    LINKED,
    UNUSED,
    WRITTEN,
    Use,
    alike,
    same_path,
    takes_out,
    use_of,
)
from hardwon.outcomes.evidence.checks import same_state
from hardwon.outcomes.evidence.language import shared_words, telling_words
from hardwon.outcomes.evidence.pieces import FAILED, PARTIAL, UNKNOWN, WORKED, Action, Attempt, Evidence, Verdict
from hardwon.outcomes.evidence.reactions import LANGUAGES
from hardwon.outcomes.evidence.runs import FAILED as RUN_FAILED
from hardwon.outcomes.evidence.runs import PASSED as RUN_PASSED
from hardwon.outcomes.evidence.verdict import judge
from hardwon.text.listed import listed

NEUTRAL = "neutral"
SHADOWED = "shadowed"
TIED = 0.9
"""From this closeness on, what failed can be tied to a memory."""

_WORDS_SHARED = 2
_PARTICULARS = 3
_TROUBLE = listed("""
    wrong same worse slow slower work working works fail crash red green change changed before after all everything
    nothing back put take revert undo want asked need like get got see look show thing way time day today yesterday
    morning minute second never always just only even also more less much many very really too good bad better right
    left out off down over why how who here there them they then than because since until every other another some
    any idea please help broke break damage problem issue trouble mess instead
""")
"""Words of any complaint: they tie it to nothing."""

_LITTLE_WORDS = frozenset(word for language in LANGUAGES for word in language.marks)


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
        passed: its own run did well, but the attempt did not: the reason, should another memory be to blame.
    """

    memory: InPlay
    use: Use
    verdict: str
    reason: str = ""
    closeness: float = 1.0
    is_own: bool = False
    passed: str = ""


def case_of(attempt: Attempt, memory: InPlay, verdict: Verdict) -> Case:
    """Judge one memory by itself.

    Args:
        attempt: what was done and said. memory: what was before the agent.
        verdict: of the attempt.
    """
    traces = traces_of(memory.content, memory.files)
    use = use_of(traces, attempt.actions, given_at=memory.given_at, subject=attempt.prompt)
    by_words = _by_words(traces, memory, use, verdict)
    if by_words and use.kind != BROKEN:
        return by_words
    if use.refused:
        return _refused(attempt, memory, use)
    if use.kind == BROKEN:
        return Case(memory, use, NEUTRAL)
    if use.kind == UNUSED:
        if not memory.linked:
            return Case(memory, use, NEUTRAL)
        use = Use(kind=LINKED, clause="it was linked to the task")
    return _of_used(attempt, memory, traces, use, verdict)


def _of_used(attempt: Attempt, memory: InPlay, traces: Traces, use: Use, verdict: Verdict) -> Case:
    done = [attempt.actions[number] for number in use.actions]
    stopped = next((action.refused_with for action in done if action.halted and action.refused_with), "")
    if stopped:
        return Case(memory, use, FAILED, f"the person stopped it: “{_quoted(stopped)}”", is_own=True)
    dropped = [action for action in done if action.kind == "dropped" or action.undone]
    if done and len(dropped) == len(done):
        return Case(memory, use, FAILED, f"{use.clause}; it was taken back", is_own=True)
    if verdict.decisive and verdict.decisive[0].kind == "revert" and attempt.files:
        verdict = judge(attempt, reverts_count=False)  # what was taken back is not what it was used in
    if dropped and verdict.verdict == FAILED and verdict.decisive[0].kind == "words":
        rest = judge(attempt, reverts_count=False, words_count=False)
        if rest.verdict == WORKED:  # the words were of the part that was taken back
            return Case(memory, use, PARTIAL, f"{use.clause}; a part of it was taken back", is_own=True)
    given_up = _given_up(attempt, traces, use)
    if given_up:
        return Case(memory, use, given_up, f"{use.clause}; what failed passed without it", is_own=True)
    own = _by_own_run(attempt, use, verdict)
    if own:
        status, clause = own
        reason = f"{use.clause}: {clause}" if clause else ""
        if status != SHADOWED:
            return Case(memory, use, status, reason, is_own=True)
        return Case(memory, use, UNKNOWN, is_own=True, passed=reason)
    only_checked = done and all(action.is_check for action in done)
    if only_checked or verdict.verdict == UNKNOWN or _came_too_late(attempt, use, verdict):
        return Case(memory, use, UNKNOWN)
    if verdict.verdict == WORKED and dropped and not _done_anew(dropped, done):
        return Case(memory, use, PARTIAL, f"{use.clause}; a part of it was taken back", is_own=True)
    if verdict.decisive[0].corrects:
        return Case(memory, use, UNKNOWN)  # of what it shaped, or of something else
    if verdict.verdict == FAILED and _speaks_of_other_things(verdict.decisive[0], memory, done, attempt):
        return Case(memory, use, UNKNOWN)
    reason = f"{use.clause}; {verdict.reason}"
    return Case(memory, use, verdict.verdict, reason, _closeness(attempt, traces, use, verdict))


def _given_up(attempt: Attempt, traces: Traces, use: Use) -> str:
    """What it says that the agent took out again what it had written for a memory; "" where it did not.

    Red again and again in between, and then green without it, speaks against it.
    """
    if use.kind not in (WRITTEN, KEPT) or not use.actions:
        return ""
    for number in range(use.actions[-1] + 1, len(attempt.actions)):
        before, edit = attempt.actions[:number], attempt.actions[number]
        if edit.kind == "edit" and takes_out(traces, before[use.actions[0] :], [edit]) == ALL:
            runs = [one for one in before[use.actions[0] :] if one.is_check and one.status == RUN_FAILED]
            green = any(one.is_check and one.status == RUN_PASSED for one in attempt.actions[number:])
            again = any(one.check == other.check for n, one in enumerate(runs) for other in runs[n + 1 :])
            return FAILED if again and green else UNKNOWN
    return ""


def _done_anew(dropped: list[Action], done: list[Action]) -> bool:
    """Whether what was taken back was done again, and better, in the same files."""
    last = max(done.index(action) for action in dropped)
    return {action.path for action in dropped} <= {action.path for action in done[last + 1 :]}


# -- the person's words -----------------------------------------------------------------------------------------


def _by_words(traces: Traces, memory: InPlay, use: Use, verdict: Verdict) -> Case | None:
    """What the person's words say of a memory that they name; None where they name it not, or say nothing bad."""
    words = next((piece for piece in verdict.decisive if piece.kind == "words"), None)
    if words is None or (words.verdict == WORKED and (use.is_used or not words.is_strong)):
        return None
    clause = use.clause if use.is_used else "it was before the agent"
    if words.verdict == WORKED:
        return None
    if words.good and words.bad:
        for_it, against = (_closely_named(traces, memory, side, use) for side in (words.good, words.bad))
        if bool(for_it) != bool(against) and (use.is_used or against):
            status = WORKED if for_it else FAILED
            return Case(memory, use, status, f"{clause}; {words.reason}", is_own=True)
    if not _names(traces, memory, words.bad or words.text, use):
        return None
    status = FAILED if words.corrects else words.verdict
    return Case(memory, use, status, f"{clause}; {words.reason}", is_own=True)


def _speaks_of_other_things(words: Evidence, memory: InPlay, done: list[Action], attempt: Attempt) -> bool:
    """Whether a complaint goes into particulars, and none of them is the memory's, nor of what was written for it.

    Where nothing else was written, it can speak of nothing else.
    """
    if all(action in done for action in attempt.actions if action.kind == "edit"):
        return False
    said = {word for word in telling_words(words.bad or words.text) - _LITTLE_WORDS - _TROUBLE if word.isascii()}
    if words.kind != "words" or len(said) < _PARTICULARS:
        return False
    texts = " ".join([memory.content, *(f"{action.path} {action.text[:2000]} {action.was[:2000]}" for action in done)])
    own = telling_words(texts)
    return not any(alike(word, other) for word in said for other in own)


def _closely_named(traces: Traces, memory: InPlay, words: str, use: Use) -> int:
    """How many of a memory's terms stand in some words, and of a used one's telling words, in any of their forms."""
    said = telling_words(words)
    terms = sum(_mentions(term, words) for term in traces.wanted)
    if not use.is_used:
        return terms
    own = telling_words(memory.content) - _LITTLE_WORDS
    return terms + sum(any(alike(one, other) for other in said) for one in own)


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
    if term.kind == named.PATTERN:
        return False
    return len(term.text) > 3 and term.text.lower().removesuffix("()") in lowered


def _refused(attempt: Attempt, memory: InPlay, use: Use) -> Case:
    said = next((attempt.actions[n].refused_with for n in use.refused if attempt.actions[n].refused_with), "")
    if not said:
        return Case(memory, use, NEUTRAL)
    return Case(memory, use, FAILED, f"the person refused it: “{_quoted(said)}”", is_own=True)


def _quoted(said: str) -> str:
    return " ".join(said.split())[:100]


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
    always_failed = len(told) > 1 and all(run.status == RUN_FAILED for run in told)
    if always_failed and (not last.is_check or _was_a_remedy(attempt, told)):
        return FAILED, f"{name} failed {len(told)} times"
    if last.is_check:
        return _by_check(attempt, told, verdict)
    if last.status == RUN_FAILED:
        return UNKNOWN, ""  # it ran, and something was wrong: its own fault, or what it found
    if verdict.verdict == FAILED and verdict.decisive[0].kind in ("words", "revert"):
        return SHADOWED, f"{name} passed"
    return WORKED, f"{name} passed" if len(told) == 1 else f"{name} passed in the end"


def _was_a_remedy(attempt: Attempt, told: list[Action]) -> bool:
    """Whether a check was run as a memory has it because it had failed in another form, and nothing was edited."""
    first = attempt.actions.index(told[0])
    last = attempt.actions.index(told[-1])
    tried = any(
        run.kind == "run"
        and run.status == RUN_FAILED
        and run.words[:1] == told[0].words[:1]
        and run.check != told[0].check
        for run in attempt.actions[:first]
    )
    return tried and not any(action.kind in ("edit", "dropped", "undo") for action in attempt.actions[:last])


def _by_check(attempt: Attempt, told: list[Action], verdict: Verdict) -> tuple[str, str]:
    """A check's own red is a finding, no failure of the memory; its green stands while the work does."""
    last = told[-1]
    refused = verdict.verdict == FAILED and verdict.decisive[0].kind in ("words", "revert")
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
