"""What a later statement does to an earlier one: replace it, end it, add to it, or nothing. Pure.

Only what is certain is done without asking: one slot with one value, or the later one names what it replaces. All else
that touches the same slot is for a person to decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hardwon.maintenance.moods import ADDS, UNSURE, WAS
from hardwon.maintenance.slots import ENDS, NEVER, Fact, facts_of

REPLACES, ENDS_IT, EXTENDS, SAME, LATE, DOUBTFUL, NOTHING = (
    "replaces", "ends", "extends", "same", "late", "doubtful", "nothing",
)  # fmt: skip
CERTAIN = (REPLACES, ENDS_IT)


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What a later statement does to an earlier one.

    Attributes:
        kind: REPLACES, ENDS_IT, EXTENDS, SAME, LATE, DOUBTFUL or NOTHING.
        slot: of what both speak, for a person to read.
        before, after: the values.
    """

    kind: str
    slot: str = ""
    before: str = ""
    after: str = ""


_NONE = Effect(kind=NOTHING)


def effect_of(earlier: str, later: str) -> Effect:
    """What a later statement does to an earlier one.

    Args:
        earlier, later: two memories' texts, in the order in which they were said.
    """
    new_facts = facts_of(later)
    return effect_of_facts(facts_of(earlier), new_facts) if new_facts else _NONE


def effect_of_facts(earlier: Sequence[Fact], later: Sequence[Fact]) -> Effect:
    """The same of facts that were read before (hardwon.maintenance.slots.facts_of)."""
    effects = [_between(old, new) for old in earlier for new in later]
    found = [effect for effect in effects if effect.kind != NOTHING]
    if not found:
        return _NONE
    # A tool that stays is no doubt about its version.
    found = [effect for effect in found if effect.kind != SAME] or found
    kinds = {effect.kind for effect in found}
    if len(kinds) > 1 and kinds & set(CERTAIN):
        return Effect(kind=DOUBTFUL, slot=found[0].slot, before=found[0].before, after=found[0].after)
    return found[0]


def _between(old: Fact, new: Fact) -> Effect:
    if old.mood in (WAS, UNSURE, ENDS):
        return _NONE
    names_old = bool(new.gone) and _same_value(new.gone, old.value)
    if not names_old and (old.slot != new.slot or not (old.single or new.single or old.value == new.value)):
        return _NONE
    if new.mood == ENDS and not (names_old or _same_value(new.value, old.value)):
        return _NONE
    if names_old and not _is_of_one_kind(old, new):
        return _NONE
    kind = _kind(old, new, names_old)
    slot = f"{_named(old, new)} / {old.relation}" + (f" ({old.scope})" if old.scope else "")
    return Effect(kind=kind, slot=slot, before=old.value, after="" if kind == ENDS_IT else new.value)


def _named(old: Fact, new: Fact) -> str:
    """The subject for a person to read; that of a preference is a mark for its opposites."""
    return old.subject if "*" not in old.subject else f"{old.value} or {new.value}"


def _kind(old: Fact, new: Fact, names_old: bool) -> str:
    if new.mood == UNSURE:
        return DOUBTFUL
    if new.mood == WAS:
        return LATE
    if NEVER in (old.mood, new.mood):
        is_about_it = _same_value(old.value, new.value) and old.mood != new.mood and old.scope == new.scope
        return DOUBTFUL if is_about_it else NOTHING
    if new.mood == ENDS:
        return ENDS_IT if not new.scope or old.scope == new.scope else DOUBTFUL
    if new.mood == ADDS or old.mood == ADDS:
        return EXTENDS if not _same_value(old.value, new.value) else SAME
    if _same_value(old.value, new.value):
        return SAME
    if names_old:
        if new.is_doubtful and old.relation == "uses":
            return DOUBTFUL
        if new.relation == "exchange" and new.subject and not _speaks_of_it(new.subject, old.subject):
            return DOUBTFUL
        if not new.scope or _same_value(old.scope, new.scope):
            return REPLACES
        if not old.scope:
            return DOUBTFUL
    if not (old.single and new.single):
        return EXTENDS
    if old.scope == new.scope:
        if (
            old.relation != "command"
            and old.shape
            and new.shape
            and old.shape != new.shape
            and {old.shape, new.shape} != {"path", "name"}
        ):
            return NOTHING if old.relation == "is" else DOUBTFUL
        is_word = "word" in (old.shape, new.shape) and old.relation in ("is", "place", "version")
        is_doubtful = old.is_doubtful or new.is_doubtful or (new.needs_cue and not new.changed)
        return DOUBTFUL if is_doubtful or is_word else REPLACES
    if old.scope and new.scope:
        return NOTHING
    return DOUBTFUL


def _is_of_one_kind(old: Fact, new: Fact) -> bool:
    """Whether what is replaced is what the earlier statement tells, not the same word elsewhere."""
    if old.slot == new.slot:
        return True
    if new.mood == ENDS or new.relation == "exchange":
        return old.relation not in ("owner", "employer", "home", "name") and (
            not new.subject or not old.subject or new.mood == ENDS or old.relation == "uses"
            or _shares_word(new.subject, old.subject)
        )  # fmt: skip
    return (
        old.slot == new.slot
        or old.relation == new.relation
        or {old.relation, new.relation} <= {"uses", "is", "command"}
    )


# The project as a whole, whatever it is called; "the web app" and "Bob's team" are less, or another.
_OWN = frozenset("whole entire project repo repository code codebase app application team build test ci lint".split())  # noqa: SIM905


def _speaks_of_it(subject: str, known: str) -> bool:
    return _shares_word(subject, known) or set(subject.split()) <= _OWN


def _shares_word(one: str, other: str) -> bool:
    return bool(set(one.split()) & set(other.split()))


_VERSION = re.compile(r" v?\d[\d.]*")


def _same_value(one: str, other: str) -> bool:
    if one == other or one.replace(" ", "") == other.replace(" ", ""):
        return True
    # "MySQL" names "MySQL 5.7".
    short, long = (one, other) if len(one) < len(other) else (other, one)
    return long.startswith(short) and bool(short) and _VERSION.fullmatch(long, len(short)) is not None
