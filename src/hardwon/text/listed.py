"""Word lists as they are written best: in running text."""

from __future__ import annotations


def listed(text: str) -> frozenset[str]:
    """The words of a text.

    Args:
        text: words with spaces or line ends between them.
    """
    return frozenset(text.split())
