"""Who may come in: a middleware that checks Host, Origin and the person's token before anything else sees a request.

A page in a browser can send requests to this machine, also under a name of its own that it had resolved to 127.0.0.1.
So the name asked for must be one of ours, a page's own origin too, and what is behind wants the token, which no page
has.
"""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, MutableMapping
from typing import Any

from hardwon.config.actor import AGENT
from hardwon.wire.token import is_token

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

Refuse = Callable[[Send, int, str], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
HEALTH = "/health"
CALLER = "hardwon.caller"
"""The member of a scope that says who asks, for what is behind the guard: AGENT or PERSON."""

_BEARER = "bearer "
_MINUTE_S = 60.0
_PEERS_MAX = 1000


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
        visitor: tells who else may come in, by what they bring instead of the token; "" for nobody.
        guesses: counts wrong tokens.
        refuse: answers what is not let in.
    """

    def __init__(
        self,
        app: App,
        *,
        token: str,
        hosts: Collection[str],
        health: Callable[[], dict[str, object]],
        open_paths: Iterable[str] = (),
        visitor: Callable[[Scope], str] | None = None,
        guesses: Guesses | None = None,
        refuse: Refuse | None = None,
    ) -> None:
        self._app = app
        self._token = token
        self._hosts = frozenset(hosts)
        self._health = health
        self._open = frozenset(open_paths)
        self._visitor = visitor
        self._guesses = guesses or Guesses()
        self._refuse = refuse or _refused

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
            await self._refuse(send, status, why)
        elif scope["path"] == HEALTH:
            if scope["method"] in ("GET", "HEAD"):
                await answer(send, 200, self._health(), is_head=scope["method"] == "HEAD")
            else:
                await self._refuse(send, 405, "only GET")
        else:
            await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str]:
        """The status and the reason to refuse a request with; 0 for none."""
        hosts, origins, credentials = (all_of(scope, name) for name in (b"host", b"origin", b"authorization"))
        if len(hosts) != 1 or not is_allowed(hosts[0], self._hosts):
            return 421, "this name is not served here; HARDWON_ALLOWED_HOSTS adds names"
        if len(origins) > 1 or any(not is_own_origin(origin, self._hosts) for origin in origins):
            return 403, "requests of other pages are refused"
        if scope["path"] == HEALTH or scope["path"] in self._open:
            return 0, ""
        if not credentials and self._visitor is not None:
            scope[CALLER] = self._visitor(scope)
            return (0, "") if scope[CALLER] else (401, _WANTED)
        return self._by_token(scope, credentials)

    def _by_token(self, scope: Scope, credentials: list[str]) -> tuple[int, str]:
        peer = (scope.get("client") or ("",))[0]
        if self._guesses.is_over(peer) and not _is_this_machine(peer):
            return 429, _SLOWER
        given = credentials[0] if len(credentials) == 1 else ""
        is_bearer = given[: len(_BEARER)].lower() == _BEARER
        if is_bearer and is_token(given[len(_BEARER) :].strip(), self._token):
            scope[CALLER] = AGENT
            return 0, ""
        if credentials and not self._guesses.note(peer):
            return 429, _SLOWER
        return 401, _WANTED


_WANTED = "a bearer token is required; a person finds it with: mem serve --mcp --http --print-config"
_SLOWER = "too many wrong tokens; wait a minute"


class Guesses:
    """Counts what each address guessed wrongly, for a minute.

    From this machine the right token is let in however often somebody was wrong before: one client with an old token
    must not shut out the others. From elsewhere nothing is looked at any more until the minute is over.

    Args:
        most: how many wrong ones an address may try in a minute.
        clock: seconds that only grow.
    """

    def __init__(self, *, most: int = 30, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._counted: dict[str, tuple[float, int]] = {}

    def is_over(self, peer: str) -> bool:
        """Whether an address was wrong too often in this minute."""
        since, count = self._counted.get(peer, (0.0, 0))
        return count >= self._most and self._clock() - since < _MINUTE_S

    def note(self, peer: str) -> bool:
        """Count one wrong guess; whether it was still one of those that are allowed."""
        now = self._clock()
        since, count = self._counted.get(peer, (now, 0))
        if now - since >= _MINUTE_S:
            since, count = now, 0
        if len(self._counted) >= _PEERS_MAX and peer not in self._counted:
            self._counted = {one: told for one, told in self._counted.items() if now - told[0] < _MINUTE_S}
            if len(self._counted) >= _PEERS_MAX:
                return False
        self._counted[peer] = (since, count + 1)
        return count < self._most


def _is_this_machine(peer: str) -> bool:
    return peer in ("", "::1") or peer.startswith(("127.", "::ffff:127."))


def all_of(scope: Scope, name: bytes) -> list[str]:
    """Every value of a header.

    Args:
        scope: the request.
        name: in small letters.
    """
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


async def _refused(send: Send, status: int, why: str) -> None:
    await answer(send, status, {"error": why})


async def answer(
    send: Send, status: int, content: dict[str, object], *, kind: bytes = b"application/json", is_head: bool = False
) -> None:
    """Answer a request with a small JSON object.

    Args:
        send: the ASGI function.
        status: of HTTP.
        content: the object.
        kind: the content's type.
        is_head: leave the object out.
    """
    body = json.dumps(content).encode()
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *([(b"www-authenticate", b"Bearer")] if status == 401 else []),
        *([(b"retry-after", b"60")] if status == 429 else []),
        *([(b"allow", b"GET, HEAD")] if status == 405 else []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if is_head else body})
