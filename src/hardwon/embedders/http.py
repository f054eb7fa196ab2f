"""An embedding server that speaks OpenAI's /v1/embeddings. Address, model and key come from the person's own file.

Redirects are not followed, since the key would go along, and a server on this machine is never asked through a proxy.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from hardwon.embedders.base import unit_rows
from hardwon.errors import EmbedderUnavailable
from hardwon.store.identity import SpaceIdentity

if TYPE_CHECKING:
    from hardwon.embedders.base import Matrix, Vector

BATCH = 64
QUERY_S = 3.0
DOCUMENTS_S = 60.0
ANSWER_BYTES_MAX = 64 << 20
CHARACTERS_MAX = 8000  # servers refuse what is longer than their model takes
CHECK = "check `embedding_url`, `embedding_model` and `embedding_key`"


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


class HttpEmbedder:
    """Vectors from a server.

    Args:
        url: the address, with or without the final /embeddings.
        model: the model as the server names it.
        key: the bearer token, "" for none.
        dimensions: the length of a vector, as `probe` found it.

    Raises:
        EmbedderUnavailable: the address cannot be used.
    """

    name = "http"

    def __init__(self, url: str, model: str, key: str, dimensions: int) -> None:
        self._url = endpoint(url)
        self._key = key
        self._opener = _opener(self._url)
        self.identity = SpaceIdentity(
            provider=self.name,
            model=model,
            revision=urlsplit(self._url).netloc.rpartition("@")[2],
            dimensions=dimensions,
        )

    def embed_query(self, text: str) -> Vector:
        """One query as a vector of unit length."""
        vector: Vector = unit_rows(self._checked([text], QUERY_S))[0]
        return vector

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Texts as rows of unit length."""
        import numpy as np

        batches = [texts[at : at + BATCH] for at in range(0, len(texts), BATCH)]
        rows = [self._checked(batch, DOCUMENTS_S) for batch in batches]
        return unit_rows(np.concatenate(rows)) if rows else np.zeros((0, self.identity.dimensions), np.float32)

    def close(self) -> None:
        """Let go of the connection."""
        self._opener.close()

    def _checked(self, texts: Sequence[str], timeout_s: float) -> Matrix:
        rows = _ask(self._opener, self._url, self.identity.model, self._key, texts, timeout_s)
        if rows.shape[1] != self.identity.dimensions:
            raise EmbedderUnavailable(
                f"the embedding server gives {rows.shape[1]} dimensions, not {self.identity.dimensions} as prepared",
                "`mem setup` prepares it again",
            )
        return rows


def probe(url: str, model: str, key: str) -> int:
    """The dimensions of a server's vectors.

    Raises:
        EmbedderUnavailable: it does not answer as it should.
    """
    address = endpoint(url)
    return int(_ask(_opener(address), address, model, key, ["dimensions"], DOCUMENTS_S).shape[1])


def endpoint(url: str) -> str:
    """The full address of the embeddings call.

    Raises:
        EmbedderUnavailable: it is no http or https address.
    """
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise EmbedderUnavailable("`embedding_url` is no http or https address", CHECK)
    whole = url.strip().rstrip("/")
    return whole if whole.endswith("/embeddings") else whole + "/embeddings"


def _opener(url: str) -> OpenerDirector:
    host = urlsplit(url).hostname or ""
    near = host in ("localhost", "::1") or host.startswith("127.")
    return build_opener(*([ProxyHandler({})] if near else []), _NoRedirect())


def _ask(opener: OpenerDirector, url: str, model: str, key: str, texts: Sequence[str], timeout_s: float) -> Matrix:
    body = json.dumps({"model": model, "input": [text[:CHARACTERS_MAX] or " " for text in texts]}).encode()
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    request = Request(url, data=body, headers=headers, method="POST")
    try:
        with opener.open(request, timeout=timeout_s) as answer:
            document = json.loads(answer.read(ANSWER_BYTES_MAX))
    except HTTPError as error:
        error.close()
        raise EmbedderUnavailable(f"the embedding server answered {error.code}", CHECK) from None
    except (OSError, ValueError, HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise EmbedderUnavailable(f"the embedding server cannot be reached: {reason}"[:200], CHECK) from None
    return _rows_of(document, len(texts))


def _rows_of(document: Any, count: int) -> Matrix:
    import numpy as np

    try:
        items = sorted(document["data"], key=lambda item: int(item.get("index", 0)))
        rows: Matrix = np.array([item["embedding"] for item in items], np.float32)
    except (AttributeError, KeyError, TypeError, ValueError):
        rows = np.zeros((0,), np.float32)
    if rows.ndim != 2 or len(rows) != count or not rows.shape[1] or not np.isfinite(rows).all():
        raise EmbedderUnavailable("the embedding server's answer is not in OpenAI's form", CHECK)
    return rows
