"""What a query means, for a process that has no model of its own. Light.

The service, where one runs, makes the query's vector with the model; without it the static table beside the prepared
model does, less exactly. Either is compared with the vectors the stores hold already: nothing old is embedded here,
and no model is loaded.
"""

from __future__ import annotations

from hardwon.embedders.places import looks_prepared, static_path
from hardwon.embedders.static_light import StaticQuery
from hardwon.retrieval.meaning import Meaning, scale_of
from hardwon.retrieval.query import telling_words
from hardwon.store.vectors import VectorReader, is_filled, space_for_queries, space_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from hardwon.config.paths import Paths
    from hardwon.config.quick import Settings
    from hardwon.store.reader import Reader
    from hardwon.wire.client import Answer

EMBED_S = 1.0  # the longest wait for the service's vector
SERVER_S = 3.0  # and where the service has it from a server
RERANK_S = 1.5  # and for its judgement of the first hits
CHARACTERS_MAX = 4000
_RUN_HERE = ("fastembed", "onnx")


class Borrowed:
    """Gives searches their meaning with what others prepared.

    Args:
        paths: where models and stores are.
        settings: which embedder.
        environ: the trusted environment, to find the service with; None not to ask it.

    Attributes:
        reason: why the last search had to go by words, "" when it did not.
    """

    __slots__ = ("_environ", "_paths", "_settings", "reason")
    is_preparing = False  # by others, who tell nothing of it
    embedder = None  # what makes vectors is theirs too

    def __init__(self, paths: Paths, settings: Settings, environ: Mapping[str, str] | None = None) -> None:
        self._paths = paths
        self._settings = settings
        self._environ = environ
        self.reason = ""

    def __call__(self, text: str, readers: Sequence[Reader]) -> Meaning | None:
        """What a query means to the stores of a search, None where words have to do.

        Args:
            text: the query.
            readers: the search's stores.
        """
        settings = self._settings
        model = settings.embedding_model
        if settings.embedder == "none":
            self.reason = "no embedder is chosen"
            return None
        if not looks_prepared(self._paths, settings.embedder, model, settings.embedding_url):
            self.reason = "the embedding model is not prepared; `mem setup` prepares it"
            return None
        if settings.embedder not in _RUN_HERE and self._is_forbidden():
            return None
        answer = self._ask_service(text, readers)
        self.reason = ""
        found = self._from_service(answer, readers) if answer else self._from_table(text, readers)
        if found is not None:
            self.reason = ""
        return found

    def _is_forbidden(self) -> bool:
        """Whether the mode keeps text on this machine; the reason says so then."""
        from hardwon.config.embedding import is_hosted

        settings = self._settings
        if settings.mode != "local" or not is_hosted(settings.embedder, settings.embedding_url):
            return False
        self.reason = f"mode local forbids the embedder {settings.embedder}"
        return True

    def _ask_service(self, text: str, readers: Sequence[Reader]) -> Answer | None:
        within_s = EMBED_S if self._settings.embedder in _RUN_HERE else SERVER_S
        return self._ask("embed", text, {"stores": [reader.database.path for reader in readers]}, within_s)

    def _ask(self, operation: str, text: str, fields: Mapping[str, object], within_s: float) -> Answer | None:
        if self._environ is None or self._settings.service == "off":
            return None
        from hardwon.wire.client import connect, header

        connection = connect(self._paths, self._environ)
        if connection is None:
            return None
        try:
            body = text[:CHARACTERS_MAX].encode("utf-8", "replace")
            return connection.ask(header(operation, self._paths, self._environ, fields), body, within_s)
        finally:
            connection.close()

    def _from_service(self, answer: Answer, readers: Sequence[Reader]) -> Meaning | None:
        mark, data = answer
        if mark.get("trouble"):
            self.reason = str(mark["trouble"])
            return None
        try:
            query = memoryview(data).cast("f").tolist()
        except TypeError:  # no whole numbers: another program's answer
            return None
        spaces = [_space_of_mark(reader, mark) for reader in readers]
        found = self._meaning(query, spaces, readers, scale_of(str(mark.get("model"))))
        if found is not None and mark.get("reorders") is True:
            found.rerank = self._rerank
        elif found is not None:
            found.note = str(mark.get("note") or "")
        return found

    def _rerank(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """The service's judgement of some texts."""
        kept = [text[:CHARACTERS_MAX] for text in texts]
        answer = self._ask("rerank", query, {"texts": kept}, RERANK_S)
        judged = answer[0].get("judged") if answer else None
        if not isinstance(judged, list) or not all(isinstance(share, float) for share in judged):
            return None
        return judged

    def _from_table(self, text: str, readers: Sequence[Reader]) -> Meaning | None:
        if self._settings.embedder not in _RUN_HERE:
            self.reason = "the service that holds the embedding model does not run"
            return None
        try:
            table = StaticQuery(static_path(self._paths, self._settings.embedding_model))
        except (OSError, ValueError):
            self.reason = "the service does not run, and the table for searches without it is not prepared"
            return None
        with table:
            spaces = [_space_of_table(reader, table) for reader in readers]
            query = table.embed(telling_words(text)) if any(spaces) else None
        if query is None:
            self.reason = "no memory has a vector yet" if not any(spaces) else "the query has no known word"
            return None
        found = self._meaning(query, spaces, readers, scale_of("static"))
        if found is not None and self._settings.rerank != "off":
            found.note = "not reordered: the service, which has the reranker, does not run"
        return found

    def _meaning(
        self, query: Sequence[float], spaces: Sequence[int], readers: Sequence[Reader], scale: tuple[float, float]
    ) -> Meaning | None:
        if not any(spaces):
            self.reason = "no memory has a vector yet"
            return None
        sources = [
            VectorReader(reader.database, space, reader.projects).against(query) if space else None
            for reader, space in zip(readers, spaces, strict=True)
        ]
        complete = all(is_filled(reader.database, space) for reader, space in zip(readers, spaces, strict=True))
        return Meaning(sources, scale, complete=complete)


def _space_of_mark(reader: Reader, mark: Mapping[str, Any]) -> int:
    return space_of(
        reader.database,
        str(mark.get("provider")),
        str(mark.get("model")),
        str(mark.get("revision")),
        mark["dimensions"] if isinstance(mark.get("dimensions"), int) else 0,
    )


def _space_of_table(reader: Reader, table: StaticQuery) -> int:
    number, dimensions = space_for_queries(reader.database, table.model, table.weights) or (0, 0)
    return number if dimensions == table.dimensions else 0
