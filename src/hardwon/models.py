"""The values that cross boundaries: what a memory is, where it came from, what became of it.

Times are milliseconds since 1970 in UTC. The hook path does not import this module (dataclasses cost it three
times a bare interpreter); hardwon.hits has the light ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

CATEGORIES = (
    "architecture",
    "convention",
    "decision",
    "pattern",
    "gotcha",
    "workaround",
    "troubleshooting",
    "command",
    "preference",
    "general",
)
VERDICTS = ("worked", "failed", "partial")
TRUSTS = ("user", "agent", "tool", "web", "repository", "import")
STATUSES = ("active", "quarantined", "archived", "retired")
TIERS = ("pinned", "hot", "cold")
USER_PROJECT = "user"

Verdict = Literal["worked", "failed", "partial"]


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Who said it, and where that can be looked up.

    Attributes:
        who: user, agent, tool, import, commit or file.
        host: the program it was said in (claude-code, cli, mcp, ...).
        session_id: the host's session, or "".
        line: the transcript's or file's line, 0 when unknown.
        note: anything else a person may want to know, one line.
    """

    who: str = "user"
    host: str = ""
    session_id: str = ""
    line: int = 0
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Memory:
    """One version of a memory as it stands in the store.

    Attributes:
        id: 12 lower-case letters and digits; any unambiguous beginning finds it.
        project: the binding it belongs to, or "user" for the person's own.
        confidence: 0 to 1, None when nobody said.
        version: 1 for the first; each change adds one.
        valid_from, valid_to: when it held. recorded_at, retired_at: when we knew it so.
        restated_count, restated_at: how often, and when last, it was said again.
        surroundings: what stood around it where it was said; it is found by it, and never shown with it.
        extra: fields of an import that this version does not know, kept for the round trip.
    """

    id: str
    project: str
    category: str
    content: str
    title: str = ""
    tags: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    confidence: float | None = None
    trust: str = "user"
    status: str = "active"
    tier: str = "hot"
    visibility: str = "private"
    principal: str = ""
    legal_hold: bool = False
    origin: Origin = field(default_factory=Origin)
    version: int = 1
    change: str = "created"
    valid_from: int
    valid_to: int | None = None
    recorded_at: int
    retired_at: int | None = None
    created_at: int
    restated_count: int = 0
    restated_at: int = 0
    surroundings: str = ""
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What one piece of evidence says about one memory.

    Attributes:
        verdict: worked, failed or partial.
        weight: 1 for a person's verdict, less for weaker evidence.
        source: person, agent, evidence or import.
        counted: False while an agent's own report waits for other evidence.
        reason: one sentence a person can check.
        key: the evidence's identity; the same key never counts twice.
        evidence: what it rests on; of an outcome that rules found, see hardwon.engine.verdicts.
        withdrawn: why it no longer counts, since `retired_at`; "" while it does.
    """

    id: str
    memory_id: str
    verdict: str
    weight: float
    source: str
    counted: bool
    reason: str
    key: str
    at: int
    retired_at: int | None = None
    evidence: Mapping[str, object] = field(default_factory=dict)
    withdrawn: str = ""


@dataclass(frozen=True, kw_only=True)
class Record:
    """A memory's outcomes, counted.

    Attributes:
        worked, failed, partial: whole counts of what counts.
        reported: reports of an agent that wait for other evidence.
        score: the outcome score, -1.5 to 1 (hardwon.retrieval.ranking.outcome_score).
        text: the record as a person reads it, "" when there is none.
    """

    worked: int = 0
    failed: int = 0
    partial: int = 0
    reported: int = 0
    score: float = 0.0
    last_at: int = 0
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Remembered:
    """What became of a request to remember.

    Attributes:
        created: False when the same text was there and is only stronger now.
        redacted: the kinds of secrets that were taken out first.
    """

    memory: Memory
    created: bool
    redacted: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SessionSummary:
    """What one session was about, in the words of its own transcript."""

    session_id: str
    project: str = ""
    host: str = "claude-code"
    goal: str = ""
    done: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    next_step: str = ""
    started_at: int = 0
    ended_at: int = 0


@dataclass(frozen=True, kw_only=True)
class Cursor:
    """How far a transcript has been read."""

    path: str
    offset: int = 0
    line: int = 0
    size: int = 0
    state: str = ""
