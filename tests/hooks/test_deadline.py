"""Whatever a hook hangs in, it leaves in time, silently."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from .client import Client

LIMIT_S = 2.0


@pytest.mark.parametrize("event", ["UserPromptSubmit", "PostToolUse", "SessionEnd"])
def test_a_client_that_never_closes_the_input_is_not_waited_for(client: Client, event: str) -> None:
    begin = time.monotonic()
    process = client.start(client.argv(event))
    assert process.wait(LIMIT_S) == 0
    assert time.monotonic() - begin < LIMIT_S
    assert process.communicate() == (b"", b"")
    assert f"{event} took too long and was ended" in client.log()


def test_a_settings_file_that_hangs_costs_the_deadline_and_no_more(client: Client) -> None:
    os.mkfifo(client.home / "config.toml")
    ran = client.hook("UserPromptSubmit", prompt="when does the billing job run?")
    assert ran.out == ""
    assert ran.ms < LIMIT_S * 1000
    assert "UserPromptSubmit took too long and was ended" in client.log()
    assert len(client.waiting()) == 1


def test_a_command_that_hangs_tells_the_person_so(client: Client) -> None:
    os.mkfifo(client.home / "config.toml")
    ran = client.command("remember", "Ship on Fridays.")
    assert "not answered in time" in ran.reason
    assert ran.ms < 5000


@pytest.mark.parametrize("place", ["CLAUDE.md", ".git/config", ".git/HEAD", ".claude/settings.json"])
def test_a_pipe_in_place_of_a_project_file_stops_nothing(client: Client, place: str) -> None:
    path = client.project / place
    path.parent.mkdir(exist_ok=True)
    os.mkfifo(path)
    client.environ["CLAUDE_PROJECT_DIR"] = str(client.project)
    with client.engine() as engine:
        engine.remember("The billing job runs at 02:00.")
    ran = client.hook("UserPromptSubmit", prompt="when does the billing job run?")
    assert "02:00" in ran.context
    assert client.log() == ""


def test_nobody_reading_the_answer_does_not_keep_the_hook(client: Client, tmp_path: Path) -> None:
    with client.engine() as engine:
        engine.remember("The billing job runs at 02:00.")
    process = client.start(client.argv("SessionStart"))
    assert process.stdin and process.stdout
    process.stdout.close()
    process.stdin.write(client.payload("SessionStart", source="startup"))
    process.stdin.close()
    assert process.wait(LIMIT_S) == 0
    assert process.stderr and process.stderr.read() == b""
    process.stderr.close()
