"""Fetches a model of fastembed's lists through fastembed, and keeps it in our own folder with its hashes."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hardwon.embedders.cross_encoder import known_rerankers, text_cross_encoder
from hardwon.embedders.fastembed import known_models, text_embedding
from hardwon.embedders.folder import TOKENIZER, WEIGHTS, ModelFolder
from hardwon.errors import EmbedderUnavailable

_POOLING = {"PooledNormalizedEmbedding": "mean", "PooledEmbedding": "mean", "OnnxTextEmbedding": "cls"}
_PREFIXES = {
    "intfloat/multilingual-e5": ("query: ", "passage: "),
    "nomic-ai/nomic-embed-text": ("search_query: ", "search_document: "),
}
_LIBRARY_DIR = "library"  # the hub's cache with its partial files, so that an interrupted download goes on


def fetch(folder: ModelFolder, progress: Callable[[int, int], None]) -> None:
    """Download a model's files and enter them in the folder's manifest.

    Args:
        folder: where they go.
        progress: told (bytes so far, bytes expected).

    Raises:
        EmbedderUnavailable: fastembed is missing or does not know the model, or the hub cannot be reached.
    """
    cache = folder.path / _LIBRARY_DIR
    sizes = {known.name: known.megabytes for known in known_models()}
    with _watched(cache, _bytes_of(folder.model, sizes), progress):
        embedding = text_embedding(folder.model, cache_dir=str(cache)).model
    source = Path(embedding._model_dir)
    _take_over(folder, source, embedding.model_description.model_file)
    prefixes = next((pair for start, pair in _PREFIXES.items() if folder.model.startswith(start)), ("", ""))
    folder.note(
        dimensions=int(embedding.model_description.dim),
        pooling=_POOLING.get(type(embedding).__name__, "its own"),
        quantised="quantized" in embedding.model_description.model_file or folder.model.endswith("-Q"),
        tokens_max=_tokens_max(embedding),
        query_prefix=prefixes[0],
        document_prefix=prefixes[1],
        source="hub",
    )
    shutil.rmtree(cache, ignore_errors=True)


def fetch_reranker(folder: ModelFolder, progress: Callable[[int, int], None]) -> None:
    """Download a cross-encoder's files and enter them in the folder's manifest.

    Args:
        folder: where they go.
        progress: told (bytes so far, bytes expected).

    Raises:
        EmbedderUnavailable: fastembed is missing or does not know the model, or the hub cannot be reached.
    """
    cache = folder.path / _LIBRARY_DIR
    with _watched(cache, _bytes_of(folder.model, known_rerankers()), progress):
        encoder = text_cross_encoder(folder.model, cache_dir=str(cache)).model
    _take_over(folder, Path(encoder._model_dir), encoder.model_description.model_file)
    shutil.rmtree(cache, ignore_errors=True)


def _take_over(folder: ModelFolder, source: Path, model_file: str) -> None:
    for path in sorted(path for path in source.rglob("*") if path.is_file()):
        name = str(path.relative_to(source))
        if name.startswith("."):
            continue
        target = folder.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(target.name + ".part")
        partial.unlink(missing_ok=True)
        try:
            os.link(path.resolve(), partial)
        except OSError:
            shutil.copyfile(path, partial)
        partial.replace(target)
        role = {model_file: WEIGHTS, "tokenizer.json": TOKENIZER}.get(name, name)
        folder.note_file(role, name)
    if not folder.has(WEIGHTS) or not folder.has(TOKENIZER):
        raise EmbedderUnavailable(f"the download of {folder.model} is not complete", "`mem setup` tries again")


def _tokens_max(embedding: Any) -> int:
    truncation = getattr(getattr(embedding, "tokenizer", None), "truncation", None)
    return int(truncation["max_length"]) if truncation else 512


@contextmanager
def _watched(cache: Path, total: int, progress: Callable[[int, int], None]) -> Iterator[None]:
    """Tell how many bytes have come, twice a second: the library itself shows its progress on a terminal only."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.5):
            progress(min(_bytes_below(cache), total), total)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _bytes_of(model: str, megabytes: Mapping[str, int]) -> int:
    return next((size * 1_000_000 for name, size in megabytes.items() if name.lower() == model.lower()), 0)


def _bytes_below(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat(follow_symlinks=False).st_size if not path.is_dir() else 0
        except OSError:
            continue
    return total
