"""What was said around a memory: it is found by it, and it is never shown."""

from __future__ import annotations

import json

import apsw

from hardwon.engine.intake import SURROUNDINGS_CHARACTERS
from workbench import Bench

NOTE = "The second one needs a lease."
AROUND = "How do we shard the warehouse importer?"


def test_a_memory_is_found_by_what_was_said_around_it(bench: Bench) -> None:
    with bench.engine() as engine:
        wanted = engine.remember(NOTE, surroundings=AROUND).memory
        engine.remember("Colours come from the theme file.")
        assert [hit.id for hit in engine.recall("warehouse importer shards").hits] == [wanted.id]


def test_its_own_words_count_more(bench: Bench) -> None:
    with bench.engine() as engine:
        engine.remember(NOTE, surroundings=AROUND)
        own = engine.remember("The warehouse importer runs at night.").memory
        assert engine.recall("warehouse importer").hits[0].id == own.id


def test_surroundings_are_never_shown(bench: Bench) -> None:
    with bench.engine() as engine:
        engine.remember(NOTE, surroundings=AROUND)
        packed = engine.context("warehouse importer")
    assert NOTE in packed.text
    assert "shard" not in packed.text


def test_they_stay_when_the_memory_changes(bench: Bench) -> None:
    with bench.engine() as engine:
        id = engine.remember(NOTE, surroundings=AROUND).memory.id
        engine.edit(id, content="The third one needs a lease.")
        assert [hit.content for hit in engine.recall("warehouse importer").hits] == ["The third one needs a lease."]


def test_a_memory_said_again_takes_the_surroundings_it_lacked(bench: Bench) -> None:
    with bench.engine() as engine:
        id = engine.remember(NOTE).memory.id
        engine.remember(NOTE, surroundings=AROUND)
        engine.remember(NOTE, surroundings="About something else.")
        assert engine.get(id).surroundings == AROUND


def test_they_are_cleaned_redacted_and_cut(bench: Bench) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    with bench.engine() as engine:
        said = engine.remember(NOTE, surroundings=f"token {secret}\u202e and \x00more " + "word " * 500)
    kept = said.memory.surroundings
    assert secret not in kept and "\u202e" not in kept and "\x00" not in kept
    assert said.redacted
    assert len(kept) <= SURROUNDINGS_CHARACTERS


def test_surroundings_in_a_script_without_spaces_are_found_by_a_part_of_them(bench: Bench) -> None:
    with bench.engine() as engine:
        wanted = engine.remember(NOTE, surroundings="仓库导入怎么分片").memory
        assert [hit.id for hit in engine.recall("仓库导入").hits] == [wanted.id]


def test_an_export_brings_them_along(bench: Bench) -> None:
    with bench.engine() as engine:
        id = engine.remember(NOTE, surroundings=AROUND).memory.id
        lines = list(engine.export_lines())
    assert json.loads(lines[0])["surroundings"] == AROUND
    other = Bench.at(bench.home / "elsewhere")
    with other.engine() as engine:
        engine.import_lines(lines)
        assert engine.get(id).surroundings == AROUND


def test_the_word_index_agrees_with_the_store_after_every_change(bench: Bench) -> None:
    with bench.engine() as engine:
        id = engine.remember(NOTE, title="Lease", tags=["a", 'b"c'], files=["x\\y.py"], surroundings=AROUND).memory.id
        engine.edit(id, tags=["d"])
        engine.archive(id)
        engine.restore(id)
        path = engine.stores.path_of(engine.project)
    connection = apsw.Connection(path)
    connection.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
    connection.close()
