"""How long a look at trackers takes: 5,000 beads and 2,000 tasks, new and unchanged.

    python bench/tasks.py [--beads N] [--tasks N] [--rounds N] [--json FILE]

The files are made in a temporary folder, with 60 transcripts beside them and a memory that was given to each session,
so that every close of a session looks for memories. "new" is the first look at all of them; "one changed" is a look
after one bead was closed and one task finished; "unchanged" a look at files that are as they were. Each figure is the
median of the rounds, in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from hardwon.engine import open_engine
from hardwon.engine.tasks import sync
from hardwon.hosts.claude_code.projects import slug

GOALS_MS = {"new": 1000.0, "unchanged": 50.0}
LISTS = 60
START_MS = 1_770_000_000_000
MINUTE_MS = 60_000


class Trackers:
    """A project with many beads and tasks, below a folder of its own."""

    def __init__(self, folder: Path, beads: int, tasks: int) -> None:
        self.home = folder / "home"
        self.project = folder / "app"
        self.environ = {"HOME": str(self.home), "HARDWON_HOME": str(folder / "data")}
        self.lines = [_bead(number) for number in range(beads)]
        self._write_beads()
        for number in range(tasks):
            self.write_task(number, "completed" if number % 3 else "in_progress")
        transcripts = self.home / ".claude" / "projects" / slug(str(self.project))
        transcripts.mkdir(parents=True)
        for number in range(LISTS):
            (transcripts / f"session-{number}.jsonl").write_text('{"type": "summary", "summary": "nothing"}\n' * 200)

    def give(self) -> None:
        """Give a memory to every session."""
        with open_engine(self.environ, str(self.project)) as engine:
            memory = engine.remember("Totals are rounded once, at the end").memory.id
            for number in range(LISTS):
                name, at = f"session-{number}", START_MS + 10 * MINUTE_MS
                engine.note_injections(session_id=name, event="Recall", memory_ids=[memory], at=at, key=f"g{number}")

    def change_one(self, round: int) -> None:
        """Close one more bead, and turn one task."""
        self.lines[round]["status"] = "closed" if self.lines[round]["status"] != "closed" else "open"
        self._write_beads()
        self.write_task(round, "completed" if round % 3 == 0 else "pending")

    def look(self) -> float:
        """Look at everything once; tell how long that took, in milliseconds."""
        begin = time.perf_counter()
        with open_engine(self.environ, str(self.project)) as engine:
            sync(engine, self.environ)
        return (time.perf_counter() - begin) * 1000

    def _write_beads(self) -> None:
        folder = self.project / ".beads"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "issues.jsonl").write_text("".join(json.dumps(line) + "\n" for line in self.lines))

    def write_task(self, number: int, status: str) -> None:
        """Write the file of one task."""
        path = self.home / ".claude" / "tasks" / f"session-{number % LISTS}" / f"{number}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"id": str(number), "subject": f"Task {number}", "status": status}))


def _bead(number: int) -> dict[str, object]:
    def moment(minutes: int) -> str:
        return datetime.fromtimestamp((START_MS + minutes * MINUTE_MS) / 1000, UTC).isoformat()

    is_closed = number % 5 != 0
    return {
        "_type": "issue", "id": f"app-{number:x}", "title": f"Issue {number}", "description": "what is wrong " * 20,
        "status": "closed" if is_closed else "open", "priority": 2, "issue_type": "task", "created_at": moment(number),
        "updated_at": moment(number + 9), "started_at": moment(number + 1),
        "closed_at": moment(number + 9) if is_closed else None,
        "close_reason": ("Fixed, with a test", "Abandoned: too slow", "Closed")[number % 3] if is_closed else "",
    }  # fmt: skip


def measured(beads: int, tasks: int, rounds: int) -> dict[str, float]:
    """The medians of some rounds, in milliseconds."""
    figures: dict[str, list[float]] = {"new": [], "one changed": [], "unchanged": []}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(prefix="hardwon-bench-") as folder:
            trackers = Trackers(Path(folder), beads, tasks)
            trackers.give()
            figures["new"].append(trackers.look())
            _repeat(figures["unchanged"], trackers.look, lambda _: None)
            _repeat(figures["one changed"], trackers.look, trackers.change_one)
    return {name: round(statistics.median(times), 1) for name, times in figures.items()}


def _repeat(times: list[float], look: Callable[[], float], change: Callable[[int], None]) -> None:
    for number in range(3):
        change(number)
        times.append(look())


def table(figures: dict[str, float]) -> str:
    """The figures as a person reads them."""
    lines = [f"{'a look at what is':<20}{'ms':>10}{'goal':>10}"]
    for name, value in figures.items():
        goal = f"≤ {GOALS_MS[name]:.0f}" if name in GOALS_MS else ""
        lines.append(f"{name:<20}{value:>10.1f}{goal:>10}")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--beads", type=int, default=5000)
    parser.add_argument("--tasks", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", help="write the figures to this file too")
    options = parser.parse_args()
    figures = measured(options.beads, options.tasks, options.rounds)
    print(table(figures))
    if options.json:
        Path(options.json).write_text(json.dumps({"ms": figures, "goals_ms": GOALS_MS}, indent=2) + "\n")


if __name__ == "__main__":
    main()
