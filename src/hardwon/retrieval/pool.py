"""The relevance pool: which memories are about what was asked, on a scale that means the same for every query.

By words: Σ rarity(c) · tf(c) / min(Σ rarity(c), cap) over the query's concepts c, with BM25's saturated,
length-normalised term frequency held at 1. The cap keeps a long prompt from drowning the two words that matter.
By meaning, where vectors are to be had: the cosine on its model's scale. Both are absolute, so they add up: a weak
match stays weak beside a strong one, which fusing by ranks forgets. Light.
"""

from __future__ import annotations

from hardwon.retrieval.query import Concept, concepts_of, rarities, usual_rarity
from hardwon.store.reader import Wanted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.retrieval.meaning import Meaning
    from hardwon.store.reader import Match, Reader

K1 = 1.2
B = 0.4  # memories are short notes: length says little
RARITY_CAP = 3.6  # a long prompt needs matches worth this much for full relevance
SHORTLIST = 64
NEAREST = 50
RAREST = 4
CROWDED = 24000  # matches × words from which only the rarest words make the shortlist
TELLING_MAX = 24
TELLING_SHARE = 0.3  # of the rarest word's rarity
FEW = 2
STRAY_PAIR = 0.25
COVERED = 0.7  # of what was asked


class Candidate:
    """A row of one store that is about the query.

    Attributes:
        reader: the store it is in.
        row: its row number there.
        relevance: 0 to 1.
        evidence: matched rarity, in units of a word never seen.
        nearness: its cosine on the model's scale, 0 to 1; 0 without vectors.
    """

    __slots__ = ("evidence", "nearness", "reader", "relevance", "row")

    def __init__(self, reader: Reader, row: int, relevance: float, evidence: float, nearness: float = 0.0) -> None:
        self.reader = reader
        self.row = row
        self.relevance = relevance
        self.evidence = evidence
        self.nearness = nearness


class Words:
    """What a query asks for by words, as some stores know them.

    Args:
        readers: the stores.
        text: the query.
    """

    __slots__ = ("_frequencies", "_usual", "_usual_whole", "_weights", "_whole", "expression", "present")

    def __init__(self, readers: Sequence[Reader], text: str) -> None:
        total = sum(reader.count_documents() for reader in readers)
        concepts = concepts_of(text, readers[0].tokens)
        self._frequencies = _frequencies(readers, concepts)
        concepts = _broken_down(concepts, self._frequencies)
        self.present = [concept for concept in concepts if self._frequencies.get(concept.stem)]
        rarity = rarities(concepts, self._frequencies, total)
        # A pair of characters that is nowhere here mostly stood across two words of the query.
        sought = sum(
            rarity[one.stem] * (STRAY_PAIR if one.is_pair() and one not in self.present else 1) for one in concepts
        )
        self._whole = min(sought, RARITY_CAP) or 1.0
        # The rarest alone tell. A word that every other memory holds costs a look at each of them, and says nothing.
        self.present = sorted(self.present, key=lambda one: -rarity[one.stem])[:TELLING_MAX]
        least = TELLING_SHARE * max((rarity[one.stem] for one in self.present), default=0.0)
        self.present = [one for n, one in enumerate(self.present) if n < FEW or rarity[one.stem] >= least]
        self._weights = [rarity[concept.stem] for concept in self.present]
        self._usual = [usual_rarity(concept) for concept in self.present]
        self._usual_whole = sum(usual_rarity(concept) for concept in concepts) or 1.0
        self.expression = " OR ".join(concept.quoted() for concept in self.present)

    def matches(self, reader: Reader, wanted: Wanted) -> list[Match]:
        """One store's shortlist."""
        if not self.present:
            return []
        crowd = sum(self._frequencies[concept.stem] for concept in self.present)
        if len(self.present) <= RAREST or crowd * len(self.present) <= CROWDED:
            return reader.match(self.expression, SHORTLIST, wanted)
        rarest = sorted(self.present, key=lambda concept: self._frequencies[concept.stem])[:RAREST]
        found = reader.match(" OR ".join(concept.quoted() for concept in rarest), SHORTLIST, wanted)
        return reader.count_in(self.expression, [match.row for match in found]) if found else []

    def candidate(self, reader: Reader, match: Match) -> Candidate:
        """A match with its relevance by words."""
        norm = K1 * (1 - B + B * match.length_ratio)
        evidence = usual = 0.0
        for weight, usual_weight, count in zip(self._weights, self._usual, match.counts, strict=True):
            if count:
                held = min(count * (K1 + 1) / (count + norm), 1.0)
                evidence += weight * held
                usual += usual_weight * held
        relevance = min(evidence / self._whole, 1.0)
        # A memory that holds all that was asked is about it, also where every memory of the store holds it.
        if usual >= COVERED * self._usual_whole:
            evidence = max(evidence, usual)
        return Candidate(reader, match.row, relevance, evidence)


def candidates(
    readers: Sequence[Reader],
    text: str,
    wanted: Wanted | None = None,
    meaning: Meaning | None = None,
    share: float = 0.5,
) -> list[Candidate]:
    """Every memory on the shortlists that shares anything with the text, the most relevant first.

    Args:
        readers: the stores to search.
        text: any text; it cannot make this raise anything but a StoreError.
        wanted: what a memory has to be; active and not cold by default.
        meaning: the query as the stores' vectors see it, None to go by words.
        share: how much of the relevance is meaning, 0 to 1, where there is a vector.
    """
    if not readers:
        return []
    wanted = wanted or Wanted()
    words = Words(readers, text)
    found: list[Candidate] = []
    for index, reader in enumerate(readers):
        by_words = [words.candidate(reader, match) for match in words.matches(reader, wanted)]
        found += by_words if meaning is None else _with_meaning(reader, by_words, words, wanted, meaning, index, share)
    return sorted(found, key=lambda candidate: -candidate.relevance)


def _with_meaning(
    reader: Reader,
    by_words: list[Candidate],
    words: Words,
    wanted: Wanted,
    meaning: Meaning,
    index: int,
    share: float,
) -> list[Candidate]:
    """Both shortlists of one store, each member with both its relevances."""
    source = meaning.sources[index]
    if source is None:
        return by_words
    cosines = dict(source.nearest(NEAREST))
    known = {candidate.row: candidate for candidate in by_words}
    fresh = [row for row in cosines if row not in known]
    if fresh:
        fitting = reader.fitting(fresh, wanted)
        counted = reader.count_in(words.expression, sorted(fitting)) if words.present and fitting else []
        for match in counted:
            known[match.row] = words.candidate(reader, match)
        for row in fitting:
            known.setdefault(row, Candidate(reader, row, 0.0, 0.0))
    missing = [row for row in known if row not in cosines]
    if missing:
        cosines.update(source.cosines(missing))
    for row, candidate in known.items():
        if row in cosines:
            candidate.nearness = meaning.nearness(cosines[row])
            candidate.relevance = (1 - share) * candidate.relevance + share * candidate.nearness
    return list(known.values())


def _frequencies(readers: Sequence[Reader], concepts: Sequence[Concept]) -> dict[str, int]:
    stems = {concept.stem for concept in concepts}
    stems.update(part.stem for concept in concepts for part in concept.parts)
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
