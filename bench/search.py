"""What a search costs in process, and what a memory costs: CPU, wall, resident memory, bytes, adding.

    python bench/search.py [--sizes 1000,10000] [--searches 300] [--json FILE]

Each size is measured in a process of its own. The memories have 200 characters and speak of a project's components as
projects do: a few are in every other note, most are rare (Zipf's law). Vectors are made up (384 dimensions, around some
hundred subjects), since a search costs the same whatever they mean, and the query's own vector is given: what embedding
it costs depends on the model alone (bench/hooks.py has the whole way). A size of 100000 takes some minutes to fill;
--keep leaves what was filled in a folder for the next run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from figures import arguments, quantile, table, write_json
from numpy.typing import NDArray
from shelf import HYBRID, LEXICAL, Shelf

from hardwon.store import spaces
from hardwon.store.identity import SpaceIdentity
from hooks import CATEGORIES, memory, place, prompt

DIMENSIONS = 384
CHARACTERS = 200
SUBJECTS = 200
ADDS = 200
LIMIT = 5
GOALS_MS = {1_000: 2.0, 10_000: 5.0, 100_000: 12.0}
ADD_GOAL_MS = 2.0
BYTES_GOAL = 1500
SPREAD_GOAL = 3.0
COLUMNS = ("memories", "what", "cpu p50 ms", "cpu p95 ms", "wall p50 ms", "wall p95 ms", "goal ms")


def text(number: int, rng: random.Random) -> str:
    """A note of about 200 characters."""
    parts = [memory(number, rng)]
    while sum(map(len, parts)) + len(parts) < CHARACTERS:
        parts.append(memory(number, rng).split(";")[0] + ".")
    return " ".join(parts)[:CHARACTERS]


class MadeUp:
    """Vectors around some subjects, and queries near them; stands for a model (shelf.Model)."""

    def __init__(self, count: int) -> None:
        self._source = np.random.default_rng(1)
        subjects = self._source.standard_normal((SUBJECTS, DIMENSIONS))
        noise = self._source.standard_normal((count, DIMENSIONS))
        self.vectors = (subjects[self._source.integers(0, SUBJECTS, count)] + noise).astype(np.float32)
        self.embedder = self
        self.identity = SpaceIdentity(provider="bench", model="made-up", revision="1", dimensions=DIMENSIONS)

    def query(self, text: str, mode: str) -> tuple[NDArray[Any], tuple[float, float]]:
        """A vector near one of the memories'."""
        near = self.vectors[self._source.integers(0, len(self.vectors))]
        return near + self._source.standard_normal(DIMENSIONS).astype(np.float32), (0.15, 0.85)

    def embed_documents(self, texts: list[str]) -> NDArray[np.float32]:
        """The vectors of later memories."""
        return self._source.standard_normal((len(texts), DIMENSIONS)).astype(np.float32)


def fill(shelf: Shelf, size: int, made_up: MadeUp, rng: random.Random) -> None:
    """Store memories and their vectors."""
    with_vectors = 0
    for begin in range(0, size, 1000):
        with shelf.engine.batch():
            for number in range(begin, min(begin + 1000, size)):
                shelf.remember(text(number, rng), category=rng.choice(CATEGORIES))
    database = shelf.engine.stores.writing(shelf.engine.project)
    space = spaces.ensure_space(database, made_up.identity, 0)
    while waiting := spaces.pending(database, space, 2000):
        vectors = made_up.vectors[with_vectors : with_vectors + len(waiting)]
        spaces.put(database, space, zip((row for row, _ in waiting), vectors, strict=True))
        with_vectors += len(waiting)


def timed(work: Callable[[int], object], count: int) -> tuple[list[float], list[float]]:
    """CPU and wall milliseconds of each of some calls."""
    cpu, wall = [], []
    for number in range(count):
        wall_at, cpu_at = time.perf_counter(), time.thread_time()
        work(number)
        cpu.append((time.thread_time() - cpu_at) * 1000)
        wall.append((time.perf_counter() - wall_at) * 1000)
    return cpu, wall


def resident_mb() -> float:
    """This process's resident memory."""
    with open("/proc/self/statm") as source:
        return int(source.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def row(size: int, what: str, cpu: list[float], wall: list[float], goal: float | None) -> dict[str, Any]:
    """One row of the table."""
    return {
        "memories": size,
        "what": what,
        "cpu p50 ms": round(statistics.median(cpu), 2),
        "cpu p95 ms": round(quantile(cpu, 0.95), 2),
        "wall p50 ms": round(statistics.median(wall), 2),
        "wall p95 ms": round(quantile(wall, 0.95), 2),
        "goal ms": goal,
    }


def measure(size: int, searches: int, keep: str | None) -> dict[str, Any]:
    """Everything about one size; in a process of its own, for the memory's sake."""
    rng = random.Random(size)
    made_up = MadeUp(size)
    empty_mb = resident_mb()
    rows = []
    with place(keep, f"search-{size}") as folder, Shelf(folder, made_up) as shelf:
        if not (folder / "filled").exists():
            fill(shelf, size, made_up, rng)
            (folder / "filled").touch()
        shelf.embed()
        for mode in (LEXICAL, HYBRID):
            prompts = [prompt(rng) for _ in range(searches + 10)]

            def search(number: int, mode: str = mode, prompts: list[str] = prompts) -> object:
                return shelf.search(prompts[number], mode, LIMIT, asked=False)

            timed(search, 10)
            goal = GOALS_MS.get(size) if mode == HYBRID else None
            rows.append(row(size, f"{mode} search", *timed(search, searches), goal))
        grown_mb = resident_mb()
        serial = time.time_ns() // 1_000_000_000 * ADDS  # a kept store has the last run's
        texts = [text(serial + number, rng) for number in range(ADDS)]
        adding = timed(lambda number: shelf.remember(texts[number]), ADDS)
        rows.append(row(size, "add", *adding, ADD_GOAL_MS))
        database = shelf.engine.stores.writing(shelf.engine.project)
        shelf.embed()
        database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        file_bytes, memories = os.path.getsize(database.path), spaces.live_count(database)
    return {
        "rows": rows,
        "memories": size,
        "bytes per memory": round(file_bytes / memories),
        "RSS MB": round(grown_mb),
        "of it before filling": round(empty_mb),
    }


def apart(size: int, searches: int, keep: str | None) -> dict[str, Any]:
    """`measure` in a process of its own."""
    argv = [sys.executable, __file__, "--one", str(size), "--searches", str(searches)]
    argv += ["--keep", keep] if keep else []
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def add_options(parser: argparse.ArgumentParser) -> None:
    """The script's own options."""
    parser.add_argument("--sizes", default="1000,10000", help="numbers of memories, separated by commas")
    parser.add_argument("--searches", type=int, default=300, help="searches of each kind")
    parser.add_argument("--keep", metavar="FOLDER", help="leave what was filled there for the next run")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)


def main() -> int:
    """Measure and print."""
    chosen = arguments(__doc__, add_options)
    if chosen.one:
        print(json.dumps(measure(chosen.one, chosen.searches, chosen.keep)))
        return 0
    figures = [apart(int(size), chosen.searches, chosen.keep) for size in chosen.sizes.split(",")]
    rows = [row for one in figures for row in one["rows"]]
    for one in rows:
        one["p95 / p50"] = round(one["cpu p95 ms"] / one["cpu p50 ms"], 1)
    print(table(rows, (*COLUMNS, "p95 / p50")))
    print(f"\ngoals: CPU p50 as shown, p95 at most {SPREAD_GOAL:g} times it; {BYTES_GOAL} bytes for each memory\n")
    print(table(figures, ("memories", "bytes per memory", "RSS MB", "of it before filling")))
    write_json(chosen.json, figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
