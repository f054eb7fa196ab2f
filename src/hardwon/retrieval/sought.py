"""What a query asks for by words, as some stores know them: which memories to look at, and how much each holds.

Σ rarity(c) · tf(c) / min(Σ rarity(c), cap) over the query's concepts c, held at 1, with BM25's saturated,
length-normalised term frequency. The cap keeps a long prompt from drowning the two words that matter. A word of the
same family (hardwon.text.kindred) stands in for a concept, for less.

What a search costs must not grow with the store, so few memories are looked at: those with the rarest words, up to a
number, and those with several of the next rarest. Light.
"""

from __future__ import annotations

from math import isqrt

from hardwon.retrieval.query import cleaned, concepts_of, phrases_of, rarities, rarity_of, usual_rarity
from hardwon.text.kindred import marks_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hardwon.retrieval.query import Concept
    from hardwon.store.reader import Match, Reader, Wanted

K1 = 0.8
B = 0.5  # the length counts what was said around a memory, without which a bare "ok" would be its best part
HELD_MAX = 1.5  # of a word said often in a short memory
RARITY_CAP = 3.6  # a long prompt needs matches worth this much for full relevance
KINDRED = 0.8  # what a word of the same family is worth
KINDRED_EVIDENCE = 0.5  # and as evidence, where nobody asked
PHRASE_RARITY = 0.8
SHORTLIST = 48
RANKED = 600  # memories put in order for a shortlist
PAIRED = 4  # words of which two together make the shortlist
EVERYDAY = 0.05  # of the store: words that are in more say nothing together either
COUNTED = 20_000  # places of words looked at to count them
TELLING_MAX = 24
KINDRED_MAX = 12
TELLING_SHARE = 0.1  # of the rarest word's rarity
FEW = 2
STRAY_PAIR = 0.25
HALF = 0.5
COVERED = 0.7  # of what was asked
WHOLLY_COVERED = 0.9
WHOLE_EVIDENCE = 0.7  # what a question is worth whose every word a memory holds, two or more, however ordinary


class _Term:
    """Something the index is asked for: how to write it, in how many memories it is, what it stands for."""

    __slots__ = ("concept", "count", "quoted", "stem", "weight")

    def __init__(self, stem: str, quoted: str, count: int, weight: float, concept: int) -> None:
        self.stem = stem
        self.quoted = quoted
        self.count = count
        self.weight = weight
        self.concept = concept


class Sought:
    """What a query asks for by words.

    Args:
        readers: the stores.
        text: the query.

    Attributes:
        expression: asks the index for every term that is counted; "" when there is nothing to ask.
    """

    __slots__ = ("_phrases", "_terms", "_total", "_usual", "_usual_whole", "_whole", "expression")

    def __init__(self, readers: Sequence[Reader], text: str) -> None:
        self._phrases: list[tuple[int, list[int]]] = []
        self._total = sum(reader.count_documents() for reader in readers)
        text = cleaned(text)
        tokens = readers[0].tokens
        phrases = phrases_of(text, tokens)
        concepts = concepts_of(text, tokens)
        frequencies = _frequencies(readers, concepts, [phrase.marks for phrase in phrases])
        concepts = _broken_down(concepts, frequencies)
        rarity = rarities(concepts, frequencies, self._total)
        own = [
            _Term(one.stem, one.quoted(), frequencies[one.stem], rarity[one.stem], number)
            for number, one in enumerate(concepts)
            if frequencies.get(one.stem)
        ]
        kindred = self._kindred(concepts, rarity, frequencies)
        in_phrases = {stem for phrase in phrases for stem in phrase.stems}
        number_of = {one.stem: number for number, one in enumerate(concepts)}
        for number, phrase in enumerate(phrases, len(concepts)):
            kindred += self._marks(phrase.marks, PHRASE_RARITY, 0, number, frequencies)
            self._phrases.append((number, [number_of[stem] for stem in phrase.stems if stem in number_of]))
        self._terms = _affordable(_telling(own), kindred)
        kept = {term.concept for term in self._terms} | {
            number for number, one in enumerate(concepts) if not frequencies.get(one.stem)
        }
        sought = 0.0
        for number, one in enumerate(concepts):
            if number in kept or len(own) <= TELLING_MAX:
                part = 1.0
                if not frequencies.get(one.stem):
                    # It may only be half of a phrase, or two characters across two words.
                    part = STRAY_PAIR if one.is_pair() else HALF if one.stem in in_phrases else 1.0
                sought += rarity[one.stem] * part
        self._whole = min(sought, RARITY_CAP) or 1.0
        self._usual = {number: usual_rarity(one) for number, one in enumerate(concepts)}
        self._usual_whole = sum(self._usual.values()) or 1.0
        self.expression = " OR ".join(term.quoted for term in self._terms)

    def _kindred(
        self, concepts: Sequence[Concept], rarity: dict[str, float], frequencies: dict[str, int]
    ) -> list[_Term]:
        found: list[_Term] = []
        for number, one in enumerate(concepts):
            own = frequencies.get(one.stem, 0)
            found += self._marks(marks_of(one.stem), rarity[one.stem], own, number, frequencies)
        return found

    def _marks(self, marks: str, rarity: float, own: int, concept: int, frequencies: dict[str, int]) -> list[_Term]:
        """The families that somebody else of stands in these stores."""
        return [
            _Term(mark, f'"{mark}"', frequencies[mark], min(rarity, rarity_of(frequencies[mark], self._total)), concept)
            for mark in marks
            if frequencies.get(mark, 0) > own
        ]

    def shortlist(self, reader: Reader, wanted: Wanted) -> list[int]:
        """The rows of one store worth a look: about the best by words, all of them what is wanted.

        Args:
            reader: one of the stores.
            wanted: what a memory has to be.
        """
        if not self._terms:
            return []
        expression = self._few()
        if not expression:
            return sorted(reader.fitting(reader.newest_with(self._terms[0].quoted, SHORTLIST), wanted))
        room = SHORTLIST + len(wanted.without)
        rows = reader.ranked(expression, room) if wanted.is_usual() else []
        fitting = reader.fitting(rows, wanted, from_index=True) if rows else set()
        if not wanted.is_usual() or (len(rows) == room and len(fitting) < SHORTLIST // 2):
            return reader.ranked_among(expression, SHORTLIST, wanted)
        return sorted(fitting)

    def _few(self) -> str:
        """An expression that about as many memories fit as can be put in order."""
        terms = sorted(self._terms, key=lambda term: term.count)
        chosen: list[str] = []
        spent = 0
        for term in terms:
            if chosen and spent + term.count > RANKED:
                break
            chosen.append(term.quoted)
            spent += term.count
        if spent > 4 * RANKED:  # even the rarest word is everywhere
            chosen, spent = [], 0
        total = max(self._total, 1)
        rest = terms[len(chosen) : len(chosen) + PAIRED]
        for at, one in enumerate(rest):
            for other in rest[at + 1 :]:
                if one.concept == other.concept or (at and one.count > EVERYDAY * total):
                    continue
                # Between what chance and what a set phrase would bring together.
                expected = one.count * isqrt(other.count * 10_000 // total) // 100
                if spent + expected <= 2 * RANKED or other is rest[1]:
                    chosen.append(f"({one.quoted} AND {other.quoted})")
                    spent += expected
        return " OR ".join(chosen)

    def held_by(self, match: Match) -> tuple[float, float]:
        """A memory's relevance by words, 0 to 1, and its evidence: matched rarity in units of a word never seen."""
        norm = K1 * (1 - B + B * match.length_ratio)
        relevant: dict[int, float] = {}
        evident: dict[int, float] = {}
        usual: dict[int, float] = {}
        for term, count in zip(self._terms, match.counts, strict=True):
            if not count:
                continue
            frequency = count * (K1 + 1) / (count + norm)
            held = min(frequency, 1.0)
            number = term.concept
            is_kindred = term.quoted >= '"\ue000'
            relevance = min(frequency, HELD_MAX) * term.weight * (KINDRED if is_kindred else 1.0)
            evidence = held * term.weight * (KINDRED_EVIDENCE if is_kindred else 1.0)
            relevant[number] = max(relevant.get(number, 0.0), relevance)
            evident[number] = max(evident.get(number, 0.0), evidence)
            if not is_kindred:
                usual[number] = held * self._usual[number]
        for number, words in self._phrases:
            # A phrase and its words ask for the same thing.
            for held_of in (relevant, evident):
                own = sum([held_of.get(word, 0.0) for word in words])
                held_of[number] = max(held_of.get(number, 0.0) - own, 0.0)
        evidence = sum(evident.values())
        covered = sum(usual.values())
        # A memory that holds all that was asked is about it, also where every memory of the store holds it.
        if covered >= COVERED * self._usual_whole:
            evidence = max(evidence, covered)
        if len(usual) >= FEW and covered >= WHOLLY_COVERED * self._usual_whole:
            evidence = max(evidence, WHOLE_EVIDENCE)
        return min(sum(relevant.values()) / self._whole, 1.0), evidence


def _telling(own: list[_Term]) -> list[_Term]:
    """The rarest words. One that every other memory holds costs a look at each of them, and says nothing."""
    own = sorted(own, key=lambda term: -term.weight)[:TELLING_MAX]
    least = TELLING_SHARE * own[0].weight if own else 0.0
    return [term for number, term in enumerate(own) if number < FEW or term.weight >= least]


def _affordable(own: list[_Term], kindred: list[_Term]) -> list[_Term]:
    """The terms that can be counted; of those in very many memories the most frequent stay out."""
    stems = {term.stem for term in own}
    best: dict[str, _Term] = {}
    for term in sorted(kindred, key=lambda term: -term.weight):
        if term.stem not in stems:
            best.setdefault(term.stem, term)
    terms = own + list(best.values())[:KINDRED_MAX]
    spent = sum(term.count for term in terms)
    for term in sorted(terms, key=lambda term: -term.count)[:-FEW]:
        if spent <= COUNTED:
            break
        terms.remove(term)
        spent -= term.count
    return terms


def _frequencies(readers: Sequence[Reader], concepts: Sequence[Concept], marks: Iterable[str]) -> dict[str, int]:
    stems = {concept.stem for concept in concepts}
    stems.update(part.stem for concept in concepts for part in concept.parts)
    stems.update("".join([marks_of(stem) for stem in stems]), "".join(marks))
    total: dict[str, int] = {}
    for reader in readers:
        for stem, count in reader.document_frequencies(stems).items():
            total[stem] = total.get(stem, 0) + count
    return total


def _broken_down(concepts: Sequence[Concept], frequencies: dict[str, int]) -> list[Concept]:
    """An identifier nobody wrote as a whole is asked for by its parts, where they stand somewhere."""
    result: dict[str, Concept] = {}
    for concept in concepts:
        if concept.is_joined and not frequencies.get(concept.stem):
            continue
        whole = frequencies.get(concept.stem) or not any(frequencies.get(part.stem) for part in concept.parts)
        for one in (concept,) if whole else concept.parts:
            result.setdefault(one.stem, one)
    return list(result.values())
