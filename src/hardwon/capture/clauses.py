"""A sentence in its parts: people hang a rule onto a request with no more than a comma."""

from __future__ import annotations

import re
from collections.abc import Iterator

_JOINT = re.compile(
    r"\s*[;；]\s*|\s+[–—-]{1,2}\s+|[,，、]\s+(?=\S)|[，、]|\.\.\.\s*|"
    r"\s+(?=(?:and|but|also|plus|btw),? (?:btw,? |please |also |then |that )*"
    r"(?:always|never|from now on|remember|don'?t|do not|we (?:never|always|only)|make sure)\b)|"
    r"\s+\((?=[a-z])",
    re.IGNORECASE,
)
_PARTS_MAX = 7
_PART_CHARACTERS = 12
_WIDE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")


def parts(text: str) -> Iterator[tuple[str, str]]:
    """Parts of a sentence with what stands outside of them: what follows each comma, then what stands before each.

    Args:
        text: a sentence.
    """
    joints = [match.span() for match in _JOINT.finditer(text) if _is_free(text, match.start())][: _PARTS_MAX - 1]
    least = 4 if _WIDE.search(text) else _PART_CHARACTERS
    for start, end in joints:
        if len(text) - end >= least:
            yield text[end:].rstrip(")"), text[:start]
    for start, end in reversed(joints):
        if start >= least:
            yield text[:start], text[end:]


def _is_free(text: str, position: int) -> bool:
    """Whether a place is in no quotation, code or bracket."""
    before = text[:position]
    return before.count("`") % 2 == 0 and before.count('"') % 2 == 0 and before.count("(") <= before.count(")")
