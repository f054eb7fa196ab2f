"""Search, why, context, and the work itself, over REST."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hardwon.engine import open_engine
from hardwon.models import SessionSummary
from outcomes.beads_data import MODERN, write_lines
from workbench import DAY_MS, START_MS

FACTS = ("The database is PostgreSQL 16.", "Deploys go through the blue pipeline.", "Run the linter with ruff check.")


@pytest.fixture
def ids(project: Path, home: Path) -> list[str]:
    """Three memories of a person's, of which one has failed often."""
    with open_engine(os.environ, str(project)) as engine:
        kept = [engine.remember(fact, category="command", tags=["a"]).memory.id for fact in FACTS]
        for number in range(4):
            engine.record_outcome(kept[1], "failed", key=str(number))
    return kept


def test_a_search_finds_the_best_first_and_says_why(client: TestClient, ids: list[str]) -> None:
    found = client.post("/memories/search", json={"query": "which linter do we run"}).json()

    first = found["hits"][0]
    assert (first["id"], first["content"], first["category"]) == (ids[2], FACTS[2], "command")
    assert sum(term["value"] for term in first["terms"]) == pytest.approx(first["score"])


def test_a_memory_held_back_by_its_record_comes_marked(client: TestClient, ids: list[str]) -> None:
    found = client.post("/memories/search", json={"query": "deploys pipeline"}).json()

    [hit] = found["hits"]
    assert (hit["id"], hit["gated"]) == (ids[1], True)
    assert hit["record"].startswith("failed 4")


@pytest.mark.parametrize(
    ("more", "count"),
    [
        ({}, 1),
        ({"tags": ["a"]}, 1),
        ({"tags": ["b"]}, 0),
        ({"categories": ["gotcha"]}, 0),
        ({"mode": "keyword"}, 1),
        ({"as_of": 1}, 0),
        ({"as_of": "2001-01-01"}, 0),
        ({"known_at": "now"}, 1),
        ({"all_projects": True, "limit": 1}, 1),
    ],
)
def test_a_search_is_narrowed(client: TestClient, ids: list[str], more: dict[str, Any], count: int) -> None:
    found = client.post("/memories/search", json={"query": "PostgreSQL", **more}).json()

    assert len(found["hits"]) == count


@pytest.mark.parametrize(
    "wrong",
    [{"limit": 0}, {"limit": 101}, {"mode": "magic"}, {"as_of": "one day"}, {"as_of": -1}, {"query": "x" * 20_001}],
)
def test_a_search_for_nothing_there_can_be_is_refused(client: TestClient, wrong: dict[str, Any]) -> None:
    assert client.post("/memories/search", json={"query": "x", **wrong}).status_code == 422


def test_why_tells_what_was_left_out(client: TestClient, ids: list[str]) -> None:
    client.delete(f"/memories/{ids[0]}")

    told = client.get("/why", params={"query": "PostgreSQL database"}).json()

    assert [(left["id"], left["reason"]) for left in told["left_out"]] == [(ids[0], "archived")]


def test_context_is_ready_to_be_given_and_stays_within_its_budget(client: TestClient, ids: list[str]) -> None:
    brief = client.get("/context").json()
    asked = client.get("/context", params={"query": "linter", "budget": 60}).json()

    assert brief["text"].startswith("<hardwon-memory>")
    assert ids[2] in asked["ids"] and asked["tokens"] <= 60


def test_another_project_is_asked_by_its_name(client: TestClient, ids: list[str], tmp_path: Path) -> None:
    other = tmp_path / "bakery"
    other.mkdir()
    with open_engine(os.environ, str(other)) as engine:
        engine.remember("Bread is baked at five.")

    there = client.get("/memories", params={"project": "bakery"}).json()
    nowhere = client.get("/memories", params={"project": "butcher"})
    both = client.get("/memories", params={"all_projects": True}).json()
    known = client.get("/projects").json()

    assert [memory["content"] for memory in there["memories"]] == ["Bread is baked at five."]
    assert (nowhere.status_code, nowhere.json()["hint"]) == (404, "projects: bakery, shop")
    assert both["total"] == 4
    assert [one["name"] for one in known["projects"]] == ["bakery", "shop"]
    assert known["served"] == there["memories"][0]["project"].replace("bakery", "shop")


# -- the work ----------------------------------------------------------------------------------------------


def test_sessions_are_told_with_what_was_learnt_and_given(client: TestClient, project: Path, ids: list[str]) -> None:
    with open_engine(os.environ, str(project), clock=lambda: START_MS + DAY_MS) as engine:
        engine.save_session(SessionSummary(session_id="abc-1", goal="Bake bread", started_at=1, ended_at=2))
        engine.note_injections(session_id="abc-1", event="SessionStart", memory_ids=[ids[0]], at=3, key="k")

    listed = client.get("/sessions").json()["sessions"]
    whole = client.get("/sessions/abc").json()

    assert [(one["session_id"], one["goal"]) for one in listed] == [("abc-1", "Bake bread")]
    assert whole["given"] == [{"memory_id": ids[0], "event": "SessionStart", "at": 3}]
    assert client.get("/sessions/zzz").status_code == 404


def test_tasks_are_told_with_what_is_worth_knowing_before_them(
    client: TestClient, project: Path, ids: list[str]
) -> None:
    assert client.get("/tasks").json() == {"tasks": [], "total": 0}
    write_lines(project, MODERN)
    assert client.get("/tasks", params={"look": False}).json()["total"] == 0

    listed = client.get("/tasks", params={"source": "beads", "limit": 3}).json()
    linked = client.post("/tasks/links", json={"task": "shop-k6.1", "memory_ids": ids[:1]})
    told = client.get("/tasks/context", params={"text": "shop-k6.1"}).json()
    fitting = client.get("/tasks/context", params={"text": "totals are off: run the linter"}).json()

    assert (len(listed["tasks"]), listed["total"], listed["tasks"][0]["state"]) == (3, 8, "active")
    assert (linked.status_code, linked.json()) == (200, {"memory_ids": ids[:1]})
    assert (told["task"]["id"], [one["memory"]["id"] for one in told["linked"]]) == ("shop-k6.1", ids[:1])
    assert [hit["id"] for hit in fitting["fitting"]] == [ids[2]]
    assert fitting["past"][0]["task"]["id"] == "shop-k1"


@pytest.mark.parametrize(("task", "status"), [("nothing like it", 404), ("shop-k1", 422)])
def test_nothing_is_linked_to_a_task_that_is_none_or_has_ended(
    client: TestClient, project: Path, ids: list[str], task: str, status: int
) -> None:
    write_lines(project, MODERN)
    client.get("/tasks")

    assert client.post("/tasks/links", json={"task": task, "memory_ids": ids[:1]}).status_code == status


def test_counts_and_what_was_done_are_told(client: TestClient, ids: list[str]) -> None:
    stats = client.get("/stats").json()
    before = client.get("/activity").json()
    client.post("/memories/search", json={"query": "linter"})
    client.delete(f"/memories/{ids[0]}")
    client.delete("/memories/zzz")
    activity = client.get("/activity").json()["stages"]

    assert (stats["memories"], stats["outcomes"]["failed"]) == (3, 4)
    assert before == {"stages": [], "next_cursor": ""}
    told = {(one["operation"], one["stage"], one["error"]) for one in activity if one["stage"] != "admitted"}
    assert told == {("recall", "done", ""), ("forget", "done", ""), ("forget", "refused", "NotFound")}
    assert "linter" not in str(activity)
    assert client.get("/activity", params={"cursor": "x"}).status_code == 422


def test_a_misspelt_parameter_is_no_filter(client: TestClient, ids: list[str]) -> None:
    answer = client.get("/memories", params={"catgory": "gotcha"})

    assert answer.status_code == 422
    assert "'catgory'" in answer.json()["detail"] and "category" in answer.json()["hint"]


# -- upkeep ------------------------------------------------------------------------------------------------


@pytest.fixture
def questions(client: TestClient, project: Path) -> list[dict[str, Any]]:
    """What is asked about two memories that contradict each other."""
    with open_engine(os.environ, str(project)) as engine:
        engine.remember("Maybe we should use Redis for the cache of the shop.", trust="agent")
        engine.remember("Perhaps we could use Memcached for the cache of the shop.", trust="agent")
        for number in range(8):
            text = f"The parser of the shop drops rows of kind {number} in src/parser.py."
            engine.remember(text, category="gotcha", tags=["parser"], files=["src/parser.py"])
    done = client.post("/maintenance/run", json={"apply": True}).json()
    assert done["is_dry"] is False
    found: list[dict[str, Any]] = client.get("/proposals").json()["proposals"]
    assert found, done
    return found


def test_a_dry_run_writes_nothing(client: TestClient, ids: list[str]) -> None:
    before = client.get("/memories").json()

    ran = client.post("/maintenance/run", json={}).json()

    assert (ran["is_dry"], ran["looked_at"], ran["applied"], ran["asked"]) == (True, 3, {}, {})
    assert client.get("/memories").json() == before


def test_a_question_is_decided_once_whoever_is_first(
    client_as: Callable[..., TestClient], client: TestClient, person: TestClient, questions: list[dict[str, Any]]
) -> None:
    path = f"/proposals/{questions[0]['id']}"

    first = person.post(path + "/decision", json={"decision": "keep"})
    second = client.post(path + "/decision", json={"decision": "approve"})

    assert (first.status_code, first.json()["state"]) == (200, "kept")
    assert (second.status_code, second.json()["type"]) == (409, "urn:hardwon:problem:conflict")
    assert "already decided: kept (person)" in second.json()["detail"]
    assert person.get(path).json()["decided_by"] == "person"


def test_the_same_decision_with_the_same_key_is_answered_as_the_first_time(
    client: TestClient, questions: list[dict[str, Any]]
) -> None:
    path = f"/proposals/{questions[0]['id']}"
    key = {"Idempotency-Key": "k"}

    answers = [client.post(path + "/decision", json={"decision": "keep"}, headers=key) for _ in range(2)]

    assert [(one.status_code, one.json()["state"]) for one in answers] == [(200, "kept")] * 2
    assert client.get(path).json()["decided_by"] == "via agent"


@pytest.mark.parametrize("body", [{"decision": "edit"}, {"decision": "keep", "text": "x"}, {"decision": "burn"}, {}])
def test_a_decision_that_is_none_decides_nothing(
    client: TestClient, questions: list[dict[str, Any]], body: dict[str, Any]
) -> None:
    path = f"/proposals/{questions[0]['id']}"

    assert client.post(path + "/decision", json=body).status_code == 422
    assert client.get(path).json()["state"] == "open"


def test_what_was_decided_is_taken_back(client: TestClient, questions: list[dict[str, Any]]) -> None:
    one = questions[0]
    done = client.post(f"/proposals/{one['id']}/decision", json={"decision": "promote"}).json()
    assert done["changes"]

    undone = client.post("/maintenance/undo", json={"run": one["id"]}).json()["changes"]
    again = client.post("/maintenance/undo", json={"run": one["id"]})

    assert {step["id"] for step in undone} == {step["id"] for step in done["changes"]}
    assert again.status_code == 409
    assert client.post("/maintenance/undo", json={"id": "zzz"}).status_code == 404
    log = client.get("/maintenance/log").json()["changes"]
    assert all(step["undone_at"] for step in log if step["run"] == one["id"])
    assert client.get("/maintenance/status").json()["questions"]["promoted"] == 1


def test_a_change_on_top_is_not_undone(client: TestClient, questions: list[dict[str, Any]]) -> None:
    one = questions[0]
    changed = client.post(f"/proposals/{one['id']}/decision", json={"decision": "promote"}).json()["changes"]
    client.patch(f"/memories/{changed[0]['memory_id']}", json={"title": "x"}, headers={"If-Match": "*"})

    assert client.post("/maintenance/undo", json={"id": changed[0]["id"]}).status_code == 409
