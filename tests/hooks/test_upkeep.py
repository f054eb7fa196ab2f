"""Upkeep by the digester: after a session of what is new, once a day of everything, never against the setting."""

from __future__ import annotations

import pytest

from hardwon.config.actor import PERSON
from hardwon.engine import open_engine
from hardwon.engine.upkeep import is_due
from hardwon.hooks import spool
from hardwon.hooks.digest import Digester
from hardwon.hooks.upkeep import Session, look_after
from hardwon.store.upkeep import take_lease

from .client import Client
from .test_digest import digest

TEXTS = ("The release notes are written by hand.", "The  Release notes are written by hand.")
DAY_MS = 86_400_000


def fill(client: Client) -> list[str]:
    """Two memories that say the same, as two machines that merged would have them."""
    lines = [f'{{"content": "{text}", "id": "twin{number}"}}' for number, text in enumerate(TEXTS)]
    with client.engine() as engine:
        engine.import_lines(lines)
        return [memory.id for memory in engine.list()[0]]


def put(client: Client, event: str) -> None:
    spool.put(client.paths, {"event": event, "session": "s", "cwd": str(client.project), "at": 5})


def live(client: Client) -> int:
    with client.engine() as engine:
        return engine.list()[1]


@pytest.mark.parametrize(("event", "left"), [("SessionEnd", 1), ("Stop", 2)])
def test_the_end_of_a_session_is_when_it_looks_after_the_project(client: Client, event: str, left: int) -> None:
    assert len(fill(client)) == 2
    put(client, event)
    assert digest(client).wait(60) == 0
    assert live(client) == left


def test_where_a_session_only_begins_it_waits_for_a_day_to_pass(client: Client) -> None:
    fill(client)
    put(client, "SessionStart")
    assert digest(client).wait(60) == 0
    with client.engine() as engine:
        engine.remember("The staging bucket is emptied on Sundays.")
        assert not is_due(engine, whole_only=True)
        assert is_due(engine)
        later = engine.clock() + DAY_MS + 1
        with open_engine(client.environ, str(client.project), actor=PERSON, clock=lambda: later) as tomorrow:
            assert is_due(tomorrow, whole_only=True)


def test_it_does_nothing_where_the_person_wants_none(client: Client) -> None:
    fill(client)
    environ = {**client.environ, "HARDWON_MAINTAIN": "off"}
    digester = Digester(client.paths, environ)
    put(client, "SessionEnd")
    digester.run()
    look_after(environ, digester.sessions.values())
    assert live(client) == 2


def test_another_run_at_the_same_time_is_no_failure(client: Client) -> None:
    fill(client)
    put(client, "SessionEnd")
    digester = Digester(client.paths, client.environ)
    digester.run()
    [session] = digester.sessions.values()
    assert session.has_ended
    with client.engine() as engine:
        database = engine.stores.writing(engine.project)
        assert take_lease(database, "maintain", "other", engine.clock(), engine.clock() + DAY_MS)
    look_after(client.environ, [Session(session.binding, True)])
    assert live(client) == 2
