"""A gotcha is given at the moment it matters, once, even when the brief had no room for it."""

from __future__ import annotations

import pytest

from .machine import Machine
from .messages_api import Script, calls

pytestmark = pytest.mark.e2e

FILE_GOTCHA = "Rows of the ledger are keyed by the old id; joining on the new one loses refunds."
COMMAND_GOTCHA = "Without LEDGER_KEY exported, the balance script stops with 'no key'."


@pytest.fixture
def terse_machine(machine: Machine) -> Machine:
    """A machine with two gotchas, and a brief so small that a pinned rule fills it."""
    machine.mem("config", "set", "brief_tokens", "50", "--yes")
    machine.mem("add", FILE_GOTCHA, "-c", "gotcha", "--file", "ledger.py")
    machine.mem("add", COMMAND_GOTCHA, "-c", "troubleshooting")
    machine.mem("add", "Always " + "and ".join(f"rule{number} " for number in range(12)), "-c", "convention", "--pin")
    (machine.project / "ledger.py").write_text("ROWS = []\n", encoding="utf-8")
    return machine


def test_the_read_before_an_edit_brings_the_files_gotchas_once(terse_machine: Machine) -> None:
    read = calls("Read", file_path=str(terse_machine.project / "ledger.py"))
    run = terse_machine.claude(Script(replies=[read, read]), "-p", "Tidy up", "--allowedTools", "Read")
    assert FILE_GOTCHA not in run.requests[0].text
    assert run.requests[1].text.count(FILE_GOTCHA) == 1
    assert run.requests[2].text.count(FILE_GOTCHA) == 1


def test_a_failed_command_brings_its_gotchas_once(terse_machine: Machine) -> None:
    fail = calls("Bash", command="echo 'balance script: no key' >&2; exit 4")
    run = terse_machine.claude(Script(replies=[fail, fail]), "-p", "Close the month", "--allowedTools", "Bash")
    assert COMMAND_GOTCHA not in run.requests[0].text
    assert run.requests[1].text.count(COMMAND_GOTCHA) == 1
    assert run.requests[2].text.count(COMMAND_GOTCHA) == 1
