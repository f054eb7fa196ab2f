"""Every text that a store holds, to be looked at again, and what takes one out of all its versions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardwon.store.database import Database
from hardwon.store.memories import around_of, split_of, text_hash
from hardwon.store.spaces import forget_vectors


@dataclass(frozen=True, kw_only=True)
class Texts:
    """The texts of one version.

    Attributes:
        row: the version's number in the file.
        memory_id, number: which version it is.
        is_live: whether it is the one that counts now.
    """

    row: int
    memory_id: str
    number: int
    is_live: bool
    content: str
    title: str
    tags: tuple[str, ...]
    files: tuple[str, ...]
    surroundings: str


# Texts that are no memory's: table, column, and what stands there when one is taken out.
ELSEWHERE = (
    ("sessions", "summary", ""),
    ("outcomes", "reason", ""),
    ("outcomes", "evidence", "{}"),
    ("tasks", "title", ""),
    ("tasks", "reason", ""),
)


def versions(database: Database, projects: Sequence[str] = ()) -> Iterator[Texts]:
    """Every version of some projects' memories; none named means all of the file."""
    scope = f"WHERE project IN ({','.join('?' * len(projects))})" if projects else ""
    rows = database.rows(
        f"""SELECT row, memory_id, number, retired_at IS NULL, content, title, tags, files, surroundings
        FROM versions {scope} ORDER BY memory_id, number""",
        tuple(projects),
    )
    for row, id, number, live, content, title, tags, files, surroundings in rows:
        yield Texts(
            row=int(row),  # type: ignore[call-overload]
            memory_id=str(id),
            number=int(number),  # type: ignore[call-overload]
            is_live=bool(live),
            content=str(content),
            title=str(title),
            tags=tuple(json.loads(str(tags))),
            files=tuple(json.loads(str(files))),
            surroundings=str(surroundings),
        )


def replace(database: Database, texts: Texts) -> None:
    """Write other texts into a version that counts no longer, inside a transaction."""
    database.change(
        """UPDATE versions SET content = ?, title = ?, tags = ?, files = ?, surroundings = ?, around = ?, split = ?,
        text_hash = ? WHERE row = ? AND retired_at IS NOT NULL""",
        (
            texts.content,
            texts.title,
            json.dumps(texts.tags, ensure_ascii=False),
            json.dumps(texts.files, ensure_ascii=False),
            texts.surroundings,
            around_of(texts.surroundings),
            split_of(texts.content, texts.title, texts.tags, texts.files),
            text_hash(texts.content),
            texts.row,
        ),
    )


def forget_meaning(database: Database, memory_id: str) -> None:
    """Drop the vectors of a memory: they were made from what was taken out."""
    forget_vectors(database, memory_id)


def elsewhere(database: Database) -> Iterator[tuple[str, str, int, str, str]]:
    """(table, column, row, text, what stands there instead) of every text that is no memory's."""
    tables = {str(name) for (name,) in database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    for table, column, empty in ELSEWHERE:
        if table in tables:
            for row, text in database.rows(f"SELECT rowid, {column} FROM {table} WHERE {column} <> ?", (empty,)):
                yield table, column, int(row), str(text), empty  # type: ignore[call-overload]


def clear(database: Database, table: str, column: str, row: int, empty: str) -> None:
    """Take one of those texts out, inside a transaction; a session's summary goes with its row."""
    if table == "sessions":
        database.change("DELETE FROM sessions WHERE rowid = ?", (row,))
    else:
        database.change(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (empty, row))
