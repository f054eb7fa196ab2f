"""A text's words as the index will have them, before it is stored."""

from __future__ import annotations

import threading

import apsw

from hardwon.store.database import TOKENIZER
from hardwon.text.kindred import stems_of

_own = threading.local()  # a connection is used by one thread at a time


def stems(text: str) -> list[str]:
    """The words of a text in order; scripts without spaces in pairs of characters.

    Args:
        text: any text.
    """
    if not hasattr(_own, "tokenizer"):
        _own.connection = apsw.Connection(":memory:")
        _own.tokenizer = _own.connection.fts5_tokenizer(TOKENIZER[0], list(TOKENIZER[1:]))

    def tokenize(part: str) -> list[tuple[int, int, str]]:
        found = _own.tokenizer(part.encode("utf-8", "replace"), apsw.FTS5_TOKENIZE_DOCUMENT, None)
        return [(start, end, stem) for start, end, stem in found]

    return stems_of(text, tokenize)
