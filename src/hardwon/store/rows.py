"""What the rows of a store have to be, so that one read from a damaged file can be told from noise, and made fit.

A row whose words cannot be trusted is kept but marked; one that nothing could be done with is None.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardwon.models import CATEGORIES, STATUSES, TIERS, VERDICTS
from hardwon.store import sessions
from hardwon.store.database import Database
from hardwon.store.memories import around_of, origin_of, split_of, text_hash
from hardwon.store.pages import Value
from hardwon.text.clean import clean_text

Row = dict[str, Value]

MADE_ANEW = ("counters", "migrations", "vector_removals")
_TIME_MAX = 1 << 53
_TYPES: dict[str, tuple[type, ...]] = {"INTEGER": (int,), "TEXT": (str,), "REAL": (float, int), "BLOB": (bytes,)}


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A table as its rows show it.

    Attributes:
        name: the table's.
        columns: name, type, whether it may be NULL, and its default, in order.
        number: the column that is the row's number, "" for none; a row holds NULL there.
    """

    name: str
    columns: tuple[tuple[str, str, bool, Value], ...]
    number: str

    @property
    def names(self) -> list[str]:
        """The columns."""
        return [column[0] for column in self.columns]

    def row(self, number: int, values: Sequence[Value]) -> Row | None:
        """The row that some values are, None when they are another table's; columns added later get their default.

        Args:
            number: the row's number.
            values: as they stand in the record.
        """
        if not len(values) <= len(self.columns):
            return None
        found: Row = {}
        for index, (name, kind, nullable, default) in enumerate(self.columns):
            if index >= len(values) and default is None and not nullable:
                return None
            value = values[index] if index < len(values) else default
            if name == self.number:
                if value not in (None, number):
                    return None
                value = number
            elif not (nullable if value is None else isinstance(value, _TYPES[kind])):
                return None
            found[name] = value
        return found


def shapes(database: Database) -> list[Shape]:
    """The tables of a sound store that hold what cannot be made from others.

    Args:
        database: an open store of the present schema.
    """
    tables = database.rows(
        """SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
        AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT LIKE 'memory!_fts!_%' ESCAPE '!'
        AND name NOT LIKE 'bits!_%' ESCAPE '!' ORDER BY rowid"""
    )
    return [_shape(database, str(name)) for (name,) in tables if name not in MADE_ANEW]


def _shape(database: Database, table: str) -> Shape:
    columns, number = [], ""
    for _, name, kind, required, default, key in database.rows(f'PRAGMA table_info ("{table}")'):
        if key and kind == "INTEGER":
            number = str(name)
        columns.append((str(name), str(kind), not required and not key, _default(default)))
    return Shape(name=table, columns=tuple(columns), number=number)


def _default(sql: object) -> Value:
    text = None if sql is None else str(sql)
    if text is None:
        return None
    return text[1:-1].replace("''", "'") if text.startswith("'") else int(text)


def mended(table: str, row: Row) -> Row | None:
    """A row as it can be stored, None when it is none.

    Args:
        table: the table it is of.
        row: its columns; those made from others are made anew.
    """
    mend = _MENDERS.get(table)
    return mend(row) if mend else row


def is_garbled(row: Row) -> bool:
    """Whether a version's text is not the one that was stored."""
    return text_hash(str(row["content"])) != row["text_hash"]


def _version(row: Row) -> Row | None:
    content = clean_text(str(row["content"]))
    if not content or not _is_id(row["memory_id"]) or not row["project"] or not _are_times(row):
        return None
    tags, files = _list(row["tags"]), _list(row["files"])
    title, surroundings = clean_text(str(row["title"])), clean_text(str(row["surroundings"]))
    own: Row = {
        "content": content,
        "title": title,
        "surroundings": surroundings,
        "tags": json.dumps(tags, ensure_ascii=False),
        "files": json.dumps(files, ensure_ascii=False),
        "category": row["category"] if row["category"] in CATEGORIES else "general",
        "status": row["status"] if row["status"] in STATUSES else "quarantined",
        "tier": row["tier"] if row["tier"] in TIERS else "hot",
        "origin": row["origin"] if _is_origin(row["origin"]) else "{}",
        "extra": row["extra"] if _is_object(row["extra"]) else "{}",
        "text_hash": text_hash(content),
    }
    return {**row, **own, "around": around_of(surroundings), "split": split_of(content, title, tags, files)}


def _are_times(row: Row) -> bool:
    given = [row[name] for name in ("valid_from", "valid_to", "recorded_at", "retired_at")]
    return all(time is None or (isinstance(time, int) and abs(time) < _TIME_MAX) for time in given)


def _memory(row: Row) -> Row | None:
    return row if _is_id(row["id"]) and row["project"] else None


def _restatement(row: Row) -> Row | None:
    return row if _is_id(row["memory_id"]) and _is_origin(row["origin"]) and _is_object(row["extra"]) else None


def _outcome(row: Row) -> Row | None:
    weight = row["weight"]
    is_sound = (
        _is_id(row["id"])
        and _is_id(row["memory_id"])
        and row["verdict"] in VERDICTS
        and isinstance(weight, int | float)
        and weight > 0
        and row["counted"] in (0, 1)
        and _is_object(row["evidence"])
        and _is_object(row["extra"])
    )
    return row if is_sound else None


def _session(row: Row) -> Row | None:
    return row if sessions.is_summary(str(row["summary"])) else None


def _space(row: Row) -> Row | None:
    """A space whose index is made anew, and which may miss vectors now."""
    return {**row, "state": "filling", "indexed_seq": 0, "indexed_removal": 0}


def _is_id(value: Value) -> bool:
    return isinstance(value, str) and bool(value) and value.isprintable()


def _is_object(value: Value) -> bool:
    try:
        return isinstance(json.loads(str(value)), dict)
    except (ValueError, RecursionError):
        return False


def _is_origin(value: Value) -> bool:
    try:
        origin_of(value)
    except (ValueError, TypeError, RecursionError):
        return False
    return _is_object(value)


def _list(value: Value) -> list[str]:
    try:
        found = json.loads(str(value))
    except (ValueError, RecursionError):
        return []
    return [clean_text(item) for item in found if isinstance(item, str)] if isinstance(found, list) else []


_MENDERS: dict[str, Callable[[Row], Row | None]] = {
    "memories": _memory,
    "versions": _version,
    "restatements": _restatement,
    "outcomes": _outcome,
    "sessions": _session,
    "spaces": _space,
}
