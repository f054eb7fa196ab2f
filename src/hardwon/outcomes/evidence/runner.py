"""A program that checks the work, and how it says what it found."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Runner:
    """A program that checks the work.

    Attributes:
        name: as a person calls it.
        kind: test, types, lint, build or check (several of these).
        programs: names it is started by.
        verbs: its first word must be one of these; none needs to where there are none.
        passed, failed: lines with which it says so itself; failed wins where both are there.
        empty: lines that say it had nothing to check.
        idle: options with which it checks nothing.
        codes: exit statuses that are no finding: 5 of pytest is "no tests", 4 "wrong usage".
        quiet: its silence is a success.
    """

    name: str
    kind: str
    programs: frozenset[str]
    verbs: frozenset[str] = frozenset()
    passed: re.Pattern[str] | None = None
    failed: re.Pattern[str] | None = None
    empty: re.Pattern[str] | None = None
    idle: frozenset[str] = frozenset()
    codes: frozenset[int] = frozenset()
    quiet: bool = field(default=False)


def _lines(expression: str) -> re.Pattern[str] | None:
    return re.compile(expression, re.MULTILINE) if expression else None


def runner(
    name: str,
    kind: str,
    programs: str = "",
    verbs: str = "",
    *,
    passed: str = "",
    failed: str = "",
    empty: str = "",
    idle: str = "",
    codes: tuple[int, ...] = (),
    quiet: bool = False,
) -> Runner:
    return Runner(
        name=name,
        kind=kind,
        programs=frozenset((programs or name).split()),
        verbs=frozenset(verbs.split()),
        passed=_lines(passed),
        failed=_lines(failed),
        empty=_lines(empty),
        idle=frozenset(idle.split()),
        codes=frozenset(codes),
        quiet=quiet,
    )


NUMBER = r"(?<![\d,])[1-9][\d,]{0,9}"  # a number that is not zero
