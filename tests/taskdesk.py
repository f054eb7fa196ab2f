"""A project with trackers of every kind, for tests of what the ends of tasks say of memories."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

from hardwon.engine import tasks
from hardwon.engine.tasks import Synced
from hardwon.hosts.claude_code.projects import slug
from hardwon.store.tasks import Task, tasks_of
from hosts.lines import Lines
from workbench import HOUR_MS, Bench

BASE_MS = 1_777_888_800_000  # 4 May 2026, 10:00, when Lines begins


class Desk:
    """A project with trackers, and a memory that is given to sessions."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        (self.memory,) = bench.remember("The orders table needs an index on created")

    def sync(self, **more: str) -> Synced:
        with self.bench.engine() as engine:
            return tasks.sync(engine, {**self.bench.environ, **more})

    def give(self, at: int, *, session: str = "sess-1", memory: str = "") -> None:
        with self.bench.engine() as engine:
            engine.note_injections(
                session_id=session, event="UserPromptSubmit", memory_ids=[memory or self.memory], at=at, key=f"g{at}"
            )

    def verdicts(self, memory: str = "") -> list[tuple[str, float]]:
        with self.bench.engine() as engine:
            return [(one.verdict, one.weight) for one in engine.outcomes(memory or self.memory)]

    def reasons(self) -> list[str]:
        with self.bench.engine() as engine:
            return [one.reason for one in engine.outcomes(self.memory)]

    def tasks(self) -> dict[str, Task]:
        with self.bench.engine() as engine:
            return {one.id: one for one in tasks_of(engine.stores.writing(self.bench.binding), self.bench.binding)}

    def states(self) -> dict[str, str]:
        return {id: task.state for id, task in self.tasks().items()}

    def task(self, id: str, status: str, *, name: str = "sess-1", at: int = BASE_MS, title: str = "") -> Path:
        path = self.bench.home / ".claude" / "tasks" / name / f"{id}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"id": id, "subject": title or f"Task {id}", "status": status}))
        os.utime(path, (at / 1000, at / 1000))
        return path

    def bead(self, *records: dict[str, object]) -> Path:
        path = self.bench.project / ".beads" / "issues.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        return path

    def transcript(self, lines: Lines, name: str = "sess-1") -> Path:
        return lines.write(self.bench.home / ".claude" / "projects" / slug(str(self.bench.project)) / f"{name}.jsonl")


def iso(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat().replace("+00:00", "Z")


def bead(status: str = "closed", reason: str = "Fixed by an index", **more: object) -> dict[str, object]:
    return {
        "id": "app-1", "title": "Slow orders", "status": status, "close_reason": reason,
        "created_at": iso(BASE_MS - HOUR_MS), "updated_at": iso(BASE_MS), "started_at": iso(BASE_MS - HOUR_MS // 2),
        "closed_at": iso(BASE_MS) if status == "closed" else None, **more,
    }  # fmt: skip


def calls(*updates: tuple[str, str], session: str = "sess-1") -> Lines:
    lines = Lines(session)
    lines.call("TaskCreate", {"subject": "Add the index"}, "Task #1 created successfully: Add the index")
    for id, status in updates:
        lines.call("TaskUpdate", {"taskId": id, "status": status}, f"Updated task #{id} status")
    return lines
