"""The rig itself: what it promises the other tests must be able to fail."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from . import offline, snapshot
from .machine import Machine
from .messages_api import Script, calls, says
from .processes import left_running, still_running_after

pytestmark = pytest.mark.e2e


def _wire(machine: Machine, event: str, command: str) -> None:
    settings = machine.project / ".claude" / "settings.json"
    settings.parent.mkdir()
    entry = {"hooks": [{"type": "command", "command": command}]}
    settings.write_text(json.dumps({"hooks": {event: [entry]}}), encoding="utf-8")


def test_the_client_asks_only_the_scripted_model(bare_machine: Machine) -> None:
    run = bare_machine.claude(Script(replies=[says("Hello from the script.")]), "-p", "hello")
    assert run.stdout.strip() == "Hello from the script."
    assert len(run.requests) == 1
    assert run.strays == []


def test_a_hooks_words_are_found_in_the_request(bare_machine: Machine) -> None:
    _wire(bare_machine, "SessionStart", "echo MARKER-OF-A-HOOK")
    run = bare_machine.claude(Script(), "-p", "hello")
    assert "MARKER-OF-A-HOOK" in run.requests[0].text


def test_tool_calls_run_and_their_results_come_back(bare_machine: Machine) -> None:
    target = bare_machine.project / "a.txt"
    replies = [
        calls("Write", file_path=str(target), content="one\n"),
        calls("Bash", command="echo bad; exit 3"),
        says("done"),
    ]
    run = bare_machine.claude(Script(replies=replies), "-p", "go", "--allowedTools", "Write,Bash")
    assert target.read_text(encoding="utf-8") == "one\n"
    assert [failed for _, failed in run.requests[-1].results] == [False, True]


def test_the_client_sees_nothing_of_the_callers_environment(
    bare_machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CALLERS_OWN", "1")
    replies = [calls("Bash", command="env"), says("done")]
    run = bare_machine.claude(Script(replies=replies), "-p", "go", "--allowedTools", "Bash")
    ((shown, _),) = run.requests[-1].results
    assert f"HOME={bare_machine.home}" in shown
    assert "CALLERS_OWN" not in shown


def test_a_process_that_stays_is_noticed_and_one_that_ends_is_waited_for(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path)}
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE, env=environment) as idle:
        assert [process.pid for process in left_running(tmp_path)] == [idle.pid]
        assert [process.pid for process in still_running_after(tmp_path, 0.05)] == [idle.pid]
        idle.kill()
        assert still_running_after(tmp_path, 10) == []


@pytest.mark.skipif(not offline.inside(), reason="needs a network namespace")
@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_a_try_to_reach_another_machine_is_noticed(family: socket.AddressFamily) -> None:
    before = offline.outside_attempts()
    address = "192.0.2.1" if family == socket.AF_INET else "2001:db8::1"
    with socket.socket(family, socket.SOCK_STREAM) as outward:
        assert outward.connect_ex((address, 443)) != 0
    assert offline.outside_attempts() > before


@pytest.mark.skipif(not offline.inside(), reason="needs a process namespace")
def test_a_process_that_cuts_its_ties_is_noticed_too(tmp_path: Path) -> None:
    program = "import os, sys; os.fork() and os._exit(0); os.setsid(); sys.stdin.read()"
    reader, writer = os.pipe()
    subprocess.run([sys.executable, "-c", program], stdin=reader, env={}, check=True)
    os.close(reader)
    assert [process.command for process in left_running(tmp_path)] == [f"{sys.executable} -c {program}"]
    os.close(writer)
    assert still_running_after(tmp_path, 10) == []


def test_a_snapshot_shows_what_came_went_and_changed(tmp_path: Path) -> None:
    for name in ("same", "edited", "removed", "mode"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    before = snapshot.take(tmp_path)
    (tmp_path / "edited").write_text("other", encoding="utf-8")
    (tmp_path / "removed").unlink()
    (tmp_path / "mode").chmod(0o600)
    (tmp_path / "folder").mkdir()
    changes = snapshot.compare(before, snapshot.take(tmp_path))
    assert (changes.added, changes.removed, changes.changed) == (["folder"], ["removed"], ["edited", "mode"])
