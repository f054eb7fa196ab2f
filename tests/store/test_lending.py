"""Files stay open between searches, and each search sees the file as it is now."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from hardwon.errors import StoreError
from hardwon.store import lending
from hardwon.store.lending import Lender
from hardwon.store.reader import Reader
from workbench import Bench

RULE = "The billing job runs at 02:00 in region north."


@pytest.fixture
def lender() -> Iterator[Lender]:
    lender = Lender()
    yield lender
    lender.close()


def found(lender: Lender, bench: Bench, word: str = '"bill"') -> list[int]:
    """The rows that a search through a lent file finds."""
    reader = Reader(lender.open_for_reading(str(bench.file)))
    try:
        return reader.ranked(word, 5)
    finally:
        reader.close()


def test_a_file_that_came_back_is_lent_again_and_shows_what_was_written_since(bench: Bench, lender: Lender) -> None:
    bench.remember(RULE)
    first = lender.open_for_reading(str(bench.file))
    first.close()
    assert found(lender, bench) == [1]
    bench.remember("Billing has another rule.")
    again = lender.open_for_reading(str(bench.file))
    assert again is first
    again.close()
    assert len(found(lender, bench)) == 2


def test_who_borrows_at_the_same_time_has_a_file_of_their_own(bench: Bench, lender: Lender) -> None:
    bench.remember(RULE)
    one, two = lender.open_for_reading(str(bench.file)), lender.open_for_reading(str(bench.file))
    assert one is not two
    one.close()
    two.close()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda _: found(lender, bench), range(200))) == [[1]] * 200


def test_a_file_that_was_replaced_is_opened_anew(bench: Bench, lender: Lender) -> None:
    bench.remember(RULE)
    assert found(lender, bench) == [1]
    for path in bench.file.parent.glob(bench.file.name + "*"):
        path.rename(path.with_name("old-" + path.name))
    bench.remember("Nothing about money.")
    assert found(lender, bench) == []


def test_one_that_is_gone_is_an_error_and_not_an_old_answer(bench: Bench, lender: Lender) -> None:
    bench.remember(RULE)
    assert found(lender, bench) == [1]
    bench.file.unlink()
    with pytest.raises(StoreError):
        found(lender, bench)


def test_a_view_left_open_is_not_lent_again(bench: Bench, lender: Lender) -> None:
    bench.remember(RULE)
    reader = Reader(lender.open_for_reading(str(bench.file)))
    assert reader.begin()
    reader.close()
    assert lender.open_for_reading(str(bench.file)) is not reader.database
    assert found(lender, bench) == [1]


def test_few_are_kept_and_none_for_long(bench: Bench) -> None:
    now = [0.0]
    lender = Lender(clock=lambda: now[0])
    bench.remember(RULE)
    lent = [lender.open_for_reading(str(bench.file)) for _ in range(lending.IDLE_MAX + 2)]
    for one in lent:
        one.close()
    kept = [lender.open_for_reading(str(bench.file)) for _ in range(lending.IDLE_MAX + 1)]
    assert sum(one in lent for one in kept) == lending.IDLE_MAX
    kept[0].close()
    now[0] = lending.UNUSED_S + 1
    kept[1].close()
    assert lender.open_for_reading(str(bench.file)) is kept[1]
    assert lender.open_for_reading(str(bench.file)) is not kept[0]
    lender.close()
    kept[2].close()
    with pytest.raises(StoreError):
        kept[2].rows("SELECT 1")
