"""Moments as programs have them: text, a datetime, or milliseconds since 1970."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from hardwon.errors import InvalidValue

Moment = str | datetime | date | int
"""ISO 8601 ("2026-03-01" means the end of that day) or "yesterday", a datetime (a naive one is local), a date (its
end), or milliseconds since 1970 in UTC."""

_START = datetime(1970, 1, 1, tzinfo=UTC)
_MS_MAX = 2**53


def milliseconds(moment: Moment, now_ms: int) -> int:
    """A moment in milliseconds since 1970.

    Args:
        moment: any of the forms.
        now_ms: what the clock shows.

    Raises:
        InvalidInput: it is none of them.
    """
    if isinstance(moment, int) and not isinstance(moment, bool):
        if abs(moment) > _MS_MAX:
            raise InvalidValue(f"{moment} is no moment", "give milliseconds since 1970")
        return moment
    if isinstance(moment, datetime):
        return _of_datetime(moment)
    if isinstance(moment, date):
        moment = moment.isoformat()
    if not isinstance(moment, str):
        kind = type(moment).__name__
        raise InvalidValue(f"a {kind} is no moment", "give ISO 8601, a datetime or milliseconds since 1970")
    from hardwon.engine.moments import moment_of

    return moment_of(moment, now_ms)


def _of_datetime(moment: datetime) -> int:
    try:
        aware = moment if moment.tzinfo else moment.astimezone()
        return (aware - _START) // timedelta(milliseconds=1)
    except (OverflowError, ValueError, OSError):
        raise InvalidValue(f"{moment} is no moment", "give one between the years 1 and 9999") from None
