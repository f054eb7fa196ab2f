"""What a query means, as each store's vectors see it. Light: whoever has vectors brings them.

A cosine says nothing by itself: unrelated texts are at 0.05 with one model and at 0.7 with another. So each model has
a scale, the cosines at which a memory is surely unrelated and surely about the query, and only the place between
them counts.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from hardwon.store.reader import Reader

    class Source(Protocol):
        """One store's vectors against one query."""

        def nearest(self, k: int) -> list[tuple[int, float]]:
            """Version rows with their cosines, the nearest first."""
            ...

        def cosines(self, rows: Sequence[int]) -> dict[int, float]:
            """The cosines of those rows that have a vector."""
            ...

    class Reranks(Protocol):
        """A model that reads a query and texts together."""

        def __call__(self, query: str, texts: Sequence[str]) -> list[float] | None:
            """How well each text answers, 0 to 1; None when that cannot be had in time."""
            ...

    class Meanings(Protocol):
        """Gives queries their meaning."""

        @property
        def reason(self) -> str:
            """Why searches go by words now, "" when they do not."""
            ...

        @property
        def is_preparing(self) -> bool:
            """Whether a model or vectors are being prepared that searches will have soon."""
            ...

        def __call__(self, text: str, readers: Sequence[Reader]) -> Meaning | None:
            """What a query means to the stores of a search, None where words have to do."""
            ...


SCALES: dict[str, tuple[float, float]] = {
    "all-MiniLM-L6-v2": (0.15, 0.70),
    "static": (0.10, 0.48),
    "hashing": (0.05, 0.80),
    # Of hosted models, by the distances their texts are said to lie at; not measured here.
    "text-embedding-3-small": (0.20, 0.70),
    "text-embedding-3-large": (0.20, 0.70),
    "gemini-embedding-001": (0.55, 0.85),
}
_DEFAULT_SCALE = (0.30, 0.85)


def scale_of(model: str) -> tuple[float, float]:
    """The cosines at which a memory is surely unrelated, and surely about the query."""
    return SCALES.get(model.rsplit("/", 1)[-1], _DEFAULT_SCALE)


class Meaning:
    """A query's vector as the stores of one search see it.

    Args:
        sources: one for each reader of the search, None where a store has no vectors of this space.
        scale: the model's scale (scale_of).
        complete: whether every memory has a vector.
        rerank: orders the first hits anew, None to leave them.
        note: why they are left, where the person wants them reordered.

    Attributes:
        trouble: tells, once the stores were searched, why the query had no vector; None where that goes unsaid.
    """

    __slots__ = ("complete", "note", "rerank", "scale", "sources", "trouble")

    def __init__(
        self,
        sources: Sequence[Source | None],
        scale: tuple[float, float],
        *,
        complete: bool = True,
        rerank: Reranks | None = None,
        note: str = "",
    ) -> None:
        self.sources = sources
        self.scale = scale
        self.complete = complete
        self.rerank = rerank
        self.note = note
        self.trouble: Callable[[], str] | None = None

    def said(self) -> str:
        """What a search has to say of it, "" for nothing; once the stores were searched."""
        reason = self.trouble() if self.trouble is not None else ""
        return f"went by words: {reason}" if reason else self.note

    def nearness(self, cosine: float) -> float:
        """A cosine on the model's scale, 0 to 1."""
        low, high = self.scale
        return min(max((cosine - low) / (high - low), 0.0), 1.0)
