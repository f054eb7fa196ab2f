"""A space is filled in the background, a batch at a time, and goes on where it was stopped, however that was."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from hardwon.embedders import HashingEmbedder, fill
from hardwon.engine import Engine, open_engine
from hardwon.errors import EmbedderUnavailable, InvalidInput
from hardwon.store import spaces
from hardwon.store.database import Database, open_for_writing
from hardwon.store.spaces import Space
from hardwon.store.vectors import VectorReader, eight_bit


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    with open_engine(cwd=str(tmp_path)) as opened:
        yield opened


class Counting(HashingEmbedder):
    """Counts what it embeds, and fails after some texts when asked to."""

    def __init__(self, fails_after: int | None = None) -> None:
        super().__init__(64)
        self.texts: list[str] = []
        self.fails_after = fails_after

    def embed_documents(self, texts: Sequence[str]) -> Any:
        if self.fails_after is not None and len(self.texts) >= self.fails_after:
            raise EmbedderUnavailable("the server went away")
        self.texts.extend(texts)
        return super().embed_documents(texts)


def _stored(engine: Engine, count: int) -> tuple[Database, Space]:
    for number in range(count):
        engine.remember(f"Rule {number}: service {number} listens on port {9000 + number}.", title=f"Port {number}")
    database = engine.stores.writing(engine.project)
    return database, spaces.ensure_space(database, HashingEmbedder(64).identity, 0)


def test_everything_is_embedded_once_the_newest_first(engine: Engine) -> None:
    database, space = _stored(engine, 25)
    embedder = Counting()
    told: list[tuple[int, int]] = []
    result = fill(database, embedder, space, batch=10, progress=lambda *at: told.append(at))
    assert (result.done, result.ready, result.total, result.complete) == (25, 25, 25, True)
    assert told == [(10, 25), (20, 25), (25, 25)]
    assert len(embedder.texts) == 25
    assert embedder.texts[0] == "Port 24\nRule 24: service 24 listens on port 9024."
    assert fill(database, embedder, space).done == 0
    assert len(embedder.texts) == 25
    assert [found.state for found in spaces.list_spaces(database)] == ["ready"]


def test_a_memory_is_found_by_the_words_it_shares(engine: Engine) -> None:
    database, space = _stored(engine, 30)
    embedder = HashingEmbedder(64)
    fill(database, embedder, space)
    query = embedder.embed_query("Port 17: Rule 17, service 17 listens on port 9017").tolist()
    row = VectorReader(database, space.id).nearest(query, 3)[0][0]
    assert database.row("SELECT title FROM versions WHERE row = ?", (row,)) == ("Port 17",)


def test_only_what_has_surroundings_is_embedded_with_them_too(engine: Engine) -> None:
    note, around = "The second one needs a lease.", "How do we shard the warehouse importer?"
    engine.remember("Colours come from the theme file.")
    engine.remember(note, surroundings=around)
    database = engine.stores.writing(engine.project)
    embedder = Counting()
    space = spaces.ensure_space(database, embedder.identity, 0)
    fill(database, embedder, space)
    assert embedder.texts == [note, "Colours come from the theme file.", f"{note}\n{around}"]
    alone, whole = HashingEmbedder(64).embed_documents([note, f"{note}\n{around}"])
    (_, plain), (_, both) = database.rows("SELECT row, vec FROM vectors ORDER BY row")
    assert plain == eight_bit(HashingEmbedder(64).embed_documents(["Colours come from the theme file."])[0].tolist())
    assert both == eight_bit((alone + whole).tolist())


def test_other_surroundings_are_another_vector(engine: Engine) -> None:
    database, space = _stored(engine, 1)
    fill(database, Counting(), space)
    text = engine.list()[0][0].content
    engine.remember(text, title="Port 0", surroundings="About the warehouse importer.")
    assert spaces.count(database, space) == (0, 1)
    assert fill(database, Counting(), space).done == 1


def test_it_stops_between_batches_when_asked(engine: Engine) -> None:
    database, space = _stored(engine, 25)
    embedder = Counting()
    result = fill(database, embedder, space, batch=5, should_stop=lambda: len(embedder.texts) >= 10)
    assert (result.done, result.ready, result.complete) == (10, 10, False)
    assert spaces.list_spaces(database)[0].state == "filling"
    assert fill(database, Counting(), space, batch=5).done == 15


def test_what_was_stored_before_the_embedder_failed_stays(engine: Engine) -> None:
    database, space = _stored(engine, 20)
    with pytest.raises(EmbedderUnavailable):
        fill(database, Counting(fails_after=8), space, batch=4)
    assert spaces.count(database, space) == (8, 20)
    assert fill(database, Counting(), space).done == 12


def test_what_is_remembered_while_it_fills_is_embedded_too(engine: Engine) -> None:
    database, space = _stored(engine, 6)

    def remember_more(ready: int, total: int) -> None:
        if ready == 3:
            engine.remember("A rule that came in between.")

    assert fill(database, Counting(), space, batch=3, progress=remember_more).ready == 7


def test_an_embedder_of_another_space_is_refused(engine: Engine) -> None:
    database, space = _stored(engine, 2)
    with pytest.raises(InvalidInput, match="another space"):
        fill(database, HashingEmbedder(128), space)
    assert spaces.count(database, space) == (0, 2)


def test_a_new_model_is_filled_beside_the_old_one_which_goes_when_nothing_is_missing(engine: Engine) -> None:
    database, old = _stored(engine, 12)
    fill(database, HashingEmbedder(64), old)
    new = spaces.ensure_space(database, HashingEmbedder(32).identity, 1)
    stops = iter([False, True])
    fill(database, HashingEmbedder(32), new, batch=5, should_stop=lambda: next(stops))
    assert spaces.count(database, old) == (12, 12)
    assert spaces.count(database, new) == (5, 12)
    query = HashingEmbedder(64).embed_query("service 3 port 9003").tolist()
    assert len(VectorReader(database, old.id).nearest(query)) == 12
    assert fill(database, HashingEmbedder(32), new).complete
    assert [space.identity.dimensions for space in spaces.list_spaces(database)] == [32]
    assert database.row("SELECT count(*) FROM vectors WHERE space = ?", (old.id,)) == (0,)


_FILL = """
import sys
from hardwon.embedders import HashingEmbedder, fill
from hardwon.store import spaces
from hardwon.store.migrations import open_store
database = open_store({path!r})
embedder = HashingEmbedder(64)
space = spaces.ensure_space(database, embedder.identity, 0)

def told(ready, total):
    print(ready, flush=True)
    sys.stdin.readline()

fill(database, embedder, space, batch=10, progress=told)
"""


@pytest.mark.parametrize("batches", [1, 3])
def test_a_fill_that_is_killed_keeps_whole_batches_and_goes_on_from_there(engine: Engine, batches: int) -> None:
    database, space = _stored(engine, 50)
    command = [sys.executable, "-c", _FILL.format(path=database.path)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    for batch in range(1, batches + 1):
        assert process.stdout.readline().strip() == str(10 * batch)
        if batch < batches:
            process.stdin.write("\n")
            process.stdin.flush()
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()
    assert spaces.count(database, space) == (10 * batches, 50)
    embedder = Counting()
    assert fill(database, embedder, space).complete
    assert len(embedder.texts) == 50 - 10 * batches
    assert database.rows("PRAGMA integrity_check") == [("ok",)]
    reader = VectorReader(open_for_writing(database.path), space.id)
    assert len(reader.nearest([1.0] * 64, 50)) == 50
