"""Brings one project's rows under another's name: into another file, or within one. Every step is harmless twice.

There is no commit across two files. So the source is locked against writers, all of it is copied and committed in the
target, folders are sent there, and only then it is taken out of the source: whatever ends the process in between, one
of the two is whole and in use, and doing it again ends in the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence

from hardwon.store import spaces
from hardwon.store.database import Database, guard

# What a project has besides memories: the table, and what makes two rows of it the same thing. Of such, the target's
# stays, unless the last column tells that the source's is the later one.
_ROWS = (
    ("sessions", "ended_at"),
    ("events", ""),
    ("injections", ""),
    ("tasks", "changed_at"),
    ("task_memories", ""),
    ("task_sources", ""),
    ("applied", ""),
    ("proposals", ""),
    ("folds", ""),
)
_LINKS = (("injections", "memory_id"), ("applied", "memory_id"), ("folds", "original_id"))
_OF_MEMORY = ("restatements", "outcomes")
_BATCH = 500


def move(
    source: Database,
    target: Database,
    old: str,
    new: str,
    ids: Sequence[str] | None = None,
    *,
    arrived: Callable[[], object] = lambda: None,
) -> list[str]:
    """Bring a project's rows under another name.

    Args:
        source: the file that has them, open for writing.
        target: the file to have them; the same object where one file holds both.
        old: the project they are of.
        new: the project they are to be of; its row is there already.
        ids: only these memories with what belongs to them, nothing of sessions and tasks; None for everything.
        arrived: called once all is in the target, before anything goes from the source.

    Returns:
        the ids of the memories that were brought.

    Raises:
        StoreError: a file cannot be written; done again, it goes on.
    """
    if source is target:
        return _renamed(source, old, new, ids, arrived)
    with source.atomic():
        chosen = _memories(source, old, ids)
        with target.atomic():
            rows = _copy_memories(source, target, chosen, old, new)
            _copy_vectors(source, target, rows)
            if ids is None:
                _copy_rows(source, target, old, new)
            else:
                _copy_links(source, target, chosen, old, new)
        arrived()
        _remove(source, old, chosen, whole=ids is None)
    return chosen


def _memories(database: Database, project: str, ids: Sequence[str] | None) -> list[str]:
    found = [str(row[0]) for row in database.rows("SELECT id FROM memories WHERE project = ? ORDER BY id", (project,))]
    if ids is None:
        return found
    wanted = set(ids)
    return [id for id in found if id in wanted]


def _columns(database: Database, table: str, *, but: Sequence[str] = ()) -> list[str]:
    return [str(row[1]) for row in database.rows(f"PRAGMA table_info ({table})") if row[1] not in but]


def _insert(target: Database, table: str, columns: Sequence[str], rows: Iterable[tuple[object, ...]]) -> None:
    marks = ",".join("?" * len(columns))
    statement = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"
    with guard(target.path):
        target.connection.executemany(statement, rows)


# -- memories --------------------------------------------------------------------------------------------------


def _copy_memories(source: Database, target: Database, ids: Sequence[str], old: str, new: str) -> list[tuple[int, int]]:
    """Copy memories with every version, outcome and restatement; (row there, row here) of each live version."""
    columns = _columns(source, "versions", but=("row",))
    tables = {table: _columns(source, table) for table in _OF_MEMORY}
    rows: list[tuple[int, int]] = []
    for begin in range(0, len(ids), _BATCH):
        part = tuple(ids[begin : begin + _BATCH])
        marks = ",".join("?" * len(part))
        known = {row[0] for row in target.rows(f"SELECT id FROM memories WHERE id IN ({marks})", part)}
        with guard(target.path):
            target.connection.executemany(
                """INSERT OR IGNORE INTO memories (id, project, created_at, key)
                VALUES (?1, ?2, ?3, CASE WHEN EXISTS (SELECT 1 FROM memories WHERE project = ?2 AND key = ?4)
                THEN NULL ELSE ?4 END)""",
                source.rows(f"SELECT id, ?, created_at, key FROM memories WHERE id IN ({marks})", (new, *part)),
            )
        _copy_versions(source, target, part, columns, new, known)
        for table, names in tables.items():
            found = f"SELECT {', '.join(names)} FROM {table} WHERE memory_id IN ({marks}) ORDER BY rowid"
            _insert(target, table, names, source.rows(found, part))
        live = f"SELECT memory_id, number, row FROM versions WHERE memory_id IN ({marks}) AND retired_at IS NULL"
        here = {(id, number): row for id, number, row in target.rows(live, part)}
        rows += [
            (int(str(row)), int(str(here[id, number])))
            for id, number, row in source.rows(live, part)
            if (id, number) in here
        ]
    return rows


def _copy_versions(
    source: Database,
    target: Database,
    ids: tuple[str, ...],
    columns: Sequence[str],
    new: str,
    known: Collection[object],
) -> None:
    """Copy what is missing; a memory that both have goes on with the longer of its histories."""
    marks = ",".join("?" * len(ids))
    found = source.rows(
        f"""SELECT {", ".join(columns)} FROM versions WHERE memory_id IN ({marks})
        ORDER BY memory_id, retired_at IS NULL, number""",
        ids,
    )
    memory, project = columns.index("memory_id"), columns.index("project")
    of_both: dict[object, list[tuple[object, ...]]] = {}
    fresh: list[tuple[object, ...]] = []
    for row in found:
        renamed = (*row[:project], new, *row[project + 1 :])
        if row[memory] in known:
            of_both.setdefault(row[memory], []).append(renamed)
        else:
            fresh.append(renamed)
    _insert(target, "versions", columns, fresh)
    for id, rows in of_both.items():
        _lengthen(target, str(id), columns, rows)


def _lengthen(target: Database, id: str, columns: Sequence[str], rows: Sequence[tuple[object, ...]]) -> None:
    """Bring the versions of a memory that the target has too, where the history there is the shorter one."""
    here: dict[object, object] = dict(target.rows("SELECT number, retired_at FROM versions WHERE memory_id = ?", (id,)))  # type: ignore[arg-type]
    number, retired = columns.index("number"), columns.index("retired_at")
    for row in rows:
        if row[number] in here and here[row[number]] is None and row[retired] is not None:
            target.change(
                "UPDATE versions SET retired_at = ? WHERE memory_id = ? AND number = ?", (row[retired], id, row[number])
            )
    missing = [row for row in rows if row[number] not in here]
    if any(row[retired] is None for row in missing):
        last = max((int(str(one)) for one in here), default=0)
        if any(row[retired] is None and int(str(row[number])) < last for row in missing):
            return  # what is here went on further
        target.change("UPDATE versions SET retired_at = recorded_at WHERE memory_id = ? AND retired_at IS NULL", (id,))
    _insert(target, "versions", columns, missing)


def _copy_vectors(source: Database, target: Database, rows: Sequence[tuple[int, int]]) -> None:
    """Copy the vectors of live versions, each into the space of the model that made it."""
    for space in spaces.list_spaces(source):
        same = spaces.find_space(target, space.identity)
        if same is None:
            was_empty = spaces.live_count(target) == len(rows)
            same = spaces.ensure_space(target, space.identity, 0)
            if was_empty:
                spaces.set_state(target, same, space.state)
        for begin in range(0, len(rows), _BATCH):
            part = dict(rows[begin : begin + _BATCH])
            marks = ",".join("?" * len(part))
            found = source.rows(
                f"SELECT row, vec FROM vectors WHERE space = ? AND live = 1 AND row IN ({marks})", (space.id, *part)
            )
            values = [(same.id, part[int(str(row))], vec) for row, vec in found]
            _insert(target, "vectors", ("space", "row", "vec"), values)
        spaces.sync_index(target, same)


# -- what is not of one memory ---------------------------------------------------------------------------------


def _copy_rows(source: Database, target: Database, old: str, new: str) -> None:
    for table, later in _ROWS:
        columns = _columns(source, table)
        place = columns.index("project")
        rows = [
            tuple(new if at == place else value for at, value in enumerate(row))
            for row in source.rows(f"SELECT {', '.join(columns)} FROM {table} WHERE project = ? ORDER BY rowid", (old,))
        ]
        if table == "sessions":
            rows = [_told_anew(row, columns.index("summary"), new) for row in rows]
        if later:
            _insert_later(target, table, columns, rows, later)
        else:
            _insert(target, table, columns, rows)
    targets = source.rows(
        """SELECT proposal_id, place, memory_id, version FROM proposal_targets
        WHERE proposal_id IN (SELECT id FROM proposals WHERE project = ?)""",
        (old,),
    )
    for row in targets:
        target.change(
            """INSERT INTO proposal_targets (proposal_id, place, memory_id, version) SELECT ?1, ?2, ?3, ?4
            WHERE EXISTS (SELECT 1 FROM proposals WHERE id = ?1)
            AND NOT EXISTS (SELECT 1 FROM proposal_targets WHERE proposal_id = ?1 AND place = ?2)""",
            row,
        )
    cursors = _columns(source, "cursors")
    if source.row("SELECT 1 FROM projects WHERE binding NOT IN (?, 'user')", (old,)) is None:
        rows = source.rows(f"SELECT {', '.join(cursors)} FROM cursors")
        _insert_later(target, "cursors", cursors, rows, "position")


def _insert_later(
    target: Database, table: str, columns: Sequence[str], rows: Iterable[tuple[object, ...]], later: str
) -> None:
    """Insert rows; of two that are the same thing the one that goes further stays."""
    key = {"sessions": "id, project", "tasks": "project, key", "cursors": "path"}[table]
    updates = ", ".join(f"{name} = excluded.{name}" for name in columns)
    marks = ",".join("?" * len(columns))
    statement = f"""INSERT INTO {table} ({", ".join(columns)}) VALUES ({marks})
        ON CONFLICT ({key}) DO UPDATE SET {updates} WHERE excluded.{later} > {table}.{later}"""
    with guard(target.path):
        target.connection.executemany(statement, rows)


def _told_anew(row: tuple[object, ...], place: int, new: str) -> tuple[object, ...]:
    """A session's row with the project's new name in its summary too."""
    try:
        summary = json.loads(str(row[place]))
        text = json.dumps({**summary, "project": new}, ensure_ascii=False)
    except (ValueError, TypeError):
        return row
    return (*row[:place], text, *row[place + 1 :])


def _copy_links(source: Database, target: Database, ids: Sequence[str], old: str, new: str) -> None:
    """Copy what is told of some memories: when they were given, what was done to them, what they are folded into."""
    wanted = set(ids)
    for table, name in _LINKS:
        columns = _columns(source, table)
        project, memory = columns.index("project"), columns.index(name)
        rows = [
            tuple(new if at == project else value for at, value in enumerate(row))
            for row in source.rows(f"SELECT {', '.join(columns)} FROM {table} WHERE project = ?", (old,))
            if row[memory] in wanted
        ]
        _insert(target, table, columns, rows)


# -- out of the source -----------------------------------------------------------------------------------------


def _remove(source: Database, project: str, ids: Sequence[str], *, whole: bool) -> None:
    # Taking words out of the index one memory at a time, leaving no trace, costs more than all the rest. Where nothing
    # is left, the index is made anew instead: of nothing, with its old pages overwritten.
    empties = whole and source.row("SELECT 1 FROM memories WHERE project <> ?", (project,)) is None
    if empties:
        source.change("INSERT INTO memory_fts (memory_fts, rank) VALUES ('secure-delete', 0)")
    for begin in range(0, len(ids), _BATCH):
        part = ids[begin : begin + _BATCH]
        marks = ",".join("?" * len(part))
        source.change(
            f"DELETE FROM vectors WHERE row IN (SELECT row FROM versions WHERE memory_id IN ({marks}))", tuple(part)
        )
        for table in ("injections", "applied", *_OF_MEMORY, "versions"):
            source.change(f"DELETE FROM {table} WHERE memory_id IN ({marks})", tuple(part))
        source.change(f"DELETE FROM folds WHERE original_id IN ({marks})", tuple(part))
        source.change(f"DELETE FROM memories WHERE id IN ({marks})", tuple(part))
    if empties:
        source.change("INSERT INTO memory_fts (memory_fts) VALUES ('rebuild')")
        source.change("INSERT INTO memory_fts (memory_fts, rank) VALUES ('secure-delete', 1)")
    for space in spaces.list_spaces(source):
        spaces.sync_index(source, space)
    if not whole:
        return
    for table, _ in _ROWS:
        source.change(f"DELETE FROM {table} WHERE project = ?", (project,))
    source.change("DELETE FROM proposal_targets WHERE proposal_id NOT IN (SELECT id FROM proposals)")
    source.change("DELETE FROM projects WHERE binding = ?", (project,))
    if source.row("SELECT 1 FROM projects WHERE binding <> 'user'") is None:
        source.change("DELETE FROM cursors")


# -- within one file -------------------------------------------------------------------------------------------


def _renamed(
    database: Database, old: str, new: str, ids: Sequence[str] | None, arrived: Callable[[], object]
) -> list[str]:
    with database.atomic():
        chosen = _memories(database, old, ids)
        for id in chosen:
            database.change(
                """UPDATE memories SET project = ?2, key = CASE WHEN EXISTS
                (SELECT 1 FROM memories m WHERE m.project = ?2 AND m.key = memories.key) THEN NULL ELSE key END
                WHERE id = ?1""",
                (id, new),
            )
            database.change("UPDATE versions SET project = ? WHERE memory_id = ?", (new, id))
            _number_anew(database, id)
        for space in spaces.list_spaces(database):
            spaces.sync_index(database, space)
        if ids is None:
            _rename_rows(database, old, new)
        else:
            _rename_links(database, chosen, new)
        arrived()
    return chosen


def _rename_links(database: Database, ids: Sequence[str], new: str) -> None:
    for table, name in _LINKS:
        for id in ids:
            database.change(f"UPDATE OR IGNORE {table} SET project = ? WHERE {name} = ?", (new, id))


def _rename_rows(database: Database, old: str, new: str) -> None:
    _copy_rows(database, database, old, new)
    for table, _ in _ROWS:
        database.change(f"UPDATE OR IGNORE {table} SET project = ? WHERE project = ?", (new, old))
        database.change(f"DELETE FROM {table} WHERE project = ?", (old,))
    database.change("DELETE FROM proposal_targets WHERE proposal_id NOT IN (SELECT id FROM proposals)")
    database.change("DELETE FROM projects WHERE binding = ?", (old,))


def _number_anew(database: Database, id: str) -> None:
    """Give a memory's vectors new numbers, by which indexes and sidecars learn that its project changed."""
    found = database.rows(
        """SELECT space, row, vec FROM vectors
        WHERE live = 1 AND row IN (SELECT row FROM versions WHERE memory_id = ?)""",
        (id,),
    )
    for space, row, vec in found:
        database.change("DELETE FROM vectors WHERE space = ? AND row = ?", (space, row))
        database.change("INSERT INTO vectors (space, row, vec) VALUES (?, ?, ?)", (space, row, vec))
