"""Tasks of Claude Code are found by themselves, and their ends count once for the memories that belong to them."""

from __future__ import annotations

import json
import os

import pytest

from hardwon.engine import tasks
from hardwon.outcomes.trackers import claude_tasks
from hosts.lines import Lines
from taskdesk import BASE_MS, Desk, calls
from workbench import HOUR_MS, Bench


@pytest.fixture
def desk(bench: Bench) -> Desk:
    return Desk(bench)


# -- sessions' own calls ------------------------------------------------------------------------------------------


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
