"""What requests bring and answers hold, as the OpenAPI document describes it.

Times are milliseconds since 1970 in UTC.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from hardwon.models import Memory as Stored
from hardwon.models import Record as Counted
from hardwon.models import Remembered

Category = Literal[
    "architecture", "convention", "decision", "pattern", "gotcha", "workaround", "troubleshooting", "command",
    "preference", "general",
]  # fmt: skip
Status = Literal["active", "quarantined", "archived", "retired"]
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
