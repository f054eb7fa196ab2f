"""Forms: what each of them does to the memory, and what a second one is told."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from hardwon.engine import deciding
from hardwon.engine.core import Engine
from server.web.console.conftest import Browser

TEXT = "Run the tests with `make test`."


def field(page: str, name: str) -> str:
    """A hidden field's value."""
    found = re.search(f'name="{name}" value="([^"]*)"', page)
    assert found
    return found[1]


def test_a_memory_is_added_once_however_often_the_form_is_sent(browser: Browser, engine: Engine) -> None:
    key = field(browser.page("/memories/new"), "key")
    fields = {"content": TEXT, "category": "command", "tags": "ci, tests", "files": "Makefile\nsrc/a b.py", "key": key}
    for said in ("Stored.", "known already"):
        assert said in browser.send("/memories/new", {**fields, "pin": "yes"})
    [kept], count = engine.list()
    assert count == 1
    assert (kept.content, kept.category, kept.tags, kept.files) == (
        TEXT,
        "command",
        ("ci", "tests"),
        ("Makefile", "src/a b.py"),
    )
    assert (kept.tier, kept.trust, kept.origin.who, kept.origin.host) == ("pinned", "user", "user", "console")


def test_a_form_that_cannot_be_stored_comes_back_as_it_was_filled(browser: Browser, engine: Engine) -> None:
    page = browser.send("/memories/new", {"content": "   ", "title": "My title", "category": "gotcha"}, 422)
    assert 'role="alert"' in page and "My title" in page and "<option selected>gotcha" in page
    assert engine.list()[1] == 0


def test_an_edit_is_a_new_version_and_a_second_window_is_told(browser: Browser, engine: Engine) -> None:
    kept = engine.remember(TEXT, tags=["ci"]).memory
    form = {"title": "", "category": "general", "tags": "ci", "files": "", "seen": "1"}
    page = browser.send(f"/memories/{kept.id}/edit", {**form, "content": "Run them with `make check`.\r\nBoth."})
    assert "A new version is stored" in page and "Version 2: edited" in page
    late = browser.send(f"/memories/{kept.id}/edit", {**form, "content": "Something else."}, 409)
    assert "is version 2" in late
    assert "Something else." in late
    assert engine.get(kept.id).content == "Run them with `make check`.\nBoth."
    again = browser.send(f"/memories/{kept.id}/edit", {**form, "content": "Right.", "seen": "2", "correct": "yes"})
    assert "Version 3: corrected" in again


def test_an_edit_leaves_alone_what_was_not_changed_in_the_form(browser: Browser, engine: Engine) -> None:
    kept = engine.remember(TEXT, tags=["one, two"], files=["a,b.py", "c.py"]).memory
    fields = {"content": "Other words.", "title": "", "category": "general", "tags": "one, two", "seen": "1"}
    browser.send(f"/memories/{kept.id}/edit", {**fields, "files": "a,b.py\r\nc.py"})
    now = engine.get(kept.id)
    assert (now.content, now.tags, now.files) == ("Other words.", kept.tags, kept.files)


def test_a_verdict_counts_and_can_be_taken_back(browser: Browser, engine: Engine) -> None:
    kept = engine.remember(TEXT).memory
    assert "worked 1" in browser.send(f"/memories/{kept.id}/outcome", {"verdict": "worked", "note": "went green"})
    [outcome] = engine.outcomes(kept.id)
    assert (outcome.source, outcome.counted, outcome.reason) == ("person", True, "went green")
    assert "Let it count again" in browser.send(f"/outcomes/{outcome.id}", {"do": "undo"})
    assert engine.record(kept.id).worked == 0
    browser.send(f"/outcomes/{outcome.id}", {"do": "redo"})
    assert engine.record(kept.id).worked == 1
    assert "no verdict" in browser.send(f"/memories/{kept.id}/outcome", {"verdict": "great"}, 422)


def test_a_memory_is_forgotten_and_restored_and_pinned(browser: Browser, engine: Engine) -> None:
    kept = engine.remember(TEXT).memory
    for do, status, tier in (("pin", "active", "pinned"), ("unpin", "active", "hot"), ("forget", "archived", "hot"),
                             ("restore", "active", "hot")):  # fmt: skip
        browser.send(f"/memories/{kept.id}/act", {"do": do})
        now = engine.get(kept.id)
        assert (now.status, now.tier) == (status, tier)
    assert "nothing that can be done" in browser.send(f"/memories/{kept.id}/act", {"do": "burn"}, 422)


def test_several_memories_change_at_once_and_what_fails_is_told(browser: Browser, engine: Engine) -> None:
    ids = [engine.remember(f"Rule number {number} of the house.").memory.id for number in range(3)]
    page = browser.send("/memories/bulk", {"id": ids, "do": "forget", "back": "/console/memories?tag=x"})
    assert "Forgotten" in page
    assert engine.list()[1] == 0
    page = browser.send("/memories/bulk", {"id": [*ids[:2], "zzzzzzzzzzzz"], "do": "restore"}, 409)
    assert "2 of 3 changes done" in page and "zzzzzzzzzzzz" in page
    assert engine.list()[1] == 2
    assert "Nothing was chosen" in browser.send("/memories/bulk", {"do": "forget"})


def test_a_question_is_decided_once(browser: Browser, engine: Engine, story: Callable[[], list[str]]) -> None:
    story()
    question = next(one for one in deciding.queue(engine) if one.proposal.kind == "near-duplicate")
    path = f"/review/{question.proposal.id}"
    assert "Decided." in browser.send(path, {"decision": "approve"})
    late = browser.send(path, {"decision": "keep"}, 409)
    assert "Already decided: approved (person)" in late
    assert engine.get(question.memories[0].id).status == "retired"


def test_a_question_is_edited_then_approved(browser: Browser, engine: Engine, story: Callable[[], list[str]]) -> None:
    story()
    question = next(one for one in deciding.queue(engine) if one.proposal.kind == "near-duplicate")
    page = browser.page("/review")
    assert "nearness" in page and "<del>" in page
    browser.send(f"/review/{question.proposal.id}", {"decision": "edit", "text": "Run the tests with two workers."})
    assert engine.get(question.memories[1].id).content == "Run the tests with two workers."
    assert "only edit, takes a text" in browser.send(
        f"/review/{question.proposal.id}", {"decision": "edit", "text": " "}, 409
    )


def test_questions_are_decided_together(browser: Browser, engine: Engine, story: Callable[[], list[str]]) -> None:
    story()
    ids = [one.proposal.id for one in deciding.queue(engine)]
    browser.send("/review/all", {"id": ids, "decision": "keep"})
    assert deciding.queue(engine) == []
    assert "already decided" in browser.send("/review/all", {"id": ids[:1], "decision": "approve"}, 409)
    assert "approved, kept or promoted" in browser.send("/review/all", {"id": ids, "decision": "edit"}, 422)


def test_maintenance_runs_dry_and_applies_only_when_that_was_confirmed(browser: Browser, engine: Engine) -> None:
    old = engine.remember("Run all the tests with `make test`; with more workers the fixture runs out of ports.").memory
    engine.remember("Run all the tests with `make test`; with more workers the fixture soon runs out of ports.")
    assert "Nothing was changed" in browser.send("/review/maintain", {})
    assert "box ticked" in browser.send("/review/maintain", {"apply": "yes"}, 422)
    assert deciding.queue(engine) == []
    assert "1 new question" in browser.send("/review/maintain", {"apply": "yes", "sure": "yes"})
    assert engine.get(old.id).status == "active"
    assert "Nothing waits" not in browser.page("/review")


def test_a_memory_is_linked_to_a_task(browser: Browser, engine: Engine, story: Callable[[], list[str]]) -> None:
    ids = story()
    assert "Linked to the task" in browser.send("/task/link", {"task": "shop-7", "memory": ids[7]})
    assert "Retry failed payouts" in browser.page(f"/memories/{ids[7]}")
    assert "has ended" in browser.send("/task/link", {"task": "shop-3", "memory": ids[7]}, 422)


def test_what_upkeep_changed_is_undone(browser: Browser, engine: Engine) -> None:
    old = engine.remember("The staging server is at port 8080.").memory
    engine.remember("The staging server is at port 8080!")
    copies = [engine.remember(text).memory for text in ("We deploy with Ansible.", "We deploy with ansible .")]
    browser.send("/review/maintain", {"apply": "yes", "sure": "yes"})
    found = re.search(r'name="change" value="([^"]+)"', browser.page("/activity"))
    if found is None:
        assert copies[0].id == copies[1].id and engine.get(old.id).status == "active"
        return
    assert "Undone." in browser.send("/activity/undo", {"change": found[1]})


@pytest.mark.parametrize("path", ["/memories/zzzzzzzzzzzz", "/task?id=none", "/session?id=none", "/no-such-page"])
def test_what_is_not_there_is_told_in_words(browser: Browser, path: str) -> None:
    assert 'role="alert"' in browser.page(path, 404)
