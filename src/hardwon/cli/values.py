"""What several commands take: a category, an id, a text that may come from standard input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from hardwon.cli.door import Door
from hardwon.cli.form import id_completer

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


def _categories(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from hardwon.models import CATEGORIES

    return [name for name in CATEGORIES if name.startswith(incomplete)]
