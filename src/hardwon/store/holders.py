"""Who holds a lease: a process, told so that another one can see whether it still runs."""

from __future__ import annotations

import os
import socket
from hashlib import sha256


def process_mark(pid: int) -> str:
    """Something that is the same for a process's whole life and differs from its number's next owner; "" when gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:
            fields = stat.read().rpartition(b") ")[2].split()
        # Field 3 is the state, field 22 the start time; a zombie needs nothing.
        return "" if fields[0] == b"Z" else fields[19].decode()
    except (OSError, IndexError):
        pass
    if os.path.isdir("/proc/self"):
        return ""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        pass
    return "alive"


def this_process(run: str) -> str:
    """This process as the holder of a lease.

    Args:
        run: what tells two holders in one process apart.
    """
    pid = os.getpid()
    return f"{pid} {process_mark(pid)} {_where()} {run}"


def is_over(holder: str) -> bool:
    """Whether the process that took a lease has ended; False where that cannot be known from here.

    Args:
        holder: as `this_process` told it.
    """
    parts = holder.split(" ")
    if len(parts) != 4 or not parts[0].isdigit() or parts[2] != _where():
        return False
    pid, mark = int(parts[0]), process_mark(int(parts[0]))
    if mark:
        return mark != parts[1]
    try:
        os.kill(pid, 0)
    except PermissionError:  # it is there, but its state is hidden from this user
        return False
    except (ProcessLookupError, OverflowError):
        pass
    return True


def _where() -> str:
    """Where a process number means the same: one boot of one host, one namespace (containers share the rest)."""
    told = [socket.gethostname()]
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as boot:
            told.append(boot.read().strip())
        told.append(os.readlink("/proc/self/ns/pid"))
    except OSError:
        pass  # another system: its name has to do
    return sha256("\0".join(told).encode("utf-8", "replace")).hexdigest()[:16]
