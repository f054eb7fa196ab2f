"""The hooks' log: what went wrong in them, for `mem doctor`. Light.

It says where and what kind, never what the session said: no prompt, no path out of a payload, no message of
an error that is not ours.
"""

from __future__ import annotations

import posix
import time

from hardwon.config.paths import Paths, make_private_dir

_SIZE_MAX = 256 << 10


def log_file(paths: Paths) -> str:
    """Where the log is."""
    return paths.logs + "/hooks.log"


def note(path: str, event: str, what: str) -> None:
    """Append one line; never raises.

    Args:
        path: the log.
        event: the hook event's name, or what else was at work.
        what: one line without content of the session.
    """
    line = f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {event or 'hook'} {what}"
    try:
        make_private_dir(path.rpartition("/")[0])
        flags = posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND | posix.O_CLOEXEC | posix.O_NONBLOCK
        handle = posix.open(path, flags, 0o600)
        try:
            posix.write(handle, line.replace("\n", " ")[:500].encode("utf-8", "replace") + b"\n")
            if posix.fstat(handle).st_size > _SIZE_MAX:
                posix.rename(path, path + ".1")
        finally:
            posix.close(handle)
    except (OSError, ValueError):
        pass


def describe(error: BaseException) -> str:
    """An error as the log may keep it: its kind and place, its words only when they are our own."""
    from hardwon.errors import HardwonError

    place = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f"{'/'.join(code.co_filename.rsplit('/', 2)[-2:])}:{trace.tb_lineno}"
        trace = trace.tb_next
    words = f": {error}" if isinstance(error, HardwonError) else ""
    return f"{type(error).__name__}{words} ({place})"


def recent(paths: Paths, *, limit: int = 20) -> list[str]:
    """The newest lines of the log, oldest of them first.

    Args:
        paths: where the log is.
        limit: how many lines at most.
    """
    lines: list[str] = []
    for name in (".1", ""):
        try:
            handle = posix.open(log_file(paths) + name, posix.O_RDONLY | posix.O_NONBLOCK)
        except OSError:
            continue
        try:
            lines += posix.read(handle, _SIZE_MAX * 2).decode("utf-8", "replace").splitlines()
        except OSError:
            pass
        finally:
            posix.close(handle)
    return lines[-limit:]
