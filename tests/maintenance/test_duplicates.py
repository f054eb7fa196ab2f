"""Near-duplicates: found by words or vectors, exactly, and kept apart by whatever changes the meaning."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hardwon.maintenance.duplicates import pairs_by_words, says_the_same, word_set
from hardwon.store.upkeep import Known
from hardwon.store.vectors import eight_bit

DATA = Path(__file__).parents[2] / "bench" / "data" / "duplicates"


def known(row: int, content: str) -> Known:
    return Known(
        row=row, id=f"m{row:03d}", number=1, project="p", category="general", content=content, title="", tags=(),
        files=(), confidence=None, trust="user", status="active", tier="hot", held=False, text_hash=row, valid_from=0,
        created_at=0, recorded_at=0, who="user", restated_count=0, last_said_at=0, outcome_count=0, given_count=0,
    )  # fmt: skip


@pytest.mark.parametrize("half", ["dev", "test"])
def test_labelled_pairs_are_told_apart_by_words(half: str) -> None:
    """The second half was not looked at while the check was written."""
    pairs = [line.split("|") for line in (DATA / f"{half}.txt").read_text().splitlines()]
    assert len(pairs) >= 150
    taken = []
    for label, one, other in pairs:
        a, b = word_set(one), word_set(other)
        if len(a & b) / (len(a | b) or 1) >= 0.8 and says_the_same(one, other):
            taken.append(label)
    assert taken.count("same") >= 0.98 * len(taken)
    assert taken.count("same") >= 0.7 * sum(label == "same" for label, _, _ in pairs)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use pnpm, not npm", "Use npm, not pnpm"),
        ("JWTs expire after 15 minutes", "JWTs expire after 15 hours"),
        ("Never delete generated code", "Delete generated code"),
        ("Alice owns billing", "Bob owns billing"),
        ("Call parse_row first", "Call parse_rows first"),
        ("Ports begin at 8000", "Ports begin at 8001"),
        ("Run it with --fast", "Run it with --slow"),
    ],
)
def test_what_changes_the_meaning_keeps_two_apart(one: str, other: str) -> None:
    assert not says_the_same(one, other)
    assert says_the_same(one, one)


def test_pairs_by_words_are_those_of_a_look_at_every_pair() -> None:
    chance = random.Random(4)
    words = [f"word{number}x" for number in range(12)]
    memories = [known(row, " ".join(chance.sample(words, 6))) for row in range(1, 35)]
    found = {(one.row, other.row) for one, other, _ in pairs_by_words(memories, 0.7)}
    every = {
        (one.row, other.row)
        for place, one in enumerate(memories)
        for other in memories[place + 1 :]
        if len(word_set(one.content) & word_set(other.content))
        >= 0.7 * len(word_set(one.content + " " + other.content))
        and says_the_same(one.content, other.content)
    }
    assert found == every


def test_blocks_and_bounds_lose_no_near_pair() -> None:
    numpy = pytest.importorskip("numpy")
    from hardwon.maintenance import nearness

    noise = numpy.random.default_rng(3)
    vectors = noise.standard_normal((5000, 160))
    for number in range(0, 5000, 50):
        vectors[number + 1] = vectors[number] + 0.2 * noise.standard_normal(160)
    stored = [eight_bit(vector.tolist()) for vector in vectors]
    units = numpy.frombuffer(b"".join(stored), numpy.int8).reshape(5000, -1).astype(numpy.float32)
    units /= numpy.linalg.norm(units, axis=1, keepdims=True)
    lefts, rights = numpy.nonzero(numpy.triu(units @ units.T >= 0.95, 1))
    every = set(zip(lefts.tolist(), rights.tolist(), strict=True))
    assert len(every) >= 90
    assert {(one, other) for one, other, _ in nearness.near_places(stored, 0.95)} == every
    fresh = [0, 1, 51]
    of_new = {pair for pair in every if set(pair) & set(fresh)}
    assert {(one, other) for one, other, _ in nearness.near_places(stored, 0.95, fresh)} == of_new
    rows = nearness.rows_near([stored[0]], [(list(range(5000)), b"".join(stored))], 0.95)
    assert set(rows) == {0} | {max(pair) for pair in of_new if 0 in pair}
