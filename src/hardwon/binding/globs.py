"""Whether a path fits a pattern of git's configuration: `*` and `?` within a part, `**` for any parts. Light."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_PARTS_MAX = 100


def matches(pattern: str, path: str) -> bool:
    """Whether a whole path fits a pattern.

    Args:
        pattern: parts between slashes; brackets stand for themselves.
        path: an absolute path; at most 100 parts are looked at.
    """
    return _fit(pattern.split("/")[:_PARTS_MAX], path.split("/")[:_PARTS_MAX], _parts_fit)


def _parts_fit(pattern: str, part: str) -> bool:
    return _fit(pattern, part, _char_fits, wild="*")


def _char_fits(pattern: str, char: str) -> bool:
    return pattern in ("?", char)


def _fit(pattern: Sequence[str], items: Sequence[str], one_fits: Callable[[str, str], bool], wild: str = "**") -> bool:
    """Match with one kind of wild card, going back to the latest only: enough, and never slow."""
    at = position = 0
    star = mark = -1
    while position < len(items):
        if at < len(pattern) and pattern[at] == wild:
            star, mark = at, position
            at += 1
        elif at < len(pattern) and one_fits(pattern[at], items[position]):
            at += 1
            position += 1
        elif star >= 0:
            mark += 1
            at, position = star + 1, mark
        else:
            return False
    return all(one == wild for one in pattern[at:])
