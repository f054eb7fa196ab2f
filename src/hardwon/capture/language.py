"""What a language brings to the rules: its patterns, and what takes a sentence out. Data only."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Pattern:
    """A way of saying something that is worth keeping.

    Attributes:
        name: for the origin's note.
        expression: matched at the beginning of the sentence once greetings and the like are gone. A group `keep`
            holds what is stored, else the whole sentence is.
        category: of hardwon.models.CATEGORIES; "" lets the wording decide.
        confidence: 0 to 1.
        pin: it is a standing rule.
        to_user: it follows the person into every project, unless it names this one.
        content_words: the fewest words that carry meaning.
        alone: not right after a request, whose detail it would be.
        after_correction: only where the sentence began with a "no" of some kind.
        part: it may also be found in a part of a sentence, between commas.
        within: what it points to is told by the request before it, so it need not stand alone.
        lasting: it holds even where the sentence speaks of now ("dropped for now: legal wants a review").
        prefix: put before what is kept.
    """

    name: str
    expression: re.Pattern[str]
    category: str
    confidence: float
    pin: bool = False
    to_user: bool = False
    content_words: int = 2
    alone: bool = False
    after_correction: bool = False
    part: bool = True
    within: bool = False
    lasting: bool = False
    prefix: str = ""


@dataclass(frozen=True, kw_only=True)
class Language:
    """One language.

    Attributes:
        name: ISO 639-1.
        openers: what may stand before a statement and says nothing.
        corrections: the same, where it rejects what was done or said before.
        polite: turns a request into an order when taken away ("can you please always …").
        closers: what may stand after a statement and says nothing.
        patterns: in order, the first that matches counts.
        headings: (heading, prefix): list items under such a heading are rules.
        momentary: true only now. doubtful: a thought, not a statement. mocking: meant otherwise. reported: somebody
            else's words. dangling: points to something outside the sentence.
        pronouns: a sentence that has one of these before its first noun says nothing by itself.
        local: says that a preference is meant for this project only.
        reasons: how a sentence begins that gives the reason of the one before.
        stop_words: words that carry no meaning here.
        routes: (category, expression) for patterns without a category.
        requests: how a sentence begins that asks for work.
        function_words: the commonest small words, by which a message's language is told.
        past: a part of a sentence that tells what happened; its times do not limit the other parts.
        rejects: how an attempt is given up.
        tries: how a request begins that wants something tried.
        alternatives: the word between two things to choose from.
        no_spaces: it is written without spaces between words.
    """

    name: str
    openers: re.Pattern[str]
    corrections: re.Pattern[str]
    polite: re.Pattern[str]
    closers: re.Pattern[str]
    patterns: tuple[Pattern, ...]
    headings: tuple[tuple[re.Pattern[str], str], ...]
    momentary: re.Pattern[str]
    doubtful: re.Pattern[str]
    mocking: re.Pattern[str]
    reported: re.Pattern[str]
    dangling: re.Pattern[str]
    pronouns: re.Pattern[str]
    local: re.Pattern[str]
    reasons: re.Pattern[str]
    stop_words: frozenset[str]
    routes: tuple[tuple[str, re.Pattern[str]], ...]
    requests: re.Pattern[str]
    function_words: frozenset[str]
    past: re.Pattern[str]
    rejects: re.Pattern[str]
    tries: re.Pattern[str]
    alternatives: re.Pattern[str]
    no_spaces: bool = False
