"""Makes a model ready, once, when a person or the service asks for it: never a hook, never on the way to an answer.

Each step ends with its file in place and entered in the manifest; whoever comes after an interrupted run does only
what is missing. One process at a time works on a model.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from hardwon.config.embedding import SERVERS, is_hosted
from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.embedders import download, quantise
from hardwon.embedders.folder import OPTIMISED, QUANTISED, STATIC, TOKENIZER, WEIGHTS, ModelFolder
from hardwon.embedders.places import STATIC_NAME, place_name
from hardwon.embedders.weights import DIMENSIONS, TOKENS_MAX, copy_weights, packaged_weights, write_tokenizer
from hardwon.errors import EmbedderUnavailable

Progress = Callable[[str, int, int], None]
PARTIAL_TOKENS = "pieces.part"


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """What a preparation left.

    Attributes:
        embedder: what the settings call it.
        model: the model's name.
        dimensions: the length of its vectors.
        done: the steps this run did; none when all was there.
        static: whether hooks have a table for queries without the model.
        seconds: how long it took.
    """

    embedder: str
    model: str
    dimensions: int
    done: tuple[str, ...]
    static: bool
    seconds: float


def folder_of(paths: Paths, embedder: str, model: str, url: str = "") -> ModelFolder:
    """The folder an embedder reads."""
    return ModelFolder(paths, place_name(embedder, model, url))


def is_prepared(paths: Paths, name: str, model: str, url: str = "") -> bool:
    """Whether an embedder can be loaded without any preparation. Imports no model runtime.

    Args:
        paths: where models lie.
        name: the embedder.
        model: the model.
        url: where it is asked over HTTP.
    """
    if name == "hashing" or is_hosted(name, url):
        return True
    if name in SERVERS:
        return bool(url) and "dimensions" in folder_of(paths, name, model, url).manifest
    if name not in ("fastembed", "onnx") or find_spec("fastembed" if name == "fastembed" else "onnxruntime") is None:
        return False
    folder = ModelFolder(paths, model)
    return folder.has(WEIGHTS) and folder.has(TOKENIZER) and "dimensions" in folder.manifest


def prepare(paths: Paths, settings: Settings, progress: Progress | None = None, *, static: bool = True) -> Prepared:
    """Make the embedder of the settings ready; what is ready already is left as it is.

    Args:
        paths: where models lie.
        settings: `embedder`, `embedding_model` and, for http, `embedding_url` and `embedding_key`.
        progress: told (step, done, total) as it goes on.
        static: whether to make the table for hooks too, which takes a minute of one core.

    Raises:
        EmbedderUnavailable: a package is missing, the download fails, the weights are not what was checked, or
            another process is preparing the model.
    """
    report = progress or (lambda step, done, total: None)
    name, model = settings.embedder, settings.embedding_model
    begun = time.monotonic()
    done: list[str] = []
    if name in ("hashing", "none"):
        return Prepared(embedder=name, model=model, dimensions=0, done=(), static=False, seconds=0.0)
    if is_hosted(name, settings.embedding_url):
        # Nothing is asked: each call may cost something, and waits for a person's consent.
        from hardwon.embedders.hosted import HostedEmbedder

        dimensions = HostedEmbedder(paths, settings).identity.dimensions
        return Prepared(embedder=name, model=model, dimensions=dimensions, done=(), static=False, seconds=0.0)
    folder = folder_of(paths, name, model, settings.embedding_url)
    folder.make()
    with alone(folder):
        folder.read()
        if name in SERVERS:
            _probe(folder, settings, done)
        else:
            drop_damaged(folder)
            _weights(folder, report, done)
            _quantised(folder, report, done)
            _optimised(folder, report, done)
            if static:
                _static(folder, report, done)
    return Prepared(
        embedder=name,
        model=model,
        dimensions=int(folder.manifest["dimensions"]),
        done=tuple(done),
        static=folder.has(STATIC),
        seconds=time.monotonic() - begun,
    )


@contextmanager
def alone(folder: ModelFolder) -> Iterator[None]:
    """One process at a time at a model's folder; the lock goes with the process, however it ends.

    Raises:
        EmbedderUnavailable: another process is at it.
    """
    lock = os.open(folder.path / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise EmbedderUnavailable(f"another process is preparing {folder.model}", "wait until it is done") from None
        yield
    finally:
        os.close(lock)


def drop_damaged(folder: ModelFolder) -> None:
    """Forget every file whose content is not what was prepared."""
    for role in list(folder.manifest.get("files", {})):
        try:
            folder.file(role)
        except EmbedderUnavailable:
            folder.forget_file(role)


def _probe(folder: ModelFolder, settings: Settings, done: list[str]) -> None:
    from hardwon.embedders.http import probe

    dimensions = probe(settings)
    if folder.manifest.get("dimensions") != dimensions:
        folder.note(dimensions=dimensions)
        done.append("server")


def _weights(folder: ModelFolder, report: Progress, done: list[str]) -> None:
    if folder.has(WEIGHTS) and folder.has(TOKENIZER):
        return
    report("weights", 0, 1)
    source = packaged_weights(folder.model)
    if source is None:
        download.fetch(folder, lambda at, total: report("weights", at, total))
    else:
        for name in write_tokenizer(folder.path):
            folder.note_file(TOKENIZER if name == "tokenizer.json" else name, name)
        copy_weights(source, folder.path / "model.onnx")
        folder.note(dimensions=DIMENSIONS, pooling="mean", tokens_max=TOKENS_MAX, source="package")
        folder.note_file(WEIGHTS, "model.onnx")
    report("weights", 1, 1)
    done.append("weights")


def _quantised(folder: ModelFolder, report: Progress, done: list[str]) -> None:
    if folder.has(QUANTISED) or not quantise.possible(folder):
        return
    report("quantising", 0, 1)
    quantise.quantise(folder.file(WEIGHTS), folder.path / "model.int8.onnx")
    folder.note_file(QUANTISED, "model.int8.onnx")
    report("quantising", 1, 1)
    done.append("quantising")


def _optimised(folder: ModelFolder, report: Progress, done: list[str]) -> None:
    """The graph as this machine's optimiser leaves it: loads in half the time. Of use here alone."""
    if find_spec("onnxruntime") is None or folder.manifest.get("pooling") not in ("mean", "cls"):
        return
    from hardwon.embedders.onnx import OnnxModel, machine_mark

    source = QUANTISED if folder.has(QUANTISED) else WEIGHTS
    origin = folder.entry(source)["sha256"]
    entry = folder.entry(OPTIMISED)
    if folder.has(OPTIMISED) and entry.get("machine") == machine_mark() and entry.get("origin") == origin:
        return
    report("optimising", 0, 1)
    partial = folder.path / "model.optimised.onnx.part"
    OnnxModel(folder.file(source), write_optimised=partial)
    partial.replace(folder.path / "model.optimised.onnx")
    folder.note_file(OPTIMISED, "model.optimised.onnx", machine=machine_mark(), origin=origin)
    report("optimising", 1, 1)
    done.append("optimising")


def _static(folder: ModelFolder, report: Progress, done: list[str]) -> None:
    pieces = quantise.uncased_pieces(folder.file(TOKENIZER))
    if folder.has(STATIC) or not pieces or folder.manifest.get("pooling") != "mean":
        return
    if find_spec("onnxruntime") is None:
        return
    from hardwon.embedders import static_table
    from hardwon.embedders.onnx import OnnxModel

    model = OnnxModel(folder.file(WEIGHTS))
    first, last = pieces.index("[CLS]"), pieces.index("[SEP]")
    partial = folder.path / PARTIAL_TOKENS
    rows = static_table.token_vectors(
        len(pieces),
        int(folder.manifest["dimensions"]),
        lambda batch: model.token_rows([[first, number, last] for number in batch]).mean(axis=1),
        str(partial),
        lambda at, total: report("table", at, total),
    )
    static_table.write_table(
        str(folder.path / STATIC_NAME),
        static_table.weighted(rows, pieces),
        pieces,
        model=folder.model,
        weights=folder.entry(WEIGHTS)["sha256"][:12],
    )
    folder.note_file(STATIC, STATIC_NAME)
    Path(partial).unlink()
    done.append("table")
