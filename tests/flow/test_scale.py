"""A hundred thousand memories of forty projects in one file: still small, still quick, in little memory."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hooks.client import Client
from workbench import Bench

PROJECTS = 40
MEMORIES = 100_000
VOCABULARY = [f"word{number}" for number in range(3000)]

ASK = """
import json, resource, sys, time
from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.engine.quick import open_quick

environ, binding, prompts = json.load(sys.stdin)
took, found = {"prompt": [], "brief": [], "file": []}, 0
for prompt in prompts:
    for kind in took:
        begun = time.perf_counter()
        with open_quick(Paths.from_environment(environ), binding, Settings({}), now_ms=1790000000000) as quick:
            if kind == "prompt":
                found += bool(quick.for_prompt(prompt).ids)
            elif kind == "brief":
                quick.brief()
            else:
                quick.for_situation(files=["src/" + prompt.split()[0] + ".py"])
        took[kind].append(time.perf_counter() - begun)
rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1024 if sys.platform != "darwin" else 1)
print(json.dumps({"took": took, "found": found, "rss": rss}))
"""

# From a small process: what a child weighs before it becomes a hook counts as its own.
HOOKS = """
import json, os, resource, subprocess, sys, time
argv, environ, payloads = json.load(sys.stdin)
took, said = [], 0
for payload in payloads:
    begun = time.perf_counter()
    done = subprocess.run(argv, input=json.dumps(payload).encode(), env=environ, capture_output=True, timeout=20)
    took.append(time.perf_counter() - begun)
    assert (done.returncode, done.stderr) == (0, b"")
    said += bool(done.stdout)
rss = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1024 if sys.platform != "darwin" else 1)
print(json.dumps({"took": took, "said": said, "rss": rss}))
"""


def run_hooks(bench: Bench, folder: Path, prompts: list[str]) -> dict[str, Any]:
    """Prompts and starts of sessions, each as the client runs its hook."""
    client = Client(bench.home, folder)
    client.environ.update(bench.more)
    payloads = [
        {"session_id": f"s{number}", "cwd": str(folder), "hook_event_name": "UserPromptSubmit", "prompt": prompt}
        for number, prompt in enumerate(prompts)
    ]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", HOOKS],
        input=json.dumps([client.argv("UserPromptSubmit"), client.environ, payloads]),
        capture_output=True,
        text=True,
        check=True,
    )
    client.settle()
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.slow
def test_a_hundred_thousand_memories_in_one_file(home: Path) -> None:
    bench = Bench.at(home, HARDWON_DB=str(home / "all.db"))
    chance = random.Random(7)
    for number in range(PROJECTS):
        folder = home / f"p{number}"
        folder.mkdir()
        with bench.engine(folder=folder) as engine, engine.batch():
            for place in range(number, MEMORIES, PROJECTS):
                engine.remember(f"memory {place}: " + " ".join(chance.choices(VOCABULARY, k=25)))
    size = (home / "all.db").stat().st_size
    assert size < 200_000_000, size

    prompts = [" ".join(chance.choices(VOCABULARY, k=chance.choice([3, 8, 40]))) for _ in range(40)]
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        input=json.dumps([bench.environ, f"path:{home}/p3", prompts]),
        env={**os.environ, **bench.environ},
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    assert told["found"] > len(prompts) / 4
    assert told["rss"] < 150_000_000, told["rss"]
    for kind, times in told["took"].items():
        worst = sorted(times)[int(len(times) * 0.95)]
        assert worst < 0.25, (kind, worst)

    told = run_hooks(bench, home / "p3", prompts)
    assert told["said"] > len(prompts) / 4
    assert told["rss"] < 150_000_000, told["rss"]
    assert sorted(told["took"])[int(len(prompts) * 0.95)] < 0.3, told["took"]

    with bench.engine(folder=home / "p3") as engine:
        assert engine.list(limit=1)[1] == MEMORIES // PROJECTS
        assert all(hit.project == f"path:{home}/p3" for hit in engine.recall(prompts[0]).hits)
        assert engine.list(limit=1, all_projects=True)[1] == MEMORIES
