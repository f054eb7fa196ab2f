"""Tells whether a file is another one than before."""

from __future__ import annotations

import os

Mark = tuple[int, int, int]


def mark_of(path: str) -> Mark:
    """What changes when a file is written or replaced; zeros when there is none."""
    try:
        state = os.stat(path)
    except OSError:
        return (0, 0, 0)
    return (state.st_mtime_ns, state.st_size, state.st_ino)
