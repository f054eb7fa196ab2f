"""Where things live, whatever the environment says."""

from __future__ import annotations

import json
import os
import pwd
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.config.paths import Paths, make_private_dir, trusted_environ
from hardwon.errors import InvalidInput


def test_data_and_settings_lie_where_the_platform_keeps_them(home: Path) -> None:
    paths = Paths.from_environment({"HOME": str(home)})
    assert paths.data == f"{home}/.local/share/hardwon"
    assert paths.config_file == f"{home}/.config/hardwon/config.toml"
    assert paths.launcher_dir == f"{home}/.hardwon"
    assert paths.user_db == f"{paths.data}/user/memory.db"


def test_the_launcher_s_place_does_not_move_with_the_data(home: Path) -> None:
    assert Paths.from_environment({"HOME": str(home), "HARDWON_HOME": "/elsewhere"}).launcher_dir == f"{home}/.hardwon"


@pytest.mark.parametrize(("value", "place"), [("~/m.db", "/home/x/m.db"), ("/a/m.db/", "/a/m.db"), ("~", "/home/x")])
def test_one_file_can_hold_everything(value: str, place: str) -> None:
    paths = Paths.from_environment({"HOME": "/home/x", "HARDWON_DB": value})
    assert paths.project_db("path:/any") == paths.user_db == place


def test_a_relative_path_counts_from_the_current_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    paths = Paths.from_environment({"HOME": "/home/x", "HARDWON_DB": "m.db", "HARDWON_HOME": "./d"})
    assert paths.db == f"{os.getcwd()}/m.db"
    assert paths.data == f"{os.getcwd()}/./d"


def test_a_relative_path_counts_from_home_when_the_current_folder_is_gone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    try:
        assert Paths.from_environment({"HOME": "/home/x", "HARDWON_DB": "m.db"}).db == "/home/x/m.db"
    finally:
        os.chdir("/")


@pytest.mark.parametrize("value", [None, "", "relative/home", "/"])
def test_without_a_usable_home_the_user_s_entry_tells_it(value: str | None) -> None:
    paths = Paths.from_environment({} if value is None else {"HOME": value})
    assert paths.home == pwd.getpwuid(os.getuid()).pw_dir


def test_without_any_home_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(uid: int) -> None:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", missing)
    with pytest.raises(InvalidInput) as caught:
        Paths.from_environment({})
    assert "HOME" in caught.value.hint


@pytest.mark.parametrize("prefix", ["RUNTIME_MEMORY_", "MEMORY_LAYER_"])
def test_older_names_are_fall_backs(prefix: str) -> None:
    environ = {"HOME": "/h", prefix + "DB": "/old.db", prefix + "HOME": "/old"}
    assert Paths.from_environment(environ).db == "/old.db"
    assert Paths.from_environment({**environ, "HARDWON_DB": "/new.db"}).db == "/new.db"
    assert Paths.from_environment(environ).data == "/old"


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60), st.text(max_size=60))
def test_every_binding_has_a_folder_of_its_own(one: str, other: str) -> None:
    paths = Paths(home="/h", data="/d", config_file="/c")
    folder = paths.project_dir(one)
    name = folder.rpartition("/")[2]
    assert folder == f"/d/projects/{name}"
    assert name.isascii() and len(name) <= 60
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert (folder == paths.project_dir(other)) == (one == other)


def test_private_folders_are_made_with_their_parents(tmp_path: Path) -> None:
    make_private_dir(f"{tmp_path}/a/b/c")
    assert [(tmp_path / part).stat().st_mode & 0o777 for part in ("a", "a/b", "a/b/c")] == [0o700] * 3
    make_private_dir(f"{tmp_path}/a/b/c")


def test_a_folder_below_a_file_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):
        make_private_dir(f"{tmp_path}/file/a/b")


def test_a_project_s_settings_do_not_say_where_the_data_lives(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text('{"env": {"HARDWON_HOME": "/theirs"}}')
    environ = {"HARDWON_HOME": "/theirs", "HARDWON_DB": "/mine.db", "CLAUDE_PROJECT_DIR": str(tmp_path)}
    assert trusted_environ(environ) == {"HARDWON_DB": "/mine.db", "CLAUDE_PROJECT_DIR": str(tmp_path)}


def test_in_an_agent_s_shell_the_settings_of_the_folders_above_do_not_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "project" / "src"
    inner.mkdir(parents=True)
    for place, theirs in ((tmp_path, "HARDWON_DB"), (tmp_path / "project", "HARDWON_HOME")):
        (place / ".claude").mkdir()
        (place / ".claude" / "settings.json").write_text(json.dumps({"env": {theirs: "/theirs"}}))
    monkeypatch.chdir(inner)
    environ = {"HARDWON_HOME": "/theirs", "HARDWON_DB": "/mine.db", "HOME": str(tmp_path)}
    assert trusted_environ(environ) == environ
    agents = {**environ, "CLAUDECODE": "1"}
    assert trusted_environ(agents) == {name: agents[name] for name in ("HARDWON_DB", "HOME", "CLAUDECODE")}
