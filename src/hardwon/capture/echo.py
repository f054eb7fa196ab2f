"""Knows what the session was told by us, so that it does not come back as something new.

Quoting a memory is no new statement and no confirmation of the old one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hardwon.capture.words import without_own_blocks
from hardwon.hosts.turns import Turn

_ENTRY = re.compile(r"^\s*[-*]?\s*\[[0-9a-z]{4,12}\]\s*\([^()\n]{0,200}\)\s*(.+)$", re.MULTILINE)
_ENTRY_ID = re.compile(r"\[[0-9a-hj-km-np-tv-z]{12}\]")
_TOKEN = re.compile(r"\w+(?:[./_-]\w+)*")
_WORDS_MIN = 4
_TEXTS_MAX = 2_000
_ALIKE = 0.85
_FRAME_WORDS = 4  # "so your notes say …"; more words than that say something of their own
_OWN_TOOL = re.compile(r"\Amcp__(?:plugin_)?(?:\w+_)?hardwon\w*__|\Amemory_\w+\Z")


class EchoFilter:
    """Recognises sentences that repeat what was injected or stands in the instruction files.

    Args:
        known: texts of memories that count as injected from the start.
    """

    def __init__(self, known: Iterable[str] = ()) -> None:
        self._texts: dict[str, frozenset[str]] = {}
        self._own_calls: set[str] = set()
        for text in known:
            self._add(text)

    def observe(self, turn: Turn) -> None:
        """Learn from a turn what was brought in; every turn is shown, in order."""
        if turn.kind == "tool_use":
            if _OWN_TOOL.match(turn.tool):
                self._own_calls.add(turn.tool_use_id)
        elif turn.kind == "injected" and turn.tool == "instructions":
            for line in turn.text.split("\n"):
                self._add(line.lstrip("#-*+ \t"))
        elif turn.kind in ("injected", "meta", "summary") or turn.tool_use_id in self._own_calls:
            for entry in _ENTRY.finditer(turn.text):
                self._add(entry[1])

    def is_echo(self, sentence: str) -> bool:
        """Whether a sentence says again, or quotes, what was brought in."""
        if _ENTRY.match(sentence) or _ENTRY_ID.search(sentence):
            return True
        if not self._texts:
            return False
        words = normal_words(sentence)
        joined = " ".join(words)
        if joined in self._texts:
            return True
        tokens = frozenset(words)
        for text, known in self._texts.items():
            if f" {text} " in f" {joined} " and len(words) <= len(text.split()) + _FRAME_WORDS:
                return True
            common = len(tokens & known)
            if common and common / len(tokens | known) >= _ALIKE:
                return True
        return False

    def _add(self, text: str) -> None:
        words = normal_words(without_own_blocks(text))
        if len(words) >= _WORDS_MIN and len(self._texts) < _TEXTS_MAX:
            self._texts[" ".join(words)] = frozenset(words)


def normal_words(text: str) -> list[str]:
    """The words of a text without regard to case and punctuation."""
    return _TOKEN.findall(text.casefold())
