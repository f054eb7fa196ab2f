"""Vectors stay with the version and the space they were made for, and go without a trace."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

import hardwon
from hardwon.engine import Engine, open_engine
from hardwon.errors import InvalidInput
from hardwon.store import memories, spaces
from hardwon.store.database import open_for_reading
from hardwon.store.vectors import VectorReader, eight_bit, sign_bits, space_for_queries

from .vectored import database_of, direction, filled, identity, live_rows, remembered


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    with open_engine(cwd=str(tmp_path)) as opened:
        yield opened


def test_the_nearest_memory_is_the_one_whose_vector_is_asked_for(engine: Engine) -> None:
    rows = list(remembered(engine, 60).values())
    database = database_of(engine)
    space = filled(database, rows)
    for row in rows:
        found = VectorReader(database, space.id).nearest(direction(row), 5)
        assert found[0][0] == row
        assert found[0][1] == pytest.approx(1.0, abs=0.001)
        assert len(found) == 5
        assert [cosine for _, cosine in found] == sorted((cosine for _, cosine in found), reverse=True)


def test_cosines_are_those_of_the_vectors_themselves(engine: Engine) -> None:
    rows = list(remembered(engine, 10).values())
    database = database_of(engine)
    space = filled(database, rows)
    query = direction(99)
    found = VectorReader(database, space.id).cosines(query, [*rows, 12345])
    assert set(found) == set(rows)
    assert VectorReader(database, space.id).against(query).cosines(rows) == found
    for row in rows:
        exact = sum(a * b for a, b in zip(query, direction(row), strict=True))
        assert found[row] == pytest.approx(exact, abs=0.01)


def test_a_vector_is_never_read_in_another_space(engine: Engine) -> None:
    rows = list(remembered(engine, 6).values())
    database = database_of(engine)
    one, other = filled(database, rows[:3], "one"), filled(database, rows[3:], "other")
    for space, own in ((one, rows[:3]), (other, rows[3:])):
        reader = VectorReader(database, space.id)
        assert {row for row, _ in reader.nearest(direction(rows[0]))} == set(own)
        assert set(reader.cosines(direction(rows[0]), rows)) == set(own)


@pytest.mark.parametrize(
    ("vector", "message"),
    [
        (direction(1, 31), "31 dimensions in a space of 32"),
        ([0.0] * 32, "finite length"),
        ([float("nan"), *[1.0] * 31], "finite length"),
        ([*[1.0] * 31, float("inf")], "finite length"),
    ],
)
def test_a_vector_that_does_not_fit_is_refused_and_nothing_is_stored(
    engine: Engine, vector: list[float], message: str
) -> None:
    first, second = remembered(engine, 2).values()
    database = database_of(engine)
    space = spaces.ensure_space(database, identity(), 0)
    with pytest.raises(InvalidInput, match=message):
        spaces.put(database, space, [(first, direction(1)), (second, vector)])
    assert spaces.count(database, space) == (0, 2)


def test_pending_is_what_has_no_vector_the_newest_first(engine: Engine) -> None:
    rows = list(remembered(engine, 5).values())
    database = database_of(engine)
    space = filled(database, rows[:2])
    assert [row for row, _ in spaces.pending(database, space, 2)] == [rows[4], rows[3]]
    assert [row for row, _ in spaces.pending(database, space, 2, below=rows[3])] == [rows[2]]
    assert spaces.count(database, space) == (2, 5)


def test_a_change_that_keeps_the_words_keeps_the_vector(engine: Engine) -> None:
    (id, row), *_ = remembered(engine, 3).items()
    database = database_of(engine)
    space = filled(database, list(live_rows(database).values()))
    engine.set_pinned(id, True)
    engine.archive(id)
    engine.restore(id)
    moved = live_rows(database)[id]
    assert moved != row
    assert spaces.count(database, space) == (3, 3)
    found = VectorReader(database, space.id).nearest(direction(row))
    assert found[0][0] == moved
    assert row not in {number for number, _ in found}


def test_a_change_of_the_words_makes_the_vector_pending(engine: Engine) -> None:
    (id, row), *_ = remembered(engine, 3).items()
    database = database_of(engine)
    space = filled(database, list(live_rows(database).values()))
    engine.edit(id, content="Something quite different is true now.")
    assert spaces.count(database, space) == (2, 3)
    assert spaces.pending(database, space, 5) == [(live_rows(database)[id], "Something quite different is true now.")]
    assert row not in {number for number, _ in VectorReader(database, space.id).nearest(direction(row))}


def test_another_projects_memories_take_no_place(tmp_path: Path, home: Path) -> None:
    environ = {"HOME": str(home), "HARDWON_DB": str(tmp_path / "one.db")}
    for name in ("left", "right"):
        (tmp_path / name).mkdir()
        with open_engine(environ, str(tmp_path / name)) as engine:
            remembered(engine, 30)
    with open_engine(environ, str(tmp_path / "left")) as engine:
        database = database_of(engine)
        rows = list(live_rows(database).values())
        space = filled(database, rows)
        reader = VectorReader(database, space.id, (engine.project,))
        assert {row for row, _ in reader.nearest(direction(rows[45]), 50)} == set(rows[:30])
        assert len(VectorReader(database, space.id).nearest(direction(rows[45]), 50)) == 50


def test_nothing_of_a_purged_memorys_vector_stays_in_the_file(engine: Engine) -> None:
    (id, row), (_, other), *_ = remembered(engine, 3).items()
    database = database_of(engine)
    filled(database, list(live_rows(database).values()))
    traces = [eight_bit(direction(row)), sign_bits(eight_bit(direction(row)))]
    kept = eight_bit(direction(other))
    assert all(trace in _whole_file(engine) for trace in (*traces, kept))
    with database.atomic():
        memories.delete_memory(database, id)
    whole = _whole_file(engine)
    assert kept in whole
    assert not any(trace in whole for trace in traces)


def _whole_file(engine: Engine) -> bytes:
    database = database_of(engine)
    database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(database.path).read_bytes()


_WITHOUT_EXTENSION = """
import sys
sys.path += [{library!r}, {source!r}]
from hardwon.store.database import open_for_writing
from hardwon.store import spaces, vectors
database = open_for_writing({path!r})
space = spaces.list_spaces(database)[0]
reader = vectors.VectorReader(database, space.id)
assert not vectors.can_search(database)
assert reader.nearest([1.0] * 32) == []
assert len(reader.cosines([1.0] * 32, [1, 2, 3])) == 3
{action}
database.close()
"""


def _without_extension(tmp_path: Path, path: str, action: str) -> None:
    """Run a script in an interpreter that has apsw and this package but not sqlite-vec."""
    library = tmp_path / "library"
    library.mkdir(exist_ok=True)
    if not (library / "apsw").exists():
        (library / "apsw").symlink_to(Path(apsw.__file__).parent)
    source = str(Path(hardwon.__file__).parent.parent)
    script = _WITHOUT_EXTENSION.format(library=str(library), source=source, path=path, action=action)
    subprocess.run([sys.executable, "-I", "-S", "-c", script], check=True)


def test_without_sqlite_vec_words_go_on_and_vectors_wait_for_the_index(engine: Engine, tmp_path: Path) -> None:
    rows = list(remembered(engine, 4).values())
    database = database_of(engine)
    space = filled(database, rows[:3])
    put = f"spaces.put(database, space, [({rows[3]}, {direction(rows[3])})])"
    _without_extension(tmp_path, database.path, put)
    assert spaces.count(database, space) == (4, 4)
    reader = VectorReader(open_for_reading(database.path), space.id)
    assert reader.nearest(direction(rows[3]))[0][0] == rows[3]
    assert spaces.sync_index(database, space)
    assert reader.nearest(direction(rows[3]))[0][0] == rows[3]


def test_a_purge_without_sqlite_vec_leaves_no_trace_and_the_index_comes_back(engine: Engine, tmp_path: Path) -> None:
    (id, row), (_, other), *_ = remembered(engine, 3).items()
    database = database_of(engine)
    space = filled(database, list(live_rows(database).values()))
    purge = f"from hardwon.store import memories\nwith database.atomic():\n    memories.delete_memory(database, {id!r})"
    _without_extension(tmp_path, database.path, purge)
    assert sign_bits(eight_bit(direction(row))) not in _whole_file(engine)
    assert spaces.sync_index(database, space)
    found = VectorReader(database, space.id).nearest(direction(other))
    assert found[0][0] == other
    assert len(found) == 2


def test_a_store_with_an_index_is_sound_where_sqlite_vec_is_missing(engine: Engine, tmp_path: Path) -> None:
    database = database_of(engine)
    filled(database, list(remembered(engine, 3).values()))
    check = "assert database.rows('PRAGMA integrity_check') == [('ok',)]\ndatabase.change('VACUUM')"
    _without_extension(tmp_path, database.path, check)
    assert database.rows("PRAGMA integrity_check") == [("ok",)]


def test_a_dropped_space_is_gone_and_its_number_is_not_given_again(engine: Engine) -> None:
    rows = list(remembered(engine, 3).values())
    database = database_of(engine)
    old = filled(database, rows, "old")
    spaces.drop_space(database, old)
    assert spaces.list_spaces(database) == []
    assert database.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'bits%'") == []
    assert filled(database, rows, "new").id > old.id


def test_a_queries_table_finds_the_space_of_its_model_whichever_embedder_filled_it(engine: Engine) -> None:
    database = database_of(engine)
    space = filled(database, list(remembered(engine, 2).values()))
    assert space_for_queries(database, "small", "1") == (space.id, 32)
    assert space_for_queries(database, "small", "2") is None
    assert space_for_queries(database, "large", "1") is None


def test_reading_vectors_in_a_hook_imports_nothing_heavy(engine: Engine) -> None:
    database = database_of(engine)
    space = filled(database, list(remembered(engine, 3).values()))
    script = f"""
import sys
bare = set(sys.modules)
sys.path += [{str(Path(apsw.__file__).parent.parent)!r}, {str(Path(hardwon.__file__).parent.parent)!r}]
from hardwon.embedders import places, static_light
from hardwon.store.database import open_for_reading
from hardwon.store.vectors import VectorReader
assert VectorReader(open_for_reading({database.path!r}), {space.id}).nearest([1.0] * 32)
print(*sorted(name for name in set(sys.modules) - bare if not name.startswith(("hardwon", "apsw"))))
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True)
    heavy = {"re", "json", "os", "typing", "dataclasses", "pathlib", "numpy", "sqlite_vec", "importlib", "ctypes"}
    assert not heavy & set(done.stdout.split())
