"""One call over HTTP, and the two ways in which it fails: surely not charged, or nobody can tell.

The connection is made first and by itself: as long as it is not there, not a byte of a text has left. Redirects are
not followed, since the key would go along, and a server on this machine is never asked through a proxy.
"""

from __future__ import annotations

import base64
import json
import ssl
import time
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from hardwon.config.embedding import is_near
from hardwon.errors import EmbedderUnavailable

ANSWER_BYTES_MAX = 64 << 20
CHECK = "check `embedding_url`, `embedding_model` and `embedding_key`"
_CONNECT_S = 10.0
_PIECE = 1 << 16
_WRONG_CALL = frozenset((*range(300, 400), 400, 401, 402, 403, 404, 405, 413, 415, 422))
_BUSY = (429, 503)


class NotCharged(Exception):
    """The call was not made, or the host said that it did not take it.

    Args:
        message: what happened, without anything that was sent.
        passing: whether it may be taken in a moment.
        wait_s: how long the host asks to wait, 0 when it does not say.
    """

    def __init__(self, message: str, *, passing: bool = False, wait_s: float = 0.0) -> None:
        super().__init__(message)
        self.passing = passing
        self.wait_s = wait_s


class MayBeCharged(Exception):
    """The text was on its way, and nobody can tell whether the call was charged."""


def endpoint(url: str, call: str = "/embeddings") -> str:
    """The full address of a call.

    Args:
        url: with or without the name of the call.
        call: its name.

    Raises:
        EmbedderUnavailable: it is no http or https address.
    """
    whole = url.strip().rstrip("/")
    try:
        parts = urlsplit(whole)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable or not whole.isprintable() or " " in whole:
        raise EmbedderUnavailable("`embedding_url` is no http or https address", CHECK)
    return whole if whole.endswith(call) else whole + call


def post(url: str, body: dict[str, Any], key: str, timeout_s: float) -> Any:
    """Send one request; the document of its answer.

    Args:
        url: the full address.
        body: what is sent as JSON.
        key: the bearer token, "" for none.
        timeout_s: the longest that all of it may take once the connection is there.

    Raises:
        NotCharged: it surely cost nothing.
        MayBeCharged: it may have cost something.
    """
    data = json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "hardwon"}
    headers |= {"Authorization": f"Bearer {key}"} if key else {}
    connection, target, more = _connection(url)
    try:
        try:
            connection.connect()
        except (OSError, HTTPException) as error:
            raise NotCharged(f"it cannot be reached: {_told(error)}", passing=True) from None
        return _exchange(connection, target, data, headers | more, timeout_s)
    finally:
        connection.close()


def _connection(url: str) -> tuple[HTTPConnection, str, dict[str, str]]:
    """A connection that is not made yet, what to ask on it, and headers for a proxy."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    is_safe = parts.scheme == "https"
    proxy = "" if is_near(url) or proxy_bypass(host) else getproxies().get(parts.scheme, "")
    if not proxy:
        kind = (
            HTTPSConnection(host, port, timeout=_CONNECT_S, context=ssl.create_default_context()) if is_safe else None
        )
        return kind or HTTPConnection(host, port, timeout=_CONNECT_S), path, {}
    way = urlsplit(proxy if "//" in proxy else "//" + proxy)
    name = f"{unquote(way.username or '')}:{unquote(way.password or '')}".encode()
    greeting = {"Proxy-Authorization": "Basic " + base64.b64encode(name).decode()} if way.username else {}
    if not is_safe:
        return HTTPConnection(way.hostname or "", way.port or 80, timeout=_CONNECT_S), url, greeting
    tunnel = HTTPSConnection(
        way.hostname or "", way.port or 80, timeout=_CONNECT_S, context=ssl.create_default_context()
    )
    tunnel.set_tunnel(host, port or 443, headers=greeting)
    return tunnel, path, {}


def _exchange(connection: HTTPConnection, target: str, data: bytes, headers: dict[str, str], timeout_s: float) -> Any:
    ends_at = time.monotonic() + timeout_s
    try:
        if connection.sock is not None:
            connection.sock.settimeout(timeout_s)
        connection.request("POST", target, body=data, headers=headers)
        with connection.getresponse() as response:
            if response.status in _BUSY or response.status in _WRONG_CALL:
                raise _refusal(response)
            if not 200 <= response.status < 300:
                raise MayBeCharged(f"it answered {response.status}")
            return json.loads(_whole(response, connection, ends_at))
    except (OSError, HTTPException) as error:
        raise MayBeCharged(f"the call was cut: {_told(error)}") from None
    except (ValueError, RecursionError):
        raise MayBeCharged("its answer cannot be read") from None


def _whole(response: HTTPResponse, connection: HTTPConnection, ends_at: float) -> bytes:
    """The body; one that trickles in may not take longer than one that does not come."""
    pieces: list[bytes] = []
    size = 0
    while piece := response.read1(_PIECE):
        pieces.append(piece)
        size += len(piece)
        left_s = ends_at - time.monotonic()
        if left_s <= 0 or size > ANSWER_BYTES_MAX:
            raise MayBeCharged("its answer does not end")
        if connection.sock is not None:
            connection.sock.settimeout(left_s)
    return b"".join(pieces)


def _refusal(response: HTTPResponse) -> Exception:
    message = f"it answered {response.status}"
    wait_s = _wait_of(response.headers.get("Retry-After", ""))
    if response.status == 503 and wait_s is None:
        return MayBeCharged(message)  # whoever answers so may have passed the call on
    if response.status not in _BUSY or wait_s is None:
        return NotCharged(message)
    return NotCharged(f"{message} and asks to wait {wait_s:.0f} s", passing=True, wait_s=wait_s)


def _wait_of(text: str) -> float | None:
    """Seconds that a Retry-After asks for, None where there is none."""
    try:
        return max(float(text), 0.0) if float(text) < 1e9 else None
    except ValueError:
        pass
    try:
        return max(parsedate_to_datetime(text).timestamp() - time.time(), 0.0)
    except (TypeError, ValueError, OverflowError):
        return None


def _told(error: Exception) -> str:
    """A failure without anything of the request: its kind, and the system's word for it."""
    return (getattr(error, "strerror", None) or type(error).__name__)[:120]
