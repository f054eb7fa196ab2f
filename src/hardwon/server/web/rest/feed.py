"""Server-sent events: what is written to the memory, told to those who listen, by whichever process it was.

Each stream goes on from its own place in the store, so one that is slow keeps nothing here; one that reads nothing at
all is ended. There are only so many at once.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Send
from starlette.types import Scope as StarletteScope

from hardwon.engine import Engine, watching
from hardwon.engine.watching import Change
from hardwon.errors import HardwonError
from hardwon.server.web.rest.desk import Call, Desk
from hardwon.server.web.rest.problems import Refused

STREAMS_MAX = 32
LOOK_S = 0.5
ALIVE_S = 15.0
LIFE_S = 1800.0
_SEND_S = 10.0


class Feed:
    """The streams of one server.

    Args:
        desk: answers with engines.
        streams_max: how many listen at once.
        look_s: seconds between looks. alive_s: after so many a quiet stream says that it lives.
        life_s: a stream's longest life; clients come again by themselves.
    """

    def __init__(
        self,
        desk: Desk,
        *,
        streams_max: int = STREAMS_MAX,
        look_s: float = LOOK_S,
        alive_s: float = ALIVE_S,
        life_s: float = LIFE_S,
    ) -> None:
        self._desk = desk
        self._streams_max = streams_max
        self._look_s, self._alive_s, self._life_s = look_s, alive_s, life_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = asyncio.Event()
        self.open_count = 0

    def stop(self) -> None:
        """End every stream, and let none begin; may be called from a signal's handler."""
        if self._loop is None:
            self._stopping.set()
        else:
            with suppress(RuntimeError):  # the loop has ended, and its streams with it
                self._loop.call_soon_threadsafe(self._stopping.set)

    async def stream(self, actor: str, project: str, position: str) -> Stream:
        """A stream of what is written from now on, or from a position.

        Args:
            actor: who asks. project: whose memory, "" for the one that is served.
            position: the last event's id, "" for now.

        Raises:
            Refused: too many listen already.
            InvalidInput: it is no position.
            HardwonError: the project cannot be looked at.
        """
        self._loop = asyncio.get_running_loop()
        if self.open_count >= self._streams_max or self._stopping.is_set():
            raise Refused("busy", "too many listen already", "close a stream, or ask again later")
        self.open_count += 1
        try:

            async def ask(call: Call[object]) -> object:
                return await self._desk.read(call, actor=actor, project=project)

            files = await self._desk.read(watching.files_of, actor=actor, project=project)
            if position:
                await ask(lambda engine: watching.since(engine, position))
            else:
                position = await self._desk.read(watching.end, actor=actor, project=project)
        except BaseException:
            self.open_count -= 1
            raise
        return Stream(self._told(actor, project, files, position), self._ended)

    def _ended(self) -> None:
        self.open_count -= 1

    async def _told(self, actor: str, project: str, files: tuple[str, ...], position: str) -> AsyncIterator[str]:
        loop = asyncio.get_running_loop()
        yield f"retry: 3000\nid: {position}\nevent: hello\ndata: {{}}\n\n"
        began_at = said_at = loop.time()
        seen: object = None
        while loop.time() - began_at < self._life_s and not self._stopping.is_set():
            now = watching.mark(files)
            if now != seen:
                seen = now
                try:
                    found = await self._desk.read(_since(position), actor=actor, project=project)
                except HardwonError:  # it is locked or being repaired: the next look tells
                    seen, found = None, []
                for change, place in found:
                    position, said_at = place, loop.time()
                    yield f"id: {place}\nevent: {change.kind}\ndata: {json.dumps(change.data)}\n\n"
                if len(found) >= watching.BATCH:
                    seen = None  # there is more
            if loop.time() - said_at >= self._alive_s:
                said_at = loop.time()
                yield ": alive\n\n"
            try:
                async with asyncio.timeout(self._look_s):
                    await self._stopping.wait()
            except TimeoutError:
                pass


def _since(position: str) -> Callable[[Engine], list[tuple[Change, str]]]:
    return lambda engine: watching.since(engine, position)


class Stream(StreamingResponse):
    """A stream of events that ends when its client reads nothing any more.

    Args:
        told: what it says.
        ended: called once, however it ends.
    """

    def __init__(self, told: AsyncIterator[str], ended: Callable[[], None]) -> None:
        super().__init__(told, media_type="text/event-stream", headers={"cache-control": "no-store"})
        self._ended = ended

    async def __call__(self, scope: StarletteScope, receive: Receive, send: Send) -> None:
        """Serve it."""

        async def timely(message: Message) -> None:
            async with asyncio.timeout(_SEND_S):
                await send(message)

        try:
            await super().__call__(scope, receive, timely)
        except TimeoutError:
            pass  # the server closes the connection
        finally:
            self._ended()
