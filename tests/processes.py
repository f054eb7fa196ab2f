"""Processes for tests that need several: forked, so that they start in no time, and always reaped."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable


class Child:
    """A forked process that runs something and may say something on a pipe.

    Args:
        work: what it runs; it is given a function that sends one line to the parent.
    """

    def __init__(self, work: Callable[[Callable[[str], None]], None]) -> None:
        self.out, into = os.pipe()
        self.pid = os.fork()
        if self.pid:
            os.close(into)
            return
        status = 1
        try:
            os.close(self.out)
            work(lambda line: void(os.write(into, line.encode() + b"\n")))
            status = 0
        except BaseException:
            os.write(into, traceback.format_exc().encode())
        finally:
            os._exit(status)

    def wait(self) -> tuple[int, list[str]]:
        """Its exit status, negative for a signal, and the lines it sent."""
        parts = []
        while part := os.read(self.out, 65536):
            parts.append(part)
        os.close(self.out)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1]), b"".join(parts).decode().splitlines()

    def kill(self) -> list[str]:
        """End it at once, as by kill -9; the lines it had sent."""
        os.kill(self.pid, 9)
        return self.wait()[1]


def void(_: object) -> None:
    """Take a value and return none."""


def said(children: Iterable[Child]) -> list[str]:
    """What processes sent, all of them; each has to end well."""
    lines: list[str] = []
    for child in children:
        status, told = child.wait()
        assert status == 0, "\n".join(told)
        lines += told
    return lines


def as_nobody(work: Callable[[], str]) -> str:
    """Run something as a user without rights, also where the tests run as root; what it returns."""

    def child(send: Callable[[str], None]) -> None:
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        send(work())

    status, lines = Child(child).wait()
    assert status == 0, "\n".join(lines)
    return "\n".join(lines)
