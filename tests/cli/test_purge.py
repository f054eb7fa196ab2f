"""`mem purge` and `mem hold`."""

from __future__ import annotations

import os
from pathlib import Path

from .conftest import Mem


def test_a_purge_is_shown_confirmed_and_leaves_no_word(mem: Mem, home: Path) -> None:
    id = mem("add", "the xylophonic key", "--json").data["id"]
    shown = mem("purge", "prepare", "--query", "xylophonic", "--yes").out
    assert id in shown and "mem purge confirm" in shown
    token = shown.split()[-1]
    assert mem("purge", "confirm", token, "--yes").out == "1 memory purged.\n"
    names = [Path(folder, name) for folder, _, files in os.walk(home / "data") for name in files]
    assert names and not [path for path in names if b"xylophonic" in path.read_bytes().lower()]
    assert "no such token" in mem("purge", "confirm", token, "--yes", status=1).err


def test_only_backups_that_can_be_deleted_are_named(mem: Mem, home: Path) -> None:
    id = mem("add", "the xylophonic key", "--json").data["id"]
    (home / "data" / "backups" / "install").mkdir(parents=True)  # copies of agents' files hold no memory
    assert mem("purge", "prepare", id, "--yes", "--json").data["backups"] == []
    mem("backup", "create")
    (name,) = mem("purge", "prepare", id, "--yes", "--json").data["backups"]
    mem("backup", "delete", name, "--yes")
    assert mem("purge", "prepare", id, "--yes", "--json").data["backups"] == []


def test_a_memory_whose_text_is_purged_says_so(mem: Mem) -> None:
    id = mem("add", "the xylophonic key", "--json").data["id"]
    token = mem("purge", "prepare", id, "--soft", "--yes", "--json").data["token"]
    mem("purge", "confirm", token, "--yes")
    assert "(text purged, id kept)" in mem("show", id).out
    assert "(text purged, id kept)" in mem("list", "--status", "retired").out


def test_an_agent_neither_purges_nor_holds(mem: Mem) -> None:
    id = mem("add", "the xylophonic key", "--json").data["id"]
    agent = {"CLAUDECODE": "1"}
    assert "only a person" in mem("purge", "prepare", id, "--yes", status=1, env=agent).err
    assert "only a person" in mem("hold", id, "--yes", status=1, env=agent).err
    assert "no terminal" in mem("purge", "prepare", id, status=1).err


def test_a_held_memory_is_listed_and_let_go(mem: Mem) -> None:
    id = mem("add", "the xylophonic key", "--json").data["id"]
    mem("hold", id, "--yes")
    assert id in mem("hold", "list").out
    assert f"held, so nothing is purged: {id}\n" in mem("purge", "prepare", id, "--yes", status=1).err
    mem("hold", "release", id, "--yes")
    assert mem("hold", "--json").data["held"] == []
    assert "No purge is unfinished" in mem("purge").out
