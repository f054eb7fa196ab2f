"""The values of recall: what a search asks, finds, leaves out and hands over. Light."""

from __future__ import annotations


class Row:
    """A live memory as a search reads it: the columns, and its outcomes as (verdict, weight, at) triples."""

    __slots__ = (
        "category",
        "confidence",
        "content",
        "created_at",
        "files",
        "id",
        "outcomes",
        "project",
        "restated_at",
        "row",
        "status",
        "tags",
        "tier",
        "title",
        "trust",
        "used_count",
        "version",
        "who",
    )

    def __init__(
        self,
        *,
        row: int,
        id: str,
        project: str,
        category: str,
        content: str,
        title: str = "",
        tags: tuple[str, ...] = (),
        files: tuple[str, ...] = (),
        confidence: float | None = None,
        trust: str = "user",
        status: str = "active",
        tier: str = "hot",
        who: str = "user",
        version: int = 1,
        created_at: int = 0,
        restated_at: int = 0,
        used_count: int = 0,
        outcomes: tuple[tuple[str, float, int], ...] = (),
    ) -> None:
        self.row = row
        self.id = id
        self.project = project
        self.category = category
        self.content = content
        self.title = title
        self.tags = tags
        self.files = files
        self.confidence = confidence
        self.trust = trust
        self.status = status
        self.tier = tier
        self.who = who
        self.version = version
        self.created_at = created_at
        self.restated_at = restated_at
        self.used_count = used_count
        self.outcomes = outcomes


class Hit:
    """A ranked memory and why it stands where it stands.

    Attributes:
        memory: the memory's columns.
        relevance: 0 to 1, the same for every query.
        evidence: matched rarity, in units of a word never seen.
        terms: (name, value) pairs; their sum is the score.
        score: what orders the hits.
        outcome_score: of the record alone; at the gate or lower `gated` is true.
        record_text: the record as a person reads it, "" without one.
    """

    __slots__ = ("evidence", "gated", "memory", "outcome_score", "record_text", "relevance", "score", "terms")

    def __init__(
        self,
        memory: Row,
        *,
        relevance: float,
        evidence: float,
        terms: tuple[tuple[str, float], ...],
        outcome_score: float,
        gated: bool,
        record_text: str,
    ) -> None:
        self.memory = memory
        self.relevance = relevance
        self.evidence = evidence
        self.terms = terms
        self.score = sum(value for _, value in terms)
        self.outcome_score = outcome_score
        self.gated = gated
        self.record_text = record_text

    @property
    def id(self) -> str:
        """The memory's id."""
        return self.memory.id

    @property
    def content(self) -> str:
        """The memory's text."""
        return self.memory.content

    @property
    def category(self) -> str:
        """The memory's category."""
        return self.memory.category

    @property
    def trust(self) -> str:
        """How far the memory's origin is trusted."""
        return self.memory.trust

    @property
    def project(self) -> str:
        """The binding the memory belongs to."""
        return self.memory.project


class LeftOut:
    """A memory that a search considered and did not return, and the reason in a few words."""

    __slots__ = ("content", "id", "reason", "relevance")

    def __init__(self, id: str, content: str, reason: str, relevance: float) -> None:
        self.id = id
        self.content = content
        self.reason = reason
        self.relevance = relevance


class Recall:
    """What a search found: hits in order, what it left out, and a note about the search itself."""

    __slots__ = ("hits", "left_out", "note")

    def __init__(self, hits: list[Hit], left_out: list[LeftOut], note: str = "") -> None:
        self.hits = hits
        self.left_out = left_out
        self.note = note


class Packed:
    """Text ready to be given to a model: whole entries within a budget.

    Attributes:
        text: fenced and cleaned, "" when there is nothing to say.
        ids: the memories in it, in order.
        tokens: an estimate, four characters to a token.
        dropped: ids that did not fit.
    """

    __slots__ = ("dropped", "ids", "text", "tokens")

    def __init__(
        self, text: str = "", ids: list[str] | None = None, tokens: int = 0, dropped: list[str] | None = None
    ) -> None:
        self.text = text
        self.ids = ids or []
        self.tokens = tokens
        self.dropped = dropped or []
