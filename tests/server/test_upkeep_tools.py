"""The MCP tools of upkeep: what an agent may look at, and what it carries out is marked and can be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from hardwon.config.actor import AGENT
from hardwon.engine.deciding import decide, queue
from hardwon.server.session import Session
from hardwon.server.upkeep_tools import UpkeepTools
from workbench import Bench


@pytest.fixture
def tools(bench: Bench) -> UpkeepTools:
    bench.remember("Alice owns billing.")
    bench.tick(1)
    bench.remember("Bob owns billing.")
    session = Session(
        environ=bench.environ,
        cwd=str(bench.project),
        project=bench.binding,
        opener=lambda _: bench.engine(actor=AGENT),
    )
    return UpkeepTools(session)


def data(result: Any) -> dict[str, Any]:
    assert not result.is_error, result.content[0].text
    found: dict[str, Any] = result.structured_content
    return found


def test_a_question_is_shown_and_decided_once(tools: UpkeepTools, bench: Bench) -> None:
    shown = tools.memory_review_queue()
    [question] = data(shown)["questions"]
    assert "<hardwon-memory>" in shown.content[0].text
    assert "Approving does: supersede" in shown.content[0].text
    done = data(tools.memory_review_decide(question["id"], "approve", key="k1"))
    assert done["state"] == "approved"
    # A call that was sent again is answered as the first time; another decision is too late.
    assert data(tools.memory_review_decide(question["id"], "approve", key="k1"))["state"] == "approved"
    late = tools.memory_review_decide(question["id"], "keep", key="k2")
    assert late.is_error
    assert "already decided: approved (via agent)" in late.content[0].text
    assert data(tools.memory_maintenance_status())["questions"] == {"approved": 1}


def test_what_a_person_decided_meanwhile_is_told(tools: UpkeepTools, bench: Bench) -> None:
    with bench.engine() as engine:
        decide(engine, queue(engine)[0].proposal.id, "keep")
        id = engine.list()[0][0].id
    assert data(tools.memory_review_queue())["questions"] == []
    assert data(tools.memory_maintenance_run())["found"] == {"contradiction (ask)": 1}
    assert data(tools.memory_maintenance_run(apply=True))["asked"] == {}
    assert id


def test_forgetting_in_two_steps_archives(tools: UpkeepTools, bench: Bench) -> None:
    found = data(tools.memory_forget_prepare(query="alice"))
    assert [one["content"] for one in found["memories"]] == ["Alice owns billing."]
    ids = data(tools.memory_forget_confirm(found["token"]))["ids"]
    assert tools.memory_forget_confirm(found["token"]).is_error
    with bench.engine() as engine:
        assert engine.get(ids[0]).status == "archived"
