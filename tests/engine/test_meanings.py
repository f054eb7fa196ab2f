"""Searching by words, by meaning or by both; what a process without a model can do, and says where it cannot."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from hardwon.config.quick import Settings
from hardwon.embedders.places import model_dir, static_path
from hardwon.embedders.static_light import StaticQuery
from hardwon.engine import Engine, open_engine
from hardwon.engine.quick import open_quick
from hardwon.errors import InvalidInput
from hardwon.retrieval.meaning import Meaning
from hardwon.store import spaces
from hardwon.store.identity import SpaceIdentity
from hardwon.store.migrations import open_store
from hardwon.store.reader import Reader
from workbench import Bench

MODEL = "sentence-transformers/all-MiniLM-L6-v2"
DIMENSIONS = 64
RULE = "Never restart the billing job by hand."
# Every word of it is one that a search by words leaves out, so only its vector can be found.
SMALL_WORDS = "what we would not have had before you were there"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of made-up vectors for every word piece, as a preparation leaves one."""
    np = pytest.importorskip("numpy")
    from hardwon.embedders.static_table import write_table
    from hardwon.embedders.weights import word_pieces

    pieces = word_pieces()
    rows = np.random.default_rng(5).normal(size=(len(pieces), DIMENSIONS)).astype(np.float32)
    path = tmp_path_factory.mktemp("table") / "static.bin"
    write_table(str(path), rows, pieces, model=MODEL, weights="abc")
    return path


@pytest.fixture
def prepared(bench: Bench, table: Path) -> Bench:
    """A home in which the model seems prepared; only its table is there."""
    folder = Path(model_dir(bench.paths, MODEL))
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text(json.dumps({"model": MODEL, "dimensions": DIMENSIONS, "files": {}}))
    os.link(table, static_path(bench.paths, MODEL))
    return bench


def embed(bench: Bench, *, all_but: int = 0) -> None:
    """Give the project's memories vectors, all but some of the oldest."""
    database = open_store(str(bench.file))
    space = spaces.ensure_space(
        database, SpaceIdentity(provider="onnx", model=MODEL, revision="abcdef-int8", dimensions=DIMENSIONS), 0
    )
    waiting = spaces.pending(database, space, 100)
    with StaticQuery(static_path(bench.paths, MODEL)) as query:
        vectors = [(row, query.embed(text)) for row, text in waiting[: len(waiting) - all_but]]
    spaces.put(database, space, vectors)  # type: ignore[arg-type]
    if not all_but:
        spaces.set_state(database, space, spaces.READY)
    database.close()


def found(engine: Engine, query: str, mode: str = "hybrid") -> list[str]:
    return [hit.content for hit in engine.recall(query, mode=mode).hits]


def test_with_a_table_and_without_a_service_meaning_is_found_too(prepared: Bench) -> None:
    prepared.remember(RULE, SMALL_WORDS)
    embed(prepared)
    with prepared.engine() as engine:
        assert found(engine, SMALL_WORDS, "keyword") == []
        assert found(engine, SMALL_WORDS, "semantic") == [SMALL_WORDS]
        assert found(engine, SMALL_WORDS) == [SMALL_WORDS]
        assert found(engine, "restart the billing job")[0] == RULE
        assert engine.recall(RULE).note == ""


def test_a_hook_finds_by_meaning_with_the_table(prepared: Bench) -> None:
    prepared.remember(RULE, SMALL_WORDS, category="gotcha")
    embed(prepared)
    with prepared.quick() as quick:
        assert SMALL_WORDS in quick.search(SMALL_WORDS, 5).text
        assert SMALL_WORDS in quick.for_prompt(SMALL_WORDS).text
        assert RULE in quick.for_situation(command="restart", error="billing job").text


@pytest.mark.parametrize("embedder", ["none", "hashing", "http"])
def test_the_table_serves_only_the_models_that_it_was_made_from(prepared: Bench, embedder: str) -> None:
    prepared.remember(SMALL_WORDS)
    embed(prepared)
    settings = Settings({"embedder": embedder})
    with open_quick(prepared.paths, prepared.binding, settings, now_ms=prepared.now) as quick:
        assert quick.search(SMALL_WORDS, 5).text == ""


def test_while_vectors_are_missing_a_search_says_so_and_finds_the_rest_by_words(prepared: Bench) -> None:
    prepared.remember(RULE, SMALL_WORDS)
    embed(prepared, all_but=1)
    with prepared.engine() as engine:
        assert engine.recall(SMALL_WORDS).note.startswith("catch-up incomplete")
        assert found(engine, "billing job restart") == [RULE]
        assert found(engine, "billing job restart", "semantic") == [RULE]
    embed(prepared)
    with prepared.engine() as engine:
        assert engine.recall(SMALL_WORDS).note == ""
        engine.remember("A later memory of the billing job.")
        assert engine.recall(SMALL_WORDS).note.startswith("catch-up incomplete")


def test_a_table_that_is_damaged_or_gone_leaves_the_words(prepared: Bench) -> None:
    prepared.remember(RULE, SMALL_WORDS)
    embed(prepared)
    path = Path(static_path(prepared.paths, MODEL))
    path.unlink()
    for content in (None, b"", b"HWSTATIC", b"x" * 5000):
        if content is not None:
            path.write_bytes(content)
        with prepared.engine() as engine, prepared.quick() as quick:
            assert found(engine, "billing job") == [RULE]
            assert "went by words" in engine.recall("billing job", mode="semantic").note
            assert RULE in quick.for_prompt("restart the billing job").text


@pytest.mark.parametrize(
    ("embedder", "reason"),
    [("none", "no embedder is chosen"), ("fastembed", "`mem setup`"), ("http", "`mem setup`"), ("hashing", "service")],
)
def test_meaning_that_was_asked_for_and_is_not_to_be_had_is_named(bench: Bench, embedder: str, reason: str) -> None:
    bench.more["HARDWON_EMBEDDER"] = embedder
    bench.remember(RULE)
    with bench.engine() as engine:
        note = engine.recall("billing job", mode="semantic").note
        assert note.startswith("went by words: ")
        assert reason in note
        assert engine.recall("billing job").note == ""
        assert engine.recall("billing job", mode="keyword").note == ""


def test_a_mode_that_is_none_is_refused(bench: Bench) -> None:
    bench.remember(RULE)
    with bench.engine() as engine, pytest.raises(InvalidInput, match="no mode of search"):
        engine.recall("billing", mode="psychic")


def test_before_anything_is_remembered_every_mode_finds_nothing(bench: Bench) -> None:
    with bench.engine() as engine:
        assert [found(engine, "x", mode) for mode in ("hybrid", "semantic", "keyword")] == [[], [], []]


class Told:
    """Meaning as a test wants it: which text means which memory."""

    def __init__(self, nearest: dict[str, int]) -> None:
        self.reason = ""
        self.is_preparing = False
        self._nearest = nearest

    def __call__(self, text: str, readers: Sequence[Reader]) -> Meaning | None:
        return Meaning([_Near(self._nearest[text])] + [None] * (len(readers) - 1), (0.0, 1.0))


class _Preparing:
    """A model that is not there yet."""

    reason = ""
    is_preparing = True

    def __call__(self, text: str, readers: Sequence[Reader]) -> Meaning | None:
        return None


def test_while_the_model_is_prepared_a_search_brings_what_is_ready_and_says_so(bench: Bench) -> None:
    bench.remember("The billing job runs at 02:00.")
    with open_engine(bench.environ, str(bench.project), meaning=_Preparing()) as engine:
        for mode, noted in (("hybrid", True), ("semantic", True), ("keyword", False)):
            recall = engine.recall("billing job", mode=mode)
            assert [hit.content for hit in recall.hits] == ["The billing job runs at 02:00."]
            assert recall.note.startswith("catch-up incomplete") == noted


class _Near:
    def __init__(self, row: int) -> None:
        self._row = row

    def nearest(self, k: int) -> list[tuple[int, float]]:
        return [(self._row, 0.9)]

    def cosines(self, rows: Sequence[int]) -> dict[int, float]:
        return {row: 0.9 if row == self._row else 0.0 for row in rows}


@pytest.fixture
def telling(bench: Bench) -> Iterator[Engine]:
    """An engine to which "payments" means the first memory."""
    bench.remember("The billing job runs at 02:00.", "Payments are listed in the ledger.")
    with open_engine(bench.environ, str(bench.project), meaning=Told({"payments": 1})) as engine:
        yield engine


def test_an_engine_takes_its_meaning_from_who_opened_it(telling: Engine) -> None:
    assert found(telling, "payments", "semantic") == ["The billing job runs at 02:00."]
    assert found(telling, "payments", "keyword") == ["Payments are listed in the ledger."]
    assert set(found(telling, "payments")) == {"The billing job runs at 02:00.", "Payments are listed in the ledger."}
    assert "billing" in telling.context("payments").text


def test_why_explains_the_same_search(telling: Engine) -> None:
    for mode in ("hybrid", "semantic", "keyword"):
        assert [hit.content for hit in telling.why("payments", mode=mode).hits] == found(telling, "payments", mode)


def test_stats_tell_how_memories_are_searched(prepared: Bench) -> None:
    prepared.more["HARDWON_EMBEDDER"] = "onnx"
    prepared.remember(RULE, SMALL_WORDS)
    with prepared.engine() as engine:
        before = engine.stats()
    embed(prepared)
    with prepared.engine() as engine:
        after = engine.stats()
    assert (before["search"], before["vectors"], before["vectors_wanted"]) == ("keyword", 0, 2)
    assert (after["search"], after["vectors"], after["model"]) == ("hybrid", 2, MODEL)
