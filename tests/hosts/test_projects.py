"""The transcripts of a folder are found by name; what a name does not tell, the transcript does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hardwon.hosts.claude_code import projects
from hardwon.hosts.claude_code.transcript import read_turns

from .lines import Lines


def session(base: Path, cwd: str, name: str = "s-1") -> Path:
    return Lines(name, cwd=cwd).person("hello there").write(base / "projects" / projects.slug(cwd) / f"{name}.jsonl")


def test_whatever_is_no_letter_or_digit_is_a_dash() -> None:
    assert projects.slug("/home/dev/my_app.v2 é") == "-home-dev-my-app-v2--"


def test_folders_below_belong_to_a_root_and_siblings_of_a_like_name_do_not(tmp_path: Path) -> None:
    for cwd in ("/home/dev/app", "/home/dev/app/src", "/home/dev/app-2", "/home/dev/other"):
        session(tmp_path, cwd)
    found = projects.folders_of(str(tmp_path), ["/home/dev/app"])
    assert [Path(folder).name for folder in found] == ["-home-dev-app", "-home-dev-app-src"]


def test_a_name_that_was_cut_is_known_by_what_the_transcript_says(tmp_path: Path) -> None:
    long = "/home/dev/" + "deep/" * 50 + "app"
    Lines("s-1", cwd=long).person("hello").write(
        tmp_path / "projects" / (projects.slug(long)[:200] + "-x1y2") / "s.jsonl"
    )
    assert len(projects.folders_of(str(tmp_path), [long])) == 1
    assert projects.folders_of(str(tmp_path), [long + "-other"]) == []


def test_sessions_of_other_folders_are_told_apart(tmp_path: Path) -> None:
    own = session(tmp_path, "/home/dev/app", "mine").parent
    session(tmp_path, "/home/dev/other", "theirs")
    assert projects.sessions_elsewhere(str(tmp_path), [str(own)]) == {"theirs"}


def test_a_session_s_span_is_what_its_lines_say(tmp_path: Path) -> None:
    path = Lines("s-1").person("one").person("two").write(tmp_path / "s.jsonl")
    assert projects.span_of(str(path)) == (1_777_888_801_000, 1_777_888_802_000)
    path.write_text("nothing of the kind\n")
    os.utime(path, (1_700_000_000, 1_700_000_000))
    assert projects.span_of(str(path)) == (1_700_000_000_000, 1_700_000_000_000)


@pytest.mark.parametrize("kind", ["missing", "folder", "pipe"])
def test_what_is_no_file_is_passed_over(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "s.jsonl"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    assert projects.cwd_in(str(path)) == ""
    assert projects.span_of(str(path))[0] >= 0
    assert projects.folders_of(str(tmp_path / "no"), ["/home/dev/app"]) == []


def test_lines_nobody_wants_are_counted_and_not_parsed(tmp_path: Path) -> None:
    path = Lines().person("one").raw("{broken").person("two").write(tmp_path / "s.jsonl")
    reader = read_turns(str(path), wants=lambda raw: b"two" in raw)
    assert [turn.text for turn in reader] == ["two"]
    assert (reader.offset, reader.line, reader.bad_lines) == (path.stat().st_size, 3, 0)
