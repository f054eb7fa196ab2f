"""The simulation of learning meets its goals, small."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[2] / "bench"


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bench_{name}", BENCH / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def figures() -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = loaded("learning").figures(8, 12, (0.1, 0.4))
    return found


def test_ranking_learns_and_marks_alone_do_not(figures: dict[str, dict[str, object]]) -> None:
    off, marks, ours = (figures[scheme]["precision"] for scheme in ("off", "marks", "ours"))
    assert 0.65 < off[0] < 0.75  # type: ignore[index]
    assert ours[12] > 0.88  # type: ignore[index]
    assert ours[12] > marks[12] + 0.1 > off[12] + 0.1  # type: ignore[index]


def test_good_memories_are_hardly_ever_held_back(figures: dict[str, dict[str, object]]) -> None:
    ours = figures["ours"]
    assert ours["good_gated_at_once"] <= 0.01  # type: ignore[operator]
    assert ours["median_return_waves"] <= 3  # type: ignore[operator]


def test_bad_memories_are_out_after_two_failures(figures: dict[str, dict[str, object]]) -> None:
    assert figures["ours"]["out_after_two_failures"] >= 0.93  # type: ignore[operator]
    assert figures["ours"]["out_after_two_failures_soon"] == 1.0


def test_every_project_learns(figures: dict[str, dict[str, object]]) -> None:
    ours = figures["ours"]["precision_of_projects"]
    assert all(after > before + 0.05 for before, after in zip(ours[0], ours[12], strict=True))  # type: ignore[index]


def test_the_report_shows_every_wave(figures: dict[str, dict[str, object]]) -> None:
    text = loaded("learning").report(figures, 12)
    assert "wave" in text
    assert text.count("ours") == 3 + 2 * 13 + 1
    assert "tasks hurt" in text
