"""Claude Code's task and todo files: odd ones are passed over, a success counts once, one taken back is withdrawn."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from hardwon.outcomes.evidence.taskcalls import task_key
from hardwon.outcomes.trackers.base import Sync
from hardwon.outcomes.trackers.claude_tasks import Places, list_name, places, sync


class Home:
    """A client's task folders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places = Places(tasks=str(folder / "tasks"), todos=str(folder / "todos"))

    def task(self, id: str, status: object, *, name: str = "sess-a", **more: object) -> Path:
        path = self.folder / "tasks" / name / f"{id}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        value = {
            "id": id,
            "subject": f"Task {id}",
            "description": "…",
            "status": status,
            "blocks": [],
            "blockedBy": [],
            **more,
        }
        path.write_text(json.dumps(value), encoding="utf-8")
        return path

    def raw(self, name: str, content: bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def todos(self, content: object, name: str = "sess-b-agent-sess-b.json") -> Path:
        return self.raw(f"todos/{name}", json.dumps(content, ensure_ascii=False).encode())

    def look(self, state: str = "") -> Sync:
        return sync(self.places, state)


@pytest.fixture
def client(tmp_path: Path) -> Home:
    return Home(tmp_path)


def done(found: Sync) -> list[str]:
    return [closing.title for closing in found.closings]


def test_a_finished_task_is_a_success_of_its_session(client: Home) -> None:
    client.task("1", "completed")
    client.task("2", "in_progress")
    client.task("3", "pending")
    found = client.look()
    (closing,) = found.closings
    assert (closing.id, closing.verdict, closing.session_id, closing.source) == ("1", "worked", "sess-a", "claude")
    assert closing.key == task_key("sess-a", "1")
    assert {task.id: task.is_active for task in found.tasks or ()} == {"2": True, "3": False}


def test_the_clients_own_files_are_not_tasks_and_stay_untouched(client: Home) -> None:
    client.task("1", "completed")
    lock, mark = client.raw("tasks/sess-a/.lock", b""), client.raw("tasks/sess-a/.highwatermark", b"3")
    before = [(path.stat().st_mtime_ns, path.read_bytes()) for path in (lock, mark)]
    found = client.look()
    assert found.notes == ()
    assert [(path.stat().st_mtime_ns, path.read_bytes()) for path in (lock, mark)] == before
    assert sorted(os.listdir(client.folder / "tasks" / "sess-a")) == [".highwatermark", ".lock", "1.json"]


def test_a_cut_file_is_skipped_with_a_note_and_read_once_it_is_whole(client: Home) -> None:
    client.task("1", "completed")
    client.raw("tasks/sess-a/4.json", b'{"id": "4", "sub')
    first = client.look()
    assert done(first) == ["Task 1"]
    assert len(first.notes) == 1
    client.task("4", "completed")
    assert done(client.look(first.state)) == ["Task 4"]


@pytest.mark.parametrize("status", ["completed", "Completed", "COMPLETED", " done ", "Done"])
def test_done_is_done_however_it_is_written(client: Home, status: str) -> None:
    client.task("1", status)
    assert done(client.look()) == ["Task 1"]


@pytest.mark.parametrize("status", ["cancelled", "parked", "complete-ish", "", None, 7, ["completed"], "completed?"])
def test_any_other_status_is_no_success(client: Home, status: object) -> None:
    client.task("1", status)
    assert done(client.look()) == []


def test_a_deleted_task_says_nothing(client: Home) -> None:
    path = client.task("1", "in_progress")
    first = client.look()
    path.unlink()
    second = client.look(first.state)
    assert (second.closings, second.withdrawn) == ((), ())


def test_a_success_stays_when_its_file_is_cleared_away(client: Home) -> None:
    path = client.task("1", "completed")
    first = client.look()
    path.unlink()
    assert client.look(first.state).withdrawn == ()


def test_done_and_then_not_done_withdraws_the_success(client: Home) -> None:
    client.task("1", "completed")
    first = client.look()
    client.task("1", "pending", note="again")
    second = client.look(first.state)
    assert second.withdrawn == (first.closings[0].key,)
    client.task("1", "completed", note="at last")
    third = client.look(second.state)
    assert done(third) == ["Task 1"]
    assert third.closings[0].key != first.closings[0].key


def test_a_cancelled_task_keeps_the_success_it_had(client: Home) -> None:
    client.task("1", "completed")
    first = client.look()
    client.task("1", "cancelled")
    assert client.look(first.state).withdrawn == ()


def test_nothing_new_reads_nothing(client: Home) -> None:
    client.task("1", "completed")
    client.todos([{"content": "a", "status": "completed"}])
    first = client.look()
    again = client.look(first.state)
    assert (again.changed, again.closings, again.tasks) == (False, (), None)


def test_odd_todos(client: Home) -> None:
    client.todos(
        [
            {"id": "1", "content": "Write parser", "status": "completed"},
            {"content": "Write  parser", "status": "completed"},
            {"content": "", "status": "completed"},
            {"content": "Deploy 🚀", "status": "cancelled"},
            {"content": "مراجعة الكود", "status": "in_progress"},
            {"content": "x" * 20_000, "status": "completed"},
            {"content": "no status"},
            {"status": "completed"},
            {"content": None, "status": "completed"},
            None,
            "a string",
            7,
            {"content": "Numbered", "status": "Completed", "id": 9},
        ]
    )
    found = client.look()
    assert [title[:12] for title in done(found)] == ["Write parser", "xxxxxxxxxxxx", "Numbered"]
    assert all(len(title) <= 200 for title in done(found))
    assert {closing.session_id for closing in found.closings} == {"sess-b"}
    assert found.notes == ()


def test_the_nested_form_of_todos_is_read(client: Home) -> None:
    client.todos({"todos": [{"content": "nested", "status": "completed"}]})
    assert done(client.look()) == ["nested"]


@pytest.mark.parametrize("content", [b"", b"[{", b"null", b'"text"', b"{}", b"[[[]]]", b"[" * 5000, b"\xff\xfe"])
def test_files_that_are_no_todos_break_nothing(client: Home, content: bytes) -> None:
    client.raw("todos/a-agent-a.json", content)
    client.task("1", "completed")
    assert done(client.look()) == ["Task 1"]


def test_pipes_folders_and_links_in_place_of_files_are_passed_over(client: Home, tmp_path: Path) -> None:
    client.task("1", "completed")
    folder = client.folder / "tasks" / "sess-a"
    os.mkfifo(folder / "2.json")
    (folder / "3.json").mkdir()
    (folder / "4.json").symlink_to(client.task("9", "completed", name="elsewhere"))
    assert sorted(done(client.look())) == ["Task 1", "Task 9"]


def test_no_folders_are_no_tasks(client: Home) -> None:
    found = client.look()
    assert (found.closings, found.notes) == ((), ())


@pytest.mark.parametrize("state", ["", "{}", "null", '{"marks": 1, "done": 2}', '{"marks": {}, "done": {"a": 1}}'])
def test_a_damaged_state_is_a_first_look(client: Home, state: str) -> None:
    client.task("1", "completed")
    assert done(client.look(state)) == ["Task 1"]


def test_the_environment_moves_the_folders(tmp_path: Path) -> None:
    assert places({}, "/h").tasks == "/h/.claude/tasks"
    assert places({"CLAUDE_CONFIG_DIR": "/c"}, "/h").todos == "/c/todos"
    assert places({"CLAUDE_CODE_TODOS_DIR": "/t"}, "/h").todos == "/t"
    assert places({"CLAUDE_CODE_TASK_LIST_ID": "my list/1"}, "/h").list_name == "my-list-1"
    assert list_name("../../x") == "-x"


def test_one_list_alone_is_read_when_it_is_named(client: Home) -> None:
    client.task("1", "completed", name="my-list-1")
    client.task("2", "completed", name="other")
    where = Places(tasks=client.places.tasks, todos=client.places.todos, list_name="my-list-1")
    assert done(sync(where)) == ["Task 1"]


@pytest.mark.slow
def test_two_thousand_tasks_take_a_second_and_nothing_new_50_ms(client: Home) -> None:
    for number in range(2000):
        client.task(str(number % 20), "completed", name=f"list-{number // 20}")
    begin = time.perf_counter()
    first = client.look()
    middle = time.perf_counter()
    client.look(first.state)
    end = time.perf_counter()
    assert len(first.closings) == 2000
    assert middle - begin < 1.0
    assert end - middle < 0.05
