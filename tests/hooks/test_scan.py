"""A session that begins has the project's files looked at, in the background and only when they changed."""

from __future__ import annotations

from hardwon.hooks import spool
from hardwon.hooks.digest import Digester

from .client import Client


def begin(client: Client, session: str) -> None:
    fields = {"event": "SessionStart", "session": session, "cwd": str(client.project), "at": 1}
    spool.put(client.paths, fields)
    Digester(client.paths, client.environ).run()


def told(client: Client) -> list[str]:
    with client.engine() as engine:
        return [memory.content for memory in engine.list(tag="scan")[0]]


def test_facts_come_with_a_session_and_go_with_the_next(client: Client) -> None:
    (client.project / "AGENTS.md").write_text("Always run the linter before a commit.\n")
    begin(client, "one")
    assert told(client) == ["Always run the linter before a commit."]
    (client.project / "AGENTS.md").write_text("Ask.\n")
    begin(client, "two")
    assert told(client) == []


def test_a_person_who_wants_no_facts_from_files_gets_none(client: Client) -> None:
    (client.project / "AGENTS.md").write_text("Always run the linter before a commit.\n")
    client.environ["HARDWON_SCAN"] = "false"
    begin(client, "one")
    assert told(client) == []
