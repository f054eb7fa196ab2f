"""What a sentence states that is worth keeping, found by rules that need no model.

A sentence is kept when it states a standing rule, a correction, a preference, a decision or a fact to remember, can be
understood by itself, and is meant for longer than now; where the whole says nothing, its parts are looked at. The
phrases are data: a further language is a further entry in hardwon.capture.tongues.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hardwon.capture.clauses import parts
from hardwon.capture.echo import normal_words
from hardwon.capture.findings import MARK
from hardwon.capture.language import Language, Pattern
from hardwon.capture.tongues import language_of, possible
from hardwon.capture.words import Sentence

_CHARACTERS_MAX = 320
_CHARACTERS_MIN = 8
_STRIPS_MAX = 8
_QUOTES = "\"“”«»‘'"
# What may hang onto a request: these are never its details.
_BESIDE_REQUESTS = frozenset(
    {"from-now-on", "remember", "remember-rule", "remember-to", "label", "preference", "ask-me"}
)
_CLAUSE_END = re.compile(
    r"[,;] (?:so |and |then )*(?:please|pls|bitte|por favor|s'il te plaît|пожалуйста)\b[^,;`]*\Z", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True)
class Found:
    """A sentence that a rule took.

    Attributes:
        text: as it would be kept.
        rule: the pattern's name.
        needs_topic: it points to what was spoken of before it, and says little without that.
    """

    text: str
    rule: str
    category: str
    confidence: float
    pin: bool = False
    to_user: bool = False
    needs_topic: bool = False


def find(sentence: Sentence, language: Language | None = None) -> Found | None:
    """What a sentence states that is worth keeping, None when there is nothing.

    Args:
        sentence: with its neighbours.
        language: of the message; by default what the sentence looks like.
    """
    language = language or language_of(sentence.text)
    found = _find(sentence, language)
    if found is None and not language.no_spaces:
        others = (other for other in possible(sentence.text, language) if other is not language)
        found = next((one for other in others if (one := _find(sentence, other))), None)
    return found


def content_words(text: str, language: Language) -> list[str]:
    """The words that carry meaning."""
    return [word for word in normal_words(text) if word not in language.stop_words and len(word) > 1]


def bare(text: str, language: Language) -> tuple[str, bool, bool]:
    """The statement without what stands around it; whether it corrects; whether it is a question."""
    corrected = False
    closed = language.closers.sub("", text)
    asked = closed.rstrip().endswith(("?", "？")) or (closed == text and text.endswith(("?", "？")))
    core = closed.strip()
    for _ in range(_STRIPS_MAX):
        if polite := language.polite.match(core):
            core, asked = core[polite.end() :], False
        elif correction := language.corrections.match(core):
            core, corrected = core[correction.end() :], True
        elif opener := language.openers.match(core):
            core = core[opener.end() :]
        else:
            break
        core = core.lstrip(" ,:;-–—，。、")
    return core.strip(), corrected, asked


def finished(text: str) -> str:
    """A sentence with a capital and a full stop."""
    text = " ".join(text.split()).rstrip(" ,;:–—-!?，、")
    if text[:1].islower() and re.match(r"[^\W\d_]+(?:'[a-z]+)?(?:[ ,.]|\Z)", text):
        text = text[0].upper() + text[1:]
    if text.endswith((".", "…", "。", "！", "`)")):
        return text
    return text + ("。" if "\u3041" <= text[-1:] <= "\u9fff" else ".")


def _find(sentence: Sentence, language: Language) -> Found | None:
    text = sentence.text.strip()
    if not (_CHARACTERS_MIN // 2 if language.no_spaces else _CHARACTERS_MIN) <= len(text) <= 2 * _CHARACTERS_MAX:
        return None
    if text[0] in _QUOTES:
        return None
    core, corrected, asked = bare(text, language)
    corrected = corrected or _only_rejects(sentence.preceding, language)
    if asked or len(core) > _CHARACTERS_MAX or _is_not_meant(text, core, language):
        return None
    found = _stated(sentence, core, language, corrected=corrected) or _listed(sentence, core, language)
    return found or _in_parts(sentence, core, language, corrected=corrected)


def _in_parts(sentence: Sentence, core: str, language: Language, *, corrected: bool) -> Found | None:
    """What one part of a sentence states, where the whole states nothing."""
    requested = language.requests.match(core) is not None
    for part, rest in parts(core):
        inner, again, asked = bare(part, language)
        if asked or len(inner) < 4 or _is_not_meant(inner, inner, language):
            continue
        if language.momentary.search(rest) and not language.past.search(rest):
            continue
        found = _stated(sentence, inner, language, corrected=corrected or again, is_part=True)
        if found and not (requested and found.rule not in _BESIDE_REQUESTS):
            return found
    return None


def _stated(
    sentence: Sentence, core: str, language: Language, *, corrected: bool, is_part: bool = False
) -> Found | None:
    momentary = not core or language.momentary.search(core) is not None
    for pattern in language.patterns:
        if (
            (pattern.after_correction and not corrected)
            or (is_part and not pattern.part)
            or (momentary and not pattern.lasting)
        ):
            continue
        if pattern.alone and language.requests.match(sentence.preceding):
            continue
        if match := pattern.expression.match(core):
            found = _judged(sentence, core, match, pattern, language, is_part=is_part, corrected=corrected)
            if found:
                return found
    return None


def _only_rejects(text: str, language: Language) -> bool:
    """Whether a sentence rejects what was done and says no more: "No!", "that's not our blue"."""
    match = language.corrections.match(text + " .") if text else None
    return match is not None and len(text[match.end() :].strip(" .!,;:。！").split()) <= 4


def _is_not_meant(text: str, core: str, language: Language) -> bool:
    """Whether a sentence is a thought, in jest, or somebody else's."""
    return bool(
        not core
        or language.doubtful.search(core)
        or language.mocking.search(text)
        or language.reported.search(re.sub(r"`[^`]*`", " ", text))
    )


def _judged(
    sentence: Sentence,
    core: str,
    match: re.Match[str],
    pattern: Pattern,
    language: Language,
    *,
    is_part: bool,
    corrected: bool,
) -> Found | None:
    kept = match.groupdict().get("keep") or core
    alone = _stands_alone(kept, language, loosely=pattern.name in ("correction", "contrast"))
    if not alone and not (pattern.within and (corrected or not is_part)):
        return None
    if pattern.within and pattern.category != "decision":
        kept = _CLAUSE_END.sub("", kept)
    words = content_words(kept, language)
    fewest = max(pattern.content_words, 2) if is_part and not language.no_spaces else pattern.content_words
    if len(words) < fewest or (MARK in kept and (pattern.category != "convention" or len(words) < 4)):
        return None
    if pattern.category == "decision" and language.reasons.match(sentence.following) and len(sentence.following) < 200:
        kept = f"{finished(kept)} {sentence.following}"
    to_user = pattern.to_user and not language.local.search(kept)
    category = pattern.category or _route(kept, language)
    if pattern.to_user and not to_user:
        category = "convention"
    return Found(
        text=finished(pattern.prefix + kept),
        rule=pattern.name,
        category=category,
        confidence=pattern.confidence,
        pin=pattern.pin,
        to_user=to_user,
        needs_topic=not alone or (pattern.within and len(words) <= 2 and not corrected),
    )


def _listed(sentence: Sentence, core: str, language: Language) -> Found | None:
    """An item of a list of rules."""
    if language.momentary.search(core):
        return None
    for heading, prefix in language.headings:
        if sentence.heading and heading.search(sentence.heading) and _stands_alone(core, language):
            if len(content_words(core, language)) < (1 if prefix or language.no_spaces else 2) or MARK in core:
                return None
            text = prefix + (core[:1].lower() + core[1:] if prefix else core)
            return Found(text=finished(text), rule="list", category="convention", confidence=0.8, pin=True)
    return None


def _stands_alone(text: str, language: Language, *, loosely: bool = False) -> bool:
    """Whether a sentence can be understood by somebody who was not there.

    Args:
        text: the sentence.
        language: its language.
        loosely: a pronoun is allowed, only pointing is not.
    """
    if language.dangling.search(text):
        return False
    pronoun = None if loosely else language.pronouns.search(text)
    return pronoun is None or len(content_words(text[: pronoun.start()], language)) >= (1 if language.no_spaces else 2)


def _route(text: str, language: Language) -> str:
    for category, expression in language.routes:
        if expression.search(text):
            return category
    return "general"
