"""A store from before there were vectors opens, keeps what it holds, and takes vectors."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardwon.engine import open_engine
from hardwon.store import spaces
from hardwon.store.database import APPLICATION_ID, new_file, open_for_reading
from hardwon.store.migrations import MIGRATIONS
from hardwon.store.vectors import VectorReader, space_for_queries

from .vectored import database_of, direction, filled, live_rows


@pytest.fixture
def old_store(tmp_path: Path) -> Path:
    """A store of the first schema with one memory of two versions."""
    path = tmp_path / "old.db"
    database = new_file(str(path))
    _, name, step = MIGRATIONS[0]
    with database.atomic():
        step(database.connection)
        database.change("INSERT INTO migrations VALUES (?, 0)", (name,))
        database.change("INSERT INTO memories VALUES ('m1', 'p', 0, NULL)")
        for number, retired_at in ((1, 5), (2, None)):
            database.change(
                """INSERT INTO versions (memory_id, number, change, project, category, content, title, surroundings,
                split, text_hash, tags, files, trust, status, tier, visibility, principal, legal_hold, origin, extra,
                valid_from, recorded_at, retired_at) VALUES ('m1', ?1, 'new', 'p', 'general', 'old words', '', '', '',
                0, '[]', '[]', 'user', 'active', 'hot', '', '', 0, '{}', '{}', 0, 0, ?2)""",
                (number, retired_at),
            )
        database.rows("PRAGMA user_version = 1")
    database.rows(f"PRAGMA application_id = {APPLICATION_ID}")
    database.close()
    return path


def test_a_hook_that_reads_it_first_finds_no_space(old_store: Path) -> None:
    database = open_for_reading(str(old_store))
    assert space_for_queries(database, "small", "1") is None
    assert spaces.list_spaces(database) == []
    database.close()


def test_its_live_memories_wait_for_vectors_and_get_them(old_store: Path, tmp_path: Path, home: Path) -> None:
    with open_engine({"HOME": str(home), "HARDWON_DB": str(old_store)}, str(tmp_path)) as engine:
        database = database_of(engine)
        rows = list(live_rows(database).values())
        space = filled(database, [])
        assert spaces.pending(database, space, 5) == [(rows[0], "old words")]
        filled(database, rows)
        assert VectorReader(database, space.id).nearest(direction(rows[0]))[0][0] == rows[0]
