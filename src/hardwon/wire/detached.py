"""Starts a program in a session of its own, with nothing of the caller's. Light.

An inherited pipe would keep the client waiting for a hook that has long gone.
"""

from __future__ import annotations

import fcntl
import posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SPARE_HANDLE = 100
ENVIRONMENT = ("CLAUDE_CONFIG_DIR", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "TMPDIR", "TZ", "USER")
PREFIXES = ("HARDWON_", "XDG_", "RUNTIME_MEMORY_", "MEMORY_LAYER_")


def allowed_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """The part of an environment that a background process of ours needs."""
    return {key: value for key, value in environ.items() if key in ENVIRONMENT or key.startswith(PREFIXES)}


def start(argv: Sequence[str], environ: Mapping[str, str], *, handle: int = -1, at: int = 3) -> None:
    """Run a program detached: own session, standard streams on the null device.

    Args:
        argv: an absolute program and its arguments.
        environ: its whole environment.
        handle: one open file to hand over, -1 for none.
        at: the number under which the program finds it.

    Raises:
        OSError: it cannot be started.
    """
    spare = fcntl.fcntl(handle, fcntl.F_DUPFD_CLOEXEC, _SPARE_HANDLE) if handle >= 0 else -1
    actions: list[tuple[int, ...] | tuple[int, int, str, int, int]] = [
        (posix.POSIX_SPAWN_OPEN, 0, "/dev/null", posix.O_RDONLY, 0),
        (posix.POSIX_SPAWN_OPEN, 1, "/dev/null", posix.O_WRONLY, 0),
        (posix.POSIX_SPAWN_OPEN, 2, "/dev/null", posix.O_WRONLY, 0),
        *([(posix.POSIX_SPAWN_DUP2, spare, at)] if spare >= 0 else []),
        *((posix.POSIX_SPAWN_CLOSE, other) for other in _inherited() if other != at or spare < 0),
    ]
    try:
        posix.posix_spawn(argv[0], list(argv), dict(environ), file_actions=actions, setsid=True)
    except NotImplementedError:
        _fork(argv, environ, spare, at)
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


def _fork(argv: Sequence[str], environ: Mapping[str, str], spare: int, at: int) -> None:
    """The same where the C library cannot start a session while spawning."""
    if posix.fork():
        return
    try:
        posix.setsid()
        null = posix.open("/dev/null", posix.O_RDWR)
        for handle in (0, 1, 2):
            posix.dup2(null, handle)
        for handle in _inherited():
            posix.set_inheritable(handle, False)
        if spare >= 0:
            posix.dup2(spare, at)
        posix.execve(argv[0], list(argv), dict(environ))
    finally:
        posix._exit(127)
