"""Starts the service, detached, unless it runs. Light.

The starter takes the service's lock and hands it over with the process: of many clients that start at once one starts
a process, and the others know that it is on its way.
"""

from __future__ import annotations

import posix
import sys

from hardwon.wire.detached import allowed_environ, start
from hardwon.wire.place import make_place, socket_path, take_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardwon.config.paths import Paths


def package_folders() -> list[str]:
    """Where our packages are, besides the interpreter's own folders, which isolated mode finds."""
    folders = [__file__.rsplit("/", 3)[0]]
    site = sys.modules.get("site")
    if site is not None and site.ENABLE_USER_SITE:
        folders.append(site.getusersitepackages())
    return folders


def start_service(paths: Paths, environ: Mapping[str, str], roots: Sequence[str]) -> int:
    """Start the service; one that runs, or is starting, will do.

    Args:
        paths: whose data it serves.
        environ: the trusted environment; only what the service needs is passed on.
        roots: the folders its packages are imported from, besides the interpreter's own.

    Returns:
        the id of the process that was started, 0 for none. Whoever stays longer than it has to wait for it.

    Raises:
        OSError: it cannot be started.
    """
    path = socket_path(paths, environ)
    if not path or not make_place(path):
        return 0
    lock = take_lock(path)
    if lock < 0:
        return 0
    try:
        program = __file__.rsplit("/", 2)[0] + "/service/__main__.py"
        # Isolated, so that no variable or folder of the caller's decides what is imported.
        return start([sys.executable, "-I", program, *roots], allowed_environ(environ, paths), handle=lock)
    finally:
        posix.close(lock)
