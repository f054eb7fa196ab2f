"""JSON-RPC 2.0 messages as lines of text: what one line means, and how an answer is written.

Knows nothing of tools or processes. A line from outside is never trusted: whatever it holds becomes a
Request, a Notification, a Fault to be answered, or None when it needs no answer. Plain classes and no
`typing` keep the start of a server short.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    RequestId = int | str

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603


class Request:
    """A call that waits for exactly one answer under its id."""

    __slots__ = ("id", "method", "params")

    def __init__(self, *, id: RequestId, method: str, params: dict[str, Any]) -> None:
        self.id = id
        self.method = method
        self.params = params


class Notification:
    """A message that is never answered, whatever it holds."""

    __slots__ = ("method", "params")

    def __init__(self, *, method: str, params: dict[str, Any]) -> None:
        self.method = method
        self.params = params


class Fault:
    """A line that cannot be served; `id` is None where none could be read."""

    __slots__ = ("code", "id", "message")

    def __init__(self, *, id: RequestId | None, code: int, message: str) -> None:
        self.id = id
        self.code = code
        self.message = message


def read_line(line: bytes) -> Request | Notification | Fault | None:
    """Understand one line from a client.

    Args:
        line: the bytes between two newlines. Bytes that are not UTF-8 are read as U+FFFD.

    Returns:
        None for a reply to something we never ask, which needs no answer.
    """
    try:
        message = json.loads(line.decode("utf-8", "replace"), parse_constant=_no_such_number)
    except (ValueError, RecursionError):
        return Fault(id=None, code=PARSE_ERROR, message="the line is not one JSON document")
    if isinstance(message, list):
        return Fault(id=None, code=INVALID_REQUEST, message="no batches; send one object a line")
    if not isinstance(message, dict):
        return Fault(id=None, code=INVALID_REQUEST, message="a message must be a JSON object")
    return _read_object(message)


def _read_object(message: dict[str, Any]) -> Request | Notification | Fault | None:
    call_id = message.get("id")
    known = call_id if isinstance(call_id, int | str) and not isinstance(call_id, bool) else None
    method, params = message.get("method"), message.get("params")
    if "method" not in message and ("result" in message or "error" in message):
        return None
    if message.get("jsonrpc") != "2.0":
        return Fault(id=known, code=INVALID_REQUEST, message='jsonrpc must be "2.0"')
    if not isinstance(method, str):
        return Fault(id=known, code=INVALID_REQUEST, message="method must be a string")
    fit = params is None or isinstance(params, dict)
    if "id" not in message:
        return Notification(method=method, params=params or {}) if fit else None
    if known is None:
        return Fault(id=None, code=INVALID_REQUEST, message="id must be a string or a whole number")
    if not fit:
        return Fault(id=known, code=INVALID_PARAMS, message="params must be an object")
    return Request(id=known, method=method, params=params or {})


def _no_such_number(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def write_line(message: dict[str, Any]) -> bytes:
    """One message as one line, in ASCII, so that nothing in it can break the line or the encoding."""
    return json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode("ascii") + b"\n"


def result(call_id: RequestId, value: dict[str, Any]) -> bytes:
    """The line that answers a request."""
    return write_line({"id": call_id, "result": value})


def error(call_id: RequestId | None, code: int, message: str, data: Any = None) -> bytes:
    """The line that refuses a request."""
    body: dict[str, Any] = {"code": code, "message": message}
    if data is not None:
        body["data"] = data
    return write_line({"id": call_id, "error": body})


def without_surrogates(value: Any) -> Any:
    """The same JSON value with every lone surrogate replaced, as strict readers refuse them.

    A name that repeats after the replacement keeps its last value.
    """
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    if isinstance(value, list):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {without_surrogates(name): without_surrogates(item) for name, item in value.items()}
    return value
