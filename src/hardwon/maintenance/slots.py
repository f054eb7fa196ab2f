"""What a statement says of whom: facts in slots, found by rules for English and, through
hardwon.maintenance.tongues, German, French, Spanish and Portuguese. Pure.

A slot is a subject and a relation ("default branch" / is; "billing" / owner). Some hold one value at a time, others
many. What fits no rule has no fact, and is stored and found all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from hardwon.maintenance.known_names import is_given_name, is_place, is_tool
from hardwon.maintenance.moods import UNSURE, mood_of, tells_change
from hardwon.maintenance.slot_rules import (
    ARTICLE,
    AS_AN_ORDER,
    BULLET,
    BY_MEANS_OF,
    CHOICES,
    DENIES,
    ENDINGS,
    EXCHANGES,
    FORBIDDEN,
    HAS_VERSION,
    INSTEAD,
    LEAD,
    MEASURE,
    NEED_CUE,
    NO_APOSTROPHE,
    NO_LONGER_BUT,
    NOT,
    NOT_THIS_BUT,
    OPPOSITES,
    PLACES,
    PURPOSE_OF_KIND,
    RULES,
    SENTENCE,
    TRAIL,
)
from hardwon.maintenance.tongues import in_english
from hardwon.maintenance.tool_kinds import kind_of
from hardwon.maintenance.triggers import FOREIGN, TRIGGER

TEXT_MAX = 240  # characters of a statement; what is longer says more than one thing
SENTENCE_MAX = 140
SENTENCES_MAX = 3
EXCHANGED_WORDS_MAX = 3  # a longer "with X" says more than X
ENDS, NEVER = "ends", "never"


@dataclass(frozen=True, kw_only=True)
class Fact:
    """What one sentence says.

    Attributes:
        subject, relation: the slot.
        value: what it holds.
        single: whether the slot holds one value at a time.
        needs_cue: whether another value replaces it only where the statement says that something changed.
        scope: where it holds ("backend", "unit tests"), "" for everywhere.
        mood: one of hardwon.maintenance.moods, or ENDS, or NEVER for what is forbidden.
        gone: what it says to hold no longer, "" for nothing.
        changed: whether it says that something changed.
        is_doubtful: whether its words may mean another thing; it is then for a person to decide.
        shape: what kind of value it is: a number, an address, a path, a name, a word. One kind never replaces another.
    """

    subject: str
    relation: str
    value: str
    single: bool
    scope: str = ""
    mood: str = "is"
    gone: str = ""
    changed: bool = False
    needs_cue: bool = False
    is_doubtful: bool = False
    shape: str = ""

    @property
    def slot(self) -> tuple[str, str]:
        """Subject and relation."""
        return self.subject, self.relation


def facts_of(text: str) -> list[Fact]:
    """The facts of a statement; none where it is long, or fits no rule.

    Args:
        text: a memory's text.
    """
    text = BULLET.sub("", text.strip().replace("’", "'"))
    if not text or len(text) > TEXT_MAX:
        return []
    sentences = [part for part in SENTENCE.split(text) if part.strip()]
    if len(sentences) > SENTENCES_MAX:
        return []
    if FOREIGN.search(text):
        sentences = [in_english(sentence) or sentence for sentence in sentences]
    found = [fact for sentence in sentences for fact in _of_sentence(sentence)]
    if len(sentences) > 1:
        # What else is said may limit it.
        return [replace(fact, mood=UNSURE) for fact in found]
    return found


def _of_sentence(sentence: str) -> list[Fact]:
    sentence = NO_APOSTROPHE.sub(r"\1't", sentence)
    if len(sentence) > SENTENCE_MAX or not TRIGGER.search(sentence):
        return []
    mood, changed = mood_of(sentence), tells_change(sentence)
    found: list[Fact] = []
    for clause in re.split(r"\s*[;,]\s*(?=my name is\b)", sentence):
        found += _of_clause(clause, mood, changed)
    return found


def _of_clause(clause: str, mood: str, changed: bool) -> list[Fact]:
    bare = _bare(clause)
    for pattern in ENDINGS:
        match = pattern.match(bare)
        if match and (changed or "stop" in bare or not re.search(r"\b(?:don't|do not|doesn't|does not)\b", bare)):
            value = _value(match["value"])
            scope = _scope(match.groupdict().get("tail"))
            return [] if mood == UNSURE else [_using(value, scope, ENDS, gone=value)]
    for pattern in EXCHANGES:
        match = pattern.match(bare)
        if match:
            return [] if DENIES.search(bare) else _exchanged(match, mood)
    forbidden = FORBIDDEN.match(bare)
    if forbidden:
        never = _using(_value(forbidden["value"]), _scope(forbidden["tail"]), NEVER)
        return [replace(never, mood=UNSURE if mood == UNSURE else NEVER)]
    ended = _positive(bare)
    if ended and mood != UNSURE:
        facts = _of_clause(ended, "is", True)
        return [replace(fact, mood=ENDS, gone=fact.value) for fact in facts if fact.mood == "is" and not fact.gone]
    bare, gone = _without_old(bare)
    for pattern, relation, single in RULES:
        match = pattern.match(bare)
        if match:
            about = _About(gone, mood, changed)
            told = _fact(match, relation, single, about)
            return [told, *_used_with_version(match[0], told, about)] if told else []
    return []


def _positive(bare: str) -> str:
    """What a sentence says to hold no longer, as if it held; "" where it says no such thing."""
    if re.search(r"\bno longer\b", bare, re.IGNORECASE) and not re.search(r"[,;]|\bbut\b", bare):
        return re.sub(r"\s*\bno longer\b", "", bare, flags=re.IGNORECASE)
    return ""


_HEDGES = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|i (?:think|guess|believe)(?: that)?|should|might|may|could|will|would|"
    r"are (?:thinking about|considering|planning to|going to)|(?:we )?want to|plan to|the plan is to|"
    r"(?:when|if|while|whenever|unless|until|in case|on|during) [\w' -]{2,40},)\s+",
    re.IGNORECASE,
)


def _bare(clause: str) -> str:
    """A sentence without what only says when, whether and that."""
    bare = re.sub(r"\s+", " ", clause.strip()).rstrip(".!?")
    bare = _HEDGES.sub("", bare).strip()
    bare = re.sub(r"\bwe(?:'ve| have)\b", "we", bare, flags=re.IGNORECASE)
    bare = LEAD.sub("", bare)
    bare = re.sub(
        r"^((?:we|i|the|our|my|this)\b[\w' -]*?|[\w' -]+?) (?:also|additionally|now|currently|already|always|"
        r"formerly|previously|originally|used to)\s+", r"\1 ", bare, flags=re.IGNORECASE,
    )  # fmt: skip
    bare = re.sub(r"\b(is|are|lives?|live) (?:now|also|additionally|currently)\b", r"\1", bare, flags=re.IGNORECASE)
    return TRAIL.sub("", bare)


def _without_old(bare: str) -> tuple[str, str]:
    """A sentence without "instead of X", and X."""
    for pattern in (INSTEAD, NOT):
        match = pattern.search(bare)
        if match:
            return TRAIL.sub("", bare[: match.start()]), _value(TRAIL.sub("", match["gone"]))
    match = NOT_THIS_BUT.match(bare)
    if match:
        return f"we use {match['new']}", _value(match["gone"])
    match = NO_LONGER_BUT.match(bare)
    if match:
        return f"{match['head']} are {match['how']} {match['rest']} {match['new']}", _value(match["gone"])
    return bare, ""


_USES = re.compile(r"\b(?:us(?:e|es|ing)|(?:switch|migrat|chang|mov)\w*) ", re.IGNORECASE)


def _used_with_version(clause: str, told: Fact, about: _About) -> list[Fact]:
    """Who uses a version of a tool uses the tool, and no other one of its kind."""
    if told.relation != "version" or not kind_of(told.subject) or not _USES.search(clause):
        return []
    return [_using(told.subject, told.scope, about.mood, gone=about.gone, changed=about.changed)]


def _exchanged(match: re.Match[str], mood: str) -> list[Fact]:
    groups = match.groupdict()
    value, gone = _value(groups["value"]), _value(groups["gone"])
    scope = _scope(groups.get("tail"))
    subject = _subject(groups.get("subject") or "")
    if len(value.split()) > EXCHANGED_WORDS_MAX or AS_AN_ORDER.match(match[0]):
        mood = UNSURE
    fact = Fact(
        subject=subject, relation="exchange", value=value, single=True, scope=scope, mood=mood, gone=gone, changed=True,
        is_doubtful=not _may_be_tool(groups["value"], begins=match.start("value") == 0),
    )  # fmt: skip
    return [replace(fact, mood="is") if mood in ("was", "adds") else fact]


def _may_be_tool(text: str, *, begins: bool) -> bool:
    """Whether a text is a known tool, or is written like a name; a capital at a sentence's beginning says nothing."""
    return is_tool(_value(text)) or shape_of(text[:1].lower() + text[1:] if begins else text) != "word"


class _About(NamedTuple):
    """What a whole sentence says of the fact in it."""

    gone: str
    mood: str
    changed: bool


def _fact(match: re.Match[str], relation: str, single: bool, about: _About) -> Fact | None:
    groups = match.groupdict()
    value, scope = _value(groups["value"]), _scope(groups.get("tail"))
    subject = _subject(groups.get("subject") or groups.get("verb") or "")
    shape = shape_of(groups["value"])
    means = BY_MEANS_OF.match(value) if relation in ("uses", "uses in", "is", "tool") else None
    if means is not None and is_tool(means["name"]):
        value = means["name"]
    if not value or _is_vague(value) or (relation in ("home", "employer") and shape != "name"):
        return None
    if relation in ("home", "employer"):
        return _of_person(relation, value, (groups.get("verb") or "").lower(), about, shape)
    if relation == "name" and not _is_name(groups["value"]):
        return None
    if relation == "works at" and (shape != "name" or not groups["subject"].istitle()):
        return None  # "the script works at night" is about no person
    named = HAS_VERSION.match(value) if relation in ("version", "uses") else None
    if named is not None:
        return _slot(_value(named["name"]), "version", named["version"], True, scope, about, shape="number")
    if relation == "version":
        return None
    if relation == "uses in":
        relation, scope = "uses", subject
        named = HAS_VERSION.match(value)
        if named is not None:
            return _slot(_value(named["name"]), "version", named["version"], True, scope, about, shape="number")
    if relation == "is bare":
        # Without an article only what names a choice: "the X is Y" says so of less.
        if not subject or subject.split()[-1] not in CHOICES:
            return None
        relation = "is"
    if relation == "uses" or (relation in ("is", "tool") and kind_of(value)):
        using = _using(value, scope, about.mood, gone=about.gone, changed=about.changed)
        # "Our CI is X" speaks of the slot that "we use X" does, and of one value.
        return using if relation == "uses" else replace(using, single=True, needs_cue=relation == "tool")
    return _of_relation(relation, subject, value, single, scope, about, shape)


def _of_person(relation: str, value: str, verb: str, about: _About, shape: str) -> Fact | None:
    """Where I live or work; "moved to" may speak of a tool, and "work for" of a person or one of several clients."""
    if verb == "moved" and is_tool(value) and not is_place(value):
        return None
    told = _slot("", relation, value, True, "", about, shape=shape)
    is_doubtful = (verb == "moved" and (is_tool(value) or not is_place(value))) or (
        verb in ("for", "by") and is_given_name(value)
    )
    return replace(told, is_doubtful=is_doubtful, needs_cue=verb in ("for", "by"))


def _of_relation(
    relation: str, subject: str, value: str, single: bool, scope: str, about: _About, shape: str
) -> Fact | None:
    if relation == "prefer":
        subject = _preferred(value, about.gone)
    if relation == "runs on":
        named = HAS_VERSION.match(value)
        if named is not None:  # it may run on a runtime and on a host
            relation, value = f"runs on {named['name']}", named["version"]
    if relation == "is" and not about.gone:
        if not subject or value.split()[0] in _PREPOSITIONS:
            return None
        single = subject != "branch" and (subject.split()[-1] in CHOICES or bool(MEASURE.fullmatch(value)))
    if (relation == "place" and subject in ("we", "i")) or (
        relation == "deploy from" and (kind_of(value) or " " in value)
    ):
        return None
    if relation == "many":
        subject = value
    return _slot(subject, relation, value, single, scope, about, shape=shape)


def _slot(subject: str, relation: str, value: str, single: bool, scope: str, about: _About, *, shape: str) -> Fact:
    return Fact(
        subject=subject,
        relation=relation,
        value=value,
        single=single,
        scope=scope,
        mood=about.mood,
        gone=about.gone,
        changed=about.changed,
        needs_cue=relation in NEED_CUE,
        shape=shape,
    )


def _using(value: str, scope: str, mood: str, *, gone: str = "", changed: bool = False) -> Fact:
    kind = kind_of(value) or kind_of(gone)
    return Fact(
        subject=kind or value,
        relation="uses",
        value=value,
        single=bool(kind),
        scope="" if scope in PURPOSE_OF_KIND else scope,
        mood=mood,
        gone=gone,
        changed=changed,
        needs_cue=True,
    )


def _preferred(value: str, gone: str) -> str:
    """What a preference is about: its words without the one that has an opposite."""
    if gone:
        return " or ".join(sorted((value, gone)))
    words = value.split()
    opposed = [word for word in words if any(word in group for group in OPPOSITES)]
    if len(opposed) != 1:
        return value
    group = next(number for number, group in enumerate(OPPOSITES) if opposed[0] in group)
    return " ".join(word if word != opposed[0] else f"*{group}" for word in words)


def _scope(tail: str | None) -> str:
    if not tail:
        return ""
    tail = tail.strip()
    match = PLACES.match(tail)
    if match:
        return _value(match["scope"])
    return _value(re.sub(r"^(?:to|as|when)\s+", "", tail))


def _subject(text: str) -> str:
    words = re.sub(r"'s\b", "", text).lower().split()
    while words and words[0] in ("the", "our", "my", "a", "an", "this", "its", "all", "of"):
        words.pop(0)
    return " ".join(_singular(word) for word in words)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _value(text: str) -> str:
    text = re.sub(r"\s+", " ", text.strip()).strip("`'\"").rstrip(".")
    return ARTICLE.sub("", text).lower()


_PREPOSITIONS = frozenset(("in", "on", "at", "by", "for", "from", "with", "under", "to", "of", "not", "too", "very"))
_BRANCHES = frozenset(("main", "master", "develop", "trunk", "dev", "release", "staging", "production"))


def shape_of(text: str) -> str:
    """What kind of value a text is: number, address, path, name or word.

    Args:
        text: as it was written.
    """
    value = text.strip().strip("'\"")
    bare = value.strip("`").lower()
    if re.match(r"\d|v\d", bare):
        return "number " + re.sub(r"[\d.,:\s]+", "", bare)
    if "://" in value:
        return "address"
    if kind_of(bare) or bare in _BRANCHES:
        return "name"
    if re.search(r"[/\\]|\w\.\w", value):
        return "path"
    return "name" if value[:1] == "`" or value != value.lower() or re.search(r"\w[-_\d]", value) else "word"


def _is_name(text: str) -> bool:
    words = text.strip("`'\" ").split()
    return len(words) <= 4 and words[0][0].isupper() and words[-1][0].isupper()


def _is_vague(value: str) -> bool:
    return value in ("it", "that", "this", "them", "there", "one", "done", "used", "ready", "broken", "fine", "slow")


def keys_of(text: str) -> Iterator[str]:
    """What a statement is looked up by: its slots, the values it gives and those it ends; each one short text."""
    for fact in facts_of(text):
        yield f"{fact.relation}:{fact.subject}"
        yield f"={fact.value}"
        if fact.gone:
            yield f"={fact.gone}"
