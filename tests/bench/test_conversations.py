"""The benchmarks on conversations, run on a few turns in the form of their data."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"


def figures(script: str, data: Path, folder: Path, *options: str) -> tuple[Any, str]:
    """What a benchmark writes and what it prints."""
    target = folder / "figures.json"
    argv = [sys.executable, ROOT / "bench" / script, data, "--json", target, *options]
    done = subprocess.run([str(part) for part in argv], capture_output=True, text=True, timeout=60, check=True)
    return json.loads(target.read_text(encoding="utf-8")), done.stdout


def one(rows: list[dict[str, Any]], mode: str, questions: str = "all") -> dict[str, Any]:
    found = [row for row in rows if row["mode"] == mode and row.get("questions", "all") == questions]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("embedder", ["none", "hashing"])
def test_locomo_finds_turns_and_their_sessions(tmp_path: Path, embedder: str) -> None:
    result, printed = figures("locomo.py", DATA / "locomo_small.json", tmp_path, "--embedder", embedder)
    modes = ["lexical"] if embedder == "none" else ["lexical", "semantic", "hybrid"]
    assert [row["mode"] for row in result["sessions"]] == modes
    for mode in (modes[0], modes[-1]):
        turns, sessions = one(result["turns"], mode), one(result["sessions"], mode)
        assert turns["n"] == 4  # the adversarial one counts for sessions only, the one without evidence nowhere
        assert sessions["n"] == 5
        assert turns["R@10"] == 100.0
        assert turns["MRR"] > 0.7
        assert sessions["session hit@1"] >= 80.0
        assert sessions["hit@5"] == 100.0
        assert one(result["turns"], mode, "temporal")["R@5"] == 100.0
    assert "R@10 shipped" in printed


@pytest.mark.parametrize("embedder", ["none", "hashing"])
def test_longmemeval_finds_sessions_and_turns(tmp_path: Path, embedder: str) -> None:
    result, printed = figures("longmemeval.py", DATA / "longmemeval_small.json", tmp_path, "--embedder", embedder)
    sessions, turns = one(result["sessions"], "lexical"), one(result["turns"], "lexical")
    assert sessions["n"] == turns["n"] == 4  # the one that cannot be answered is none of them
    assert sessions["any@1"] == 100.0
    assert sessions["R@5"] == 100.0
    assert turns["NDCG@10"] > 80.0
    assert one(result["sessions"], "lexical", "multi-session")["n"] == 1
    assert [row["n"] for row in result["abstention"]] == [1] * len(result["abstention"])
    assert one(result["abstention"], "lexical")["given anything"] == 0.0
    assert printed.startswith("sessions\n")


def test_longmemeval_takes_some_questions_and_always_the_same(tmp_path: Path) -> None:
    options = ("--embedder", "none", "--questions", "2")
    first, _ = figures("longmemeval.py", DATA / "longmemeval_small.json", tmp_path, *options)
    again, _ = figures("longmemeval.py", DATA / "longmemeval_small.json", tmp_path, *options)
    assert first == again
    assert one(first["sessions"], "lexical")["n"] + len(first["abstention"]) == 2


def test_gain_counts_what_stands_first_more() -> None:
    orders = "[1, 2], [3, 1, 2], [3, 4], [2, 3, 4, 1]"
    code = f"from figures import ndcg; print([round(ndcg(ranked, {{1, 2}}, 3), 3) for ranked in ({orders})])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT / "bench", capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[1.0, 0.693, 0.0, 0.613]"
