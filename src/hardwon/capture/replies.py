"""Replies that mean something only with what came before them: a choice, an attempt given up, "remember that".

What is kept puts both together, so that it can be understood later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hardwon.capture.accepted import proposal_in, taken_up
from hardwon.capture.echo import normal_words
from hardwon.capture.language import Language
from hardwon.capture.statements import Found, bare, finished
from hardwon.capture.words import Sentence, own_words, sentences
from hardwon.hosts.turns import Turn

TOPIC_MAX = 120
_REPORT_MAX = 260
_CHOICE_WORDS_MAX = 6
_REASON_WORDS_MIN = 3
_RESULT = re.compile(
    r"\d|\b(?:no|not|n't|only|still|fails?|failed|worse|slower|doesn'?t|didn'?t|can'?t|won'?t|never|breaks?|"
    r"crash\w*|nicht|kein\w*|nur|"
    r"no|sólo|pas|ne|não|só|не|нет)\b|不|没|ない|ません",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because|since|weil|denn|sonst|porque|parce que|car|pois|потому|так как|иначе)\b|因为|ので|から",
    re.IGNORECASE,
)
_TRY = re.compile(
    r"(?:try|test|see|check|find out)\b(?: (?:to|out|if|whether|using|with)\b)?\s*|(?:probier\w*|versuch\w*|"
    r"teste?)\b(?: mal| bitte)*\s*|"
    r"(?:prueba|intenta)(?: con)?\s+|(?:essaie|essaye|teste)(?: avec| de)?\s+|(?:tenta|tente|testa|"
    r"experimenta)(?: com)?\s+|"
    r"(?:попробуй|протестируй)\s+|(?:试|尝试)(?:一下|试)?",
    re.IGNORECASE,
)
_POLITE = re.compile(r"(?:can|could|would) (?:you|we) (?:please )?", re.IGNORECASE)
_WANTS = re.compile(
    r"\b(?:let'?s |we'?ll |i'?ll |we |take|use|go|with|then|for|the|please|pick|choose|prefer|do)\b", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What a reply and its occasion say together. `who` is "agent" where the agent's findings are part of it.

    `said` is what the agent said that the reply made the person's own, "" for nothing.
    """

    text: str
    category: str
    rule: str
    confidence: float
    who: str = "user"
    said: str = ""


class Thread:
    """Follows what is being spoken of.

    Attributes:
        topic: what the person asked for or about last, in a line.
    """

    def __init__(self) -> None:
        self.topic = ""
        self._question = ""
        self._request = ""
        self._report = ""
        self._calls = 0

    def observe(self, turn: Turn) -> None:
        """Learn from a turn that is not the person's."""
        if turn.sidechain:
            return
        if turn.kind == "tool_use":
            self._calls += 1
        elif turn.kind == "assistant" and turn.text.strip():
            self._report = turn.text

    def replies(self, heard: list[tuple[Sentence, Found | None]], language: Language) -> Iterator[Reply]:
        """What a message says together with what came before it; then it is itself what comes before.

        Args:
            heard: its sentences, each with what it says by itself.
            language: its language.
        """
        if heard:
            self._question = _question_in(self._report) or self._question
            first, found = heard[0]
            core, _, asked = bare(first.text, language)
            rest = " ".join(sentence.text for sentence, _ in heard[1:4])
            chosen = None if asked else self._choice(core, rest, language)
            given_up = None if asked or chosen or found else self._given_up(core, rest, language)
            accepted = None if asked or chosen or given_up else self._accepted(heard)
            yield from (one for one in (chosen, given_up, accepted) if one)
        self._remember(heard, language)

    def _choice(self, core: str, rest: str, language: Language) -> Reply | None:
        """A decision between alternatives that a question named."""
        picked, _, reason = _split_reason(core)
        reason = f"{reason} {rest}".strip()
        words = normal_words(_WANTS.sub(" ", picked))
        asked = normal_words(self._question)
        if not self._question or not 0 < len(words) <= _CHOICE_WORDS_MAX or len(reason.split()) < _REASON_WORDS_MIN:
            return None
        if reason.endswith("?") or not language.alternatives.search(self._question) or not _stands_in(words, asked):
            return None
        return Reply(
            text=f"{finished(picked)} {finished(_cut(reason, _REPORT_MAX))} (The question was: {self._question})",
            category="decision",
            rule="choice",
            confidence=0.8,
        )

    def _accepted(self, heard: list[tuple[Sentence, Found | None]]) -> Reply | None:
        """A proposal of the agent's that the person said yes to."""
        is_yes, reason = taken_up([sentence for sentence, _ in heard])
        proposal = proposal_in(self._report) if is_yes else ""
        if not proposal:
            return None
        why = f" The person's reason: {finished(_cut(reason, TOPIC_MAX))}" if reason else ""
        return Reply(
            text=f"{finished(proposal)}{why} (Proposed by the agent, accepted by the user.)",
            category="decision",
            rule="accepted proposal",
            confidence=0.75,
            said=proposal,
        )

    def _given_up(self, core: str, rest: str, language: Language) -> Reply | None:
        """An attempt that was made, what came of it, and that it was given up."""
        if not (self._calls and self._request and language.rejects.match(core)):
            return None
        if not language.tries.match(bare(self._request, language)[0]):
            return None
        tried = _TRY.sub("", _POLITE.sub("", bare(self._request, language)[0])).rstrip(".?？ ")
        report = _report_of(self._report)
        reason = _split_reason(core)[2] or rest
        why = f" The person's reason: {finished(_cut(reason, TOPIC_MAX))}" if _REASON.search(f"{core} {rest}") else ""
        who = "agent"
        if not report or not _RESULT.search(report):  # the agent did not say what came of it; the person may have
            who, report, why = "user", _cut(rest, _REPORT_MAX), ""
            if len(rest.split()) < _REASON_WORDS_MIN or not _RESULT.search(rest) or rest.endswith("?"):
                return None
        return Reply(
            text=f"Tried and given up: {tried}. {finished(report)}{why}",
            category="gotcha",
            rule="dead end",
            confidence=0.75,
            who=who,
        )

    def _remember(self, heard: list[tuple[Sentence, Found | None]], language: Language) -> None:
        asks = [s.text for s, found in heard if found is None and len(s.text.split()) + language.no_spaces * 3 >= 3]
        for text in asks:
            if text.rstrip().endswith(("?", "？")) and language.alternatives.search(text):
                self._question = _cut(text, TOPIC_MAX)
                break
        else:
            self._question = ""
        if asks:
            self.topic = self._request = _cut(asks[0], TOPIC_MAX)
            self._calls = 0
        self._report = ""


def _question_in(text: str) -> str:
    for sentence in reversed(sentences(own_words(text[-1500:]))[-3:]):
        if sentence.text.endswith(("?", "？")):
            return _cut(sentence.text, TOPIC_MAX)
    return ""


def _split_reason(core: str) -> tuple[str, str, str]:
    match = re.search(
        r"\s*(?:[,;:，、]|\s[–—-]\s|"
        r"\b(?:because|since|weil|denn|porque|parce que|car|потому что|так как)\b|因为|から|ので)\s*",
        core,
    )
    if match is None:
        return core, "", ""
    joint = match[0].strip()
    return core[: match.start()], joint, core[match.end() :] if joint in ",;:，、–—-" else core[match.start() :].strip()


def _stands_in(words: list[str], asked: list[str]) -> bool:
    return any(asked[at : at + len(words)] == words for at in range(len(asked) - len(words) + 1))


def _report_of(text: str) -> str:
    """The first sentences of what an agent reported, without code and quotes."""
    told = ""
    for sentence in sentences(own_words(text[:2000]))[:4]:
        if sentence.text.endswith("?") or len(told) + len(sentence.text) > _REPORT_MAX:
            break
        told = f"{told} {sentence.text}".strip()
    return told


def _cut(text: str, limit: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1].rsplit(" ", 1)[0] + "…"
