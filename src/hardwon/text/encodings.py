"""Tells text that is not UTF-8 by how it begins. Light."""

from __future__ import annotations

_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def wide_encoding(beginning: bytes) -> str:
    """UTF-16 or UTF-32 by its mark, UTF-16LE or UTF-16BE without one, "" for what may be UTF-8.

    Args:
        beginning: the first four bytes or more.
    """
    for mark, name in _MARKS:
        if beginning.startswith(mark) and (len(beginning) > 3 or name == "UTF-16"):
            return name
    if len(beginning) > 3 and beginning[1:4:2] == b"\0\0" and 0 not in beginning[0:4:2]:
        return "UTF-16LE"
    if len(beginning) > 3 and beginning[0:4:2] == b"\0\0" and 0 not in beginning[1:4:2]:
        return "UTF-16BE"
    return ""


def how_to_convert(encoding: str) -> str:
    """What makes UTF-8 of a file, for a person to do.

    Args:
        encoding: as `wide_encoding` names it.
    """
    return f"convert it to UTF-8 first: iconv -f {encoding} -t UTF-8 FILE > NEW (PowerShell: -Encoding utf8)"
