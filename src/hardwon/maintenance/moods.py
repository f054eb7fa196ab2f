"""In which mood a statement is made: as what holds, as what held once, as one thing more, as a plan or a guess. Pure.

Only English is read: hardwon.maintenance.tongues puts statements of some other languages into it first.
"""

from __future__ import annotations

import re

IS, WAS, ADDS, UNSURE = "is", "was", "adds", "unsure"

_UNSURE = re.compile(
    r"""\?|\b(?:may(?:be)?|perhaps|might|could|would|should\s+we|shall\s+we|possibly|probably|i\s+(?:think|guess|believe)|
    think(?:ing)?\s+(?:about|of)|consider(?:ing|s|ed)?|want(?:s)?\s+to|plan(?:s|ned|ning)?|wish|hope|some\s*day|
    next\s+(?:week|month|quarter|year|sprint)|tried|try|trying|play(?:ed|ing)\s+with|experiment(?:s|ed|ing|al)?|
    suggest(?:s|ed|ion)?|recommend(?:s|ed|ation)?|propos(?:e|es|ed|al)|someone|somebody|tutorial|docs?\s+say|
    their|his|her|they|colleagues?|reviewers?|customers?|temporar(?:y|ily)|for\s+now|today|tonight|yesterday|
    this\s+(?:week|time|morning|sprint|one|once)|these\s+days|just\s+once|only\s+once|for\s+(?:this|that|the)\s+
    (?:one|task|demo|experiment|sandbox|test)|ideally|eventually|will|going\s+to|travel(?:l)?ing|(?:new|generated|old)
    \s+files?|cop(?:y|ies)|matrix)\b|^\s*(?:if|when|whenever|unless|until|while|once|in\s+case)\b|[,;]\s*(?:if|when|
    unless|while|in\s+case)\b|\b(?:if|unless|when|whenever|while|during|debugging)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_WAS = re.compile(
    r"""\bused\s+to\b|\b(?:formerly|previously|originally|initially|once|historically|at\s+first|in\s+the\s+past|before
    (?:\s+that)?|earlier|back\s+in|in\s+the\s+(?:old|early)\s+days|until\s+(?:last|\d{4}|the)|in\s+(?:19|20)\d\d)\b|
    \b(?:was|were|had|lived|worked|(?<!is\s)(?<!are\s)owned|ran|listened|belonged|preferred)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_IS_ALL_THE_SAME = re.compile(
    r"\b(?:now|from now on|no longer|any ?more|instead|as of|was (?:moved|replaced|changed|renamed|migrated))\b", re.I
)
_ADDS = re.compile(
    r"\b(?:also|too|as\s+well|additional(?:ly)?|in\s+addition|besides|furthermore|moreover|another|alongside|both|"
    r"next\s+to|plus|some|sometimes|partly)\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"""\b(?:now|from\s+now\s+on|nowadays|since|as\s+of|instead|no\s+longer|any\s*more|any\s+longer|rather\s+than|
    (?:moved|switched|migrated|changed|upgraded|updated|replaced|renamed|went|converted|started)|not\s+any\s*more)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_SPECIAL = re.compile(r"\b(?:except|only|unless|but\s+not|apart\s+from|other\s+than|exception)\b", re.IGNORECASE)


def mood_of(sentence: str) -> str:
    """IS, WAS, ADDS or UNSURE.

    Args:
        sentence: one sentence.
    """
    words = re.sub(r"`[^`]*`", "X", sentence)
    if _UNSURE.search(words) or _SPECIAL.search(words):
        return UNSURE
    if _WAS.search(words) and not _IS_ALL_THE_SAME.search(words):
        return WAS
    return ADDS if _ADDS.search(words) else IS


def tells_change(sentence: str) -> bool:
    """Whether a sentence says that something is different from before."""
    return bool(_CHANGED.search(sentence))
