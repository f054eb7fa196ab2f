"""Moments as a person writes them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from hardwon.engine.moments import moment_of
from hardwon.errors import InvalidInput

EAST = timezone(timedelta(hours=9))
NOW = datetime(2026, 9, 21, 20, 0, tzinfo=UTC)


def ms(*parts: int, zone: timezone = EAST) -> int:
    return int(datetime(*parts, tzinfo=zone).timestamp() * 1000)  # type: ignore[arg-type,misc]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-01", ms(2026, 3, 2) - 1),
        ("2026-03-01T14:30", ms(2026, 3, 1, 14, 30)),
        ("2026-03-01 14:30", ms(2026, 3, 1, 14, 30)),
        ("2026-03-01T14:30:00Z", ms(2026, 3, 1, 14, 30, zone=UTC)),
        ("2026-03-01T14:30+02:00", ms(2026, 3, 1, 12, 30, zone=UTC)),
        ("yesterday", ms(2026, 9, 22) - 1),  # in the east it is the 22nd already
        ("3 days ago", ms(2026, 9, 18, 20, 0, zone=UTC)),
        ("2h", ms(2026, 9, 21, 18, 0, zone=UTC)),
        ("9999-12-31", 253_402_300_799_999),
        ("1772323200000", ms(2026, 3, 1, 0, 0, zone=UTC)),
        ("now", ms(2026, 9, 21, 20, 0, zone=UTC)),
    ],
)
def test_a_moment_is_read_in_the_persons_zone(text: str, expected: int) -> None:
    assert moment_of(text, ms(2026, 9, 21, 20, 0, zone=UTC), zone=EAST) == expected


def test_a_day_begins_where_its_beginning_is_asked_for() -> None:
    assert moment_of("2026-03-01", 0, ends=False, zone=EAST) == ms(2026, 3, 1)


@pytest.mark.parametrize(
    "text", ["", "soon", "2026-13-01", "-3 days", "2026-03-01T99:00", "999999 days", "20260", "1772323200000000000"]
)
def test_what_is_no_moment_is_refused_with_how_to_write_one(text: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        moment_of(text, ms(2026, 9, 21), zone=EAST)
    assert "2026-03-01" in refused.value.hint
