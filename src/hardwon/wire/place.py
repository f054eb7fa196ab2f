"""Where the service's socket is, and whether that place can be trusted. Light.

A Unix socket's path may have about 100 bytes. Where the data folder's own path is longer, the socket goes into the
runtime folder of the login, else into a folder in /tmp that only this person can enter.
"""

from __future__ import annotations

import posix

from hardwon.config.paths import Paths, fnv1a_64, make_private_dir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PATH_BYTES_MAX = 100
_NAME = "service.sock"


def socket_path(paths: Paths, environ: Mapping[str, str]) -> str:
    """The path of the service's socket, "" where no short enough one can be had.

    Args:
        paths: where things live; each data folder has a service of its own.
        environ: XDG_RUNTIME_DIR is taken where the data folder's path is too long.
    """
    name = f"hardwon-{fnv1a_64((paths.data + chr(0) + paths.db).encode('utf-8', 'surrogateescape')):016x}"
    runtime = environ.get("XDG_RUNTIME_DIR", "")
    for folder in (
        paths.data + "/run" if not paths.db else "",
        f"{runtime}/{name}" if runtime.startswith("/") else "",
        f"/tmp/hardwon-{posix.getuid()}-{name[-16:]}",
    ):
        path = f"{folder}/{_NAME}"
        if folder and len(path.encode("utf-8", "surrogateescape")) <= PATH_BYTES_MAX:
            return path
    return ""


def is_private(path: str) -> bool:
    """Whether the folder a socket lies in is a real folder of ours that nobody else can enter."""
    folder = path.rpartition("/")[0]
    try:
        state = posix.lstat(folder)
    except OSError:
        return False
    is_folder = state.st_mode & 0o170000 == 0o040000
    return is_folder and state.st_uid == posix.getuid() and not state.st_mode & 0o077


def make_place(path: str) -> bool:
    """Make the folder a socket is to lie in; whether it can be trusted."""
    try:
        make_private_dir(path.rpartition("/")[0])
    except OSError:
        return False
    return is_private(path)
