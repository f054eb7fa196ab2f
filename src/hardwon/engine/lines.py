"""One exported memory as a line of JSON: what it may hold, and how it becomes a memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hardwon.engine import intake
from hardwon.engine.quarantine import reason_of
from hardwon.errors import InvalidInput
from hardwon.models import CATEGORIES, STATUSES, TIERS, TRUSTS, VERDICTS, Memory, Origin, Outcome
from hardwon.store.outcomes import free_key
from hardwon.text.clean import is_hidden, one_line

if TYPE_CHECKING:
    from hardwon.config.sealed import Sealed

LINE_CHARACTERS = 4 << 20
_UNKNOWN_CHARACTERS = 65536
_SHORT = intake.SHORT_CHARACTERS
Time = Annotated[int, Field(ge=intake.TIME_MIN, le=253_402_300_799_999)]  # years 1 to 9999
Count = Annotated[int, Field(ge=0, le=2**53)]
Short = Annotated[str, Field(max_length=_SHORT)]
Key = Annotated[str, Field(min_length=1, max_length=_SHORT)]

# Where a row keeps what only the round trip needs.
UNKNOWN, UNKNOWN_OF_ORIGIN, STATED_TRUST, STATED_COUNTED = "fields", "origin", "trust", "counted"
STATED_TIER, WITHDRAWN, REINSTATED = "tier", "withdrawn", "reinstated"


class _Line(BaseModel):
    model_config = ConfigDict(extra="allow", strict=False)


class OriginLine(_Line):
    """Who said it, as exported."""

    who: Short = "import"
    host: Short = ""
    session_id: Short = ""
    line: Count = 0
    note: Short = ""

    def origin(self) -> Origin:
        """The origin it states, cleaned."""
        return intake.clean_origin(Origin(**{field.name: getattr(self, field.name) for field in fields(Origin)}))


class OutcomeLine(_Line):
    """One outcome, as exported."""

    id: str = Field(pattern=r"^[0-9A-Za-z_-]{1,64}$")
    verdict: str
    weight: float = Field(default=1.0, gt=0, le=1)
    source: Short = "import"
    counted: bool = True
    reason: str = ""
    evidence: dict[str, Any] = {}
    key: Key
    at: Time
    retired_at: Time | None = None
    withdrawn: Short = ""
    reinstated_at: Time | None = None


class RestatementLine(_Line):
    """One time a memory was said again, as exported."""

    key: Key
    origin: OriginLine = OriginLine()
    at: Time


class MemoryLine(_Line):
    """One memory, as exported. Only `content` is needed; fields not named here are kept as they are."""

    content: str = Field(min_length=1)
    id: str | None = Field(default=None, pattern=r"^[0-9a-z]{4,32}$")
    project: str | None = Field(default=None, max_length=4096)
    category: str = "general"
    title: str = ""
    tags: list[str] = []
    files: list[str] = []
    surroundings: str = ""
    confidence: float | None = Field(default=None, ge=0, le=1)
    trust: str = "import"
    status: str = "active"
    tier: str = "hot"
    visibility: Short = "private"
    principal: Short = ""
    legal_hold: bool = False
    origin: OriginLine = OriginLine()
    version: Annotated[int, Field(ge=1, le=2**53)] = 1
    change: Short = "created"
    valid_from: Time | None = None
    valid_to: Time | None = None
    recorded_at: Time | None = None
    created_at: Time | None = None
    key: Key | None = None
    outcomes: list[OutcomeLine] = []
    restatements: list[RestatementLine] = []


def parsed(text: str) -> MemoryLine:
    """A line of an export.

    Raises:
        InvalidInput: it is none; the message says which field and why.
    """
    if len(text) > LINE_CHARACTERS:
        raise InvalidInput(f"longer than {LINE_CHARACTERS >> 20} MiB")
    try:
        line = MemoryLine.model_validate_json(text.removeprefix("\ufeff").encode("utf-8", "replace"))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = one_line(".".join(str(part) for part in first["loc"]), 80)
        raise InvalidInput(f"{where + ': ' if where else ''}{one_line(first['msg'], 200)}") from None
    for value, allowed, name in (
        (line.category, CATEGORIES, "category"),
        (line.status, STATUSES, "status"),
        (line.tier, TIERS, "tier"),
        (line.trust, TRUSTS, "trust"),
        *((one.verdict, VERDICTS, "outcomes.verdict") for one in line.outcomes),
    ):
        if value not in allowed:
            raise InvalidInput(f"{name}: {one_line(value, 40)!r} is none of {', '.join(allowed)}")
    return line


def memory_of(
    line: MemoryLine, *, id: str, project: str, now: int, trusted: bool, sealed: Sealed | None = None
) -> tuple[Memory, tuple[str, ...]]:
    """The memory a line states, cleaned and redacted as any other, and the kinds of what was taken out of the line.

    Args:
        line: a parsed line.
        id: the id where the line has none.
        project: the binding it will belong to.
        now: the time.
        trusted: keep the trust the line states instead of `import`, and its pin.
        sealed: texts that were private or secret when they were first met.

    Raises:
        InvalidInput: something in it cannot be stored.
    """
    draft = intake.draft(
        line.content,
        category=line.category,
        title=line.title,
        tags=line.tags,
        files=line.files,
        confidence=line.confidence,
        root="",
        surroundings=line.surroundings,
        sealed=sealed,
    )
    recorded = line.recorded_at if line.recorded_at is not None else now
    created = line.created_at if line.created_at is not None else min(recorded, now)
    trust = line.trust if trusted else "import"
    is_order = line.status == "active" and bool(reason_of(draft.content, draft.title, trust))
    is_pin = line.tier == "pinned" and not trusted
    kinds = [*draft.redacted, *intake.withheld([one.reason for one in line.outcomes if one.reason], None)]
    memory = Memory(
        id=line.id or id,
        project=project,
        category=line.category,
        confidence=line.confidence,
        trust=trust,
        status="quarantined" if is_order else line.status,
        tier="hot" if is_pin else line.tier,
        visibility=intake.short_note(line.visibility),
        principal=intake.short_note(line.principal),
        legal_hold=line.legal_hold,
        origin=line.origin.origin(),
        version=line.version,
        change=intake.short_note(line.change),
        valid_from=line.valid_from if line.valid_from is not None else created,
        valid_to=line.valid_to,
        recorded_at=recorded,
        created_at=created,
        **draft.words(),
        extra=kept_aside(
            {
                UNKNOWN: line.model_extra,
                UNKNOWN_OF_ORIGIN: line.origin.model_extra,
                STATED_TRUST: line.trust if not trusted and line.trust != "import" else None,
                STATED_TIER: "pinned" if is_pin else None,
            },
            sealed,
            kinds,
        ),
    )
    return memory, tuple(dict.fromkeys(kinds))


def kept_aside(
    values: Mapping[str, object], sealed: Sealed | None = None, kinds: list[str] | None = None
) -> dict[str, object]:
    """What a row keeps for the round trip alone, without what is empty, secret or private.

    Args:
        values: by name, as JSON says it.
        sealed: texts that were private or secret when they were first met.
        kinds: takes the kinds of what was taken out.

    Raises:
        InvalidInput: it is more than a row keeps, or JSON cannot say it.
    """
    kept = {name: value for name, value in values.items() if value}
    try:
        document = json.dumps(kept, allow_nan=False, ensure_ascii=False) if kept else ""
    except (ValueError, RecursionError):
        raise InvalidInput("a field that is not known here holds what JSON cannot say") from None
    if len(document) > _UNKNOWN_CHARACTERS:
        raise InvalidInput(f"fields that are not known here take more than {_UNKNOWN_CHARACTERS:,} characters")
    found: list[str] = [] if kinds is None else kinds
    return {name: _redacted(value, sealed, found, name) for name, value in kept.items()}


def _redacted(value: object, sealed: Sealed | None, kinds: list[str], name: str = "") -> object:
    """A value of JSON without secrets and private parts; told of is what a text under a secret's name says too."""
    if isinstance(value, dict):
        return {
            _redacted_text(str(key), sealed, kinds): _redacted(one, sealed, kinds, str(key))
            for key, one in value.items()
        }
    if isinstance(value, list):
        return [_redacted(one, sealed, kinds, name) for one in value]
    if not isinstance(value, str) or not value:
        return value
    named = f"{name}={value}"
    safe = intake.redact(named)
    if safe.kinds and not intake.redact(value).kinds:
        kinds += safe.kinds
        return safe.text.removeprefix(f"{name}=")
    return _redacted_text(value, sealed, kinds)


def _redacted_text(text: str, sealed: Sealed | None, kinds: list[str]) -> str:
    safe = intake.redact(text)
    kept, again = sealed.redact(safe.text) if sealed else (safe.text, ())
    kinds += (*safe.kinds, *again)
    return kept


def written(
    memory: Memory,
    key: str | None,
    outcomes: Iterable[tuple[Outcome, Mapping[str, object]]],
    restatements: Iterable[tuple[str, Origin, int, Mapping[str, object]]],
) -> str:
    """A memory as one line of JSON, without a line end.

    Args:
        memory: its live version.
        key: the idempotency key it was stored under.
        outcomes: each with what was kept aside with it.
        restatements: key, origin, time and what was kept aside of each.
    """
    line = asdict(memory)
    for name in ("retired_at", "restated_count", "restated_at"):
        del line[name]
    aside = line.pop("extra")
    if memory.trust == "import":
        line["trust"] = aside.get(STATED_TRUST, memory.trust)
        if memory.tier == "hot" and memory.change != "unpinned":
            line["tier"] = aside.get(STATED_TIER, memory.tier)
    line["origin"] = {**aside.get(UNKNOWN_OF_ORIGIN, {}), **line["origin"]}
    line["key"] = key
    line["outcomes"] = [_written_outcome(one, more) for one, more in outcomes]
    line["restatements"] = [
        {**_texts(more, UNKNOWN), "key": key, "origin": {**_texts(more, UNKNOWN_OF_ORIGIN), **asdict(origin)}, "at": at}
        for key, origin, at, more in restatements
    ]
    return _shown(json.dumps({**aside.get(UNKNOWN, {}), **line}, ensure_ascii=False, sort_keys=True))


def _written_outcome(one: Outcome, aside: Mapping[str, object]) -> dict[str, object]:
    known = {name: getattr(one, name) for name in OutcomeLine.model_fields if name != "reinstated_at"}
    if one.retired_at is None:
        del known["retired_at"], known[WITHDRAWN]
    if aside.get(REINSTATED):
        known["reinstated_at"] = aside[REINSTATED]
    return {
        **_texts(aside, UNKNOWN),
        **known,
        "evidence": dict(one.evidence),
        "key": free_key(one),
        "counted": bool(one.counted or aside.get(STATED_COUNTED)),
    }


def _texts(aside: Mapping[str, object], name: str) -> dict[str, object]:
    value = aside.get(name)
    return dict(value) if isinstance(value, dict) else {}


def _shown(document: str) -> str:
    """The document with hidden characters escaped; in JSON they can stand in texts alone."""
    if document.isprintable():
        return document
    return "".join(json.dumps(char)[1:-1] if is_hidden(char) else char for char in document)
