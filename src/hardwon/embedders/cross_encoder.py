"""Cross-encoders of fastembed's list, from a prepared folder; the hub is never asked here."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

from hardwon.embedders.fastembed import library, opened, valid
from hardwon.embedders.folder import WEIGHTS, ModelFolder
from hardwon.errors import EmbedderUnavailable


class FastembedReranker:
    """fastembed's TextCrossEncoder over a folder's files.

    Args:
        folder: the model's files.
        threads: how many threads one call may use.

    Raises:
        EmbedderUnavailable: not prepared, damaged, or fastembed is missing.
    """

    def __init__(self, folder: ModelFolder, *, threads: int = 1) -> None:
        folder.file(WEIGHTS)
        folder.check_configuration()
        self.model = folder.model
        self._encoder: Any = text_cross_encoder(
            folder.model, specific_model_path=str(folder.path), local_files_only=True, threads=threads
        )

    def judge(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers, 0 to 1: the logistic function of the model's logit."""
        if self._encoder is None:
            raise EmbedderUnavailable("the reranker is closed")
        if not texts:
            return []
        return [_logistic(logit) for logit in self._encoder.rerank(valid(query), [valid(text) for text in texts])]

    def close(self) -> None:
        """Let go of the model."""
        self._encoder = None


def _logistic(logit: float) -> float:
    return 1 / (1 + exp(-min(max(logit, -30.0), 30.0)))


def known_rerankers() -> dict[str, int]:
    """The cross-encoders of fastembed's list: the megabytes of each.

    Raises:
        EmbedderUnavailable: fastembed is missing.
    """
    listed = library("fastembed.rerank.cross_encoder", "TextCrossEncoder").list_supported_models()
    return {str(model["model"]): round(float(model["size_in_GB"]) * 1000) for model in listed}


def text_cross_encoder(model: str, **options: object) -> Any:
    """fastembed's cross-encoder object.

    Args:
        model: a name from its list.
        options: fastembed's own.

    Raises:
        EmbedderUnavailable: fastembed is missing, does not know the model, or cannot load or fetch it.
    """
    names = known_rerankers()
    if not any(name.lower() == model.lower() for name in names):
        raise EmbedderUnavailable(
            f"fastembed knows no reranker {model!r}", "`rerank_model` takes one of " + ", ".join(sorted(names))
        )
    return opened(library("fastembed.rerank.cross_encoder", "TextCrossEncoder"), model, **options)
