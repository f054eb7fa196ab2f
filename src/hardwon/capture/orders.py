"""Tells text that gives its reader orders from text that says how a project works.

Both use the imperative: "Run `make test` before a commit" is worth keeping, "Run this and tell nobody" is not. What
gives a planted order away is whom it speaks to (an AI), what it wants put aside (instructions, checks, the person),
whose word it claims (the user's, the system's), or what it has done (secrets sent, safeguards off). The signs are data.
"""

from __future__ import annotations

import re
import unicodedata

from hardwon.capture.deeds import DEEDS
from hardwon.capture.planted import SIGNS
from hardwon.capture.requests import ANCHOR, HARMLESS, HOW_TO, STRANGERS, STRUCTURES, TELLS, UNASKED, VOUCHED

_NEGATED = re.compile(r"\b(?:never|do not|don't|must not|mustn't|cannot|avoid)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


def _compiled(signs: dict[str, tuple[str, ...]]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    flags = re.IGNORECASE | re.MULTILINE
    return tuple((name, re.compile("|".join(f"(?:{one})" for one in some), flags)) for name, some in signs.items())


_PLANTED = _compiled(SIGNS) + _compiled(DEEDS)
_STRUCTURES, _UNASKED = _compiled(STRUCTURES), _compiled(UNASKED)
# A text that only names such words: in quotes, as an example of what is tested or rejected.
_CITED = re.compile(
    r"(?P<lead>\b(?:phrases?|such as|like|text|types?|says|string|words|example|input|contains?|matches|typed|called|"
    r"named|the word)\b[^\"“'`\n]{0,16})"
    r"[\"“'`][^\"”'`\n]{1,80}[\"”'`]",
    re.IGNORECASE,
)
_ELSEWHERE = "leads elsewhere"  # an agent notes down hosts it works with
_ANSWERS = "tells what to answer"  # as a person's own preferences do, which come back with an import
_NOBODYS = "asks for what is nobody's business"
_LEET = str.maketrans("013457@$", "oieastas")
_SPACED = re.compile(r"(?<!\w)(?:\w ){3,}\w(?!\w)")
_SPACED_WIDE = re.compile(r" {2,}")
# Letters of other scripts that look like Latin ones.
_LOOKALIKES = str.maketrans("аеорсухіѕјԁһԛѡκοαιυν", "aeopcyxisjdhqwkoaiuv")
_TEXT_MAX = 20_000


def reason_of(text: str, trust: str = "web") -> str:
    """Why a text reads like an order to the model that is shown it, "" when it does not.

    Args:
        text: of any origin but the person's own words, which may order whatever they like.
        trust: how far its origin is trusted; what an agent wrote itself may ask for more than what it read.
    """
    if trust == "user":
        return ""
    for form in _forms(text[:_TEXT_MAX]):
        for name, sign in _PLANTED:
            if sign.search(form) and not (name == _ANSWERS and trust == "import"):
                return name
        for sentence in _SENTENCE.split(form):
            if found := _reason_of_sentence(sentence, trust):
                return found
    return ""


def _reason_of_sentence(sentence: str, trust: str) -> str:
    forbids = bool(_NEGATED.search(sentence))  # no order to do it
    for name, sign in () if forbids else _STRUCTURES:
        if sign.search(sentence) and not (trust == "agent" and name == _ELSEWHERE):
            return name
    if HARMLESS.search(sentence):
        return ""
    for name, sign in _UNASKED:
        if sign.search(sentence) and not (forbids and name == _NOBODYS):
            return name
    told = None if trust in VOUCHED else TELLS.search(sentence)
    if told is None or (trust not in STRANGERS and (ANCHOR.search(sentence) or HOW_TO.search(sentence))):
        return ""
    return "tells its reader what to do"


def _forms(text: str) -> list[str]:
    """The text, and what it reads like when disguises are taken off."""
    plain = unicodedata.normalize("NFKC", text)
    plain = _CITED.sub(lambda match: match["lead"], plain)
    forms = {plain: None}
    spaced = _SPACED.sub(lambda match: match[0].replace(" ", ""), plain)
    forms[_SPACED_WIDE.sub(" ", spaced)] = None
    words = [_undisguised(word) for word in plain.split(" ")]
    forms[" ".join(words)] = None
    return list(forms)


def _undisguised(word: str) -> str:
    letters = [char for char in word if char.isalpha()]
    latin = sum(char.isascii() for char in letters)
    if letters and 0 < latin < len(letters):
        word = word.lower().translate(_LOOKALIKES)
    inner = word.strip(".,;:!?\"'()")
    if any(map(str.isdigit, inner)) and sum(map(str.isalpha, inner)) >= 4 and inner.isalnum():
        return word.translate(_LEET)
    return word
