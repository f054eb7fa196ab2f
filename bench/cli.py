"""What a command costs: wall time of `mem` in a pipe against a bare interpreter.

    python bench/cli.py [--size 10000] [--runs 40] [--json FILE]

Bare interpreter and commands are run in turn, so that what else the machine does falls on all of them alike. The ratio
is of the medians.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from hardwon.engine import open_engine
from hooks import CATEGORIES, MIDDLE, START, memory

BARE = [sys.executable, "-I", "-S", "-c", "pass"]
MEM = str(Path(sys.executable).with_name("mem"))
GOALS = {"search": 8.0}


def words(name: str, rng: random.Random) -> list[str]:
    """The command line of a run."""
    part = rng.choice(START) + rng.choice(MIDDLE)
    calls = {
        "search": ["search", f"why does the {part} fail without its lock file"],
        "context": ["context"],
        "list": ["list"],
        "add": ["add", f"The {part} keeps its lock file for {rng.random():.9f} seconds."],
        "help": [],
    }
    return [MEM, *calls[name]]


def fill(environ: dict[str, str], project: str, size: int) -> None:
    """Store some memories."""
    rng = random.Random(size)
    with open_engine(environ, project) as engine, engine.batch():
        for number in range(size):
            engine.remember(memory(number, rng), category=rng.choice(CATEGORIES), key=f"bench:{number}")


def measure(size: int, runs: int) -> list[dict[str, Any]]:
    """Rows of the table for a store of some size."""
    times: dict[str, list[float]] = {name: [] for name in ("bare", "search", "context", "list", "add", "help")}
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        environ = {"HOME": folder, "PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
        fill(environ, folder, size)
        for turn in range(runs + 3):
            for name, taken in times.items():
                argv = BARE if name == "bare" else words(name, rng)
                begin = time.perf_counter()
                subprocess.run(argv, env=environ, cwd=folder, capture_output=True, check=True, stdin=subprocess.DEVNULL)
                if turn >= 3:  # the first ones warm the caches
                    taken.append((time.perf_counter() - begin) * 1000)
    bare = statistics.median(times["bare"])
    return [
        {
            "command": name,
            "size": size,
            "p50_ms": round(statistics.median(taken), 2),
            "ratio": round(statistics.median(taken) / bare, 2),
            "goal": GOALS.get(name),
        }
        for name, taken in times.items()
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=10_000, help="memories in the store")
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--json", help="write the rows to this file too")
    options = parser.parse_args()
    rows = measure(options.size, options.runs)
    print(f"{'command':<10}{'memories':>10}{'p50 ms':>10}{'ratio':>8}{'goal':>8}")
    for row in rows:
        goal = f"≤ {row['goal']}" if row["goal"] else ""
        print(f"{row['command']:<10}{row['size']:>10}{row['p50_ms']:>10}{row['ratio']:>8}{goal:>8}")
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
