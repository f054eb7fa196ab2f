"""The model, warm: gives searches their meaning and embeds what is new.

The model is loaded in the background, and prepared there first where its weights came as a package; until then, and
where none is to be had, searches go by words. It is used by one
thread, one text at a time, so a search never waits for more than one. What other processes write to a store, a search
sees at once, and its vectors as soon as they are made.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from hardwon.config.paths import Paths
from hardwon.config.providers import provider_file
from hardwon.config.quick import Settings
from hardwon.embedders.places import MANIFEST, looks_prepared, model_dir, place_name
from hardwon.engine.activity import Operation
from hardwon.errors import EmbedderUnavailable, HardwonError, StoreLocked
from hardwon.retrieval.meaning import Meaning, scale_of
from hardwon.service.marks import Mark, mark_of
from hardwon.service.model import Model, Query, load_model, prepare_from_package
from hardwon.service.reranking import Reranking
from hardwon.service.stores import Stores
from hardwon.store.reader import Reader

log = logging.getLogger(__name__)
LOOK_S = 1.0  # between looks at what other processes wrote
UNPREPARED_LOOK_S = 2.0
TURN_S = 2.0  # of filling one store while others wait
# A search goes by words when its query has no vector by then: the model may be busy, its server slow.
PATIENCE_S = 0.15
HOSTED_PATIENCE_S = 2.5  # where nobody's session stands still for it
_ATTEMPTS_S = 60.0  # between attempts with a model or a store that failed


class Semantics:
    """Meaning for searches, while there is a model.

    Args:
        paths: where models and stores are.
        settings: reads which embedder the person wants now.
    """

    def __init__(self, paths: Paths, settings: Callable[[], Settings]) -> None:
        self._paths = paths
        self._read_settings = settings
        self._settings = settings()
        self._settings_mark = self._mark_of_settings()
        self._model: Model | None = None
        self._stores = Stores()
        self.reranking = Reranking(paths)
        self._stopping = threading.Event()
        self._look = threading.Event()
        self._thread = threading.Thread(target=self._run, name="semantics", daemon=True)
        self._embedding: Operation | None = None
        self.state = "loading"
        self.reason = ""

    def start(self) -> None:
        """Load the model and keep the stores' vectors complete, in the background."""
        self._thread.start()

    def stop(self, within_s: float = 2.0) -> None:
        """Finish the text in hand; what is missing is made by the next service."""
        self._stopping.set()
        self._look.set()
        if self._thread.is_alive():
            self._thread.join(within_s)

    @property
    def is_busy(self) -> bool:
        """Whether vectors are being made, or are about to be."""
        return self.state == "filling" or (self.state in ("loading", "ready") and self.is_preparing)

    @property
    def is_preparing(self) -> bool:
        """Whether searches go by words because a model, or the first vectors, are about to be there."""
        if self.state == "loading":
            settings = self._settings
            return looks_prepared(self._paths, settings.embedder, settings.embedding_model, settings.embedding_url)
        if self.state == "ready":
            return bool(self._stores.status()["incomplete"])
        return self.state in ("preparing", "filling")

    def status(self) -> dict[str, Any]:
        """The model and what it is at; ready only once every store that can be read has all its vectors."""
        stores = self._stores.status()
        state = "filling" if self.state == "ready" and stores["incomplete"] else self.state
        return {
            "embedder": self._settings.embedder,
            "model": self._model.identity.model if self._model else self._settings.embedding_model,
            "state": state,
            "reason": self.reason,
            "rerank": self.reranking.state,
            "stores": stores,
        }

    def expect(self, path: str) -> None:
        """Have a store's vectors at hand for the searches to come.

        Args:
            path: its file, which may not exist yet.
        """
        if self._stores.add(path):
            self._look.set()

    def embed(self, text: str) -> tuple[dict[str, Any], bytes] | None:
        """A query's vector as float32 bytes with the mark of its space, None while there is none to be had."""
        model = self._model
        if model is not None and model.is_hosted and not self._stores.status()["held"]:
            return {"trouble": "no memory has a vector yet"}, b""  # and a query would be paid for nothing
        query = self._query(model, text, HOSTED_PATIENCE_S if model and model.is_hosted else PATIENCE_S)
        vector = query.vector() if query else None
        if model is None or vector is None:
            reason = _missing(model, query)
            return ({"trouble": reason}, b"") if reason else None
        identity = model.identity
        mark = {"provider": identity.provider, "model": identity.model, "revision": identity.revision}
        reorders = {"reorders": self.reranking.is_ready, "note": self.reranking.note}
        return {**mark, "dimensions": identity.dimensions, **reorders}, vector.astype("<f4").tobytes()

    def __call__(self, text: str, readers: Sequence[Reader], *, hosted_within_s: float = PATIENCE_S) -> Meaning | None:
        """What a query means to the stores of a search, None while words have to do.

        Args:
            text: the query.
            readers: the search's stores.
            hosted_within_s: how long a hosted model's answer is worth waiting for, in seconds.
        """
        for reader in readers:
            self.expect(reader.database.path)
        model = self._model
        if model is None or not self._stores.has_any(readers):
            return None
        query = self._query(model, text, hosted_within_s if model.is_hosted else PATIENCE_S)
        sources = [self._stores.source(reader, query) for reader in readers] if query else []
        if not any(sources):
            return None
        complete = all(self._stores.is_complete(reader.database.path) for reader in readers)
        reranking = self.reranking
        rerank = reranking if reranking.is_ready else None
        found = Meaning(sources, scale_of(model.identity.model), complete=complete, rerank=rerank, note=reranking.note)
        if model.is_hosted:
            found.trouble = partial(_missing, model, query)
        return found

    def unhurried(self) -> Unhurried:
        """The same for searches that somebody waits for: a hosted model has time to answer."""
        return Unhurried(self)

    @property
    def embedder(self) -> Model | None:
        """What makes vectors of memories here, None while nothing does."""
        return self._model

    def _query(self, model: Model | None, text: str, within_s: float) -> Query | None:
        try:
            return model.query(text, within_s) if model else None
        except RuntimeError:  # it was closed meanwhile
            return None

    # -- in the background -------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._settings_mark, self._settings = self._mark_of_settings(), self._read_settings()
            self.state, self.reason = "loading", ""
            noted = Operation(self._paths, "prepare")
            try:
                prepare_from_package(self._paths, self._settings, partial(self._tell, noted))
                model = load_model(self._paths, self._settings)
                noted.stage("ready")
                self._keep_complete(model)
            except EmbedderUnavailable as error:
                self.state, self.reason = "none", f"{error}; {error.hint}" if error.hint else str(error)
                self._wait_for_model()
            except Exception as error:
                log.exception("searches go by words")
                self.state, self.reason = "failed", f"{type(error).__name__}: {error}"
                self._wait(_ATTEMPTS_S)
            finally:
                self._let_go()

    def _wait_for_model(self) -> None:
        """Wait until the model was prepared, another one is wanted, or it is time for another attempt."""
        attempt_at = time.monotonic() + _ATTEMPTS_S
        before = self._manifest_mark()
        while not self._stopping.is_set() and time.monotonic() < attempt_at:
            self._wait(UNPREPARED_LOOK_S)
            if self._is_other_wanted() or self._manifest_mark() != before:
                return

    def _manifest_mark(self) -> Mark:
        settings = self._settings
        name = place_name(settings.embedder, settings.embedding_model, settings.embedding_url)
        return mark_of(f"{model_dir(self._paths, name)}/{MANIFEST}")

    def _tell(self, noted: Operation, step: str, done: int, total: int) -> None:
        if self.state != "preparing":
            noted.stage("started")
        self.state = "preparing"
        self.reason = f"the model is being prepared ({step}, {done / max(total, 1):.0%})"

    def _keep_complete(self, model: Model) -> None:
        """Serve with a model until the person wants another one or the service leaves."""
        self._stores.add(self._paths.user_db)
        self._model = model
        self.state, self.reason = "ready", ""
        while not self._stopping.is_set() and not self._is_other_wanted():
            self.reranking.keep(self._settings)
            again = False
            for path in self._stores.paths():
                again = self._keep(path, model) or again
            self._stores.trim()
            if not again:
                self.state = "ready"
                self._filled()
                self._wait(LOOK_S)

    def _keep(self, path: str, model: Model) -> bool:
        """Make what vectors of a store are missing; whether more of it is to be done at once."""
        turn_ends_at = time.monotonic() + TURN_S

        def should_stop() -> bool:
            return self._stopping.is_set() or time.monotonic() > turn_ends_at

        try:
            return self._stores.keep(path, model, should_stop=should_stop, begun=self._filling)
        except StoreLocked:
            return False
        except HardwonError as error:
            log.warning("%s is searched by words for now: %s", path, error)
            self._stores.put_off(path, _ATTEMPTS_S)
            return False

    def _filling(self) -> None:
        if self._embedding is None:
            self._embedding = Operation(self._paths, "embed")
            self._embedding.stage("started")
        self.state = "filling"

    def _filled(self) -> None:
        if self._embedding is not None:
            self._embedding.stage("done")
            self._embedding = None

    def _is_other_wanted(self) -> bool:
        mark = self._mark_of_settings()
        if mark == self._settings_mark:
            return False
        self._settings_mark = mark
        before, self._settings = self._settings, self._read_settings()
        return any(getattr(before, name) != getattr(self._settings, name) for name in _OF_THE_MODEL)

    def _mark_of_settings(self) -> tuple[Mark, Mark]:
        """What changes with the settings, or with the keys beside them."""
        return mark_of(self._paths.config_file), mark_of(provider_file(self._paths))

    def _wait(self, seconds: float) -> None:
        self._look.wait(seconds)
        self._look.clear()

    def _let_go(self) -> None:
        model, self._model = self._model, None
        self._stores.clear()
        self.reranking.close()
        if model is not None:
            model.close()


class Unhurried:
    """Meaning for searches that somebody waits for.

    Args:
        semantics: who has it.
    """

    def __init__(self, semantics: Semantics) -> None:
        self._semantics = semantics

    @property
    def reason(self) -> str:
        """Why searches go by words."""
        return self._semantics.reason

    @property
    def is_preparing(self) -> bool:
        """Whether searches go by words for a while only."""
        return self._semantics.is_preparing

    @property
    def embedder(self) -> Model | None:
        """What makes vectors of memories here."""
        return self._semantics.embedder

    def __call__(self, text: str, readers: Sequence[Reader]) -> Meaning | None:
        """What a query means to the stores of a search."""
        return self._semantics(text, readers, hosted_within_s=HOSTED_PATIENCE_S)


def _missing(model: Model | None, query: Query | None) -> str:
    """Why a hosted model gave no vector for a query, "" where it did, or where the model is not hosted."""
    if model is None or not model.is_hosted:
        return ""
    return "the model is being let go of" if query is None else query.reason


_OF_THE_MODEL = (
    "embedder", "embedding_model", "embedding_url", "embedding_key", "embedding_dimensions", "mode"
)  # fmt: skip
