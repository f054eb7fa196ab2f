"""`mem sessions` and `mem session`."""

from __future__ import annotations

import os

import pytest

from hardwon.engine import open_engine
from hardwon.models import Origin, SessionSummary

from .conftest import Mem


@pytest.fixture
def told(mem: Mem) -> Mem:
    """Two sessions, the second with something learnt in it."""
    with open_engine(dict(os.environ), os.getcwd()) as engine:
        engine.save_session(SessionSummary(session_id="aaa-1", goal="sort the list", started_at=1000, ended_at=2000))
        second = SessionSummary(
            session_id="bbb-2", goal="mend the importer", done=("Mend the importer",), open=("`make e2e` still fails",),
            decisions=("We keep sqlite.",), files=("app/importer.py",), commands=("make e2e (failed)",),
            next_step="then the exporter", started_at=3000, ended_at=4000,
        )  # fmt: skip
        engine.save_session(second)
        engine.remember("The importer wants UTF-8.", origin=Origin(who="user", session_id="bbb-2"))
        engine.remember("Something else entirely.", origin=Origin(who="user", session_id="aaa-1"))
    return mem


def test_sessions_are_listed_the_last_first(told: Mem) -> None:
    found = told("sessions", "--json").data["sessions"]
    assert [(one["id"], one["goal"]) for one in found] == [("bbb-2", "mend the importer"), ("aaa-1", "sort the list")]
    assert len(told("sessions", "-n", "1", "--json").data["sessions"]) == 1
    lines = told("sessions").out.splitlines()
    assert lines[0].startswith("[bbb-2]")
    assert "1 open; 1 thing done; 1 decision" in lines[0]


def test_a_session_is_shown_with_what_was_learnt_in_it_by_the_beginning_of_its_id(told: Mem) -> None:
    one = told("session", "bbb", "--json").data
    assert [memory["content"] for memory in one["learnt"]] == ["The importer wants UTF-8."]
    assert (one["next_step"], one["open"]) == ("then the exporter", ["`make e2e` still fails"])
    out = told("session", "bbb-2").out
    for text in ("mend the importer", "We keep sqlite.", "app/importer.py", "make e2e (failed)", "The importer wants"):
        assert text in out
    assert "Something else" not in out


@pytest.mark.parametrize("wanted", ["ccc", "", "%"])
def test_a_session_that_is_none_is_said_so(told: Mem, wanted: str) -> None:
    assert "no session" in told("session", wanted, status=1).err


def test_a_beginning_of_several_sessions_is_refused(told: Mem) -> None:
    with open_engine(dict(os.environ), os.getcwd()) as engine:
        engine.save_session(SessionSummary(session_id="bbb-3", goal="x", ended_at=5000))
    assert "fits 2 sessions" in told("session", "bbb", status=1).err


def test_without_sessions_the_list_says_so(mem: Mem) -> None:
    assert mem("sessions").out == "No session has been read yet.\n"
    assert "cannot be" in mem("sessions", "-n", "0", status=2).err
