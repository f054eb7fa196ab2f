"""What the app shows of a memory, fetched from the engine and told in lines. Knows no screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from hardwon.text.clean import for_terminal, one_line

if TYPE_CHECKING:
    from hardwon.engine import Engine
    from hardwon.engine.deciding import Question
    from hardwon.hits import Hit
    from hardwon.models import Memory, Outcome, Record

PAGE = 200
HITS = 50
PURGED = "(its text was purged)"
# (text, style): styles are the names of colours in hardwon.tui.looks
Piece = tuple[str, str]
Line = Sequence[Piece]
_START = datetime(1970, 1, 1, tzinfo=UTC)
_SPOKEN = ("user", "agent")
_WHAT = {
    "retire duplicate": "the first gives way to the second",
    "supersede": "the first is replaced by the second",
    "archive": "it is forgotten (restore brings it back)",
    "lift": "it moves to your own memories, for every project",
    "fold": "one summary takes their place",
    "put away": "it is put away: found among cold memories alone",
}


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A memory in the list.

    Attributes:
        facts: what is said of it before its text.
        why: the sum that its score is, or why a search left it out; "" outside a search.
        is_left_out: it is not among the hits.
    """

    id: str
    category: str
    facts: Sequence[str]
    text: str
    why: str = ""
    is_left_out: bool = False


@dataclass(frozen=True, kw_only=True)
class Listing:
    """What the list shows: memories, how many there are in all, and a note about it."""

    shown: Sequence[Shown]
    total: int
    note: str = ""


def look(engine: Engine, *, query: str, category: str, status: str, limit: int) -> Listing:
    """The memories of a search, with why, or of the list.

    Args:
        engine: the project's.
        query: "" for the list, the newest first.
        category: "" for all.
        status: of the list; a search looks at active ones, and tells what it left out.
        limit: how many of the list.
    """
    if not query:
        found, total = engine.list(category=category or None, status=status, limit=limit)
        records = engine.records([one.id for one in found])
        return Listing(shown=[_of_memory(engine, one, records) for one in found], total=total)
    recall = engine.recall(query, limit=HITS, categories=(category,)) if category else engine.why(query, limit=HITS)
    hits = [_of_hit(engine, hit) for hit in recall.hits]
    left = [
        Shown(id=one.id, category=one.reason, facts=(), text=one.content, why=f"left out: {one.reason}, relevance"
              f" {one.relevance:.2f}", is_left_out=True)
        for one in recall.left_out
    ]  # fmt: skip
    return Listing(shown=[*hits, *left], total=len(hits), note=recall.note)


def _of_memory(engine: Engine, memory: Memory, records: Mapping[str, Record]) -> Shown:
    facts = _facts(engine, memory.tier, memory.status, memory.trust, memory.project)
    record = records[memory.id].text if memory.id in records else ""
    text = memory.title or memory.content or PURGED
    return Shown(id=memory.id, category=memory.category, facts=[*facts, *filter(None, (record,))], text=text)


def _of_hit(engine: Engine, hit: Hit) -> Shown:
    facts = _facts(engine, hit.memory.tier, hit.memory.status, hit.trust, hit.project)
    held = "held back" if hit.gated else ""
    terms = " + ".join(f"{name} {value:.3f}" for name, value in hit.terms)
    return Shown(
        id=hit.id,
        category=hit.category,
        facts=[*facts, *filter(None, (hit.record_text, held))],
        text=hit.content,
        why=f"{hit.score:.3f} = {terms}",
    )


def _facts(engine: Engine, tier: str, status: str, trust: str, project: str) -> list[str]:
    marks = [
        tier if tier != "hot" else "",
        status if status != "active" else "",
        f"from {trust}" if trust not in _SPOKEN else "",
        "yours" if project == "user" else "" if project == engine.project else f"in {project}",
    ]
    return [mark for mark in marks if mark]


@dataclass(frozen=True, kw_only=True)
class Detail:
    """One memory whole."""

    memory: Memory
    record: Record
    outcomes: Sequence[Outcome]
    versions: Sequence[Memory]


def detail_of(engine: Engine, id: str) -> Detail:
    """Everything about a memory.

    Raises:
        NotFound: it is gone.
    """
    memory = engine.get(id)
    outcomes = engine.outcomes(memory.id, withdrawn=True)
    return Detail(
        memory=memory, record=engine.record_of(outcomes), outcomes=outcomes, versions=engine.history(memory.id)
    )


def told(detail: Detail, why: str = "") -> Iterator[Line]:
    """A memory in lines: its words, why it is here, its record with the evidence, its versions.

    Args:
        detail: the memory.
        why: of a search.
    """
    from hardwon.engine.sentences import sentence_of

    memory = detail.memory
    state = [memory.category, memory.status, *([memory.tier] if memory.tier != "hot" else [])]
    yield [(memory.id, "id"), ("  " + one_line(", ".join(state)), "dim")]
    yield from block(memory.content or PURGED)
    if why:
        yield [("why      ", "dim"), (one_line(why), "strong")]
    record = f"{detail.record.text}, score {detail.record.score:+.2f}" if detail.record.text else "no outcome yet"
    origin = memory.origin
    pairs = [
        ("title", memory.title),
        ("tags", ", ".join(memory.tags)),
        ("files", ", ".join(memory.files)),
        ("said by", ", ".join(filter(None, (origin.who, origin.host, origin.note)))),
        ("created", clock(memory.created_at)),
        ("record", record + (f"; {detail.record.reported} waiting" if detail.record.reported else "")),
    ]
    for name, value in pairs:
        if value:
            yield [(name.ljust(9), "dim"), (one_line(value), "")]
    for outcome in detail.outcomes:
        counts = outcome.retired_at is None and outcome.counted
        yield [("  " + one_line(sentence_of(outcome)), _COLOURS.get(outcome.verdict, "") if counts else "dim")]
    yield [(f"versions {len(detail.versions)}", "dim")]
    for version in reversed(detail.versions):
        head = f"  {version.version}  {clock(version.recorded_at)}  {version.change}: "
        yield [(head, "dim"), (one_line(version.content or PURGED), "")]


_COLOURS = {"worked": "good", "failed": "bad"}


def question_told(question: Question) -> Iterator[Line]:
    """A question in lines: what was found and why, the memories, what approving does."""
    asked = question.proposal
    yield [(asked.id, "id"), ("  " + one_line(f"{asked.kind}: {asked.subject}"), "strong")]
    reason = asked.evidence.get("reason")
    if reason:
        yield [(one_line(str(reason)), "")]
    numbers = [f"{name} {value:.3f}" for name, value in asked.evidence.items() if isinstance(value, float)]
    if numbers:
        yield [(one_line(", ".join(numbers)), "dim")]
    for number, memory in enumerate(question.memories, 1):
        facts = f"{memory.category}, {clock(memory.recorded_at)}, said by {memory.origin.who}"
        yield [(f"{number}. ", "dim"), (memory.id, "id"), ("  " + one_line(facts), "dim")]
        yield from block(memory.content or PURGED, "   ")
    summary = asked.action.get("summary")
    if isinstance(summary, str):
        yield [("Summary:", "strong")]
        yield from block(summary, "   ")
    do = str(asked.action.get("do"))
    yield [("If approved: ", "dim"), (one_line(_WHAT.get(do, do)), "strong")]


def draft_of(question: Question) -> str:
    """The text that an edit of a question begins with."""
    summary = question.proposal.action.get("summary")
    if isinstance(summary, str):
        return summary
    place = question.proposal.action.get("winner", 0)
    return question.memories[place if isinstance(place, int) and place < len(question.memories) else 0].content


def block(text: str, indent: str = "") -> Iterator[Line]:
    """A stored text, line by line, so that nothing in it moves a cursor."""
    for line in for_terminal(text).split("\n"):
        yield [(indent + line.expandtabs(4), "")]


def clock(at_ms: int) -> str:
    """A time as a person reads it, to the minute, in the local zone."""
    try:
        return (_START + timedelta(milliseconds=at_ms)).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, ValueError, OSError):
        return "a time out of bounds"
