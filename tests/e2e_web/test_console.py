"""The console in a real browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from e2e_web.conftest import NARROW, WIDE, Served
from hardwon.engine import open_engine

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.e2e

PICTURE_MAX = 150_000
SESSION = "5b0c2f0e"


def paths(ids: list[str]) -> dict[str, str]:
    """Every page by name."""
    return {
        "dashboard": "/console/",
        "memories": "/console/memories",
        "search": "/console/memories?q=payments+retry+orders+tests",
        "nothing": "/console/memories?q=zzzzzz",
        "memory": f"/console/memories/{ids[1]}",
        "versions": f"/console/memories/{ids[4]}",
        "edit": f"/console/memories/{ids[4]}/edit",
        "add": "/console/memories/new",
        "tasks": "/console/tasks",
        "task": "/console/task?id=shop-7&source=beads",
        "sessions": "/console/sessions",
        "session": f"/console/session?id={SESSION}",
        "review": "/console/review",
        "activity": "/console/activity",
        "projects": "/console/projects",
        "health": "/console/health",
    }


SHOWN = {
    *((name, "light") for name in ("dashboard", "search", "memory", "task", "session", "review", "activity")),
    *((name, "dark") for name in ("dashboard", "memories", "review")),
    *((name, "light-narrow") for name in ("dashboard", "memories")),
}
"""What docs/console.md shows: pages with their theme and width."""


def findings(page: Page) -> list[str]:
    """What axe-core finds that is serious, by all of WCAG 2.2 A and AA and its own best practice."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(Path(os.environ["E2E_WEB_AXE"]).read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")
    serious = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {node['html'][:160]} {node['failureSummary']}" for one in serious for node in one["nodes"]]


def picture(page: Page, name: str) -> None:
    """Keep a picture for the docs, where they are wanted."""
    folder = os.environ.get("E2E_WEB_PICTURES")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        file = Path(folder) / f"{name}.png"
        page.screenshot(path=file)
        assert file.stat().st_size <= PICTURE_MAX


def test_every_page_is_sound_at_both_widths(page: Page, served: Served, theme: str) -> None:
    for name, path in paths(served.ids).items():
        for size in (WIDE, NARROW):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            answer = page.goto(path)
            assert answer and answer.status == 200
            assert len(answer.body()) <= 100 << 10
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"], f"{name} is {wide} wide"
            assert findings(page) == [], f"{name} at {size['width']}"
            suffix = theme if size is WIDE else f"{theme}-narrow"
            if (name, suffix) in SHOWN:
                picture(page, f"{name}-{suffix}")


def test_the_switch_overrules_the_system(page: Page, theme: str) -> None:
    def ground() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    before, other = ground(), "Dark" if theme == "light" else "Light"
    page.get_by_role("button", name=other, exact=True).click()
    page.wait_for_url("**/console/")
    assert ground() != before
    assert findings(page) == []
    page.get_by_role("button", name="System").click()
    page.wait_for_url("**/console/")
    assert ground() == before


def test_a_memory_is_added_edited_judged_forgotten_and_restored(page: Page) -> None:
    page.get_by_role("link", name="Add").click()
    page.get_by_label("Text").fill("Start the relay before the tests.\nIt needs a minute.")
    page.get_by_label("Category").last.select_option("command")
    page.get_by_label("Tags").fill("relay, tests")
    page.get_by_label("Files").fill("src/outbox/relay.py")
    page.get_by_role("button", name="Store").click()
    assert page.get_by_role("status").first.inner_text() == "Stored."
    page.get_by_role("link", name="Edit or correct").click()
    page.get_by_label("Text").fill("Start the relay before the tests; it needs two minutes.")
    page.get_by_label("It was wrong").check()
    page.get_by_role("button", name="Store a new version").click()
    page.get_by_text("Version 2: corrected").wait_for()
    for verdict, told in (("It worked", "worked 1"), ("Partly", "partial 1"), ("It failed", "failed 1")):
        page.get_by_label("Did it work?").fill("seen by hand")
        page.get_by_role("button", name=verdict).click()
        page.locator(".record-large").get_by_text(told).wait_for()
    page.get_by_role("button", name="Take it back (failed").click()
    page.get_by_role("button", name="Let it count again").click()
    page.get_by_text("It counts again.").wait_for()
    for act, told in (("Pin", "Pinned"), ("Unpin", "No longer"), ("Forget", "Forgotten"), ("Restore", "Restored")):
        page.get_by_role("button", name=act, exact=True).click()
        page.get_by_role("status").first.get_by_text(told).wait_for()


def test_search_tells_why_and_several_change_at_once(page: Page) -> None:
    page.get_by_label("Search memories").fill("charged twice retry")
    page.keyboard.press("Enter")
    first = page.locator("[data-entry]").first
    first.get_by_text("fits the query").wait_for()
    assert "Retries charge twice" in first.inner_text()
    page.get_by_text("More filters").click()
    page.locator("#mode").select_option("keyword")
    page.get_by_role("button", name="Show").click()
    page.get_by_text("the best first").wait_for()
    page.goto("/console/memories?tag=tests")
    count = page.locator("[data-entry]").count()
    page.get_by_label("all", exact=True).check()
    page.get_by_text(f"{count} chosen").wait_for()
    page.get_by_label("With the chosen").last.select_option("forget")
    page.get_by_role("button", name="Do it").click()
    page.get_by_text("Nothing fits").wait_for()
    page.goto("/console/memories?tag=tests&status=archived")
    page.get_by_label("all", exact=True).check()
    page.get_by_label("With the chosen").last.select_option("restore")
    page.get_by_role("button", name="Do it").click()
    page.get_by_text("Restored.").wait_for()


def test_questions_are_decided_and_a_second_window_is_told(context: BrowserContext, page: Page) -> None:
    page.goto("/console/review")
    second = context.new_page()
    second.goto("/console/review")
    near = "article:has-text('near-duplicate')"
    second.locator(near).get_by_text("Edit, then approve").click()
    second.locator(near).get_by_label("The text that is to stand").fill("Run the tests with two workers.")
    page.locator(near).get_by_role("button", name="Approve", exact=True).click()
    page.get_by_text("Decided.").wait_for()
    second.locator(near).get_by_role("button", name="Approve with this text").click()
    second.get_by_text("Already decided: approved (person).").wait_for()
    assert findings(second) == []
    second.close()
    contradiction = page.locator("article:has-text('contradiction')")
    contradiction.get_by_text("Edit, then approve").click()
    contradiction.get_by_label("The text that is to stand").fill("The session cache is Valkey, not Redis.")
    contradiction.get_by_role("button", name="Approve with this text").click()
    page.get_by_text("Decided.").wait_for()
    page.get_by_role("button", name="Keep and pin").first.click()
    page.get_by_text("Decided.").wait_for()
    page.get_by_role("button", name="Run dry").click()
    page.get_by_text("Nothing was changed").wait_for()
    page.goto("/console/review")
    page.get_by_label("Do what is safe").check()
    page.get_by_role("button", name="Apply").click()
    page.get_by_text("looked at").wait_for()
    page.goto("/console/activity")
    page.get_by_role("button", name="Undo").first.click()
    page.get_by_text("Undone.").wait_for()
    assert findings(page) == []


def test_tasks_sessions_and_projects_lead_to_each_other(page: Page, served: Served) -> None:
    page.get_by_role("link", name="Tasks").click()
    page.get_by_role("link", name="Beads").click()
    page.get_by_role("link", name="Retry failed payouts").click()
    page.get_by_label("Link a memory").fill(served.ids[7])
    page.get_by_role("button", name="Link").click()
    page.get_by_text("Linked to the task.").wait_for()
    page.get_by_role("link", name="Sessions").click()
    page.get_by_role("link", name="Make the checkout survive").click()
    page.get_by_role("heading", name="What it was given").wait_for()
    page.get_by_role("link", name="Projects", exact=True).click()
    page.locator("[data-open]").first.click()
    page.get_by_role("heading", name="Dashboard").wait_for()
    page.get_by_text("As a table").click()
    page.get_by_role("table").first.get_by_role("columnheader", name="worked").wait_for()
    assert findings(page) == []


def test_the_keyboard_alone_reads_adds_and_decides(page: Page) -> None:
    page.goto("/console/memories")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.press("Escape")
    for key in "jjk":
        page.keyboard.press(key)
    assert page.locator("[data-entry]").first.evaluate("entry => entry === document.activeElement")
    page.keyboard.press("x")
    page.get_by_text("1 chosen").wait_for()
    page.keyboard.press("?")
    page.get_by_role("heading", name="Keys").wait_for()
    assert findings(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.wait_for_url("**/edit")
    page.goto("/console/memories")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Record").wait_for()
    page.keyboard.press("a")
    page.wait_for_url("**/memories/new")
    page.goto("/console/review")
    page.keyboard.press("j")
    page.keyboard.press("e")
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    page.get_by_text("Decided.").wait_for()
    for key, path in (("t", "tasks"), ("p", "projects"), ("d", ""), ("m", "memories")):
        page.keyboard.press("g")
        page.keyboard.press(key)
        page.wait_for_url(f"**/console/{path}")


def test_an_open_page_shows_what_another_process_stores(page: Page, served: Served) -> None:
    page.goto("/console/memories")
    with open_engine(served.environ, str(served.folder)) as engine:
        engine.remember("Written while the page was open.")
    page.get_by_text("Written while the page was open.").wait_for()
    assert page.get_by_text("shows the keys").is_visible()


def test_everything_is_read_and_sent_without_scripts(
    browser: object, context: BrowserContext, page: Page, served: Served
) -> None:
    bare = browser.new_context(  # type: ignore[attr-defined]
        java_script_enabled=False, base_url=served.url, storage_state=context.storage_state()
    )
    plain = bare.new_page()
    for path in paths(served.ids).values():
        assert plain.goto(path).status == 200
        assert plain.get_by_role("heading", level=1).count() == 1
    plain.goto("/console/memories?category=gotcha")
    plain.get_by_label("Choose memory").first.check()
    plain.get_by_label("With the chosen").last.select_option("pin")
    plain.get_by_role("button", name="Do it").click()
    assert plain.get_by_text("Pinned:").is_visible()
    plain.goto("/console/review")
    plain.get_by_role("button", name="Keep as it is").first.click()
    assert plain.get_by_text("Decided.").is_visible()
    bare.close()


def test_whoever_leaves_is_out(page: Page) -> None:
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("heading", name="You have left").wait_for()
    assert findings(page) == []
