"""The model and the vectors, warm: gives searches their meaning and embeds what is new.

The model is loaded in the background; until then, and where none is prepared, searches go by words. Each store's
vectors are held by one sidecar, behind a lock, on a connection of its own; what other processes write it sees at its
next search.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.errors import EmbedderUnavailable, HardwonError, StoreLocked
from hardwon.retrieval.meaning import Meaning, scale_of
from hardwon.store import spaces
from hardwon.store.database import exists, open_for_reading
from hardwon.store.migrations import open_store
from hardwon.store.reader import Reader

if TYPE_CHECKING:
    from hardwon.embedders.base import Embedder, Vector
    from hardwon.store.sidecar import Sidecar

log = logging.getLogger(__name__)
BATCH = 16
PAUSE_S = 0.02  # between batches, so that a search never waits for more than one text
LOOK_S = 1.0


class _Held:
    """One store's sidecar; `sidecar` is None while the store has no vectors of the model's space."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.lock = threading.Lock()
        self.sidecar: Sidecar | None = None
        self.complete = False


class _Source:
    """A sidecar against one query, within the scope of one reader."""

    def __init__(self, held: _Held, query: Vector, projects: Sequence[str]) -> None:
        self._held = held
        self._query = query
        self._projects = projects

    def nearest(self, k: int) -> list[tuple[int, float]]:
        """Version rows with their cosines, the nearest first."""
        from hardwon.store.sidecar import Scope

        with self._held.lock:
            assert self._held.sidecar is not None
            return self._held.sidecar.search(self._query, k, scope=Scope(self._projects))

    def cosines(self, rows: Sequence[int]) -> dict[int, float]:
        """The cosines of those rows that have a vector."""
        with self._held.lock:
            assert self._held.sidecar is not None
            return self._held.sidecar.cosines(rows, self._query)


class Semantics:
    """Meaning for searches, while there is a model.

    Args:
        paths: where models and stores are.
        settings: which embedder.
    """

    def __init__(self, paths: Paths, settings: Settings) -> None:
        self._paths = paths
        self._settings = settings
        self._embedder: Embedder | None = None
        self._model_lock = threading.Lock()
        self._held: dict[str, _Held] = {}
        self._held_lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="semantics", daemon=True)
        self.state = "loading"
        self.reason = ""

    def start(self) -> None:
        """Load the model and keep the stores' vectors complete, in the background."""
        self._thread.start()

    def stop(self, within_s: float = 5.0) -> None:
        """Finish the batch in hand and let go of the model."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(within_s)

    @property
    def is_busy(self) -> bool:
        """Whether vectors are being made."""
        return self.state == "filling"

    def embed(self, text: str) -> tuple[dict[str, Any], bytes] | None:
        """A query's vector as float32 bytes with the mark of its space, None while there is no model."""
        vector = self._query(text)
        if vector is None or self._embedder is None:
            return None
        identity = self._embedder.identity
        mark = {"provider": identity.provider, "model": identity.model, "revision": identity.revision}
        return {**mark, "dimensions": identity.dimensions}, vector.tobytes()

    def meaning(self, text: str, readers: Sequence[Reader]) -> Meaning | None:
        """What a query means to the stores of a search, None while words have to do.

        Args:
            text: the query.
            readers: the search's stores.
        """
        held = [self._hold(reader.database.path) for reader in readers]
        if not any(one.sidecar is not None for one in held):
            return None
        vector = self._query(text)
        if vector is None or self._embedder is None:
            return None
        sources = [
            _Source(one, vector, reader.projects) if one.sidecar is not None else None
            for one, reader in zip(held, readers, strict=True)
        ]
        complete = all(one.complete for one in held)
        return Meaning(sources, scale_of(self._embedder.identity.model), complete=complete)

    def _query(self, text: str) -> Vector | None:
        if self._embedder is None:
            return None
        with self._model_lock:
            try:
                return self._embedder.embed_query(text)
            except EmbedderUnavailable as error:
                self.reason = str(error)
                return None

    def _hold(self, path: str) -> _Held:
        with self._held_lock:
            return self._held.setdefault(path, _Held(path))

    # -- in the background -------------------------------------------------------------------------------

    def _run(self) -> None:
        from hardwon.embedders.loading import load

        try:
            embedder = load(self._paths, self._settings)
            embedder.embed_query("warm")
        except EmbedderUnavailable as error:
            self.state, self.reason = "none", str(error)
            return
        except Exception as error:
            log.exception("the embedder could not be loaded")
            self.state, self.reason = "none", str(error)
            return
        self._embedder = embedder
        self._hold(self._paths.user_db)
        while not self._stopping.is_set():
            self.state = "ready"
            for held in list(self._held.values()):
                try:
                    self._keep(held)
                except HardwonError as error:
                    if not isinstance(error, StoreLocked):
                        log.warning("%s: %s", held.path, error)
            self._stopping.wait(LOOK_S)
        embedder.close()

    def _keep(self, held: _Held) -> None:
        """Make what vectors are missing, and have the sidecar there."""
        from hardwon.embedders.filling import fill
        from hardwon.store.sidecar import Sidecar

        if not exists(held.path) or self._embedder is None:
            return
        if held.sidecar is None or not self._is_complete(held):
            database = open_store(held.path)
            try:
                space = spaces.ensure_space(database, self._embedder.identity, time.time_ns() // 1_000_000)
                if held.sidecar is None:
                    held.sidecar = Sidecar(open_for_reading(held.path), space)
                if spaces.pending(database, space, 1):
                    self.state = "filling"
                    fill(database, _Shared(self), space, batch=BATCH, should_stop=self._stopping.is_set)
                    spaces.sync_index(database, space)
            finally:
                database.close()
        held.complete = self._is_complete(held)

    def _is_complete(self, held: _Held) -> bool:
        if held.sidecar is None or self._embedder is None:
            return False
        with held.lock:
            return not held.sidecar.is_behind()


class _Shared:
    """The embedder, one text at a time, so that a search's query comes between."""

    def __init__(self, semantics: Semantics) -> None:
        self._semantics = semantics

    def __getattr__(self, name: str) -> Any:
        return getattr(self._semantics._embedder, name)

    def embed_documents(self, texts: Sequence[str]) -> Any:
        """Texts as a matrix."""
        import numpy as np

        rows = []
        for text in texts:
            with self._semantics._model_lock:
                assert self._semantics._embedder is not None
                rows.append(self._semantics._embedder.embed_documents([text])[0])
            time.sleep(PAUSE_S / 10)
        return np.stack(rows)
