"""How requests and answers of embedding hosts look.

Sources: the references of OpenAI (POST /v1/embeddings), Voyage (POST /v1/embeddings: input_type, output_dimension) and
Cohere (POST /v2/embed: texts, input_type, embedding_types, output_dimension; embeddings.float, meta.billed_units).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hardwon.config.embedding import COHERE_FORM, VOYAGE_FORM
from hardwon.embedders.base import unit_rows

if TYPE_CHECKING:
    from hardwon.embedders.base import Matrix

QUERY, DOCUMENT = "query", "document"
CHARACTERS_MAX = 8000  # servers refuse what is longer than their model takes


def call_of(form: str) -> str:
    """The name of the call behind a host's address."""
    return "/embed" if form == COHERE_FORM else "/embeddings"


def cut(text: str) -> str:
    """A text as it is sent: not too long, not empty, without halves of characters."""
    return text[:CHARACTERS_MAX].encode("utf-8", "replace").decode() or " "


def request(form: str, model: str, texts: Sequence[str], purpose: str, dimensions: int) -> dict[str, Any]:
    """A request's body.

    Args:
        form: the host's.
        model: the model.
        texts: what to embed.
        purpose: QUERY or DOCUMENT.
        dimensions: how many are asked for, 0 to leave it to the model.
    """
    sent = [cut(text) for text in texts]
    if form == COHERE_FORM:
        asked: dict[str, Any] = {"model": model, "texts": sent, "input_type": f"search_{purpose}"}
        asked |= {"embedding_types": ["float"], "truncate": "END"}
        return asked | ({"output_dimension": dimensions} if dimensions else {})
    if form == VOYAGE_FORM:
        asked = {"model": model, "input": sent, "input_type": purpose, "truncation": True}
        return asked | ({"output_dimension": dimensions} if dimensions else {})
    return {"model": model, "input": sent} | ({"dimensions": dimensions} if dimensions else {})


def rows_of(form: str, document: Any, count: int) -> Matrix:
    """The vectors of an answer, in the order of the texts, each of unit length.

    Args:
        form: the host's.
        document: the answer.
        count: how many texts were sent.

    Raises:
        ValueError: it has another form, not one vector a text, or one that is zero or no numbers.
    """
    import numpy as np

    try:
        if form == COHERE_FORM:
            found = document["embeddings"]["float"]
        else:
            items = document["data"]
            ordered = sorted(enumerate(items), key=lambda item: int(item[1].get("index", item[0])))
            found = [item["embedding"] for _, item in ordered]
        rows: Matrix = np.array(found, np.float32)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ValueError("its answer is not in the form of its reference") from None
    if rows.ndim != 2 or len(rows) != count or not rows.shape[1]:
        raise ValueError("its answer has not one vector for each text")
    if not np.isfinite(rows).all() or not (np.abs(rows).max(axis=1) > 0).all():
        raise ValueError("its answer has a vector of zeros, or of what is no number")
    return unit_rows(rows)


def tokens_of(form: str, document: Any) -> int:
    """The tokens an answer says it took, 0 where it says nothing."""
    try:
        if form == COHERE_FORM:
            return max(int(document["meta"]["billed_units"]["input_tokens"]), 0)
        usage = document["usage"]
        return max(int(usage.get("total_tokens") or usage.get("prompt_tokens") or 0), 0)
    except (AttributeError, KeyError, TypeError, ValueError):
        return 0
