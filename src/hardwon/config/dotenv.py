"""Variables that a project's own `.env` put into a host's environment. Light.

OMP runs in bun, which reads the `.env` files of the folder it is started in. A repository could so say where the data
lives. In OMP's processes and its agent's shells such a variable of ours is dropped; the one exception asks for more
checks, not fewer.
"""

from __future__ import annotations

import posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

HOST = "HARDWON_HOST"
OMP = "omp"
_MARKS = ((HOST, OMP), ("OMPCODE", "1"))
_KEPT = (HOST, "HARDWON_STRICT")  # what the host's entry sets itself; a project can only make calls stricter
_PLACES = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "CLAUDE_CONFIG_DIR")
_SIZE_MAX = 1 << 20
_FILES_MAX = 20


def is_read(environ: Mapping[str, str]) -> bool:
    """Whether the host is one that takes its environment from `.env` files too."""
    return any(environ.get(name) == value for name, value in _MARKS)


def from_dotenv(names: Iterable[str], folders: Iterable[str]) -> list[str]:
    """Which variables a project's `.env` files may have set.

    Args:
        names: the variables of the environment that are ours; those that say where things live are looked for besides.
        folders: where the host may have been started.
    """
    ours = [name for name in (*names, *_PLACES) if name not in _KEPT]
    texts = [text for folder in folders for text in _texts(folder)]
    return [
        name for name in ours if any(text is None or name.encode("utf-8", "surrogateescape") in text for text in texts)
    ]


def _texts(folder: str) -> list[bytes | None]:
    """What the files of a folder say; None for one that could say anything."""
    try:
        names = sorted(name for name in posix.listdir(folder) if name == ".env" or name[:5] == ".env.")
    except OSError:
        return []
    found: list[bytes | None] = [_read(f"{folder}/{name}") for name in names[:_FILES_MAX]]
    return [*found, None] if len(names) > _FILES_MAX else found


def _read(path: str) -> bytes | None:
    try:
        # A repository may hold a named pipe there; opening one must not wait for its other end.
        handle = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    except OSError:
        return b""
    try:
        data = posix.read(handle, _SIZE_MAX)
        return None if len(data) == _SIZE_MAX else data
    except OSError:
        return b""
    finally:
        posix.close(handle)
