"""From a person's message to evidence about the work before it."""

from __future__ import annotations

import re
from dataclasses import replace

from hardwon.hosts.turns import Turn
from hardwon.outcomes.evidence.language import is_about
from hardwon.outcomes.evidence.pieces import FAILED, UNKNOWN, WORKED, Action, Attempt, Evidence, said_key
from hardwon.outcomes.evidence.reactions import COMPLAINT, CORRECTION, HALF, Reaction, accepts, reaction

_WORDS_MAX = 700
_PUT_OFF = re.compile(
    r"\A(?:\w+[,. ]+)?(?:not (?:now|yet)|later|wait|hold on|one moment|in a (?:moment|minute)|first\b)|"
    r"\b(?:let me|i'll|i will|i'm going to|i want to|i'd like to) (?!not\b)\w+|\bmyself\b|\blater\b|\bbefore that\b"
)
_AGAINST = re.compile(
    r"\b(?:never(?! mind)|don't|do not|stop|must not|mustn't|no more|not allowed to|forbidden)\b.{0,40}"
    r"\b(?:run|use|do|start|call|touch|execute|that|it|this)\b"
)
_HANGS = re.compile(
    r"\b(?:hangs?|hung|forever|stuck|watch mode|never (?:ends|returns|stops|finishes|exits)|blocks|waits)\b"
)
_ERROR_PASTE = re.compile(
    r"Traceback \(most recent|^\s*\w*(?:Error|Exception)\b.{0,200}$|\berror TS\d|^FAIL(?:ED)?\b|"
    r"^error(?:\[E\d+\])?:|^npm (?:ERR!|error)",
    re.MULTILINE,
)


def said_of(attempt: Attempt, turn: Turn, words: str, found: Reaction) -> list[Evidence]:
    """What a message says of an attempt: words for or against it, a doubt, or that it was taken over.

    Args:
        attempt: what it follows. turn: the message.
        words: what the person typed of it by hand. found: how these words read.
    """
    about = found.sure or is_about(turn.text, _subject(attempt))
    speaks = bool(found.verdict) and not found.courteous and about
    pieces = []
    if (found.unclear and not speaks) or (found.sense == HALF and not about):
        pieces.append(replace(_words(found, attempt, turn, words), kind="doubt", verdict=UNKNOWN))
    if found.courteous:
        return pieces
    if not found.verdict and _ERROR_PASTE.search(turn.text) and attempt.actions:
        found = Reaction(sense=COMPLAINT, sure=False, quote="an error they pasted")
        speaks = is_about(turn.text, _subject(attempt))
    if speaks:
        pieces = [_words(found, attempt, turn, words)]
    elif not found.verdict and attempt.files and accepts(words):
        pieces.append(_taken_over(turn))
    return pieces


def refused(action: Action, words: str, *, surely: bool) -> Action:
    """An action that was refused, or stopped while it ran, with the words that were said against it."""
    if not (action.kind == "refused" or action.halted):
        return action
    found = reaction(words)
    if found.verdict == WORKED or _PUT_OFF.search(words.lower()):
        return action
    hangs = action.halted and (_HANGS.search(words.lower()) or _AGAINST.search(words.lower()))
    if found.verdict == FAILED or hangs or (surely and action.kind == "refused"):
        return replace(action, refused_with=words[:_WORDS_MAX])
    return action


def _words(found: Reaction, attempt: Attempt, turn: Turn, words: str) -> Evidence:
    return Evidence(
        key=said_key(turn),
        kind="words",
        verdict=found.verdict,
        reason=f"the person said “{found.quote}”",
        is_strong=found.verdict != WORKED or found.confirms,
        text=words[:_WORDS_MAX],
        corrects=found.sense == CORRECTION,
        good=found.good,
        bad=found.bad,
        files=attempt.files,
        line=turn.line,
        at_ms=turn.at_ms,
        done=len(attempt.actions),
    )


def _taken_over(turn: Turn) -> Evidence:
    return Evidence(
        key=said_key(turn),
        kind="commit",
        verdict=WORKED,
        reason="the person had it committed",
        line=turn.line,
        at_ms=turn.at_ms,
    )


def _subject(attempt: Attempt) -> str:
    """What an attempt is about, in words."""
    runs = [action.name + " " + action.purpose for action in attempt.actions if action.is_check]
    return " ".join([attempt.prompt, *attempt.files, *runs])
