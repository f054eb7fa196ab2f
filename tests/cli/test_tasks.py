"""`mem tasks` and its kin, and `mem backfill`: what was found and what not, readable in 80 columns, stable as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hardwon.hosts.claude_code.projects import slug
from hosts.lines import Lines
from outcomes.beads_data import LEGACY, MODERN, write_database, write_lines

from .conftest import Called, Mem


def claude_files(home: Path) -> None:
    """Task files as a client leaves them: some done, one cut, with the client's own marks beside them."""
    folder = home / ".claude" / "tasks" / "sess-a"
    folder.mkdir(parents=True)
    for id, subject, status in (("1", "Add index", "completed"), ("2", "Backfill rows", "in_progress")):
        (folder / f"{id}.json").write_text(json.dumps({"id": id, "subject": subject, "status": status}))
    (folder / "4.json").write_text('{"id": "4", "sub')
    (folder / ".lock").touch()
    (folder / ".highwatermark").write_text("3")
    todos = home / ".claude" / "todos"
    todos.mkdir()
    (todos / "sess-b-agent-sess-b.json").write_text(json.dumps([{"content": "Ship", "status": "Completed"}, None]))


def verdicts(called: Called) -> dict[str, str | None]:
    return {task["id"]: task["verdict"] for task in called.data["tasks"]}


def test_every_source_is_found_by_itself_and_told_in_a_line(mem: Mem, project: Path, home: Path) -> None:
    claude_files(home)
    write_lines(project, MODERN)
    lines = mem("tasks-sync").out.splitlines()
    assert [line.split(":")[0] for line in lines[:3]] == ["Claude Code tasks", "Claude Code todos", "Beads"]
    assert "4.json is cut or no JSON; skipped" in lines[0]
    assert lines[3] == "11 new tasks, 6 closed."
    assert mem("tasks-sync").out.splitlines()[-1] == "Nothing has changed."
    assert verdicts(mem("tasks", "--json"))["1"] == "worked"


def test_what_is_not_there_is_told_too(mem: Mem) -> None:
    assert mem("tasks-sync").out.count("none") == 3
    called = mem("tasks")
    assert called.out == ""
    assert "Beads: none here" in called.err
    assert mem("tasks", "--json").data["tasks"] == []


@pytest.mark.parametrize(("records", "expected"), [
    (MODERN, {"shop-k1": "worked", "shop-k2": "failed", "shop-k3": "neutral", "shop-k4": "neutral", "shop-k5": None,
              "shop-k6": None, "shop-k6.1": None, "shop-k7": None}),
    (LEGACY, {"old-1": "neutral", "old-2": None, "old-4": None, "old-5": "neutral", "old-6": "worked",
              "old-7": "neutral"}),
], ids=["2026", "2025"])  # fmt: skip
def test_beads_of_both_ages(
    mem: Mem, project: Path, records: tuple[dict[str, object], ...], expected: dict[str, str | None]
) -> None:
    write_lines(project, records)
    assert verdicts(mem("tasks", "--source", "beads", "--json")) == expected
    assert mem("beads-stats", "--json").data["tasks"] == len(expected)


def test_a_database_of_beads_is_left_as_it_is(mem: Mem, project: Path) -> None:
    write_database(project).close()
    folder = project / ".beads"
    before = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()}
    assert verdicts(mem("tasks", "--json")) == {"db-1": "worked", "db-2": None, "db-3": "neutral"}
    assert {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()} == before


def test_nothing_of_theirs_is_written(mem: Mem, project: Path, home: Path) -> None:
    claude_files(home)
    write_lines(project, MODERN)
    roots = (home / ".claude", project / ".beads")
    files = [path for root in roots for path in root.rglob("*") if path.is_file()]
    before = [(path, path.stat().st_mtime_ns, path.read_bytes()) for path in files]
    for command in ("tasks-sync", "tasks", "tasks-stats", "beads-sync"):
        mem(command)
    assert [(path, path.stat().st_mtime_ns, path.read_bytes()) for path in files] == before
    assert sorted(path for root in roots for path in root.rglob("*") if path.is_file()) == sorted(files)


def test_a_task_shows_what_fits_it_and_what_happened_the_last_time(mem: Mem, project: Path) -> None:
    write_lines(project, MODERN)
    mem("add", "Totals must be rounded once, in cart.py", "-c", "gotcha")
    out = mem("tasks-context", "Totals are off by a cent again").out
    assert "(gotcha) Totals must be rounded once" in out
    assert "done  shop-k1 Totals are off by a cent, 2026-03-02: Fixed by rounding once, at the end" in out
    data = mem("beads-context", "shop-k6.1", "--json").data
    assert (data["task"]["id"], data["task"]["state"], data["text"]) == ("shop-k6.1", "active", "A step")


def test_a_memory_can_be_linked_to_a_task_and_gets_its_end(mem: Mem, project: Path) -> None:
    write_lines(project, [{**MODERN[0], "status": "in_progress"}])
    id = mem("add", "Totals must be rounded once", "--json").data["id"]
    assert "linked by you" in mem("tasks-context", "shop-k1", "--link", id).out
    write_lines(project, [MODERN[0]])
    synced = mem("tasks-sync", "--json").data
    assert (synced["closed"], synced["recorded"]) == (1, 1)
    assert mem("show", id, "--json").data["record"]["worked"] == 1
    assert mem("tasks-stats", "--json").data["outcomes"] == {"worked": 1, "failed": 0, "partial": 0}


def test_a_task_that_is_none_is_searched_for_and_without_one_a_task_must_be_under_way(mem: Mem, project: Path) -> None:
    assert "Nothing is known" in mem("tasks-context", "polish the doors").err
    assert "nobody is at a task" in mem("tasks-context", status=1).err
    write_lines(project, MODERN)
    assert "shop-k6" in mem("tasks-context").out


def test_hostile_titles_move_no_cursor_and_fit_a_terminal(mem: Mem, project: Path) -> None:
    title = "\x1b[2J\u202ered \x07alert " + "long " * 60
    write_lines(project, [{"id": "x-1", "title": title, "status": "open", "created_at": "2026-01-01T00:00:00Z"}])
    out = mem("tasks").out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert out.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="script's options differ")
def test_in_a_terminal_every_line_has_at_most_80_columns(mem: Mem, project: Path, home: Path) -> None:
    claude_files(home)
    write_lines(project, [{**MODERN[0], "title": "A long title " * 20}, *MODERN[1:]])
    done = subprocess.run(
        ["script", "-qec", f"stty cols 80; {sys.executable} -m hardwon.cli tasks", "/dev/null"],
        env={**os.environ, "NO_COLOR": "1", "TERM": "xterm"}, capture_output=True, check=True, timeout=60,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    lines = [line for line in done.stdout.decode().splitlines() if "A long title" in line]
    assert lines
    assert all(len(line.rstrip()) <= 80 for line in lines)


def test_backfill_tells_what_it_read_and_a_dry_run_keeps_nothing(mem: Mem, project: Path, home: Path) -> None:
    lines = Lines("s-1", cwd=str(project)).person("From now on, always run the tests with `make check`.")
    lines.write(home / ".claude" / "projects" / slug(str(project)) / "s-1.jsonl")
    write_lines(project, MODERN)
    dry = mem("backfill", "--dry-run").out
    assert dry.startswith("Read 1 session of 1, 0 commits, 4 closed beads.\nWould store 3 memories")
    assert mem("list").out == ""
    told = mem("backfill", "--json").data
    assert (told["new"], told["sessions_read"], told["beads"], told["dry_run"]) == (3, 1, 4, False)
    assert "make check" in mem("list").out
    assert mem("backfill", "--since", "2100-01-01", "--json").data["sessions"] == 0
    assert "write 2026-03-01" in mem("backfill", "--since", "whenever", status=2).err
