"""Which model fits the language that memories are written in. Looks at scripts and small words, nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from hardwon.embedders.base import DEFAULT_MODEL
from hardwon.text.tokens import words

MULTILINGUAL = "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2"
CHINESE = "BAAI/bge-small-zh-v1.5"
SHARE = 0.2  # of the letters, or of the texts, from which another language than English counts
CHARACTERS_MAX = 200_000

_ENGLISH = frozenset(
    "the of and to is in that for it with as on be this are not when use by from or".split()  # noqa: SIM905
)
# Spanish, Portuguese, French, Italian, German, Dutch, Polish: words that English has not.
_OTHERS = frozenset(
    """el los las una del que para con por como pero cuando não uma dos das com em são le les des une est dans pour
    avec sur nous vous il gli della che per sono der die das und ist nicht mit von für ein eine auf dem het een van
    niet zijn nie jest się że dla ale""".split()  # noqa: SIM905
)


def suggest_model(texts: Iterable[str]) -> str:
    """The model that fits a person's memories best.

    Args:
        texts: memories; the first 200,000 characters count.

    Returns:
        a name from fastembed's list: English, Chinese, or many languages.
    """
    letters = han = kana_hangul = foreign_script = 0
    english = other = 0
    for text in texts:
        for char in text:
            if not char.isalpha():
                continue
            letters += 1
            code = ord(char)
            han += 0x3400 <= code <= 0x9FFF
            kana_hangul += 0x3040 <= code <= 0x30FF or 0xAC00 <= code <= 0xD7AF
            foreign_script += 0x0370 <= code <= 0x1FFF
        found = words(text.lower())
        here = sum(word in _OTHERS for word in found)
        english += here <= sum(word in _ENGLISH for word in found)
        other += here > sum(word in _ENGLISH for word in found)
        if letters > CHARACTERS_MAX:
            break
    # An ideograph says about as much as three letters.
    weight = letters + 2 * (han + kana_hangul)
    if kana_hangul * 3 > SHARE * weight or foreign_script > SHARE * weight:
        return MULTILINGUAL
    if han * 3 > SHARE * weight:
        return CHINESE if other < SHARE * (english + other) else MULTILINGUAL
    return MULTILINGUAL if other > SHARE * (english + other) else DEFAULT_MODEL
