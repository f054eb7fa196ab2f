"""Groups about one subject: by words they share, or by vectors that lie together; each memory in one at most."""

from __future__ import annotations

import numpy as np
import pytest

from hardwon.embedders.filling import fill
from hardwon.embedders.hashing import HashingEmbedder
from hardwon.engine.deciding import decide, queue
from hardwon.engine.upkeep import maintain
from hardwon.maintenance import subjects
from hardwon.store import spaces, upkeep
from hardwon.store.vectors import eight_bit
from workbench import DAY_MS, Bench

from .test_duplicates import known

ABOUT_LEDGER = (
    "The ledger export runs as a nightly job.",
    "A ledger export over 2 GB is split in parts.",
    "Ledger exports go to the finance bucket.",
    "Only admins may start a ledger export by hand.",
    "The export of the ledger needs the frozen clock.",
)
OTHERS = ("Icons are drawn on a grid.", "The gateway retries twice.", "Windows builds need long paths.")


def test_memories_that_share_two_telling_words_are_one_subject() -> None:
    taken: set[str] = set()
    memories = [known(row, text) for row, text in enumerate((*ABOUT_LEDGER, *OTHERS), 1)]
    [found] = subjects.by_words(memories, taken)
    assert found.subject == '"export" and "ledger"'
    assert {one.row for one in found.targets} == {1, 2, 3, 4, 5}
    assert list(subjects.by_words(memories, taken)) == []


@pytest.mark.parametrize("texts", [ABOUT_LEDGER[:4], [f"{text} {n}" for n, text in enumerate(OTHERS * 2)]])
def test_fewer_than_five_or_one_shared_word_are_no_subject(texts: list[str]) -> None:
    memories = [known(row, text) for row, text in enumerate(texts, 1)]
    assert [found for found in subjects.by_words(memories, set()) if len(found.targets) >= 5] == []


def test_memories_whose_vectors_lie_together_are_one_subject() -> None:
    chance = np.random.default_rng(3)
    centre = chance.standard_normal(64)
    near = [centre + 0.3 * chance.standard_normal(64) for _ in range(6)]
    far = [chance.standard_normal(64) for _ in range(30)]
    memories = [known(row, f"text number{row} alpha{row % 3}") for row in range(1, 37)]
    vectors = {row: eight_bit((one / np.linalg.norm(one)).tolist()) for row, one in enumerate([*near, *far], 1)}
    [found] = subjects.by_vectors(memories, vectors, 0.6, set())
    assert {one.row for one in found.targets} == {1, 2, 3, 4, 5, 6}
    assert list(subjects.by_vectors(memories, vectors, 0.6, {"m001", "m002"})) == []


def test_a_subject_is_asked_about_once_also_when_it_grows(bench: Bench) -> None:
    bench.remember(*ABOUT_LEDGER, *OTHERS)
    with bench.engine() as engine:
        assert maintain(engine, apply=True).asked == {"cluster": 1}
        bench.tick(DAY_MS)
        engine.remember("A ledger export keeps its file for a year.")
        assert maintain(engine, apply=True).asked == {}
        [question] = queue(engine)
        decide(engine, question.proposal.id, "keep")
        assert maintain(engine, apply=True).asked == {}


def test_a_space_s_own_scale_is_what_near_means(bench: Bench) -> None:
    """The hashing embedder gives 0.86 to what the usual model gives 0.95."""
    from hardwon.embedders.calibration import calibrate

    bench.remember("Every Sunday night staging is reset by a job.", "By a job staging is reset every Sunday night.")
    with bench.engine() as engine:
        database = engine.stores.writing(engine.project)
        embedder = HashingEmbedder()
        space = spaces.ensure_space(database, embedder.identity, bench.now)
        fill(database, embedder, space)
        calibrate(database, embedder, space)
        same = upkeep.mark(database, upkeep.same_mark(space.id))
        assert 800_000 < same < 900_000
        assert [one.kind for one in maintain(engine).findings] == ["near-duplicate"]
