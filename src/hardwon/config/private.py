"""Whether a file that holds keys or a token is closed to everybody else."""

from __future__ import annotations

import os
import stat

from hardwon.errors import InvalidInput


def openness(path: str) -> str:
    """What is wrong with who may read a file, "" when nothing is or there is none.

    Args:
        path: the file; a link is followed.
    """
    try:
        state = os.stat(path)
    except OSError:
        return ""
    if state.st_uid != os.getuid():
        return "it belongs to another user"
    mode = stat.S_IMODE(state.st_mode)
    return f"its mode is {mode:04o}" if mode & 0o077 else ""


def require_private(path: str) -> None:
    """Refuse a file that others may read.

    Raises:
        InvalidInput: they may; a file that is not there is private.
    """
    wrong = openness(path)
    if wrong:
        raise InvalidInput(f"private configuration required: {path} has to be yours alone, and {wrong}", fix(path))


def fix(path: str) -> str:
    """The command that closes a file."""
    import shlex

    return f"chmod 600 {shlex.quote(path)}"
