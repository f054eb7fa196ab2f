"""What Hardwon gave the model, read out of a request."""

from __future__ import annotations

import re

from .messages_api import Request

_ENTRY = re.compile(r"^- \[\w+\] \((?P<category>[\w-]+)[^)]*\) (?P<text>.*)$", re.M)


def entries(request: Request) -> list[tuple[str, str]]:
    """Category and text of each memory that stands as an entry in a request, in order."""
    return [(found["category"], found["text"]) for found in _ENTRY.finditer(request.text)]
