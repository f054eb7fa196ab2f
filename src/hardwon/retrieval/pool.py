"""The relevance pool: which memories are about what was asked, on a scale that means the same for every query.

relevance = Σ rarity(c) · tf(c) / min(Σ rarity(c), cap) over the query's concepts c, with BM25's saturated,
length-normalised term frequency held at 1. The cap keeps a long prompt from drowning the two words that matter.
Light.
"""

from __future__ import annotations

from hardwon.retrieval.query import Concept, concepts_of, rarities
from hardwon.store.reader import Wanted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.store.reader import Match, Reader

K1 = 1.2
B = 0.4  # memories are short notes: length says little
RARITY_CAP = 2.6  # a long prompt needs matches worth this much for full relevance
SHORTLIST = 64
RAREST = 4
CROWDED = 3000  # matches from which only the rarest words make the shortlist


class Candidate:
    """A row of one store that is about the query.

    Attributes:
        reader: the store it is in.
        row: its row number there.
        relevance: 0 to 1.
        evidence: matched rarity, in units of a word never seen.
    """

    __slots__ = ("evidence", "reader", "relevance", "row")

    def __init__(self, reader: Reader, row: int, relevance: float, evidence: float) -> None:
        self.reader = reader
        self.row = row
        self.relevance = relevance
        self.evidence = evidence


def candidates(readers: Sequence[Reader], text: str, wanted: Wanted | None = None) -> list[Candidate]:
    """Every memory on the shortlists that shares anything with the text, the most relevant first.

    Args:
        readers: the stores to search.
        text: any text; it cannot make this raise anything but a StoreError.
        wanted: what a memory has to be; active and not cold by default.
    """
    if not readers:
        return []
    total = sum(reader.count_documents() for reader in readers)
    concepts = concepts_of(text, readers[0].tokens)
    frequencies = _frequencies(readers, concepts)
    concepts = _broken_down(concepts, frequencies)
    present = [concept for concept in concepts if frequencies.get(concept.stem)]
    if not present:
        return []
    wanted = wanted or Wanted()
    matches = [(reader, _matches(reader, present, frequencies, wanted)) for reader in readers]
    rarity = rarities(concepts, frequencies, total)
    whole = min(sum(rarity.values()), RARITY_CAP) or 1.0
    weights = [rarity[concept.stem] for concept in present]
    found = [_candidate(reader, match, weights, whole) for reader, several in matches for match in several]
    return sorted(found, key=lambda candidate: -candidate.relevance)


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
        whole = frequencies.get(concept.stem) or not any(frequencies.get(part.stem) for part in concept.parts)
        for one in (concept,) if whole else concept.parts:
            result.setdefault(one.stem, one)
    return list(result.values())


def _matches(
    reader: Reader, present: Sequence[Concept], frequencies: dict[str, int], wanted: Wanted
) -> list[Match]:
    everything = " OR ".join(concept.quoted() for concept in present)
    if len(present) <= RAREST or sum(frequencies[concept.stem] for concept in present) <= CROWDED:
        return reader.match(everything, SHORTLIST, wanted)
    rarest = sorted(present, key=lambda concept: frequencies[concept.stem])[:RAREST]
    found = reader.match(" OR ".join(concept.quoted() for concept in rarest), SHORTLIST, wanted)
    return reader.count_again(everything, found) if found else []


def _candidate(reader: Reader, match: Match, weights: Sequence[float], whole: float) -> Candidate:
    norm = K1 * (1 - B + B * match.length_ratio)
    evidence = 0.0
    for weight, count in zip(weights, match.counts, strict=True):
        if count:
            evidence += weight * min(count * (K1 + 1) / (count + norm), 1.0)
    return Candidate(reader, match.row, min(evidence / whole, 1.0), evidence)
