"""JSON through the interpreter's C scanner alone.

`import json` costs a hook as much as starting Python does, because it brings `re`; its C accelerator
`_json` costs 3 %. Where an interpreter has no usable `_json`, the standard package takes over.
"""

from __future__ import annotations


class _Options:
    """What the C scanner reads from its context: the standard package's own defaults, lenient."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    array_hook = None

    def __init__(self) -> None:
        self.memo: dict[str, str] = {}


def _scan(text: str) -> tuple[object, int]:
    from _json import make_scanner

    try:
        value, end = make_scanner(_Options())(text, 0)  # type: ignore[arg-type]
    except (StopIteration, SystemError):
        # For a text that ends early the scanner borrows an error class from `json.decoder`, and breaks where that
        # package was never imported.
        raise ValueError("not JSON") from None
    return value, end


def loads(data: bytes | str) -> object:
    """Parse one JSON document.

    Args:
        data: UTF-8 bytes (a byte order mark is skipped, bad bytes become U+FFFD) or text.

    Raises:
        ValueError: it is not one JSON document, or it nests too deeply.
    """
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    text = text.removeprefix("\ufeff").strip(" \t\r\n")
    try:
        value, end = _scan(text)
    except ImportError:
        import json

        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if end != len(text):
        raise ValueError("more than one document")
    return value


def _quote(text: str) -> str:
    try:
        from _json import encode_basestring_ascii
    except ImportError:
        import json

        return json.dumps(text)
    return str(encode_basestring_ascii(text))


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise ValueError(f"cannot write {type(key).__name__} as a key of JSON")
    return key


def dumps(value: object) -> str:
    """Write a JSON document in ASCII, on one line; lone surrogates come out escaped.

    Raises:
        ValueError: the value is neither None, bool, int, float, str, list, tuple nor dict with texts as keys,
            or it nests too deeply.
    """
    try:
        return _written(value)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _written(value: object) -> str:
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, str):
        return _quote(value)
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise ValueError("JSON has no such number")
        return float.__repr__(value)
    if isinstance(value, list | tuple):
        return "[" + ",".join([_written(item) for item in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([_quote(_key(key)) + ":" + _written(item) for key, item in value.items()]) + "}"
    raise ValueError(f"cannot write {type(value).__name__} as JSON")
