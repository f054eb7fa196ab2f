"""What the SDK hands out: frozen values of plain types, with times as aware datetimes in UTC.

They are no part of the store: changing the program's insides changes none of their fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hardwon import hits as found
    from hardwon import models
    from hardwon.engine.task_views import Listed

_START = datetime(1970, 1, 1, tzinfo=UTC)


def time_of(at_ms: int) -> datetime:
    """Milliseconds since 1970 as a time in UTC; what no datetime can hold becomes the first or last that can be."""
    try:
        return _START + timedelta(milliseconds=at_ms)
    except OverflowError:
        return (datetime.max if at_ms > 0 else datetime.min).replace(tzinfo=UTC)


def _time_or_none(at_ms: int | None) -> datetime | None:
    return None if at_ms is None else time_of(at_ms)


class Term(NamedTuple):
    """A part of a score: its name and what it adds."""

    name: str
    value: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Origin:
    """Who said it, and where that can be looked up.

    Attributes:
        who: user, agent, tool, import, commit or file.
        host: the program it was said in.
        session_id: the host's session, or "".
        line: the transcript's or file's line, 0 when unknown.
        note: anything else, one line.
    """

    who: str
    host: str
    session_id: str
    line: int
    note: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One version of a memory.

    Attributes:
        id: 12 letters and digits; any unambiguous beginning finds it.
        project: the binding it belongs to, "user" for the person's own.
        content, title, tags, files: its words.
        category: what kind of memory it is.
        confidence: 0 to 1, None when nobody said.
        trust: user, agent, tool, web, repository or import.
        status: active, quarantined, archived or retired.
        tier: pinned, hot or cold.
        version: 1 for the first; each change adds one. change: what made this one.
        valid_from, valid_to: when it held. recorded_at: when this version was stored.
        record: what became of it, such as "worked 5, failed 1"; "" without outcomes, or where none was asked for.
    """

    id: str
    project: str
    content: str
    title: str
    tags: tuple[str, ...]
    files: tuple[str, ...]
    category: str
    confidence: float | None
    trust: str
    status: str
    tier: str
    version: int
    change: str
    origin: Origin
    created_at: datetime
    recorded_at: datetime
    valid_from: datetime
    valid_to: datetime | None
    record: str = ""

    @classmethod
    def of(cls, memory: models.Memory, record: str = "") -> Entry:
        """The entry that a stored memory is."""
        origin = memory.origin
        return cls(
            id=memory.id,
            project=memory.project,
            content=memory.content,
            title=memory.title,
            tags=memory.tags,
            files=memory.files,
            category=memory.category,
            confidence=memory.confidence,
            trust=memory.trust,
            status=memory.status,
            tier=memory.tier,
            version=memory.version,
            change=memory.change,
            origin=Origin(
                who=origin.who, host=origin.host, session_id=origin.session_id, line=origin.line, note=origin.note
            ),
            created_at=time_of(memory.created_at),
            recorded_at=time_of(memory.recorded_at),
            valid_from=time_of(memory.valid_from),
            valid_to=_time_or_none(memory.valid_to),
            record=record,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Added:
    """What became of a request to store.

    Attributes:
        entry: as it is stored.
        created: False where the same text, or the same key, was there.
        redacted: the kinds of secrets that were taken out first.
    """

    entry: Entry
    created: bool
    redacted: tuple[str, ...]

    @property
    def id(self) -> str:
        """The memory's id."""
        return self.entry.id

    @classmethod
    def of(cls, remembered: models.Remembered) -> Added:
        """The answer to a request that was done."""
        entry = Entry.of(remembered.memory)
        return cls(entry=entry, created=remembered.created, redacted=remembered.redacted)


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """A memory that answers a query, and why it stands where it stands.

    Attributes:
        score: what orders hits; the sum of the terms.
        relevance: 0 to 1, the same for every query.
        terms: the parts of the score.
        record: what became of it, "" without outcomes.
        held_back: it failed so often that it is given only when asked for.
    """

    id: str
    project: str
    content: str
    title: str
    tags: tuple[str, ...]
    files: tuple[str, ...]
    category: str
    trust: str
    status: str
    tier: str
    version: int
    created_at: datetime
    score: float
    relevance: float
    terms: tuple[Term, ...]
    record: str
    held_back: bool

    @classmethod
    def of(cls, hit: found.Hit) -> Hit:
        """The hit of a search."""
        row = hit.memory
        return cls(
            id=row.id,
            project=row.project,
            content=row.content,
            title=row.title,
            tags=row.tags,
            files=row.files,
            category=row.category,
            trust=row.trust,
            status=row.status,
            tier=row.tier,
            version=row.version,
            created_at=time_of(row.created_at),
            score=hit.score,
            relevance=hit.relevance,
            terms=tuple(Term(name, value) for name, value in hit.terms),
            record=hit.record_text,
            held_back=hit.gated,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchResult:
    """The hits of a search, the best first. Iterates over them.

    Attributes:
        note: about the search itself, may be empty.
        by_words: why it went by words although meaning is wanted, "" where it did not.
    """

    hits: tuple[Hit, ...]
    note: str
    by_words: str

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)

    @classmethod
    def of(cls, recall: found.Recall, by_words: str) -> SearchResult:
        """The result of a search."""
        return cls(hits=tuple(map(Hit.of, recall.hits)), note=recall.note, by_words=by_words)


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOut:
    """A memory that a search considered and did not return, and why."""

    id: str
    content: str
    reason: str
    relevance: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation:
    """A search with everything that it left out.

    Attributes:
        hits: as the search returns them. left_out: what it does not.
        note: about the search itself, may be empty.
    """

    hits: tuple[Hit, ...]
    left_out: tuple[LeftOut, ...]
    note: str

    @classmethod
    def of(cls, recall: found.Recall) -> Explanation:
        """The explanation of a search."""
        left_out = tuple(
            LeftOut(id=one.id, content=one.content, reason=one.reason, relevance=one.relevance)
            for one in recall.left_out
        )
        return cls(hits=tuple(map(Hit.of, recall.hits)), left_out=left_out, note=recall.note)


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """Some memories of a list. Iterates over them.

    Attributes:
        total: how many there are in all.
    """

    entries: tuple[Entry, ...]
    total: int

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What was said, or found, to have become of a memory.

    Attributes:
        verdict: worked, failed or partial.
        counted: False while an agent's report waits for other evidence.
        source: person, agent, evidence or import.
        weight: 1 for a person's verdict, less for weaker evidence.
    """

    id: str
    memory_id: str
    verdict: str
    counted: bool
    source: str
    weight: float
    reason: str
    at: datetime

    @classmethod
    def of(cls, outcome: models.Outcome) -> Outcome:
        """The outcome as it is stored."""
        return cls(
            id=outcome.id,
            memory_id=outcome.memory_id,
            verdict=outcome.verdict,
            counted=outcome.counted,
            source=outcome.source,
            weight=outcome.weight,
            reason=outcome.reason,
            at=time_of(outcome.at),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Context:
    """Text for a model: whole memories within a budget, fenced as data where they are no person's own word.

    Attributes:
        text: "" when there is nothing to say.
        ids: the memories in it, in order.
        tokens: an estimate, four characters to a token.
    """

    text: str
    ids: tuple[str, ...]
    tokens: int

    def __str__(self) -> str:
        return self.text

    @classmethod
    def of(cls, packed: found.Packed) -> Context:
        """What was packed."""
        return cls(text=packed.text, ids=tuple(packed.ids), tokens=packed.tokens)


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """A task of Claude Code or Beads.

    Attributes:
        source: claude, todo or beads. id, title, status: as the tracker writes them.
        state: active, open, closed or gone.
        verdict: worked, failed or neutral of its last close, "" before. reason: why it was closed.
        memories: how many memories belong to it.
    """

    id: str
    source: str
    title: str
    status: str
    state: str
    verdict: str
    reason: str
    session_id: str
    started_at: datetime | None
    closed_at: datetime | None
    memories: int

    @classmethod
    def of(cls, listed: Listed) -> Task:
        """A task of a list."""
        task = listed.task
        return cls(
            id=task.id,
            source=task.source,
            title=task.title,
            status=task.status,
            state=task.state,
            verdict=task.verdict,
            reason=task.reason,
            session_id=task.session_id,
            started_at=_time_or_none(task.started_at or None),
            closed_at=_time_or_none(task.closed_at or None),
            memories=listed.memories,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskPage:
    """Some tasks. Iterates over them.

    Attributes:
        total: how many there are in all.
    """

    tasks: tuple[Task, ...]
    total: int

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks)

    def __len__(self) -> int:
        return len(self.tasks)


@dataclass(frozen=True, kw_only=True, slots=True)
class Status:
    """What a client works on.

    Attributes:
        project: the binding. name: how people call it.
        backend: "service" where a running service gives searches their meaning, else "local".
        memories: how many active ones there are, the person's own included.
    """

    project: str
    name: str
    backend: str
    memories: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """What `Memory` keeps of a text.

    Attributes:
        id: 12 letters and digits.
        fact_text: the statement, in the person's words.
        is_latest: False once a later statement took its place.
        valid_from, valid_to: when it held; valid_to is None while it does.
    """

    id: str
    fact_text: str
    is_latest: bool
    valid_from: datetime
    valid_to: datetime | None

    @classmethod
    def of(cls, memory: models.Memory) -> Fact:
        """The fact that a memory is."""
        return cls(
            id=memory.id,
            fact_text=memory.content,
            is_latest=memory.status == "active",
            valid_from=time_of(memory.valid_from),
            valid_to=_time_or_none(memory.valid_to),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class FactHit:
    """A fact that answers a query.

    Attributes:
        final_score: what orders hits; the sum of the terms.
        relevance: 0 to 1, the same for every query.
        terms: the parts of the score.
    """

    fact: Fact
    final_score: float
    relevance: float
    terms: tuple[Term, ...]
