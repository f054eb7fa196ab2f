"""The embedder that needs no model: hashed words and letter triples. For tests, and for trying things out.

Texts that share words or stems are near each other; meaning it knows nothing of. The same text gives the same
vector on every machine and in every version of this revision.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hardwon.embedders.base import unit_rows
from hardwon.store.identity import SpaceIdentity
from hardwon.text.tokens import words

if TYPE_CHECKING:
    from hardwon.embedders.base import Matrix, Vector

REVISION = "1"


class HashingEmbedder:
    """Feature hashing with signs (Weinberger et al., 2009).

    Args:
        dimensions: the length of a vector, 8 or more.
    """

    name = "hashing"

    def __init__(self, dimensions: int = 256) -> None:
        self.identity = SpaceIdentity(provider=self.name, model="hashing", revision=REVISION, dimensions=dimensions)

    def embed_query(self, text: str) -> Vector:
        """One text as a vector of unit length."""
        vector: Vector = self.embed_documents([text])[0]
        return vector

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Texts as rows of unit length."""
        import numpy as np

        rows = np.zeros((len(texts), self.identity.dimensions), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for feature, weight in _features(text):
                digest = int.from_bytes(hashlib.blake2b(feature.encode("utf-8", "replace"), digest_size=8).digest())
                row[(digest >> 1) % len(row)] += weight if digest & 1 else -weight
        return unit_rows(rows)

    def close(self) -> None:
        """Nothing to let go of."""


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in words(text.casefold()):
        yield word, 1.0
        padded = f"^{word}$"
        for start in range(len(padded) - 2):
            yield "3" + padded[start : start + 3], 0.4
