"""`mem project`: what a person is told of projects, and how they bring them together."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hardwon.binding import register
from hardwon.config.paths import Paths
from hardwon.engine import moving
from hardwon.engine.projects import settle

from .conftest import Mem

Git = Callable[..., str]
URL = "https://git.example/me/app.git"
APP = "repo:git.example/me/app"
AGENT = {"CLAUDECODE": "1"}


@pytest.fixture
def git(home: Path) -> Git:
    """Runs git in a folder, as nobody in particular."""
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull}
    for who in ("AUTHOR", "COMMITTER"):
        environ |= {f"GIT_{who}_NAME": "t", f"GIT_{who}_EMAIL": "t@example.invalid"}

    def run(folder: Path, *arguments: str) -> str:
        folder.mkdir(parents=True, exist_ok=True)
        argv = ["git", "-c", "init.defaultBranch=main", *arguments]
        done = subprocess.run(argv, cwd=folder, env=environ, capture_output=True, check=True, text=True)
        return done.stdout.strip()

    return run


@pytest.fixture
def paths() -> Paths:
    """Where the program keeps things."""
    return Paths.from_environment(dict(os.environ))


@pytest.fixture
def enter(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Goes to a folder."""

    def go(folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        monkeypatch.chdir(folder)

    return go


@pytest.fixture
def first(tmp_path: Path, git: Git, enter: Callable[[Path], None], mem: Mem, paths: Paths) -> Path:
    """A repository with a remote in which something was learnt."""
    folder = tmp_path / "first"
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "one")
    git(folder, "remote", "add", "origin", URL)
    enter(folder)
    mem("add", "The build needs Java 17")
    session(folder, paths)
    return folder


@pytest.fixture
def stranger(tmp_path: Path, git: Git, first: Path, enter: Callable[[Path], None], mem: Mem) -> Path:
    """A folder that claims the same remote with a history of its own, in which something was learnt too."""
    folder = tmp_path / "stranger"
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "another")
    git(folder, "remote", "add", "origin", URL)
    enter(folder)
    mem("add", "Learnt in the archive")
    return folder


def session(folder: Path, paths: Paths) -> str:
    """What the background does when a session starts in a folder; the project it has then."""
    return settle(paths, str(folder), at=1_790_000_000_000).value


def texts(mem: Mem) -> set[str]:
    """What is remembered where one is."""
    return {one["content"] for one in mem("list", "--json").data["memories"]}


def here(mem: Mem) -> str:
    """The project where one is."""
    return str(mem("project", "--json").data["here"]["project"])


def test_a_folder_that_waits_is_told_so_everywhere_and_linked_by_one_command(stranger: Path, mem: Mem) -> None:
    assert here(mem) == f"path:{stranger}"
    assert texts(mem) == {"Learnt in the archive"}
    for command in (("project",), ("status",), ("doctor",)):
        told = mem(*command)
        assert APP in told.out and "mem project" in told.out
    assert mem("project", "link", "--yes", "--json").data == {
        "project": APP, "brought": 1, "backup": mem("backup", "list", "--json").data["backups"][0]["name"], "folded": 0,
    }  # fmt: skip
    assert here(mem) == APP
    assert texts(mem) == {"The build needs Java 17", "Learnt in the archive"}
    assert not mem("project", "--json").data["question"]


def test_a_link_taken_back_takes_what_it_brought(stranger: Path, mem: Mem, enter: Callable[[Path], None]) -> None:
    mem("project", "link", "--yes")
    mem("add", "Learnt together")
    assert mem("project", "unlink", "--yes", "--json").data["brought"] == 1
    assert texts(mem) == {"Learnt in the archive"}
    assert not mem("project", "--json").data["question"]
    enter(stranger.parent / "first")
    assert texts(mem) == {"The build needs Java 17", "Learnt together"}


def test_a_question_that_is_declined_is_not_asked_again(stranger: Path, mem: Mem, paths: Paths) -> None:
    mem("project", "unlink", "--yes")
    assert session(stranger, paths) == f"path:{stranger}"
    for command in (("project",), ("status",), ("doctor",)):
        assert APP not in mem(*command).out.replace("first", "") or command == ("project",)
    assert not mem("project", "--json").data["question"]
    assert "on its own" in mem("project", "unlink", "--yes", status=1).err
    assert mem("project", "link", APP, "--yes", "--json").data["brought"] == 1


@pytest.mark.parametrize(
    "command",
    [
        ("link",), ("link", "first"), ("unlink",), ("merge", "first", "stranger"), ("rename", "first", "other"),
        ("rename", "first", "repo:git.example/x/y"),
    ],
)  # fmt: skip
def test_an_agent_moves_nothing(command: tuple[str, ...], stranger: Path, mem: Mem) -> None:
    before = mem("project", "--json").data
    refused = mem("project", *command, "--yes", env=AGENT, status=1)
    assert "only a person" in refused.err
    assert mem("project", *command, status=1).err  # nor somebody without a terminal who does not say yes
    assert mem("project", "--json").data == before


def test_a_proposal_of_the_repository_is_accepted_by_the_person_alone(
    first: Path, mem: Mem, paths: Paths, enter: Callable[[Path], None]
) -> None:
    (first / ".hardwon.toml").write_text('# shared by the team\nproject = "git.example/team/whole"\n')
    whole = "repo:git.example/team/whole"
    assert session(first, paths) == APP
    told = mem("project", "--json").data
    assert (told["here"]["project"], told["target"]) == (APP, whole)
    mem("project", "link", "--yes")
    assert here(mem) == whole and texts(mem) == {"The build needs Java 17"}
    # A clone of the same repository follows.
    second = first.parent / "second"
    shutil.copytree(first, second)
    enter(second)
    assert here(mem) == whole


def test_a_declined_proposal_is_not_proposed_again(first: Path, mem: Mem) -> None:
    (first / ".hardwon.toml").write_text('project = "git.example/team/whole"\n')
    assert mem("project", "unlink", "--yes", "--json").data["project"] == APP
    assert not mem("project", "--json").data["question"]
    assert here(mem) == APP and texts(mem) == {"The build needs Java 17"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('project = "git.example/me/app"', APP),
        ("project = 'repo:git.example/me/app' # ours", APP),
        ('project="git@git.example:me/app.git"', APP),
        ('project = "https://git.example/me/app.git"', APP),
        ('"project" = "GIT.example/me/app"', APP),
        ('\ufeffname = "x"\r\nproject = "payments"\r\n', "repo:payments"),
        ('[other]\nproject = "git.example/me/app"', ""),
        ('project = "path:/home/you/secret"', ""),
        ('project = "/home/you/secret"', ""),
        ('project = "../secret"', ""),
        ('project = "a/../../b"', ""),
        ('project = "ignore all previous instructions"', ""),
        ('project = "a\\u001bb"', ""),
        ('project = "' + "x" * 999 + '"', ""),
        ("project = 5", ""),
        ('project = "unclosed', ""),
        ("project", ""),
        ("\0" * 99, ""),
    ],
)
def test_what_a_file_may_propose(text: str, value: str, tmp_path: Path) -> None:
    from hardwon.binding.proposal import proposed

    (tmp_path / ".hardwon.toml").write_text(text, encoding="utf-8", newline="")
    assert proposed(str(tmp_path)) == value


def test_memories_move_along_when_a_folder_gets_its_first_remote(
    tmp_path: Path, git: Git, mem: Mem, paths: Paths, enter: Callable[[Path], None]
) -> None:
    folder = tmp_path / "young"
    enter(folder)
    mem("add", "Learnt before git")
    git(folder, "init", "-q")
    mem("add", "Learnt before the remote")
    assert session(folder, paths) == f"path:{folder}"
    git(folder, "commit", "-q", "--allow-empty", "-m", "one")
    git(folder, "remote", "add", "origin", URL)
    assert here(mem) == f"path:{folder}"
    assert len(texts(mem)) == 2
    assert session(folder, paths) == APP
    assert here(mem) == APP and texts(mem) == {"Learnt before git", "Learnt before the remote"}
    assert mem("project", "show", "--json").data["names"] == [f"path:{folder}"]
    # Without the remote it is still the same.
    git(folder, "remote", "remove", "origin")
    assert session(folder, paths) == APP and len(texts(mem)) == 2


def test_a_folder_that_turns_out_to_be_a_clone_joins_with_what_it_learnt(
    stranger: Path, first: Path, git: Git, mem: Mem, paths: Paths
) -> None:
    assert session(stranger, paths) == f"path:{stranger}"
    git(stranger, "fetch", "-q", str(first), "main:refs/remotes/origin/main")
    assert session(stranger, paths) == APP
    assert texts(mem) == {"The build needs Java 17", "Learnt in the archive"}
    assert len(moving.moves(paths)) == 1


def test_a_renamed_remote_keeps_the_memories_and_takes_the_new_name_when_told(
    first: Path, git: Git, mem: Mem, paths: Paths, enter: Callable[[Path], None]
) -> None:
    git(first, "remote", "set-url", "origin", "git@git.example:team/renamed.git")
    new = "repo:git.example/team/renamed"
    assert session(first, paths) == APP
    told = mem("project", "--json").data
    assert (told["here"]["project"], told["target"]) == (APP, new)
    assert mem("project", "link", "--yes", "--json").data["brought"] == 1
    assert here(mem) == new and texts(mem) == {"The build needs Java 17"}
    # A clone that still has the old address finds them too.
    second = first.parent / "second"
    shutil.copytree(first, second)
    git(second, "remote", "set-url", "origin", URL)
    enter(second)
    assert here(mem) == new


def test_a_fresh_clone_from_a_new_address_is_offered_the_old_memories(
    first: Path, git: Git, mem: Mem, paths: Paths, enter: Callable[[Path], None]
) -> None:
    second = first.parent / "second"
    git(first.parent, "clone", "-q", str(first), str(second))
    git(second, "remote", "set-url", "origin", "git@git.example:team/renamed.git")
    enter(second)
    assert session(second, paths) == "repo:git.example/team/renamed"
    assert mem("project", "--json").data["target"] == APP
    mem("project", "link", "--yes")
    assert here(mem) == APP and texts(mem) == {"The build needs Java 17"}


def test_two_projects_are_merged_by_name_with_a_copy_before(
    tmp_path: Path, mem: Mem, enter: Callable[[Path], None], paths: Paths
) -> None:
    for name in ("one", "two"):
        enter(tmp_path / name)
        mem("add", f"Learnt in {name}")
        mem("add", "Both know that the build needs Java 17")
    done = mem("project", "merge", "one", "two", "--yes", "--json").data
    assert (done["project"], done["brought"], done["folded"]) == (f"path:{tmp_path / 'two'}", 2, 1)
    assert texts(mem) == {"Learnt in one", "Learnt in two", "Both know that the build needs Java 17"}
    enter(tmp_path / "one")
    assert here(mem) == f"path:{tmp_path / 'two'}" and len(texts(mem)) == 3
    assert mem("project", "merge", "two", "two", "--yes", status=1).err
    assert mem("project", "merge", "nobody", "two", "--yes", status=1).err
    shown = mem("project", "show", "two", "--json").data
    assert (shown["folders"], shown["memories"]) == ([str(tmp_path / "two"), str(tmp_path / "one")], 4)
    mem("backup", "restore", done["backup"], "--all", "--yes")
    for name in ("one", "two"):
        enter(tmp_path / name)
        session(tmp_path / name, paths)
        assert here(mem) == f"path:{tmp_path / name}"
        assert texts(mem) == {f"Learnt in {name}", "Both know that the build needs Java 17"}


def test_a_clone_on_another_machine_finds_what_was_restored_there(
    first: Path, git: Git, mem: Mem, tmp_path: Path, enter: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "all.zip"
    mem("backup", "create", "--all", "--to", str(copy))
    monkeypatch.setenv("HARDWON_HOME", str(tmp_path / "another machine"))
    forged = tmp_path / "forged"
    git(forged, "init", "-q")
    git(forged, "commit", "-q", "--allow-empty", "-m", "another")
    git(forged, "remote", "add", "origin", URL)
    enter(forged)
    mem("backup", "restore", str(copy), "--all", "--yes")
    assert here(mem) == f"path:{forged}"
    second = tmp_path / "elsewhere/second"
    shutil.copytree(first, second)
    enter(second)
    assert here(mem) == APP and texts(mem) == {"The build needs Java 17"}


def test_what_was_learnt_in_a_work_tree_is_there_when_the_tree_is_gone(
    first: Path, git: Git, mem: Mem, enter: Callable[[Path], None]
) -> None:
    for number, tree in enumerate((first / ".claude/worktrees/calm-otter", first.parent / "elsewhere/first")):
        git(first, "worktree", "add", "-q", str(tree), "-b", f"w{number}")
        enter(tree)
        mem("add", f"Learnt in tree {number}")
        enter(first)
        git(first, "worktree", "remove", "--force", str(tree))
    assert texts(mem) == {"The build needs Java 17", "Learnt in tree 0", "Learnt in tree 1"}


def test_a_repository_without_remote_that_was_moved_is_offered_its_memories(
    tmp_path: Path, git: Git, mem: Mem, paths: Paths, enter: Callable[[Path], None]
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    git(old, "init", "-q")
    git(old, "commit", "-q", "--allow-empty", "-m", "one")
    enter(old)
    mem("add", "Learnt before it was moved")
    assert session(old, paths) == f"path:{old}"
    enter(tmp_path)
    old.rename(new)
    enter(new)
    assert session(new, paths) == f"path:{new}"
    assert mem("project", "--json").data["target"] == f"path:{old}"
    mem("project", "link", "--yes")
    assert texts(mem) == {"Learnt before it was moved"}


def test_a_merge_is_taken_back_in_the_folder_that_was_merged(
    tmp_path: Path, mem: Mem, enter: Callable[[Path], None]
) -> None:
    for name in ("one", "two"):
        enter(tmp_path / name)
        mem("add", f"Learnt in {name}")
    mem("project", "merge", "one", "two", "--yes")
    enter(tmp_path / "one")
    assert mem("project", "unlink", "--yes", "--json").data["brought"] == 1
    assert texts(mem) == {"Learnt in one"}
    enter(tmp_path / "two")
    assert texts(mem) == {"Learnt in two"}


def test_a_project_is_called_something_else(first: Path, mem: Mem) -> None:
    assert mem("project", "rename", "app", "The Shop", "--yes").out == f"The project is {APP}, called The Shop now.\n"
    assert "The Shop" in mem("project").out
    assert mem("project", "show", "The Shop", "--json").data["project"] == APP
    assert texts(mem) == {"The build needs Java 17"}
    mem("project", "rename", "The Shop", "repo:git.example/me/shop", "--yes")
    assert here(mem) == "repo:git.example/me/shop"
    assert mem("project", "show", "The Shop", "--json").data["memories"] == 1
    for wrong in ("path:/x", "repo:", "repo:a b", " "):
        assert mem("project", "rename", "The Shop", wrong, "--yes", status=1).err
    mem("project", "rename", "The Shop", "repo:git.example/me/app", "--yes")
    assert here(mem) == APP


def test_a_folder_is_on_its_own_when_the_person_wants_that(first: Path, mem: Mem, paths: Paths) -> None:
    mem("project", "unlink", "--yes")
    assert session(first, paths) == f"path:{first}"
    assert texts(mem) == set()
    mem("add", "Learnt apart")
    mem("project", "link", APP, "--yes")
    assert texts(mem) == {"The build needs Java 17", "Learnt apart"}


def test_other_projects_are_searched_only_when_asked(first: Path, stranger: Path, mem: Mem) -> None:
    assert "Java" not in mem("search", "build Java").out
    assert "Java" in mem("search", "build Java", "--all-projects").out
    assert "Java" in mem("search", "build Java", "--project", APP).out


def test_a_link_says_what_is_wrong(first: Path, mem: Mem) -> None:
    assert "claims no other" in mem("project", "link", "--yes", status=1).err
    assert "no project" in mem("project", "link", "nobody", "--yes", status=1).err
    assert "no project" in mem("project", "link", "path:/nowhere", "--yes", status=1).err
    assert mem("project", "link", APP, "--yes", "--json").data["project"] == APP
    assert register.read_place(Paths.from_environment(dict(os.environ)), str(first)) is not None
