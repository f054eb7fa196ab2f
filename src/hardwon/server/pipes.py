"""Lines over file descriptors: an outbox that never makes its caller wait, and lines cut out of chunks."""

from __future__ import annotations

import os
import queue
import select
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK = 1 << 16


def ignore() -> None:
    """Do nothing about a broken pipe."""


class Outbox:
    """Writes lines to a descriptor, in order, at once where that waits for nobody, else from its own thread.

    A reader that stops reading stops this thread alone. A reader that is gone is reported once; what follows
    is dropped. Between two processes each change of thread counts: on a busy machine it costs as much as a search.

    Args:
        descriptor: open for writing; closed by `close`.
        on_broken: called once, from the outbox's thread, when the reader is gone.
    """

    def __init__(self, descriptor: int, on_broken: Callable[[], None] = ignore) -> None:
        self._descriptor = descriptor
        self._on_broken = on_broken
        self._lines: queue.SimpleQueue[bytes | memoryview | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._waiting = 0
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def put(self, line: bytes) -> None:
        """Write or queue one line; returns at once."""
        with self._lock:
            rest = memoryview(line)
            if not self._waiting and not self._is_closed:
                rest = _written_at_once(self._descriptor, rest)
            if rest:
                self._waiting += 1
                self._lines.put(rest)

    def close(self, wait_s: float = 0.0) -> None:
        """Close the descriptor after the queued lines; wait at most `wait_s` seconds for that."""
        with self._lock:
            self._is_closed = True
            self._lines.put(None)
        self._thread.join(wait_s)

    def _run(self) -> None:
        broken = False
        while (line := self._lines.get()) is not None:
            if not broken and not _write_all(self._descriptor, line):
                broken = True
                self._on_broken()
            with self._lock:
                # A broken one goes on queueing, so that nothing but this thread ever tells of it.
                self._waiting -= not broken
        os.close(self._descriptor)


def _written_at_once(descriptor: int, data: memoryview) -> memoryview:
    """Write what the descriptor takes without waiting; what is left."""
    writable = select.poll()
    writable.register(descriptor, select.POLLOUT)
    try:
        while data and writable.poll(0) == [(descriptor, select.POLLOUT)]:
            # A pipe that is writable has room for so much.
            data = data[os.write(descriptor, data[: select.PIPE_BUF]) :]
    except OSError:
        pass
    return data


def _write_all(descriptor: int, data: bytes | memoryview) -> bool:
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(descriptor, view) :]
        except BlockingIOError:  # the other side may have made the shared pipe non-blocking
            writable = select.poll()
            writable.register(descriptor, select.POLLOUT)
            writable.poll()
        except OSError:
            return False
    return True


class LineReader:
    """Cuts lines out of what a descriptor gives.

    Args:
        descriptor: open for reading.
        line_max: bytes that are kept of one line; the rest of a longer one is dropped, so it is no JSON.
    """

    def __init__(self, descriptor: int, line_max: int = 1 << 26) -> None:
        self._descriptor = descriptor
        self._line_max = line_max
        self._parts: list[bytes] = []
        self._size = 0
        self.ended = False

    def read(self) -> list[bytes]:
        """Read once and return the lines that are complete now, blank ones left out.

        At the end of the input, what stands behind the last newline is a line too.
        """
        try:
            chunk = os.read(self._descriptor, _CHUNK)
        except BlockingIOError:
            return []
        except OSError:
            chunk = b""
        if not chunk:
            self.ended = True
            return self._complete(b"")
        head, *rest = chunk.split(b"\n")
        lines = []
        for following in rest:
            lines += self._complete(head)
            head = following
        self._keep(head)
        return lines

    def _keep(self, part: bytes) -> None:
        if self._size <= self._line_max:
            self._parts.append(part)
        self._size += len(part)

    def _complete(self, tail: bytes) -> list[bytes]:
        self._keep(tail)
        line, self._parts, self._size = b"".join(self._parts), [], 0
        return [line] if line.strip() else []
