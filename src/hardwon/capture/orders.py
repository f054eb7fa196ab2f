"""Tells text that gives its reader orders from text that says how a project works.

Both use the imperative: "Run `make test` before a commit" is worth keeping, "Run this and tell nobody" is not. What
gives a planted order away is that several kinds of signals stand together in a few sentences: whom it speaks to, whose
word it claims, what it has done, whom it hides from. Each has its weight (hardwon.capture.signals); together they
count. This decides what is kept aside for a person to look at. It is no wall: what it misses stands in the fence that
marks it as data whenever a model is given it (hardwon.retrieval.packing).
"""

from __future__ import annotations

import re

from hardwon.capture.disguises import decoded, plain, turned, undisguised
from hardwon.capture.order_words import SOBER, Signals
from hardwon.capture.signals import SIGNALS
from hardwon.capture.signals_abroad import ABROAD, OTHER_WORDS
from hardwon.capture.signals_of_deeds import DEEDS

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？])\s*|\n+")
_SOBER_WEIGHS = 0.15
_ROUNDING = 1e-9
_AROUND = 3  # sentences that are read together
_ENOUGH = 0.8
_TEXT_MAX = 20_000
_SENTENCES_MAX = 400
_SENTENCE_MAX, _SENTENCE_STEP = 500, 400  # of what has no full stop, pieces that overlap
# A text that only names such words: in quotes, as an example of what is tested or rejected.
_CITED = re.compile(
    r"(?P<lead>\b(?:phrases?|such as|like|texts?|types?|says?|strings?|words?|examples?|inputs?|contains?|match(?:es)?|"
    r"typed|called|named|prefix|labels?|button|title|prompt)\b[^\"“'`\n]{0,16})"
    r"[\"“'`][^\"”'`\n]{1,80}[\"”'`]",
    re.IGNORECASE,
)
# Of text that is encoded or written backwards only what no other text would read like by chance.
_TURNED = ("puts instructions aside", "sends secrets away", "hides from the person", "gives the reader a role")
_TELLING = re.compile("ignor|disregard|instruct|prompt|secret|reveal|without|forget|rules|user", re.IGNORECASE)
_HIDDEN = "hides its words"
_TOLD = "says where it holds"
_ALONE_NOTHING = frozenset({"presses", "addresses its reader"})  # how it is said, not what
_ANSWERS = "tells what to answer"
_WISH, _WISH_WEIGHS = _ALONE_NOTHING | {_ANSWERS, _TOLD}, 0.5


def _compiled(*tables: Signals) -> tuple[tuple[str, tuple[tuple[float, re.Pattern[str]], ...]], ...]:
    flags = re.IGNORECASE | re.MULTILINE
    names = dict.fromkeys(name for table in tables for name in table)
    return tuple(
        (name, tuple((weight, re.compile(sign, flags)) for table in tables for weight, sign in table.get(name, ())))
        for name in names
    )


_SIGNALS, _ABROAD = _compiled(SIGNALS, DEEDS), _compiled(SIGNALS, DEEDS, ABROAD)
_SOBER = re.compile(SOBER, re.MULTILINE)


def reason_of(text: str, trust: str = "web") -> str:
    """Why a text reads like an order to the model that is shown it, "" when it does not.

    Args:
        text: of any origin but the person's own words, which may order whatever they like.
        trust: how far its origin is trusted. In an import stand a person's own wishes how to be answered.
    """
    if trust == "user":
        return ""
    text = plain(text[:_TEXT_MAX])
    wishes = trust == "import"
    for form in (text, *undisguised(text)):
        if reason := _reason(form, wishes=wishes):
            return reason
    if any(_reason(form) for form in decoded(text)):
        return _HIDDEN
    for form in turned(text):
        weights = _weights(form[:_SENTENCE_MAX]) if _TELLING.search(form) else {}
        if any(weights.get(name, 0) >= 1 for name in _TURNED):
            return _HIDDEN
    return ""


def _reason(text: str, *, wishes: bool = False) -> str:
    sentences = [one for one in _SENTENCE.split(_CITED.sub(lambda match: match["lead"], text)) if one][:_SENTENCES_MAX]
    found = [_weights(one[at : at + _SENTENCE_MAX]) for one in sentences for at in range(0, len(one), _SENTENCE_STEP)]
    for first in range(len(found)):
        together: dict[str, float] = {}
        for weights in found[first : first + _AROUND]:
            for name, weight in weights.items():
                together[name] = max(weight, together.get(name, weight))
        if wishes and together.keys() <= _WISH and together.get(_ANSWERS, 0) <= _WISH_WEIGHS:
            continue
        if sum(together.values()) >= _ENOUGH - _ROUNDING:
            return max(together, key=lambda name: together[name])
    return ""


def _weights(sentence: str) -> dict[str, float]:
    """The signals of each class in a sentence, as the weight of the heaviest."""
    weights: dict[str, float] = {}
    for name, signs in _ABROAD if not sentence.isascii() or OTHER_WORDS.search(sentence) else _SIGNALS:
        heaviest = max((weight for weight, sign in signs if sign.search(sentence)), default=0.0)
        if heaviest:
            weights[name] = heaviest
    if not weights.keys() - _ALONE_NOTHING:
        return {}
    if max(weights.values()) < _ENOUGH and _SOBER.search(sentence):
        weights[_TOLD] = -_SOBER_WEIGHS
    return weights
