"""`mem config`, and who may change it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardwon.config.table import SETTINGS

from .conftest import Mem


def test_every_setting_is_listed_with_its_value_and_where_that_comes_from(mem: Mem) -> None:
    told = mem("config", "list", "--json").data
    assert [row["name"] for row in told["settings"]] == [setting.name for setting in SETTINGS]
    assert {row["source"] for row in told["settings"]} == {"default"}
    assert told["problems"] == []
    assert mem("config").out == mem("config", "list").out
    assert len(mem("config").out.splitlines()) == len(SETTINGS)


def test_a_person_sets_a_setting_and_reads_it_back(mem: Mem) -> None:
    assert mem("config", "set", "recall_limit", "7", "--yes").out == "recall_limit is now 7.\n"
    assert mem("config", "get", "recall_limit").out == "7\n"
    row = mem("config", "get", "recall_limit", "--json").data
    assert (row["value"], row["default"], row["source"]) == (7, 5, "file")


def test_a_set_setting_takes_effect(mem: Mem) -> None:
    for number in range(9):
        mem("add", f"the cache of kind {number} is warm")
    mem("config", "set", "recall_limit", "3", "--yes")
    assert len(mem("search", "warm cache", "--json").data["hits"]) == 3


def test_negative_numbers_are_values_not_options(mem: Mem) -> None:
    assert mem("config", "set", "--yes", "--", "failure_gate", "-0.7").out == "failure_gate is now -0.7.\n"
    assert mem("config", "set", "failure_gate", "-0.6", "--yes").out == "failure_gate is now -0.6.\n"


def test_a_variable_goes_before_the_file_and_that_is_said(mem: Mem) -> None:
    said = mem("config", "set", "recall_limit", "7", "--yes", env={"HARDWON_RECALL_LIMIT": "9"})
    assert "HARDWON_RECALL_LIMIT" in said.err
    row = mem("config", "get", "recall_limit", "--json", env={"HARDWON_RECALL_LIMIT": "9"}).data
    assert (row["value"], row["source"]) == (9, "variable")


@pytest.mark.parametrize(("name", "value"), [("recall_limit", "0"), ("recall_limit", "many"), ("env", "staging")])
def test_a_value_out_of_bounds_is_refused_with_what_is_allowed(mem: Mem, name: str, value: str) -> None:
    said = mem("config", "set", name, value, "--yes", status=2)
    assert said.err.startswith(f"mem: {name} takes ")
    assert mem("config", "get", name, "--json").data["source"] == "default"


def test_a_name_that_is_none_is_refused(mem: Mem) -> None:
    for words in (("get", "colour"), ("set", "colour", "red", "--yes")):
        assert "there is no setting 'colour'" in mem("config", *words, status=1).err


def test_an_agent_cannot_change_a_setting_and_is_told_what_the_person_should_run(mem: Mem) -> None:
    said = mem("config", "set", "agent_outcomes", "count", "--yes", status=1, env={"CLAUDECODE": "1"})
    assert said.err.splitlines()[0] == "mem: only a person changes settings"
    assert "mem config set agent_outcomes count" in said.err
    assert mem("config", "get", "agent_outcomes", env={"CLAUDECODE": "1"}).out == "confirm\n"


def test_without_a_terminal_a_change_wants_yes(mem: Mem) -> None:
    said = mem("config", "set", "recall_limit", "7", status=1)
    assert "mem config set recall_limit 7 --yes" in said.err
    assert mem("config", "get", "recall_limit").out == "5\n"


def test_a_secret_is_never_shown(mem: Mem) -> None:
    mem("config", "set", "embedding_key", "abc-123", "--yes")
    shown = mem("config").out + mem("config", "--json").out + mem("config", "get", "embedding_key").out
    assert "abc-123" not in shown
    assert "(set)" in shown


def test_any_printable_text_survives_the_file_and_other_is_refused(mem: Mem) -> None:
    name = 'modell-é "x" \\ 🚀'
    mem("config", "set", "embedding_model", name, "--yes")
    assert mem("config", "get", "embedding_model").out == name + "\n"
    for odd in ("a\x1b[2Jb", "a\nb", "a\ud83d"):
        mem("config", "set", "embedding_model", odd, "--yes", status=1)
    assert mem("config", "get", "embedding_model").out == name + "\n"


def test_the_rest_of_the_file_stays_as_it_is(mem: Mem, home: Path) -> None:
    file = home / "config.toml"
    file.write_text("# mine\nrecall_limit = 3 # few\n\n[other]\nx = 1\n")
    mem("config", "set", "brief_tokens", "500", "--yes")
    assert file.read_text() == "# mine\nrecall_limit = 3 # few\n\nbrief_tokens = 500\n[other]\nx = 1\n"


def test_a_file_that_is_a_link_stays_one(mem: Mem, home: Path) -> None:
    real = home / "dotfiles.toml"
    real.write_text("recall_limit = 3\n")
    (home / "config.toml").symlink_to(real)
    mem("config", "set", "recall_limit", "4", "--yes")
    assert (home / "config.toml").is_symlink()
    assert real.read_text() == "recall_limit = 4\n"


def test_a_broken_file_is_named_and_changed_by_nothing(mem: Mem, home: Path) -> None:
    file = home / "config.toml"
    file.write_text("recall_limit = = 3\n")
    assert "Not used: " in mem("config").err
    assert "not valid TOML" in mem("config", "set", "recall_limit", "4", "--yes", status=1).err
    assert file.read_text() == "recall_limit = = 3\n"
    mem("add", "still works")


def test_a_setting_is_taken_out_of_the_file_and_its_default_counts(mem: Mem, home: Path) -> None:
    file = Path(mem("config", "list", "--json").data["file"])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("# mine\nrecall_limit = 7\n\n[elsewhere]\nrecall_limit = 9\n")
    assert mem("config", "unset", "recall_limit", "--yes").out == "recall_limit is 5 again.\n"
    assert file.read_text() == "# mine\n\n[elsewhere]\nrecall_limit = 9\n"
    assert mem("config", "unset", "recall_limit", "--yes", "--json").data["was_set"] is False
    assert "there is no setting" in mem("config", "unset", "colour", "--yes", status=1).err
    assert "only a person" in mem("config", "unset", "recall_limit", "--yes", status=1, env={"CLAUDECODE": "1"}).err


def test_a_setting_of_several_lines_is_left_to_the_person(mem: Mem) -> None:
    file = Path(mem("config", "list", "--json").data["file"])
    file.parent.mkdir(parents=True, exist_ok=True)
    text = 'ignore = """\na\nb"""\n'
    file.write_text(text)
    assert "by hand" in mem("config", "unset", "ignore", "--yes", status=1).err
    assert file.read_text() == text
