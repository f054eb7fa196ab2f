"""The relevance pool: which memories are about what was asked, on a scale that means the same for every query.

By words (hardwon.retrieval.sought), and by meaning where vectors are to be had: the cosine on its model's scale. Both
are absolute, so they add up: a weak match stays weak beside a strong one, which fusing by ranks forgets. Light.
"""

from __future__ import annotations

from hardwon.retrieval.sought import Sought
from hardwon.store.reader import Wanted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.retrieval.meaning import Meaning
    from hardwon.store.reader import Reader

NEAREST = 32


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


def candidates(
    readers: Sequence[Reader],
    text: str,
    wanted: Wanted | None = None,
    meaning: Meaning | None = None,
    share: float = 0.4,
) -> list[Candidate]:
    """Every memory on the shortlists that is about the text at all, the most relevant first.

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
    sought = Sought(readers, text)
    found: list[Candidate] = []
    for index, reader in enumerate(readers):
        found += _of_store(reader, sought, wanted, meaning, index, share)
    return sorted(found, key=lambda candidate: -candidate.relevance)


def _of_store(
    reader: Reader, sought: Sought, wanted: Wanted, meaning: Meaning | None, index: int, share: float
) -> list[Candidate]:
    """Both shortlists of one store, each member with both its relevances."""
    rows = sought.shortlist(reader, wanted)
    source = meaning.sources[index] if meaning is not None else None
    cosines: dict[int, float] = {}
    if source is not None:
        listed = set(rows)
        cosines = dict(source.nearest(NEAREST))
        fresh = [row for row in cosines if row not in listed]
        rows = sorted(listed | reader.fitting(fresh, wanted)) if fresh else rows
    matches = reader.count_in(sought.expression, rows) if rows and sought.expression else []
    by_words = {match.row: sought.held_by(match) for match in matches}
    if source is None or meaning is None:
        return [Candidate(reader, row, *held) for row, held in by_words.items()]
    missing = [row for row in rows if row not in cosines]
    if missing:
        cosines.update(source.cosines(missing))
    found = []
    for row in rows:
        relevance, evidence = by_words.get(row, (0.0, 0.0))
        nearness = 0.0
        if row in cosines:
            nearness = meaning.nearness(cosines[row])
            relevance = (1 - share) * relevance + share * nearness
        found.append(Candidate(reader, row, relevance, evidence, nearness))
    return found
