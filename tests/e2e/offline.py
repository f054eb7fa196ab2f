"""A network of loopback alone and a process table of one's own, for a whole test run.

`wrapped(command)` runs a command in both. Inside, this module is process 1: it ends with the command, and the
kernel then ends whatever the command left behind. Where the kernel gives no namespaces (`available()` is
false) the tests run without, and those that look at the network are skipped.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

INSIDE = "E2E_OFFLINE"
_SIOCSIFFLAGS = 0x8914
_IFF_UP = 0x1
# A packet for which there is no route, or that a closed loopback port (a name server's, say) gave back.
_COUNTERS = ("Ip.OutNoRoutes", "Udp.NoPorts", "Ip6OutNoRoutes", "Udp6NoPorts")


def _unshare() -> list[str]:
    arguments = ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    return arguments if os.geteuid() == 0 else [*arguments, "--map-root-user"]


def available() -> bool:
    """Can this user make the namespaces here?"""
    if not shutil.which("unshare"):
        return False
    return subprocess.run([*_unshare(), "true"], capture_output=True, check=False).returncode == 0


def wrapped(command: Sequence[str]) -> list[str]:
    """The command line that runs `command` cut off from everything but itself."""
    return [*_unshare(), sys.executable, "-m", __name__, *command]


def inside() -> bool:
    """Is this process within namespaces of its own?"""
    return os.environ.get(INSIDE) == "1"


def outside_attempts() -> int:
    """How often a process of this network namespace tried to reach another machine or a name server."""
    rows = [line.split() for line in Path("/proc/net/snmp").read_text(encoding="ascii").splitlines()]
    counts = {
        f"{names[0][:-1]}.{name}": int(value)
        for names, values in zip(rows[::2], rows[1::2], strict=True)
        for name, value in zip(names[1:], values[1:], strict=True)
    }
    snmp6 = Path("/proc/net/snmp6")
    if snmp6.exists():
        counts |= {name: int(value) for name, value in map(str.split, snmp6.read_text("ascii").splitlines())}
    return sum(counts.get(name, 0) for name in _COUNTERS)


def _raise_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, _SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", _IFF_UP))


def _run_as_init(command: Sequence[str]) -> int:
    child = subprocess.Popen(command, env={**os.environ, INSIDE: "1"})
    while True:
        # Orphans come to process 1: unreaped, they would stand in the process table as if still running.
        pid, status = os.wait()
        if pid == child.pid:
            child.returncode = os.waitstatus_to_exitcode(status)
            return child.returncode if child.returncode >= 0 else 128 - child.returncode


if __name__ == "__main__":
    _raise_loopback()
    sys.exit(_run_as_init(sys.argv[1:]))
