"""Which folders may have a project that others have: clones and work trees, and nobody else unasked."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hardwon.binding import Binding, bind, register
from hardwon.binding.deciding import note_seen
from hardwon.config.paths import Paths

from .conftest import Git

URL = "https://git.example/me/app.git"
APP = "repo:git.example/me/app"
Make = Callable[[Git, Path, Path], Path]


@pytest.fixture
def paths(home: Path) -> Paths:
    """Where decisions are kept."""
    return Paths.from_environment({"HOME": str(home), "HARDWON_HOME": str(home / "data")})


@pytest.fixture
def server(tmp_path: Path, git: Git) -> Path:
    """What is cloned from: ten commits and a branch."""
    folder = tmp_path / "server"
    folder.mkdir()
    git(folder, "init", "-q")
    for number in range(10):
        git(folder, "commit", "-q", "--allow-empty", "-m", f"step {number}")
    git(folder, "branch", "other", "HEAD~5")
    return folder


def clone(git: Git, server: Path, to: Path, *options: str) -> Path:
    """A clone whose origin is the address that everybody knows."""
    to.parent.mkdir(parents=True, exist_ok=True)
    git(to.parent, "clone", "-q", *options, f"file://{server}", str(to))
    git(to, "remote", "set-url", "origin", URL)
    return to


def met(folder: Path, paths: Paths) -> Binding:
    """The project of a folder that a session works in."""
    return bind(str(folder), paths, keep=True)


@pytest.fixture
def first(git: Git, server: Path, tmp_path: Path, paths: Paths) -> Path:
    """The first clone, which a session worked in."""
    folder = clone(git, server, tmp_path / "first")
    assert met(folder, paths).value == APP
    return folder


def test_the_first_clone_has_its_project_at_once_and_keeps_it(first: Path, paths: Paths) -> None:
    assert [met(first, paths).how for _ in range(2)] == [register.FIRST] * 2
    assert met(first / "gone", paths).value == APP


def _full(git: Git, server: Path, to: Path) -> Path:
    return clone(git, server, to)


def _later(git: Git, server: Path, to: Path) -> Path:
    git(server, "commit", "-q", "--allow-empty", "-m", "pushed since")
    return clone(git, server, to)


def _repacked(git: Git, server: Path, to: Path) -> Path:
    folder = _later(git, server, to)
    git(folder, "repack", "-adfq", "--depth=50", "--window=50")
    git(folder, "pack-refs", "--all")
    return folder


def _unpacked(git: Git, server: Path, to: Path) -> Path:
    folder = _later(git, server, to)
    packs = list((folder / ".git/objects/pack").glob("*.pack"))
    for pack in packs:
        moved = to.parent / pack.name
        pack.rename(moved)
        shutil.rmtree(folder / ".git/objects/pack")
        (folder / ".git/objects/pack").mkdir()
        os.system(f"cd '{folder}' && git unpack-objects -q < '{moved}'")
    return folder


def _one_branch(git: Git, server: Path, to: Path) -> Path:
    return clone(git, server, to, "--single-branch", "--branch", "other")


def _shallow(git: Git, server: Path, to: Path) -> Path:
    return clone(git, server, to, "--depth", "1")


def _partial(git: Git, server: Path, to: Path) -> Path:
    git(server, "config", "uploadpack.allowFilter", "true")
    return clone(git, server, to, "--filter=blob:none", "--sparse")


def _without_checkout(git: Git, server: Path, to: Path) -> Path:
    return clone(git, server, to, "--no-checkout")


def _detached(git: Git, server: Path, to: Path) -> Path:
    folder = clone(git, server, to)
    git(folder, "checkout", "-q", "--detach", "HEAD~3")
    return folder


def _bare_with_tree(git: Git, server: Path, to: Path) -> Path:
    bare = to.parent / "bare.git"
    to.parent.mkdir(parents=True)
    git(to.parent, "clone", "-q", "--bare", f"file://{server}", str(bare))
    git(bare, "remote", "set-url", "origin", URL)
    git(bare, "worktree", "add", "-q", str(to), "-b", "work")
    return to


def _copied(git: Git, server: Path, to: Path) -> Path:
    return Path(shutil.copytree(clone(git, server, to.parent / "original"), to, symlinks=True))


def _ahead(git: Git, server: Path, to: Path) -> Path:
    folder = clone(git, server, to)
    git(folder, "commit", "-q", "--allow-empty", "-m", "only here")
    return folder


CLONES: list[Make] = [
    _full, _later, _repacked, _unpacked, _one_branch, _shallow, _partial, _without_checkout, _detached, _bare_with_tree,
    _copied, _ahead,
]  # fmt: skip


@pytest.mark.parametrize("make", CLONES, ids=lambda make: make.__name__)
def test_a_second_clone_of_any_form_has_the_project(
    make: Make, first: Path, git: Git, server: Path, tmp_path: Path, paths: Paths
) -> None:
    folder = make(git, server, tmp_path / "sp ace/ünï/second")
    found = met(folder, paths)
    assert (found.value, found.how) == (APP, register.CLONE)


@pytest.mark.parametrize("make", [_full, _shallow], ids=lambda make: make.__name__)
def test_a_second_clone_has_the_project_also_when_the_first_is_gone(
    make: Make, first: Path, git: Git, server: Path, tmp_path: Path, paths: Paths
) -> None:
    shutil.rmtree(first)
    assert met(make(git, server, tmp_path / "second"), paths).value == APP


def test_a_shallow_clone_of_what_nobody_here_has_waits_until_somebody_has_it(
    first: Path, git: Git, server: Path, tmp_path: Path, paths: Paths
) -> None:
    git(server, "commit", "-q", "--allow-empty", "-m", "pushed since")
    shallow = _shallow(git, server, tmp_path / "second")
    found = met(shallow, paths)
    assert (found.value, found.how, found.other) == (f"path:{shallow}", register.WAITS, APP)
    git(first, "fetch", "-q", f"file://{server}", "main:refs/remotes/origin/main")
    register.forget_place(paths, str(shallow))
    assert met(shallow, paths).value == APP


def _no_history(git: Git, first: Path, to: Path) -> Path:
    to.mkdir()
    git(to, "init", "-q")
    git(to, "remote", "add", "origin", URL)
    return to


def _other_history(git: Git, first: Path, to: Path) -> Path:
    _no_history(git, first, to)
    git(to, "commit", "-q", "--allow-empty", "-m", "an archive's own")
    return to


def _names_alone(git: Git, first: Path, to: Path) -> Path:
    """Its branch and its log name commits of the project, which it has not."""
    _other_history(git, first, to)
    head = git(first, "rev-parse", "HEAD")
    (to / ".git/refs/heads/main").write_text(head + "\n")
    (to / ".git/packed-refs").write_text(f"{head} refs/heads/x\n")
    (to / ".git/logs").mkdir(exist_ok=True)
    (to / ".git/logs/HEAD").write_text(f"{'0' * 40} {head} t <t@example.invalid> 0 +0000\tclone\n")
    return to


def _forged_objects(git: Git, first: Path, to: Path) -> Path:
    """Files of the right names that hold something else."""
    _names_alone(git, first, to)
    head = git(first, "rev-parse", "HEAD")
    loose = next(path for path in (to / ".git/objects").glob("??/*") if path.is_file())
    place = to / ".git/objects" / head[:2] / head[2:]
    place.parent.mkdir(exist_ok=True)
    shutil.copy(loose, place)
    return to


def _alternates(git: Git, first: Path, to: Path) -> Path:
    _names_alone(git, first, to)
    (to / ".git/objects/info").mkdir(exist_ok=True)
    (to / ".git/objects/info/alternates").write_text(f"{first}/.git/objects\n")
    return to


def _linked_objects(git: Git, first: Path, to: Path) -> Path:
    _names_alone(git, first, to)
    shutil.rmtree(to / ".git/objects")
    (to / ".git/objects").symlink_to(first / ".git/objects")
    return to


def _linked_packs(git: Git, first: Path, to: Path) -> Path:
    _names_alone(git, first, to)
    for pack in (first / ".git/objects/pack").iterdir():
        (to / ".git/objects/pack" / pack.name).symlink_to(pack)
    return to


def _linked_git_folder(git: Git, first: Path, to: Path) -> Path:
    to.mkdir()
    (to / ".git").symlink_to(first / ".git")
    return to


def _git_file(git: Git, first: Path, to: Path) -> Path:
    to.mkdir()
    (to / ".git").write_text(f"gitdir: {first}/.git\n")
    return to


def _common_folder(git: Git, first: Path, to: Path) -> Path:
    _no_history(git, first, to)
    (to / ".git/commondir").write_text(f"{first}/.git\n")
    return to


def _anothers_work_tree(git: Git, first: Path, to: Path) -> Path:
    """The `.git` file of a real work tree, copied to where no work tree is."""
    tree = first.parent / "tree"
    git(first, "worktree", "add", "-q", str(tree), "-b", "tree")
    to.mkdir()
    shutil.copy(tree / ".git", to / ".git")
    return to


def _own_work_tree_chain(git: Git, first: Path, to: Path) -> Path:
    to.mkdir()
    entry = to / "x/worktrees/y"
    entry.mkdir(parents=True)
    (entry / "HEAD").write_text("ref: refs/heads/main\n")
    (entry / "commondir").write_text(f"{first}/.git\n")
    (entry / "gitdir").write_text(f"{to}/.git\n")
    (to / ".git").write_text(f"gitdir: {entry}\n")
    return to


def _cloned_by_name(git: Git, first: Path, to: Path) -> Path:
    """Its remote is the very folder of the project."""
    _other_history(git, first, to)
    git(to, "remote", "set-url", "origin", str(first))
    return to


def _rewritten(git: Git, first: Path, to: Path) -> Path:
    _other_history(git, first, to)
    git(to, "remote", "set-url", "origin", "https://other.example/me/app")
    git(to, "config", "url.https://git.example/.insteadOf", "https://other.example/")
    return to


def _work_tree_setting(git: Git, first: Path, to: Path) -> Path:
    _other_history(git, first, to)
    git(to, "config", "core.worktree", str(first))
    return to


FORGERIES: list[Make] = [
    _no_history, _other_history, _names_alone, _forged_objects, _alternates, _linked_objects, _linked_packs,
    _linked_git_folder, _git_file, _common_folder, _anothers_work_tree, _own_work_tree_chain, _cloned_by_name,
    _rewritten, _work_tree_setting,
]  # fmt: skip


@pytest.mark.parametrize("make", FORGERIES, ids=lambda make: make.__name__)
def test_a_folder_that_only_claims_a_project_works_by_itself(
    make: Make, first: Path, git: Git, tmp_path: Path, paths: Paths
) -> None:
    folder = make(git, first, tmp_path / "archive")
    for _ in range(2):
        found = met(folder, paths)
        assert (found.value, found.how, found.other) == (f"path:{folder}", register.WAITS, APP)
    record = register.read_record(paths, APP)
    assert record is not None and record.places == [str(first)]
    assert met(first, paths).value == APP


@pytest.mark.parametrize("make", [_git_file, _linked_git_folder, _cloned_by_name, _anothers_work_tree])
def test_a_folder_leading_into_a_repository_without_remote_works_by_itself(
    make: Make, git: Git, server: Path, tmp_path: Path, paths: Paths
) -> None:
    assert met(server, paths).value == f"path:{server}"
    folder = make(git, server, tmp_path / "archive")
    assert met(folder, paths).value == f"path:{folder}"
    assert met(folder, paths).other == f"path:{server}"


def test_work_trees_have_the_project_without_being_asked_for(
    first: Path, git: Git, tmp_path: Path, paths: Paths
) -> None:
    places = [first / ".claude/worktrees/calm-otter", tmp_path / "elsewhere/first", tmp_path / "detached"]
    for number, place in enumerate(places[:2]):
        git(first, "worktree", "add", "-q", str(place), "-b", f"w{number}")
    git(first, "worktree", "add", "-q", "--detach", str(places[2]))
    git(places[1], "sparse-checkout", "set", "src")
    link = tmp_path / "link"
    link.symlink_to(places[1])
    for place in (*places, link, places[0] / "src"):
        assert (met(place, paths).value, met(place, paths).place) == (APP, str(first))
    assert len(register.places(paths)) == 1
    shutil.rmtree(places[1])
    shutil.rmtree(first / ".git/worktrees/detached")
    assert met(places[1], paths).value == f"path:{places[1]}"
    assert met(places[2], paths).how == register.WAITS  # nothing shows any more that it was one


def test_a_submodule_is_one_project_in_every_checkout(
    first: Path, git: Git, server: Path, tmp_path: Path, paths: Paths
) -> None:
    whole, tree = tmp_path / "whole", tmp_path / "tree"
    whole.mkdir()
    git(whole, "init", "-q")
    git(whole, "submodule", "--quiet", "add", f"file://{server}", "lib")
    git(whole, "commit", "-q", "-m", "with the library")
    git(whole, "worktree", "add", "-q", str(tree))
    git(tree, "submodule", "--quiet", "update", "--init")
    for place in (whole / "lib", tree / "lib"):
        git(place, "remote", "set-url", "origin", URL)
        assert (met(place, paths).value, met(place, paths).how) == (APP, register.CLONE)
    assert met(tree, paths).value == met(whole, paths).value == f"path:{whole}"


def test_a_clone_of_a_folder_here_has_its_project(git: Git, server: Path, tmp_path: Path, paths: Paths) -> None:
    assert met(server, paths).how == register.OWN
    folder = tmp_path / "sp ace/ünï/clone"
    git(tmp_path, "clone", "-q", str(server), str(folder))
    assert (met(folder, paths).value, met(folder, paths).how) == (f"path:{server}", register.CLONE)


def test_a_clone_made_before_the_first_commit_has_the_project_from_then_on(
    git: Git, tmp_path: Path, paths: Paths
) -> None:
    one, two = (_no_history(git, tmp_path, tmp_path / name) for name in ("one", "two"))
    assert met(one, paths).value == APP
    assert met(two, paths).how == register.WAITS
    git(one, "commit", "-q", "--allow-empty", "-m", "first")
    git(two, "fetch", "-q", str(one), "main:theirs")
    register.forget_place(paths, str(two))
    assert met(two, paths).value == APP


def test_who_took_a_project_learnt_nothing_and_is_gone_keeps_nobody_waiting(
    git: Git, server: Path, tmp_path: Path, paths: Paths
) -> None:
    empty = _no_history(git, tmp_path, tmp_path / "empty")
    assert met(empty, paths).value == APP
    shutil.rmtree(empty)
    assert met(clone(git, server, tmp_path / "real"), paths).value == APP


def test_looking_writes_nothing(git: Git, server: Path, tmp_path: Path, paths: Paths) -> None:
    folder = clone(git, server, tmp_path / "first")
    assert bind(str(folder), paths).value == APP
    assert not Path(paths.data).exists()


def learn(paths: Paths, value: str) -> None:
    """Have a project learn something."""
    store = Path(paths.project_db(value))
    store.parent.mkdir(parents=True)
    store.touch()


def test_a_folder_whose_remote_was_renamed_keeps_what_it_had(first: Path, git: Git, paths: Paths) -> None:
    learn(paths, APP)
    git(first, "remote", "set-url", "origin", "git@git.example:team/renamed.git")
    found = met(first, paths)
    assert (found.value, found.how, found.other) == (APP, register.MOVED, "repo:git.example/team/renamed")
    git(first, "remote", "remove", "origin")
    assert met(first, paths).value == APP


def test_another_repository_in_the_place_of_one_starts_anew(
    first: Path, git: Git, tmp_path: Path, paths: Paths
) -> None:
    shutil.rmtree(first)
    _other_history(git, tmp_path, first)
    git(first, "remote", "set-url", "origin", "https://git.example/you/other")
    assert met(first, paths).value == "repo:git.example/you/other"
    shutil.rmtree(first)
    first.mkdir()
    git(first, "init", "-q")
    git(first, "commit", "-q", "--allow-empty", "-m", "third")
    assert met(first, paths).value == f"path:{first}"


def test_another_repository_where_one_without_remote_was_does_not_take_its_name(
    git: Git, server: Path, tmp_path: Path, paths: Paths
) -> None:
    own = f"path:{server}"
    assert met(server, paths).value == own
    git(server, "remote", "add", "origin", URL)
    assert met(server, paths).value == APP
    assert register.newest_name(paths, own) == APP  # a session that began before goes on there
    git(server, "remote", "remove", "origin")
    assert met(server, paths).value == APP
    shutil.rmtree(server)
    _other_history(git, tmp_path, server)
    assert met(server, paths).how == register.WAITS
    assert register.newest_name(paths, own) == own
    git(server, "remote", "remove", "origin")
    assert met(server, paths).value == own


def test_a_remote_that_appears_waits_for_the_memories_to_come_along(
    git: Git, server: Path, tmp_path: Path, paths: Paths
) -> None:
    assert met(server, paths).how == register.OWN
    learn(paths, f"path:{server}")
    git(server, "remote", "add", "origin", URL)
    found = met(server, paths)
    assert (found.value, found.how, found.other) == (f"path:{server}", register.MOVING, APP)


def test_what_a_person_linked_stays_linked_whatever_the_remote_says(first: Path, git: Git, paths: Paths) -> None:
    other = "repo:git.example/me/all"
    note_seen(paths, met(first, paths), other)
    register.write_place(paths, str(first), register.Decision(APP, other, register.LINKED))
    git(first, "remote", "set-url", "origin", "https://git.example/x/y")
    assert (met(first, paths).value, met(first, paths).how) == (other, register.LINKED)


@pytest.mark.parametrize("content", [b"", b"\0", b"hardwon place 1", b"hardwon place 1\n\n\n\n\n\n", b"\xff" * 99])
def test_a_spoilt_file_of_a_decision_is_no_decision(content: bytes, first: Path, paths: Paths) -> None:
    Path(register.place_file(paths, str(first))).write_bytes(content)
    assert met(first, paths).value == APP


def test_decisions_that_cannot_be_written_are_made_again(first: Path, git: Git, paths: Paths, tmp_path: Path) -> None:
    shutil.rmtree(paths.data)
    Path(paths.data).write_text("a file where the folder should be")
    assert [met(first, paths).value for _ in range(2)] == [APP] * 2


def test_variables_and_files_of_a_repository_claim_nothing(
    first: Path, git: Git, tmp_path: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _other_history(git, first, tmp_path / "archive")
    (folder / ".hardwon.toml").write_text(f'project = "{APP}"\n')
    (folder / ".claude").mkdir()
    (folder / ".claude/settings.json").write_text(json.dumps({"env": {"HARDWON_PROJECT": APP}}))
    monkeypatch.setenv("HARDWON_PROJECT", APP)
    assert met(folder, paths).value == f"path:{folder}"
