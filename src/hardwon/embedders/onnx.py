"""MiniLM and its like through onnxruntime and tokenizers alone: a third of the memory and start of fastembed.

One text at a time and without padding: with dynamic quantisation a vector would else depend on its neighbours in
the batch, and padding costs time on every short text.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardwon.embedders.base import unit_rows
from hardwon.embedders.folder import OPTIMISED, QUANTISED, TOKENIZER, WEIGHTS, ModelFolder
from hardwon.embedders.quiet import report_to_nobody
from hardwon.errors import EmbedderUnavailable
from hardwon.store.identity import SpaceIdentity

if TYPE_CHECKING:
    from hardwon.embedders.base import Matrix, Vector

NEEDED = f"{sys.executable} -m pip install 'hardwon[embedding]'"
QUANTISATION = "int8-1"  # the recipe of `quantise`; another one makes another space
SILENT = 3  # onnxruntime's log level: errors only


class OnnxModel:
    """One ONNX file, ready to run.

    Args:
        path: the file.
        threads: how many threads one text may use.
        optimised: the file is the product of this machine's own optimiser and needs none.
        write_optimised: where to leave that product.

    Raises:
        EmbedderUnavailable: onnxruntime is missing or cannot load the file.
    """

    def __init__(
        self, path: Path, *, threads: int = 1, optimised: bool = False, write_optimised: Path | None = None
    ) -> None:
        runtime = _runtime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = SILENT
        # Idle threads would else spin for the next text and burn a core of the person's machine.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        if optimised:
            options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
        if write_optimised is not None:
            options.optimized_model_filepath = str(write_optimised)
        try:
            self._session = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime's errors share no base but Exception
            first = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise EmbedderUnavailable(f"{path} cannot be loaded: {first[:200]}", NEEDED) from None
        self._inputs = [given.name for given in self._session.get_inputs()]

    def token_rows(self, numbers: Sequence[Sequence[int]]) -> Matrix:
        """The last hidden state: texts × tokens × dimensions.

        Args:
            numbers: the pieces of each text, all of one length.
        """
        import numpy as np

        pieces = np.array(numbers, np.int64)
        given = {"input_ids": pieces, "attention_mask": np.ones_like(pieces), "token_type_ids": np.zeros_like(pieces)}
        rows: Matrix = self._session.run(None, {name: given[name] for name in self._inputs if name in given})[0]
        return rows


class OnnxEmbedder:
    """The embedder of a prepared folder.

    Args:
        folder: the model's files.
        threads: how many threads one text may use.

    Raises:
        EmbedderUnavailable: not prepared, damaged, or its packages are missing.
    """

    name = "onnx"

    def __init__(self, folder: ModelFolder, *, threads: int = 1) -> None:
        manifest = folder.manifest
        weights = folder.entry(WEIGHTS)
        if weights and manifest.get("pooling") not in ("mean", "cls"):
            raise EmbedderUnavailable(
                f"{folder.model} pools in a way the embedder onnx does not know", "`mem config set embedder fastembed`"
            )
        quantised = folder.has(QUANTISED)
        source = QUANTISED if quantised else WEIGHTS
        self._tokenizer = _tokenizer(folder.file(TOKENIZER), int(manifest.get("tokens_max", 256)))
        optimised = folder.has(OPTIMISED) and folder.entry(OPTIMISED).get("machine") == machine_mark()
        self._model: OnnxModel | None = OnnxModel(
            folder.file(OPTIMISED if optimised else source), threads=threads, optimised=optimised
        )
        self._mean = manifest["pooling"] == "mean"
        self._prefixes = str(manifest.get("query_prefix", "")), str(manifest.get("document_prefix", ""))
        revision = f"{weights['sha256'][:12]}-{QUANTISATION if quantised else 'float'}"
        self.identity = SpaceIdentity(
            provider=self.name, model=folder.model, revision=revision, dimensions=int(manifest["dimensions"])
        )

    def embed_query(self, text: str) -> Vector:
        """One query as a vector of unit length."""
        vector: Vector = self._embed(self._prefixes[0] + text)
        return vector

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Texts as rows of unit length."""
        import numpy as np

        rows = [self._embed(self._prefixes[1] + text) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.identity.dimensions), np.float32)

    def _embed(self, text: str) -> Vector:
        if self._model is None:
            raise EmbedderUnavailable("the embedder is closed")
        # A lone surrogate cannot be handed to the tokenizer.
        numbers = self._tokenizer.encode(text.encode("utf-8", "replace").decode()).ids
        rows = self._model.token_rows([numbers])[0]
        pooled = rows.mean(axis=0) if self._mean else rows[0]
        vector: Vector = unit_rows(pooled[None, :])[0]
        return vector

    def close(self) -> None:
        """Let go of the model."""
        self._model = None


def _runtime() -> Any:
    report_to_nobody()
    try:
        import onnxruntime
    except ImportError:
        raise EmbedderUnavailable("onnxruntime is not installed", NEEDED) from None
    return onnxruntime


def _tokenizer(path: Path, tokens_max: int) -> Any:
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise EmbedderUnavailable("tokenizers is not installed", NEEDED) from None
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.enable_truncation(tokens_max)
    return tokenizer


def machine_mark() -> str:
    """What an optimised graph depends on: the runtime's version and the processor's abilities."""
    flags = ""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith(("flags", "Features")):
                flags = " ".join(sorted(line.partition(":")[2].split()))
                break
    except OSError:
        flags = platform.processor()
    mark = f"{_runtime().__version__}|{platform.machine()}|{flags}"
    return hashlib.sha256(mark.encode()).hexdigest()[:16]
