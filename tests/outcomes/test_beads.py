"""Beads of both ages are read, never written; a close counts once, and a reopened issue takes its success back."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from hardwon.outcomes.trackers import beads
from hardwon.outcomes.trackers.base import Sync
from outcomes.beads_data import LEGACY, MODERN, write_database, write_lines


def look(project: Path, state: str = "") -> Sync:
    place = beads.find(str(project), {})
    assert place is not None
    return beads.sync(place, state)


def verdicts(found: Sync) -> dict[str, str]:
    return {closing.id: closing.verdict for closing in found.closings}


def snapshot(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    return {path.name: (path.stat().st_mtime_ns, path.stat().st_mode, path.read_bytes()) for path in folder.iterdir()}


def test_an_export_of_2026(tmp_path: Path) -> None:
    write_lines(tmp_path, MODERN)
    found = look(tmp_path)
    assert verdicts(found) == {"shop-k1": "worked", "shop-k2": "failed", "shop-k3": "neutral", "shop-k4": "neutral"}
    first = found.closings[0]
    assert first.session_id == "sess-7"
    assert first.reason == "Fixed by rounding once, at the end"
    assert first.at_ms - first.started_at_ms == 50 * 60 * 1000
    assert {task.id: task.is_active for task in found.tasks or ()} == {
        "shop-k5": False,
        "shop-k6": True,
        "shop-k6.1": True,
        "shop-k7": False,
    }
    assert found.notes == ()


def test_its_own_memories_are_listed_only_when_asked_for(tmp_path: Path) -> None:
    write_lines(tmp_path, MODERN)
    place = beads.find(str(tmp_path), {})
    assert place is not None
    assert beads.memories_in(place) == [("lint-first", "lint before you commit")]


def test_an_export_of_2025(tmp_path: Path) -> None:
    write_lines(tmp_path, LEGACY)
    found = look(tmp_path)
    assert verdicts(found) == {"old-1": "neutral", "old-5": "neutral", "old-6": "worked", "old-7": "neutral"}
    assert [task.id for task in found.tasks or ()] == ["old-2", "old-4"]


def test_times_are_compared_as_instants() -> None:
    noon = beads.instant("2026-01-01T12:00:00Z")
    assert beads.instant("2026-01-01T04:00:00-08:00") == noon
    assert beads.instant("2026-01-01 12:00:00") == noon
    assert beads.instant("2026-01-01 23:00:00 +1100 AEDT") == noon
    assert beads.instant("2026-01-01T12:00:00.5Z") == noon + 500
    for text in ("", "0001-01-01T00:00:00Z", "yesterday", "2026-13-45T99:00:00Z"):
        assert beads.instant(text) == 0


def test_of_two_records_the_newest_instant_counts(tmp_path: Path) -> None:
    older = {
        "id": "a-1",
        "status": "closed",
        "close_reason": "Done",
        "created_at": "2026-01-01T00:00:00Z",
        "updated_at": "2026-01-02T12:00:00+11:00",
    }
    newer = {**older, "status": "open", "updated_at": "2026-01-02T02:00:00Z"}
    write_lines(tmp_path, [newer, older])
    assert verdicts(look(tmp_path)) == {}


def test_damaged_lines_are_skipped_with_a_note(tmp_path: Path) -> None:
    conflict = (
        "<<<<<<< HEAD",
        "=======",
        ">>>>>>> topic",
        '{"id": "x-1", "sta',
        "[1, 2]",
        "null",
        "\ud800".encode("utf-8", "replace").decode(),
    )
    folder = write_lines(tmp_path, MODERN, *conflict)
    with (folder / "issues.jsonl").open("ab") as stream:
        stream.write(b"\xff\xfe\x00bad\n")
    found = look(tmp_path)
    assert verdicts(found)["shop-k1"] == "worked"
    assert len(found.notes) == 1
    assert "lines of issues.jsonl hold no issue; skipped" in found.notes[0]


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"id": None},
        {"id": 7, "status": None},
        {"id": "a", "status": ["closed"]},
        {"id": "a", "title": {"x": 1}, "dependencies": "no"},
    ],
)
def test_odd_records_break_nothing(tmp_path: Path, record: dict[str, object]) -> None:
    write_lines(tmp_path, [record, *MODERN])
    assert verdicts(look(tmp_path))["shop-k1"] == "worked"


def test_nothing_new_costs_no_reading(tmp_path: Path) -> None:
    write_lines(tmp_path, MODERN)
    first = look(tmp_path)
    again = look(tmp_path, first.state)
    assert (again.changed, again.closings, again.state) == (False, (), first.state)


def test_a_close_counts_once_over_changed_files(tmp_path: Path) -> None:
    write_lines(tmp_path, MODERN)
    first = look(tmp_path)
    write_lines(
        tmp_path,
        [*MODERN, {"id": "shop-k8", "status": "closed", "close_reason": "Fixed", "created_at": "2026-05-01T00:00:00Z"}],
    )
    assert verdicts(look(tmp_path, first.state)) == {"shop-k8": "worked"}


def test_a_reopened_issue_withdraws_its_success_and_may_be_closed_anew(tmp_path: Path) -> None:
    issue = {
        "id": "a-1",
        "status": "closed",
        "close_reason": "Fixed",
        "created_at": "2026-01-01T00:00:00Z",
        "updated_at": "2026-01-02T00:00:00Z",
    }
    write_lines(tmp_path, [issue])
    first = look(tmp_path)
    write_lines(tmp_path, [{**issue, "status": "open", "updated_at": "2026-01-03T00:00:00Z"}])
    second = look(tmp_path, first.state)
    assert second.withdrawn == (first.closings[0].key,)
    write_lines(tmp_path, [{**issue, "close_reason": "Could not be fixed", "updated_at": "2026-01-04T00:00:00Z"}])
    third = look(tmp_path, second.state)
    assert verdicts(third) == {"a-1": "failed"}
    assert third.closings[0].key != first.closings[0].key


def test_the_same_issue_has_one_key_in_every_store(tmp_path: Path) -> None:
    write_database(tmp_path / "one").close()
    record = {"id": "db-1", "status": "closed", "created_at": "2025-11-01T10:00:00Z", "close_reason": "Fixed"}
    write_lines(tmp_path / "two", [record])
    keys = [next(c.key for c in look(tmp_path / name).closings if c.id == "db-1") for name in ("one", "two")]
    assert keys[0] == keys[1]


def test_the_audit_log_gives_the_reason_an_issue_lacks(tmp_path: Path) -> None:
    folder = write_lines(tmp_path, [{"id": "a-1", "status": "closed", "created_at": "2026-01-01T00:00:00Z"}])
    extra = {"field": "status", "old_value": "open", "new_value": "closed", "reason": "Gave up: no API for it"}
    entry = {
        "id": "int-1",
        "kind": "field_change",
        "created_at": "2026-01-05T00:00:00Z",
        "issue_id": "a-1",
        "extra": extra,
    }
    (folder / "interactions.jsonl").write_text("{cut\n" + json.dumps(entry) + "\n")
    (closing,) = look(tmp_path).closings
    assert closing.verdict == "failed"
    assert closing.at_ms == beads.instant("2026-01-05T00:00:00Z")


@pytest.mark.parametrize("odd", [["closed"], {"to": "closed"}, None, 7, True])
def test_odd_types_in_the_audit_log_tell_nothing_and_stop_nothing(tmp_path: Path, odd: object) -> None:
    folder = write_lines(tmp_path, [{"id": "a-1", "status": "closed", "close_reason": "Fixed"}])
    entries = [
        {"kind": "field_change", "issue_id": odd, "extra": {"field": "status", "new_value": odd, "reason": odd}},
        {"kind": odd, "issue_id": "a-1", "created_at": odd, "extra": odd},
    ]
    (folder / "interactions.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    assert verdicts(look(tmp_path)) == {"a-1": "worked"}


# -- SQLite ---------------------------------------------------------------------------------------------------


def test_a_database_is_read_and_left_as_it_is(tmp_path: Path) -> None:
    write_database(tmp_path).close()
    folder = tmp_path / ".beads"
    before = snapshot(folder)
    found = look(tmp_path)
    assert verdicts(found) == {"db-1": "worked", "db-3": "neutral"}
    assert snapshot(folder) == before


def test_a_database_in_use_is_read_with_its_log_and_without_a_lock(tmp_path: Path) -> None:
    connection = write_database(tmp_path)
    folder = tmp_path / ".beads"
    assert {"beads.db-wal", "beads.db-shm"} <= set(os.listdir(folder))
    connection.execute("BEGIN EXCLUSIVE")
    before = snapshot(folder)
    assert verdicts(look(tmp_path))["db-1"] == "worked"
    assert snapshot(folder) == before
    connection.execute("UPDATE issues SET close_reason = 'Could not be done' WHERE id = 'db-1'")
    connection.commit()
    connection.close()
    assert verdicts(look(tmp_path))["db-1"] == "failed"


def test_a_log_left_by_a_crash_is_read_too(tmp_path: Path) -> None:
    connection = write_database(tmp_path / "live")
    crashed = tmp_path / "crashed" / ".beads"
    crashed.mkdir(parents=True)
    for name in ("beads.db", "beads.db-wal"):
        (crashed / name).write_bytes((tmp_path / "live" / ".beads" / name).read_bytes())
    connection.close()
    assert verdicts(look(tmp_path / "crashed"))["db-1"] == "worked"
    assert sorted(os.listdir(crashed)) == ["beads.db", "beads.db-wal"]


def test_a_read_only_folder_is_read(tmp_path: Path) -> None:
    write_database(tmp_path, wal=False).close()
    (tmp_path / ".beads").chmod(0o555)
    try:
        assert verdicts(look(tmp_path))["db-1"] == "worked"
    finally:
        (tmp_path / ".beads").chmod(0o755)


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + b"\0" * 200])
def test_a_damaged_database_is_one_clear_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".beads").mkdir()
    (tmp_path / ".beads" / "beads.db").write_bytes(content)
    found = look(tmp_path)
    assert found.closings == ()
    assert len(found.notes) == 1
    assert "beads.db" in found.notes[0]
    assert "\n" not in found.notes[0]


def test_dolt_alone_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / ".beads" / "embeddeddolt").mkdir(parents=True)
    (tmp_path / ".beads" / "metadata.json").write_text('{"backend": "dolt", "database": "beads.db"}')
    found = look(tmp_path)
    assert len(found.notes) == 1
    assert "bd export" in found.notes[0]


def test_dolt_with_an_export_is_read(tmp_path: Path) -> None:
    folder = write_lines(tmp_path, MODERN)
    (folder / "metadata.json").write_text('{"backend": "dolt"}')
    assert verdicts(look(tmp_path))["shop-k1"] == "worked"


# -- where they are -------------------------------------------------------------------------------------------


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b.invalid", *arguments],
        check=True,
        capture_output=True,
    )


def test_a_subfolder_finds_the_projects_beads(tmp_path: Path) -> None:
    write_lines(tmp_path, MODERN)
    (tmp_path / "src" / "deep").mkdir(parents=True)
    assert verdicts(look(tmp_path / "src" / "deep"))["shop-k1"] == "worked"


def test_a_work_tree_finds_the_main_repositorys_beads(tmp_path: Path) -> None:
    main, tree = tmp_path / "main", tmp_path / "elsewhere" / "tree"
    write_lines(main, MODERN)
    git(main, "init", "-q")
    git(main, "add", ".")
    git(main, "commit", "-qm", "x")
    git(main, "worktree", "add", "-q", str(tree))
    place = beads.find(str(tree), {})
    assert place is not None
    assert place.folder == f"{main}/.beads"


def test_a_search_ends_at_the_top_of_the_repository(tmp_path: Path) -> None:
    write_lines(tmp_path, MODERN)
    inner = tmp_path / "inner"
    inner.mkdir()
    git(inner, "init", "-q")
    assert beads.find(str(inner), {}) is None


def test_a_redirect_is_followed(tmp_path: Path) -> None:
    write_lines(tmp_path / "main", MODERN)
    folder = tmp_path / "tree" / ".beads"
    folder.mkdir(parents=True)
    (folder / "redirect").write_text("../main/.beads\n")
    assert verdicts(look(tmp_path / "tree"))["shop-k1"] == "worked"


@pytest.mark.parametrize("holder", ["main", "tree"])
def test_a_redirect_is_followed_from_a_work_tree_too(tmp_path: Path, holder: str) -> None:
    main, tree = tmp_path / "main", tmp_path / "tree"
    write_lines(tmp_path / "shared", MODERN)
    write_lines(main, [])
    git(main, "init", "-q")
    git(main, "commit", "-qm", "x", "--allow-empty")
    git(main, "worktree", "add", "-q", str(tree))
    write_lines(tree, [])
    (tmp_path / holder / ".beads" / "redirect").write_text("../shared/.beads\r\n")
    place = beads.find(str(tree), {})
    assert place is not None
    assert place.folder == str(tmp_path / "shared" / ".beads")


def test_the_environment_names_another_folder(tmp_path: Path) -> None:
    folder = write_lines(tmp_path / "other", MODERN)
    place = beads.find(str(tmp_path), {"BEADS_DIR": str(folder)})
    assert place is not None
    assert place.lines == str(folder / "issues.jsonl")


def test_a_repository_cannot_name_a_file_outside_its_folder(tmp_path: Path) -> None:
    write_lines(tmp_path, MODERN)
    (tmp_path / ".beads" / "metadata.json").write_text(
        '{"jsonl_export": "../../etc/passwd", "database": "../secret.db"}'
    )
    place = beads.find(str(tmp_path), {})
    assert place is not None
    assert place.lines == str(tmp_path / ".beads" / "issues.jsonl")


@pytest.mark.parametrize(
    "text",
    ["export.path: .beads/all.jsonl\n", 'issue-prefix: "x"\nexport:\n  auto: true\n  path: "all.jsonl"  # here\n'],
)
def test_the_export_may_have_another_name(tmp_path: Path, text: str) -> None:
    folder = write_lines(tmp_path, MODERN)
    (folder / "issues.jsonl").rename(folder / "all.jsonl")
    (folder / "config.yaml").write_text(text)
    assert verdicts(look(tmp_path))["shop-k1"] == "worked"


def test_an_export_outside_the_folder_is_not_read(tmp_path: Path) -> None:
    folder = write_lines(tmp_path, LEGACY)
    (tmp_path / "other.jsonl").write_text("{}")
    (folder / "config.yaml").write_text("export.path: ../other.jsonl\n")
    place = beads.find(str(tmp_path), {})
    assert place is not None
    assert place.lines == str(folder / "issues.jsonl")


def test_a_pipe_in_place_of_the_export_does_not_hang(tmp_path: Path) -> None:
    (tmp_path / ".beads").mkdir()
    os.mkfifo(tmp_path / ".beads" / "issues.jsonl")
    assert look(tmp_path).closings == ()


@pytest.mark.slow
def test_five_thousand_issues_take_a_second_and_nothing_new_50_ms(tmp_path: Path) -> None:
    many = [{**MODERN[number % 4], "id": f"shop-{number}", "description": "words " * 80} for number in range(5000)]
    write_lines(tmp_path, many)
    begin = time.perf_counter()
    first = look(tmp_path)
    middle = time.perf_counter()
    look(tmp_path, first.state)
    end = time.perf_counter()
    assert len(first.closings) == 5000
    assert middle - begin < 1.0
    assert end - middle < 0.05
