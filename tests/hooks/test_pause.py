"""Paused, a project or a session is neither listened to nor told anything; what a person asks for still works."""

from __future__ import annotations

from hardwon.config import paused

from .client import Client

RULE = "Always run the linter before committing."


def test_a_paused_session_notes_and_adds_nothing_and_another_one_does(client: Client) -> None:
    with client.engine() as engine:
        engine.remember(RULE, pin=True)
    paused.pause(client.paths, paused.SESSION, "session-1")
    assert client.hook("SessionStart", source="startup", session_id="session-1").out == ""
    client.hook("PostToolUse", tool_name="Bash", session_id="session-1")
    client.hook("Stop", session_id="session-1")
    assert client.waiting() == []
    assert RULE in client.hook("SessionStart", source="startup", session_id="session-2").out


def test_a_paused_project_is_left_alone_until_it_is_resumed(client: Client) -> None:
    with client.engine() as engine:
        engine.remember(RULE, pin=True)
    paused.pause(client.paths, paused.PROJECT, client.binding)
    assert client.hook("SessionStart", source="startup").out == ""
    assert "Remembered" in client.command("remember", "the port is 4000").out
    paused.resume(client.paths, paused.PROJECT, client.binding)
    assert RULE in client.hook("SessionStart", source="startup").out
