"""The command line: `mem`, the same program as `hardwon`. A door: it translates a request into one engine call.

Every command stands in a file of its own and is imported when it is called, so that `mem search` pays for
nothing but the search.
"""

from __future__ import annotations


def main() -> int:
    """Run the command that the process's arguments name.

    Returns:
        the exit status: 0 fine, 1 it could not be done, 2 it was called wrongly, 130 interrupted.
    """
    try:
        from hardwon.cli.entry import run
    except KeyboardInterrupt:
        return 130
    return run()
