"""Beads: issues closed and opened again, from its JSONL export or its SQLite file, of 2025 and of 2026.

An outcome comes from a close, and its reason is read by meaning. Tombstones, duplicates and what a reopened issue still
carries from its first close say nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone

from hardwon.errors import StoreError
from hardwon.outcomes.evidence.pieces import key_of
from hardwon.outcomes.trackers.base import Closing, Memory, Open, Sync, mark_of, read_bytes, string
from hardwon.outcomes.trackers.beads_files import Place, find
from hardwon.outcomes.trackers.close_reasons import NEUTRAL, classify_close_reason
from hardwon.store.foreign import foreign_copy
from hardwon.text.clean import clean_text, one_line

__all__ = ["Bead", "classify_close_reason", "find", "instant", "memories_in", "read_beads", "sync"]

SOURCE = "beads"
_CLOSED = frozenset({"closed", "resolved", "done"})
_ACTIVE = frozenset({"in_progress", "hooked"})
_GONE = frozenset({"tombstone"})
_ISSUES_MAX = 200_000
_LINE_MAX = 4 << 20
_TITLE_MAX, _REASON_MAX = 200, 400
_COLUMNS = (
    "id",
    "title",
    "status",
    "created_at",
    "updated_at",
    "closed_at",
    "close_reason",
    "closed_by_session",
    "started_at",
    "is_template",
    "duplicate_of",
    "assignee",
)
_EDGE = ("issue_id", "type")
_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?\s*(Z|UTC|[+-]\d\d:?\d\d)?")


@dataclass(frozen=True, kw_only=True, slots=True)
class Bead:
    """One issue.

    Attributes:
        status: as Beads writes it. reason: of its last close. session: that closed it.
        times in milliseconds, 0 when unknown.
    """

    id: str
    title: str = ""
    status: str = ""
    reason: str = ""
    session: str = ""
    is_duplicate: bool = False
    created: str = ""
    updated_at: int = 0
    closed_at: int = 0
    started_at: int = 0

    @property
    def is_closed(self) -> bool:
        """Whether it is closed now."""
        return self.status in _CLOSED

    @property
    def verdict(self) -> str:
        """worked, failed or neutral."""
        return NEUTRAL if self.is_duplicate else classify_close_reason(self.reason)

    @property
    def key(self) -> str:
        """Stable over exports, databases and clones."""
        return key_of("bead", self.id, instant(self.created) or self.created)


def sync(place: Place, state: str = "", *, anew: bool = False) -> Sync:
    """Look for issues that were closed, or opened again, since the last look.

    Args:
        place: where they are (`find`).
        state: what the last look returned, "" for the first.
        anew: read the files even where nothing has changed, for the issues that are open.
    """
    memory = Memory.read(state)
    files = (place.lines or place.database, place.database and place.database + "-wal", place.interactions)
    marks = {path: mark_of(path) for path in files if path}
    if marks == memory.marks and marks and not anew:
        return Sync(state=state, changed=False)
    if place.note:
        return Sync(notes=(place.note,), state=state)
    notes: list[str] = []
    try:
        beads = read_beads(place, notes)
    except StoreError as error:
        return Sync(notes=(str(error),), state=state)
    memory.marks = marks
    closings: list[Closing] = []
    withdrawn: list[str] = []
    tasks: list[Open] = []
    present: list[str] = []
    for bead in beads:
        if bead.status in _GONE:
            continue
        key = bead.key
        present.append(key)
        if bead.is_closed:
            verdict = bead.verdict
            fresh, gone = memory.close(key, verdict)
            if fresh:
                closings.append(_closing(bead, key, fresh, verdict))
        else:
            gone = memory.reopen(key)
            tasks.append(_open(bead, key))
        if gone:
            withdrawn.append(gone)
    return Sync(
        closings=tuple(closings),
        withdrawn=tuple(withdrawn),
        tasks=tuple(tasks),
        present=frozenset(present),
        notes=tuple(notes),
        state=memory.text(),
    )


def _closing(bead: Bead, key: str, fresh: str, verdict: str) -> Closing:
    return Closing(
        key=fresh,
        task=key,
        source=SOURCE,
        id=bead.id,
        title=bead.title,
        verdict=verdict,
        reason=bead.reason,
        status=bead.status,
        session_id=bead.session,
        at_ms=bead.closed_at,
        started_at_ms=bead.started_at,
    )


def _open(bead: Bead, key: str) -> Open:
    return Open(
        key=key,
        source=SOURCE,
        id=bead.id,
        title=bead.title,
        status=bead.status,
        is_active=bead.status in _ACTIVE,
        started_at_ms=bead.started_at,
        at_ms=bead.updated_at,
    )


def read_beads(place: Place, notes: list[str]) -> list[Bead]:
    """Every issue, the newest record of each.

    Args:
        place: where they are.
        notes: gets a line for what could not be read.

    Raises:
        StoreError: the database cannot be read.
    """
    records = _from_lines(place.lines, notes) if place.lines else _from_database(place.database)
    newest: dict[str, Bead] = {}
    for record in records:
        bead = _bead(record)
        if bead is None or len(newest) >= _ISSUES_MAX:
            continue
        known = newest.get(bead.id)
        if known is None or bead.updated_at >= known.updated_at:
            newest[bead.id] = bead
    reasons = _logged_closes(place.interactions)
    return [_with_log(bead, reasons.get(bead.id)) for bead in newest.values()]


# -- sources --------------------------------------------------------------------------------------------------


def _objects(path: str, notes: list[str] | None = None) -> Iterator[Mapping[str, object]]:
    raw = read_bytes(path)
    if raw is None:
        if notes is not None:
            notes.append(f"{one_line(path, 200)} cannot be read; skipped")
        return
    bad = 0
    for line in raw.split(b"\n"):
        if not line.strip(b"\r \t\x00\xef\xbb\xbf"):
            continue
        try:
            value = (
                json.loads(line.lstrip(b"\xef\xbb\xbf").decode("utf-8", "replace")) if len(line) <= _LINE_MAX else None
            )
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            yield value
        else:  # cut lines, and what a merge left
            bad += 1
    if bad and notes is not None:
        name, lines = one_line(path.rpartition("/")[2], 80), "line" if bad == 1 else "lines"
        notes.append(f"{bad} {lines} of {name} hold{'s' if bad == 1 else ''} no issue; skipped")


def _from_lines(path: str, notes: list[str]) -> Iterator[Mapping[str, object]]:
    for value in _objects(path, notes):
        if value.get("_type", "issue") == "issue":
            yield value


def _from_database(path: str) -> list[Mapping[str, object]]:
    with foreign_copy(path) as database:
        known = database.columns("issues")
        columns = [name for name in _COLUMNS if name in known]
        if "id" not in columns or "status" not in columns:
            raise StoreError(f"{one_line(path, 200)} holds no issues of Beads")
        rows = database.rows("issues", columns, limit=_ISSUES_MAX)
        records: dict[str, dict[str, object]] = {str(row[0]): dict(zip(columns, row, strict=True)) for row in rows}
        if set(_EDGE) <= set(database.columns("dependencies")):
            for id, kind in database.rows("dependencies", _EDGE, limit=_ISSUES_MAX):
                if kind == "duplicates" and str(id) in records:
                    records[str(id)]["duplicate_of"] = "another"
    return list(records.values())


def _logged_closes(path: str) -> dict[str, tuple[str, int]]:
    """The reason and time of each issue's last close in the audit log."""
    closes: dict[str, tuple[str, int]] = {}
    for value in _objects(path) if path else ():
        extra = value.get("extra")
        if value.get("kind") != "field_change" or not isinstance(extra, dict):
            continue
        if extra.get("field") == "status" and string(extra, "new_value").strip().lower() in _CLOSED:
            reason = string(extra, "reason") or string(value, "reason")
            closes[string(value, "issue_id")] = (reason, instant(string(value, "created_at")))
    return closes


def memories_in(place: Place) -> list[tuple[str, str]]:
    """What an export carries as Beads' own memories, (key, text) each; taken over only when a person asks."""
    found = []
    for value in _objects(place.lines) if place.lines else ():
        if value.get("_type") == "memory" and string(value, "value").strip():
            found.append((one_line(string(value, "key"), _TITLE_MAX), clean_text(string(value, "value"))))
    return found


# -- one record -----------------------------------------------------------------------------------------------


def _bead(record: Mapping[str, object]) -> Bead | None:
    id = one_line(string(record, "id"), 80)
    if not id or record.get("is_template") in (True, 1):
        return None
    return Bead(
        id=id,
        title=one_line(string(record, "title"), _TITLE_MAX),
        status=string(record, "status").strip().lower(),
        reason=one_line(string(record, "close_reason"), _REASON_MAX),
        session=one_line(string(record, "closed_by_session"), 100),
        is_duplicate=bool(record.get("duplicate_of")) or _points_to_original(record.get("dependencies")),
        created=string(record, "created_at"),
        updated_at=instant(string(record, "updated_at")),
        closed_at=instant(string(record, "closed_at")),
        started_at=instant(string(record, "started_at")),
    )


def _points_to_original(dependencies: object) -> bool:
    edges: Iterable[object] = dependencies if isinstance(dependencies, list) else ()
    return any(isinstance(edge, dict) and edge.get("type") == "duplicates" for edge in edges)


def _with_log(bead: Bead, close: tuple[str, int] | None) -> Bead:
    if close is None or not bead.is_closed:
        return bead
    reason, at = close
    return replace(bead, reason=bead.reason or one_line(reason, _REASON_MAX), closed_at=bead.closed_at or at)


def instant(text: str) -> int:
    """A time as milliseconds since 1970 in UTC; 0 for none, for year 1 and for what is no time.

    JSON has offsets or Z, SQLite a blank and no zone (UTC), Go a blank before the offset.
    """
    if not text:
        return 0
    try:
        known = datetime.fromisoformat(text)
        return max(int((known if known.tzinfo else known.replace(tzinfo=UTC)).timestamp() * 1000), 0)
    except (ValueError, OverflowError):
        return _odd_instant(text)


def _odd_instant(text: str) -> int:
    match = _TIME.match(text)
    if match is None:
        return 0
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    micro = int((match[7] or "0").ljust(6, "0")[:6])
    zone = match[8] or "Z"
    try:
        offset = timezone(_offset(zone)) if zone[0] in "+-" else UTC
        moment = datetime(year, month, day, hour, minute, second, micro, tzinfo=offset)
        return max(int(moment.timestamp() * 1000), 0)
    except (ValueError, OverflowError):
        return 0


def _offset(zone: str) -> timedelta:
    digits = zone[1:].replace(":", "")
    size = timedelta(hours=int(digits[:2]), minutes=int(digits[2:4]))
    return -size if zone[0] == "-" else size
