"""Which stores' vectors are held in memory: those in use, within bounds, each as its file is now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")

from hardwon.embedders.hashing import HashingEmbedder
from hardwon.errors import EmbedderUnavailable, StoreDamaged
from hardwon.service import stores as room
from hardwon.service.model import Model
from hardwon.service.stores import Stores
from hardwon.store.database import open_for_reading
from hardwon.store.reader import Reader
from workbench import Bench

RULE = "The billing job runs at 02:00 in region north."


@pytest.fixture
def model() -> Iterator[Model]:
    model = Model(HashingEmbedder())
    yield model
    model.close()


@pytest.fixture
def stores() -> Iterator[Stores]:
    stores = Stores()
    yield stores
    stores.clear()


def never() -> bool:
    return False


def keep(stores: Stores, path: Path, model: Model, should_stop: Any = never) -> bool:
    stores.add(str(path))
    return stores.keep(str(path), model, should_stop=should_stop, begun=lambda: None)


def nearest(stores: Stores, path: Path, model: Model, text: str) -> list[int]:
    """The rows nearest to a text, none where a store has no vectors at hand."""
    reader = Reader(open_for_reading(str(path)))
    try:
        source = stores.source(reader, model.query(text, 10.0))
        return [row for row, cosine in source.nearest(5) if cosine > 0.5] if source else []
    finally:
        reader.close()


def test_what_is_missing_is_made_and_then_nothing_is_left_to_do(bench: Bench, stores: Stores, model: Model) -> None:
    bench.remember(RULE)
    begun: list[bool] = []
    stores.add(str(bench.file))
    for _ in range(3):
        assert not stores.keep(str(bench.file), model, should_stop=never, begun=lambda: begun.append(True))
    assert begun == [True]
    assert stores.is_complete(str(bench.file))
    assert nearest(stores, bench.file, model, RULE) == [1]


def test_told_to_stop_it_says_that_more_is_to_be_done(bench: Bench, stores: Stores, model: Model) -> None:
    bench.remember(*[f"{RULE} {number}" for number in range(40)])
    answers = iter([False, True])
    assert keep(stores, bench.file, model, lambda: next(answers))
    assert 0 < len(nearest(stores, bench.file, model, RULE)) <= 5
    assert not keep(stores, bench.file, model)


def test_a_store_of_which_vectors_are_missing_is_told_until_none_is(bench: Bench, stores: Stores, model: Model) -> None:
    stores.add(str(bench.file))
    assert stores.status()["incomplete"] == 0
    bench.remember(*[f"{RULE} {number}" for number in range(40)])
    assert stores.status()["incomplete"] == 1
    answers = iter([False, True])
    keep(stores, bench.file, model, lambda: next(answers))
    assert (stores.status()["held"], stores.status()["incomplete"]) == (1, 1)
    keep(stores, bench.file, model)
    assert stores.status()["incomplete"] == 0


def test_a_file_that_is_not_there_is_no_failure_and_is_not_made(bench: Bench, stores: Stores, model: Model) -> None:
    assert not keep(stores, bench.file, model)
    assert not bench.file.exists()
    bench.remember(RULE)
    keep(stores, bench.file, model)
    assert nearest(stores, bench.file, model, RULE) == [1]


def test_a_store_that_failed_is_left_alone_until_another_file_is_there(
    bench: Bench, stores: Stores, model: Model
) -> None:
    bench.file.parent.mkdir(parents=True)
    bench.file.write_bytes(b"damaged" * 1000)
    with pytest.raises(StoreDamaged):
        keep(stores, bench.file, model)
    stores.put_off(str(bench.file), 3600.0)
    assert not keep(stores, bench.file, model)
    bench.file.unlink()
    bench.remember(RULE)
    keep(stores, bench.file, model)
    assert nearest(stores, bench.file, model, RULE) == [1]


def test_vectors_of_a_file_that_was_replaced_are_not_used(bench: Bench, stores: Stores, model: Model) -> None:
    bench.remember(RULE)
    keep(stores, bench.file, model)
    for file in bench.file.parent.iterdir():
        file.rename(file.with_name("old-" + file.name))
    bench.remember("Something else altogether.", RULE)
    assert nearest(stores, bench.file, model, RULE) == []
    keep(stores, bench.file, model)
    assert nearest(stores, bench.file, model, RULE) == [2]


def test_what_takes_too_much_memory_goes_the_last_used_stays(bench: Bench, stores: Stores, model: Model) -> None:
    paths = [Path(bench.paths.project_db(f"path:/{name}")) for name in ("one", "two", "three")]
    bench.remember(RULE)
    for path in paths:
        path.parent.mkdir(parents=True)
        path.write_bytes(bench.file.read_bytes())
        keep(stores, path, model)
        assert stores.is_complete(str(path))
    bounded = Stores(bytes_max=stores.status()["bytes"] * 2 // 3)
    for path in paths:
        keep(bounded, path, model)
        assert bounded.is_complete(str(path))
    bounded.add(str(paths[0]))
    bounded.trim()
    assert bounded.status()["held"] == 2
    assert nearest(bounded, paths[0], model, RULE) == [1]
    assert nearest(bounded, paths[1], model, RULE) == []
    bounded.clear()


def test_what_nobody_searches_any_more_is_let_go(bench: Bench, model: Model) -> None:
    now = [0.0]
    stores = Stores(clock=lambda: now[0])
    bench.remember(RULE)
    keep(stores, bench.file, model)
    now[0] = room.UNUSED_S
    stores.trim()
    assert stores.status()["held"] == 1
    now[0] = room.UNUSED_S + 1
    stores.trim()
    assert stores.status() == {"held": 0, "incomplete": 0, "bytes": 0}
    assert stores.paths() == []


class Slow(HashingEmbedder):
    """An embedder that waits for leave, and can fail."""

    def __init__(self) -> None:
        import threading

        super().__init__()
        self.go_on = threading.Event()
        self.order: list[str] = []
        self.fails = False

    def embed_documents(self, texts: Sequence[str]) -> Any:
        self.go_on.wait(30)
        self.order += texts
        if self.fails:
            raise EmbedderUnavailable("the server is down")
        return super().embed_documents(texts)


def test_a_search_waits_for_one_text_at_most_and_no_longer_than_it_says(bench: Bench) -> None:
    from concurrent.futures import ThreadPoolExecutor

    embedder = Slow()
    model = Model(embedder)
    with ThreadPoolExecutor(1) as pool:
        filling = pool.submit(model.embed_documents, ["one", "two", "three"])
        impatient = model.query("impatient", 0.0)
        assert impatient.vector() is None
        patient = model.query("patient", 30.0)
        embedder.go_on.set()
        assert patient.vector() is not None
        filling.result(30)
    model.close()
    assert embedder.order.index("patient") <= 1 + embedder.order.count("impatient")
    assert set(embedder.order) - {"impatient"} == {"one", "two", "three", "patient"}


def test_a_model_that_fails_leaves_the_words() -> None:
    embedder = Slow()
    embedder.fails = True
    embedder.go_on.set()
    model = Model(embedder)
    assert model.query("anything", 30.0).vector() is None
    coming = model.query("anything", 30.0)
    model.close()
    assert coming.vector() is None
