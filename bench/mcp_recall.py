"""What a recall costs through MCP on a warm service, against the same search in this process.

    python bench/mcp_recall.py [--memories 2000] [--calls 300] [--rounds 3] [--json]

Both have the same store, the hashing embedder's vectors and the same queries, taken in turns, so that a busy machine
slows both. In process means: an engine that stays open, whose meaning is warm. Times are milliseconds of one search. A
search through MCP changes processes four times, so on a machine with more to do than processors it waits four times;
processor time (of bridge and service together) does not have that in it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from mcp_start import INITIALIZE, asker

from hardwon.config.actor import AGENT
from hardwon.config.paths import Paths
from hardwon.config.settings import load_settings
from hardwon.engine import Engine, open_engine
from hardwon.service.semantics import Semantics
from hardwon.wire import control

GOAL_RATIO = 2.0
BRIDGE = [sys.executable, "-m", "hardwon.server.bridge"]
_THINGS = (
    "billing", "invoice", "search", "upload", "login", "cache", "queue", "report", "payment", "export", "webhook",
)  # fmt: skip
_ACTS = ("restart", "migrate", "test", "deploy", "lint", "profile", "mock", "seed", "retry", "throttle", "archive")
_WAIT_S = 60.0


def texts(count: int) -> list[str]:
    """Memories that look like those of a project."""
    random = Random(7)
    return [
        f"To {random.choice(_ACTS)} the {random.choice(_THINGS)} job run step {number} on port {8000 + number % 97}; "
        f"the {random.choice(_THINGS)} service has to be up before, or {random.choice(_ACTS)} fails."
        for number in range(count)
    ]


def queries(count: int) -> list[str]:
    """Questions to them."""
    random = Random(11)
    return [
        f"how do we {random.choice(_ACTS)} the {random.choice(_THINGS)} job on port {8000 + random.randrange(97)}?"
        for _ in range(count)
    ]


@contextmanager
def warm_engine(environ: dict[str, str], cwd: str) -> Iterator[Engine]:
    """An engine of this process with the vectors in memory."""
    paths = Paths.from_environment(environ)
    semantics = Semantics(paths, lambda: load_settings(paths, environ))
    semantics.start()
    with open_engine(environ, cwd, actor=AGENT, meaning=semantics) as engine:
        _until(lambda: engine.recall("billing job").hits and semantics(("billing job"), engine.stores.readers()))
        yield engine
    semantics.stop()


def _until(found: Any) -> None:
    end, pause = time.monotonic() + _WAIT_S, threading.Event()
    while not found():
        assert time.monotonic() < end, "it did not get warm"
        pause.wait(0.05)


def cpu_ms(pid: int) -> float:
    """Processor time that a process took."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def measure(
    environ: dict[str, str], cwd: str, calls: int, rounds: int
) -> tuple[tuple[list[float], float], tuple[list[float], float]]:
    """Milliseconds of searches with their processor time, in process and through MCP."""
    own: list[float] = []
    through: list[float] = []
    with (
        warm_engine(environ, cwd) as engine,
        subprocess.Popen(BRIDGE, cwd=cwd, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process,
    ):
        ask = asker(process)
        ask("initialize", INITIALIZE)
        ask("tools/call", {"name": "memory_recall", "arguments": {"query": "billing job"}})
        paths = Paths.from_environment(environ)
        _until(lambda: (control.status(paths, environ) or {"state": ""})["state"] == "ready")
        others = (process.pid, (control.status(paths, environ) or {"pid": 0})["pid"])
        own_cpu, through_cpu = 0.0, -sum(map(cpu_ms, others))
        for _ in range(rounds):
            for query in queries(calls):
                began, cpu = time.perf_counter(), time.process_time()
                engine.recall(query)
                own.append((time.perf_counter() - began) * 1000)
                own_cpu += (time.process_time() - cpu) * 1000
                began = time.perf_counter()
                ask("tools/call", {"name": "memory_recall", "arguments": {"query": query}})
                through.append((time.perf_counter() - began) * 1000)
        through_cpu += sum(map(cpu_ms, others))
        assert process.stdin
        process.stdin.close()
    control.stop(paths, environ)
    return (own, own_cpu / len(own)), (through, through_cpu / len(through))


def p95(values: list[float]) -> float:
    """The value that one in twenty is above."""
    return sorted(values)[round(len(values) * 0.95) - 1]


def main() -> int:
    """Measure and print; the exit status says whether the goal was met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=2000)
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        project = Path(home, "shop")
        project.mkdir()
        environ = {"HOME": home, "PATH": os.environ.get("PATH", ""), "HARDWON_EMBEDDER": "hashing"}
        with open_engine(environ | {"HARDWON_SERVICE": "off"}, str(project)) as engine:
            for text in texts(options.memories):
                engine.remember(text)
        own, through = measure(environ, str(project), options.calls, options.rounds)
    rows = [
        {
            "what": name,
            "p50_ms": round(statistics.median(values), 2),
            "p95_ms": round(p95(values), 2),
            "cpu_ms": round(cpu, 2),
        }
        for name, (values, cpu) in (("in process", own), ("through MCP", through))
    ]
    ratio = round(p95(through[0]) / p95(own[0]), 2)
    if not options.json:
        print(f"{'a search':12} {'p50 ms':>8} {'p95 ms':>8} {'cpu ms':>8}")
        for row in rows:
            print(f"{row['what']:12} {row['p50_ms']:8} {row['p95_ms']:8} {row['cpu_ms']:8}")
    figures = {"memories": options.memories, "rows": rows, "ratio_p95": ratio, "goal_ratio": GOAL_RATIO}
    print(json.dumps(figures))
    return 0 if ratio <= GOAL_RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
