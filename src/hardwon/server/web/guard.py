"""Who may come in: a middleware that checks Host, Origin and the person's token before anything else sees a request.

A page in a browser can send requests to this machine, also under a name of its own that it had resolved to 127.0.0.1.
So the name asked for must be one of ours, a page's own origin too, and what is behind wants the token, which no page
has.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection, Iterable, MutableMapping
from typing import Any

from hardwon.wire.token import is_token

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
HEALTH = "/health"
_BEARER = "bearer "


def allowed_hosts(setting: str, bound: str = "") -> frozenset[str]:
    """The names a request may ask for.

    Args:
        setting: names separated by commas, with or without a port; without one, every port will do.
        bound: the address that is listened on; it is a name too, unless it stands for every address.
    """
    named = [name.strip().lower().rstrip(".") for name in setting.split(",")]
    address = f"[{bound}]" if ":" in bound else bound
    own = [] if bound in ("", "0.0.0.0", "::") else [address.lower()]
    return frozenset(filter(None, (*LOOPBACK, *named, *own)))


def is_allowed(host: str, allowed: Collection[str]) -> bool:
    """Whether a request may ask for a name.

    Args:
        host: as a Host header has it, with or without a port.
        allowed: names, in small letters.
    """
    name, port = _split(host.lower())
    return bool(name) and (name in allowed or f"{name}:{port}" in allowed)


def _split(host: str) -> tuple[str, str]:
    """A host's name and its port; no name for what is none."""
    if host.startswith("["):
        name, bracket, rest = host.partition("]")
        name, port = name + bracket, rest.removeprefix(":")
        is_name = bool(bracket) and (not rest or rest.startswith(":"))
    else:
        name, colon, port = host.partition(":")
        name = name.removesuffix(".")
        is_name = not colon or port.isdigit()
    odd = set(name) - set("abcdefghijklmnopqrstuvwxyz0123456789.-_[]:")
    return (name, port) if is_name and not odd and (not port or port.isdigit()) else ("", "")


def is_own_origin(origin: str, allowed: Collection[str]) -> bool:
    """Whether a page's origin is one of the allowed names; `null`, which a sandboxed page sends, is not."""
    scheme, separator, host = origin.lower().partition("://")
    return bool(separator) and scheme in ("http", "https") and is_allowed(host, allowed)


class Guard:
    """Lets through what may come in, and answers everything else itself.

    Args:
        app: what is guarded; `/health` never reaches it.
        token: the person's token.
        hosts: names a request may ask for (allowed_hosts).
        health: what `/health` tells anybody on this machine.
        open_paths: further paths that need no token.
    """

    def __init__(
        self,
        app: App,
        *,
        token: str,
        hosts: Collection[str],
        health: Callable[[], dict[str, object]],
        open_paths: Iterable[str] = (),
    ) -> None:
        self._app = app
        self._token = token
        self._hosts = frozenset(hosts)
        self._health = health
        self._open = frozenset(open_paths)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the life of the application."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})  # nothing here speaks over one
            return
        status, why = self._refusal(scope)
        if status:
            await answer(send, status, {"error": why})
        elif scope["path"] == HEALTH:
            is_look = scope["method"] in ("GET", "HEAD")
            await answer(send, 200 if is_look else 405, self._health() if is_look else {"error": "only GET"})
        else:
            await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str]:
        """The status and the reason to refuse a request with; 0 for none."""
        hosts, origins, credentials = (_all(scope, name) for name in (b"host", b"origin", b"authorization"))
        if len(hosts) != 1 or not is_allowed(hosts[0], self._hosts):
            return 421, "this name is not served here; HARDWON_ALLOWED_HOSTS adds names"
        if len(origins) > 1 or any(not is_own_origin(origin, self._hosts) for origin in origins):
            return 403, "requests of other pages are refused"
        if scope["path"] == HEALTH or scope["path"] in self._open:
            return 0, ""
        given = credentials[0] if len(credentials) == 1 else ""
        is_bearer = given[: len(_BEARER)].lower() == _BEARER
        if not is_bearer or not is_token(given[len(_BEARER) :].strip(), self._token):
            return 401, "a bearer token is required: mem serve --mcp --http --print-config"
        return 0, ""


def _all(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


async def answer(send: Send, status: int, content: dict[str, object]) -> None:
    """Answer a request with a small JSON object.

    Args:
        send: the ASGI function.
        status: of HTTP.
        content: the object.
    """
    body = json.dumps(content).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *([(b"www-authenticate", b"Bearer")] if status == 401 else []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
