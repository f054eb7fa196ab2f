"""How soon the MCP server answers: cold start to tools, to the first recall, and a recall once warm.

    python bench/mcp_start.py [--runs 20] [--json]

Every run starts a new server in an empty home. Times are wall milliseconds; the ratio is to a bare interpreter
(`python -I -S -c pass`) of the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import IO, Any

BARE = [sys.executable, "-I", "-S", "-c", "pass"]
BRIDGE = [sys.executable, "-I", "-m", "hardwon.server.bridge"]
STOP = [sys.executable, "-I", "-m", "hardwon.cli", "service", "stop"]
GOAL_MS = 250.0
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "0"},
}


def asker(process: subprocess.Popen[bytes]) -> Callable[[str, dict[str, Any]], dict[str, Any]]:
    """A function that sends one request and waits for its answer."""
    sent = 0

    def ask(method: str, params: dict[str, Any]) -> dict[str, Any]:
        nonlocal sent
        sent += 1
        to: IO[bytes] | None = process.stdin
        back: IO[bytes] | None = process.stdout
        assert to and back
        message = {"jsonrpc": "2.0", "id": sent, "method": method, "params": params}
        to.write(json.dumps(message).encode() + b"\n")
        to.flush()
        answer: dict[str, Any] = json.loads(back.readline())
        assert answer["id"] == sent and "result" in answer, answer
        return answer

    return ask


def one_run(recalls: int) -> dict[str, float]:
    """Times of one cold start, in milliseconds."""
    # The service may still be closing its files when it has given its place away.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        # No model: preparing one in the background would be measured too.
        environ = {"HOME": home, "PATH": os.environ.get("PATH", ""), "HARDWON_EMBEDDER": "none"}
        began = time.perf_counter()
        subprocess.run(BARE, check=True, env=environ)
        bare = time.perf_counter() - began
        began = time.perf_counter()
        with subprocess.Popen(BRIDGE, cwd=home, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            ask = asker(process)
            ask("initialize", INITIALIZE)
            ask("tools/list", {})
            listed = time.perf_counter() - began
            call = {"name": "memory_recall", "arguments": {"query": "how are the tests run?"}}
            ask("tools/call", {"name": "memory_remember", "arguments": {"content": "Run the tests with pytest."}})
            ask("tools/call", call)
            first = time.perf_counter() - began
            began = time.perf_counter()
            for _ in range(recalls):
                ask("tools/call", call)
            warm = (time.perf_counter() - began) / recalls
            began = time.perf_counter()
            assert process.stdin
            process.stdin.close()
            process.wait()
            leave = time.perf_counter() - began
        began = time.perf_counter()
        with subprocess.Popen(BRIDGE, cwd=home, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            ask = asker(process)
            ask("initialize", INITIALIZE)
            ask("tools/list", {})
            listed_again = time.perf_counter() - began
            assert process.stdin
            process.stdin.close()
            process.wait()
        subprocess.run(STOP, check=True, env=environ, stdout=subprocess.DEVNULL)
    times = {
        "bare interpreter": bare,
        "initialize + tools/list": listed,
        "the same, service up": listed_again,
        "first recall": first,
        "recall": warm,
        "leave": leave,
    }
    return {name: value * 1000 for name, value in times.items()}


def main() -> int:
    """Measure and print; the exit status says whether the goal was met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    options = parser.parse_args()
    runs = [one_run(recalls=20) for _ in range(options.runs)]
    bare = statistics.median(run["bare interpreter"] for run in runs)
    rows = []
    for name in runs[0]:
        values = sorted(run[name] for run in runs)
        p50 = statistics.median(values)
        p95 = values[min(len(values) - 1, round(len(values) * 0.95))]
        rows.append({"what": name, "p50_ms": round(p50, 1), "p95_ms": round(p95, 1), "ratio": round(p50 / bare, 1)})
    if not options.json:
        print(f"{'what':26} {'p50 ms':>8} {'p95 ms':>8} {'x bare':>7}")
        for row in rows:
            print(f"{row['what']:26} {row['p50_ms']:8} {row['p95_ms']:8} {row['ratio']:7}")
    print(json.dumps({"runs": options.runs, "goal_ms": GOAL_MS, "rows": rows}))
    return 0 if max(rows[1]["p95_ms"], rows[2]["p95_ms"]) <= GOAL_MS else 1


if __name__ == "__main__":
    sys.exit(main())
