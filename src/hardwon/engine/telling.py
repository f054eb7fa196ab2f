"""Stores what a person said in a program of their own, fact by fact.

A text may tell several things, of which later ones are taken back one by one: "I work at Acme and live in Berlin". So
each statement that fills a slot is a memory of its own; what stands between them is kept together, as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hardwon.capture.words import sentences
from hardwon.engine import intake
from hardwon.errors import InvalidInput
from hardwon.maintenance.slots import facts_of
from hardwon.models import Origin, Remembered

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

_PARTS_MAX = 60
_CHARACTERS_MAX = 4000  # what is longer is a document, and stays whole
_CODE = "```"
_BETWEEN = re.compile(r"\s*(?:[,;]\s*(?:and\s+)?|\s+and\s+)(?=(?:I|I'm|I’m|my|we|our)\s)", re.IGNORECASE)
# The verb goes on with the first clause's person.
_GOES_ON = re.compile(r",?\s+and\s+(?=(?:live|work|am|prefer|use|study|speak)\s)")
_PERSON = re.compile(r"\s*(I|we)\s", re.IGNORECASE)


def tell(
    engine: Engine,
    text: str,
    *,
    category: str = "general",
    origin: Origin | None = None,
    key: str | None = None,
    at: int | None = None,
) -> list[Remembered]:
    """Store a text; each fact that can be superseded is a memory of its own.

    Args:
        engine: an open engine.
        text: what was said, at most 64 kB.
        category: of the memories.
        origin: who said it; the person by default.
        key: idempotency key: the same key again stores nothing.
        at: when it was said, in milliseconds; now by default.

    Raises:
        InvalidInput: the text is empty or too long.
        StoreError: the store cannot be written; nothing was stored.
    """
    # Looked at whole, for a part of what must not be kept may not be known for one.
    draft = intake.draft(text, category, None, (), (), None, root=engine.root)
    parts = parts_of(draft.content)
    origin = origin or Origin(who="user")
    kept: list[Remembered] = []
    with engine.batch():
        for number, part in enumerate(parts):
            try:
                once = f"{key}:{number}" if key else None
                one = engine.remember(part, category=category, origin=origin, key=once, at=at)
            except InvalidInput:
                if len(parts) == 1:
                    raise
                continue  # nothing but signs
            kept.append(Remembered(memory=one.memory, created=one.created, redacted=draft.redacted or one.redacted))
    return kept


def parts_of(text: str) -> list[str]:
    """A text in the parts that are kept each by itself; the text as it is where it tells one thing.

    Args:
        text: clean text.
    """
    if len(text) > _CHARACTERS_MAX or _CODE in text:
        return [text]
    found = [part for sentence in sentences(text)[: _PARTS_MAX + 1] for part in _clauses(sentence.text)]
    telling = [bool(facts_of(part)) for part in found]
    if len(found) < 2 or len(found) > _PARTS_MAX or not any(telling):
        return [text]
    return list(_joined(found, telling))


def _clauses(sentence: str) -> list[str]:
    """A sentence in clauses where each of them is a fact, else whole."""
    clauses: list[str] = []
    for clause in _BETWEEN.split(sentence):
        first, *more = _GOES_ON.split(clause)
        person = _PERSON.match(first)
        clauses += [first, *(f"{person[1]} {one}" for one in more)] if person else [clause]
    clauses = [clause.strip() for clause in clauses]
    return clauses if len(clauses) > 1 and all(map(facts_of, clauses)) else [sentence]


def _joined(found: list[str], telling: list[bool]) -> Iterator[str]:
    """The parts, those without a fact together with their neighbours of the kind."""
    loose: list[str] = []
    for part, tells in zip(found, telling, strict=True):
        if tells:
            if loose:
                yield " ".join(loose)
                loose = []
            yield part
        else:
            loose.append(part)
    if loose:
        yield " ".join(loose)
