"""What requests bring and answers hold, as the OpenAPI document describes it.

Times are milliseconds since 1970 in UTC.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from hardwon.hits import Hit as FoundHit
from hardwon.hits import Recall
from hardwon.models import Memory as Stored
from hardwon.models import Outcome as Judged
from hardwon.models import Record as Counted
from hardwon.models import Remembered

Category = Literal[
    "architecture", "convention", "decision", "pattern", "gotcha", "workaround", "troubleshooting", "command",
    "preference", "general",
]  # fmt: skip
Status = Literal["active", "quarantined", "archived", "retired"]
Verdict = Literal["worked", "failed", "partial"]
Mode = Literal["hybrid", "semantic", "keyword"]
When = Annotated[int, Field(ge=0, le=1 << 53)] | Annotated[str, Field(min_length=1, max_length=60)] | None
Short = Annotated[str, Field(max_length=500)]
Shorts = Annotated[list[Short], Field(max_length=64)]
Text = Annotated[str, Field(min_length=1, max_length=65_536)]


class Body(BaseModel):
    """A body whose members are all known."""

    model_config = ConfigDict(extra="forbid")


class NewMemory(Body):
    """A memory to store."""

    content: Text
    category: Category = "general"
    title: Short = ""
    tags: Shorts = []
    files: Shorts = []
    pinned: bool = Field(default=False, description="Always in the brief.")
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None
    to_user: bool = Field(default=False, description="Store it with the person's own memories, not the project's.")


class Origin(BaseModel):
    """Who said it, and where that can be looked up."""

    who: str
    host: str
    session_id: str
    line: int
    note: str


class Memory(BaseModel):
    """One version of a memory."""

    id: str
    project: str
    category: str
    content: str
    title: str
    tags: list[str]
    files: list[str]
    confidence: float | None
    trust: str
    status: str
    tier: str
    legal_hold: bool
    origin: Origin
    version: int
    change: str
    valid_from: int
    valid_to: int | None
    recorded_at: int
    retired_at: int | None
    created_at: int
    restated_count: int

    @classmethod
    def of(cls, memory: Stored) -> Memory:
        """The engine's value as an answer holds it."""
        return cls(
            **{name: getattr(memory, name) for name in cls.model_fields if name not in ("origin", "tags", "files")},
            origin=Origin(**vars(memory.origin)),
            tags=list(memory.tags),
            files=list(memory.files),
        )


class Record(BaseModel):
    """A memory's outcomes, counted."""

    worked: int
    failed: int
    partial: int
    reported: int = Field(description="Reports of an agent that wait for other evidence.")
    score: float
    last_at: int
    text: str

    @classmethod
    def of(cls, record: Counted) -> Record:
        """The engine's value as an answer holds it."""
        return cls(**vars(record))


class Kept(BaseModel):
    """What became of a memory to store."""

    memory: Memory
    created: bool = Field(description="False when the same text was there and is only stronger now.")
    redacted: list[str] = Field(description="Kinds of secrets that were taken out first.")

    @classmethod
    def of(cls, kept: Remembered) -> Kept:
        """The engine's value as an answer holds it."""
        return cls(memory=Memory.of(kept.memory), created=kept.created, redacted=list(kept.redacted))


class Changes(Body):
    """What is to be different; what is left out stays."""

    content: Text | None = None
    title: Short | None = None
    category: Category | None = None
    tags: Shorts | None = None
    files: Shorts | None = None
    correct: bool = Field(default=False, description="The old text was wrong, not only worded otherwise.")


class Pin(Body):
    """Whether every session's brief has it."""

    pinned: bool


class NewOutcome(Body):
    """What became of following a memory."""

    verdict: Verdict
    note: Annotated[str, Field(max_length=2000)] = ""


class Outcome(BaseModel):
    """What one piece of evidence says about one memory."""

    id: str
    memory_id: str
    verdict: Verdict
    weight: float
    source: str
    counted: bool = Field(description="False while an agent's own report waits for other evidence.")
    reason: str
    at: int
    retired_at: int | None
    withdrawn: str
    evidence: dict[str, Any]

    @classmethod
    def of(cls, outcome: Judged) -> Outcome:
        """The engine's value as an answer holds it."""
        told = {name: getattr(outcome, name) for name in cls.model_fields if name != "evidence"}
        return cls(**told, evidence=dict(outcome.evidence))


class Shown(BaseModel):
    """One memory whole."""

    memory: Memory
    record: Record
    outcomes: list[Outcome]


class History(BaseModel):
    """Every version of a memory, the first first."""

    versions: list[Memory]


class Search(Body):
    """What to look for."""

    query: Annotated[str, Field(max_length=20_000)]
    limit: Annotated[int, Field(ge=1, le=100)] | None = None
    categories: Annotated[list[Category], Field(max_length=10)] = []
    tags: Shorts = []
    mode: Mode = "hybrid"
    all_projects: bool = False
    include_archived: bool = False
    include_cold: bool = False
    as_of: When = Field(default=None, description="What held then: milliseconds, a day, or `3 days ago`.")
    known_at: When = Field(default=None, description="As it was known then.")


class Term(BaseModel):
    """One part of a score."""

    name: str
    value: float


class Hit(BaseModel):
    """A memory that was found, and why it stands where it stands."""

    id: str
    project: str
    category: str
    content: str
    title: str
    tags: list[str]
    files: list[str]
    trust: str
    status: str
    tier: str
    version: int
    created_at: int
    score: float
    relevance: float
    terms: list[Term] = Field(description="Their sum is the score.")
    gated: bool = Field(description="Held back by its record.")
    record: str

    @classmethod
    def of(cls, hit: FoundHit) -> Hit:
        """The engine's value as an answer holds it."""
        names = ("id", "project", "category", "content", "title", "trust", "status", "tier", "version", "created_at")
        return cls(
            **{name: getattr(hit.memory, name) for name in names},
            tags=list(hit.memory.tags),
            files=list(hit.memory.files),
            score=hit.score,
            relevance=hit.relevance,
            terms=[Term(name=name, value=value) for name, value in hit.terms],
            gated=hit.gated,
            record=hit.record_text,
        )


class LeftOut(BaseModel):
    """A memory that was considered and not returned."""

    id: str
    content: str
    reason: str
    relevance: float


class Found(BaseModel):
    """What a search found, the best first."""

    hits: list[Hit]
    left_out: list[LeftOut]
    note: str = Field(description="About the search itself.")

    @classmethod
    def of(cls, recall: Recall, *, why: bool = False) -> Found:
        """The engine's value as an answer holds it."""
        names = ("id", "content", "reason", "relevance")
        left = [LeftOut(**{name: getattr(one, name) for name in names}) for one in (recall.left_out if why else ())]
        return cls(hits=[Hit.of(hit) for hit in recall.hits], left_out=left, note=recall.note)


class Context(BaseModel):
    """Text ready to be given to a model."""

    text: str
    ids: list[str]
    tokens: int


class Page(BaseModel):
    """A page of memories."""

    memories: list[Memory]
    total: int = Field(description="How many there are on all pages.")
    next_cursor: str = Field(description='Where the next page begins, "" after the last one.')


class Health(BaseModel):
    """What anybody on this machine may know."""

    status: Literal["ok"]
    name: str
    version: str
