"""`mem doctor`: what it looks at, when it fails, and who may repair."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Mem


@pytest.fixture
def store(mem: Mem, home: Path) -> Path:
    """The file of a store that holds memories."""
    for number in range(20):
        mem("add", f"memory number {number} about ports")
    return next(home.glob("data/projects/*/memory.db"))


def test_all_well_is_0_and_says_what_was_looked_at(mem: Mem, store: Path) -> None:
    said = mem("doctor")
    assert "BAD" not in said.out
    for name in ("python", "libraries", "apsw", "settings", "wiring"):
        assert name in said.out
    told = mem("doctor", "--json").data
    assert told["healthy"] is True
    assert all(finding["ok"] for finding in told["findings"])


def test_an_empty_home_is_healthy(mem: Mem) -> None:
    assert mem("doctor", "--json").data["healthy"] is True


def test_a_damaged_store_is_1_with_what_to_do(mem: Mem, store: Path) -> None:
    store.write_bytes(b"no database" * 500)
    said = mem("doctor", status=1)
    assert "BAD" in said.out
    assert "mem doctor --repair" in said.out
    assert mem("doctor", "--json", status=1).data["healthy"] is False


def test_repair_keeps_what_is_readable_and_the_damaged_file_too(mem: Mem, home: Path, store: Path) -> None:
    size = store.stat().st_size
    with open(store, "r+b") as file:
        file.seek(size - 4096)
        file.write(b"\xff" * 4096)
    mem("doctor", "--repair", "--yes")
    assert mem("list", "--json").data["total"] > 0
    assert mem("doctor", "--json").data["healthy"] is True


def test_repair_of_a_healthy_store_changes_nothing_and_says_so(mem: Mem, store: Path) -> None:
    before = store.read_bytes()
    assert mem("doctor", "--repair", "--yes").out.splitlines()[0] == "Nothing needed repair."
    assert store.read_bytes() == before


def test_a_file_that_is_no_database_is_left_alone(mem: Mem, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("my own notes\n" * 900)
    said = mem("doctor", "--repair", "--yes", status=1, env={"HARDWON_DB": str(notes)})
    assert "left as it is" in said.out
    assert notes.read_text() == "my own notes\n" * 900


def test_repair_is_for_a_person(mem: Mem, store: Path) -> None:
    before = store.read_bytes()
    refused = mem("doctor", "--repair", "--yes", status=1, env={"CLAUDECODE": "1"})
    assert "only a person repairs a store" in refused.err
    assert "mem doctor --repair" in refused.err
    assert "--yes" in mem("doctor", "--repair", status=1).err
    assert store.read_bytes() == before


def test_a_setting_that_cannot_be_used_is_named(mem: Mem, home: Path) -> None:
    (home / "config.toml").write_text("recall_limit = 900\n")
    assert "recall_limit takes" in mem("doctor", status=1).out


def test_wiring_that_is_half_there_is_named_with_the_command_that_mends_it(mem: Mem, project: Path) -> None:
    assert "not wired into Claude Code" in mem("doctor").out
    mem("install-plugin")
    assert "wired into Claude Code for" in mem("doctor").out
    (project / ".mcp.json").unlink()
    said = mem("doctor", status=1)
    assert "mcp missing" in said.out
    assert f"mem install-plugin {project}" in said.out


def test_the_failures_of_hooks_are_shown(mem: Mem, home: Path) -> None:
    from hardwon.config.paths import Paths
    from hardwon.hooks import failures

    paths = Paths(home=str(home), data=str(home / "data"), config_file=str(home / "config.toml"))
    failures.note(failures.log_file(paths), "Stop", "StoreLocked: it was locked\x1b[2J")
    said = mem("doctor")
    assert "Stop StoreLocked: it was locked" in said.out
    assert "\x1b" not in said.out
    assert mem("doctor", "--json").data["hook_log"][0].endswith("locked\x1b[2J")
