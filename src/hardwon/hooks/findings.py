"""What a digester found after the next session had begun. Light.

One short file a project: lines of a time, a hash of the session it came from, and memory ids.
"""

from __future__ import annotations

import posix
import time

from hardwon.binding.files import read_regular
from hardwon.config.paths import Paths, make_private_dir
from hardwon.hooks.digester import lock_file
from hardwon.hooks.sessions import short_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_READ_MAX = 64 << 10


def _file(paths: Paths, project: str) -> str:
    return f"{paths.spool}/late/{lock_file(paths, project).rpartition('/')[2]}"


def add(paths: Paths, project: str, session_id: str, ids: Sequence[str]) -> None:
    """Note what a session's transcript taught.

    Args:
        paths: where findings are kept.
        project: the project they belong to.
        session_id: the session they come from.
        ids: the memories.

    Raises:
        OSError: it cannot be written.
    """
    path = _file(paths, project)
    line = f"{time.time_ns() // 1_000_000} {short_hash(session_id)} {' '.join(ids)}\n"
    make_private_dir(path.rpartition("/")[0])
    flags = posix.O_WRONLY | posix.O_CREAT | posix.O_CLOEXEC
    long = len(read_regular(path, _READ_MAX)) >= _READ_MAX
    handle = posix.open(path, flags | (posix.O_TRUNC if long else posix.O_APPEND), 0o600)
    try:
        posix.write(handle, line.encode("ascii"))
    finally:
        posix.close(handle)


def since(paths: Paths, project: str, at_ms: int, *, but: str) -> list[str]:
    """What was found since a moment.

    Args:
        paths: where findings are kept.
        project: the project.
        at_ms: the moment.
        but: the session that asks: what it taught itself is no news to it.
    """
    own = short_hash(but)
    found: dict[str, None] = {}
    for line in read_regular(_file(paths, project), _READ_MAX).decode("ascii", "replace").splitlines():
        words = line.split()
        if len(words) > 2 and words[0].isdigit() and int(words[0]) >= at_ms and words[1] != own:
            found.update(dict.fromkeys(words[2:]))
    return list(found)
