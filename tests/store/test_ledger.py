"""The record of what was sent to a model: nothing that may have been paid is sent again by itself, or forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardwon.errors import StoreDamaged, StoreError, StoreForeign
from hardwon.store import ledger
from hardwon.store.database import Database
from hardwon.store.ledger import Source

DAY_MS = 86_400_000


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Database]:
    opened = ledger.open_ledger(str(tmp_path / "calls.db"))
    yield opened
    opened.close()


def add(book: Database, id: str = "a", start: int = 0) -> None:
    source = Source(
        id=id, project="p", root="/p", session_id="s", path="/t.jsonl", start=start, end=start + 10, line=1,
        first="f", last="l", state="pending", reason="", created_at=1, changed_at=1, not_before=0,
    )  # fmt: skip
    assert ledger.add_source(book, source)


def send(book: Database, id: str = "a", at: int = 5) -> int:
    number = ledger.begin_call(book, id, backend="anthropic", model="m", at=at, reserved_usd=0.2)
    assert number is not None
    return number


def state(book: Database) -> str:
    return ledger.sources(book)[0].state


def test_what_was_being_sent_when_its_process_died_is_blocked_and_counts_as_pending(book: Database) -> None:
    add(book)
    send(book)
    assert ledger.block_orphans(book, 9) == 1
    assert (state(book), ledger.counts(book)["pending"], ledger.counts(book)["blocked"]) == ("blocked", 1, 1)
    assert ledger.begin_call(book, "a", backend="x", model="m", at=9, reserved_usd=0) is None
    (call,) = ledger.calls_of(book, "a")
    assert (call.outcome, call.cost_usd) == ("unknown", 0.2)


@pytest.mark.parametrize("blocked", [True, False])
def test_no_statement_makes_it_pending_without_consent(book: Database, blocked: bool) -> None:
    add(book)
    send(book)
    if blocked:
        ledger.block_orphans(book, 9)
    with pytest.raises(StoreError, match="not accepted"):
        book.change("UPDATE sources SET state = 'pending'")


def test_no_row_is_ever_deleted(book: Database) -> None:
    add(book)
    send(book)
    for table in ("calls", "sources"):
        with pytest.raises(StoreError, match="evidence"):
            book.change(f"DELETE FROM {table}")


def test_with_consent_it_is_sent_again_and_the_first_call_stays(book: Database) -> None:
    add(book)
    send(book)
    ledger.block_orphans(book, 9)
    assert ledger.accept(book, "a", 10)
    assert not ledger.accept(book, "a", 11)
    send(book)
    assert [(call.outcome, call.accepted_at) for call in ledger.calls_of(book, "a")] == [
        ("unknown", 10),
        ("sent", None),
    ]
    ledger.block_orphans(book, 12)
    assert state(book) == "blocked"


def test_a_refused_call_costs_nothing_and_its_source_waits(book: Database) -> None:
    add(book)
    ledger.end_call(book, send(book), ledger.REFUSED, 6, cost_usd=0)
    assert ledger.set_state(book, "a", ledger.PENDING, 6, was=("sent",), not_before=100)
    assert (ledger.spent_since(book, 0), ledger.days(book, 5)) == (0, [])


def test_an_unknown_call_counts_at_the_most_it_may_have_cost(book: Database) -> None:
    add(book)
    add(book, "b", 10)
    send(book, at=DAY_MS)
    ledger.block_orphans(book, DAY_MS + 1)
    ledger.end_call(book, send(book, "b", at=2 * DAY_MS), ledger.DONE, 6, cost_usd=0.1, input_tokens=7)
    assert ledger.spent_since(book, 0) == pytest.approx(0.3)
    assert [(one.day, one.calls, one.input_tokens) for one in ledger.days(book, 5)] == [
        ("1970-01-03", 1, 7),
        ("1970-01-02", 1, 0),
    ]


def test_a_part_of_a_transcript_is_added_once(book: Database) -> None:
    add(book)
    source = ledger.sources(book)[0]
    assert not ledger.add_source(book, source)
    assert ledger.end_of(book, "/t.jsonl") == (10, 1)


def test_a_damaged_or_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "calls.db").write_bytes(b"")
    with pytest.raises(StoreDamaged):
        ledger.open_ledger(str(tmp_path / "calls.db"))
    (tmp_path / "other.db").write_bytes(b"no database at all" * 400)
    with pytest.raises((StoreDamaged, StoreForeign)):
        ledger.open_ledger(str(tmp_path / "other.db"))
