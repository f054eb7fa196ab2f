"""Whether a repository's branches moved since the digester last looked at what became of sessions' edits. Light.

One short file a project: the reflog's path, its state at that look, and when to look again though nothing moved.
"""

from __future__ import annotations

import posix

from hardwon.binding.files import is_regular, read_regular
from hardwon.config.paths import Paths, make_private_dir
from hardwon.hooks.digester import lock_file

_FILE_MAX = 8192


def _file(paths: Paths, project: str) -> str:
    return f"{paths.spool}/git/{lock_file(paths, project).rpartition('/')[2]}"


def state_of(reflog: str) -> str:
    """What changes with each move of HEAD; "" where there is no reflog."""
    try:
        found = posix.stat(reflog)
    except (OSError, ValueError):
        return ""
    return f"{found.st_size}:{found.st_mtime_ns}"


def is_known(paths: Paths, project: str) -> bool:
    """Whether it looked before."""
    return is_regular(_file(paths, project))


def is_due(paths: Paths, project: str, now_ms: int) -> bool:
    """Whether the digester should look again.

    Args:
        paths: where the spool is.
        project: the project.
        now_ms: the time.
    """
    words = read_regular(_file(paths, project), _FILE_MAX).decode("utf-8", "surrogateescape").split("\n")
    if len(words) < 3 or not words[1].isdigit():
        return False
    state, due_ms, reflog = words[0], int(words[1]), words[2]
    return (0 < due_ms <= now_ms) or state_of(reflog) != state


def note(paths: Paths, project: str, reflog: str, due_ms: int) -> None:
    """Note that it looked; without a reflog, that there is nothing to look at.

    Args:
        paths: where the spool is.
        project: the project.
        reflog: the file that grows when HEAD moves, "" for none.
        due_ms: when to look again though nothing moved, in milliseconds, 0 for never.

    Raises:
        OSError: it cannot be written.
    """
    path = _file(paths, project)
    if not reflog:
        if is_regular(path):
            posix.unlink(path)
        return
    make_private_dir(path.rpartition("/")[0])
    aside = f"{path}.{posix.getpid()}"
    handle = posix.open(aside, posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_CLOEXEC, 0o600)
    try:
        posix.write(handle, f"{state_of(reflog)}\n{due_ms}\n{reflog}\n".encode("utf-8", "surrogateescape"))
    finally:
        posix.close(handle)
    posix.rename(aside, path)
