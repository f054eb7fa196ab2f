"""What several commands take: a category, an id, a text that may come from standard input."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hardwon.cli.door import Door
from hardwon.cli.form import id_completer

if TYPE_CHECKING:
    from hardwon.engine import Searching

Function = TypeVar("Function", bound=Callable[..., Any])


def text_of(door: Door, words: tuple[str, ...]) -> str:
    """The text that arguments give: their words, or for a single - standard input."""
    return door.read_input() if words == ("-",) else " ".join(words)


def category_option(help: str, **attributes: Any) -> Callable[[Function], Function]:
    """The option -c/--category."""
    return click.option("-c", "--category", help=help, metavar="NAME", shell_complete=_categories, **attributes)


def id_argument(function: Function) -> Function:
    """The argument ID, which the shell can complete."""
    return click.argument("id", shell_complete=id_completer())(function)


def as_of_option(function: Function) -> Function:
    """The option --as-of."""
    help = "What held and was known then: 2026-03-01 (the end of that day), a time, yesterday, 3 days ago."
    return click.option("--as-of", metavar="WHEN", help=help)(function)


def known_at_option(function: Function) -> Function:
    """The option --known-at."""
    help = "As it was known then; with --as-of: what was thought then of that moment."
    return click.option("--known-at", metavar="WHEN", help=help)(function)


def moment_in(engine: Searching, text: str | None) -> int | None:
    """The moment that an option names, by the engine's clock; None for none.

    Raises:
        InvalidInput: it is no moment.
    """
    if text is None:
        return None
    from hardwon.engine.moments import moment_of

    return moment_of(text, engine.clock())


def _categories(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from hardwon.models import CATEGORIES

    return [name for name in CATEGORIES if name.startswith(incomplete)]
