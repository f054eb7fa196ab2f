"""`mem pause` and `mem resume`."""

from __future__ import annotations

import os
from pathlib import Path

from tests.hosts.lines import Lines

from hardwon.config import paused
from hardwon.config.paths import Paths
from hardwon.engine import Engine
from hardwon.engine.capturing import capture

from .conftest import Mem


def test_a_pause_is_shown_by_status_and_ended_by_a_person(mem: Mem, project: Path) -> None:
    assert mem("pause").out == f"Paused project path:{project}.\n"
    assert "Paused already" in mem("pause").out
    (shown,) = mem("status", "--json").data["paused"]
    assert (shown["kind"], shown["name"]) == ("project", f"path:{project}")
    assert "paused" in mem("status").out
    assert "only a person" in mem("resume", "--yes", status=1, env={"CLAUDECODE": "1"}).err
    assert "no terminal" in mem("resume", status=1).err
    assert mem("resume", "--yes").out == f"Resumed project path:{project}.\n"
    assert "Not paused" in mem("resume", "--yes").out
    assert mem("status", "--json").data["paused"] == []


def test_a_session_is_paused_by_its_id(mem: Mem) -> None:
    assert mem("pause", "--session", "s-1", "--json").data == {"kind": "session", "name": "s-1", "changed": True}


def test_what_was_said_in_a_pause_is_not_learnt_afterwards(engine: Engine, tmp_path: Path) -> None:
    paths = Paths.from_environment(dict(os.environ))
    lines = Lines().person("Always run the linter before committing.").person("Never force-push to main.")
    lines.person("We use uv, not pip.")
    path = lines.write(tmp_path / "t.jsonl")
    first = 1_777_888_801_000  # 2026-05-04T10:00:01Z, and one second for each line
    paused.pause(paths, paused.SESSION, "s-1", now_ms=first + 500)
    paused.resume(paths, paused.SESSION, "s-1", now_ms=first + 1500)
    with engine:
        capture(engine, transcript_path=str(path), session_id="s-1")
        said = [memory.content for memory in engine.list()[0]]
    assert sorted(said) == ["Always run the linter before committing.", "We use uv, not pip."]
