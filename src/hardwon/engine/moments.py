"""Moments as a person writes them: a day, a time, "yesterday", "3 days ago". Not light: needs datetime.

A day means its end where it is asked what was so on it, and its beginning where something is older than it. Days are
those of the person's own time zone.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo

from hardwon.errors import InvalidValue

_START = datetime(1970, 1, 1, tzinfo=UTC)
_AGO = re.compile(r"(\d{1,5})\s*(m|h|d|w|minutes?|hours?|days?|weeks?)(?:\s+ago)?", re.IGNORECASE)
_EPOCH_MS = re.compile(r"\d{12,15}", re.ASCII)  # as answers in JSON and exports give times
LATEST_MS = 253_402_300_799_999  # the end of the year 9999
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_DAYS = {"today": 0, "yesterday": 1}
_HINT = "write 2026-03-01, 2026-03-01T14:30, 2026-03-01T14:30Z, yesterday, or 3 days ago"


def moment_of(text: str, now_ms: int, *, ends: bool = True, zone: tzinfo | None = None) -> int:
    """A moment in milliseconds since 1970.

    Args:
        text: a day, a time, "yesterday", "3 days ago", or milliseconds since 1970.
        now_ms: what the clock shows.
        ends: whether a day means its last millisecond; its first otherwise.
        zone: the person's time zone; the machine's by default.

    Raises:
        InvalidInput: it is no moment.
    """
    word = text.strip().lower()
    if word == "now":
        return now_ms
    if _EPOCH_MS.fullmatch(word):
        return min(int(word), LATEST_MS)
    now = _START + timedelta(milliseconds=now_ms)
    ago = _AGO.fullmatch(word)
    try:
        if ago:
            return _ms(now - int(ago[1]) * _UNITS[ago[2][0]])
        if word in _DAYS:
            return _day(now.astimezone(zone) - timedelta(days=_DAYS[word]), zone, ends)
        at = datetime.fromisoformat(text.strip())
        if len(text.strip()) <= len("2026-03-01"):
            return _day(at, zone, ends)
        return _ms(at if at.tzinfo else _local(at, zone))
    except (ValueError, OverflowError, OSError):
        raise InvalidValue(f"{text.strip()[:60]!r} is no moment", _HINT) from None


def _day(day: datetime, zone: tzinfo | None, ends: bool) -> int:
    start = datetime(day.year, day.month, day.day)
    if not ends:
        return _ms(_local(start, zone))
    if start.date() == date.max:
        return LATEST_MS
    return _ms(_local(start + timedelta(days=1), zone)) - 1


def _local(at: datetime, zone: tzinfo | None) -> datetime:
    return at.replace(tzinfo=zone) if zone else at.astimezone()


def _ms(at: datetime) -> int:
    return (at - _START) // timedelta(milliseconds=1)
