"""The schema, as ordered named steps: one transaction each, recorded, never edited once released.

Two clocks from the first step on: `valid_from`/`valid_to` say when a memory held, `recorded_at`/`retired_at`
when the store knew it so. A change is a new row of `versions`; exactly one row of a memory is live
(`retired_at IS NULL`).
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Sequence

import apsw

from hardwon.config.paths import make_private_dir
from hardwon.errors import StoreError, StoreLocked, StoreReadOnly
from hardwon.store.backup import keep_before_migration
from hardwon.store.database import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    WRITE_BUSY_MS,
    Database,
    guard,
    new_file,
    open_for_writing,
)
from hardwon.store.fitness import exists, refuse_unnameable
from hardwon.store.task_schema import m003_tasks
from hardwon.store.upkeep_schema import m004_upkeep

# What a memory is found by besides its own words; the brackets and quotes of JSON are no words.
_CONTEXT = (
    "concat_ws(char(10), {version}.title, {version}.tags, {version}.files, {version}.surroundings, {version}.around)"
)
_M001 = (
    "CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT",
    """CREATE TABLE projects (
        binding TEXT PRIMARY KEY, name TEXT NOT NULL, root TEXT NOT NULL, created_at INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE memories (
        id TEXT PRIMARY KEY, project TEXT NOT NULL, created_at INTEGER NOT NULL, key TEXT
    ) STRICT""",
    "CREATE UNIQUE INDEX memories_key ON memories (project, key) WHERE key IS NOT NULL",
    """CREATE TABLE versions (
        row INTEGER PRIMARY KEY,
        memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
        number INTEGER NOT NULL, change TEXT NOT NULL, project TEXT NOT NULL,
        category TEXT NOT NULL, content TEXT NOT NULL, title TEXT NOT NULL,
        surroundings TEXT NOT NULL, split TEXT NOT NULL, text_hash INTEGER NOT NULL,
        tags TEXT NOT NULL, files TEXT NOT NULL, confidence REAL,
        trust TEXT NOT NULL, status TEXT NOT NULL, tier TEXT NOT NULL,
        visibility TEXT NOT NULL, principal TEXT NOT NULL, legal_hold INTEGER NOT NULL,
        origin TEXT NOT NULL, extra TEXT NOT NULL,
        valid_from INTEGER NOT NULL, valid_to INTEGER,
        recorded_at INTEGER NOT NULL, retired_at INTEGER, around TEXT NOT NULL DEFAULT '',
        UNIQUE (memory_id, number)
    ) STRICT""",
    "CREATE UNIQUE INDEX versions_live ON versions (memory_id) WHERE retired_at IS NULL",
    "CREATE INDEX versions_text ON versions (text_hash) WHERE retired_at IS NULL",
    """CREATE INDEX versions_shelf ON versions (project, status, tier, recorded_at)
        WHERE retired_at IS NULL""",
    # Several projects can share a file, and each has its own keys.
    """CREATE TABLE restatements (
        key TEXT NOT NULL, memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
        origin TEXT NOT NULL, at INTEGER NOT NULL, extra TEXT NOT NULL DEFAULT '{}', UNIQUE (key, memory_id)
    ) STRICT""",
    "CREATE INDEX restatements_memory ON restatements (memory_id, at)",
    """CREATE TABLE outcomes (
        id TEXT PRIMARY KEY, memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
        verdict TEXT NOT NULL CHECK (verdict IN ('worked', 'failed', 'partial')),
        weight REAL NOT NULL CHECK (weight > 0), source TEXT NOT NULL, counted INTEGER NOT NULL,
        reason TEXT NOT NULL, evidence TEXT NOT NULL, key TEXT NOT NULL,
        at INTEGER NOT NULL, retired_at INTEGER, extra TEXT NOT NULL DEFAULT '{}', UNIQUE (memory_id, key)
    ) STRICT""",
    "CREATE INDEX outcomes_memory ON outcomes (memory_id, at) WHERE retired_at IS NULL",
    "CREATE INDEX outcomes_recent ON outcomes (at) WHERE retired_at IS NULL",
    """CREATE TABLE sessions (
        id TEXT NOT NULL, project TEXT NOT NULL, host TEXT NOT NULL,
        started_at INTEGER NOT NULL, ended_at INTEGER NOT NULL, summary TEXT NOT NULL, UNIQUE (id, project)
    ) STRICT""",
    "CREATE INDEX sessions_recent ON sessions (project, ended_at)",
    """CREATE TABLE events (
        key TEXT PRIMARY KEY, project TEXT NOT NULL, session_id TEXT NOT NULL, event TEXT NOT NULL,
        tool TEXT NOT NULL, tool_use_id TEXT NOT NULL, at INTEGER NOT NULL
    ) STRICT""",
    "CREATE INDEX events_session ON events (session_id, at)",
    """CREATE TABLE injections (
        key TEXT NOT NULL, memory_id TEXT NOT NULL, project TEXT NOT NULL, session_id TEXT NOT NULL,
        event TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (key, memory_id)
    ) STRICT""",
    "CREATE INDEX injections_memory ON injections (memory_id, at)",
    """CREATE TABLE cursors (
        path TEXT PRIMARY KEY, position INTEGER NOT NULL, line INTEGER NOT NULL,
        size INTEGER NOT NULL, state TEXT NOT NULL
    ) STRICT""",
    # Context is put together here and in the triggers alone: FTS5 is told to forget exactly what it was given.
    f"""CREATE VIEW live AS SELECT row AS rowid, content AS text, {_CONTEXT.format(version="versions")} AS context,
        split FROM versions WHERE retired_at IS NULL""",
    """CREATE VIRTUAL TABLE memory_fts USING fts5 (
        text, context, split, content = 'live', content_rowid = 'rowid',
        tokenize = 'porter unicode61 remove_diacritics 2'
    )""",
    # Without its own switch FTS5 leaves removed words in its pages, whatever the pragma says.
    "INSERT INTO memory_fts (memory_fts, rank) VALUES ('secure-delete', 1)",
    "INSERT INTO memory_fts (memory_fts, rank) VALUES ('rank', 'bm25(1.0, 0.4, 0.85)')",
    "CREATE VIRTUAL TABLE memory_terms USING fts5vocab (memory_fts, 'row')",
    # Kept beside the index's own count, so that a reader can tell an index that lost memories.
    "CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT",
    "INSERT INTO counters (name, value) VALUES ('live', 0)",
    f"""CREATE TRIGGER versions_added AFTER INSERT ON versions WHEN new.retired_at IS NULL BEGIN
        UPDATE counters SET value = value + 1 WHERE name = 'live';
        INSERT INTO memory_fts (rowid, text, context, split)
        VALUES (new.row, new.content, {_CONTEXT.format(version="new")}, new.split);
    END""",
    f"""CREATE TRIGGER versions_changed AFTER UPDATE ON versions WHEN old.retired_at IS NULL BEGIN
        UPDATE counters SET value = value - (new.retired_at IS NOT NULL) WHERE name = 'live';
        INSERT INTO memory_fts (memory_fts, rowid, text, context, split)
        VALUES ('delete', old.row, old.content, {_CONTEXT.format(version="old")}, old.split);
        INSERT INTO memory_fts (rowid, text, context, split)
        SELECT new.row, new.content, {_CONTEXT.format(version="new")}, new.split WHERE new.retired_at IS NULL;
    END""",
    f"""CREATE TRIGGER versions_removed AFTER DELETE ON versions WHEN old.retired_at IS NULL BEGIN
        UPDATE counters SET value = value - 1 WHERE name = 'live';
        INSERT INTO memory_fts (memory_fts, rowid, text, context, split)
        VALUES ('delete', old.row, old.content, {_CONTEXT.format(version="old")}, old.split);
    END""",
)


def m001_memories(connection: apsw.Connection) -> None:
    """Memories with versions on two clocks, their outcomes, sessions, events, and the word index."""
    for statement in _M001:
        connection.execute(statement)


_M002 = (
    """CREATE TABLE spaces (
        id INTEGER PRIMARY KEY AUTOINCREMENT, provider TEXT NOT NULL, model TEXT NOT NULL, revision TEXT NOT NULL,
        dimensions INTEGER NOT NULL CHECK (dimensions > 0), created_at INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('filling', 'ready')),
        indexed_seq INTEGER NOT NULL DEFAULT 0, indexed_removal INTEGER NOT NULL DEFAULT 0,
        UNIQUE (provider, model, revision, dimensions)
    ) STRICT""",
    # AUTOINCREMENT: a number is never given twice, so whoever has read up to one knows what is new.
    """CREATE TABLE vectors (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, space INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
        row INTEGER NOT NULL REFERENCES versions (row) ON DELETE CASCADE,
        vec BLOB NOT NULL, live INTEGER NOT NULL DEFAULT 1
    ) STRICT""",
    "CREATE UNIQUE INDEX vectors_row ON vectors (row, space)",
    "CREATE INDEX vectors_retired ON vectors (space) WHERE live = 0",
    """CREATE TABLE vector_removals (
        id INTEGER PRIMARY KEY AUTOINCREMENT, space INTEGER NOT NULL, seq INTEGER NOT NULL
    ) STRICT""",
    # A retired version's vector waits, unseen, for a next version with the same words to take it over.
    """CREATE TRIGGER vectors_retire AFTER UPDATE OF retired_at ON versions
        WHEN old.retired_at IS NULL AND new.retired_at IS NOT NULL BEGIN
        INSERT INTO vector_removals (space, seq) SELECT space, seq FROM vectors WHERE row = new.row AND live = 1;
        UPDATE vectors SET live = 0 WHERE row = new.row;
    END""",
    """CREATE TRIGGER vectors_carry AFTER INSERT ON versions WHEN new.retired_at IS NULL AND new.number > 1 BEGIN
        INSERT INTO vectors (space, row, vec) SELECT v.space, new.row, v.vec
        FROM versions o JOIN vectors v ON v.row = o.row
        WHERE o.memory_id = new.memory_id AND o.number = new.number - 1
        AND o.content = new.content AND o.title = new.title AND o.surroundings = new.surroundings;
        DELETE FROM vectors WHERE row IN
        (SELECT row FROM versions WHERE memory_id = new.memory_id AND number < new.number);
    END""",
    """CREATE TRIGGER vectors_removed AFTER DELETE ON vectors WHEN old.live = 1 BEGIN
        INSERT INTO vector_removals (space, seq) VALUES (old.space, old.seq);
    END""",
)


def m002_spaces(connection: apsw.Connection) -> None:
    """Vectors of live versions, each in the space of the model that made it."""
    for statement in _M002:
        connection.execute(statement)


Step = tuple[int, str, Callable[[apsw.Connection], None]]
MIGRATIONS: tuple[Step, ...] = (
    (1, "m001_memories", m001_memories),
    (2, "m002_spaces", m002_spaces),
    (3, "m003_tasks", m003_tasks),
    (4, "m004_upkeep", m004_upkeep),
)


def migrate(database: Database, steps: Sequence[Step] = MIGRATIONS) -> list[str]:
    """Apply every step that is missing, one transaction each; tell their names.

    Args:
        database: an open, writable store.
        steps: number, name and function of each, in order.

    Raises:
        StoreError: a step failed; the store is as before that step.
    """
    applied = []
    for version, name, step in steps:
        with database.atomic(), guard(database.path):
            connection = database.connection
            current = connection.execute("PRAGMA user_version").fetchall()[0][0]
            if int(current) >= version:  # type: ignore[arg-type]
                continue
            step(connection)
            now = int(time.time() * 1000)
            connection.execute("INSERT INTO migrations (name, applied_at) VALUES (?, ?)", (name, now))
            connection.execute(f"PRAGMA user_version = {version}")
            applied.append(name)
    return applied


def open_store(path: str, *, busy_ms: int = WRITE_BUSY_MS) -> Database:
    """Open a store for writing; make it, or bring its schema up to date, first.

    A new store is built beside its place and linked in whole, so that no process ever sees half of one and
    two that start at once agree on the first.

    Args:
        path: the database file.
        busy_ms: how long to wait for another writer, in milliseconds.

    Raises:
        StoreError: one of its kinds.
    """
    if not exists(path):
        _create(path)
    return open_existing(path, busy_ms=busy_ms)


def open_existing(path: str, *, busy_ms: int = WRITE_BUSY_MS) -> Database:
    """Open a store for writing, bringing its schema up to date first; one that is gone is not made anew.

    Args:
        path: the database file.
        busy_ms: how long to wait for another writer, in milliseconds.

    Raises:
        StoreError: one of its kinds.
    """
    database = open_for_writing(path, busy_ms=busy_ms)
    try:
        version = int(str((database.row("PRAGMA user_version") or (0,))[0]))
        if version != SCHEMA_VERSION:
            keep_before_migration(database, version)
            migrate(database)
    except BaseException:
        database.close()
        raise
    return database


def _create(path: str) -> None:
    refuse_unnameable(path)
    folder = os.path.dirname(path)
    temporary = f"{path}.new-{os.getpid()}-{time.monotonic_ns():x}"
    try:
        make_private_dir(folder)
        build(temporary).close()
        put_in_place(temporary, path)
    except OSError as error:
        raise StoreReadOnly(
            f"{folder} cannot be written: {error.strerror}", "give yourself write access, or set HARDWON_HOME"
        ) from None
    finally:
        for leftover in (temporary, temporary + "-wal", temporary + "-shm"):
            if os.path.exists(leftover):
                os.unlink(leftover)


def build(path: str) -> Database:
    """Make an empty store at a path at which nothing is, and leave it open for writing.

    Args:
        path: the database file.

    Raises:
        OSError: the file cannot be made.
        StoreError: it cannot be written.
    """
    database = new_file(path)
    try:
        with guard(path):
            database.connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        migrate(database)
    except BaseException:
        database.close()
        raise
    return database


def put_in_place(temporary: str, path: str, link: Callable[[str, str], object] = os.link) -> None:
    """Give a finished file its name, unless another process was first."""
    try:
        link(temporary, path)
    except FileExistsError:
        pass
    except OSError:
        _rename_in_place(temporary, path)


def _rename_in_place(temporary: str, path: str) -> None:
    """The same on a file system without hard links, where only a lock keeps two from renaming onto each other."""
    folder = os.open(os.path.dirname(path), os.O_RDONLY | os.O_CLOEXEC)
    try:
        _lock_folder(folder, path)
        if not os.path.lexists(path):
            os.rename(temporary, path)
    except OSError as error:
        raise StoreError(
            f"{path} cannot be made: {error.strerror}", "set HARDWON_HOME to a folder on a local disk"
        ) from None
    finally:
        os.close(folder)


def _lock_folder(folder: int, path: str) -> None:
    end = time.monotonic() + WRITE_BUSY_MS / 1000
    while True:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > end:
                raise StoreLocked(f"{path} is being made by another process", "try again in a moment") from None
            time.sleep(0.005)
