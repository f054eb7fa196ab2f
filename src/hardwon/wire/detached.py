"""Starts a program in a session of its own, with nothing of the caller's. Light.

An inherited pipe would keep the client waiting for a hook that has long gone; an inherited variable could tell a
process that serves every project what one project's settings say.
"""

from __future__ import annotations

import fcntl
import posix

from hardwon.config.paths import FALLBACK_PREFIXES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardwon.config.paths import Paths

HANDED_OVER = 3  # the number under which a program finds the file it is handed
_SPARE_HANDLE = 100
_NAMES = (
    "CLAUDE_CODE_TASK_LIST_ID", "CLAUDE_CODE_TODOS_DIR", "CLAUDE_CONFIG_DIR", "HOME", "LANG", "LC_ALL", "LC_CTYPE",
    "LOGNAME", "PATH", "TMPDIR", "TZ", "USER",
)  # fmt: skip
_PREFIXES = ("HARDWON_", "XDG_", *FALLBACK_PREFIXES)


def allowed_environ(environ: Mapping[str, str], paths: Paths) -> dict[str, str]:
    """The part of an environment that a process in the background needs, with its places as absolute paths.

    Args:
        environ: the trusted environment.
        paths: where things live; a program in another folder would read a relative place differently.
    """
    kept = {key: value for key, value in environ.items() if key in _NAMES or key.startswith(_PREFIXES)}
    kept.update(HOME=paths.home, HARDWON_HOME=paths.data, HARDWON_CONFIG=paths.config_file)
    if paths.db:
        kept["HARDWON_DB"] = paths.db
    return kept


def start(argv: Sequence[str], environ: Mapping[str, str], *, handle: int = -1) -> int:
    """Run a program detached: own session, standard streams on the null device, no other file of ours.

    Args:
        argv: an absolute program and its arguments.
        environ: its whole environment.
        handle: one open file to hand over, -1 for none; the program finds it as HANDED_OVER.

    Returns:
        the process's id, which whoever stays longer than it has to wait for.

    Raises:
        OSError: it cannot be started.
    """
    spare = fcntl.fcntl(handle, fcntl.F_DUPFD_CLOEXEC, _SPARE_HANDLE) if handle >= 0 else -1
    kept = HANDED_OVER if spare >= 0 else -1
    actions: list[tuple[int, ...] | tuple[int, int, str, int, int]] = [
        (posix.POSIX_SPAWN_OPEN, 0, "/dev/null", posix.O_RDONLY, 0),
        (posix.POSIX_SPAWN_OPEN, 1, "/dev/null", posix.O_WRONLY, 0),
        (posix.POSIX_SPAWN_OPEN, 2, "/dev/null", posix.O_WRONLY, 0),
        *([(posix.POSIX_SPAWN_DUP2, spare, HANDED_OVER)] if spare >= 0 else []),
        *((posix.POSIX_SPAWN_CLOSE, other) for other in _inherited() if other != kept),
    ]
    try:
        return posix.posix_spawn(argv[0], list(argv), dict(environ), file_actions=actions, setsid=True)
    except NotImplementedError:
        return _fork(argv, environ, spare)
    finally:
        if spare >= 0:
            posix.close(spare)


def _inherited() -> list[int]:
    """Handles above standard error that a started program would inherit."""
    try:
        handles = [int(name) for name in posix.listdir("/dev/fd") if name.isdigit()]
    except OSError:
        return []
    found = []
    for handle in handles:
        try:
            if handle > 2 and not fcntl.fcntl(handle, fcntl.F_GETFD) & fcntl.FD_CLOEXEC:
                found.append(handle)
        except OSError:
            continue
    return found


def _fork(argv: Sequence[str], environ: Mapping[str, str], spare: int) -> int:
    """The same where the C library cannot start a session while spawning."""
    child = posix.fork()
    if child:
        return child
    try:
        posix.setsid()
        null = posix.open("/dev/null", posix.O_RDWR)
        for handle in (0, 1, 2):
            posix.dup2(null, handle)
        for handle in _inherited():
            posix.set_inheritable(handle, False)
        if spare >= 0:
            posix.dup2(spare, HANDED_OVER)
        posix.execve(argv[0], list(argv), dict(environ))
    finally:
        posix._exit(127)
