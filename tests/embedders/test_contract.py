"""What holds for every embedder."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.embedders import Embedder, load, prepare
from hardwon.embedders.calibration import LOOK_ALIKE, measure

from .embedding_server import honest, serving

TEXTS = [
    "The build of the arm64 image fails with a linker error.",
    "Use pnpm in this repository, never npm.",
    "getUserById throws when the cache is cold",
    "la compilación falla sin la biblioteca",
    "构建在没有库的情况下失败",
]
ODD = ["", " ", "\ud800", "\x00", "🎉" * 50, "a" * 20_000, "word " * 5000, "\u202eevil", "x"]


@pytest.fixture(params=["hashing", "http", "onnx", "fastembed"])
def embedder(request: pytest.FixtureRequest, paths: Paths) -> Iterator[Embedder]:
    if request.param == "http":
        with serving(honest(64)) as served:
            settings = Settings({"embedder": "http", "embedding_url": served.url, "embedding_model": "some"})
            prepare(paths, settings)
            loaded = load(paths, settings)
            yield loaded
            loaded.close()
        return
    where = paths if request.param == "hashing" else request.getfixturevalue("prepared")
    loaded = load(where, Settings({"embedder": request.param}))
    yield loaded
    loaded.close()


def test_it_names_itself_and_its_space(embedder: Embedder) -> None:
    assert embedder.identity.provider == embedder.name
    assert embedder.identity.model
    assert embedder.identity.revision
    assert embedder.identity.dimensions > 0


def test_vectors_have_the_dimensions_of_the_space_and_unit_length(embedder: Embedder) -> None:
    rows = embedder.embed_documents(TEXTS)
    assert rows.shape == (len(TEXTS), embedder.identity.dimensions)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-5)
    query = embedder.embed_query(TEXTS[0])
    assert query.shape == (embedder.identity.dimensions,)
    assert query.dtype == np.float32
    assert float(np.linalg.norm(query)) == pytest.approx(1.0, abs=1e-5)


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed_documents([]).shape == (0, embedder.identity.dimensions)


def test_a_text_has_one_vector_whoever_stands_beside_it(embedder: Embedder) -> None:
    together = embedder.embed_documents(TEXTS)
    for text, row in zip(TEXTS, together, strict=True):
        assert embedder.embed_documents([text])[0] == pytest.approx(row, abs=1e-6)
        assert float(embedder.embed_query(text) @ row) == pytest.approx(1.0, abs=1e-5)


def test_a_text_is_nearer_to_one_that_shares_its_words_than_to_another(embedder: Embedder) -> None:
    rows = embedder.embed_documents(TEXTS)
    query = embedder.embed_query("why does the arm64 image build fail in the linker")
    assert int(np.argmax(rows[:3] @ query)) == 0


def test_any_text_gives_a_finite_vector(embedder: Embedder) -> None:
    rows = embedder.embed_documents(ODD)
    assert np.isfinite(rows).all()
    for text in ODD:
        assert np.isfinite(embedder.embed_query(text)).all()


def test_closing_twice_is_harmless(embedder: Embedder) -> None:
    embedder.close()
    embedder.close()


def test_its_own_scale_has_what_says_the_same_above_what_looks_alike(embedder: Embedder) -> None:
    if embedder.name == "http":
        return  # the server of the tests gives vectors without a meaning
    scale = measure(embedder)
    rows = embedder.embed_documents([text for pair in LOOK_ALIKE for text in pair])
    assert max(float(rows[at] @ rows[at + 1]) for at in range(0, len(rows), 2)) < scale.same
    assert scale.related < scale.same
