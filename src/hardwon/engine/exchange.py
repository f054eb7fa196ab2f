"""Export and import: one JSON object a line, merged by id, the newest version winning.

The same lines come out again after an import into an empty store, byte for byte. An imported memory is trusted as
`import` unless the person says otherwise; what it was trusted as before travels along in the field `trust`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hardwon.engine import intake
from hardwon.engine.quick import USER_PROJECT
from hardwon.errors import InvalidInput
from hardwon.models import CATEGORIES, STATUSES, TIERS, TRUSTS, VERDICTS, Memory, Origin, Outcome
from hardwon.store import memories, outcomes
from hardwon.store.database import Database

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

_ORIGINAL_TRUST = "original_trust"
_USER_MARK = "user"
_PROBLEMS_SHOWN = 20
_LINE_BYTES = 4 << 20
Time = Annotated[int, Field(ge=-62_135_596_800_000, le=253_402_300_799_999)]  # years 1 to 9999


class _Line(BaseModel):
    model_config = ConfigDict(extra="allow", strict=False)


class OriginLine(_Line):
    """Who said it, as exported."""

    who: str = "import"
    host: str = ""
    session_id: str = ""
    line: int = 0
    note: str = ""


class OutcomeLine(_Line):
    """One outcome, as exported."""

    id: str = Field(min_length=1, max_length=64)
    verdict: str
    weight: float = Field(default=1.0, gt=0, le=1)
    source: str = "import"
    counted: bool = True
    reason: str = ""
    key: str = Field(min_length=1, max_length=400)
    at: Time


class RestatementLine(_Line):
    """One time a memory was said again, as exported."""

    key: str = Field(min_length=1, max_length=400)
    origin: OriginLine = OriginLine()
    at: Time


class MemoryLine(_Line):
    """One memory, as exported. Only `content` is needed; fields not named here are kept as they are."""

    content: str = Field(min_length=1)
    id: str | None = Field(default=None, pattern=r"^[0-9a-z]{4,32}$")
    project: str | None = None
    category: str = "general"
    title: str = ""
    tags: list[str] = []
    files: list[str] = []
    confidence: float | None = Field(default=None, ge=0, le=1)
    trust: str = "import"
    status: str = "active"
    tier: str = "hot"
    visibility: str = "private"
    principal: str = ""
    legal_hold: bool = False
    origin: OriginLine = OriginLine()
    version: int = Field(default=1, ge=1)
    change: str = "created"
    valid_from: Time | None = None
    valid_to: Time | None = None
    recorded_at: Time | None = None
    created_at: Time | None = None
    key: str | None = None
    outcomes: list[OutcomeLine] = []
    restatements: list[RestatementLine] = []


def export_lines(engine: Engine, *, all_projects: bool = False) -> Iterator[str]:
    """Every live memory of the project and the person, archived ones included, in the order of ids.

    Args:
        engine: an open engine.
        all_projects: also those of other projects.
    """
    for database, projects in engine.stores.scopes(everywhere=all_projects):
        for project in projects or ("",):
            for memory in memories.each_live(database, project):
                yield _exported(database, memory)


def _exported(database: Database, memory: Memory) -> str:
    line = asdict(memory)
    for name in ("retired_at", "restated_count", "restated_at"):
        del line[name]
    extra = line.pop("extra")
    line["trust"] = extra.pop(_ORIGINAL_TRUST, memory.trust)
    origin_extra = extra.pop("origin_extra", {})
    line["origin"] = {**line["origin"], **origin_extra}
    line["key"] = memories.key_of(database, memory.id)
    line["outcomes"] = [
        {name: getattr(one, name) for name in OutcomeLine.model_fields}
        for one in outcomes.outcomes_of(database, memory.id)
    ]
    line["restatements"] = [
        {"key": key, "origin": asdict(origin), "at": at}
        for key, origin, at in memories.restatements(database, memory.id)
    ]
    return json.dumps({**extra, **line}, ensure_ascii=False, sort_keys=True)


def import_lines(engine: Engine, lines: Iterable[str], *, trust: bool = False) -> dict[str, Any]:
    """Merge exported lines into the project's and the person's store, each line whole or not at all.

    Args:
        engine: an open engine.
        lines: JSON objects, one each; blank lines are passed over.
        trust: keep the trust the lines state instead of `import`.

    Returns:
        counts `added`, `updated`, `unchanged`, `kept` (newer or forgotten here) and `refused`, and
        `problems`, one sentence for each of the first lines that were refused.
    """
    report: dict[str, Any] = {"added": 0, "updated": 0, "unchanged": 0, "kept": 0, "refused": 0}
    problems: list[str] = []
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            memory, parsed = _parsed(engine, text, trust)
            what = _merge(engine, memory, parsed)
        except InvalidInput as error:
            what = "refused"
            if len(problems) < _PROBLEMS_SHOWN:
                problems.append(f"line {number}: {error}")
        report[what] += 1
    return {**report, "problems": problems}


def _parsed(engine: Engine, text: str, trust: bool) -> tuple[Memory, MemoryLine]:
    if len(text) > _LINE_BYTES:
        raise InvalidInput("longer than 4 MiB")
    try:
        line = MemoryLine.model_validate_json(text.removeprefix("\ufeff"))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InvalidInput(f"{where + ': ' if where else ''}{first['msg']}") from None
    for value, allowed, name in (
        (line.category, CATEGORIES, "category"),
        (line.status, STATUSES, "status"),
        (line.tier, TIERS, "tier"),
        (line.trust, TRUSTS, "trust"),
        *((one.verdict, VERDICTS, "outcomes.verdict") for one in line.outcomes),
    ):
        if value not in allowed:
            raise InvalidInput(f"{name}: {value[:40]!r} is none of {', '.join(allowed)}")
    return _memory(engine, line, trust), line


def _memory(engine: Engine, line: MemoryLine, trust: bool) -> Memory:
    draft = intake.draft(
        line.content,
        category=line.category,
        title=line.title,
        tags=line.tags,
        files=line.files,
        confidence=line.confidence,
        root="",
    )
    now = engine.clock()
    recorded = line.recorded_at if line.recorded_at is not None else now
    created = line.created_at if line.created_at is not None else min(recorded, now)
    extra = dict(line.model_extra or {})
    if line.origin.model_extra:
        extra["origin_extra"] = dict(line.origin.model_extra)
    if not trust and line.trust != "import":
        extra[_ORIGINAL_TRUST] = line.trust
    known = {field.name for field in fields(Origin)}
    return Memory(
        id=line.id or engine.ids(),
        project=USER_PROJECT if line.project == _USER_MARK else engine.project,
        category=line.category,
        content=draft.content,
        title=draft.title,
        tags=draft.tags,
        files=draft.files,
        confidence=line.confidence,
        trust=line.trust if trust else "import",
        status=line.status,
        tier=line.tier,
        visibility=line.visibility,
        principal=line.principal,
        legal_hold=line.legal_hold,
        origin=Origin(**{key: value for key, value in line.origin.model_dump().items() if key in known}),
        version=line.version,
        change=line.change,
        valid_from=line.valid_from if line.valid_from is not None else created,
        valid_to=line.valid_to,
        recorded_at=recorded,
        created_at=created,
        extra=extra,
    )


def _merge(engine: Engine, memory: Memory, line: MemoryLine) -> str:
    database = engine._writing(memory.project)
    with database.atomic():
        here = memories.live_memory(database, memory.id)
        if here is None:
            twin = None if line.id else memories.id_of_same_text(database, memory.project, memory.content)
            if twin is not None:
                return "unchanged"
            key = line.key
            if key is not None and memories.id_of_key(database, memory.project, key) is not None:
                key = None
            memories.insert_memory(database, memory, key)
            what = "added"
        else:
            what = _newer(database, here, memory)
        fresh = _merge_record(database, memory.id, line)
    return "updated" if what == "unchanged" and fresh else what


def _newer(database: Database, here: Memory, other: Memory) -> str:
    if here.project != other.project:
        raise InvalidInput(f"id: {here.id} belongs to another project here")
    if _same(here, other):
        return "unchanged"
    forgotten = here.status in ("archived", "retired") and other.status == "active"
    if forgotten or here.recorded_at >= other.recorded_at:
        return "kept"
    version = max(here.version + 1, other.version)
    fresh = {**vars(other), "version": version, "created_at": here.created_at, "trust": _least(here, other)}
    memories.retire_live_version(database, here.id, other.recorded_at)
    memories.insert_version(database, Memory(**fresh))
    return "updated"


def _least(here: Memory, other: Memory) -> str:
    """An import never raises the trust of what it replaces."""
    return here.trust if here.content == other.content else other.trust


def _same(here: Memory, other: Memory) -> bool:
    ignored = {"trust", "extra", "restated_count", "restated_at", "origin"}
    names = [field.name for field in fields(Memory) if field.name not in ignored]
    return all(getattr(here, name) == getattr(other, name) for name in names)


def _merge_record(database: Database, memory_id: str, line: MemoryLine) -> bool:
    fresh = False
    for one in line.outcomes:
        fresh |= outcomes.insert_outcome(
            database,
            Outcome(
                id=one.id,
                memory_id=memory_id,
                verdict=one.verdict,
                weight=one.weight,
                source=one.source,
                counted=one.counted,
                reason=intake.short_note(one.reason),
                key=one.key,
                at=one.at,
            ),
        )
    for again in line.restatements:
        origin = Origin(**{key: value for key, value in again.origin.model_dump().items() if key in _ORIGIN_FIELDS})
        fresh |= memories.insert_restatement(database, memory_id, again.key, origin, again.at)
    return fresh


_ORIGIN_FIELDS = {field.name for field in fields(Origin)}

__all__ = ["MemoryLine", "export_lines", "import_lines"]
