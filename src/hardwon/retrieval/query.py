"""From a person's words to the concepts a search asks for, each with its rarity. Light.

A query never reaches SQLite as it was typed: it is cut into the index's own tokens, and only those, quoted, make
up the expression. Whatever the text holds, nothing in it is syntax.
"""

from __future__ import annotations

from math import log

from hardwon.retrieval.words import BACKGROUND_DOCUMENTS, STOP_WORDS, documents_with
from hardwon.text.clean import clean_text
from hardwon.text.kindred import is_mark, phrases_in, stems_of
from hardwon.text.tokens import camel_parts, cjk_bigrams, emoji_term, is_cjk, script_runs, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Tokenizer = Callable[[str], list[tuple[int, int, str]]]

QUERY_CHARACTERS = 4000  # of a longer text the beginning and the end are read
CONCEPTS_MAX = 64
_AROUND_WORDS = ".,;:!?¿¡()[]{}\"'`*_"


class Concept:
    """One thing the query asks for.

    Attributes:
        stem: as the index knows it.
        surface: how to write it in an expression.
        parts: what it may be broken into.
        is_joined: it is `ordersbyday` for `orders_by_day`, whose parts are asked for anyway.
    """

    __slots__ = ("is_joined", "parts", "stem", "surface")

    def __init__(self, stem: str, surface: str, parts: tuple[Concept, ...] = (), *, is_joined: bool = False) -> None:
        self.stem = stem
        self.surface = surface
        self.parts = parts
        self.is_joined = is_joined

    def is_pair(self) -> bool:
        """Whether it is a pair of characters of a script without spaces."""
        return self.surface >= "\u3040"

    def quoted(self) -> str:
        """The concept as an FTS5 string: a phrase, never syntax."""
        return '"' + self.surface.replace('"', '""') + '"'


class Phrase:
    """Words of a query that stand in a family together, as "log out" does.

    Attributes:
        stems: the words, as the index knows them.
        marks: its families (hardwon.text.kindred).
    """

    __slots__ = ("marks", "stems")

    def __init__(self, stems: tuple[str, ...], marks: str) -> None:
        self.stems = stems
        self.marks = marks


def cleaned(text: str) -> str:
    """A text as it is asked for: without hidden characters, and of a long one the beginning and the end."""
    return shortened(clean_text(shortened(text)))


def phrases_of(text: str, tokenize: Tokenizer) -> list[Phrase]:
    """The phrases of a query that are known to stand for a word, each once.

    Args:
        text: a cleaned text.
        tokenize: the index's tokenizer (Reader.tokens).
    """
    stems = stems_of(text, tokenize)
    found = {tuple(stems[at : at + length]): marks for at, length, marks in phrases_in(stems)}
    return [Phrase(words, marks) for words, marks in found.items()]


def shortened(text: str) -> str:
    """A text's beginning and end, where what is asked stands in long prompts."""
    if len(text) <= QUERY_CHARACTERS:
        return text
    half = QUERY_CHARACTERS // 2
    return text[:half] + "\n" + text[-half:]


def telling_words(text: str) -> str:
    """A text without its stop words; the text itself where nothing else is in it.

    For what sums up words without reading them: "keep it out" and "roll out" share nothing but "out".

    Args:
        text: any text.
    """
    kept = [word for word in text.split() if word.strip(_AROUND_WORDS).lower() not in STOP_WORDS]
    return " ".join(kept) or text


def concepts_of(text: str, tokenize: Tokenizer) -> list[Concept]:
    """The concepts of a query, in order, without stop words and repeats.

    Args:
        text: any text.
        tokenize: the index's tokenizer (Reader.tokens).
    """
    text = cleaned(text)
    found: dict[str, Concept] = {}
    letters: dict[str, Concept] = {}
    encoded = text.encode("utf-8", "replace")
    for start, end, stem in tokenize(text):
        surface = encoded[start:end].decode("utf-8", "replace")
        if surface.lower() in STOP_WORDS or is_mark(stem):
            continue
        if len(surface) == 1 and surface.isascii() and surface.isalpha():
            letters.setdefault(stem, Concept(stem, surface))
            continue
        for concept in _of_token(stem, surface, tokenize):
            found.setdefault(concept.stem, concept)
    for word in words(text) if "_" in text else ():
        joined = word.replace("_", "").lower()
        if "_" in word.strip("_") and joined.isascii():
            for _, _, stem in tokenize(joined):
                found.setdefault(stem, Concept(stem, joined, is_joined=True))
    for char in () if text.isascii() else text:
        term = emoji_term(char)
        if term:
            found.setdefault(term, Concept(term, term))
    # A lone letter says something only where there is little else ("^v[0-9]+", "x").
    if len(found) <= 2:
        found = {**letters, **found}
    concepts = list(found.values())
    if len(concepts) <= CONCEPTS_MAX:
        return concepts
    half = CONCEPTS_MAX // 2
    return concepts[:half] + concepts[-half:]


def _of_token(stem: str, surface: str, tokenize: Tokenizer) -> list[Concept]:
    if not surface.isascii() and any(is_cjk(char) for char in surface):
        return [concept for cjk, run in script_runs(surface) for concept in _of_run(cjk, run, tokenize)]
    return _of_latin(stem, surface, tokenize)


def _of_run(cjk: bool, run: str, tokenize: Tokenizer) -> list[Concept]:
    if cjk:
        return [Concept(pair, pair) for pair in cjk_bigrams(run)]
    tokens = [] if run.lower() in STOP_WORDS else tokenize(run)
    return [concept for _, _, stem in tokens for concept in _of_latin(stem, run, tokenize)]


def _of_latin(stem: str, surface: str, tokenize: Tokenizer) -> list[Concept]:
    parts = camel_parts(surface)
    if len(parts) > 1 and not surface.isdigit():
        broken = tuple(
            Concept(piece, part)
            for part in parts
            if len(part) > 1 and not part.isdigit() and part not in STOP_WORDS
            for _, _, piece in tokenize(part)
        )
        return [Concept(stem, surface, broken)]
    return [Concept(stem, surface)]


def rarities(concepts: Iterable[Concept], frequencies: dict[str, int], document_count: int) -> dict[str, float]:
    """How rare each concept is, 0 to 1, where 1 is a word never seen.

    idf = ln(1 + (N − df + 0.5) / (df + 0.5)) divided by the idf of a word never seen (Robertson and Spärck Jones'
    weight in the non-negative form Lucene uses), once with N and df over the stores searched and a background of
    typical developers' text, once over that background alone; the lesser counts. An ordinary word is in a prompt by
    chance however seldom it is in the store.

    Args:
        concepts: what the query asks for.
        frequencies: stem → live memories that hold it, summed over the stores.
        document_count: live memories, summed over the stores.
    """
    total = document_count + BACKGROUND_DOCUMENTS
    result = {}
    for concept in concepts:
        here = min(frequencies.get(concept.stem, 0) + documents_with(concept.stem), total)
        result[concept.stem] = min(_rarity(here, total), usual_rarity(concept))
    return result


def rarity_of(count: int, document_count: int) -> float:
    """How rare something is that so many of the memories hold, 0 to 1.

    Args:
        count: live memories that hold it.
        document_count: live memories.
    """
    total = document_count + BACKGROUND_DOCUMENTS
    return _rarity(min(count, total), total)


def usual_rarity(concept: Concept) -> float:
    """How rare a concept is in developers' text in general, 0 to 1."""
    return _rarity(documents_with(concept.stem), BACKGROUND_DOCUMENTS)


def _rarity(held: int, total: int) -> float:
    return log(1 + (total - held + 0.5) / (held + 0.5)) / log(1 + (total + 0.5) / 0.5)
