"""How fast capture reads a long transcript, in how much memory, and what a second pass costs."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hardwon.text.listed import listed

SIZE_MB = 300
MORE_MB = 3
GOALS = {"mb_per_s": 20.0, "peak_mb": 200.0}
_WORDS = sorted(
    listed(
        """parser queue token field retry index worker cache order invoice client schema handler route stream batch
        value import session request buffer table column render model config event timeout reader writer"""
    )
)
_ASKED = (
    "look at the {a} of the {b}, it seems odd", "add a test for the {a}", "why does the {a} come before the {b}?",
    "rename {a} to {b}",
    "always run the {a} checks before the {b} ones", "ok, go on", "the {a} listens on port 54{n:02d}",
)  # fmt: skip
_CAPTURE = """
import json, resource, sys, time
from hardwon.engine import open_engine
from hardwon.engine.capturing import capture
environ = json.loads(sys.argv[1])
with open_engine(environ, sys.argv[2]) as engine:
    started, worked = time.perf_counter(), time.process_time()
    report = capture(engine, transcript_path=sys.argv[3], session_id="long")
    seconds, cpu = time.perf_counter() - started, time.process_time() - worked
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": seconds, "cpu": cpu, "bytes": report.bytes_read, "new": report.new, "peak_mb": peak}))
"""


def lines(size: int, seed: int, start: int = 0) -> Iterator[str]:
    """A transcript's lines: prompts, answers, commands with their output, files read and edited, and stored requests.

    Claude Code 2.1 stores every request beside the conversation; here they are a third of the bytes, in real files
        more.

    Args:
        size: bytes in all, about. seed: makes the same again. start: the first line's number.
    """
    source = random.Random(seed)
    written, number = 0, start
    while written < size:
        for entry in _exchange(source, number):
            number += 1
            shared = {
                "uuid": f"u{number}",
                "sessionId": "long",
                "cwd": "/home/dev/app",
                "timestamp": "2026-11-20T10:00:00Z",
            }
            line = json.dumps({"type": entry["type"], **shared, **entry}, separators=(",", ":"))
            written += len(line) + 1
            yield line + "\n"


def _exchange(source: random.Random, number: int) -> Iterator[dict[str, Any]]:
    a, b = source.sample(_WORDS, 2)
    asked = source.choice(_ASKED).format(a=a, b=b, n=number % 100)
    yield {"type": "user", "promptSource": "typed", "message": {"role": "user", "content": asked}}
    requests = {"type": "api-request-blob", "blob": _code(source) * 2}
    for step in range(source.randint(3, 9)):
        if step % 2:
            yield requests
        call = f"t{number}-{step}"
        yield _assistant({"type": "text", "text": f"The {a} reads the {b} first. " + _prose(source, 40)})
        kind = source.random()
        if kind < 0.5:
            uses, output = ("Bash", {"command": f"pytest -q tests/test_{a}.py"}), _output(source)
        elif kind < 0.8:
            uses, output = ("Read", {"file_path": f"/home/dev/app/src/{a}.py"}), _code(source)
        else:
            uses = (
                "Edit",
                {"file_path": f"/home/dev/app/src/{b}.py", "old_string": _prose(source, 12), "new_string": a},
            )
            output = "The file has been updated successfully."
        yield _assistant({"type": "tool_use", "id": call, "name": uses[0], "input": uses[1]})
        failed = kind < 0.1
        result = {"type": "tool_result", "tool_use_id": call, "content": output, "is_error": failed}
        told = {"stdout": output, "stderr": "", "interrupted": False}
        yield {"type": "user", "message": {"role": "user", "content": [result]}, "toolUseResult": told}


def _assistant(block: dict[str, Any]) -> dict[str, Any]:
    return {"type": "assistant", "message": {"role": "assistant", "content": [block]}}


def _prose(source: random.Random, count: int) -> str:
    return " ".join(source.choices(_WORDS, k=count))


def _output(source: random.Random) -> str:
    rows = [
        f"tests/test_{source.choice(_WORDS)}.py::test_{i} PASSED [{i % 100:3d}%] {_prose(source, 3)}" for i in range(60)
    ]
    return "\n".join([*rows, f"{len(rows)} passed in 1.2s"])


def _code(source: random.Random) -> str:
    return "\n".join(
        f"{i:6d}\t    {source.choice(_WORDS)} = {source.choice(_WORDS)}({i})" for i in range(source.randint(60, 400))
    )


def scale_figures(size_mb: int = SIZE_MB) -> dict[str, Any]:
    """Speed and memory of a first pass, and the cost of a second one after a few more megabytes.

    Args:
        size_mb: of the transcript.
    """
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        (home / "app").mkdir()
        path = home / "long.jsonl"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(lines(size_mb * 1_000_000, seed=1))
        first = _run(home, path)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(lines(MORE_MB * 1_000_000, seed=2, start=10_000_000))
        second = _run(home, path)
        third = _run(home, path)
    return {
        "size_mb": round(first["bytes"] / 1e6, 1),
        "mb_per_s": round(first["bytes"] / 1e6 / first["seconds"], 1),
        "mb_per_cpu_s": round(first["bytes"] / 1e6 / first["cpu"], 1),
        "peak_mb": round(first["peak_mb"], 1),
        "second_pass_new_mb": MORE_MB,
        "second_pass_read_mb": round(second["bytes"] / 1e6, 2),
        "second_pass_s": round(second["seconds"], 2),
        "pass_over_nothing_new_s": round(third["seconds"], 3),
        "goals": GOALS,
    }


def _run(home: Path, path: Path) -> dict[str, float]:
    environ = {"HOME": str(home), "HARDWON_HOME": str(home / "data"), "HARDWON_CONFIG": str(home / "config.toml")}
    command = [sys.executable, "-c", _CAPTURE, json.dumps(environ), str(home / "app"), str(path)]
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {**json.loads(done.stdout), "whole_s": time.perf_counter() - started}
