"""Tasks of every tracker are found by themselves, and their ends count once for the memories that belong to them."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardwon.engine import task_views, tasks
from hardwon.engine.learning import learn
from hardwon.engine.tasks import Synced
from hardwon.hosts.claude_code.projects import slug
from hardwon.outcomes.trackers import claude_tasks
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


@pytest.fixture
def desk(bench: Bench) -> Desk:
    return Desk(bench)


def iso(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat().replace("+00:00", "Z")


def bead(status: str = "closed", reason: str = "Fixed by an index", **more: object) -> dict[str, object]:
    return {
        "id": "app-1", "title": "Slow orders", "status": status, "close_reason": reason,
        "created_at": iso(BASE_MS - HOUR_MS), "updated_at": iso(BASE_MS), "started_at": iso(BASE_MS - HOUR_MS // 2),
        "closed_at": iso(BASE_MS) if status == "closed" else None, **more,
    }  # fmt: skip


# -- sessions' own calls ------------------------------------------------------------------------------------------


def calls(*updates: tuple[str, str], session: str = "sess-1") -> Lines:
    lines = Lines(session)
    lines.call("TaskCreate", {"subject": "Add the index"}, "Task #1 created successfully: Add the index")
    for id, status in updates:
        lines.call("TaskUpdate", {"taskId": id, "status": status}, f"Updated task #{id} status")
    return lines


def test_a_memory_given_while_a_task_is_active_gets_its_end(desk: Desk) -> None:
    desk.transcript(calls(("1", "in_progress")))
    desk.sync()
    desk.give(BASE_MS + 4000)
    assert desk.sync().linked == 1
    assert desk.verdicts() == []
    desk.transcript(calls(("1", "in_progress"), ("1", "completed")))
    synced = desk.sync()
    assert (synced.closed, synced.recorded) == (1, 1)
    assert desk.verdicts() == [("worked", 0.5)]
    assert desk.reasons() == ["It was linked to “Add the index”, which was closed."]


def test_what_was_given_before_the_task_began_is_no_part_of_it(desk: Desk) -> None:
    desk.give(BASE_MS - HOUR_MS)
    desk.transcript(calls(("1", "in_progress"), ("1", "completed")))
    assert desk.sync().recorded == 0


def test_the_end_counts_once_however_often_it_is_looked_at(desk: Desk) -> None:
    desk.give(BASE_MS + 4000)
    path = desk.transcript(calls(("1", "in_progress"), ("1", "completed")))
    desk.sync()
    assert not desk.sync().is_changed
    path.write_text(path.read_text() + path.read_text())
    desk.sync()
    desk.task("1", "completed", title="Add the index")
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]
    assert len(desk.tasks()) == 1


def test_done_and_then_not_done_withdraws_the_success(desk: Desk) -> None:
    desk.give(BASE_MS + 4000)
    steps = [("1", "in_progress"), ("1", "completed")]
    desk.transcript(calls(*steps))
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]
    desk.transcript(calls(*steps, ("1", "in_progress")))
    assert desk.sync().reopened == 1
    assert desk.verdicts() == []
    desk.transcript(calls(*steps, ("1", "in_progress"), ("1", "completed")))
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]


def test_flips_within_one_look_leave_what_stands_at_the_end(desk: Desk) -> None:
    desk.give(BASE_MS + 4000)
    desk.transcript(calls(("1", "in_progress"), ("1", "completed"), ("1", "pending")))
    desk.sync()
    assert (desk.verdicts(), desk.states()) == ([], {"1": "open"})


def test_a_deleted_task_says_nothing(desk: Desk) -> None:
    desk.give(BASE_MS + 4000)
    desk.transcript(calls(("1", "in_progress"), ("1", "deleted")))
    desk.sync()
    assert (desk.verdicts(), desk.states()) == ([], {"1": "gone"})


def test_a_call_that_failed_changes_nothing(desk: Desk) -> None:
    lines = calls(("1", "in_progress"))
    lines.call("TaskUpdate", {"taskId": "1", "status": "completed"}, "hook feedback: not yet", error=True)
    desk.transcript(lines)
    desk.sync()
    assert desk.states() == {"1": "active"}


def test_a_call_counts_once_its_result_is_there(desk: Desk) -> None:
    lines = calls(("1", "in_progress"))
    text = lines.call("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated task #1").text()
    path = desk.transcript(calls())
    cut = text[: text.rindex('{"uuid"')]
    path.write_text(cut)
    desk.bench.now = BASE_MS + 60_000
    desk.sync()
    assert desk.states() == {"1": "active"}
    path.write_text(text)
    desk.sync()
    assert desk.states() == {"1": "closed"}


def test_a_call_whose_result_is_missing_counts_once_none_will_come(desk: Desk) -> None:
    lines = calls(("1", "in_progress"))
    lines.agent([{"type": "tool_use", "id": "t9", "name": "TaskUpdate", "input": {"taskId": "1", "status": "done"}}])
    desk.transcript(lines)
    desk.bench.now = BASE_MS + 60_000
    desk.sync()
    assert desk.states() == {"1": "active"}
    desk.bench.now += HOUR_MS
    desk.transcript(lines.person("and now?"))
    desk.sync()
    assert desk.states() == {"1": "closed"}


def test_todos_written_whole_are_followed_and_those_left_out_are_gone(desk: Desk) -> None:
    def todos(*items: tuple[str, str]) -> dict[str, object]:
        return {"todos": [{"content": content, "status": status} for content, status in items]}

    lines = Lines("sess-1").call("TodoWrite", todos(("Write parser", "in_progress"), ("Deploy", "pending")))
    desk.give(BASE_MS + 2000)
    desk.transcript(lines)
    desk.sync()
    desk.transcript(lines.call("TodoWrite", todos(("Write parser", "completed"), ("Write  parser", "completed"))))
    desk.sync()
    assert {task.title: task.state for task in desk.tasks().values()} == {"Write parser": "closed", "Deploy": "gone"}
    assert desk.verdicts() == [("worked", 0.5)]


def test_what_the_agent_searched_for_while_at_a_task_belongs_to_it(desk: Desk) -> None:
    lines = Lines().injected(f"<hardwon-memory>\n- [{desk.memory}] (gotcha) The orders table\n</hardwon-memory>")
    lines.entries += calls(("1", "in_progress")).entries
    lines.call("mcp__hardwon__memory_recall", {"query": "orders"}, f"- [{desk.memory}] (gotcha) The orders table")
    lines.call("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated task #1")
    desk.transcript(lines)
    assert desk.sync().linked == 1
    assert desk.verdicts() == [("worked", 0.5)]


def test_copied_lines_of_a_forked_session_are_no_second_task(desk: Desk) -> None:
    lines = calls(("1", "in_progress"), ("1", "completed"))
    desk.give(BASE_MS + 4000)
    desk.transcript(lines)
    desk.sync()
    copy = desk.transcript(Lines("sess-2"), "sess-2")
    copy.write_text(lines.text().replace("sess-1", "sess-2"))
    assert desk.sync().seen == 0
    copy.write_text(copy.read_text() + calls(("1", "completed"), session="sess-2").text())
    assert desk.sync().seen == 1
    assert desk.verdicts() == [("worked", 0.5)]


# -- files --------------------------------------------------------------------------------------------------------


def test_files_alone_tell_when_a_task_was_begun_and_ended(desk: Desk) -> None:
    desk.task("1", "in_progress", at=BASE_MS)
    desk.sync()
    desk.give(BASE_MS - HOUR_MS)
    desk.give(BASE_MS + HOUR_MS, memory=desk.bench.remember("Backfill in batches")[0])
    desk.task("1", "completed", at=BASE_MS + 2 * HOUR_MS)
    assert desk.sync().recorded == 1
    assert desk.verdicts() == []


def test_a_file_older_than_what_the_session_told_changes_nothing(desk: Desk) -> None:
    desk.transcript(calls(("1", "in_progress"), ("1", "completed")))
    desk.task("1", "in_progress", at=BASE_MS - HOUR_MS)
    desk.sync()
    assert desk.states() == {"1": "closed"}


def test_lists_of_other_projects_sessions_are_passed_over(desk: Desk) -> None:
    elsewhere = desk.bench.home / ".claude" / "projects" / "-home-dev-other" / "sess-9.jsonl"
    elsewhere.parent.mkdir(parents=True)
    elsewhere.write_text('{"cwd": "/home/dev/other"}\n')
    desk.task("1", "completed", name="sess-9")
    desk.task("2", "completed", name="sess-1")
    desk.task("3", "completed", name="team-list")
    desk.sync()
    assert set(desk.tasks()) == {"2", "3"}


def test_a_named_list_alone_is_read_and_its_tasks_take_what_was_given_meanwhile(desk: Desk) -> None:
    named = {"CLAUDE_CODE_TASK_LIST_ID": "team list"}
    desk.task("1", "in_progress", name="team-list")
    desk.task("2", "in_progress", name="other")
    desk.sync(**named)
    desk.give(BASE_MS + HOUR_MS)
    desk.task("1", "completed", name="team-list", at=BASE_MS + 2 * HOUR_MS)
    desk.sync(**named)
    assert set(desk.tasks()) == {"1"}
    assert desk.verdicts() == [("worked", 0.5)]


def test_of_one_todo_in_two_files_the_younger_counts(desk: Desk) -> None:
    folder = desk.bench.home / ".claude" / "todos"
    folder.mkdir(parents=True)
    for number, status in enumerate(("completed", "in_progress")):
        path = folder / f"sess-1-agent-{number}.json"
        path.write_text(json.dumps([{"content": "Ship it", "status": status}]))
        os.utime(path, (BASE_MS / 1000 + number, BASE_MS / 1000 + number))
    assert desk.sync().closed == 0
    assert desk.sync().seen == 0
    assert [task.state for task in desk.tasks().values()] == ["active"]


def test_a_file_that_changes_while_it_is_read_is_read_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    path = desk.task("1", "in_progress")
    read = claude_tasks.read_bytes

    def reads_then_writes(name: str) -> bytes | None:
        raw = read(name)
        monkeypatch.setattr(claude_tasks, "read_bytes", read)
        path.write_text('{"id": "1", "subject": "Task 1", "status": "completed"}')
        return raw

    monkeypatch.setattr(claude_tasks, "read_bytes", reads_then_writes)
    desk.sync()
    assert desk.states() == {"1": "active"}
    desk.sync()
    assert desk.states() == {"1": "closed"}


def test_of_two_that_look_at_once_the_later_looks_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.task("1", "completed")
    first = claude_tasks.sync

    def meanwhile(*arguments: object, **more: object) -> object:
        found = first(*arguments, **more)  # type: ignore[arg-type]
        monkeypatch.setattr(claude_tasks, "sync", first)
        desk.task("1", "pending", at=BASE_MS + HOUR_MS)
        desk.sync()
        return found

    monkeypatch.setattr(claude_tasks, "sync", meanwhile)
    desk.sync()
    assert desk.states() == {"1": "open"}


def test_nothing_is_made_for_a_project_without_tasks(bench: Bench) -> None:
    with bench.engine() as engine:
        synced = tasks.sync(engine, bench.environ)
    assert not bench.file.exists()
    assert [looked.is_there for looked in synced.sources] == [False, False, False]
    assert all("none" in looked.line for looked in synced.sources)


# -- beads --------------------------------------------------------------------------------------------------------


def test_a_bead_closed_as_failed_counts_against_what_was_given_and_shares_the_blame(desk: Desk) -> None:
    (other,) = desk.bench.remember("Indexes are made concurrently")
    desk.bead(bead("in_progress"))
    desk.sync()
    desk.give(BASE_MS - 9000)
    desk.give(BASE_MS - 8000, memory=other)
    desk.bead(bead(reason="Abandoned: slower than before"))
    desk.sync()
    assert desk.verdicts() == [("failed", 0.25)]
    assert desk.verdicts(other) == [("failed", 0.25)]
    assert desk.reasons() == ["It was linked to “Slow orders”, which was closed: Abandoned: slower than before."]


@pytest.mark.parametrize("reason", ["Closed", "", "Duplicate of app-7", "Stale", "Won't fix"])
def test_a_close_that_says_nothing_of_the_work_is_neutral(desk: Desk, reason: str) -> None:
    desk.give(BASE_MS - 9000)
    desk.bead(bead(reason=reason))
    desk.sync()
    assert desk.verdicts() == []


def test_the_session_that_closed_a_bead_earned_it(desk: Desk) -> None:
    (other,) = desk.bench.remember("Somebody else's memory")
    desk.give(BASE_MS - 9000)
    desk.give(BASE_MS - 8000, session="sess-2", memory=other)
    desk.bead(bead(closed_by_session="sess-1", started_at=None))
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]
    assert desk.verdicts(other) == []


def test_a_reopened_bead_takes_its_success_back_and_one_closed_otherwise_changes_it(desk: Desk) -> None:
    desk.give(BASE_MS - 9000)
    desk.bead(bead())
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]
    desk.bead(bead("open", updated_at=iso(BASE_MS + HOUR_MS)))
    desk.sync()
    assert desk.verdicts() == []
    desk.bead(bead(reason="Fixed at last", closed_at=iso(BASE_MS + 2 * HOUR_MS)))
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]
    desk.bead(bead(reason="Could not be fixed", closed_at=iso(BASE_MS + 2 * HOUR_MS)))
    desk.sync()
    assert [verdict for verdict, _ in desk.verdicts()] == ["failed"]


def test_a_task_that_two_trackers_hold_counts_once(desk: Desk) -> None:
    desk.give(BASE_MS + 3500)
    lines = Lines("sess-1")
    lines.call("TaskCreate", {"subject": "Slow orders"}, "Task #1 created successfully: Slow orders")
    lines.call("TaskUpdate", {"taskId": "1", "status": "in_progress"}, "Updated task #1")
    lines.call("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated task #1")
    desk.transcript(lines)
    desk.bead(bead(closed_at=iso(BASE_MS + 9000)))
    synced = desk.sync()
    assert synced.closed == 2
    assert desk.verdicts() == [("worked", 0.5)]


def test_what_a_person_took_back_stays_taken_back(desk: Desk) -> None:
    desk.give(BASE_MS - 9000)
    desk.bead(bead())
    desk.sync()
    with desk.bench.engine() as engine:
        engine.undo_outcome(desk.memory)
    desk.bead(bead(), bead("open", id="app-2", title="More"))
    desk.sync()
    assert desk.verdicts() == []


def test_secrets_in_titles_and_reasons_are_never_stored(desk: Desk) -> None:
    secret = "ghp_" + "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"
    desk.bead(bead(title=f"Login with {secret} fails", reason=f"Fixed: the password was {'hunter' + '2!xK'}"))
    desk.sync()
    with desk.bench.engine() as engine:
        engine.stores.writing(desk.bench.binding).rows("PRAGMA wal_checkpoint (TRUNCATE)")
    assert desk.states() == {"app-1": "closed"}
    stored = desk.bench.file.read_bytes()
    assert secret.encode() not in stored
    assert b"hunter2!xK" not in stored


@pytest.mark.parametrize("damage", [b"", b"{", b'\x00\xff{"id": "app-1"', b"[]\n[]\n", b'{"id": "app-1"}\n' * 3])
def test_damaged_beads_break_nothing_and_are_read_once_they_are_whole(desk: Desk, damage: bytes) -> None:
    desk.give(BASE_MS - 9000)
    desk.bead().write_bytes(damage)
    desk.sync()
    assert desk.verdicts() == []
    desk.bead(bead())
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]


def test_dolt_alone_gets_one_clear_line(desk: Desk) -> None:
    (desk.bench.project / ".beads" / "embeddeddolt").mkdir(parents=True)
    (looked,) = (one for one in desk.sync().sources if one.source == "beads")
    assert "Dolt alone" in looked.line
    assert "\n" not in looked.line


def test_a_link_by_a_person_makes_the_end_count_whatever_was_given(desk: Desk) -> None:
    desk.bead(bead("in_progress"))
    desk.sync()
    with desk.bench.engine() as engine:
        task_views.link(engine, task_views.find(engine, "app-1"), [desk.memory])
    desk.bead(bead())
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]


def test_what_was_tested_otherwise_in_the_session_is_not_overruled_by_the_agents_own_close(desk: Desk) -> None:
    lines = Lines("sess-1").person("Add the index, please.")
    lines.call("TaskCreate", {"subject": "Add the index"}, "Task #1 created successfully: Add the index")
    lines.call("TaskUpdate", {"taskId": "1", "status": "in_progress"}, "Updated task #1")
    lines.injected(f"<hardwon-memory>\n- [{desk.memory}] (gotcha) The orders table needs an index\n</hardwon-memory>")
    desk.give(BASE_MS + 6000)
    (check,) = desk.bench.remember("Always run `make orders` after a change of the schema")
    desk.give(BASE_MS + 6001, memory=check)
    lines.bash("make orders", "make: *** No rule to make target 'orders'.  Stop.", error=True)
    lines.call("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated task #1")
    path = desk.transcript(lines.person("no, that's wrong, `make orders` does not exist"))
    with desk.bench.engine() as engine:
        learn(engine, transcript_path=str(path), session_id="sess-1")
    before = desk.verdicts(check)
    desk.sync()
    assert [verdict for verdict, _ in before] == ["failed"]
    assert desk.verdicts(check) == before


# -- any history --------------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=st.lists(st.sampled_from(["open", "in_progress", "closed", "failed", "gone"]), min_size=1, max_size=6))
def test_whatever_a_bead_went_through_its_last_state_decides(
    tmp_path_factory: pytest.TempPathFactory, history: list[str]
) -> None:
    desk = Desk(Bench.at(tmp_path_factory.mktemp("home")))
    desk.give(BASE_MS - 9000)
    for number, state in enumerate(history):
        status = "closed" if state == "failed" else state
        reason = "Gave up: nothing helped" if state == "failed" else "Fixed by an index"
        at = iso(BASE_MS + number * 1000)
        desk.bead(*([] if state == "gone" else [bead(status, reason, updated_at=at)]))
        desk.sync()
    kept = [state for state in history if state != "gone"] or ["open"]
    expected = {"closed": ["worked"], "failed": ["failed"]}.get(kept[-1], [])
    assert [verdict for verdict, _ in desk.verdicts()] == expected
