"""Rerankers: models that read a query and a text together and say how well the text answers. By name, off by default.

They are more exact than vectors and a hundred times slower, so they see the first hits of a search only. Like an
embedding model, one is made ready when a person asks for it, and loaded from its folder alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Protocol

from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.embedders.folder import TOKENIZER, WEIGHTS, ModelFolder
from hardwon.embedders.preparation import Prepared, alone, drop_damaged
from hardwon.errors import EmbedderUnavailable

OFF = "off"
KIND = "reranker"


class Reranker(Protocol):
    """Says how well texts answer a query.

    Attributes:
        model: the model's name.
    """

    @property
    def model(self) -> str: ...

    def judge(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers, 0 to 1, in their order.

        Args:
            query: any text; what is too long for the model is cut.
            texts: the candidates.

        Raises:
            EmbedderUnavailable: it is closed.
        """
        ...

    def close(self) -> None:
        """Let go of the model; closing twice is harmless."""
        ...


def load_reranker(paths: Paths, settings: Settings, *, threads: int = 1) -> Reranker:
    """The reranker of the settings. Downloads nothing and prepares nothing.

    Args:
        paths: where models lie.
        settings: `rerank` and `rerank_model`.
        threads: how many threads one call may use.

    Raises:
        EmbedderUnavailable: it is off, not prepared, damaged, or its packages are missing.
    """
    if settings.rerank == "fastembed":
        from hardwon.embedders.cross_encoder import FastembedReranker

        return FastembedReranker(ModelFolder(paths, settings.rerank_model), threads=threads)
    raise EmbedderUnavailable("no reranker is chosen", "`mem config set rerank fastembed`")


def is_reranker_prepared(paths: Paths, settings: Settings) -> bool:
    """Whether the reranker of the settings can be loaded without any preparation. Imports no model runtime."""
    if settings.rerank == OFF or find_spec("fastembed") is None:
        return False
    folder = ModelFolder(paths, settings.rerank_model)
    return folder.manifest.get("kind") == KIND and folder.has(WEIGHTS) and folder.has(TOKENIZER)


def prepare_reranker(
    paths: Paths, settings: Settings, progress: Callable[[str, int, int], None] | None = None
) -> Prepared:
    """Make the reranker of the settings ready; what is ready already is left as it is.

    Args:
        paths: where models lie.
        settings: `rerank` and `rerank_model`.
        progress: told (step, done, total) as it goes on.

    Raises:
        EmbedderUnavailable: a package is missing, the download fails, or another process is at it.
    """
    from hardwon.embedders.download import fetch_reranker

    report = progress or (lambda step, done, total: None)
    begun = time.monotonic()
    done: tuple[str, ...] = ()
    folder = ModelFolder(paths, settings.rerank_model)
    folder.make()
    with alone(folder):
        folder.read()
        drop_damaged(folder)
        if not is_reranker_prepared(paths, settings):
            report(KIND, 0, 1)
            fetch_reranker(folder, lambda at, total: report(KIND, at, total))
            folder.note(kind=KIND, source="hub")
            report(KIND, 1, 1)
            done = (KIND,)
    seconds = time.monotonic() - begun
    return Prepared(
        embedder=settings.rerank, model=folder.model, dimensions=0, done=done, static=False, seconds=seconds
    )
