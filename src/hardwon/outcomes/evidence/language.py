"""What a language brings to reading a person's reaction. Data only."""

from __future__ import annotations

import re
from dataclasses import dataclass

NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Language:
    """One language. Every pattern is searched in one clause, lower case, apostrophes straight.

    Attributes:
        name: ISO 639-1.
        marks: words that only this language has in such number; its script where that settles it.
        joints: what parts clauses that may say opposite things ("but").
        asides: taken out first: they hold words of another sense and say nothing ("no worries").
        ignored: the clause is about what might be, or is asked for ("if it fails, …", "make sure it works").
        requests: how a clause begins that asks for something new.
        relieved: good news in words of bad news ("no more errors").
        mocking: praise that is none.
        rejected: what was done is not wanted. complained: it does not work. corrected: a part is amiss.
        halfway: it is nearly there.
        confirmed: it works, it is right. thanked: approval that says less.
        pointing: words that tie a complaint to what was just done; without one it may be about anything.
        doubtful: a question whether something is good, no statement.
        amends: a wish for a change that, after a "but", says that a part is not as wanted.
        detached: the trouble told of is set apart from this work ("a separate issue").
        sighs: a clause that is only a sigh. thanks: thanks and no more. courtesies: what may be only politeness.
        accepted: the person has it committed, merged or released.
        good_words, bad_words: words of a tone of their own, for what no pattern knows.
        asks_if_good: a question of the agent to which "no" is bad news.
    """

    name: str
    marks: frozenset[str] = frozenset()
    script: re.Pattern[str] = NEVER
    joints: re.Pattern[str] = NEVER
    asides: re.Pattern[str] = NEVER
    ignored: re.Pattern[str] = NEVER
    requests: re.Pattern[str] = NEVER
    relieved: re.Pattern[str] = NEVER
    mocking: re.Pattern[str] = NEVER
    rejected: re.Pattern[str] = NEVER
    complained: re.Pattern[str] = NEVER
    corrected: re.Pattern[str] = NEVER
    halfway: re.Pattern[str] = NEVER
    confirmed: re.Pattern[str] = NEVER
    thanked: re.Pattern[str] = NEVER
    pointing: re.Pattern[str] = NEVER
    doubtful: re.Pattern[str] = NEVER
    accepted: re.Pattern[str] = NEVER
    asks_if_good: re.Pattern[str] = NEVER
    amends: re.Pattern[str] = NEVER
    detached: re.Pattern[str] = NEVER
    sighs: re.Pattern[str] = NEVER
    thanks: re.Pattern[str] = NEVER
    courtesies: re.Pattern[str] = NEVER
    good_words: frozenset[str] = frozenset()
    bad_words: frozenset[str] = frozenset()


def anywhere(*expressions: str) -> re.Pattern[str]:
    """A pattern of alternatives, each between word boundaries."""
    return re.compile(r"(?<![\w-])(?:" + "|".join(expressions) + r")(?![\w])")


def at_start(*expressions: str) -> re.Pattern[str]:
    """A pattern of alternatives at the beginning of a clause."""
    return re.compile(r"\A(?:" + "|".join(expressions) + r")(?![\w])")


def within(*expressions: str) -> re.Pattern[str]:
    """A pattern of alternatives for scripts without spaces."""
    return re.compile("|".join(expressions))


_WORD = re.compile(r"[^\W_]{2,}")
_PLAIN_WORDS = frozenset(
    [
        "the",
        "and",
        "for",
        "with",
        "that",
        "this",
        "what",
        "when",
        "where",
        "which",
        "from",
        "into",
        "not",
        "are",
        "was",
        "were",
        "has",
        "have",
        "had",
        "does",
        "did",
        "can",
        "could",
        "should",
        "would",
        "will",
        "please",
        "add",
        "fix",
        "make",
        "use",
        "now",
        "still",
        "again",
        "test",
        "tests",
        "file",
        "files",
        "code",
        "error",
        "errors",
        "bug",
        "broken",
        "fails",
        "failing",
        "failed",
        "fail",
        "work",
        "works",
        "working",
        "doesn",
        "don",
        "isn",
        "there",
        "here",
        "also",
        "just",
        "very",
        "your",
        "you",
        "they",
        "them",
        "then",
        "than",
        "all",
        "any",
        "some",
        "py",
        "js",
        "ts",
        "tsx",
        "jsx",
        "go",
        "rs",
        "rb",
        "php",
        "java",
        "src",
        "lib",
        "app",
        "index",
        "main",
        "init",
        "line",
        "get",
        "set",
        "new",
        "old",
        "one",
        "two",
        "run",
    ]
)


def is_about(text: str, subject: str) -> bool:
    """Whether a text speaks of the same things as a subject does: they share a word that says something."""
    return bool(shared_words(text, subject))


def shared_words(text: str, subject: str) -> set[str]:
    """The words that say something and stand in both."""
    return telling_words(text) & telling_words(subject)


def telling_words(text: str) -> set[str]:
    """The words of a text that say something: no little words, none that every session is full of."""
    words = {word.lower().rstrip("s") for word in _WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))}
    return {word for word in words if len(word) > 2 and word not in _PLAIN_WORDS and not word.isdigit()}
