"""The command line: `mem`, the same program as `hardwon`. A door: it translates a request into one engine call.

Every command stands in a file of its own and is imported when it is called, so that `mem search` pays for
nothing but the search.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_MANY = 50_000  # allocations between two collections of cyclic garbage; a short run needs none


def main() -> NoReturn:
    """Run the command that the process's arguments name, and leave the process.

    The exit status is 0 when all went well, 1 when it could not be done, 2 when it was called wrongly, 130 when it
    was interrupted.
    """
    import gc
    import os

    gc.set_threshold(_MANY, 20, 20)
    try:
        from hardwon.cli.entry import run

        status = run()
    except KeyboardInterrupt:
        status = 130
    # Taking the interpreter apart would cost a search a seventh of its time; `run` has written everything.
    os._exit(status)
