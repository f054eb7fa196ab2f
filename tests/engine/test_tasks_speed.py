"""A look at trackers is quick: thousands of tasks within a second, and next to nothing where nothing has changed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[2] / "bench" / "tasks.py"


def bench_tasks() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_tasks", BENCH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_measurement_looks_at_what_is_new_changed_and_unchanged() -> None:
    module = bench_tasks()
    figures = module.measured(60, 60, 1)
    assert figures["unchanged"] < figures["new"]
    lines = module.table(figures).splitlines()
    assert [line.split("  ")[0] for line in lines[1:]] == ["new", "one changed", "unchanged"]


@pytest.mark.slow
def test_five_thousand_beads_and_two_thousand_tasks_meet_the_goals() -> None:
    module = bench_tasks()
    figures = module.measured(5000, 2000, 3)
    assert {name: figures[name] <= goal for name, goal in module.GOALS_MS.items()} == {"new": True, "unchanged": True}
