"""Sessions and projects that a person paused: hooks neither note nor add anything there. Light.

One small file each, named by a hash, that holds since when; ended pauses leave their span, so that what was said
meanwhile is not learnt from the transcript afterwards.
"""

from __future__ import annotations

import posix
import time

from hardwon.config.paths import Paths, fnv1a_64, make_private_dir

_SPANS_MAX = 64 << 10

PROJECT, SESSION = "project", "session"


class Pauses:
    """The spans in which a session of a project was paused.

    Args:
        spans: (from, to) in milliseconds; one that goes on has no end.
    """

    __slots__ = ("spans",)

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self.spans = spans

    def covers(self, at_ms: int) -> bool:
        """Whether a moment lies in one of them."""
        return any(start <= at_ms and (not end or at_ms < end) for start, end in self.spans)


def is_paused(paths: Paths, project: str, session_id: str) -> bool:
    """Whether hooks are to keep still.

    Args:
        paths: where the data folder is.
        project: the session's project.
        session_id: the session, "" for none.
    """
    return bool(since(paths, PROJECT, project) or (session_id and since(paths, SESSION, session_id)))


def since(paths: Paths, kind: str, name: str) -> int:
    """Since when something is paused, in milliseconds; 0 when it is not."""
    return _number(_read(_file(paths, kind, name)))


def pause(paths: Paths, kind: str, name: str, *, now_ms: int = 0) -> bool:
    """Pause a project or a session; False when it was paused already.

    Raises:
        OSError: it cannot be noted.
    """
    if since(paths, kind, name):
        return False
    make_private_dir(_folder(paths))
    _write(_file(paths, kind, name), f"{now_ms or time.time_ns() // 1_000_000}\n{name}\n", posix.O_TRUNC)
    return True


def resume(paths: Paths, kind: str, name: str, *, now_ms: int = 0) -> bool:
    """End a pause; False when there was none.

    Raises:
        OSError: it cannot be noted.
    """
    start = since(paths, kind, name)
    if not start:
        return False
    now = now_ms or time.time_ns() // 1_000_000
    _write(_spans_file(paths), f"{_key(kind, name)} {start} {now}\n", posix.O_APPEND)
    posix.unlink(_file(paths, kind, name))
    return True


def pauses(paths: Paths, project: str, session_id: str) -> Pauses:
    """When a session was paused, itself or with its project."""
    keys = {_key(PROJECT, project): (PROJECT, project), _key(SESSION, session_id): (SESSION, session_id)}
    spans = [(start, 0) for kind, name in keys.values() if (start := since(paths, kind, name))]
    for line in _read(_spans_file(paths)).splitlines():
        words = line.split(" ")
        if len(words) == 3 and words[0] in keys:
            spans.append((_number(words[1]), _number(words[2])))
    return Pauses(spans)


def paused(paths: Paths) -> list[tuple[str, str, int]]:
    """(kind, name, since) of everything that is paused now, the latest last."""
    try:
        names = posix.listdir(_folder(paths))
    except OSError:
        return []
    found = []
    for file in names:
        kind = file.partition("-")[0]
        if kind in (PROJECT, SESSION):
            at, _, name = _read(f"{_folder(paths)}/{file}").partition("\n")
            if _number(at):
                found.append((kind, name.strip(), _number(at)))
    return sorted(found, key=lambda one: one[2])


def _folder(paths: Paths) -> str:
    return paths.data + "/paused"


def _file(paths: Paths, kind: str, name: str) -> str:
    return f"{_folder(paths)}/{_key(kind, name)}"


def _spans_file(paths: Paths) -> str:
    return _folder(paths) + "/spans"


def _key(kind: str, name: str) -> str:
    return f"{kind}-{fnv1a_64(name.encode('utf-8', 'surrogatepass')):016x}"


def _number(text: str) -> int:
    first = text.split("\n", 1)[0]
    return int(first) if first.isdigit() else 0


def _read(path: str) -> str:
    try:
        handle = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    except OSError:
        return ""
    try:
        return posix.read(handle, _SPANS_MAX).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        posix.close(handle)


def _write(path: str, text: str, how: int) -> None:
    handle = posix.open(path, posix.O_WRONLY | posix.O_CREAT | how | posix.O_CLOEXEC, 0o600)
    try:
        posix.write(handle, text.encode("utf-8", "replace"))
    finally:
        posix.close(handle)
