"""The schema grows step by step: each whole or not at all, each once, and what was stored before is there after."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from hardwon.errors import StoreError
from hardwon.models import Memory
from hardwon.store import memories, migrations
from hardwon.store.database import APPLICATION_ID, SCHEMA_VERSION, Database, new_file, open_for_writing
from hardwon.store.migrations import MIGRATIONS, migrate, open_store
from processes import Child, said
from workbench import START_MS, Bench


def store_of(path: Path, version: int) -> Database:
    """A store as the program of an earlier schema left it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    database = new_file(str(path))
    database.connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    for number, name, step in MIGRATIONS[:version]:
        with database.atomic():
            step(database.connection)
            database.change("INSERT INTO migrations (name, applied_at) VALUES (?, 1)", (name,))
            database.rows(f"PRAGMA user_version = {number}")
    return database


def schema(path: Path) -> set[str]:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return {row[0] for row in connection.execute("SELECT sql FROM sqlite_schema WHERE sql NOT NULL")}
    finally:
        connection.close()


def test_steps_are_numbered_named_and_in_order() -> None:
    assert [version for version, _, _ in MIGRATIONS] == list(range(1, SCHEMA_VERSION + 1))
    for version, name, step in MIGRATIONS:
        assert re.fullmatch(rf"m{version:03d}_[a-z_]+", name)
        assert step.__name__ == name


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION + 1))
def test_a_store_of_every_earlier_schema_opens_with_all_it_had(bench: Bench, version: int) -> None:
    database = store_of(bench.file, version)
    with database.atomic():
        memories.ensure_project(database, bench.binding, "app", str(bench.project), START_MS)
        for number in range(20):
            memory = Memory(
                id=f"old{number:09d}", project=bench.binding, category="gotcha", content=f"Old zebra gate {number}",
                valid_from=START_MS, recorded_at=START_MS, created_at=START_MS,
            )  # fmt: skip
            memories.insert_memory(database, memory, f"key {number}")
    database.close()
    with bench.engine() as engine:
        engine.remember("A new zebra gate")
        assert engine.list()[1] == 21
        assert len(engine.recall("zebra gate", limit=30).hits) == 21
        assert not engine.remember("anything", key="key 3").created
    fresh = bench.file.parent / "fresh.db"
    open_store(str(fresh)).close()
    assert schema(bench.file) == schema(fresh)


def test_a_step_that_fails_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    store_of(path, 1).close()
    before = schema(path)

    def m002_broken(connection: apsw.Connection) -> None:
        connection.execute("CREATE TABLE half (x)")
        connection.execute("CREATE TABLE half (x)")

    database = open_for_writing(str(path))
    with pytest.raises(StoreError):
        migrate(database, (MIGRATIONS[0], (2, "m002_broken", m002_broken)))
    assert database.row("PRAGMA user_version") == (1,)
    database.close()
    assert schema(path) == before
    open_store(str(path)).close()


@pytest.mark.parametrize("statement", range(0, 60, 3))
def test_killed_at_any_statement_a_step_is_whole_or_not_there(bench: Bench, statement: int) -> None:
    database = store_of(bench.file, 1)
    with database.atomic():
        memories.ensure_project(database, bench.binding, "app", str(bench.project), START_MS)
        memory = Memory(id="old000000000", project=bench.binding, category="gotcha", content="Old zebra gate",
                        valid_from=START_MS, recorded_at=START_MS, created_at=START_MS)  # fmt: skip
        memories.insert_memory(database, memory, "key")
    database.close()

    def work(_: object) -> None:
        database = open_for_writing(str(bench.file))
        left = [statement]

        def count(*_: object) -> bool:
            left[0] -= 1
            if left[0] < 0:
                os._exit(9)
            return True

        database.connection.exec_trace = count
        migrate(database)

    status, told = Child(work).wait()
    assert status in (0, 9), told
    reader = open_for_writing(str(bench.file))
    version = int(str((reader.row("PRAGMA user_version") or (0,))[0]))
    names = {str(row[0]) for row in reader.rows("SELECT name FROM migrations")}
    reader.close()
    assert names == {name for number, name, _ in MIGRATIONS if number <= version}
    with bench.engine() as engine:
        engine.remember("A new zebra gate")
        assert len(engine.recall("zebra gate").hits) == 2
    fresh = bench.file.parent / "fresh.db"
    open_store(str(fresh)).close()
    assert schema(bench.file) == schema(fresh)


def test_many_that_open_an_older_store_at_once_take_each_step_once(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    store_of(path, 1).close()

    def work(send: Callable[[str], None]) -> None:
        database = open_store(str(path))
        send(str(len(database.rows("SELECT * FROM migrations"))))
        database.close()

    assert set(said(Child(work) for _ in range(12))) == {str(len(MIGRATIONS))}


def test_opening_a_store_of_this_schema_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    open_store(str(path)).close()
    before = path.read_bytes()
    open_store(str(path)).close()
    assert path.read_bytes() == before


def test_what_was_removed_is_in_no_page_and_no_word_of_the_index(bench: Bench) -> None:
    (memory,) = bench.remember("The password hint is xylophonequartz")
    with bench.engine() as engine:
        database = engine.stores.writing(bench.binding)
        with database.atomic():
            memories.delete_memory(database, memory)
        assert database.rows("SELECT term FROM memory_terms WHERE term LIKE 'xyl%'") == []
        database.rows("PRAGMA wal_checkpoint (TRUNCATE)")
    data = bench.file.read_bytes()
    assert b"xylophone" not in data and b"ophonequar" not in data


def test_the_index_follows_every_change_and_stays_whole(bench: Bench) -> None:
    names = ["alpaca", "bison", "caribou", "dingo", "egret", "falcon", "gecko", "heron", "ibis", "jackal"]
    ids = bench.remember(*(f"Note about the {name}" for name in names))
    with bench.engine() as engine:
        engine.edit(ids[0], content="Now about something else", tags=["fresh"])
        engine.edit(ids[0], title="A title")
        engine.archive(ids[1])
        engine.restore(ids[1])
        engine.set_pinned(ids[2], True)
        database = engine.stores.writing(bench.binding)
        with database.atomic():
            memories.delete_memory(database, ids[3])
        database.change("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
        live = database.row("SELECT count(*) FROM versions WHERE retired_at IS NULL")
        assert live == (9,) == database.row("SELECT value FROM counters WHERE name = 'live'")
        assert database.row("SELECT count(*) FROM memory_fts_docsize") == (9,)
        assert engine.recall("alpaca").hits == [] == engine.recall("dingo").hits
        assert engine.recall("fresh title").hits[0].id == ids[0]
        assert database.row("SELECT count(*) FROM versions") == (14,)


def test_sqlite_itself_would_take_a_second_live_version_for_an_error(bench: Bench) -> None:
    (memory,) = bench.remember("Once")
    with bench.engine() as engine:
        database = engine.stores.writing(bench.binding)
        with pytest.raises(StoreError), database.atomic():
            memories.insert_version(database, engine.get(memory))


def test_every_release_s_step_is_in_the_list() -> None:
    steps = [name for name in vars(migrations) if re.match(r"m\d{3}_", name)]
    assert sorted(steps) == [name for _, name, _ in MIGRATIONS]
