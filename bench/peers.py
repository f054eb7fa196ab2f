"""Other memory products beside Hardwon: the same memories and queries, one machine, one run.

    python bench/peers.py [--size 1000] [--searches 100] [--sides lean-memory,runtime-memory,hardwon] [--json FILE]

Peers are installed from PyPI, at the versions named below, each in an environment of its own that is kept for the next
run (~/.cache/hardwon-bench/peers). Each is used through the calls its documentation names, with its own defaults, and
once more with the embedding model that Hardwon has, handed over through its constructor: models that would have to be
downloaded are no part of this. What cannot run has a line with the reason.

Found: the coding set (bench/data), texts and categories alone; hit@1 and hit@3 over the half `test` of its queries
that have an answer, and how many of its off-topic queries are given anything. Fast: notes of 200 characters and
prompts about them; CPU milliseconds of one add and one search in process (what embeds within its add has that in it;
Hardwon embeds after it, which has its own column), bytes on disk for each memory, and a new process's wall time until
its first answer, over that of a bare interpreter, in turn.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coding import lines, queries
from figures import arguments, is_found, percent, quantile, table, write_json
from search import text
from shelf import CACHE, model_of

from hardwon import __version__
from hardwon.config.paths import Paths
from hardwon.embedders.folder import QUANTISED, TOKENIZER, WEIGHTS, ModelFolder
from hardwon.errors import HardwonError
from hooks import CATEGORIES, prompt

PEERS = {"lean-memory": "0.3.0", "runtime-memory": "4.0.1"}
SIDES = (*PEERS, "hardwon")
OWN_EMBEDDER = {"lean-memory": "hashes"}
BESIDE = ("onnxruntime", "tokenizers")
SQLITE = "pysqlite3-binary"  # where this Python's SQLite is too old or loads no extensions
SCRIPT = Path(__file__).with_name("peer_side.py")
LIMIT = 5
INSTALL_S, RUN_S, FIRST_S = 600, 1200, 60
STARTS = 7
FOUND = ("product", "embedder", "queries", "hit@1", "hit@3", "off-topic given", "not stored", "why not")
FAST = (
    "product",
    "embedder",
    "memories",
    "add cpu p50",
    "vector later",
    "search cpu p50",
    "cpu p95",
    "wall p50",
    "first answer × bare",
    "bytes per memory",
    "why not",
)
NOTES = """\
lean-memory by itself: an embedder of hashes, and facts found by patterns of verbs; a text without one is not stored.
lean-memory with MiniLM: also a generator that keeps every text whole; its cross-encoder has to be downloaded: left out.
runtime-memory by itself: keywords, as it is without its extra `embedding`, whose model has to be downloaded.
Hardwon's first answer is of a shell without the service: words, and the static table where a model is prepared."""


class Unusable(Exception):
    """A side cannot be run; the message says why, in one line."""


@dataclass(frozen=True)
class Contestant:
    """A product with one of its embedders."""

    product: str
    python: Path
    model: dict[str, Any] | None

    @property
    def names(self) -> dict[str, str]:
        """The columns that say who it is."""
        embedder = "MiniLM" if self.model else OWN_EMBEDDER.get(self.product, "none")
        return {"product": titled(self.product), "embedder": embedder}


def titled(product: str) -> str:
    """A product with its version."""
    return f"{product} {PEERS.get(product, __version__)}"


def environment(product: str) -> Path:
    """The interpreter of a peer's environment, installed where it is not there yet.

    Raises:
        Unusable: it cannot be installed here.
    """
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    folder = CACHE / "peers" / f"{product}-{PEERS[product]}-py{version}"
    python, done = folder / "bin" / "python", folder / "installed"
    if done.exists():
        return python
    print(f"installing {product} {PEERS[product]}", file=sys.stderr)
    wanted = [f"{product}=={PEERS[product]}", *BESIDE]
    _run([sys.executable, "-m", "venv", "--clear", str(folder)], INSTALL_S)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1"]
    _run([*pip, *wanted], INSTALL_S)
    with contextlib.suppress(Unusable):  # some systems have no wheel of it, and need none
        _run([*pip, SQLITE], INSTALL_S)
    done.touch()
    return python


def _run(argv: list[str], within_s: float, environ: dict[str, str] | None = None, data: str = "") -> str:
    """What a process prints.

    Raises:
        Unusable: it fails or takes too long; the message is the last line it wrote.
    """
    try:
        done = subprocess.run(argv, input=data, env=environ, capture_output=True, text=True, timeout=within_s)
    except subprocess.TimeoutExpired:
        raise Unusable(f"took more than {within_s:g} s") from None
    except OSError as error:
        raise Unusable(str(error)) from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        raise Unusable(said[-1][:200] if said else f"exit status {done.returncode}")
    return done.stdout


def shared_model() -> dict[str, Any] | None:
    """The files of the prepared MiniLM, None where it cannot be prepared."""
    if model_of("onnx") is None:
        return None
    folder = ModelFolder(Paths.from_environment({"HOME": str(CACHE), "HARDWON_HOME": str(CACHE)}))
    return {
        "onnx": str(folder.file(QUANTISED if folder.has(QUANTISED) else WEIGHTS)),
        "tokenizer": str(folder.file(TOKENIZER)),
        "tokens_max": folder.manifest["tokens_max"],
        "dimensions": folder.manifest["dimensions"],
        "models": str(CACHE / "models"),
    }


def run_side(contestant: Contestant, folder: str, job: dict[str, Any], within_s: float) -> dict[str, Any]:
    """Have a product do a job in a folder.

    Raises:
        Unusable: it fails or takes too long.
    """
    environ = {"HOME": folder, "PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "HF_HUB_OFFLINE": "1"}
    environ |= {"XDG_CACHE_HOME": str(CACHE.parent), "ORT_DISABLE_TELEMETRY": "1"}
    environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    asked = json.dumps({"folder": folder, "limit": LIMIT, "model": contestant.model, **job})
    said = _run([str(contestant.python), str(SCRIPT), contestant.product], within_s, environ, asked)
    figures: dict[str, Any] = json.loads(said.splitlines()[-1])
    return figures


@contextlib.contextmanager
def new_folder() -> Iterator[str]:
    """An empty folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="hwp", ignore_cleanup_errors=True) as folder:
        yield folder


def finding(contestant: Contestant) -> dict[str, Any]:
    """How well the coding set's memories are found."""
    memories = lines("coding_memories.jsonl")
    place = {memory["id"]: at for at, memory in enumerate(memories)}
    asked = queries("test")
    job = {
        "step": "fill",
        "memories": [{"text": memory["text"], "category": memory["category"]} for memory in memories],
        "queries": [query.text for query in asked],
    }
    with new_folder() as folder:
        figures = run_side(contestant, folder, job, RUN_S)
    pairs = list(zip(asked, figures["found"], strict=True))
    answered = [(ids, {place[one] for one in query.relevant}) for query, ids in pairs if query.relevant]
    return {
        **contestant.names,
        "queries": len(answered),
        "hit@1": percent([is_found(ids, wanted, 1) for ids, wanted in answered]),
        "hit@3": percent([is_found(ids, wanted, 3) for ids, wanted in answered]),
        "off-topic given": percent([float(bool(ids)) for query, ids in pairs if query.kind == "offtopic"]),
        "not stored": figures["lost"],
    }


def timing(contestant: Contestant, size: int, searches: int, starts: int = STARTS) -> dict[str, Any]:
    """What adding and searching cost, and what lies on disk."""
    rng = random.Random(size)
    job = {
        "step": "fill",
        "memories": [{"text": text(number, rng), "category": rng.choice(CATEGORIES)} for number in range(size)],
        "queries": [prompt(rng) for _ in range(searches)],
    }
    with new_folder() as folder:
        figures = run_side(contestant, folder, job, RUN_S)
        first = {**job, "step": "first", "memories": []}
        ratio = start_ratio(contestant, folder, first, starts)
    search_ms = [cpu for cpu, _ in figures["searches"]]
    stored = size - figures["lost"]
    return {
        **contestant.names,
        "memories": stored,
        "add cpu p50": round(statistics.median(cpu for cpu, _ in figures["adds"]), 2),
        "vector later": round(figures["later_ms"][0] / size, 2) if figures["later_ms"][0] > 1 else None,
        "search cpu p50": round(statistics.median(search_ms), 2),
        "cpu p95": round(quantile(search_ms, 0.95), 2),
        "wall p50": round(statistics.median(wall for _, wall in figures["searches"]), 2),
        "first answer × bare": ratio,
        "bytes per memory": round(figures["bytes"] / stored) if stored else None,
    }


def start_ratio(contestant: Contestant, folder: str, job: dict[str, Any], starts: int) -> float:
    """A new process's wall time until its first answer, over a bare interpreter's; medians of runs in turn."""
    bare, first = [], []
    for _ in range(starts):
        began = time.perf_counter()
        _run([str(contestant.python), "-I", "-S", "-c", "pass"], FIRST_S)
        bare.append(time.perf_counter() - began)
        began = time.perf_counter()
        run_side(contestant, folder, job, FIRST_S)
        first.append(time.perf_counter() - began)
    return round(statistics.median(first) / statistics.median(bare), 1)


def contestants(products: list[str], model: dict[str, Any] | None) -> Iterator[Contestant | dict[str, Any]]:
    """Every product with each embedder; a row that says why for what cannot be had."""
    for product in products:
        names = {"product": titled(product)}
        try:
            python = environment(product) if product in PEERS else Path(sys.executable)
        except Unusable as reason:
            yield {**names, "why not": f"not installed: {reason}"}
            continue
        yield Contestant(product, python, None)
        if model is None:
            yield {**names, "embedder": "MiniLM", "why not": "no embedding model can be prepared here"}
        else:
            yield Contestant(product, python, model)


def measured(one: Contestant | dict[str, Any], size: int, searches: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The two rows of a contestant."""
    if isinstance(one, dict):
        return one, one
    rows = []
    for measure in (lambda: finding(one), lambda: timing(one, size, searches)):
        try:
            rows.append(measure())
        except Unusable as reason:
            rows.append({**one.names, "why not": str(reason)})
    return rows[0], rows[1]


def used(columns: tuple[str, ...], rows: list[dict[str, Any]]) -> tuple[str, ...]:
    """The columns that any row has something in."""
    return tuple(name for name in columns if any(row.get(name) is not None for row in rows))


def add_options(parser: argparse.ArgumentParser) -> None:
    """The script's own options."""
    parser.add_argument("--size", type=int, default=1000, help="memories of the timings")
    parser.add_argument("--searches", type=int, default=100, help="searches of the timings")
    parser.add_argument("--sides", default=",".join(SIDES), help="products, separated by commas")


def main() -> int:
    """Measure and print."""
    chosen = arguments(__doc__, add_options)
    products = chosen.sides.split(",")
    unknown = set(products) - set(SIDES)
    if unknown:
        print(f"no such product: {', '.join(sorted(unknown))}; there are {', '.join(SIDES)}", file=sys.stderr)
        return 2
    try:
        model = shared_model()
    except HardwonError as error:
        print(f"without a model: {error}", file=sys.stderr)
        model = None
    found, fast = [], []
    for one in contestants(products, model):
        rows = measured(one, chosen.size, chosen.searches)
        found.append(rows[0])
        fast.append(rows[1])
    print(table(found, used(FOUND, found)))
    print("\nMilliseconds unless said otherwise:\n")
    print(table(fast, used(FAST, fast)))
    print(f"\n{NOTES}")
    write_json(chosen.json, {"found": found, "fast": fast})
    return 0


if __name__ == "__main__":
    sys.exit(main())
