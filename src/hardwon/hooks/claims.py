"""Lets one of two identical hooks act. Light.

With the plugin and the settings form installed, the client runs both on every event, with the same input.
The first claims it; the claim holds 5 seconds, because two separate resumes of one session read the same
too.
"""

from __future__ import annotations

import posix
import sys
import time

from hardwon.config.paths import Paths, make_private_dir

_VALID_S = 5.0


def digest(data: bytes) -> str:
    """The SHA-256 of an event's bytes, in hex."""
    try:
        if sys.version_info >= (3, 12):
            from _sha2 import sha256
        else:
            from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:
        from hashlib import sha256
    return str(sha256(data).hexdigest())


def claim(paths: Paths, event: str, key: str, client: str) -> bool:
    """Whether this process is the one to act on an event.

    Args:
        paths: where claims are kept.
        event: the event's name.
        key: the digest of its input.
        client: the client's process id, "" when it is not known.

    Where no claim can be kept, both act: saying something twice beats saying nothing.
    """
    pid = client if client.isascii() and client.isdigit() else "0"
    name = f"{paths.spool}/claims/{key[:32]}-{pid[:10]}-{event}"
    try:
        return _take(name)
    except FileNotFoundError:
        pass
    except OSError:
        return True
    try:
        make_private_dir(paths.spool + "/claims")
        return _take(name)
    except OSError:
        return True


def _take(name: str) -> bool:
    flags = posix.O_WRONLY | posix.O_CREAT | posix.O_CLOEXEC
    try:
        posix.close(posix.open(name, flags | posix.O_EXCL, 0o600))
        return True
    except FileExistsError:
        pass
    import fcntl

    handle = posix.open(name, flags | posix.O_NONBLOCK, 0o600)
    try:
        # The lock makes one of several latecomers renew a claim that has run out.
        fcntl.flock(handle, fcntl.LOCK_EX)
        state = posix.fstat(handle)
        swept = not state.st_nlink
        if not swept and abs(time.time() - state.st_mtime) < _VALID_S:
            return False
        posix.utime(handle)
    finally:
        posix.close(handle)
    return _take(name) if swept else True


def sweep(paths: Paths, *, older_than_s: float = 60.0) -> None:
    """Remove claims that ran out long ago.

    Args:
        paths: where claims are kept.
        older_than_s: age in seconds from which a claim goes.
    """
    folder = paths.spool + "/claims"
    try:
        names = posix.listdir(folder)
    except OSError:
        return
    for name in names:
        path = f"{folder}/{name}"
        try:
            if time.time() - posix.stat(path).st_mtime > older_than_s:
                posix.unlink(path)
        except OSError:
            continue
