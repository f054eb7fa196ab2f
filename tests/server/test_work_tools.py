"""The tools about the work: how it stands, and what was done; neither is itself work."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hardwon.engine.activity import operation
from hardwon.engine.purging import Selection, confirm, prepare

from .served import Served

RULE = "Run the tests with pytest -n 2."


def test_status_tells_the_worker_what_waits_the_lifecycle_and_the_latest_outcomes(served: Served, home: Path) -> None:
    id = served.data("memory_remember", content=RULE)["id"]
    other = served.data("memory_remember", content="Deploys go out on Mondays.")["id"]
    served.ask("memory_forget", id=other)
    served.ask("memory_outcome", id=id, verdict="failed", note="the words of a note")
    with served.engine() as engine:
        engine.record_outcome(id, "worked", source="person")
    box = home / "data" / "spool" / "new"
    box.mkdir(parents=True)
    (box / "1").write_text("{}")
    data = served.data("memory_status")
    assert data["worker"] == {"running": False}
    assert data["dreaming"] == {"phase": "none"}
    assert (data["pending"], data["blocked"]) == (1, 0)
    assert data["lifecycle"] == {"active": 1, "archived": 1, "quarantined": 0, "retired": 0, "pinned": 0, "cold": 0}
    assert [(one["memory_id"], one["verdict"], one["counted"]) for one in data["latest_outcomes"]] == [
        (id, "worked", True),
        (id, "failed", False),
    ]
    assert "words of a note" not in str(data["latest_outcomes"])


def test_each_call_is_told_by_its_stages_and_by_nothing_anybody_said(served: Served, home: Path) -> None:
    served.ask("memory_remember", content=RULE)
    served.ask("memory_show", id="zzzz")
    served.ask("memory_status")
    data = served.data("memory_activity")
    told = [(one["operation"], one["stage"], one["error"]) for one in data["stages"]]
    assert told == [
        ("show", "refused", "NotFound"),
        ("show", "admitted", ""),
        ("remember", "done", ""),
        ("remember", "admitted", ""),
    ]
    assert data["next_cursor"] is None
    assert "show" not in served.text("memory_activity", operation="remember")
    text = "".join(path.read_text() for path in (home / "data" / "activity").iterdir())
    assert "pytest" not in text
    assert "project" in text  # a hash alone
    assert served.session.project not in text


def test_pages_of_activity_follow_each_other(served: Served) -> None:
    for _ in range(20):
        served.ask("memory_recall", query="tests")
    first = served.data("memory_activity")
    assert len(first["stages"]) == 32
    second = served.data("memory_activity", cursor=first["next_cursor"])
    assert (len(second["stages"]), second["next_cursor"]) == (8, None)
    times = [one["at"] for one in first["stages"] + second["stages"]]
    assert times == sorted(times, reverse=True)
    assert "no such page" in served.failure("memory_activity", cursor="elsewhere:9")


def test_another_projects_activity_is_not_told(served: Served) -> None:
    from hardwon.config.paths import Paths

    paths = Paths.from_environment(served.session.environ)
    with operation(paths, "dream", "path:/elsewhere"), operation(paths, "prepare"):
        pass
    assert {one["operation"] for one in served.data("memory_activity")["stages"]} == {"prepare"}
    assert "bound to" in served.failure("memory_activity", project="path:/elsewhere")


@pytest.mark.parametrize(
    ("tool", "arguments", "asks"),
    [
        ("memory_status", {}, False),
        ("memory_activity", {}, False),
        ("memory_list", {}, True),
        ("memory_recall", {"query": "x"}, True),
        ("memory_review_queue", {}, True),
        ("memory_remember", {"content": RULE}, True),
    ],
)
def test_looking_at_the_work_keeps_no_idle_work_waiting_and_any_other_call_does(
    served: Served, tool: str, arguments: dict[str, str], asks: bool
) -> None:
    asked: list[str] = []
    served.session = replace(served.session, asked=lambda: asked.append(tool))
    served.text(tool, **arguments)
    assert bool(asked) == asks


def test_a_purge_has_nothing_to_look_for_in_what_was_noted(served: Served, home: Path) -> None:
    id = served.data("memory_remember", content="Patients are admitted by the xylophone desk, recall it.")["id"]
    served.ask("memory_recall", query="xylophone desk")
    served.ask("memory_correct", id=id, content="The xylophone desk moved.")
    with served.engine() as engine:
        done = confirm(engine, prepare(engine, Selection(ids=(id,))).token)
    assert done.standing == []
    noted = "".join(path.read_text() for path in (home / "data" / "activity").iterdir())
    assert "xylophone" not in noted
    assert id not in noted
    assert "correct" in noted
