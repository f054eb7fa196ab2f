"""Starts the digester, and tells whether one is at work. Light.

One digester works for a project at a time: it holds the project's lock. The hook that starts it takes the
lock and hands it over with the process, so that there is no moment between the end of one session and the
start of the next in which nobody holds it. What stands in the lock's file tells whether anything is to be learnt
from what it does: a session that begins waits for the end of another, not for a look at the project's files.
"""

from __future__ import annotations

import posix
import sys
import time

from hardwon.config.paths import Paths, is_clients, make_private_dir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PROJECT_VARIABLE = "HARDWON_DIGEST_PROJECT"
SENDS_VARIABLE = "HARDWON_DIGEST_SENDS"
LOCK_HANDLE = 3  # as hardwon.wire.detached hands it over
_POLL_S = 0.01
_LOOKS = b"looks"  # in the lock's file while its holder only looks at the project
_HOSTED = ("anthropic", "claude-code")
# What a model is asked with, where the person wants that.
_KEYS = ("ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_TMPDIR")


def lock_file(paths: Paths, project: str) -> str:
    """The file whose lock a project's digester holds."""
    return f"{paths.spool}/locks/{paths.project_dir(project).rpartition('/')[2]}"


def take_lock(paths: Paths, project: str) -> int:
    """Take a project's lock.

    Returns:
        an open handle that holds it until it is closed, or -1 while another process does.

    Raises:
        OSError: the lock file cannot be made.
    """
    import fcntl

    path = lock_file(paths, project)
    flags = posix.O_RDWR | posix.O_CREAT | posix.O_CLOEXEC
    try:
        handle = posix.open(path, flags, 0o600)
    except FileNotFoundError:
        make_private_dir(path.rpartition("/")[0])
        handle = posix.open(path, flags, 0o600)
    for attempt in range(3):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return handle
        except BlockingIOError:
            # Somebody who only looks (`is_busy`) holds the lock for microseconds.
            if attempt < 2:
                time.sleep(0.001)
    posix.close(handle)
    return -1


def is_busy(paths: Paths, project: str, *, with_looks: bool = True) -> bool:
    """Whether a digester is at work for a project.

    Args:
        paths: where locks are kept.
        project: the project.
        with_looks: whether one counts that only looks at the project's files.
    """
    try:
        handle = posix.open(lock_file(paths, project), posix.O_RDWR | posix.O_CLOEXEC)
    except OSError:
        return False
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    except BlockingIOError:
        return with_looks or posix.pread(handle, len(_LOOKS), 0) != _LOOKS
    finally:
        posix.close(handle)


def wait_until_idle(paths: Paths, project: str, wait_ms: int, *, with_looks: bool = True) -> bool:
    """Wait for a project's digester to leave.

    Args:
        paths: where locks are kept.
        project: the project.
        wait_ms: the longest wait, in milliseconds.
        with_looks: whether to wait for one too that only looks at the project's files.

    Returns:
        whether none is at work any more.
    """
    end = time.monotonic() + wait_ms / 1000
    while is_busy(paths, project, with_looks=with_looks):
        if time.monotonic() >= end:
            return False
        time.sleep(_POLL_S)
    return True


def start(
    paths: Paths,
    project: str,
    environ: Mapping[str, str],
    roots: Sequence[str],
    *,
    asks: str = "",
    looks: bool = False,
) -> bool:
    """Start a digester for a project, detached from this session; one that is at work already will do.

    Args:
        paths: where locks are kept.
        project: the project it begins with.
        environ: the trusted environment; only what the digester needs is passed on.
        roots: the folders its modules are imported from.
        looks: whether it is to look at the project's files alone; else it also takes in what a session has left.
        asks: the caller of a model that it may send to, by name, "" for none: what that is asked with is passed on.

    Returns:
        whether one was started.

    Raises:
        OSError: it cannot be started.
    """
    lock = take_lock(paths, project)
    if lock < 0:
        if not looks:
            _mark(lock_file(paths, project), b"")  # the one at work takes that in too
        return False
    from hardwon.wire import detached

    try:
        _mark(lock_file(paths, project), _LOOKS if looks else b"")
        launcher = __file__.rpartition("/")[0] + "/launcher.py"
        passed = {**detached.allowed_environ(environ, paths), PROJECT_VARIABLE: project}
        if asks:
            passed[SENDS_VARIABLE] = asks
        if asks in _HOSTED:
            passed.update({name: environ[name] for name in _KEYS if name in environ})
        if asks == "claude-code":
            passed.update({name: value for name, value in environ.items() if is_clients(name)})
        detached.start([sys.executable, "-I", "-S", launcher, *roots, "digest"], passed, handle=lock)
    finally:
        posix.close(lock)
    return True


def _mark(path: str, text: bytes) -> None:
    handle = posix.open(path, posix.O_WRONLY | posix.O_TRUNC | posix.O_CLOEXEC)
    try:
        posix.write(handle, text)
    finally:
        posix.close(handle)
