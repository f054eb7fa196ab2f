"""What was done is told for seven days, page by page, and holds nobody's words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hardwon.config.paths import Paths
from hardwon.engine import activity as door
from hardwon.errors import InvalidInput, NotFound
from hardwon.store import activity
from hardwon.store.activity import DAY_MS, Stage, note, project_mark, read

NOW = 1_800_000_000_000


@pytest.fixture
def paths() -> Paths:
    return Paths.from_environment(os.environ)


def stage(number: int, *, at: int = NOW, operation: str = "recall", project: str = "") -> Stage:
    return Stage(
        id=f"{number:012x}", operation=operation, stage="done", at=at, project=project, took_ms=3, counts={"n": number}
    )


def numbers(paths: Paths, **wanted: object) -> tuple[list[int], str]:
    page = read(paths, **{"now": NOW, "limit": 32, **wanted})  # type: ignore[arg-type]
    return [found.counts["n"] for found in page.stages], page.next_cursor


def test_pages_follow_each_other_without_a_gap_although_more_is_noted_meanwhile(paths: Paths) -> None:
    for number in range(70):
        note(paths, stage(number, at=NOW - (70 - number) * DAY_MS // 40))
    first, cursor = numbers(paths)
    assert first == list(range(69, 37, -1))
    note(paths, stage(99))
    second, cursor = numbers(paths, cursor=cursor)
    third, cursor = numbers(paths, cursor=cursor)
    assert second + third == list(range(37, -1, -1))
    assert cursor == ""


def test_what_is_older_than_seven_days_is_gone_from_the_disk_too(paths: Paths) -> None:
    note(paths, stage(1, at=NOW - 9 * DAY_MS))
    note(paths, stage(2, at=NOW - 7 * DAY_MS - 1))
    note(paths, stage(3, at=NOW - 6 * DAY_MS))
    assert numbers(paths) == ([3], "")
    assert len(os.listdir(activity.folder_of(paths))) == 2  # the day that is not over for a week, and the later one
    assert numbers(paths, now=NOW + 9 * DAY_MS) == ([], "")
    assert os.listdir(activity.folder_of(paths)) == []


def test_a_project_sees_its_own_and_what_is_nobodys(paths: Paths) -> None:
    one, other = project_mark("repo:example.org/one"), project_mark("path:/other")
    for number, project in enumerate((one, other, "")):
        note(paths, stage(number, project=project, operation="dream" if number else "recall"))
    assert numbers(paths, project=one) == ([2, 0], "")
    assert numbers(paths, project=other, operation="dream") == ([2, 1], "")


def test_many_lines_take_a_bounded_room_and_the_newest_stay(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(activity, "FILE_BYTES", 1000)
    monkeypatch.setattr(activity, "FILES_MAX", 4)
    for number in range(300):
        note(paths, stage(number))
    files = list(Path(activity.folder_of(paths)).iterdir())
    assert len(files) <= 5
    assert sum(file.stat().st_size for file in files) < 6000
    assert all(file.stat().st_mode & 0o077 == 0 for file in files)
    assert numbers(paths, limit=2)[0] == [299, 298]


@pytest.mark.parametrize(
    "cut", [b"{", b'{"id": 1}\n', b"\xff\xfe\n", b"[]\n", b'{"id":"a","op":"b","stage":"c","at":"x"}\n', b"\n\n"]
)
def test_a_line_that_was_cut_hides_no_other(paths: Paths, cut: bytes) -> None:
    note(paths, stage(1))
    (file,) = Path(activity.folder_of(paths)).iterdir()
    file.write_bytes(cut + (b"" if cut.endswith(b"\n") else b"\n") + file.read_bytes() + cut)
    assert numbers(paths)[0] == [1]


@pytest.mark.parametrize("cursor", ["x", "../../etc/passwd:3", "2026-01-01-000.jsonl:-1", "2026-01-01-000.jsonl", ":3"])
def test_a_cursor_that_is_none_is_refused(paths: Paths, cursor: str) -> None:
    with pytest.raises(InvalidInput):
        door.page(paths, cursor=cursor)


@pytest.mark.parametrize("limit", [0, 33])
def test_a_page_has_one_to_thirty_two_stages(paths: Paths, limit: int) -> None:
    with pytest.raises(InvalidInput):
        door.page(paths, limit=limit)


def test_noting_never_fails(paths: Paths) -> None:
    Path(paths.data).mkdir()
    Path(activity.folder_of(paths)).write_text("in the way")
    note(paths, stage(1))
    assert numbers(paths) == ([], "")


def test_an_operations_end_is_noted_however_it_ends(paths: Paths) -> None:
    with door.operation(paths, "dream", "path:/x") as noted:
        noted.counts = {"applied": 2}
    with pytest.raises(NotFound), door.operation(paths, "recall", "path:/x", first=door.ADMITTED):
        raise NotFound("the secret plan of 1234", "say it again")
    with pytest.raises(ZeroDivisionError), door.operation(paths, "judge", "path:/x"):
        raise ZeroDivisionError("the secret plan")
    found, _ = door.page(paths, project="path:/x")
    told = [(one["operation"], one["stage"], one["error"], one["counts"]) for one in reversed(found)]
    assert told == [
        ("dream", "started", "", {}),
        ("dream", "done", "", {"applied": 2}),
        ("recall", "admitted", "", {}),
        ("recall", "refused", "NotFound", {}),
        ("judge", "started", "", {}),
        ("judge", "failed", "ZeroDivisionError", {}),
    ]
    assert len({one["id"] for one in found}) == 3
    text = "".join(file.read_text() for file in Path(activity.folder_of(paths)).iterdir())
    assert "secret" not in text
    assert "/x" not in text
