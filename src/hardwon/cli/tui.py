"""`mem tui`."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import click

from hardwon.cli.door import Door
from hardwon.cli.group import PROJECT, command
from hardwon.errors import HardwonError, InvalidInput


@command("tui", scope=PROJECT)
@click.option("--review", is_flag=True, help="Begin with what upkeep proposes.")
@click.pass_obj
def tui(door: Door, review: bool) -> None:
    """Browse memories and decide what upkeep proposes, in the terminal; over ssh too.

    Keys: / search, j and k move, a add or approve, e edit, o outcome, r review, ? all of them, q quit. Needs the
    extra `tui`.
    """
    if find_spec("textual") is None:
        raise HardwonError("textual is missing", f"{sys.executable} -m pip install 'hardwon[tui]'")
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or door.environ.get("TERM", "dumb") == "dumb":
        raise InvalidInput(
            "there is no terminal here to draw on", "`mem list`, `mem search` and `mem review` need none"
        )
    from hardwon.tui.app import BROWSE, REVIEW, run

    door.engine().close()  # what is wrong with the project or the settings is said before the screen is taken
    run(door.engine, begin=REVIEW if review else BROWSE)
