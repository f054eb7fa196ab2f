"""Installing, using and removing Hardwon leaves a machine as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import snapshot
from .machine import Machine
from .messages_api import Script, calls, says

pytestmark = pytest.mark.e2e

SETTINGS = b"""{
    // a team's own
    "model": "opus",
    "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}
}"""


def _use(machine: Machine) -> None:
    write = calls("Write", file_path=str(machine.project / "a.txt"), content="a\n")
    recall = calls("mcp__hardwon__memory_recall", query="tidy")
    script = Script(replies=[write, recall, says("done")])
    machine.claude(script, "-p", "Always run tidy before a commit.", "--allowedTools", "Write,mcp__hardwon")
    machine.claude(Script(), "-p", "/remember The basket is a tree")
    machine.claude(Script(), "-p", "hello")
    machine.at_rest()
    (machine.project / "a.txt").unlink()


def _before(machine: Machine) -> dict[str, str]:
    """The machine's state once the client, and it alone, has been there."""
    folder = machine.project / ".claude"
    folder.mkdir()
    (folder / "settings.json").write_text("{}", encoding="utf-8")
    machine.claude(Script(), "-p", "hello")
    return _state(machine)


def _state(machine: Machine) -> dict[str, str]:
    """All of the machine, and what stands in the shared temporary folder under Hardwon's name."""
    return snapshot.take(machine.root) | {str(path): "" for path in Path("/tmp").glob("hardwon-*")}


def _foreign(machine: Machine, before: dict[str, str]) -> snapshot.Changes:
    """What changed apart from the client's own records and the logs of this test."""
    changes = snapshot.compare(before, _state(machine))
    own = ("home/.claude", "home/.cache/claude-cli-nodejs", "logs/")

    def others(paths: list[str]) -> list[str]:
        return [path for path in paths if not path.startswith(own) and path != "home/.cache"]

    return snapshot.Changes(
        added=others(changes.added), removed=others(changes.removed), changed=others(changes.changed)
    )


def _mentions(machine: Machine) -> list[str]:
    """The client's own files, but for the records of sessions, that speak of Hardwon."""
    records = (
        "projects",
        "sessions",
        "history.jsonl",
        "file-history",
        "debug",
        "shell-snapshots",
        "session-env",
    )
    kept = [machine.home / ".claude.json", *(machine.home / ".claude").rglob("*")]
    return [
        str(path)
        for path in kept
        if path.is_file()
        and not set(path.relative_to(machine.home).parts) & set(records)
        and b"hardwon" in path.read_bytes().lower()
    ]


def test_removing_the_bundle_leaves_the_data_folder_alone(bare_machine: Machine) -> None:
    before = _before(bare_machine)
    bare_machine.mem("install-plugin")
    _use(bare_machine)
    bare_machine.mem("uninstall-plugin")
    left = _foreign(bare_machine, before)
    assert (left.removed, left.changed) == ([], [])
    data = str(bare_machine.data.relative_to(bare_machine.root))
    parents = {"home/.local", "home/.local/share"}
    assert [path for path in left.added if not path.startswith(data) and path not in parents] == []
    assert _mentions(bare_machine) == []


def test_removing_it_with_its_data_leaves_nothing(bare_machine: Machine) -> None:
    before = _before(bare_machine)
    bare_machine.mem("install-plugin")
    _use(bare_machine)
    bare_machine.mem("uninstall-plugin", "--purge", "--yes")
    assert not _foreign(bare_machine, before)
    assert _mentions(bare_machine) == []


def test_settings_that_were_there_come_back_to_the_byte(bare_machine: Machine) -> None:
    path = bare_machine.project / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_bytes(SETTINGS)
    bare_machine.mem("install-plugin")
    assert path.read_bytes() != SETTINGS
    _use(bare_machine)
    bare_machine.mem("uninstall-plugin")
    assert path.read_bytes() == SETTINGS
