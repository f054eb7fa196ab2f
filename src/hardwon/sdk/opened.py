"""One engine that several threads share: opened when it is first needed, used by one at a time, closed once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from hardwon.errors import InvalidInput

if TYPE_CHECKING:
    from hardwon.engine import Engine

T = TypeVar("T")


class Opened:
    """An engine, with the lock that those who use it take.

    Args:
        opener: opens it.
    """

    def __init__(self, opener: Callable[[], Engine]) -> None:
        self._opener = opener
        self._lock = threading.RLock()
        self._pid = os.getpid()
        self._engine: Engine | None = None
        self._is_closed = False

    def use(self, call: Callable[[Engine], T]) -> T:
        """Make one call of the engine.

        Raises:
            InvalidInput: it was closed.
        """
        if self._pid != os.getpid():
            # A fork may have been made while another thread, which is not here, held the lock.
            self._lock, self._pid = threading.RLock(), os.getpid()
        with self._lock:
            if self._is_closed:
                raise InvalidInput("this memory was closed", "open another one")
            if self._engine is None:
                self._engine = self._opener()
            return call(self._engine)

    def close(self) -> None:
        """Close the engine after the call in hand; closing twice is harmless."""
        with self._lock:
            self._is_closed = True
            engine, self._engine = self._engine, None
            if engine is not None:
                engine.close()
