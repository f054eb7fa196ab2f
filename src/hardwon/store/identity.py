"""Which space a vector belongs to: who made it, with which model. Knows nothing of SQL or of models."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class SpaceIdentity:
    """Vectors may be compared only where all four are equal.

    Attributes:
        provider: the embedder that made them.
        model: the model's name.
        revision: its weights, how they were quantised, and how a memory is put into words.
        dimensions: the length of a vector.
    """

    provider: str
    model: str
    revision: str
    dimensions: int
