"""Looks at folders without `os`: real paths, bounded reads. Light."""

from __future__ import annotations

import posix

_LINKS_MAX = 40
_FOLDER = 0o040000
_LINK = 0o120000
_REGULAR = 0o100000
_KIND = 0o170000


def kind_of(path: str) -> int:
    """The file type bits of what a path leads to, 0 when there is nothing or it may not be looked at."""
    try:
        return posix.stat(path).st_mode & _KIND
    except (OSError, ValueError):
        return 0


def is_folder(path: str) -> bool:
    """Whether a path leads to a folder."""
    return kind_of(path) == _FOLDER


def is_regular(path: str) -> bool:
    """Whether a path leads to a regular file."""
    return kind_of(path) == _REGULAR


def file_size(path: str) -> int:
    """The size of a regular file in bytes, 0 for anything else."""
    return posix.stat(path).st_size if is_regular(path) else 0


def read_regular(path: str, limit: int, *, skip: int = 0) -> bytes:
    """The bytes of a regular file; b"" for anything else, a named pipe included.

    Args:
        path: where it is.
        limit: the most bytes to read.
        skip: how many bytes to leave out first.
    """
    try:
        # O_NONBLOCK: opening a named pipe must not wait for its other end.
        handle = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    except (OSError, ValueError):
        return b""
    try:
        if posix.fstat(handle).st_mode & _KIND != _REGULAR:
            return b""
        if skip:
            posix.lseek(handle, skip, 0)
        parts = []
        while limit > 0 and (part := posix.read(handle, limit)):
            parts.append(part)
            limit -= len(part)
        return b"".join(parts)
    except OSError:
        return b""
    finally:
        posix.close(handle)


def joined(folder: str, path: str) -> str:
    """A path as seen from a folder, without `.`, `..` and doubled slashes."""
    if not path.startswith("/"):
        path = f"{folder}/{path}"
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def real_path(path: str) -> str:
    """The absolute path without links; parts that do not exist stay as they are written.

    Args:
        path: an absolute path.
    """
    todo = [part for part in path.split("/") if part not in ("", ".")][::-1]
    done = ""
    links = 0
    while todo:
        part = todo.pop()
        if part == "..":
            done = done.rpartition("/")[0]
            continue
        if part == ".":
            continue
        here = f"{done}/{part}"
        target = _link_target(here) if links < _LINKS_MAX else ""
        if not target:
            done = here
            continue
        links += 1
        if target.startswith("/"):
            done = ""
        todo.extend(piece for piece in target.split("/")[::-1] if piece)
    return done or "/"


def _link_target(path: str) -> str:
    try:
        if posix.lstat(path).st_mode & _KIND != _LINK:
            return ""
        return posix.readlink(path)
    except (OSError, ValueError):
        return ""


def nearest_folder(path: str) -> str:
    """The folder itself, or the closest one above it that still exists."""
    while path not in ("", "/") and not is_folder(path):
        path = path.rpartition("/")[0]
    return path or "/"
