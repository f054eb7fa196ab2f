"""Commits that keep a session's edits, and those that were reverted or reset away; amending and squashing keep them."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from hardwon.outcomes.evidence.pieces import Action, Attempt
from hardwon.outcomes.evidence.verdict import judge
from hardwon.outcomes.trackers.git import fates

NOW = 1_790_000_000_000


class Repository:
    """A repository in which edits are made and committed, a minute apart."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.at_s = NOW // 1000 - 86_400
        root.mkdir()
        self.git("init", "-q", "-b", "main")
        self.commit("base.py", "a first line of code\n")

    def git(self, *arguments: str) -> str:
        self.at_s += 60
        date = f"@{self.at_s} +0000"
        who = {
            "GIT_AUTHOR_NAME": "a",
            "GIT_AUTHOR_EMAIL": "a@b.invalid",
            "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@b.invalid",
        }
        environ = {**os.environ, **who, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "GIT_EDITOR": "true"}
        done = subprocess.run(
            ["git", *arguments], cwd=self.root, env=environ, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def commit(self, name: str, text: str) -> str:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self.git("add", name)
        self.git("commit", "-q", "-m", f"change {name}")
        return self.git("rev-parse", "HEAD")

    def attempt(self, name: str, text: str) -> Attempt:
        started = self.at_s * 1000
        edit = Action(kind="edit", path=name, text=text, key=name)
        return Attempt(key=f"attempt {name}", started_at=started, actions=[edit])

    def fate(self, attempt: Attempt, **options: int) -> str:
        """kept, reverted, reset, or "" for nothing."""
        found = fates(str(self.root), [attempt], now_ms=NOW, **options)
        assert found.notes == ()
        piece = found.evidence.get(attempt.key)
        return piece.reason.split(" ", 2)[2].replace("keeps it", "kept").replace("was ", "") if piece else ""


TEXT = "def parse_row(row):\n    return row.split(',')\n    # the last column may be empty\n"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "app")


def test_a_commit_keeps_an_edit(repository: Repository) -> None:
    attempt = repository.attempt("rows.py", TEXT)
    repository.commit("rows.py", TEXT)
    assert repository.fate(attempt) == "kept"
    attempt.evidence += fates(str(repository.root), [attempt], now_ms=NOW).evidence.values()
    assert judge(attempt).verdict == "worked"


def test_what_was_never_committed_says_nothing(repository: Repository) -> None:
    attempt = repository.attempt("rows.py", TEXT)
    (repository.root / "rows.py").write_text(TEXT)
    assert repository.fate(attempt) == ""
    (repository.root / "rows.py").unlink()
    assert repository.fate(attempt) == ""


def test_a_commit_before_the_attempt_is_not_its_doing(repository: Repository) -> None:
    repository.commit("rows.py", TEXT)
    repository.at_s += 3600
    assert repository.fate(repository.attempt("rows.py", TEXT)) == ""


def test_a_commit_of_other_text_in_the_file_is_not_its_doing(repository: Repository) -> None:
    attempt = repository.attempt("rows.py", TEXT)
    repository.commit("rows.py", "something = entirely_different()\n")
    assert repository.fate(attempt) == ""


def test_a_young_commit_waits(repository: Repository) -> None:
    attempt = repository.attempt("rows.py", TEXT)
    repository.commit("rows.py", TEXT)
    assert repository.fate(attempt, settled_ms=7 * 86_400_000) == ""


def test_a_reverted_commit_failed(repository: Repository) -> None:
    attempt = repository.attempt("rows.py", TEXT)
    repository.commit("rows.py", TEXT)
    repository.git("revert", "--no-edit", "HEAD")
    assert repository.fate(attempt) == "reverted"
    attempt.evidence += fates(str(repository.root), [attempt], now_ms=NOW).evidence.values()
    assert judge(attempt).verdict == "failed"


def test_a_revert_that_was_reverted_keeps_it(repository: Repository) -> None:
    attempt = repository.attempt("rows.py", TEXT)
    repository.commit("rows.py", TEXT)
    repository.git("revert", "--no-edit", "HEAD")
    repository.git("revert", "--no-edit", "HEAD")
    assert repository.fate(attempt) == "kept"


def test_an_amended_commit_is_no_revert(repository: Repository) -> None:
    attempt = repository.attempt("rows.py", TEXT)
    repository.commit("rows.py", TEXT)
    (repository.root / "rows.py").write_text(TEXT + "# and a note on quoting\n")
    repository.git("commit", "-q", "--amend", "-a", "-m", "better")
    assert repository.fate(attempt) == "kept"


def test_squashed_and_rebased_commits_are_no_reverts(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "topic")
    first = repository.attempt("rows.py", TEXT)
    repository.commit("rows.py", TEXT)
    second = repository.attempt("cols.py", TEXT.replace("row", "column"))
    repository.commit("cols.py", TEXT.replace("row", "column"))
    repository.git("checkout", "-q", "main")
    repository.commit("other.py", "main moved on meanwhile\n")
    repository.git("merge", "-q", "--squash", "topic")
    repository.git("commit", "-q", "-m", "squashed")
    repository.git("branch", "-q", "-D", "topic")
    assert [repository.fate(one) for one in (first, second)] == ["kept", "kept"]


def test_a_branch_that_was_deleted_says_nothing(repository: Repository) -> None:
    # It may have been squashed on a server: nothing here tells.
    repository.git("checkout", "-q", "-b", "topic")
    attempt = repository.attempt("rows.py", TEXT)
    repository.commit("rows.py", TEXT)
    repository.git("checkout", "-q", "main")
    repository.git("branch", "-q", "-D", "topic")
    assert repository.fate(attempt) == ""


def test_a_commit_that_was_reset_away_failed(repository: Repository) -> None:
    attempt = repository.attempt("rows.py", TEXT)
    repository.commit("rows.py", TEXT)
    repository.git("reset", "-q", "--hard", "HEAD~1")
    assert repository.fate(attempt) == "reset away"


def test_a_soft_reset_says_nothing(repository: Repository) -> None:
    attempt = repository.attempt("rows.py", TEXT)
    repository.commit("rows.py", TEXT)
    repository.git("reset", "-q", "--soft", "HEAD~1")
    assert repository.fate(attempt) == ""


def test_a_reset_back_to_the_commit_keeps_it(repository: Repository) -> None:
    attempt = repository.attempt("rows.py", TEXT)
    commit = repository.commit("rows.py", TEXT)
    repository.git("reset", "-q", "--hard", "HEAD~1")
    repository.git("reset", "-q", "--hard", commit)
    assert repository.fate(attempt) == "kept"


def test_an_edit_in_a_subfolder_is_found_by_the_end_of_its_path(repository: Repository) -> None:
    attempt = repository.attempt("rows.py", TEXT)
    repository.commit("src/app/rows.py", TEXT)
    assert repository.fate(attempt) == "kept"


def test_odd_names_and_contents_break_nothing(repository: Repository) -> None:
    attempt = repository.attempt("a b'é.py", TEXT)
    repository.commit("a b'é.py", TEXT)
    (repository.root / "bin").write_bytes(bytes(range(256)) * 40)
    repository.git("add", ".")
    repository.git("commit", "-q", "-m", "odd \x02 message")
    assert repository.fate(attempt) == "kept"


def test_a_folder_without_git_is_one_note(tmp_path: Path, repository: Repository) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    found = fates(str(plain), [repository.attempt("rows.py", TEXT)], now_ms=NOW)
    assert found.evidence == {}
    assert len(found.notes) == 1


def test_a_repository_without_commits_says_nothing(tmp_path: Path, repository: Repository) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    subprocess.run(["git", "init", "-q"], cwd=empty, check=True)
    assert fates(str(empty), [repository.attempt("rows.py", TEXT)], now_ms=NOW).evidence == {}


def test_what_a_repository_configures_is_not_run(repository: Repository, tmp_path: Path) -> None:
    trap, sign = tmp_path / "trap.sh", tmp_path / "sprung"
    trap.write_text(f"#!/bin/sh\ntouch {sign}\n")
    trap.chmod(0o755)
    attempt = repository.attempt("rows.py", TEXT)
    repository.commit("rows.py", TEXT)
    (repository.root / ".gitattributes").write_text("*.py diff=trap filter=trap\n")
    repository.git("add", ".gitattributes")
    repository.git("commit", "-q", "-m", "attributes")
    for name in (
        "core.fsmonitor",
        "core.pager",
        "gpg.program",
        "diff.external",
        "diff.trap.textconv",
        "diff.trap.command",
        "filter.trap.smudge",
        "core.sshCommand",
    ):
        repository.git("config", name, str(trap))
    repository.git("config", "log.showSignature", "true")
    sign.unlink(missing_ok=True)
    assert repository.fate(attempt) == "kept"
    assert not sign.exists()


def test_nothing_of_the_repository_is_changed(repository: Repository) -> None:
    attempt = repository.attempt("rows.py", TEXT)
    repository.commit("rows.py", TEXT)
    folder = repository.root / ".git"
    before = {str(path): path.stat().st_mtime_ns for path in folder.rglob("*")}
    repository.fate(attempt)
    assert {str(path): path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_many_attempts_are_answered_with_few_calls(repository: Repository) -> None:
    attempts = []
    for number in range(30):
        text = TEXT.replace("row", f"thing_{number}")
        attempts.append(repository.attempt(f"f{number}.py", text))
        repository.commit(f"f{number}.py", text)
    begin = time.perf_counter()
    found = fates(str(repository.root), attempts, now_ms=NOW)
    assert len(found.evidence) == 30
    assert time.perf_counter() - begin < 10
