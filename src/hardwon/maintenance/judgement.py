"""Which memories are worth keeping at hand: the cold band, what is of little value, what is the person's own. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from hardwon.maintenance.findings import ASK, CLUSTER, COLD, LIFT, LOW_VALUE, SAFE, Finding
from hardwon.models import USER_PROJECT
from hardwon.store.upkeep import Known

DAY_MS = 86_400_000
COLD_DAYS = 180
LOW_VALUE_DAYS = 60
COLD_SALIENCE = 0.3
LOW_SALIENCE = 0.2
CLUSTER_MIN, CLUSTER_MAX = 5, 24
_CATEGORY = {
    "convention": 0.5, "decision": 0.45, "preference": 0.45, "architecture": 0.4, "gotcha": 0.4, "workaround": 0.35,
    "troubleshooting": 0.3, "command": 0.3, "pattern": 0.3, "general": 0.1,
}  # fmt: skip
_TRUST = {"user": 0.3, "agent": 0.05, "tool": 0.0, "repository": 0.1, "import": 0.1, "web": 0.0}
_MOMENTARY = re.compile(
    r"\b(?:today|tomorrow|this (?:morning|afternoon|week)|right now|just now|currently working|todo|wip|asap)\b", re.I
)
_FIRST_PERSON = re.compile(r"^(?:i|my|call me)\b", re.IGNORECASE)


def salience(one: Known) -> float:
    """How much a memory is likely to matter, 0 to 1, by what it is, who said it, and how it fared."""
    value = _CATEGORY.get(one.category, 0.2) + _TRUST.get(one.trust, 0.0)
    value += 0.1 * min(one.restated_count, 2) + 0.05 * bool(one.files) + 0.02 * bool(one.title)
    if one.confidence is not None:
        value += 0.2 * (one.confidence - 0.5)
    if _MOMENTARY.search(one.content):
        value -= 0.15
    return min(max(value, 0.0), 1.0)


def _is_unused(one: Known) -> bool:
    return not one.outcome_count and not one.given_count and not one.held and one.tier == "hot"


def cold_band(memories: Iterable[Known], now: int) -> Iterator[Finding]:
    """What moves out of the way by itself: little salience, never used, half a year old, no outcome, not held.

    Args:
        memories: live and active ones.
        now: milliseconds.
    """
    for one in memories:
        days = (now - max(one.last_said_at, one.created_at)) // DAY_MS
        if days > COLD_DAYS and _is_unused(one) and salience(one) < COLD_SALIENCE:
            yield Finding(
                kind=COLD,
                band=SAFE,
                subject=one.category,
                targets=(one,),
                action={"do": "put away"},
                reason=f"never used in {days} days, no outcome, salience {salience(one):.2f}",
            )


def low_value(memories: Iterable[Known], now: int) -> Iterator[Finding]:
    """What may be forgotten: of hardly any salience and unused for months.

    Args:
        memories: live and active ones.
        now: milliseconds.
    """
    for one in memories:
        days = (now - max(one.last_said_at, one.created_at)) // DAY_MS
        if LOW_VALUE_DAYS < days <= COLD_DAYS and _is_unused(one) and salience(one) < LOW_SALIENCE:
            yield Finding(
                kind=LOW_VALUE,
                band=ASK,
                subject=one.category,
                targets=(one,),
                action={"do": "archive"},
                reason=f"never used in {days} days, salience {salience(one):.2f}",
            )


def lifts(memories: Sequence[Known]) -> Iterator[Finding]:
    """What is the person's own rather than the project's: their preferences, and what several projects say alike.

    Args:
        memories: live and active ones, of as many projects as are looked at.
    """
    projects: dict[int, set[str]] = defaultdict(set)
    for one in memories:
        projects[one.text_hash].add(one.project)
    for one in memories:
        if one.project == USER_PROJECT or one.trust != "user" or one.held:
            continue
        several = len(projects[one.text_hash] - {USER_PROJECT})
        is_personal = one.category == "preference" or bool(_FIRST_PERSON.match(one.content))
        if several > 1 or (is_personal and not one.files):
            why = f"{several} projects say it" if several > 1 else "it is about you, not about the project"
            yield Finding(
                kind=LIFT,
                band=ASK,
                subject="yours in every project",
                targets=(one,),
                action={"do": "lift"},
                reason=why,
            )


def clusters(memories: Iterable[Known], taken: set[str]) -> Iterator[Finding]:
    """Subjects with so many memories that one summary would serve better: the same file, or the same tag and category.

    Args:
        memories: live and active ones.
        taken: ids that are in a question already; those of the groups are added.
    """
    by_subject: dict[tuple[str, str], list[Known]] = defaultdict(list)
    for one in memories:
        if one.tier != "hot" or one.held:
            continue
        for file in one.files[:3]:
            by_subject[one.project, file].append(one)
        for tag in one.tags[:5]:
            by_subject[one.project, f"{tag} ({one.category})"].append(one)
    for (_, subject), group in sorted(by_subject.items(), key=lambda item: (-len(item[1]), item[0])):
        members = [one for one in group if one.id not in taken][:CLUSTER_MAX]
        if len(members) < CLUSTER_MIN:
            continue
        taken |= {one.id for one in members}
        yield cluster_of(subject, members)


def cluster_of(subject: str, members: Sequence[Known]) -> Finding:
    """The question whether one summary should stand for some memories."""
    return Finding(
        kind=CLUSTER,
        band=ASK,
        subject=subject,
        targets=tuple(members),
        action={"do": "fold", "summary": summary_of(subject, members)},
        reason=f"{len(members)} memories are about {subject}",
    )


def summary_of(subject: str, members: Sequence[Known]) -> str:
    """A draft that keeps each member's first sentence, for a person to edit."""
    lines: dict[str, None] = {}
    for one in sorted(members, key=lambda one: (-salience(one), one.created_at)):
        sentence = re.split(r"(?<=[.!?])\s", one.content.strip().replace("\n", " "), maxsplit=1)[0]
        lines.setdefault(sentence[:240])
    return f"{subject}:\n" + "\n".join(f"- {line}" for line in lines)
