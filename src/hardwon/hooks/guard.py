"""Ends a hook that takes too long, whatever it hangs in. Light.

A thread, not an alarm: a signal's Python handler waits until the call it interrupts returns, and SQLite's
or a hung disk's may not. Those calls let other threads run.
"""

from __future__ import annotations

import posix
import time
from _thread import start_new_thread

from hardwon.hooks.failures import note

# Milliseconds after which a hook leaves without an answer. The client itself gives up after 5 s, at the end
# of a session after 1.5 s; a slash command of ours may wait for the store.
_DEFAULT_MS = 900
_BUDGET_MS = {"SessionEnd": 1100, "UserPromptExpansion": 4500, "HostTurn": 8000}
_WRITING_MS = 300


class Guard:
    """The deadline of one hook, from its creation on.

    Args:
        event: the event's name, "" while it is not known.

    Attributes:
        log: the file that failures are noted in, "" while it is not known.
        fallback: the answer when time is up, none by default.
    """

    __slots__ = ("event", "fallback", "log", "writing")

    def __init__(self, event: str) -> None:
        self.event = event
        self.log = ""
        self.fallback = ""
        self.writing = False
        start_new_thread(self._watch, (_BUDGET_MS.get(event, _DEFAULT_MS) / 1000,))

    def _watch(self, seconds: float) -> None:
        time.sleep(seconds)
        if self.writing:
            time.sleep(_WRITING_MS / 1000)
        else:
            self.writing = True
            if self.log:
                note(self.log, self.event, "took too long and was ended")
            if self.fallback:
                posix.write(1, self.fallback.encode("utf-8", "replace"))
        posix._exit(0)

    def write(self, answer: bytes) -> None:
        """Write the answer; from here on the deadline only ends what hangs in writing."""
        if self.writing:
            time.sleep(_WRITING_MS / 1000)
            posix._exit(0)
        self.writing = True
        while answer:
            answer = answer[posix.write(1, answer) :]

    def leave(self) -> None:
        """End the process at once, without the interpreter's own tidying up."""
        posix._exit(0)
