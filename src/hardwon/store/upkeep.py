"""What upkeep reads of all memories at once, its journal, its lease and its marks: one function a statement."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardwon.store.database import Database
from hardwon.store.holders import is_over
from hardwon.store.memories import origin_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """A live memory as upkeep sees it.

    Attributes:
        row: of its live version. number: of that version.
        text_hash: equal for memories that say the same.
        valid_from: when its words were said: when it began to hold, or was reworded last.
        outcome_count: outcomes that count. given_count: how often a session was given it.
        who: who said it. session_id: where.
    """

    row: int
    id: str
    number: int
    project: str
    category: str
    content: str
    title: str
    tags: tuple[str, ...]
    files: tuple[str, ...]
    confidence: float | None
    trust: str
    status: str
    tier: str
    held: bool
    text_hash: int
    valid_from: int
    created_at: int
    recorded_at: int
    who: str
    restated_count: int
    last_said_at: int
    outcome_count: int
    given_count: int


_KNOWN = """SELECT v.row, v.memory_id, v.number, v.project, v.category, v.content, v.title, v.tags, v.files,
    v.confidence, v.trust, v.status, v.tier, v.legal_hold, v.text_hash, CASE WHEN v.number = 1
    THEN v.valid_from ELSE max(v.valid_from, coalesce((SELECT max(w.recorded_at) FROM versions w
    WHERE w.memory_id = v.memory_id AND w.change IN ('edited', 'corrected')), 0)) END, m.created_at, v.recorded_at,
    v.origin FROM versions v JOIN memories m ON m.id = v.memory_id WHERE v.retired_at IS NULL"""


def known_memories(
    database: Database, project: str = "", *, statuses: Sequence[str] = ("active",), after: int = 0
) -> list[Known]:
    """Live memories in the order of their rows.

    Args:
        database: an open store.
        project: whose; "" for all of the file.
        statuses: statuses that count.
        after: only rows above this number.
    """
    scope = "AND v.project = ?" if project else ""
    rows = database.rows(
        f"{_KNOWN} {scope} AND v.row > ? AND v.status IN ({','.join('?' * len(statuses))}) ORDER BY v.row",
        (*((project,) if project else ()), after, *statuses),
    )
    few = len(rows) < 500
    ids = [str(row[1]) for row in rows] if few else None
    said = _counted(database, "SELECT memory_id, count(*), max(at) FROM restatements", ids)
    judged = _counted(
        database, "SELECT memory_id, count(*), max(at) FROM outcomes WHERE counted = 1 AND retired_at IS NULL", ids
    )
    given = _counted(database, "SELECT memory_id, count(*), max(at) FROM injections", ids)
    return [_known(row, said, judged, given) for row in rows]


Counted = dict[str, tuple[int, int]]


def _counted(database: Database, sql: str, ids: list[str] | None) -> Counted:
    values: tuple[object, ...] = ()
    if ids is not None:
        joint = " AND" if " WHERE " in sql else " WHERE"
        sql += f"{joint} memory_id IN ({','.join('?' * len(ids))})"
        values = tuple(ids)
    rows = database.rows(f"{sql} GROUP BY memory_id", values)
    return {str(id): (int(count), int(at)) for id, count, at in rows}  # type: ignore[call-overload]


def _known(row: tuple[object, ...], said: Counted, judged: Counted, given: Counted) -> Known:
    (number_of_row, id, number, project, category, content, title, tags, files, confidence, trust, status, tier, held,
     text_hash, valid_from, created_at, recorded_at, origin) = row  # fmt: skip
    key = str(id)
    restated, said_at = said.get(key, (0, 0))
    return Known(
        row=int(number_of_row),  # type: ignore[call-overload]
        id=key,
        number=int(number),  # type: ignore[call-overload]
        project=str(project),
        category=str(category),
        content=str(content),
        title=str(title),
        tags=() if tags == "[]" else tuple(json.loads(str(tags))),
        files=() if files == "[]" else tuple(json.loads(str(files))),
        confidence=None if confidence is None else float(confidence),  # type: ignore[arg-type]
        trust=str(trust),
        status=str(status),
        tier=str(tier),
        held=bool(held),
        text_hash=int(text_hash),  # type: ignore[call-overload]
        valid_from=int(valid_from),  # type: ignore[call-overload]
        created_at=int(created_at),  # type: ignore[call-overload]
        recorded_at=int(recorded_at),  # type: ignore[call-overload]
        who="user" if origin == "{}" else origin_of(origin).who,
        restated_count=restated,
        last_said_at=max(said_at, int(created_at)),  # type: ignore[call-overload]
        outcome_count=judged.get(key, (0, 0))[0],
        given_count=given.get(key, (0, 0))[0],
    )


def newest_row(database: Database) -> int:
    """The highest row number of a version."""
    found = database.row("SELECT max(row) FROM versions")
    return int(found[0] or 0) if found else 0  # type: ignore[call-overload]


def vectors_of(database: Database, space: int, rows: Sequence[int] | None = None) -> dict[int, bytes]:
    """The 8-bit vectors of live versions by row.

    Args:
        database: an open store.
        space: the space's number.
        rows: only these; all where None.
    """
    sql = "SELECT row, vec FROM vectors WHERE space = ? AND live = 1"
    values: tuple[object, ...] = (space,)
    if rows is not None:
        sql += f" AND row IN ({','.join('?' * len(rows))})"
        values = (space, *rows)
    return {int(row): bytes(vec) for row, vec in database.rows(sql, values)}  # type: ignore[call-overload]


def vector_chunks(database: Database, space: int, size: int = 8192) -> Iterator[tuple[list[int], bytes]]:
    """The vectors of live versions, some at a time: their rows, and all their values one after the other.

    Args:
        database: an open store.
        space: the space's number.
        size: the most vectors in a chunk.
    """
    last = 0
    while True:
        found = database.rows(
            "SELECT seq, row, vec FROM vectors WHERE space = ? AND live = 1 AND seq > ? ORDER BY seq LIMIT ?",
            (space, last, size),
        )
        if not found:
            return
        last = int(found[-1][0])  # type: ignore[call-overload]
        yield [int(row) for _, row, _ in found], b"".join(vec for _, _, vec in found)  # type: ignore[call-overload,misc]


def rows_with(database: Database, expression: str, limit: int) -> list[int]:
    """Rows of live versions that fit an expression of the word index best."""
    found = database.rows(
        "SELECT rowid FROM memory_fts WHERE memory_fts MATCH ? ORDER BY rank LIMIT ?", (expression, limit)
    )
    return [int(row[0]) for row in found]  # type: ignore[call-overload]


def known_at_rows(database: Database, rows: Sequence[int], project: str) -> list[Known]:
    """The live active memories at some rows, of one project."""
    if not rows:
        return []
    marks = ",".join("?" * len(rows))
    found = database.rows(
        f"{_KNOWN} AND v.status = 'active' AND v.project = ? AND v.row IN ({marks}) ORDER BY v.row", (project, *rows)
    )
    return [_known(row, {}, {}, {}) for row in found]


# -- the journal ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Applied:
    """One change that upkeep made to one memory.

    Attributes:
        run: what it was made in: a run of maintenance, a decision, the memory whose storing made it.
        kind: superseded, duplicate, cold, lifted, folded, archived, restored, merged, ...
        before, after: numbers of the versions.
        other_id: the memory it gave way to, "" for none.
        actor: itself, person or agent.
    """

    id: str
    project: str
    run: str
    kind: str
    memory_id: str
    before: int
    after: int
    other_id: str = ""
    reason: str = ""
    actor: str = "itself"
    at: int
    undone_at: int | None = None


_APPLIED = "id, project, run, kind, memory_id, before, after, other_id, reason, actor, at, undone_at"


def insert_applied(database: Database, one: Applied) -> None:
    """Note a change, in the transaction that makes it."""
    database.change(
        f"INSERT INTO applied ({_APPLIED}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            one.id, one.project, one.run, one.kind, one.memory_id, one.before, one.after, one.other_id, one.reason,
            one.actor, one.at, one.undone_at,
        ),
    )  # fmt: skip


def applied(
    database: Database,
    projects: Sequence[str],
    *,
    limit: int = 50,
    id: str = "",
    run: str = "",
    open_only: bool = False,
) -> list[Applied]:
    """Changes that upkeep made, the latest first.

    Args:
        database: an open store.
        projects: whose; none for all of the file.
        limit: the most.
        id, run: the beginning of one's id; one run.
        open_only: only those that were not taken back.
    """
    where, values = ["1"], []
    if projects:
        where.append(f"project IN ({','.join('?' * len(projects))})")
        values += list(projects)
    if id:
        where.append("substr(id, 1, ?) = ?")
        values += [len(id), id]  # type: ignore[list-item]
    if run:
        where.append("run = ?")
        values.append(run)
    if open_only:
        where.append("undone_at IS NULL")
    rows = database.rows(
        f"SELECT {_APPLIED} FROM applied WHERE {' AND '.join(where)} ORDER BY at DESC, rowid DESC LIMIT ?",
        (*values, limit),
    )
    names = _APPLIED.split(", ")
    return [Applied(**dict(zip(names, row, strict=True))) for row in rows]  # type: ignore[arg-type]


def applied_to(database: Database, memory_id: str, limit: int) -> list[Applied]:
    """Changes that upkeep made to a memory, or to others that gave way to it, the latest first."""
    rows = database.rows(
        f"""SELECT {_APPLIED} FROM applied WHERE memory_id = ? OR other_id = ? ORDER BY at DESC, rowid DESC LIMIT ?""",
        (memory_id, memory_id, limit),
    )
    names = _APPLIED.split(", ")
    return [Applied(**dict(zip(names, row, strict=True))) for row in rows]  # type: ignore[arg-type]


def mark_undone(database: Database, id: str, at: int) -> bool:
    """Note that a change was taken back; False when it was before."""
    return database.change("UPDATE applied SET undone_at = ? WHERE id = ? AND undone_at IS NULL", (at, id)) > 0


# -- records that move along ---------------------------------------------------------------------------------


def copy_record(database: Database, source: str, target: str, step: str, at: int) -> None:
    """Give a memory the record of the one that says the same; searches of earlier moments do not count it.

    Args:
        database: an open store, inside a transaction.
        source, target: ids.
        step: the id of the change this belongs to; marks what it brought.
        at: now.
    """
    moved = json.dumps({"moved_at": at, "moved_by": step})
    database.change(
        """INSERT INTO outcomes (id, memory_id, verdict, weight, source, counted, reason, evidence, key, at, extra)
        SELECT substr(?1 || '-' || id, 1, 60), ?2, verdict, weight, source, counted, reason, ?3, key, at, extra
        FROM outcomes WHERE memory_id = ?4 AND retired_at IS NULL ON CONFLICT DO NOTHING""",
        (step, target, moved, source),
    )
    database.change(
        """INSERT INTO restatements (key, memory_id, origin, at, extra) SELECT key, ?1, origin, at, ?2
        FROM restatements WHERE memory_id = ?3 ON CONFLICT DO NOTHING""",
        (target, moved, source),
    )
    database.change(
        """INSERT INTO restatements (key, memory_id, origin, at, extra)
        SELECT 'merged:' || m.id, ?1, v.origin, m.created_at, ?2 FROM memories m
        JOIN versions v ON v.memory_id = m.id AND v.number = 1 WHERE m.id = ?3 ON CONFLICT DO NOTHING""",
        (target, moved, source),
    )


def take_record_back(database: Database, step: str, at: int) -> None:
    """Undo `copy_record`: outcomes end now, restatements go."""
    database.change(
        "UPDATE outcomes SET retired_at = ? WHERE retired_at IS NULL AND json_extract(evidence, '$.moved_by') = ?",
        (at, step),
    )
    database.change("DELETE FROM restatements WHERE json_extract(extra, '$.moved_by') = ?", (step,))


# -- leases and marks ----------------------------------------------------------------------------------------


def take_lease(database: Database, name: str, holder: str, now: int, until: int) -> bool:
    """Take a lease that nobody holds, whose holder let it run out or has ended; False when somebody holds it."""
    with database.atomic():
        database.change("DELETE FROM leases WHERE name = ? AND (until <= ? OR holder = ?)", (name, now, holder))
        held = database.row("SELECT holder FROM leases WHERE name = ?", (name,))
        if held is not None and is_over(str(held[0])):
            database.change("DELETE FROM leases WHERE name = ?", (name,))
        return (
            database.change(
                "INSERT INTO leases (until, name, holder) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (until, name, holder),
            )
            > 0
        )


def holds_lease(database: Database, name: str, holder: str) -> bool:
    """Whether a lease is still this holder's; ask inside the transaction that relies on it."""
    return database.row("SELECT 1 FROM leases WHERE name = ? AND holder = ?", (name, holder)) is not None


def release_lease(database: Database, name: str, holder: str) -> None:
    """Give a lease back."""
    with database.atomic():
        database.change("DELETE FROM leases WHERE name = ? AND holder = ?", (name, holder))


def stale_leases(database: Database, now: int) -> list[tuple[str, str, int]]:
    """(name, holder, until) of leases whose holder let them run out; none in a file of an older schema."""
    if database.row("SELECT 1 FROM sqlite_schema WHERE name = 'leases'") is None:
        return []
    rows = database.rows("SELECT name, holder, until FROM leases WHERE until <= ? ORDER BY name", (now,))
    return [(str(name), str(holder), int(until)) for name, holder, until in rows]  # type: ignore[call-overload]


def drop_stale_leases(database: Database, now: int) -> int:
    """Remove them; tell how many."""
    with database.atomic():
        return database.change("DELETE FROM leases WHERE until <= ?", (now,))


def mark(database: Database, name: str) -> int:
    """How far something got, 0 at the beginning."""
    found = database.row("SELECT value FROM marks WHERE name = ?", (name,))
    return int(found[0]) if found else 0  # type: ignore[call-overload]


def set_mark(database: Database, name: str, value: int) -> None:
    """Note how far something got."""
    database.change(
        "INSERT INTO marks (value, name) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (value, name),
    )


def same_mark(space: int) -> str:
    """The mark of the cosine at which two memories say the same in a space, in millionths."""
    return f"same in space {space}"


def related_mark(space: int) -> str:
    """The mark of the cosine from which on two memories are about one subject in a space, in millionths."""
    return f"related in space {space}"


# -- folds ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Fold:
    """An original that a summary stands for.

    Attributes:
        corrections: how often the summary was completed because of it.
        state: hidden, gone (left recall for good), restored.
    """

    original_id: str
    summary_id: str
    project: str
    hidden_at: int
    review_at: int
    corrections: int = 0
    state: str = "hidden"


def put_fold(database: Database, fold: Fold) -> None:
    """Store a fold, in place of an earlier one of that original."""
    database.change("DELETE FROM folds WHERE original_id = ?", (fold.original_id,))
    database.change(
        """INSERT INTO folds (original_id, summary_id, project, hidden_at, review_at, corrections, state)
        VALUES (?, ?, ?, ?, ?, ?, ?)""",
        (
            fold.original_id, fold.summary_id, fold.project, fold.hidden_at, fold.review_at, fold.corrections,
            fold.state,
        ),
    )  # fmt: skip


def folds_due(database: Database, project: str, now: int) -> list[Fold]:
    """Hidden originals of a project whose time has come."""
    rows = database.rows(
        """SELECT original_id, summary_id, project, hidden_at, review_at, corrections, state FROM folds
        WHERE state = 'hidden' AND review_at <= ? AND project = ? ORDER BY review_at, original_id""",
        (now, project),
    )
    names = ("original_id", "summary_id", "project", "hidden_at", "review_at", "corrections", "state")
    return [Fold(**dict(zip(names, row, strict=True))) for row in rows]  # type: ignore[arg-type]
