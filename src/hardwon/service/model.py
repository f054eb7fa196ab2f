"""The embedding model as the service has it: made ready, loaded, used by one thread."""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from importlib.util import find_spec
from typing import TYPE_CHECKING

from hardwon.config.embedding import is_hosted
from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.errors import EmbedderUnavailable

if TYPE_CHECKING:
    from hardwon.embedders.base import Embedder, Matrix, Vector
    from hardwon.store.identity import SpaceIdentity

log = logging.getLogger(__name__)
_PACKAGES = "`pip install 'hardwon[embedding]'` brings it"
_FROM_PACKAGE = {"fastembed": "fastembed", "onnx": "onnxruntime"}
_NICE = 10


class Query:
    """A query's vector on its way, while the search by words goes on.

    Args:
        coming: the vector.
        within_s: how long anybody waits for it, in seconds.

    Attributes:
        reason: why it could not be had, "" while it could.
    """

    def __init__(self, coming: Future[Vector], within_s: float) -> None:
        self._coming = coming
        self.reason = ""
        self._ends_at = time.monotonic() + within_s

    def vector(self) -> Vector | None:
        """The vector, None when it cannot be had in time."""
        try:
            return self._coming.result(max(self._ends_at - time.monotonic(), 0.0))
        except Late:
            self._coming.cancel()
            self.reason = "it did not answer in time"
        except (EmbedderUnavailable, CancelledError) as error:
            log.info("a search goes by words: %s", error)
            self.reason = str(error)
        return None


class Model:
    """An embedder, used by one thread that takes texts in the order they come.

    Args:
        embedder: a loaded embedder; this object closes it.
        is_hosted: whether each text goes to another machine.
    """

    def __init__(self, embedder: Embedder, *, is_hosted: bool = False) -> None:
        self._embedder = embedder
        self.is_hosted = is_hosted
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="model")
        self.name = embedder.name
        self.identity: SpaceIdentity = embedder.identity

    def query(self, text: str, within_s: float) -> Query:
        """A query whose vector is being made from now on.

        Args:
            text: any text.
            within_s: how long anybody waits for it, in seconds.
        """
        return Query(self._thread.submit(self._embedder.embed_query, text), within_s)

    def embed_query(self, text: str) -> Vector:
        """A query's vector, however long it takes."""
        return self._thread.submit(self._embedder.embed_query, text).result()

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Texts as rows; queries that come meanwhile are served between them."""
        import numpy as np

        return np.vstack([self._thread.submit(self._embedder.embed_documents, [text]).result() for text in texts])

    def close(self) -> None:
        """Let go of the model, after the text in hand."""
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._embedder.close()


def load_model(paths: Paths, settings: Settings) -> Model:
    """The model of the settings, loaded and warm. Downloads nothing and prepares nothing.

    Raises:
        EmbedderUnavailable: it is not prepared, damaged, or a package is missing.
    """
    from hardwon.embedders.loading import load

    try:
        hosted = is_hosted(settings.embedder, settings.embedding_url)
        model = Model(load(paths, settings), is_hosted=hosted)
        if not hosted:  # a call would cost something
            model.embed_query("warm")
    except ImportError as error:
        raise EmbedderUnavailable(f"{error.name} is not installed", _PACKAGES) from None
    return model


def prepare_from_package(paths: Paths, settings: Settings, tell: Callable[[str, int, int], None]) -> None:
    """Make a model ready whose weights came as a package, so that no network is asked; another one is left alone.

    Args:
        paths: where models lie.
        settings: which embedder.
        tell: told (step, done, total) as it goes on.

    Raises:
        EmbedderUnavailable: the package is not what was checked, or another process is at it.
    """
    from hardwon.embedders.preparation import is_prepared, prepare
    from hardwon.embedders.weights import packaged_weights

    name, model = settings.embedder, settings.embedding_model
    if name not in _FROM_PACKAGE or find_spec(_FROM_PACKAGE[name]) is None or packaged_weights(model) is None:
        return
    if is_prepared(paths, name, model):
        return

    def work() -> None:
        with contextlib.suppress(OSError):  # only where a thread has a priority of its own
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
        prepare(paths, settings, tell)

    # A thread of its own: its low priority would stay with the caller's, and with the model's.
    try:
        with ThreadPoolExecutor(1, thread_name_prefix="preparation") as thread:
            thread.submit(work).result()
    finally:
        _give_back_memory()


def _give_back_memory() -> None:
    """Have the system's allocator return what quantising took, 120 MB, which it would keep for the service's life."""
    with contextlib.suppress(OSError, AttributeError):  # an allocator that is not glibc's has no such call
        ctypes.CDLL(None).malloc_trim(0)
