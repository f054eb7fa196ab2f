"""The vectors in memory say what the store says, as exactly as a scan of the exact vectors, and stay current."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardwon.engine import Engine, open_engine
from hardwon.errors import InvalidInput
from hardwon.store import memories, spaces
from hardwon.store.database import Database
from hardwon.store.identity import SpaceIdentity
from hardwon.store.migrations import open_store
from hardwon.store.sidecar import EXACT_MAX, Scope, Sidecar
from hardwon.store.spaces import Space

from .vectored import database_of, direction, filled, live_rows, remembered


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    with open_engine(cwd=str(tmp_path)) as opened:
        yield opened


def _many(path: Path, count: int, dimensions: int = 384) -> tuple[Database, Space, Any]:
    """A store of many memories, each a mixture of some subjects that all lean one way, as texts do."""
    subjects_count = count // 4
    source = np.random.default_rng(7)
    subjects = source.normal(size=(subjects_count, dimensions)) + 0.7 * source.normal(size=dimensions)
    mixed = (
        source.dirichlet(np.full(4, 0.6), size=count)[:, :, None]
        * subjects[source.integers(0, subjects_count, (count, 4))]
    )
    vectors = mixed.sum(axis=1) + 0.25 * source.normal(size=(count, dimensions))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    database = open_store(str(path / "memory.db"))
    identity = SpaceIdentity(provider="test", model="many", revision="1", dimensions=dimensions)
    space = spaces.ensure_space(database, identity, 0)
    with database.atomic():
        for number in range(count):
            database.change("INSERT INTO memories VALUES (?, 'p', 0, NULL)", (f"m{number}",))
        database.change(
            """INSERT INTO versions (memory_id, number, change, project, category, content, title, surroundings, split,
            text_hash, tags, files, trust, status, tier, visibility, principal, legal_hold, origin, extra, valid_from,
            recorded_at) SELECT id, 1, 'new', 'p', 'general', id, '', '', '', 0, '[]', '[]', 'user', 'active', 'hot',
            '', '', 0, '{}', '{}', 0, 0 FROM memories ORDER BY cast(substr(id, 2) AS INTEGER)"""
        )
        spaces.put(database, space, zip(range(1, count + 1), vectors, strict=True))
    return database, space, vectors


@pytest.mark.parametrize("exact_max", [EXACT_MAX, 0])
def test_the_first_ten_are_those_of_an_exact_scan(tmp_path: Path, exact_max: int) -> None:
    count = 8000
    database, space, vectors = _many(tmp_path, count)
    sidecar = Sidecar(database, space, exact_max=exact_max)
    source = np.random.default_rng(8)
    same = 0
    queries = vectors[source.integers(0, count, 60)] + 0.03 * source.normal(size=(60, 384)).astype(np.float32)
    for query in queries:
        exact = np.argsort(-(vectors @ query), kind="stable")[:10] + 1
        same += len({row for row, _ in sidecar.search(query, 10)} & set(exact.tolist()))
    assert same >= 0.99 * 600


def test_a_search_gives_the_nearest_first_with_their_cosines(tmp_path: Path) -> None:
    database, space, vectors = _many(tmp_path, 2000)
    sidecar = Sidecar(database, space)
    found = sidecar.search(vectors[500], 20)
    assert found[0][0] == 501
    assert [cosine for _, cosine in found] == sorted((cosine for _, cosine in found), reverse=True)
    exact = vectors @ vectors[500]
    assert all(cosine == pytest.approx(exact[row - 1], abs=0.004) for row, cosine in found)
    again = sidecar.cosines([row for row, _ in found], vectors[500])
    assert again == pytest.approx(dict(found))


def test_rows_without_a_vector_have_no_cosine(engine: Engine) -> None:
    rows = list(remembered(engine, 4).values())
    sidecar = Sidecar(database_of(engine), filled(database_of(engine), rows[:2]))
    assert set(sidecar.cosines([*rows, -1, 0, 10**9], direction(1))) == set(rows[:2])
    assert sidecar.cosines([], direction(1)) == {}


def test_an_empty_space_finds_nothing(engine: Engine) -> None:
    database = database_of(engine)
    sidecar = Sidecar(database, filled(database, []))
    assert sidecar.search(direction(1), 5) == []
    assert sidecar.search(direction(1), 5, scope=Scope(("p",))) == []


def test_what_another_process_writes_is_found_at_the_next_search(engine: Engine) -> None:
    rows = list(remembered(engine, 3).values())
    database = database_of(engine)
    space = filled(database, rows)
    with open_engine(cwd=engine.root) as other:
        sidecar = Sidecar(database_of(other), space)
        assert len(sidecar.search(direction(0), 10)) == 3
        fresh = list(remembered(engine, 5).values())[3:]
        filled(database, fresh)
        for row in fresh:
            assert sidecar.search(direction(row), 1)[0][0] == row
        assert len(sidecar) == 5


def test_what_is_edited_archived_or_purged_leaves_the_next_search(engine: Engine) -> None:
    ids = list(remembered(engine, 6).items())
    database = database_of(engine)
    space = filled(database, [row for _, row in ids])
    sidecar = Sidecar(database, space)
    assert len(sidecar.search(direction(0), 10)) == 6
    engine.edit(ids[0][0], content="Another truth altogether.")
    with database.atomic():
        memories.delete_memory(database, ids[1][0])
    engine.archive(ids[2][0])
    found = {row for row, _ in sidecar.search(direction(0), 10)}
    assert found == {live_rows(database)[id] for id, _ in ids[2:]}
    active = {row for row, _ in sidecar.search(direction(0), 10, scope=Scope())}
    assert active == {live_rows(database)[id] for id, _ in ids[3:]}


def test_it_is_behind_while_a_live_memory_has_no_vector(engine: Engine) -> None:
    ids = list(remembered(engine, 3).items())
    database = database_of(engine)
    space = filled(database, [row for _, row in ids[:2]])
    with open_engine(cwd=engine.root) as other:
        sidecar = Sidecar(database_of(other), space)
        assert sidecar.is_behind()
        spaces.put(database, space, [(ids[2][1], direction(1))])
        assert not sidecar.is_behind()
        engine.archive(ids[0][0])
        assert not sidecar.is_behind()
        engine.edit(ids[1][0], content="Other words.")
        assert sidecar.is_behind()
        with database.atomic():
            memories.delete_memory(database, ids[1][0])
        assert not sidecar.is_behind()
        engine.remember("One more.")
        assert sidecar.is_behind()


def test_a_row_number_used_again_has_its_new_vector(engine: Engine) -> None:
    ids = remembered(engine, 3)
    database = database_of(engine)
    space = filled(database, list(ids.values()))
    sidecar = Sidecar(database, space)
    last_id, last_row = list(ids.items())[-1]
    assert sidecar.search(direction(last_row), 1)[0][0] == last_row
    with database.atomic():
        memories.delete_memory(database, last_id)
    engine.remember("What comes after the one that was purged.")
    assert live_rows(database)[engine.list(limit=1)[0][0].id] == last_row
    spaces.put(database, space, [(last_row, direction(77))])
    assert sidecar.search(direction(77), 1)[0] == (last_row, pytest.approx(1.0, abs=0.001))
    assert sidecar.cosines([last_row], direction(77))[last_row] == pytest.approx(1.0, abs=0.001)


def test_a_reader_that_is_too_far_behind_reads_everything_again(engine: Engine) -> None:
    ids = list(remembered(engine, 8).items())
    database = database_of(engine)
    space = filled(database, [row for _, row in ids])
    sidecar = Sidecar(database, space)
    assert len(sidecar.search(direction(0), 10)) == 8
    for id, _ in ids[:3]:
        engine.edit(id, content=f"Now {id} says something else.")
    database.change("DELETE FROM vector_removals WHERE id < 3")
    assert {row for row, _ in sidecar.search(direction(0), 10)} == {row for _, row in ids[3:]}


def test_a_scope_of_a_project_and_a_list_of_rows_bound_what_is_found(tmp_path: Path, home: Path) -> None:
    environ = {"HOME": str(home), "HARDWON_DB": str(tmp_path / "one.db")}
    for name in ("left", "right"):
        (tmp_path / name).mkdir()
        with open_engine(environ, str(tmp_path / name)) as engine:
            remembered(engine, 5)
    with open_engine(environ, str(tmp_path / "right")) as engine:
        database = database_of(engine)
        rows = list(live_rows(database).values())
        sidecar = Sidecar(database, filled(database, rows))
        here = sidecar.search(direction(rows[0]), 10, scope=Scope((engine.project,)))
        assert {row for row, _ in here} == set(rows[5:])
        named = sidecar.search(direction(rows[0]), 10, rows_allowed=[rows[1], rows[7], 999])
        assert {row for row, _ in named} == {rows[1], rows[7]}
        both = sidecar.search(direction(rows[0]), 10, rows_allowed=[rows[1], rows[7]], scope=Scope((engine.project,)))
        assert {row for row, _ in both} == {rows[7]}


def test_a_scope_leaves_out_most_of_a_large_store_and_still_finds_the_nearest(tmp_path: Path) -> None:
    database, space, vectors = _many(tmp_path, 4500)
    database.change("UPDATE versions SET project = 'rare' WHERE row % 50 = 0")
    sidecar = Sidecar(database, space, exact_max=0)
    rare = np.arange(50, 4501, 50)
    exact = rare[np.argsort(-(vectors[rare - 1] @ vectors[7]), kind="stable")[:10]]
    found = [row for row, _ in sidecar.search(vectors[7], 10, scope=Scope(("rare",)))]
    assert len(set(found) & set(exact.tolist())) >= 9
    assert sidecar.search(vectors[7], 10, scope=Scope(("nobody's",))) == []


@pytest.mark.parametrize("query", [[1.0] * 31, [0.0] * 32, [float("nan")] * 32])
def test_a_query_that_does_not_fit_is_refused(engine: Engine, query: list[float]) -> None:
    database = database_of(engine)
    sidecar = Sidecar(database, filled(database, list(remembered(engine, 2).values())))
    with pytest.raises(InvalidInput):
        sidecar.search(query, 3)
    with pytest.raises(InvalidInput):
        sidecar.cosines([1], query)
