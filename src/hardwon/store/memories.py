"""Memories and their versions: one function a statement."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields

from hardwon.errors import StoreDamaged
from hardwon.models import Memory, Origin
from hardwon.store.database import Database
from hardwon.store.fitness import REPAIR
from hardwon.store.spaces import forget_vectors
from hardwon.store.stems import stems
from hardwon.text.kindred import marks_in
from hardwon.text.tokens import pair_terms, same_text, split_terms

_COLUMNS = """v.memory_id, v.project, v.category, v.content, v.title, v.tags, v.files, v.confidence, v.trust,
    v.status, v.tier, v.visibility, v.principal, v.legal_hold, v.origin, v.number, v.change, v.valid_from,
    v.valid_to, v.recorded_at, v.retired_at, m.created_at, v.extra, v.surroundings,
    (SELECT count(*) FROM restatements r WHERE r.memory_id = v.memory_id),
    (SELECT max(at) FROM restatements r WHERE r.memory_id = v.memory_id)"""
_FROM = "FROM versions v JOIN memories m ON m.id = v.memory_id"
_ORIGIN_FIELDS = {field.name for field in fields(Origin)}
_ORIGIN_DEFAULTS = vars(Origin())


def split_of(content: str, title: str, tags: Iterable[str], files: Iterable[str]) -> str:
    """What a memory is found by besides plain words: sub-words, and the families of its words."""
    families = marks_in(stems("\n".join((content, title, *tags))))
    return " ".join(part for part in (split_terms("\n".join((content, title, *tags, *files))), families) if part)


def around_of(surroundings: str) -> str:
    """The same of its surroundings, which count for less."""
    if not surroundings:
        return ""
    return " ".join(part for part in (marks_in(stems(surroundings)), pair_terms(surroundings)) if part)


def text_hash(content: str) -> int:
    """64 bits of the text that two memories have in common when they say the same."""
    digest = hashlib.blake2b(same_text(content).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _origin_json(origin: Origin) -> str:
    """An origin as it is stored: what differs from the usual."""
    stated = {name: value for name, value in vars(origin).items() if value != _ORIGIN_DEFAULTS[name]}
    return json.dumps(stated, ensure_ascii=False)


def insert_memory(database: Database, memory: Memory, key: str | None) -> None:
    """Store a new memory with its first version.

    Args:
        database: an open store, inside a transaction.
        memory: the first version.
        key: the idempotency key, unique within the project.
    """
    database.change(
        "INSERT INTO memories (id, project, created_at, key) VALUES (?, ?, ?, ?)",
        (memory.id, memory.project, memory.created_at, key),
    )
    insert_version(database, memory)


def insert_version(database: Database, memory: Memory) -> None:
    """Store one version row as it is."""
    database.change(
        """INSERT INTO versions (memory_id, number, change, project, category, content, title, surroundings,
        around, split, text_hash, tags, files, confidence, trust, status, tier, visibility, principal, legal_hold,
        origin, extra, valid_from, valid_to, recorded_at, retired_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            memory.id, memory.version, memory.change, memory.project, memory.category, memory.content, memory.title,
            memory.surroundings, around_of(memory.surroundings),
            split_of(memory.content, memory.title, memory.tags, memory.files), text_hash(memory.content),
            json.dumps(memory.tags, ensure_ascii=False), json.dumps(memory.files, ensure_ascii=False),
            memory.confidence, memory.trust, memory.status, memory.tier, memory.visibility, memory.principal,
            int(memory.legal_hold), _origin_json(memory.origin),
            json.dumps(dict(memory.extra), ensure_ascii=False),
            memory.valid_from, memory.valid_to, memory.recorded_at, memory.retired_at,
        ),
    )  # fmt: skip


def retire_live_version(database: Database, memory_id: str, at: int) -> None:
    """End the live version of a memory at a moment."""
    database.change("UPDATE versions SET retired_at = ? WHERE memory_id = ? AND retired_at IS NULL", (at, memory_id))


def delete_memory(database: Database, memory_id: str) -> None:
    """Take a memory with every version, outcome and trace out of the file."""
    forget_vectors(database, memory_id)
    database.change("DELETE FROM injections WHERE memory_id = ?", (memory_id,))
    database.change("DELETE FROM memories WHERE id = ?", (memory_id,))


def id_of_key(database: Database, project: str, key: str) -> str | None:
    """The memory that was stored, or restated, under an idempotency key."""
    row = database.row("SELECT id FROM memories WHERE project = ? AND key = ?", (project, key))
    if row is None:
        row = database.row(
            """SELECT r.memory_id FROM restatements r JOIN memories m ON m.id = r.memory_id
            WHERE r.key = ? AND m.project = ?""",
            (key, project),
        )
    return None if row is None else str(row[0])


def id_of_same_text(database: Database, project: str, content: str) -> str | None:
    """The live memory of a project that says the same, whatever its status."""
    rows = database.rows(
        "SELECT memory_id, content FROM versions WHERE text_hash = ? AND retired_at IS NULL AND project = ?",
        (text_hash(content), project),
    )
    wanted = same_text(content)
    return next((str(id) for id, text in rows if same_text(str(text)) == wanted), None)


def insert_restatement(
    database: Database, memory_id: str, key: str, origin: Origin, at: int, extra: Mapping[str, object] | None = None
) -> bool:
    """Note that a memory was said again; False when this very saying was noted before."""
    return (
        database.change(
            """INSERT INTO restatements (key, memory_id, origin, at, extra) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING""",
            (
                key, memory_id, _origin_json(origin), at,
                json.dumps(extra or {}, ensure_ascii=False),
            ),
        )
        > 0
    )  # fmt: skip


def first_said_in(database: Database, project: str, session_id: str) -> list[Memory]:
    """The live versions of a project's memories whose origin is a session."""
    rows = database.rows(
        f"""SELECT {_COLUMNS} {_FROM} WHERE v.retired_at IS NULL AND v.project = ?
        AND json_extract(v.origin, '$.session_id') = ?""",
        (project, session_id),
    )
    return [_memory(row) for row in rows]


def live_memory(database: Database, memory_id: str) -> Memory | None:
    """The live version of a memory."""
    row = database.row(f"SELECT {_COLUMNS} {_FROM} WHERE v.memory_id = ? AND v.retired_at IS NULL", (memory_id,))
    return None if row is None else _memory(row)


def history(database: Database, memory_id: str) -> list[Memory]:
    """Every version of a memory, the first first."""
    rows = database.rows(f"SELECT {_COLUMNS} {_FROM} WHERE v.memory_id = ? ORDER BY v.number", (memory_id,))
    return [_memory(row) for row in rows]


def ids_beginning_with(database: Database, prefix: str, projects: Sequence[str], limit: int) -> list[str]:
    """The ids of some projects' memories that begin with some characters, in order.

    Args:
        database: an open store.
        prefix: letters and digits.
        projects: the bindings whose memories count; none for all of the file.
        limit: the most ids.
    """
    scope = f"AND project IN ({','.join('?' * len(projects))})" if projects else ""
    rows = database.rows(
        f"SELECT id FROM memories WHERE id >= ? AND id < ? {scope} ORDER BY id LIMIT ?",
        (prefix, prefix + "\U0010ffff", *projects, limit),
    )
    return [str(row[0]) for row in rows]


def list_live(
    database: Database,
    *,
    project: str = "",
    category: str = "",
    tag: str = "",
    statuses: tuple[str, ...] = ("active",),
    limit: int = 50,
    offset: int = 0,
) -> tuple[list[Memory], int]:
    """Live memories, the newest first, and how many there are in all.

    Args:
        database: an open store.
        project: the binding whose memories count, "" for all of the file.
        category, tag: what they have to have, "" for anything.
        statuses: statuses that count.
        limit, offset: the page.
    """
    marks = ",".join("?" * len(statuses))
    where = [f"v.retired_at IS NULL AND v.status IN ({marks})"]
    values: list[object] = list(statuses)
    for clause, value in (
        ("v.project = ?", project),
        ("v.category = ?", category),
        ("EXISTS (SELECT 1 FROM json_each(v.tags) WHERE value = ?)", tag),
    ):
        if value:
            where.append(clause)
            values.append(value)
    condition = " AND ".join(where)
    total = database.row(f"SELECT count(*) FROM versions v WHERE {condition}", tuple(values))
    rows = database.rows(
        f"SELECT {_COLUMNS} {_FROM} WHERE {condition} ORDER BY v.recorded_at DESC, v.memory_id LIMIT ? OFFSET ?",
        (*values, limit, offset),
    )
    return [_memory(row) for row in rows], int(total[0]) if total else 0  # type: ignore[call-overload]


def live_rows(database: Database, condition: str, order: str, values: tuple[object, ...]) -> list[Memory]:
    """Live memories by a condition and an order that hardwon.store.listing writes.

    Args:
        database: an open store.
        condition, order: SQL over versions `v` and memories `m`.
        values: of its parameters, the last one the most memories.
    """
    # Chosen first and read then: sorting carries a row's columns along, also of those that are not shown.
    chosen = f"SELECT v.row {_FROM} WHERE {condition} ORDER BY {order} LIMIT ?"
    rows = database.rows(f"SELECT {_COLUMNS} {_FROM} WHERE v.row IN ({chosen}) ORDER BY {order}", values)
    return [_memory(row) for row in rows]


def each_live(database: Database, project: str = "") -> Iterator[Memory]:
    """Every live memory of any status, in the order of their ids, a page at a time."""
    last = ""
    scope = "AND v.project = ?" if project else ""
    while True:
        rows = database.rows(
            f"""SELECT {_COLUMNS} {_FROM} WHERE v.retired_at IS NULL AND v.memory_id > ? {scope}
            ORDER BY v.memory_id LIMIT 500""",
            (last, project) if project else (last,),
        )
        if not rows:
            return
        for row in rows:
            yield _memory(row)
        last = str(rows[-1][0])


def counts(database: Database, project: str) -> list[tuple[str, str, str, int]]:
    """How many live memories there are by category, status and tier."""
    scope = "AND project = ?" if project else ""
    rows = database.rows(
        f"""SELECT category, status, tier, count(*) FROM versions WHERE retired_at IS NULL {scope}
        GROUP BY category, status, tier""",
        (project,) if project else (),
    )
    return [(str(a), str(b), str(c), int(d)) for a, b, c, d in rows]  # type: ignore[call-overload]


def key_of(database: Database, memory_id: str) -> str | None:
    """The idempotency key a memory was stored under."""
    row = database.row("SELECT key FROM memories WHERE id = ?", (memory_id,))
    return None if row is None or row[0] is None else str(row[0])


def restatements(database: Database, memory_id: str) -> list[tuple[str, Origin, int, dict[str, object]]]:
    """(key, origin, at, kept for an export alone) of every time a memory was said again, oldest first."""
    rows = database.rows(
        "SELECT key, origin, at, extra FROM restatements WHERE memory_id = ? ORDER BY at, key", (memory_id,)
    )
    return [
        (str(key), origin_of(origin), int(at), json.loads(str(extra)))  # type: ignore[call-overload]
        for key, origin, at, extra in rows
    ]


def project_of(database: Database, memory_id: str) -> str | None:
    """The project a memory belongs to."""
    row = database.row("SELECT project FROM memories WHERE id = ?", (memory_id,))
    return None if row is None else str(row[0])


def ensure_project(database: Database, binding: str, name: str, root: str, at: int) -> None:
    """Note which project a file holds memories of."""
    database.change(
        "INSERT INTO projects (binding, name, root, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (binding, name, root, at),
    )


def ids_of(database: Database, project: str) -> list[str]:
    """The ids of a project's memories, in order."""
    return [str(row[0]) for row in database.rows("SELECT id FROM memories WHERE project = ? ORDER BY id", (project,))]


def count_of(database: Database, project: str) -> int:
    """How many memories a project has, whatever their status."""
    row = database.row("SELECT count(*) FROM versions WHERE project = ? AND retired_at IS NULL", (project,))
    return int(row[0]) if row else 0  # type: ignore[call-overload]


def rename_project(database: Database, binding: str, name: str) -> None:
    """Call a project something else; its binding stays."""
    database.change("UPDATE projects SET name = ? WHERE binding = ?", (name, binding))


def projects(database: Database) -> list[tuple[str, str, str]]:
    """(binding, name, root) of every project of a file."""
    rows = database.rows("SELECT binding, name, root FROM projects ORDER BY binding")
    return [(str(a), str(b), str(c)) for a, b, c in rows]


def origin_of(stored: object) -> Origin:
    """An origin from its stored form; fields this version does not know are left out."""
    value = json.loads(str(stored))
    known = {key: item for key, item in value.items() if key in _ORIGIN_FIELDS} if isinstance(value, dict) else {}
    return Origin(**known)


def _memory(row: tuple[object, ...]) -> Memory:
    try:
        return _decoded(row)
    except (ValueError, TypeError) as error:
        raise StoreDamaged(f"the store is damaged: memory {row[0]} cannot be read", REPAIR) from error


def _decoded(row: tuple[object, ...]) -> Memory:
    (id, project, category, content, title, tags, files, confidence, trust, status, tier, visibility, principal,
     hold, origin, number, change, valid_from, valid_to, recorded_at, retired_at, created_at, extra,
     surroundings, restated_count, restated_at) = row  # fmt: skip
    return Memory(
        id=str(id),
        project=str(project),
        category=str(category),
        content=str(content),
        title=str(title),
        tags=tuple(json.loads(str(tags))),
        files=tuple(json.loads(str(files))),
        confidence=None if confidence is None else float(confidence),  # type: ignore[arg-type]
        trust=str(trust),
        status=str(status),
        tier=str(tier),
        visibility=str(visibility),
        principal=str(principal),
        legal_hold=bool(hold),
        origin=origin_of(origin),
        version=int(number),  # type: ignore[call-overload]
        change=str(change),
        valid_from=int(valid_from),  # type: ignore[call-overload]
        valid_to=None if valid_to is None else int(valid_to),  # type: ignore[call-overload]
        recorded_at=int(recorded_at),  # type: ignore[call-overload]
        retired_at=None if retired_at is None else int(retired_at),  # type: ignore[call-overload]
        created_at=int(created_at),  # type: ignore[call-overload]
        restated_count=int(restated_count),  # type: ignore[call-overload]
        restated_at=int(restated_at or 0),  # type: ignore[call-overload]
        surroundings=str(surroundings),
        extra=json.loads(str(extra)),
    )
