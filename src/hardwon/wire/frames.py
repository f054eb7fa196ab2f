"""Messages on the service's socket: a JSON header and raw bytes, each with its length before it. Light."""

from __future__ import annotations

from hardwon.text import jsonlight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

HEADER_MAX = 1 << 20
BODY_MAX = 64 << 20
_LENGTHS = 8


class Broken(Exception):
    """The other side closed the connection or does not speak this protocol."""


def packed(header: Mapping[str, object], body: bytes = b"") -> bytes:
    """A whole message, ready to be sent.

    Args:
        header: a small JSON object.
        body: raw bytes, passed on as they are.
    """
    head = jsonlight.dumps(header).encode()
    return len(head).to_bytes(4, "big") + len(body).to_bytes(4, "big") + head + body


def read(receive: Callable[[int], bytes]) -> tuple[dict[str, object], bytes]:
    """Read one message.

    Args:
        receive: returns at most so many bytes, none at the end of the connection.

    Raises:
        Broken: the connection ended within a message, or what came is none.
    """
    lengths = _exactly(receive, _LENGTHS)
    head_length, body_length = int.from_bytes(lengths[:4], "big"), int.from_bytes(lengths[4:], "big")
    if head_length > HEADER_MAX or body_length > BODY_MAX:
        raise Broken("the message is too long")
    try:
        header = jsonlight.loads(_exactly(receive, head_length))
    except ValueError:
        raise Broken("the header is not JSON") from None
    if not isinstance(header, dict):
        raise Broken("the header is no object")
    return header, _exactly(receive, body_length)


def _exactly(receive: Callable[[int], bytes], count: int) -> bytes:
    parts = []
    while count:
        part = receive(min(count, 1 << 20))
        if not part:
            raise Broken("the connection was closed")
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
