"""Which folders are one project, by what git itself made of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hardwon.binding import Binding, resolve

from .conftest import Git


def at(folder: Path) -> Binding:
    return resolve(str(folder), "/nowhere")


def test_every_work_tree_of_a_repository_is_one_project(app: Path, git: Git, tmp_path: Path) -> None:
    inside, equal, detached = app / ".claude/worktrees/calm-otter", tmp_path / "elsewhere/app", tmp_path / "detached"
    git(app, "worktree", "add", "-q", str(inside), "-b", "one")
    git(app, "worktree", "add", "-q", str(equal), "-b", "two")
    git(app, "worktree", "add", "-q", "--detach", str(detached))
    deep = app / "src/deep"
    deep.mkdir(parents=True)
    link = tmp_path / "link-to-app"
    link.symlink_to(app)
    values = {at(folder).value for folder in (app, inside, equal, detached, deep, link, link / "src", app / ".git")}
    assert values == {f"path:{app}"}
    assert at(equal).root == str(equal)
    assert at(deep).root == str(app)
    assert at(link).name == "app"


def test_folders_that_only_look_alike_are_their_own_projects(app: Path, git: Git, tmp_path: Path) -> None:
    plain, namesake, nested = tmp_path / "plain", tmp_path / "other/app", app / "vendor/lib"
    for folder in (plain, namesake, nested):
        folder.mkdir(parents=True)
    git(namesake, "init", "-q")
    git(nested, "init", "-q")
    assert len({at(folder).value for folder in (app, plain, namesake, nested)}) == 4
    assert at(plain).value == f"path:{plain}"
    assert at(nested / "src").value == f"path:{nested}"


def test_a_work_tree_that_was_removed_leads_on_as_far_as_it_can(app: Path, git: Git, tmp_path: Path) -> None:
    inside, outside = app / ".claude/worktrees/calm-otter", tmp_path / "outside"
    git(app, "worktree", "add", "-q", str(inside), "-b", "one")
    git(app, "worktree", "add", "-q", str(outside), "-b", "two")
    shutil.rmtree(inside)
    assert at(inside).value == f"path:{app}"
    shutil.rmtree(app / ".git" / "worktrees" / "outside")
    assert at(outside).value == f"path:{app}"
    shutil.rmtree(outside)
    assert at(outside).value == f"path:{outside}"


def test_a_submodule_is_its_own_project_in_each_of_its_work_trees(app: Path, git: Git, tmp_path: Path) -> None:
    library = tmp_path / "library"
    shutil.copytree(app, library)
    git(app, "submodule", "--quiet", "add", str(library), "lib")
    assert at(app / "lib").value == f"path:{library}"
    git(app / "lib", "remote", "set-url", "origin", "git@git.example:team/library.git")
    assert at(app / "lib").value == "repo:git.example/team/library"
    git(app / "lib", "remote", "remove", "origin")
    assert at(app / "lib").value == f"path:{app / 'lib'}"
    git(app / "lib", "worktree", "add", "-q", str(tmp_path / "lib-tree"), "-b", "other")
    assert at(tmp_path / "lib-tree").value == f"path:{app / 'lib'}"
    assert at(app).value == f"path:{app}"


def test_a_clone_belongs_to_what_it_was_cloned_from(app: Path, git: Git, tmp_path: Path) -> None:
    clone, second, bare = tmp_path / "sp ace/ünï/app-clone", tmp_path / "second", tmp_path / "bare.git"
    clone.parent.mkdir(parents=True)
    git(tmp_path, "clone", "-q", str(app), str(clone))
    git(tmp_path, "clone", "-q", f"file://{clone}".replace(" ", "%20"), str(second))
    assert at(clone).value == at(second).value == f"path:{app}"
    assert at(clone).root == str(clone)
    git(app, "remote", "add", "origin", "https://git.example/me/app")
    assert at(clone).value == at(second).value == "repo:git.example/me/app"
    git(tmp_path, "clone", "-q", "--bare", str(clone), str(bare))
    assert at(bare).value == "repo:git.example/me/app"
    shutil.rmtree(app)
    assert at(clone).value == f"path:{app}"


def test_a_bare_repository_and_its_work_trees_are_one_project(app: Path, git: Git, tmp_path: Path) -> None:
    bare, tree = tmp_path / "bare.git", tmp_path / "tree"
    git(tmp_path, "clone", "-q", "--bare", str(app), str(bare))
    git(bare, "remote", "remove", "origin")
    git(bare, "worktree", "add", "-q", str(tree))
    assert at(bare).value == at(bare / "refs").value == at(tree).value == f"path:{bare}"
    assert at(bare).name == "bare"


def test_a_git_folder_kept_elsewhere_is_one_project_with_its_work_trees(git: Git, tmp_path: Path) -> None:
    folder, store, tree = tmp_path / "work", tmp_path / "store/x.git", tmp_path / "tree"
    folder.mkdir()
    store.parent.mkdir()
    git(folder, "init", "-q", "--separate-git-dir", str(store))
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    git(folder, "worktree", "add", "-q", str(tree))
    assert at(folder).value == at(tree).value


def test_the_remote_upstream_counts_before_origin(app: Path, git: Git) -> None:
    git(app, "remote", "add", "other", "https://git.example/someone/else")
    assert at(app).value == f"path:{app}"
    git(app, "remote", "add", "origin", "git@git.example:fork/app.git")
    assert at(app).value == "repo:git.example/fork/app"
    git(app, "remote", "add", "upstream", "ssh://git@git.example:22/me/app")
    assert at(app).value == "repo:git.example/me/app"


def test_a_remote_of_nothing_counts_as_none(app: Path, git: Git) -> None:
    git(app, "remote", "add", "upstream", "https:///")
    git(app, "remote", "add", "origin", "git@git.example:me/app")
    assert at(app).value == "repo:git.example/me/app"
    git(app, "remote", "set-url", "origin", "ext::sh -c whatever")
    assert at(app).value == f"path:{app}"


def test_remotes_that_lead_in_a_circle_end(app: Path, git: Git, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(app), str(clone))
    git(app, "remote", "add", "origin", str(clone))
    assert at(app).value.startswith("path:")
    git(app, "remote", "set-url", "origin", ".")
    assert at(app).value == f"path:{app}"


@pytest.mark.parametrize("folder", ["/nope/deleted", "relative/x", "", "/", "a\0b", "/\udcff", "/\ud83d", "/x" * 5000])
def test_any_folder_has_a_project(folder: str, home: Path) -> None:
    found = resolve(folder, str(home))
    assert found.value.startswith("path:")
    found.value.encode("utf-8")
    assert found.value.isprintable() and found.name


def test_a_folder_with_awkward_letters_is_named_so_that_it_can_be_shown_and_stored(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/caf\xe9\n\x1b[31m\xe2\x80\xae"
    os.mkdir(folder)
    value = resolve(os.fsdecode(folder), "/nowhere").value
    assert value == f"path:{tmp_path}/caf%E9%0A%1B[31m%E2%80%AE"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"gitdir",
        b"gitdir:",
        b"gitdir: ",
        b"gitdir: /nope",
        b"\xff\xfe\0",
        b"gitdir: a\0b",
        b"gitdir: .",
        b"x" * 99999,
    ],
)
def test_a_git_file_that_leads_nowhere_is_no_repository_or_its_own(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".git").write_bytes(content)
    assert at(tmp_path).value == f"path:{tmp_path}"


@pytest.mark.parametrize("kind", ["empty folder", "loop", "pipe", "unreadable"])
def test_a_git_entry_of_another_kind_is_no_repository(tmp_path: Path, kind: str) -> None:
    place = tmp_path / ".git"
    if kind == "empty folder":
        place.mkdir()
    elif kind == "loop":
        place.symlink_to(place)
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.write_text("gitdir: /x")
        place.chmod(0)
    assert at(tmp_path).value == f"path:{tmp_path}"


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert at(tmp_path / "a" / "x").value.startswith(f"path:{tmp_path}")


def test_it_agrees_with_git_on_where_a_repository_begins(app: Path, git: Git, tmp_path: Path) -> None:
    for place in ("a/b", "c/.git/x", "d"):
        (app / place).mkdir(parents=True)
    git(app / "d", "init", "-q")
    (app / "link").symlink_to(app / "d")
    for folder in (app, app / "a/b", app / "c", app / "d", app / "link"):
        assert at(folder).root == git(folder, "rev-parse", "--show-toplevel")


def test_it_runs_without_the_modules_a_hook_must_not_load() -> None:
    script = (
        "import sys; before = set(sys.modules); sys.path.append(sys.argv[1])\n"
        "from hardwon.binding import resolve; resolve(sys.argv[2], '/')\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    import hardwon

    root = Path(hardwon.__file__).parent.parent
    argv = [sys.executable, "-I", "-S", "-c", script, str(root), str(root)]
    names = subprocess.run(argv, capture_output=True, check=True, text=True).stdout.split()
    assert {name for name in names if not name.startswith("hardwon")} == {"__future__"}
