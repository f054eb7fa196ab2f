"""Spaces and the vectors in them: what is ready, what is still to be embedded, and putting it in.

A vector belongs to one live version in one space and is never read in another. A new model is a new space; it is
filled beside the old one, and the old one goes when nothing is missing any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hardwon.errors import InvalidInput
from hardwon.store.database import Database, guard
from hardwon.store.identity import SpaceIdentity
from hardwon.store.vectors import can_search, eight_bit, index_name, sign_bits

FILLING = "filling"
READY = "ready"
REMOVALS_KEPT = 10_000  # a reader that is further behind reads all vectors again
SYNC_BATCH = 2000


@dataclass(frozen=True, kw_only=True)
class Space:
    """One space of one store.

    Attributes:
        id: its number in the file.
        identity: whose vectors they are.
        state: filling or ready.
    """

    id: int
    identity: SpaceIdentity
    state: str


def ensure_space(database: Database, identity: SpaceIdentity, at: int) -> Space:
    """The space of an identity, made if it is new.

    Args:
        database: an open store.
        identity: whose vectors they are.
        at: the time, in milliseconds.
    """
    database.change(
        """INSERT INTO spaces (provider, model, revision, dimensions, created_at, state)
        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""",
        (identity.provider, identity.model, identity.revision, identity.dimensions, at, FILLING),
    )
    found = find_space(database, identity)
    assert found is not None
    return found


def find_space(database: Database, identity: SpaceIdentity) -> Space | None:
    """The space of an identity, None while there is none."""
    return next((space for space in list_spaces(database) if space.identity == identity), None)


def list_spaces(database: Database) -> list[Space]:
    """Every space of a file, the oldest first; none in a file of an older schema."""
    if database.row("SELECT 1 FROM sqlite_schema WHERE name = 'spaces'") is None:
        return []
    rows = database.rows("SELECT id, provider, model, revision, dimensions, state FROM spaces ORDER BY id")
    return [
        Space(
            id=int(id),  # type: ignore[call-overload]
            identity=SpaceIdentity(
                provider=str(provider), model=str(model), revision=str(revision), dimensions=int(dimensions)  # type: ignore[call-overload]
            ),
            state=str(state),
        )
        for id, provider, model, revision, dimensions, state in rows
    ]  # fmt: skip


def set_state(database: Database, space: Space, state: str) -> None:
    """Note whether anything was missing when the space was last filled."""
    database.change("UPDATE spaces SET state = ? WHERE id = ? AND state <> ?", (state, space.id, state))


def embedding_text(title: str, content: str) -> str:
    """A memory as it is given to an embedder."""
    return f"{title}\n{content}" if title and title not in content else content


def pending(database: Database, space: Space, limit: int, below: int | None = None) -> list[tuple[int, str]]:
    """Live versions without a vector in a space, the newest first: (row, text to embed).

    Args:
        database: an open store.
        space: the space.
        limit: the most rows.
        below: only rows under this number, to go on where the last call ended.
    """
    rows = database.rows(
        """SELECT row, title, content FROM versions AS v WHERE retired_at IS NULL AND row < ?
        AND NOT EXISTS (SELECT 1 FROM vectors AS d WHERE d.row = v.row AND d.space = ?)
        ORDER BY row DESC LIMIT ?""",
        (2**62 if below is None else below, space.id, limit),
    )
    return [(int(row), embedding_text(str(title), str(content))) for row, title, content in rows]  # type: ignore[call-overload]


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """A live version without a vector in a space.

    Attributes:
        row: the version. memory_id: whose.
        text: as it is given to an embedder. around: what was said around it, may be empty.
    """

    row: int
    memory_id: str
    text: str
    around: str


def waiting(
    database: Database, space: Space | None, projects: Sequence[str], limit: int, below: int | None = None
) -> list[Waiting]:
    """Live versions of some projects without a vector in a space, the newest first.

    Args:
        database: an open store.
        space: the space, None while there is none.
        projects: whose memories.
        limit: the most versions.
        below: only rows under this number, to go on where the last call ended.
    """
    marks = ",".join("?" * len(projects))
    rows = database.rows(
        f"""SELECT row, memory_id, title, content, surroundings FROM versions AS v
        WHERE retired_at IS NULL AND row < ? AND project IN ({marks})
        AND NOT EXISTS (SELECT 1 FROM vectors AS d WHERE d.row = v.row AND d.space = ?)
        ORDER BY row DESC LIMIT ?""",
        (2**62 if below is None else below, *projects, 0 if space is None else space.id, limit),
    )
    return [_waiting(row) for row in rows]


def live_page(database: Database, projects: Sequence[str], offset: int, limit: int) -> list[int]:
    """Rows of live versions of some projects, the first first, page by page.

    Args:
        database: an open store.
        projects: whose memories.
        offset: how many to pass over.
        limit: the most rows.
    """
    marks = ",".join("?" * len(projects))
    rows = database.rows(
        f"""SELECT row FROM versions WHERE retired_at IS NULL AND project IN ({marks})
        ORDER BY row LIMIT ? OFFSET ?""",
        (*projects, limit, offset),
    )
    return [int(row) for (row,) in rows]  # type: ignore[call-overload]


def waiting_among(database: Database, space: Space, rows: Sequence[int]) -> list[Waiting]:
    """Those of some live versions that have no vector in a space.

    Args:
        database: an open store.
        space: the space.
        rows: the versions.
    """
    marks = ",".join("?" * len(rows))
    found = database.rows(
        f"""SELECT row, memory_id, title, content, surroundings FROM versions AS v
        WHERE retired_at IS NULL AND row IN ({marks})
        AND NOT EXISTS (SELECT 1 FROM vectors AS d WHERE d.row = v.row AND d.space = ?) ORDER BY row""",
        (*rows, space.id),
    )
    return [_waiting(row) for row in found]


def _waiting(values: tuple[object, ...]) -> Waiting:
    row, memory_id, title, content, around = values
    return Waiting(
        row=int(row),  # type: ignore[call-overload]
        memory_id=str(memory_id),
        text=embedding_text(str(title), str(content)),
        around=str(around or ""),
    )


def live_counts(database: Database, projects: Sequence[str]) -> int:
    """How many live versions some projects have."""
    marks = ",".join("?" * len(projects))
    row = database.row(
        f"SELECT count(*) FROM versions WHERE retired_at IS NULL AND project IN ({marks})", tuple(projects)
    )
    return int(row[0]) if row else 0  # type: ignore[call-overload]


def ready_counts(database: Database, space: Space, projects: Sequence[str]) -> int:
    """How many live versions of some projects have a vector in a space."""
    marks = ",".join("?" * len(projects))
    row = database.row(
        f"""SELECT count(*) FROM vectors d JOIN versions v ON v.row = d.row
        WHERE d.space = ? AND d.live = 1 AND v.retired_at IS NULL AND v.project IN ({marks})""",
        (space.id, *projects),
    )
    return int(row[0]) if row else 0  # type: ignore[call-overload]


def surroundings_of(database: Database, rows: Sequence[int]) -> dict[int, str]:
    """What was said around some versions; those without surroundings are left out.

    Args:
        database: an open store.
        rows: their rows.
    """
    marks = ",".join("?" * len(rows))
    found = database.rows(
        f"SELECT row, surroundings FROM versions WHERE row IN ({marks}) AND surroundings <> ''", tuple(rows)
    )
    return {int(row): str(text) for row, text in found}  # type: ignore[call-overload]


def count(database: Database, space: Space) -> tuple[int, int]:
    """How many live versions have a vector in a space, and how many there are."""
    ready = database.row("SELECT count(*) FROM vectors WHERE space = ? AND live = 1", (space.id,))
    return int(ready[0]) if ready else 0, live_count(database)  # type: ignore[call-overload]


def live_count(database: Database) -> int:
    """How many live versions there are, which is how many vectors a space should have."""
    total = database.row("SELECT count(*) FROM versions WHERE retired_at IS NULL")
    return int(total[0]) if total else 0  # type: ignore[call-overload]


def put(database: Database, space: Space, vectors: Iterable[tuple[int, Sequence[float]]]) -> int:
    """Store vectors; a row that has one, or is no longer live, is left as it is. One transaction.

    Args:
        database: a store open for writing.
        space: the space they were made for.
        vectors: (version row, vector).

    Returns:
        how many were stored.

    Raises:
        InvalidInput: a vector has another length than the space, or is not finite, or zero; none is stored.
    """
    packed = []
    for row, vector in vectors:
        values = vector.tolist() if hasattr(vector, "tolist") else vector
        if len(values) != space.identity.dimensions:
            raise InvalidInput(f"a vector of {len(values)} dimensions in a space of {space.identity.dimensions}")
        try:
            packed.append((int(row), eight_bit(values)))
        except ValueError as error:
            raise InvalidInput(str(error)) from None
    with database.atomic():
        stored = sum(_insert(database, space.id, row, values) for row, values in packed)
        sync_index(database, space)
    return stored


def _insert(database: Database, space: int, row: int, values: bytes) -> int:
    return database.change(
        """INSERT INTO vectors (space, row, vec)
        SELECT ?, row, ? FROM versions WHERE row = ? AND retired_at IS NULL ON CONFLICT DO NOTHING""",
        (space, values, row),
    )


def sync_index(database: Database, space: Space) -> bool:
    """Bring the bit index of a space up to date; False where sqlite-vec cannot be loaded.

    Args:
        database: a store open for writing.
        space: the space.
    """
    with guard(database.path):
        if not can_search(database):
            return False
    index = index_name(space.id)
    bits = (space.identity.dimensions + 7) // 8 * 8
    with database.atomic():
        if database.row("SELECT 1 FROM sqlite_schema WHERE name = ?", (index,)) is None:
            database.change(f"CREATE VIRTUAL TABLE {index} USING vec0 (project text partition key, bits bit[{bits}])")
        _index_removals(database, space.id, index)
        while _index_next(database, space.id, index):
            pass
    return True


def _index_next(database: Database, space: int, index: str) -> bool:
    rows = database.rows(
        """SELECT d.seq, v.project, d.vec FROM vectors d JOIN versions v ON v.row = d.row
        WHERE d.seq > (SELECT indexed_seq FROM spaces WHERE id = ?1) AND d.space = ?1 AND d.live = 1
        ORDER BY d.seq LIMIT ?2""",
        (space, SYNC_BATCH),
    )
    for seq, project, values in rows:
        bits = sign_bits(values)  # type: ignore[arg-type]
        database.change(f"INSERT INTO {index} (rowid, project, bits) VALUES (?, ?, vec_bit(?))", (seq, project, bits))
    if rows:
        database.change("UPDATE spaces SET indexed_seq = ? WHERE id = ?", (rows[-1][0], space))
    return len(rows) == SYNC_BATCH


def _index_removals(database: Database, space: int, index: str) -> None:
    last = database.row("SELECT seq FROM sqlite_sequence WHERE name = 'vector_removals'")
    done = database.row("SELECT indexed_removal FROM spaces WHERE id = ?", (space,))
    if last is None or done is None or last == done:
        return
    for (seq,) in database.rows("SELECT seq FROM vector_removals WHERE id > ? AND space = ?", (done[0], space)):
        database.change(f"DELETE FROM {index} WHERE rowid = ?", (seq,))
    database.change("UPDATE spaces SET indexed_removal = ? WHERE id = ?", (last[0], space))
    database.change(
        "DELETE FROM vector_removals WHERE id <= ? AND id <= (SELECT min(indexed_removal) FROM spaces)",
        (int(last[0]) - REMOVALS_KEPT,),  # type: ignore[call-overload]
    )


def prune(database: Database, space: Space) -> None:
    """Delete the vectors of retired versions that no later version took over."""
    database.change("DELETE FROM vectors WHERE space = ? AND live = 0", (space.id,))


def forget_vectors(database: Database, memory_id: str) -> None:
    """Take every trace of a memory's vectors out of the file, the index included.

    Args:
        database: a store open for writing, inside the transaction that deletes the memory.
        memory_id: the memory.
    """
    database.change("DELETE FROM vectors WHERE row IN (SELECT row FROM versions WHERE memory_id = ?)", (memory_id,))
    for space in list_spaces(database):
        if not sync_index(database, space):
            _empty_index(database, space.id)


def _empty_index(database: Database, space: int) -> None:
    """Empty the index without the extension, through its plain tables; it is made again where the extension is."""
    index = index_name(space)
    tables = database.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN (?, ?, ?)",
        (f"{index}_chunks", f"{index}_rowids", f"{index}_vector_chunks00"),
    )
    for (name,) in tables:
        database.change(f'DELETE FROM "{name}"')
    database.change("UPDATE spaces SET indexed_seq = 0 WHERE id = ?", (space,))


def drop_space(database: Database, space: Space) -> None:
    """Take a space with all its vectors out of the file.

    Args:
        database: a store open for writing.
        space: the space.
    """
    with database.atomic():
        if database.row("SELECT 1 FROM sqlite_schema WHERE name = ?", (index_name(space.id),)) is not None:
            with guard(database.path):
                loaded = can_search(database)
            if loaded:
                database.change(f"DROP TABLE {index_name(space.id)}")
            else:
                _empty_index(database, space.id)
        database.change("DELETE FROM vectors WHERE space = ?", (space.id,))
        database.change("DELETE FROM vector_removals WHERE space = ?", (space.id,))
        database.change("DELETE FROM spaces WHERE id = ?", (space.id,))
