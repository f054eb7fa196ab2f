"""The reranker as the service has it: loaded in the background where the person wants one, used by one thread."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from typing import TYPE_CHECKING

from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.embedders.places import MANIFEST, model_dir
from hardwon.errors import EmbedderUnavailable
from hardwon.service.marks import Mark, mark_of

if TYPE_CHECKING:
    from hardwon.embedders.reranking import Reranker

log = logging.getLogger(__name__)
# A hook gives up 0.3 s after it asked, and the query's vector may have taken half of that.
PATIENCE_S = 0.12
OFF = "off"


class Reranking:
    """Orders the first hits of searches anew, while there is a reranker.

    Args:
        paths: where models lie.

    Attributes:
        note: why hits are left in their order, "" when they are not or nobody wants another.
    """

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._reranker: Reranker | None = None
        self._thread: ThreadPoolExecutor | None = None
        self._tried: tuple[str, str, Mark] | None = None
        self.note = ""

    @property
    def is_ready(self) -> bool:
        """Whether hits can be reordered now."""
        return self._reranker is not None

    @property
    def state(self) -> str:
        """off, ready, or why not."""
        return "ready" if self.is_ready else self.note or OFF

    def keep(self, settings: Settings) -> None:
        """Have the reranker of the settings at hand; one that cannot be had is tried again once its folder changed.

        Args:
            settings: `rerank` and `rerank_model`.
        """
        folder = model_dir(self._paths, settings.rerank_model)
        wanted = (settings.rerank, settings.rerank_model, mark_of(f"{folder}/{MANIFEST}"))
        if wanted == self._tried:
            return
        self._tried = wanted
        self.close()
        if settings.rerank == OFF:
            return
        from hardwon.embedders.reranking import load_reranker

        try:
            reranker = load_reranker(self._paths, settings)
            reranker.judge("warm", ["warm"])
        except (EmbedderUnavailable, ImportError) as error:
            hint = f"; {error.hint}" if isinstance(error, EmbedderUnavailable) and error.hint else ""
            self.note = f"not reordered: {error}{hint}"
            return
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reranker")
        self._reranker = reranker

    def __call__(self, query: str, texts: Sequence[str], within_s: float = PATIENCE_S) -> list[float] | None:
        """How well each text answers a query, 0 to 1; None when that cannot be had in time.

        Args:
            query: what is searched for.
            texts: the first hits.
            within_s: the longest wait, in seconds.
        """
        reranker, thread = self._reranker, self._thread
        if reranker is None or thread is None:
            return None
        with contextlib.suppress(RuntimeError):  # it was closed meanwhile
            coming = thread.submit(reranker.judge, query, texts)
            try:
                return coming.result(within_s)
            except Late:
                coming.cancel()
            except (EmbedderUnavailable, CancelledError):
                pass
            except Exception:
                log.exception("hits are left in their order")
        return None

    def close(self) -> None:
        """Let go of the reranker, after the texts in hand."""
        reranker, self._reranker = self._reranker, None
        thread, self._thread = self._thread, None
        self.note = ""
        if thread is not None:
            thread.shutdown(wait=True, cancel_futures=True)
        if reranker is not None:
            reranker.close()
