"""Builds a language's rules from tables of its phrases.

English has rules of its own; every other language fills the same table, so what is understood in one is understood
in all. Expressions are alternatives without groups that catch.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hardwon.capture.language import Language, Pattern
from hardwon.text.listed import listed

SPECIFIC = r"(?:\d|`|[\w-]/[\w.-]|\w\.\w|\w_\w|(?-i:\b[a-z]+[A-Z]\w*)|(?-i:\b[A-Z]{2,}))"
"""What makes a statement one of fact: a number, a name of code, a path, an acronym."""


@dataclass(frozen=True, kw_only=True)
class Phrases:
    """A language's phrases, each a regular expression's alternatives.

    Attributes:
        always, never: standing rules. habits: first-person and past uses of these words that are none.
        from_now: from now on. remember: asks to keep what follows. rule: heads a rule.
        dont: forbids. scope: makes what is forbidden or asked a standing matter.
        we_use: states what is done here. instead: sets one thing against another. only: leaves everything else out.
        decided: tells a decision. because: gives a reason.
        prefer: tells a preference. answer: how answers shall be.
        careful: warns. asks: wants to be asked before something is done. states: verbs of facts. trouble: words of a
        report that something is wrong.
        other fields: as in Language.
    """

    name: str
    always: str
    never: str
    habits: str
    from_now: str
    remember: str
    rule: str
    dont: str
    scope: str
    we_use: str
    instead: str
    only: str
    decided: str
    because: str
    prefer: str
    answer: str
    careful: str
    asks: str
    states: str
    trouble: str
    openers: str
    corrections: str
    polite: str
    closers: str
    momentary: str
    doubtful: str
    mocking: str
    reported: str
    dangling: str
    pronouns: str
    local: str
    requests: str
    past: str
    rejects: str
    tries: str
    alternatives: str
    stop_words: str
    function_words: str
    no_spaces: bool = False


class _Table:
    """How a language's alternatives become expressions: with word boundaries, where it writes words apart."""

    def __init__(self, own: Phrases) -> None:
        self.edge = "" if own.no_spaces else r"\b"
        self.words = 1 if own.no_spaces else 2

    def has(self, alternatives: str) -> str:
        """Looks ahead for them."""
        return rf"(?=.*{self.edge}(?:{alternatives}){self.edge})"

    def anywhere(self, alternatives: str) -> re.Pattern[str]:
        return re.compile(rf"{self.edge}(?:{alternatives}){self.edge}", re.IGNORECASE)

    def pattern(self, name: str, expression: str, category: str, confidence: float, **more: object) -> Pattern:
        fields: dict[str, object] = {"content_words": self.words, **more}
        return Pattern(
            name=name,
            expression=re.compile(expression, re.IGNORECASE),
            category=category,
            confidence=confidence,
            **fields,  # type: ignore[arg-type]
        )


def _begins(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives})", re.IGNORECASE)


def _patterns(own: Phrases, table: _Table) -> tuple[Pattern, ...]:
    """What is worth keeping, in order."""
    edge, has, pattern = table.edge, table.has, table.pattern
    calm = rf"(?!.*{edge}(?:{own.trouble}){edge})"
    no_habit = rf"(?!.*{edge}(?:{own.habits}){edge})"
    no_request = rf"(?!(?:{own.requests}))"
    sets_apart = has(own.instead)
    fixed = rf"(?=.*(?:{SPECIFIC}|{edge}(?:{own.only}|{own.always}|{own.never}){edge}))"
    return (
        pattern("remember", rf"(?:{own.remember})[\s:,;–-]*(?P<keep>.+)", "", 0.9, lasting=True),
        pattern("label", rf"(?:{own.rule})[^:：]{{0,40}}[:：]\s*.+", "convention", 0.9, pin=True),
        pattern("preference", rf"(?:{own.answer}).*", "preference", 0.85, to_user=True, content_words=1),
        pattern("preference", rf"(?:{own.prefer}).*", "preference", 0.85, to_user=True, content_words=1, within=True),
        pattern("decision", rf"(?:{own.decided}).*", "decision", 0.85, lasting=True),
        pattern("ask-me", rf"(?:{own.asks}).*", "convention", 0.85, pin=True, content_words=1),
        pattern("from-now-on", rf"{has(own.from_now)}.+", "convention", 0.95, pin=True),
        pattern("never", rf"{no_habit}{has(own.never)}.+", "convention", 0.9, pin=True),
        pattern("always", rf"{no_habit}{calm}{has(own.always)}.+", "convention", 0.9, pin=True),
        pattern("careful", rf"(?:{own.careful}).+", "gotcha", 0.8),
        pattern("we-use", rf"{calm}(?:{own.we_use}).+", "convention", 0.8),
        pattern("use-not", rf"{no_request}{calm}{sets_apart}(?=.*{SPECIFIC}|.*{edge}(?:{own.because})).+", "", 0.75),
        pattern("not-ever", rf"(?=.*(?:{own.dont}))(?=.*{edge}(?:{own.scope})).+", "convention", 0.8, pin=True),
        pattern("correction", rf"{calm}{no_request}(?:{fixed}|{sets_apart}|{has(own.states)}).+", "", 0.75,
                after_correction=True, within=True, content_words=1),
        pattern("fact", rf"{no_request}{calm}{no_habit}{fixed}.{{2,60}}?{edge}(?:{own.states}){edge}.+", "", 0.7),
        pattern("reason", rf"{no_request}{calm}{no_habit}{fixed}.{{8,}}{edge}(?:{own.because}){edge}.+", "", 0.65),
    )  # fmt: skip


def language(own: Phrases) -> Language:
    """The rules that a table of phrases makes."""
    table = _Table(own)
    anywhere, begins = table.anywhere, _begins
    return Language(
        name=own.name,
        openers=begins(own.openers),
        corrections=begins(own.corrections),
        polite=begins(own.polite),
        closers=re.compile(rf"(?:{own.closers})\s*[?!.。！？]*\Z", re.IGNORECASE),
        patterns=_patterns(own, table),
        headings=((re.compile(rf"(?:{own.rule}|{own.from_now})[^:：]{{0,60}}[:：]\Z", re.IGNORECASE), ""),),
        momentary=anywhere(own.momentary),
        doubtful=re.compile(own.doubtful if own.no_spaces else rf"\A(?:{own.doubtful})", re.IGNORECASE),
        mocking=re.compile(own.mocking, re.IGNORECASE),
        reported=anywhere(own.reported),
        dangling=anywhere(own.dangling),
        pronouns=anywhere(own.pronouns),
        local=anywhere(own.local),
        reasons=begins(own.because),
        stop_words=listed(own.stop_words) | listed(own.function_words),
        routes=(
            ("convention", anywhere(f"{own.always}|{own.never}|{own.instead}")),
            ("gotcha", anywhere(own.trouble)),
            ("command", re.compile(r"`[a-z][\w./-]* [^`]+`")),
        ),
        requests=begins(own.requests),
        function_words=listed(own.function_words),
        past=anywhere(own.past),
        rejects=begins(own.rejects),
        tries=begins(own.tries),
        alternatives=re.compile(rf"\s(?:{own.alternatives})\s" if table.edge else own.alternatives, re.IGNORECASE),
        no_spaces=own.no_spaces,
    )
