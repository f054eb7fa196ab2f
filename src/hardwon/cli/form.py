"""Memories, hits and outcomes in the two forms an answer has: an object's fields, and facts for a person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.hits import Hit, LeftOut
    from hardwon.models import Memory, Outcome, Record

Fields = dict[str, object]
OWN_PROJECT = "user"
_SPOKEN = ("user", "agent")
_START = datetime(1970, 1, 1, tzinfo=UTC)

MEMORY_FIELDS = {
    "id": "12 letters and digits",
    "project": "the binding it belongs to; `user` for the person's own",
    "category": "what kind of memory it is",
    "content": "its text",
    "title": "its title, may be empty",
    "tags": "list of words",
    "files": "list of paths, relative to the project",
    "confidence": "0 to 1, null when nobody said",
    "trust": "user, agent, tool, web, repository or import",
    "status": "active, quarantined, archived or retired",
    "tier": "pinned, hot or cold",
    "version": "1 for the first",
    "change": "what made this version",
    "origin": "object: who, host, session_id, line, note",
    "created_at": "ISO 8601, UTC",
    "recorded_at": "when this version was stored",
    "valid_from": "since when it holds",
    "valid_to": "until when it held, null while it holds",
}
HIT_FIELDS = {
    "id": "12 letters and digits",
    "project": "the binding it belongs to",
    "category": "what kind of memory it is",
    "content": "its text",
    "title": "its title, may be empty",
    "tags": "list of words",
    "files": "list of paths, relative to the project",
    "trust": "how far its origin is trusted",
    "status": "active or archived",
    "tier": "pinned, hot or cold",
    "record": 'what became of it, such as "worked 5, failed 1, last 3 Nov"; may be empty',
    "held_back": "true when it failed so often that it is given only when asked for",
    "relevance": "0 to 1",
    "score": "what orders the hits",
    "created_at": "ISO 8601, UTC",
}
OUTCOME_FIELDS = {
    "id": "of the outcome",
    "memory_id": "of the memory",
    "verdict": "worked, failed or partial",
    "weight": "1 for a person's verdict, less for weaker evidence",
    "source": "person, agent, evidence or import",
    "counted": "false while an agent's report waits for other evidence",
    "reason": "the note",
    "at": "ISO 8601, UTC",
    "sentence": "all of it as a person reads it",
    "evidence": "list of objects: kind, verdict and text of each piece that rules found",
    "withdrawn": "why it counts no longer, empty while it does",
}
RECORD_FIELDS = {
    "worked": "count",
    "failed": "count",
    "partial": "count",
    "reported": "reports that do not count yet",
    "score": "outcome score, −1 to 1",
    "text": "the record in words",
}


def moment(at_ms: int) -> datetime:
    """Milliseconds since 1970 as a time in UTC."""
    return _START + timedelta(milliseconds=at_ms)


def iso(at_ms: int | None) -> str | None:
    """Milliseconds since 1970 as ISO 8601 in UTC, None for None."""
    return None if at_ms is None else moment(at_ms).isoformat(timespec="seconds").replace("+00:00", "Z")


def clock_text(at_ms: int, *, is_utc: bool = False) -> str:
    """A time as a person reads it, to the minute: in the local zone, or in UTC."""
    at = moment(at_ms)
    try:
        at = at if is_utc else at.astimezone()
    except (OverflowError, ValueError, OSError):
        pass
    return at.strftime("%Y-%m-%d %H:%M")


def memory_fields(memory: Memory) -> Fields:
    """A memory as --json gives it (MEMORY_FIELDS)."""
    times = ("created_at", "recorded_at", "valid_from", "valid_to")
    return {
        **{name: getattr(memory, name) for name in MEMORY_FIELDS if name not in times},
        **{name: iso(getattr(memory, name)) for name in times},
        "origin": {name: getattr(memory.origin, name) for name in ("who", "host", "session_id", "line", "note")},
    }


def hit_fields(hit: Hit) -> Fields:
    """A hit as --json gives it (HIT_FIELDS)."""
    return {
        "id": hit.id,
        "project": hit.project,
        "category": hit.category,
        "content": hit.content,
        "title": hit.memory.title,
        "tags": hit.memory.tags,
        "files": hit.memory.files,
        "trust": hit.trust,
        "status": hit.memory.status,
        "tier": hit.memory.tier,
        "record": hit.record_text,
        "held_back": hit.gated,
        "relevance": round(hit.relevance, 6),
        "score": round(hit.score, 6),
        "created_at": iso(hit.memory.created_at),
    }


def left_out_fields(left: LeftOut) -> Fields:
    """What a search left out, as --json gives it."""
    return {"id": left.id, "content": left.content, "reason": left.reason, "relevance": round(left.relevance, 6)}


def outcome_fields(outcome: Outcome) -> Fields:
    """An outcome as --json gives it (OUTCOME_FIELDS)."""
    from hardwon.engine.sentences import evidence_of, sentence_of

    names = ("id", "memory_id", "verdict", "weight", "source", "counted", "reason")
    return {
        **{name: getattr(outcome, name) for name in names},
        "at": iso(outcome.at),
        "sentence": sentence_of(outcome),
        "evidence": evidence_of(outcome),
        "withdrawn": outcome.withdrawn,
    }


def record_fields(record: Record) -> Fields:
    """A record as --json gives it (RECORD_FIELDS)."""
    return {name: getattr(record, name) for name in RECORD_FIELDS}


def memory_facts(memory: Memory, here: str, record: str = "") -> list[str]:
    """What a list says of a memory besides its text: category, tier, status, origin and project where unusual.

    Args:
        memory: any version.
        here: the project whose memories need no mention of it.
        record: what became of it.
    """
    return [memory.category, *_facts(memory.tier, memory.status, memory.trust, memory.project, here), record]


def hit_facts(hit: Hit, here: str) -> list[str]:
    """The same of a hit, with its record."""
    return [
        hit.category,
        *_facts(hit.memory.tier, hit.memory.status, hit.trust, hit.project, here),
        hit.record_text,
        "held back: it failed too often" if hit.gated else "",
    ]


def _facts(tier: str, status: str, trust: str, project: str, here: str) -> list[str]:
    return [
        tier if tier != "hot" else "",
        status if status != "active" else "",
        f"quoted from {trust}" if trust not in _SPOKEN else "",
        _place(project, here),
    ]


def _place(project: str, here: str) -> str:
    if project in (here, ""):
        return ""
    return "yours, in every project" if project == OWN_PROJECT else f"in {project}"


def count_text(count: int, noun: str, plural: str = "") -> str:
    """A number with its noun: 1 memory, 2 memories."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def id_completer() -> Callable[..., list[object]]:
    """Completes the ids of the newest memories, with their text as an explanation."""

    def complete(ctx: object, param: object, incomplete: str) -> list[object]:
        from click.shell_completion import CompletionItem

        from hardwon.errors import HardwonError

        door = ctx.find_root().obj  # type: ignore[attr-defined]
        try:
            with door.engine() as engine:
                found, _ = engine.list(status="all", limit=200)
        except (HardwonError, OSError):
            return []
        return [
            CompletionItem(memory.id, help=one_line(memory.content, 60))
            for memory in found
            if memory.id.startswith(incomplete)
        ]

    return complete
