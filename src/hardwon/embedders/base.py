"""What every embedder is: a name, the space its vectors belong to, and text in, unit vectors out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from hardwon.store.identity import SpaceIdentity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Matrix = NDArray[np.float32]

DEFAULT_MODEL = "sentence-transformers/all-MiniLM-L6-v2"


class Embedder(Protocol):
    """Turns text into vectors of unit length, all in one space.

    Attributes:
        name: what the settings call it.
        identity: the space of its vectors.
    """

    @property
    def name(self) -> str: ...

    @property
    def identity(self) -> SpaceIdentity: ...

    def embed_query(self, text: str) -> Vector:
        """One query as a float32 vector of unit length.

        Args:
            text: any text; what is too long for the model is cut.

        Raises:
            EmbedderUnavailable: the model or its server cannot answer.
        """
        ...

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Texts as a float32 matrix, one row of unit length each.

        Raises:
            EmbedderUnavailable: the model or its server cannot answer.
        """
        ...

    def close(self) -> None:
        """Let go of the model; closing twice is harmless."""
        ...


def unit_rows(rows: Matrix) -> Matrix:
    """The rows scaled to unit length; a row of zeros, or one that is not finite, becomes the first axis."""
    import numpy as np

    rows = np.ascontiguousarray(rows, dtype=np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    bad = ~np.isfinite(lengths) | (lengths < 1e-12)
    if bad.any():
        rows[bad] = 0.0
        rows[bad, 0] = 1.0
        lengths[bad] = 1.0
    result: Matrix = rows / lengths[:, None]
    return result
