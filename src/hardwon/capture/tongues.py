"""Which languages the rules know, and which of them a message is written in."""

from __future__ import annotations

import re

from hardwon.capture.chinese import CHINESE
from hardwon.capture.english import ENGLISH
from hardwon.capture.french import FRENCH
from hardwon.capture.german import GERMAN
from hardwon.capture.japanese import JAPANESE
from hardwon.capture.language import Language
from hardwon.capture.portuguese import PORTUGUESE
from hardwon.capture.russian import RUSSIAN
from hardwon.capture.spanish import SPANISH

LANGUAGES: tuple[Language, ...] = (ENGLISH, GERMAN, SPANISH, FRENCH, PORTUGUESE, RUSSIAN, CHINESE, JAPANESE)

SPACED = tuple(language for language in LANGUAGES if not language.no_spaces)
_KANA = re.compile(r"[\u3041-\u30ff]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W\d_]+")
_LOOKED_AT = 2000


def language_of(text: str) -> Language:
    """The language of a message, English where nothing speaks for another.

    Args:
        text: what a person typed.
    """
    text = text[:_LOOKED_AT]
    if _KANA.search(text):
        return JAPANESE
    if _HAN.search(text):
        return CHINESE
    if text.isascii() and len(text) < 12:
        return ENGLISH
    words = [word.casefold() for word in _WORD.findall(text)]
    return max(SPACED, key=lambda language: sum(word in language.function_words for word in words))


def possible(text: str, likely: Language) -> tuple[Language, ...]:
    """The languages that a sentence may be in besides the likely one: its small words do not tell them apart.

    Args:
        text: a sentence.
        likely: the language of its message.
    """
    words = {word.casefold() for word in _WORD.findall(text[:_LOOKED_AT])}
    counts = {language.name: len(words & language.function_words) for language in SPACED}
    return tuple(one for one in SPACED if one is not likely and counts[one.name] >= counts[likely.name])
