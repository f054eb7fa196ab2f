"""Settings: one table, a file a person edits, variables above it; what cannot be used falls back and is named."""

from __future__ import annotations

import math
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.config.actor import is_agent
from hardwon.config.quick import Settings, quick_settings
from hardwon.config.settings import load_settings, set_in_file
from hardwon.config.table import BY_NAME, SETTINGS
from hardwon.errors import InvalidInput, NotFound
from workbench import Bench


def test_defaults_hold_without_a_file(bench: Bench) -> None:
    found = load_settings(bench.paths, bench.environ)
    assert {setting.name: getattr(found, setting.name) for setting in SETTINGS} == {
        setting.name: setting.default for setting in SETTINGS
    }
    assert found.problems == []


def test_a_variable_outranks_the_file_and_the_file_the_default(bench: Bench) -> None:
    Path(bench.paths.config_file).write_text("recall_limit = 7\nbrief_tokens = 300\n")
    found = load_settings(bench.paths, {**bench.environ, "HARDWON_RECALL_LIMIT": "9"})
    assert (found.recall_limit, found.brief_tokens) == (9, 300)
    assert vars(quick_settings(bench.paths, {**bench.environ, "HARDWON_RECALL_LIMIT": "9"})) == vars(found)


def test_a_hook_sees_a_changed_file_at_once(bench: Bench) -> None:
    file = Path(bench.paths.config_file)
    file.write_text("recall_limit = 7\n")
    assert quick_settings(bench.paths, bench.environ).recall_limit == 7
    file.write_text("recall_limit = 8\n")
    os.utime(file, ns=(1, 1))
    assert quick_settings(bench.paths, bench.environ).recall_limit == 8
    file.unlink()
    assert quick_settings(bench.paths, bench.environ).recall_limit == 5


@pytest.mark.parametrize("copy", [b"", b"{", b"[]", b"null", b'{"stamp": 1}', b"\xff" * 100])
def test_a_damaged_copy_is_made_anew(bench: Bench, copy: bytes) -> None:
    Path(bench.paths.config_file).write_text("recall_limit = 7\n")
    quick_settings(bench.paths, bench.environ)
    Path(bench.paths.data, "settings.json").write_bytes(copy)
    assert quick_settings(bench.paths, bench.environ).recall_limit == 7


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("recall_limit = 1000", "recall_limit takes"),
        ("recall_limit = 'many'", "recall_limit takes"),
        ("recall_limit = [5]", ""),
        ("nonsense = 1", "nonsense"),
        ("recall_limit =", "cannot be read"),
        ("inject = 'perhaps'", "inject takes true or false"),
        ("log_level = 'LOUD'", "log_level takes one of"),
    ],
)
def test_what_cannot_be_used_falls_back_and_is_named(bench: Bench, text: str, problem: str) -> None:
    Path(bench.paths.config_file).write_text(text)
    found = load_settings(bench.paths, bench.environ)
    assert found.recall_limit == 5
    assert problem in "; ".join(found.problems)


def test_a_file_that_is_no_text_falls_back(bench: Bench) -> None:
    Path(bench.paths.config_file).write_bytes(b"\xff\xfe\x00")
    assert load_settings(bench.paths, bench.environ).problems
    assert quick_settings(bench.paths, bench.environ).recall_limit == 5


def test_setting_a_value_leaves_the_rest_of_the_file_alone(bench: Bench) -> None:
    file = Path(bench.paths.config_file)
    file.write_text("# mine\nrecall_limit = 7   # seven\n\n[other]\nx = 1\n")
    assert set_in_file(bench.paths, "recall_limit", "9") == 9
    assert set_in_file(bench.paths, "inject", "off") is False
    assert file.read_text() == "# mine\nrecall_limit = 9\n\ninject = false\n[other]\nx = 1\n"


def test_setting_what_is_no_setting_or_no_value_changes_nothing(bench: Bench) -> None:
    with pytest.raises(NotFound):
        set_in_file(bench.paths, "nonsense", "1")
    with pytest.raises(InvalidInput):
        set_in_file(bench.paths, "recall_limit", "lots")
    Path(bench.paths.config_file).write_text("not = = toml")
    with pytest.raises(InvalidInput):
        set_in_file(bench.paths, "recall_limit", "9")
    assert Path(bench.paths.config_file).read_text() == "not = = toml"


@given(st.sampled_from(SETTINGS), st.text() | st.floats() | st.integers() | st.none() | st.lists(st.integers()))
def test_any_value_is_parsed_within_bounds_or_refused(setting: object, value: object) -> None:
    assert setting in SETTINGS
    row = BY_NAME[setting.name]  # type: ignore[attr-defined]
    try:
        parsed = row.parse(value)
    except ValueError as error:
        assert row.name in str(error)
        return
    assert type(parsed) is type(row.default)
    if isinstance(parsed, float):
        assert not math.isnan(parsed)
    if not isinstance(parsed, bool | str):
        assert row.low <= parsed <= row.high


def test_settings_never_raise_for_a_value(bench: Bench) -> None:
    found = Settings({setting.name: object() for setting in SETTINGS})
    assert len(found.problems) == len(SETTINGS)


@pytest.mark.parametrize("name", ["CLAUDECODE", "CODEX_SANDBOX", "CURSOR_AGENT", "GEMINI_CLI", "OPENCODE", "AI_AGENT"])
def test_an_agent_s_shell_is_known(name: str) -> None:
    assert is_agent({name: "1"})
    assert not is_agent({name: ""})
    assert not is_agent({"HOME": "/h", "TERM": "xterm"})
