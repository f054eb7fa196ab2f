"""Rows read without SQLite are the rows SQLite reads."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardwon.store.pages import Pages, Unreadable, Value, decoded, page_size_of

VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=300),
    st.binary(max_size=300),
    st.integers(0, 40_000).map(lambda size: "long " * (size // 5)),
)
ROWS = st.dictionaries(st.integers(-(2**63), 2**63 - 1), st.tuples(VALUES, VALUES, VALUES), max_size=60)


def database(path: Path, rows: dict[int, tuple[Value, ...]], page_size: int = 4096) -> bytes:
    path.unlink(missing_ok=True)
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA page_size = {page_size}")
    connection.execute("CREATE TABLE t (a, b, c)")
    with connection:
        connection.executemany("INSERT INTO t (rowid, a, b, c) VALUES (?, ?, ?, ?)", ((k, *v) for k, v in rows.items()))
    connection.close()
    return path.read_bytes()


def rows_of(data: bytes) -> dict[int, tuple[Value, ...]]:
    """Rows of three columns; the schema's own rows have five."""
    pages = Pages(data, page_size_of(data) or 4096)
    return {number: values for number, values in pages.rows() if len(values) == 3}


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(rows=ROWS, page_size=st.sampled_from([512, 1024, 4096, 65536]))
def test_every_row_is_read_as_it_was_written(
    tmp_path: Path, rows: dict[int, tuple[Value, ...]], page_size: int
) -> None:
    assert rows_of(database(tmp_path / "t.db", rows, page_size)) == rows


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(rows=ROWS, noise=st.binary(min_size=1, max_size=600), at=st.floats(0, 1))
def test_noise_never_raises_and_spares_the_rows_of_other_pages(
    tmp_path: Path, rows: dict[int, tuple[Value, ...]], noise: bytes, at: float
) -> None:
    data = bytearray(database(tmp_path / "t.db", rows))
    start = 18 + int(at * (len(data) - len(noise) - 18))
    whole = {page: set(_numbers(bytes(data), page)) for page in range(len(data) // 4096)}
    data[start : start + len(noise)] = noise
    found = rows_of(bytes(data)[: len(data) // 4096 * 4096])
    hit = range(start // 4096, (start + len(noise) - 1) // 4096 + 1)
    spared = set().union(*(numbers for page, numbers in whole.items() if page not in hit))
    long = {
        number for number, values in rows.items() if sum(len(v) for v in values if isinstance(v, str | bytes)) > 400
    }
    assert spared - long <= set(found)


def _numbers(data: bytes, page: int) -> list[int]:
    one = bytes(4096) * page + data[page * 4096 : page * 4096 + 4096]
    return [number for number, values in Pages(one, 4096).rows() if len(values) == 3]


@pytest.mark.parametrize(
    "data", [b"", b"\x00", b"\x02", b"\x05\x17", b"\x02\x0a", b"\x03\x01\x01\x01", b"\x02\x81\x01", b"\xff" * 9]
)
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises((Unreadable, IndexError)):
        decoded(data)


def test_a_ring_of_overflow_pages_ends(tmp_path: Path) -> None:
    data = bytearray(database(tmp_path / "t.db", {1: ("x" * 20_000, None, None)}))
    # Each page points to itself: no row can be right, and none is waited for.
    for page in range(2, len(data) // 4096):
        data[page * 4096 : page * 4096 + 4] = (page + 1).to_bytes(4)
    assert len(rows_of(bytes(data))) <= 1


def test_a_page_size_that_is_none_is_told() -> None:
    assert page_size_of(b"SQLite format 3\0" + b"\x10\x00") == 4096
    assert page_size_of(b"SQLite format 3\0" + b"\x00\x01") == 65536
    assert page_size_of(b"SQLite format 3\0" + b"\x12\x34") == 0
    assert page_size_of(b"noise in its place\x10\x00") == 0
    assert page_size_of(b"") == 0
