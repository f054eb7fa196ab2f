"""What stands between the guard and the routes: how large and how slow a body may be, and headers of every answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.exceptions import HTTPException

from hardwon.server.web.guard import App, Message, Receive, Scope, Send, all_of
from hardwon.server.web.rest.problems import refuse

BODY_MAX = 512 << 10
"""Of a request, in bytes: the longest text, with every character escaped."""

BODY_S = 30.0
_SAFE_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)


class Limits:
    """Refuses bodies that are too large or too slow, and adds what keeps browsers safe to every answer.

    Args:
        app: what is protected.
        body_max: bytes of a body.
        body_s: seconds in which a body has to be there.
        free: tells which requests have limits and headers of their own.
    """

    def __init__(
        self, app: App, *, body_max: int = BODY_MAX, body_s: float = BODY_S, free: Callable[[Scope], bool]
    ) -> None:
        self._app = app
        self._body_max = body_max
        self._body_s = body_s
        self._free = free

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the life of the application."""
        if scope["type"] != "http" or self._free(scope):
            await self._app(scope, receive, send)
            return
        safely = _with_headers(send)
        lengths = all_of(scope, b"content-length")
        if any(length.isascii() and length.isdigit() and int(length[:20]) > self._body_max for length in lengths):
            await refuse(safely, 413, f"a body has at most {self._body_max >> 10} kB")
            return
        await self._app(scope, self._limited(receive), safely)

    def _limited(self, receive: Receive) -> Receive:
        count, is_whole = 0, False
        deadline = asyncio.get_running_loop().time() + self._body_s

        async def limited() -> Message:
            nonlocal count, is_whole
            if is_whole:  # what is waited for now is that the client leaves
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, "the body took too long") from None
            count += len(message.get("body", b""))
            is_whole = not message.get("more_body", False)
            if count > self._body_max:
                raise HTTPException(413, f"a body has at most {self._body_max >> 10} kB")
            return message

        return limited


def _with_headers(send: Send) -> Send:
    async def safely(message: Message) -> None:
        if message["type"] == "http.response.start":
            told = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in _SAFE_HEADERS if pair[0] not in told)]
        await send(message)

    return safely
