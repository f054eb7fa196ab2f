"""A log is read as SQLite reads it, and behind a part that cannot be read too."""

from __future__ import annotations

import random
from pathlib import Path

import apsw
import pytest

from hardwon.store.image import make_image
from hardwon.store.wal import FRAME_HEAD, HEAD, Log, read_log

FRAME = FRAME_HEAD + 4096


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A database whose last thirty commits are in its log alone."""
    path = tmp_path / "t.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE t (a)")
    connection.execute("PRAGMA wal_checkpoint (TRUNCATE)")
    for number in range(30):
        connection.execute("INSERT INTO t VALUES (?)", (f"row {number} " * 300,))
    copy = tmp_path / "copy.db"
    # As a kill leaves it: closing would empty the log.
    for end in ("", "-wal"):
        Path(f"{copy}{end}").write_bytes(Path(f"{path}{end}").read_bytes())
    connection.close()
    return copy


def log_of(store: Path) -> Log:
    return read_log(f"{store}-wal")


def as_sqlite_sees_it(store: Path) -> list[object]:
    connection = apsw.Connection(str(store))
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    found = [row[0] for row in connection.execute("SELECT a FROM t ORDER BY rowid")]
    connection.close()
    return found


def in_image(store: Path, target: Path) -> list[object]:
    with store.open("rb") as file:
        make_image(file.fileno(), f"{store}-wal", str(target))
    connection = apsw.Connection(f"file:{target}?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [row[0] for row in connection.execute("SELECT a FROM t ORDER BY rowid")]
    finally:
        connection.close()


def overwrite(path: Path, at: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def test_a_whole_log_gives_what_sqlite_gives(store: Path, tmp_path: Path) -> None:
    image = in_image(store, tmp_path / "image")
    assert log_of(store).lost_count == 0
    assert len(image) == 30
    assert image == as_sqlite_sees_it(store)


@pytest.mark.parametrize(
    "cut", [0, 10, HEAD, HEAD + 5, HEAD + FRAME - 1, HEAD + 7 * FRAME + 100, -1, -FRAME, -FRAME - 9]
)
def test_a_cut_log_gives_what_sqlite_gives(store: Path, tmp_path: Path, cut: int) -> None:
    log = Path(f"{store}-wal")
    log.write_bytes(log.read_bytes()[:cut])
    image = in_image(store, tmp_path / "image")
    assert log_of(store).lost_count == 0
    assert image == as_sqlite_sees_it(store)


def test_frames_of_an_earlier_round_are_not_taken(store: Path, tmp_path: Path) -> None:
    connection = apsw.Connection(str(store))
    connection.execute("PRAGMA wal_checkpoint (RESTART)")
    connection.execute("DELETE FROM t WHERE rowid > 3")
    copy = tmp_path / "later.db"
    for end in ("", "-wal"):
        Path(f"{copy}{end}").write_bytes(Path(f"{store}{end}").read_bytes())
    connection.close()
    assert log_of(copy).lost_count == 0
    assert len(in_image(copy, tmp_path / "image")) == 3


def test_a_write_that_was_taken_back_is_not_taken(store: Path, tmp_path: Path) -> None:
    connection = apsw.Connection(str(store))
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("PRAGMA cache_size = 5")
    before = Path(f"{store}-wal").stat().st_size
    connection.execute("BEGIN")
    connection.execute("UPDATE t SET a = a || 'taken back'")
    copy = tmp_path / "later.db"
    for end in ("", "-wal"):
        Path(f"{copy}{end}").write_bytes(Path(f"{store}{end}").read_bytes())
    connection.execute("ROLLBACK")
    connection.close()
    assert Path(f"{copy}-wal").stat().st_size > before
    assert log_of(copy).lost_count == 0
    assert not any("taken back" in str(text) for text in in_image(copy, tmp_path / "image"))


@pytest.mark.parametrize("length", [4, HEAD])
def test_a_log_without_its_head_still_gives_every_commit(store: Path, tmp_path: Path, length: int) -> None:
    overwrite(Path(f"{store}-wal"), 0, random.Random(1).randbytes(length))
    assert len(in_image(store, tmp_path / "image")) == 30


def test_what_was_committed_behind_a_broken_frame_is_found_and_told(store: Path) -> None:
    log = Path(f"{store}-wal")
    whole = log_of(store)
    overwrite(log, HEAD + 5 * FRAME + 1000, b"broken")
    found = log_of(store)
    assert found.lost_count >= 1
    assert found.page_count == whole.page_count
    assert max(found.places.values()) == max(whole.places.values())


def test_a_frame_overwritten_head_and_all_costs_no_later_commit(store: Path) -> None:
    log = Path(f"{store}-wal")
    whole = log_of(store)
    overwrite(log, HEAD + 5 * FRAME, random.Random(2).randbytes(FRAME))
    found = log_of(store)
    assert found.lost_count >= 1
    assert max(found.places.values()) == max(whole.places.values())


@pytest.mark.parametrize("data", [b"", b"not a log", bytes(9000), random.Random(3).randbytes(50_000)])
def test_what_is_no_log_holds_nothing(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x-wal").write_bytes(data)
    found = read_log(str(tmp_path / "x-wal"))
    assert (found.places, found.page_count, found.lost_count) == ({}, 0, 0)


def test_no_log_is_an_empty_one(tmp_path: Path) -> None:
    assert read_log(str(tmp_path / "x-wal")).places == {}
