"""Every embedder's own scale: what says the same lies above what looks alike, whatever its cosines are."""

from __future__ import annotations

import numpy as np
import pytest

from hardwon.embedders.base import Embedder
from hardwon.embedders.calibration import LOOK_ALIKE, SAME, calibrate, measure
from hardwon.embedders.hashing import HashingEmbedder
from hardwon.store import spaces, upkeep
from hardwon.store.identity import SpaceIdentity
from workbench import Bench


class Squeezed:
    """An embedder whose cosines all lie near 1, as those of some models do."""

    name = "squeezed"
    identity = SpaceIdentity(provider="hashing", model="squeezed", revision="1", dimensions=256)

    def __init__(self) -> None:
        self._inner = HashingEmbedder()
        self.calls = 0

    def embed_query(self, text: str) -> np.ndarray:
        return self.embed_documents([text])[0]

    def embed_documents(self, texts: list[str]) -> np.ndarray:
        self.calls += 1
        rows = self._inner.embed_documents(texts)
        rows[:, 0] += 3.0
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def close(self) -> None:
        pass


def near(embedder: Embedder, pairs: tuple[tuple[str, str], ...]) -> list[float]:
    rows = embedder.embed_documents([text for pair in pairs for text in pair])
    return [float(rows[at] @ rows[at + 1]) for at in range(0, len(rows), 2)]


@pytest.mark.parametrize("embedder", [HashingEmbedder(), Squeezed()], ids=["hashing", "squeezed"])
def test_the_level_lies_above_every_look_alike_and_below_half_of_the_same(embedder: Embedder) -> None:
    scale = measure(embedder)
    assert scale.same > max(near(embedder, LOOK_ALIKE))
    assert sum(value >= scale.same for value in near(embedder, SAME)) >= len(SAME) // 2
    assert scale.related < scale.same


def test_a_space_is_measured_once(bench: Bench) -> None:
    bench.remember("one")
    embedder = Squeezed()
    with bench.engine() as engine:
        database = engine.stores.writing(engine.project)
        space = spaces.ensure_space(database, embedder.identity, 1)
        calibrate(database, embedder, space)
        calls = embedder.calls
        calibrate(database, embedder, space)
        assert embedder.calls == calls
        assert 0.9 < upkeep.mark(database, upkeep.same_mark(space.id)) / 1e6 < 1
