"""What was written to a file since a place in it, for those who look on. Purged memories leave no trace here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardwon.store.database import Database


@dataclass(frozen=True)
class Place:
    """How far somebody has looked: rows of versions, outcomes and questions, and the latest decision's time."""

    versions: int = 0
    outcomes: int = 0
    questions: int = 0
    decided_at: int = 0


@dataclass(frozen=True, kw_only=True)
class Change:
    """One thing that was written.

    Attributes:
        kind: memory, outcome or proposal.
        data: its id and what became of it; never its text.
        place: how far one has looked with it.
    """

    kind: str
    data: dict[str, object]
    place: Place


def end_of(database: Database) -> Place:
    """The place after everything."""
    first = database.row(
        """SELECT (SELECT max(row) FROM versions), (SELECT max(rowid) FROM outcomes),
        (SELECT max(rowid) FROM proposals), (SELECT max(decided_at) FROM proposals)"""
    )
    return Place(*(int(value or 0) for value in first or ()))  # type: ignore[call-overload]


def since(database: Database, projects: Sequence[str], place: Place, limit: int) -> Iterator[Change]:
    """What was written after a place, by kind in the order it was written.

    Args:
        database: an open store.
        projects: whose memories; none for all of the file.
        place: where to go on.
        limit: the most of each kind.
    """
    scope = f"IN ({','.join('?' * len(projects))})" if projects else "IS NOT NULL"
    rows = database.rows(
        f"""SELECT row, memory_id, number, change, status, project, category FROM versions
        WHERE row > ? AND project {scope} ORDER BY row LIMIT ?""",
        (place.versions, *projects, limit),
    )
    names = ("id", "version", "change", "status", "project", "category")
    for number, *values in rows:
        place = Place(_int(number), place.outcomes, place.questions, place.decided_at)
        yield Change(kind="memory", data=dict(zip(names, values, strict=True)), place=place)
    rows = database.rows(
        f"""SELECT o.rowid, o.id, o.memory_id, o.verdict, o.source, o.counted FROM outcomes o
        JOIN memories m ON m.id = o.memory_id WHERE o.rowid > ? AND m.project {scope} ORDER BY o.rowid LIMIT ?""",
        (place.outcomes, *projects, limit),
    )
    for number, id, memory_id, verdict, source, counted in rows:
        place = Place(place.versions, _int(number), place.questions, place.decided_at)
        data = {"id": id, "memory_id": memory_id, "verdict": verdict, "source": source, "counted": bool(counted)}
        yield Change(kind="outcome", data=data, place=place)
    yield from _questions(database, scope, projects, place, limit)


def _questions(database: Database, scope: str, projects: Sequence[str], place: Place, limit: int) -> Iterator[Change]:
    columns = "id, kind, subject, state, project"
    for column, after in (("rowid", place.questions), ("decided_at", place.decided_at)):
        rows = database.rows(
            f"""SELECT {column}, {columns} FROM proposals WHERE {column} > ? AND project {scope}
            ORDER BY {column} LIMIT ?""",
            (after, *projects, limit),
        )
        for number, *values in rows:
            questions, decided_at = place.questions, place.decided_at
            questions, decided_at = (_int(number), decided_at) if column == "rowid" else (questions, _int(number))
            place = Place(place.versions, place.outcomes, questions, decided_at)
            yield Change(kind="proposal", data=dict(zip(columns.split(", "), values, strict=True)), place=place)


def _int(value: object) -> int:
    return int(value)  # type: ignore[call-overload,no-any-return]
