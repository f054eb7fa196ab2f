"""Any model of fastembed's list, from a prepared folder; the hub is never asked here."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from hardwon.embedders.base import unit_rows
from hardwon.embedders.folder import WEIGHTS, ModelFolder
from hardwon.embedders.quiet import report_to_nobody
from hardwon.errors import EmbedderUnavailable
from hardwon.store.identity import SpaceIdentity

if TYPE_CHECKING:
    from hardwon.embedders.base import Matrix, Vector

NEEDED = f"{sys.executable} -m pip install 'hardwon[embedding]'"


@dataclass(frozen=True, kw_only=True)
class KnownModel:
    """A model that can be chosen by name.

    Attributes:
        name: what `embedding_model` calls it.
        dimensions: the length of its vectors.
        megabytes: how much is downloaded, about.
        licence: of the weights.
        about: its languages and limits, in fastembed's words.
    """

    name: str
    dimensions: int
    megabytes: int
    licence: str
    about: str


class FastembedEmbedder:
    """fastembed's TextEmbedding over a folder's files.

    Args:
        folder: the model's files.
        threads: how many threads one batch may use.

    Raises:
        EmbedderUnavailable: not prepared, damaged, or fastembed is missing.
    """

    name = "fastembed"

    def __init__(self, folder: ModelFolder, *, threads: int = 1) -> None:
        folder.file(WEIGHTS)
        folder.check_configuration()
        self._model: Any = text_embedding(
            folder.model, specific_model_path=str(folder.path), local_files_only=True, threads=threads
        )
        manifest = folder.manifest
        self._prefixes = str(manifest.get("query_prefix", "")), str(manifest.get("document_prefix", ""))
        self.identity = SpaceIdentity(
            provider=self.name,
            model=folder.model,
            revision=folder.entry(WEIGHTS)["sha256"][:12],
            dimensions=int(manifest["dimensions"]),
        )

    def embed_query(self, text: str) -> Vector:
        """One query as a vector of unit length."""
        vector: Vector = self._rows(self._loaded().query_embed([valid(self._prefixes[0] + text)]))[0]
        return vector

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Texts as rows of unit length."""
        # One at a time: a batch is padded to its longest text.
        return self._rows(self._loaded().embed([valid(self._prefixes[1] + text) for text in texts], batch_size=1))

    def _loaded(self) -> Any:
        if self._model is None:
            raise EmbedderUnavailable("the embedder is closed")
        return self._model

    def _rows(self, vectors: Iterable[Any]) -> Matrix:
        import numpy as np

        rows = list(vectors)
        return unit_rows(np.stack(rows)) if rows else np.zeros((0, self.identity.dimensions), np.float32)

    def close(self) -> None:
        """Let go of the model."""
        self._model = None


def known_models() -> list[KnownModel]:
    """Every model of fastembed's list, the smallest first.

    Raises:
        EmbedderUnavailable: fastembed is missing.
    """
    found = [
        KnownModel(
            name=str(model["model"]),
            dimensions=int(model["dim"]),
            megabytes=round(float(model["size_in_GB"]) * 1000),
            licence=str(model["license"]),
            about=str(model["description"]),
        )
        for model in library().list_supported_models()
    ]
    return sorted(found, key=lambda model: (model.megabytes, model.name))


def library(module: str = "fastembed", name: str = "TextEmbedding") -> Any:
    """One of fastembed's classes; it reports to nobody and writes nothing to standard error.

    Args:
        module: where it is.
        name: what it is called.

    Raises:
        EmbedderUnavailable: fastembed is missing.
    """
    report_to_nobody()
    try:
        found = getattr(import_module(module), name)
        from loguru import logger
    except ImportError:
        raise EmbedderUnavailable("fastembed is not installed", NEEDED) from None
    logger.disable("fastembed")  # it writes to standard error what its errors say again
    return found


def text_embedding(model: str, **options: object) -> Any:
    """fastembed's model object.

    Args:
        model: a name from fastembed's list.
        options: fastembed's own.

    Raises:
        EmbedderUnavailable: fastembed is missing, does not know the model, or cannot load or fetch it.
    """
    if not any(known.name.lower() == model.lower() for known in known_models()):
        raise EmbedderUnavailable(f"fastembed knows no model {model!r}", "`mem setup --models` lists them")
    return opened(library(), model, **options)


def opened(kind: Any, model: str, **options: object) -> Any:
    """An object of one of fastembed's classes, on the processor.

    Args:
        kind: the class.
        model: a name from its list.
        options: fastembed's own.

    Raises:
        EmbedderUnavailable: it cannot be loaded or fetched.
    """
    try:
        return kind(model, providers=["CPUExecutionProvider"], **options)
    except Exception as error:  # the hub's, the runtime's and the tokenizer's errors share no base
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise EmbedderUnavailable(f"fastembed cannot load {model}: {first[:200]}", "`mem setup` tries again") from None


def valid(text: str) -> str:
    """A text that a tokenizer takes: no lone surrogates."""
    return text.encode("utf-8", "replace").decode()
