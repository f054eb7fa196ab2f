"""One product of bench/peers.py, in an environment of its own: stores, searches, tells what that took.

    python peer_side.py SIDE < JOB > FIGURES

A job is JSON: `folder` (an empty one to fill, or one that was filled), `step` (fill, or first: open what is there and
answer one query), `memories` (objects with `text` and `category`), `queries`, `limit`, and `model` (an ONNX file, its
tokenizer and the most tokens, for those that take an embedder). Every side is used through the calls its documentation
names; results are told as positions among the memories.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
THREADS = 1


class Side(Protocol):
    """A product with an open store."""

    def add(self, text: str, category: str) -> list[str]:
        """Store a memory; the ids of what became of it."""
        ...

    def search(self, query: str, limit: int) -> list[str]:
        """The ids of what a search finds, the best first."""
        ...

    def close(self) -> None:
        """Write everything and let go."""
        ...


class MiniLM:
    """A sentence-transformers model from an ONNX file: mean of the last layer, unit length, one text at a time."""

    def __init__(self, model: dict[str, Any]) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(model["onnx"], options, providers=["CPUExecutionProvider"])
        self._inputs = {given.name for given in self._session.get_inputs()}
        self._tokenizer = Tokenizer.from_file(model["tokenizer"])
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(model["tokens_max"])
        self.dimensions = int(model["dimensions"])

    def __call__(self, text: str) -> Any:
        import numpy as np

        ids = np.array([self._tokenizer.encode(text).ids], np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        rows = self._session.run(None, {name: value for name, value in given.items() if name in self._inputs})[0][0]
        mean = rows.mean(axis=0)
        return (mean / np.linalg.norm(mean)).astype(np.float32)


class LeanMemory:
    """lean-memory: `Memory(root).add(namespace, text)` and `.search(namespace, query, k)`.

    Args:
        folder: its root.
        model: None for what it has by itself (an embedder of hashes, facts by patterns of verbs); else it gets the
            model, and a generator that keeps each text whole, through its constructor.
    """

    def __init__(self, folder: str, model: dict[str, Any] | None) -> None:
        _loadable_sqlite()
        from lean_memory import Memory

        self._memory = Memory(folder, **(_lean_parts(model) if model else {}))

    def add(self, text: str, category: str) -> list[str]:
        return list(self._memory.add("bench", text))

    def search(self, query: str, limit: int) -> list[str]:
        return [hit.fact.id for hit in self._memory.search("bench", query, limit)]

    def close(self) -> None:
        self._memory.close()


def _lean_parts(model: dict[str, Any]) -> dict[str, Any]:
    import numpy as np
    from lean_memory.embed.base import Embedder
    from lean_memory.extract.gliner_extractor import CandidateGenerator
    from lean_memory.extract.taxonomy import Candidate

    minilm = MiniLM(model)

    class Embedding(Embedder):  # type: ignore[misc]
        dim = minilm.dimensions

        def embed(self, texts: list[str]) -> Any:
            return np.stack([minilm(text) for text in texts])

    class Whole(CandidateGenerator):  # type: ignore[misc]
        """Each text is one fact about a subject of its own, so that none takes another's place."""

        def generate(self, episode: Any) -> list[Any]:
            return [
                Candidate(
                    subject_name=episode.id,
                    fact_text=episode.raw,
                    valid_at=episode.t_ref,
                    predicate="has",
                    object_literal=episode.raw,
                    confidence=0.9,
                )
            ]

    return {"embedder": Embedding(), "generator": Whole()}


def _loadable_sqlite() -> None:
    """Put pysqlite3 in sqlite3's place where this Python's cannot load extensions or is too old for vec0."""
    import sqlite3

    if not hasattr(sqlite3.Connection, "enable_load_extension") or sqlite3.sqlite_version_info < (3, 41):
        import pysqlite3

        sys.modules["sqlite3"] = pysqlite3


class RuntimeMemory:
    """runtime-memory: `MemoryEngine(EngineConfig(db_path=...))`, `add` and `search`.

    Args:
        folder: where its database goes.
        model: None for what it has by itself here (keywords); else it gets the model as its embedding provider.
    """

    def __init__(self, folder: str, model: dict[str, Any] | None) -> None:
        from runtime_memory.core.engine import EngineConfig, MemoryEngine
        from runtime_memory.core.models import MemoryCategory

        self._category = MemoryCategory
        self._loop = asyncio.new_event_loop()
        provider = _runtime_provider(model) if model else None
        config = EngineConfig(db_path=str(Path(folder, "memories.db")))
        self._engine = MemoryEngine(config, embedding_provider=provider)
        self._wait(self._engine.initialize())

    def _wait(self, coming: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(coming)

    def add(self, text: str, category: str) -> list[str]:
        return [self._wait(self._engine.add(text, self._category(category), project="bench")).id]

    def search(self, query: str, limit: int) -> list[str]:
        return [found.memory.id for found in self._wait(self._engine.search(query, limit, project="bench"))]

    def close(self) -> None:
        self._wait(self._engine.close())
        self._loop.close()


def _runtime_provider(model: dict[str, Any]) -> Any:
    from runtime_memory.core.embeddings import EmbeddingConfig, EmbeddingProvider

    minilm = MiniLM(model)

    class Provider(EmbeddingProvider):  # type: ignore[misc]
        model_name = "all-MiniLM-L6-v2"
        dimensions = minilm.dimensions

        async def _embed_texts(self, texts: list[str]) -> list[list[float]]:
            return [minilm(text).tolist() for text in texts]

    # Its cache of embeddings would keep a file for every query beside the store.
    return Provider(EmbeddingConfig(cache_enabled=False))


class Hardwon:
    """Hardwon, through the shelf of its own benchmarks.

    Args:
        folder: where its store goes.
        model: None to go by words; else the prepared model of the settings, with vectors made by `settle`.
    """

    def __init__(self, folder: str, model: dict[str, Any] | None) -> None:
        from shelf import HYBRID, LEXICAL, Model, Shelf

        self._mode = HYBRID if model else LEXICAL
        self._shelf = Shelf(Path(folder), Model("onnx", threads=THREADS) if model else None)

    def add(self, text: str, category: str) -> list[str]:
        return [self._shelf.remember(text, category=category).id]

    def settle(self) -> None:
        """Make the vectors, which the service does after a memory was stored."""
        self._shelf.embed()

    def search(self, query: str, limit: int) -> list[str]:
        return [hit.id for hit in self._shelf.search(query, self._mode, limit).hits]

    def close(self) -> None:
        self._shelf.engine.close()


class HardwonShell:
    """Hardwon as a new process has it without the service: words, and the static table where a model is prepared."""

    def __init__(self, folder: str, model: dict[str, Any] | None) -> None:
        from hardwon.engine.searching import open_search

        data = f"{folder}/data"
        if model and not Path(data, "models").exists():
            Path(data, "models").symlink_to(model["models"])
        environ = {"HOME": folder, "HARDWON_HOME": data, "HARDWON_CONFIG": f"{folder}/none", "HARDWON_SERVICE": "off"}
        environ["HARDWON_EMBEDDER"] = "onnx" if model else "none"
        self._engine = open_search(environ, f"{folder}/project")

    def add(self, text: str, category: str) -> list[str]:
        raise NotImplementedError

    def search(self, query: str, limit: int) -> list[str]:
        return [hit.id for hit in self._engine.recall(query, limit=limit).hits]

    def close(self) -> None:
        self._engine.close()


SIDES: dict[str, Callable[[str, dict[str, Any] | None], Side]] = {
    "lean-memory": LeanMemory,
    "runtime-memory": RuntimeMemory,
    "hardwon": Hardwon,
}


def timed(work: Callable[[], T]) -> tuple[T, tuple[float, float]]:
    """What some work gives, and its CPU and wall milliseconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, ((time.process_time() - cpu) * 1000, (time.perf_counter() - wall) * 1000)


def fill(side: Side, job: dict[str, Any]) -> dict[str, Any]:
    """Store every memory, ask every query."""
    place: dict[str, int] = {}
    adds, searches, found = [], [], []
    lost = 0
    for at, memory in enumerate(job["memories"]):
        ids, took = timed(lambda memory=memory: side.add(memory["text"], memory["category"]))  # type: ignore[misc]
        lost += not ids
        place.update(dict.fromkeys(ids, at))
        adds.append(took)
    settle = getattr(side, "settle", lambda: None)
    _, settled = timed(settle)
    for query in job["queries"]:
        ids, took = timed(lambda query=query: side.search(query, job["limit"]))  # type: ignore[misc]
        found.append(list(dict.fromkeys(place[one] for one in ids if one in place)))
        searches.append(took)
    side.close()
    return {"adds": adds, "later_ms": settled, "searches": searches, "found": found, "lost": lost}


def bytes_below(folder: str) -> int:
    """What lies in a folder."""
    files = [Path(where, name) for where, _, names in os.walk(folder) for name in names]
    return sum(path.stat().st_size for path in files if path.is_file())


def main() -> int:
    """Do the job."""
    job = json.load(sys.stdin)
    name, folder = sys.argv[1], job["folder"]
    if job["step"] == "first":
        side: Side = (HardwonShell if name == "hardwon" else SIDES[name])(folder, job["model"])
        figures: dict[str, Any] = {"found": len(side.search(job["queries"][0], job["limit"]))}
        side.close()
    else:
        figures = fill(SIDES[name](folder, job["model"]), job)
        figures["bytes"] = bytes_below(folder)
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
