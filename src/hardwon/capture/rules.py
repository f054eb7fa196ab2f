"""What a person said that is worth keeping, found by rules that need no model.

Only typed words count (hardwon.capture.words). A sentence is kept when it states a standing rule, a correction,
a preference, a decision or a fact to remember, can be understood by itself, and is meant for longer than now.
The phrases are data: a further language is a further entry in LANGUAGES.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hardwon.capture.candidates import Candidate, key_of, origin_of
from hardwon.capture.echo import EchoFilter, normal_words
from hardwon.capture.english import ENGLISH
from hardwon.capture.findings import MARK
from hardwon.capture.fixes import FixTracker
from hardwon.capture.language import Language, Pattern
from hardwon.capture.redact import Redactor
from hardwon.capture.words import Sentence, own_words, sentences
from hardwon.hosts.turns import Turn

LANGUAGES: tuple[Language, ...] = (ENGLISH,)

_CHARACTERS_MAX = 320
_CHARACTERS_MIN = 8
_STRIPS_MAX = 8
_SENTENCES_MAX = 60
_QUOTES = "\"“”«»‘'"
_FILE = re.compile(
    r"(?<![\w/@:.-])(?:[\w.@-]+/)*[\w.@-]+\.[A-Za-z][A-Za-z0-9]{0,5}(?![\w/(])|"
    r"(?<![\w/@:.-])(?:[\w.@-]+/)+(?=[\s`'\",;.)]|\Z)"
)
_NOT_A_FILE = re.compile(
    r"\A(?:e\.g|i\.e|[A-Z]\w*\.[a-z]\w*\(?|\d+(?:\.\d+)+|v\d.*|www\..*|.*\.(?:com|org|net|io|dev|ai))\Z"
)


@dataclass(frozen=True, kw_only=True)
class Found:
    """A sentence that a rule took.

    Attributes:
        text: as it would be kept.
        rule: the pattern's name.
    """

    text: str
    rule: str
    category: str
    confidence: float
    pin: bool = False
    to_user: bool = False


class Listener:
    """Hears what a person said: redacted, without quotes and pastes, cut into sentences, without echoes.

    Args:
        redactor: takes secrets out of everything that is heard.
        echo: recognises what was injected.
    """

    def __init__(self, redactor: Redactor | None = None, echo: EchoFilter | None = None) -> None:
        self.redactor = redactor or Redactor()
        self.echo = echo or EchoFilter()
        self._last: tuple[Turn, list[tuple[Sentence, Found | None]]] | None = None

    def hear(self, turn: Turn) -> list[tuple[Sentence, Found | None]]:
        """The sentences of a turn, each with what is worth keeping of it; none when nobody typed it."""
        if turn.kind != "user" or not turn.typed or turn.text.startswith("/"):
            return []
        if self._last is None or self._last[0] is not turn:
            self._last = (turn, list(self._heard(turn.text)))
        return self._last[1]

    def _heard(self, text: str) -> Iterator[tuple[Sentence, Found | None]]:
        if "private" not in text.lower() and not self.redactor.is_private and not own_words(text).strip():
            return  # a paste: looked at no further
        for sentence in sentences(own_words(self.redactor.hear(text).text))[:_SENTENCES_MAX]:
            if not self.echo.is_echo(sentence.text):
                found = find(sentence)
                yield sentence, None if found and self.echo.is_echo(found.text) else found


class Extractor:
    """Turns in, candidates out; holds no more than a bounded window of the session.

    Args:
        listener: hears what is said; share it with the summariser of the same session.
    """

    def __init__(self, listener: Listener | None = None) -> None:
        self.listener = listener or Listener()
        self.fixes = FixTracker(self.listener.redactor, self.listener.echo)

    def feed(self, turn: Turn) -> Iterator[Candidate]:
        """Show the next turn and take what it completes."""
        self.listener.echo.observe(turn)
        if turn.kind == "user":
            yield from self._from_person(turn)
        else:
            yield from self.fixes.feed(turn)

    def _from_person(self, turn: Turn) -> Iterator[Candidate]:
        for _, found in self.listener.hear(turn):
            if found is None:
                continue
            yield Candidate(
                content=found.text,
                category=found.category,
                confidence=found.confidence,
                origin=origin_of(turn, "user", found.rule),
                trust="user",
                key=key_of(turn, found.text),
                files=files_in(found.text),
                pin=found.pin,
                to_user=found.to_user,
                at_ms=turn.at_ms,
            )


def extract(turns: Iterable[Turn], *, echo: EchoFilter | None = None) -> list[Candidate]:
    """All candidates of some turns, each once.

    Args:
        turns: in order.
        echo: what was injected before these turns.
    """
    extractor = Extractor(Listener(echo=echo))
    found: dict[str, Candidate] = {}
    for turn in turns:
        for candidate in extractor.feed(turn):
            found.setdefault(candidate.key, candidate)
    return list(found.values())


def find(sentence: Sentence) -> Found | None:
    """What a sentence states that is worth keeping, None when there is nothing."""
    for language in LANGUAGES:
        found = _find(sentence, language)
        if found:
            return found
    return None


def files_in(text: str) -> tuple[str, ...]:
    """File and folder names that a text mentions, each once."""
    names = (match[0].strip("`'\"") for match in _FILE.finditer(text))
    return tuple(dict.fromkeys(name for name in names if not _NOT_A_FILE.match(name)))[:8]


def _find(sentence: Sentence, language: Language) -> Found | None:
    text = sentence.text.strip()
    if not _CHARACTERS_MIN <= len(text) <= 2 * _CHARACTERS_MAX or text[0] in _QUOTES:
        return None
    core, corrected, asked = _bare(text, language)
    corrected = corrected or _only_rejects(sentence.preceding, language)
    if asked or len(core) > _CHARACTERS_MAX or _is_idle(text, core, language):
        return None
    for pattern in language.patterns:
        if (pattern.after_correction and not corrected) or (
            pattern.alone and language.requests.match(sentence.preceding)
        ):
            continue
        if match := pattern.expression.match(core):
            return _judged(sentence, core, match, pattern, language)
    return _listed(sentence, core, language)


def _bare(text: str, language: Language) -> tuple[str, bool, bool]:
    """The statement without what stands around it; whether it corrects; whether it is a question."""
    corrected = False
    closed = language.closers.sub("", text)
    asked = closed.rstrip().endswith("?") or (closed == text and text.endswith("?"))
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
        core = core.lstrip(" ,:;-–—")
    return core.strip(), corrected, asked


def _only_rejects(text: str, language: Language) -> bool:
    """Whether a sentence is no more than a "No!"."""
    match = language.corrections.match(text + " .") if text else None
    return match is not None and not text[match.end() :].strip(" .!,;:")


def _is_idle(text: str, core: str, language: Language) -> bool:
    """Whether a sentence is meant for this moment, in doubt, in jest, or is somebody else's."""
    return bool(
        not core
        or language.momentary.search(core)
        or language.doubtful.search(core)
        or language.mocking.search(text)
        or language.reported.search(_without_quoted(text))
    )


def _without_quoted(text: str) -> str:
    return re.sub(r"`[^`]*`", " ", text)


def _judged(sentence: Sentence, core: str, match: re.Match[str], pattern: Pattern, language: Language) -> Found | None:
    kept = match.groupdict().get("keep") or core
    if pattern.name != "correction" and not _stands_alone(kept, language):
        return None
    if pattern.name == "correction" and language.dangling.search(kept):
        return None
    words = content_words(kept, language)
    if len(words) < pattern.content_words or (MARK in kept and (pattern.category != "convention" or len(words) < 4)):
        return None
    if pattern.category == "decision" and language.reasons.match(sentence.following) and len(sentence.following) < 200:
        kept = f"{_finished(kept)} {sentence.following}"
    to_user = pattern.to_user and not language.local.search(kept)
    category = pattern.category or _route(kept, language)
    if pattern.to_user and not to_user:
        category = "convention"
    return Found(
        text=_finished(pattern.prefix + kept),
        rule=pattern.name,
        category=category,
        confidence=pattern.confidence,
        pin=pattern.pin,
        to_user=to_user,
    )


def _listed(sentence: Sentence, core: str, language: Language) -> Found | None:
    """An item of a list of rules."""
    for heading, prefix in language.headings:
        if sentence.heading and heading.search(sentence.heading) and _stands_alone(core, language):
            if len(content_words(core, language)) < (1 if prefix else 2) or MARK in core:
                return None
            text = prefix + (core[:1].lower() + core[1:] if prefix else core)
            return Found(text=_finished(text), rule="list", category="convention", confidence=0.8, pin=True)
    return None


def _stands_alone(text: str, language: Language) -> bool:
    """Whether a sentence can be understood by somebody who was not there."""
    if language.dangling.search(text):
        return False
    pronoun = language.pronouns.search(text)
    return pronoun is None or len(content_words(text[: pronoun.start()], language)) >= 2


def content_words(text: str, language: Language) -> list[str]:
    """The words that carry meaning."""
    return [word for word in normal_words(text) if word not in language.stop_words and len(word) > 1]


def _route(text: str, language: Language) -> str:
    for category, expression in language.routes:
        if expression.search(text):
            return category
    return "general"


def _finished(text: str) -> str:
    """A sentence with a capital and a full stop."""
    text = " ".join(text.split()).rstrip(" ,;:–—-!?")
    if text[:1].islower() and re.match(r"[a-z]+(?:'[a-z]+)?(?:[ ,.]|\Z)", text):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "…", "。", "`)")) else text + "."
