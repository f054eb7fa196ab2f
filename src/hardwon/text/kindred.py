"""Words that people use for one another: "roll back" and "revert", "buyer" and "customer". Light.

Each family of such words has a mark, a character of the private use area. A memory is stored with the marks of its
words, and a query asks for those of its own, so that the two meet where no word is shared. One mark asks for a whole
family, which costs a search no more than one word.
"""

from __future__ import annotations

from hardwon.text.kindred_table import BY_LETTER
from hardwon.text.tokens import cjk_bigrams, is_cjk, script_runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Tokenizer = Callable[[str], list[tuple[int, int, str]]]

FIRST_MARK = 0xE000
_DIGITS = 3  # of a family's number in the table
_KNOWN_MAX = 4096
_known: dict[str, tuple[str, tuple[tuple[tuple[str, ...], str], ...]]] = {}


def is_mark(stem: str) -> bool:
    """Whether a stem is the mark of a family."""
    return "\ue000" <= stem <= "\uf8ff"


def marks_of(stem: str) -> str:
    """The marks of the families a word stands in, one after the other.

    Args:
        stem: as the index has it.
    """
    return _entry(stem)[0]


def phrases_in(stems: Sequence[str]) -> list[tuple[int, int, str]]:
    """The phrases of the table in a text: where each begins, its length in words, its marks.

    Args:
        stems: the words of a text in order (stems_of).
    """
    found = []
    for at, stem in enumerate(stems):
        for rest, marks in _entry(stem)[1]:
            if tuple(stems[at + 1 : at + 1 + len(rest)]) == rest:
                found.append((at, len(rest) + 1, marks))
    return found


def marks_in(stems: Sequence[str]) -> str:
    """The marks of every word and phrase of a text, separated by spaces.

    Args:
        stems: the words of a text in order (stems_of).
    """
    marks = dict.fromkeys("".join([marks_of(stem) for stem in dict.fromkeys(stems)]))
    for _, _, more in phrases_in(stems):
        marks.update(dict.fromkeys(more))
    return " ".join(marks)


def stems_of(text: str, tokenize: Tokenizer) -> list[str]:
    """The words of a text in order, as the index has them; scripts without spaces in pairs of characters.

    Args:
        text: any text.
        tokenize: the index's tokenizer (Reader.tokens).
    """
    tokens = tokenize(text)
    if text.isascii():
        return [stem for _, _, stem in tokens]
    encoded = text.encode("utf-8", "replace")
    stems: list[str] = []
    for start, end, stem in tokens:
        surface = encoded[start:end].decode("utf-8", "replace")
        if surface.isascii() or not any(is_cjk(char) for char in surface):
            stems.append(stem)
            continue
        for cjk, run in script_runs(surface):
            stems += cjk_bigrams(run) if cjk else [found for _, _, found in tokenize(run)]
    return stems


def _entry(stem: str) -> tuple[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """A word's own marks, and those of the phrases it begins."""
    known = _known.get(stem)
    if known is None:
        if len(_known) >= _KNOWN_MAX:
            _known.clear()
        known = _known[stem] = _looked_up(stem)
    return known


def _looked_up(stem: str) -> tuple[str, tuple[tuple[tuple[str, ...], str], ...]]:
    table = BY_LETTER.get(stem[:1]) or BY_LETTER["*"]
    marks, phrases = "", []
    at = table.find(f" {stem}=")
    if at >= 0:
        marks = _marks(table, at + len(stem) + 2)
    at = table.find(f" {stem}+")
    while at >= 0:
        begin = at + len(stem) + 2
        end = table.index("=", begin)
        phrases.append((tuple(table[begin:end].split("+")), _marks(table, end + 1)))
        at = table.find(f" {stem}+", end)
    return marks, tuple(phrases)


def _marks(table: str, begin: int) -> str:
    numbers = table[begin : table.index(" ", begin)]
    return "".join([chr(FIRST_MARK + int(numbers[at : at + _DIGITS], 16)) for at in range(0, len(numbers), _DIGITS)])
