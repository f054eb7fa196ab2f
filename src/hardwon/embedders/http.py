"""An embedding server that speaks OpenAI's /v1/embeddings, on this machine: Ollama, or another one. It costs nothing.

Address, model and key come from the person's own file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hardwon.config.embedding import OPENAI_FORM, asks_for_dimensions
from hardwon.embedders.calling import CHECK, MayBeCharged, NotCharged, endpoint, post
from hardwon.embedders.forms import DOCUMENT, QUERY, request, rows_of
from hardwon.errors import EmbedderUnavailable
from hardwon.store.identity import SpaceIdentity

if TYPE_CHECKING:
    from hardwon.config.quick import Settings
    from hardwon.embedders.base import Matrix, Vector

BATCH = 64
QUERY_S = 3.0
DOCUMENTS_S = 60.0


class HttpEmbedder:
    """Vectors from a server.

    Args:
        settings: `embedder`, `embedding_url`, `embedding_model`, `embedding_key` and `embedding_dimensions`.
        dimensions: the length of a vector, as `probe` found it.

    Raises:
        EmbedderUnavailable: the address cannot be used.
    """

    def __init__(self, settings: Settings, dimensions: int) -> None:
        self._settings = settings
        self.name = settings.embedder
        self.identity = SpaceIdentity(
            provider=self.name,
            model=settings.embedding_model,
            revision=urlsplit(endpoint(settings.embedding_url)).netloc.rpartition("@")[2],
            dimensions=dimensions,
        )

    def embed_query(self, text: str) -> Vector:
        """One query as a vector of unit length."""
        vector: Vector = self._checked([text], QUERY, QUERY_S)[0]
        return vector

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Texts as rows of unit length."""
        import numpy as np

        batches = [texts[at : at + BATCH] for at in range(0, len(texts), BATCH)]
        rows = [self._checked(batch, DOCUMENT, DOCUMENTS_S) for batch in batches]
        return np.concatenate(rows) if rows else np.zeros((0, self.identity.dimensions), np.float32)

    def close(self) -> None:
        """There is nothing to let go of."""

    def _checked(self, texts: Sequence[str], purpose: str, timeout_s: float) -> Matrix:
        rows = _ask(self._settings, texts, purpose, timeout_s)
        if rows.shape[1] != self.identity.dimensions:
            raise EmbedderUnavailable(
                f"the embedding server gives {rows.shape[1]} dimensions, not {self.identity.dimensions} as prepared",
                "`mem setup` prepares it again",
            )
        return rows


def probe(settings: Settings) -> int:
    """The dimensions of a server's vectors.

    Raises:
        EmbedderUnavailable: it does not answer as it should, or with other dimensions than are wanted.
    """
    found = int(_ask(settings, ["dimensions"], DOCUMENT, DOCUMENTS_S).shape[1])
    wanted = settings.embedding_dimensions
    if wanted and found != wanted:
        raise EmbedderUnavailable(
            f"the embedding server gives {found} dimensions, not {wanted}", "`embedding_dimensions` says which"
        )
    return found


def _ask(settings: Settings, texts: Sequence[str], purpose: str, timeout_s: float) -> Matrix:
    url, model = endpoint(settings.embedding_url), settings.embedding_model
    wanted = settings.embedding_dimensions
    asked = wanted if wanted and asks_for_dimensions(model, wanted) else 0
    try:
        document = post(url, request(OPENAI_FORM, model, texts, purpose, asked), settings.embedding_key, timeout_s)
        return rows_of(OPENAI_FORM, document, len(texts))
    except (NotCharged, MayBeCharged, ValueError) as error:
        raise EmbedderUnavailable(f"the embedding server: {error}", CHECK) from None
