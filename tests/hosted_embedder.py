"""Scripted hosts of embedding models on a random loopback port, each in the form of its reference."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from hardwon.embedders import HashingEmbedder
from scripted_model import Json, Says, ScriptedModel

KEY = "kept-" + "secret-" + "0001"
KEYS = {"openai": "OPENAI_API_KEY", "openrouter": "OPENROUTER_API_KEY", "voyage": "VOYAGE_API_KEY",
        "cohere": "COHERE_API_KEY"}  # fmt: skip


def honest(path: str, body: Json) -> Says:
    """Vectors of hashed words, of as many dimensions as are asked for, in the form that the path stands for."""
    texts = body.get("input") or body["texts"]
    dimensions = body.get("output_dimension") or body.get("dimensions") or 64
    rows = HashingEmbedder(dimensions).embed_documents(texts).tolist()
    if path.endswith("/embed"):
        units = {"billed_units": {"input_tokens": 7 * len(texts)}}
        return Says(body={"id": "1", "embeddings": {"float": rows}, "texts": texts, "meta": units})
    items = [{"object": "embedding", "index": at, "embedding": row} for at, row in enumerate(rows)]
    usage = {"total_tokens": 7 * len(texts), "prompt_tokens": 7 * len(texts)}
    return Says(body={"object": "list", "data": items[::-1], "model": body["model"], "usage": usage})


class EmbeddingHost(ScriptedModel):
    """The running host: it gives its scripted answers first, and honest ones then."""

    def next(self, path: str, body: Json, headers: dict[str, str]) -> Says:
        self.requests.append((path, body, headers))
        self.asked.set()
        return self.says.pop(0) if self.says else honest(path, body)

    def texts(self) -> list[str]:
        """Every text that was sent."""
        return [text for _, body, _ in self.requests for text in body.get("input") or body["texts"]]


def choose(home: Path, embedder: str, url: str, *, key: str = KEY, **more: object) -> None:
    """Write the person's settings and keys.

    Args:
        home: where the settings file lies.
        embedder: the host's name.
        url: its address.
        key: of the host, "" for none.
        more: further settings.
    """
    settings: Mapping[str, object] = {"embedder": embedder, "embedding_url": url, **more}
    config = home / "config.toml"
    config.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items()))
    config.chmod(0o600)
    if key and embedder in KEYS:
        keys = home / "providers.env"
        keys.write_text(f"{KEYS[embedder]}={key}\n")
        keys.chmod(0o600)
