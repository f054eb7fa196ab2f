"""Sub-words: what SQLite's tokenizer does not see in identifiers, paths, Chinese, Japanese, Korean and emoji.

`unicode61` takes `getUserById` for one word and a run of Chinese for one word, and drops emoji. The store keeps
the parts beside the text (`split_terms`), and a query asks for the same parts. Light.
"""

from __future__ import annotations

_CJK_RANGES = (
    (0x3040, 0x30FF),  # kana
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),  # ideographs
    (0xAC00, 0xD7AF),  # Hangul syllables
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
_EMOJI_RANGES = ((0x2190, 0x2BFF), (0x1F000, 0x1FAFF))
SPLIT_MAX = 2000  # sub-words kept for one memory; more would only be noise


def is_cjk(char: str) -> bool:
    """Whether a character belongs to a script that is written without spaces."""
    code = ord(char)
    return code >= 0x3040 and any(low <= code <= high for low, high in _CJK_RANGES)


def emoji_term(char: str) -> str:
    """The word that stands for an emoji or symbol in the index, "" for any other character."""
    code = ord(char)
    if code >= 0x2190 and any(low <= code <= high for low, high in _EMOJI_RANGES):
        return f"u{code:x}"
    return ""


def cjk_bigrams(run: str) -> list[str]:
    """Overlapping pairs of a run of such characters; a single one is itself."""
    return [run[index : index + 2] for index in range(len(run) - 1)] or [run]


def camel_parts(word: str) -> list[str]:
    """`getHTTPResponse2` as get, http, response, 2; a plain word as itself."""
    parts: list[str] = []
    start = 0
    for index in range(1, len(word)):
        before, here = word[index - 1], word[index]
        after = word[index + 1] if index + 1 < len(word) else ""
        boundary = (
            (here.isupper() and not before.isupper())
            or (here.isupper() and before.isupper() and after.islower())
            or (here.isdigit() != before.isdigit())
        )
        if boundary:
            parts.append(word[start:index])
            start = index
    parts.append(word[start:])
    return [part.lower() for part in parts if part]


class _WordCharacters(dict[int, int]):
    """A translation table computed once a character: what is no part of a word becomes a space."""

    def __missing__(self, code: int) -> int:
        char = chr(code)
        self[code] = code if char.isalnum() or char == "_" else 0x20
        return self[code]


_WORD_CHARACTERS = _WordCharacters()


def words(text: str) -> list[str]:
    """Runs of letters, digits and underscores, in order."""
    return text.translate(_WORD_CHARACTERS).split()


def split_terms(text: str) -> str:
    """Everything a search may ask for that the text's own words do not give, separated by spaces.

    Parts and joined forms of identifiers (`get_user` → getuser; `getUser` → get user), pairs of characters
    of scripts without spaces, and words for emoji.

    Args:
        text: a memory's text, or a query.
    """
    terms: dict[str, None] = {}
    for word in words(text):
        for term in _of_word(word):
            terms[term] = None
        if len(terms) > SPLIT_MAX:
            break
    for char in text:
        term = emoji_term(char)
        if term:
            terms[term] = None
    return " ".join(list(terms)[:SPLIT_MAX])


def pair_terms(text: str) -> str:
    """The pairs of characters of a text's scripts without spaces, separated by spaces.

    Args:
        text: any text.
    """
    if text.isascii():
        return ""
    runs = (run for word in words(text) for cjk, run in script_runs(word) if cjk)
    terms = dict.fromkeys(pair for run in runs for pair in cjk_bigrams(run))
    return " ".join(list(terms)[:SPLIT_MAX])


def script_runs(word: str) -> list[tuple[bool, str]]:
    """A word cut where it changes between scripts with and without spaces; True for those without."""
    runs: list[tuple[bool, str]] = []
    for char in word:
        here = is_cjk(char)
        if runs and runs[-1][0] == here:
            runs[-1] = (here, runs[-1][1] + char)
        else:
            runs.append((here, char))
    return runs


def _of_word(word: str) -> list[str]:
    if word.isascii():
        return _of_latin(word)
    runs = script_runs(word)
    found: list[str] = []
    for cjk, run in runs:
        if cjk:
            found += cjk_bigrams(run)
        else:
            # "pytestを実行" is one word to the index, so what stands between such characters is kept too.
            found += ([run.lower()] if len(runs) > 1 else []) + _of_latin(run)
    return found


def _of_latin(word: str) -> list[str]:
    found: list[str] = []
    pieces = [piece for piece in word.split("_") if piece]
    if len(pieces) > 1:
        found.append("".join(pieces).lower())
    for piece in pieces:
        parts = camel_parts(piece)
        if len(parts) > 1:
            found.extend(part for part in parts if len(part) > 1)
    return found


def same_text(text: str) -> str:
    """The form under which two memories count as the same: case, spacing and closing punctuation aside."""
    folded = " ".join(text.casefold().split())
    return folded.strip(" .,;:!\"'`") or folded
