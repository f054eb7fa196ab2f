"""What a candidate is worth: whatever is below the floor is not stored, whoever proposed it."""

from __future__ import annotations

from hardwon.capture.candidates import Candidate
from hardwon.capture.statements import content_words
from hardwon.capture.tongues import language_of
from hardwon.text.listed import listed

FLOOR = 0.5
_WORDS_ENOUGH = 2
_IDLE = listed(
    """ahead alright continue done fine go good great job nice no ok okay on perfect please proceed sure thank thanks
    then yes yep you"""
)
_CHARACTERS_ENOUGH = 4  # where words are not written apart


def value_of(candidate: Candidate) -> float:
    """What it is worth, 0 to 1: how sure it is, less where hardly a word says something.

    Args:
        candidate: of rules or of a model.
    """
    language = language_of(candidate.content)
    if language.no_spaces:
        said = len(candidate.content) / _CHARACTERS_ENOUGH
    else:
        telling = [word for word in content_words(candidate.content, language) if word not in _IDLE]
        others = len(candidate.content.split()) - len(telling)
        said = (len(telling) + max(0, others) / 2) / _WORDS_ENOUGH
    return candidate.confidence * min(1.0, said)
