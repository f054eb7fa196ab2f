"""`mem stats` shows what helped and what hurt, when, and what was learnt; the same numbers in a pipe and in JSON."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hardwon.cli import plots
from hardwon.cli.screen import Screen
from hardwon.config.paths import Paths
from hardwon.engine.evaluation import Trace
from hardwon.engine.report import WEEK_MS, WEEKS
from workbench import DAY_MS, Bench

from .conftest import Mem


def added(mem: Mem, text: str, category: str = "gotcha") -> str:
    return str(mem("add", text, "-c", category, "--json").data["id"])


@pytest.fixture
def judged(mem: Mem) -> Mem:
    helped, hurt, _ = (added(mem, f"Port {number} is taken by the proxy") for number in (80, 81, 82))
    rule = added(mem, "Run the checks with `make check`", "convention")
    for id, verdict in ((helped, "worked"), (hurt, "failed"), (rule, "worked")):
        mem("outcome", id, verdict)
    return mem


def test_what_helped_and_what_hurt_is_told_by_category(judged: Mem) -> None:
    data = judged("stats", "--json").data
    assert data["effects"] == {"helped": 2, "hurt": 1, "unknown": 1}
    assert data["effects_by_category"]["gotcha"] == {"helped": 1, "hurt": 1, "unknown": 1}
    lines = [" ".join(line.split()) for line in judged("stats").out.splitlines()]
    assert "gotcha 1 helped, 1 hurt, 1 unknown" in lines
    assert "all 2 helped, 1 hurt, 1 unknown" in lines


def test_what_was_learnt_this_week_stands_with_what_became_of_it(judged: Mem) -> None:
    out = judged("stats").out
    assert "learnt in the last seven days: 4" in out
    assert "(convention; helped) Run the checks with `make check`" in out
    assert "(gotcha; hurt) Port 81 is taken by the proxy" in out
    assert "learnt 0 0 0 0 0 0 0 0 0 0 0 4" in out


def test_an_empty_project_shows_no_plots(mem: Mem) -> None:
    out = mem("stats").out
    assert "weeks" not in out
    assert "became" not in out


def test_all_projects_are_told_under_their_own_heading(
    judged: Mem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    added(judged, "Something of another project")
    whole = judged("stats", "--all-projects").out.splitlines()
    assert whole[0].split() == ["project", "all", "projects"]
    assert whole[1].split()[:2] == ["memories", "5"]
    data = judged("stats", "--all-projects", "--json").data
    assert (data["project"], data["name"], data["effects"]["helped"]) == ("", "all projects", 2)
    assert judged("stats", "--json").data["memories"] == 1


def test_weeks_end_now_and_hold_what_happened_in_them(bench: Bench) -> None:
    (memory,) = bench.remember("Ports begin at 8000")
    bench.tick(10 * DAY_MS)
    with bench.engine() as engine:
        engine.record_outcome(memory, "worked")
        weeks = engine.stats()["over_time"]
    assert isinstance(weeks, list)
    assert [week["from"] for week in weeks] == [bench.now - (WEEKS - number) * WEEK_MS for number in range(WEEKS)]
    assert [(week["learnt"], week["worked"]) for week in weeks[-2:]] == [(1, 0), (0, 1)]
    assert sum(week["learnt"] for week in weeks) == 1


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 1000])
def test_a_column_is_full_for_the_most_and_low_for_the_least(count: int) -> None:
    screen = Screen(is_terminal=True, width=80)
    (line,) = plots.weeks(screen, [{"learnt": number, "worked": 0, "failed": 0, "partial": 0} for number in (0, count)])
    assert line.split()[1] == "·█"


def test_bars_are_no_longer_than_their_place_and_show_what_is_there_at_all() -> None:
    screen = Screen(is_terminal=True, width=80)
    counts = {"helped": 1000, "hurt": 1, "unknown": 1}
    (bar, total) = plots.effects(screen, {"gotcha": counts, "all": counts})
    assert len(bar) <= 80
    assert bar.count("▓") + bar.count("░") <= 2
    assert total.split()[:2] == ["all", "1000"]


def test_what_a_host_was_offered_and_used_is_counted(mem: Mem) -> None:
    id = added(mem, "Run the checks with `make check`", "convention")
    assert mem("stats", "--json").data["evaluation"]["turns"] == 0
    assert "evaluation" not in mem("stats").out
    data = mem("stats", "--json").data
    trace = Trace(Paths.from_environment(os.environ), data["project"], "hermes")
    trace.offered("s1", "how are the checks run?", [id], at=1, took_ms=5)
    trace.offered("s1", "and then?", [], at=2, took_ms=6000, late=True)
    trace.effects("s1", {id: "command"}, [], at=3)
    assert "1 offered in 1 of 2 turns, 1 used, 1 too late" in mem("stats").out
