"""The block of lines that an installation adds to files such as AGENTS.md: its marks, and texts without it."""

from __future__ import annotations

import re

BEGIN = "<!-- hardwon:begin, written by `mem install`, taken out by `mem uninstall` -->"
END = "<!-- hardwon:end -->"
BLOCK = re.compile(r"^<!-- hardwon:begin\b[^\n]*\n.*?^<!-- hardwon:end -->[ \t]*(?:\r?\n|\Z)", re.M | re.S)


def without_block(text: str) -> str:
    """A text with empty lines where a block of ours is, so that every other line keeps its number."""
    if "hardwon:begin" not in text:
        return text
    return BLOCK.sub(lambda match: "\n" * match[0].count("\n"), text)
