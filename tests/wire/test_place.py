"""The socket's place is short, private, the data folder's own, and held by one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hardwon.config.paths import Paths
from hardwon.wire import place


def paths_in(folder: Path | str, db: str = "") -> Paths:
    return Paths(home=str(folder), data=f"{folder}/data", config_file=f"{folder}/config.toml", db=db)


def test_it_lies_in_the_data_folder_where_that_is_short_enough() -> None:
    assert place.socket_path(paths_in("/home/ada"), {}) == "/home/ada/data/run/service.sock"


@pytest.mark.parametrize("folder", ["/home/" + "a" * 90, "/home/" + "ä" * 40, "/home/" + "\udcff" * 90])
def test_where_the_data_folder_lies_deep_it_goes_into_the_runtime_folder_or_a_private_one(folder: str) -> None:
    own = place.socket_path(paths_in(folder), {})
    login = place.socket_path(paths_in(folder), {"XDG_RUNTIME_DIR": "/run/user/1000"})
    assert own.startswith(f"/tmp/hardwon-{os.getuid()}-")
    assert login.startswith("/run/user/1000/hardwon-")
    assert max(len(os.fsencode(own)), len(os.fsencode(login))) <= 100


@pytest.mark.parametrize("runtime", ["relative", "", "/run/" + "x" * 100])
def test_a_runtime_folder_that_will_not_do_is_passed_over(runtime: str) -> None:
    found = place.socket_path(paths_in("/home/" + "a" * 90), {"XDG_RUNTIME_DIR": runtime})
    assert found.startswith("/tmp/hardwon-")


def test_other_data_has_another_place() -> None:
    deep = "/home/" + "a" * 90
    several = [paths_in(deep), paths_in(deep + "b"), paths_in(deep, db="/x.db"), paths_in("/home/ada", db="/x.db")]
    assert len({place.socket_path(paths, {}) for paths in several}) == 4


@pytest.mark.parametrize("mode", [0o755, 0o750, 0o701, 0o777])
def test_a_folder_that_others_can_enter_is_not_private(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    assert place.is_private(f"{folder}/service.sock")
    folder.chmod(mode)
    assert not place.is_private(f"{folder}/service.sock")


def test_a_link_a_file_and_nothing_are_no_private_folder(tmp_path: Path) -> None:
    assert not place.is_private(f"{tmp_path}/run/service.sock")
    (tmp_path / "run").symlink_to("/")
    assert not place.is_private(f"{tmp_path}/run/service.sock")
    (tmp_path / "run").unlink()
    (tmp_path / "run").write_text("")
    assert not place.is_private(f"{tmp_path}/run/service.sock")


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_not_private(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    os.chown(folder, 12345, 12345)
    assert not place.make_place(f"{folder}/service.sock")


def test_a_place_is_made_private_with_all_above_it(tmp_path: Path) -> None:
    path = f"{tmp_path}/data/run/service.sock"
    assert place.make_place(path)
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert not place.make_place("/proc/no/such/service.sock")


def test_one_holds_it_until_the_last_copy_is_closed(tmp_path: Path) -> None:
    path = f"{tmp_path}/service.sock"
    assert not place.is_held(path)
    first = place.take_lock(path)
    assert place.is_held(path)
    assert place.take_lock(path) == -1
    copy = os.dup(first)
    os.close(first)
    assert place.is_held(path)
    os.close(copy)
    assert not place.is_held(path)


def test_who_holds_it_can_be_named(tmp_path: Path) -> None:
    path = f"{tmp_path}/service.sock"
    assert place.owner(path) == 0
    lock = place.take_lock(path)
    assert place.owner(path) == 0
    place.write_owner(lock)
    assert place.owner(path) == os.getpid()
    os.close(lock)
    assert place.owner(path) == 0


def test_who_leaves_removes_it_and_a_lock_that_was_removed_holds_nothing(tmp_path: Path) -> None:
    path = f"{tmp_path}/run/service.sock"
    assert place.make_place(path)
    lock = place.take_lock(path)
    stale = os.dup(lock)
    place.leave_place(path, lock)
    assert not (tmp_path / "run").exists()
    assert not place.is_lock(stale, path)
    fresh = place.take_lock(path)
    assert place.is_lock(fresh, path)
    os.close(stale)
    os.close(fresh)


def test_a_folder_with_something_else_in_it_is_left(tmp_path: Path) -> None:
    path = f"{tmp_path}/run/service.sock"
    place.make_place(path)
    (tmp_path / "run" / "note").write_text("")
    place.leave_place(path, place.take_lock(path))
    assert [entry.name for entry in (tmp_path / "run").iterdir()] == ["note"]


def test_a_link_in_the_locks_place_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    os.symlink(victim, f"{tmp_path}/service.sock.lock")
    with pytest.raises(OSError):
        place.take_lock(f"{tmp_path}/service.sock")
    assert victim.read_text() == "precious"
