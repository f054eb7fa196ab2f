"""The engine behind the app, used by a thread of its own, so that the screen never waits for a store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from hardwon.engine import Engine

T = TypeVar("T")


class Desk:
    """One engine, opened when it is first asked, and closed by its own thread. Use as a context manager.

    Args:
        opener: opens the engine.
    """

    def __init__(self, opener: Callable[[], Engine]) -> None:
        self._opener = opener
        self._engine: Engine | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hardwon-tui")

    def __enter__(self) -> Desk:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.submit(self._close).result()
        self._thread.shutdown()

    async def do(self, call: Callable[[Engine], T]) -> T:
        """Make one call of the engine; one that is cancelled before its turn is not made."""
        return await asyncio.wrap_future(self._thread.submit(self._do, call))

    def _do(self, call: Callable[[Engine], T]) -> T:
        if self._engine is None:
            self._engine = self._opener()
        return call(self._engine)

    def _close(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()
