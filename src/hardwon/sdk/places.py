"""The file of a namespace: one for each, whatever it is called, and never outside the folder.

A name of small letters, digits, `-` and `_` is the file's own, but for two. Any other has a readable part and a hash,
so that no two names share a file, on file systems that do not tell capitals apart either.
"""

from __future__ import annotations

import hashlib
import re

from hardwon.errors import InvalidInput

_PLAIN = re.compile(r"[a-z0-9_-]{1,80}")
_TAKEN = ("calls", "memory")  # files of a data folder, which the folder is to the engine
_NAME_MAX = 1000
_READABLE = 40


def file_name(namespace: str) -> str:
    """The name of a namespace's file.

    Args:
        namespace: any text of 1 to 1,000 characters that is no path out of a folder.

    Raises:
        InvalidInput: it is empty, too long, has control characters, or leads elsewhere as a path.
    """
    if not isinstance(namespace, str) or not namespace.strip():
        raise InvalidInput("a namespace has no name", "give a text, such as the user's id")
    if len(namespace) > _NAME_MAX or not namespace.isprintable():
        raise InvalidInput(f"{namespace[:40]!r} is no name of a namespace", "use printable text, 1,000 at most")
    steps = re.split(r"[/\\]", namespace)
    if namespace[0] in "/\\~" or any(step.strip() in (".", "..") for step in steps):
        raise InvalidInput(f"the namespace {namespace[:40]!r} is a path", "use a name, such as the user's id")
    if _PLAIN.fullmatch(namespace) and namespace not in _TAKEN:
        return f"{namespace}.db"
    readable = re.sub(r"[^a-z0-9_-]+", "-", namespace.lower())[:_READABLE].strip("-")
    digest = hashlib.sha256(namespace.encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return f"{readable}.{digest}.db"
