"""Every page, with an empty memory and with a full one: it answers, stays small, and runs nothing that it shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from urllib.parse import quote

import pytest

from hardwon.engine.core import Engine
from hardwon.models import SessionSummary
from hardwon.store import tasks
from hardwon.store.proposals import Proposal, insert_proposal
from hardwon.store.tasks import Task
from server.web.console.conftest import NOW, Browser

PAGES = ("/", "/memories", "/memories/new", "/tasks", "/sessions", "/review", "/activity", "/projects", "/health")
EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'><svg/onload=alert(1)>{{7*7}}</textarea>"
VOID = {"meta", "link", "input", "path", "rect", "img", "br"}
SIZE_MAX = 100 << 10


class Markup(HTMLParser):
    """The elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.ids: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"


def check(page: str) -> None:
    """A page runs our own module alone, is well formed, names each id once, and is small."""
    found = Markup()
    found.feed(page)
    assert not found.open
    scripts = [attributes for tag, attributes in found.elements if tag == "script"]
    assert all(attributes.get("src", "").startswith("/console/static/") for attributes in scripts)
    assert len(scripts) <= 1
    for tag, attributes in found.elements:
        assert tag not in ("img", "iframe", "object", "style", "embed")
        assert not any(name.startswith("on") or name == "style" for name in attributes), (tag, attributes)
        assert not str(attributes.get("href", "")).lower().startswith(("javascript:", "data:"))
    assert len(found.ids) == len(set(found.ids))
    assert len(page.encode()) <= SIZE_MAX


@pytest.mark.parametrize("path", PAGES)
def test_an_empty_memory_says_what_to_do(browser: Browser, path: str) -> None:
    page = browser.page(path)
    check(page)
    if path in ("/", "/memories", "/tasks", "/sessions", "/review", "/projects"):
        assert 'class="empty"' in page or "There is no store" in page


def test_every_page_of_a_full_memory_is_sound(browser: Browser, story: Callable[[], list[str]]) -> None:
    ids = story()
    own = [
        f"/memories/{ids[0]}",
        f"/memories/{ids[4]}",
        f"/memories/{ids[4]}/edit",
        "/task?id=shop-7",
        "/task?id=shop-3",
    ]
    searches = [
        "/memories?q=tests",
        "/memories?q=tests&mode=semantic",
        "/memories?q=zzz",
        "/memories?status=all&tag=tests",
    ]
    for path in (*PAGES, *own, *searches, "/session?id=5b0c2f0e", "/memories?file=src/orders/price.py"):
        check(browser.page(path))
    assert "worked 5, partial 1" in browser.page("/memories")
    assert "Retry failed payouts" in browser.page("/tasks")
    assert "survive a second click" in browser.page("/sessions")
    assert "puts instructions aside" in browser.page("/review")


def test_headers_keep_other_pages_and_scripts_out(browser: Browser) -> None:
    for path in ("/console/", "/console/memories", "/console/no-such-page", "/console/static/console.js"):
        headers = browser.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert len(headers.get_list("cache-control")) == 1


def test_what_is_stored_is_shown_and_never_run(browser: Browser, engine: Engine) -> None:
    kept = engine.remember(
        "Remember " + EVIL, title=EVIL, tags=[EVIL, "javascript:alert(1)"], files=[EVIL, "javascript:alert(2)"]
    ).memory
    engine.record_outcome(kept.id, "worked", note=EVIL)
    engine.edit(kept.id, content="Changed " + EVIL, title=EVIL + "2")
    engine.save_session(
        SessionSummary(
            session_id="s" + EVIL,
            goal=EVIL,
            done=(EVIL,),
            open=(EVIL,),
            decisions=(EVIL,),
            files=(EVIL,),
            commands=(EVIL,),
            next_step=EVIL,
            ended_at=NOW,
        )
    )
    database = engine.stores.writing(engine.project)
    with database.atomic():
        for number, source in enumerate(("beads", "claude", "todo")):
            task = Task(
                key=f"{source}:1", project=engine.project, source=source, id=f"{number}{EVIL}", title=EVIL, reason=EVIL
            )
            tasks.put(database, task)
    shown = quote(EVIL)
    paths = [
        *PAGES,
        f"/memories/{kept.id}",
        f"/memories/{kept.id}/edit",
        f"/memories?q={shown}&tag={shown}&category=&file={shown}",
        f"/memories?tag={shown}",
        f"/task?id={quote('0' + EVIL)}",
        f"/session?id={quote('s' + EVIL)}",
        f"/review?subject={shown}",
        f"/activity?operation={shown}",
        f"/projects?q={shown}",
        f"/?said={shown}&of={shown}",
    ]
    for path in paths:
        page = browser.page(path)
        check(page)
        assert "49}" not in page
    assert browser.page(f"/memories/{kept.id}").count("&lt;script&gt;") >= 4


@pytest.mark.parametrize("path", [f"/{quote(EVIL)}", f"/memories/{quote(EVIL, safe='')}", f"/?in={quote(EVIL)}"])
def test_addresses_are_shown_and_never_run(browser: Browser, path: str) -> None:
    answer = browser.client.get("/console" + path)
    assert answer.status_code in (400, 404, 422)
    check(answer.text)


def test_the_whole_text_is_given_as_text(browser: Browser, engine: Engine) -> None:
    kept = engine.remember("<script>alert(1)</script> " + "word " * 5000).memory
    answer = browser.client.get(f"/console/memories/{kept.id}/text")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text == kept.content
    page = browser.page(f"/memories/{kept.id}")
    check(page)
    assert "The whole text" in page


def test_a_page_stays_small_however_much_a_memory_has(browser: Browser, engine: Engine) -> None:
    tags = [f"tag-{number}-{'x' * 60}" for number in range(60)]
    kept = engine.remember(
        "The first of many words.", title="T" * 300, tags=tags, files=[f"src/{'y' * 90}/{n}.py" for n in range(60)]
    )
    for version in range(14):
        text = "\n".join(f"Line {line} of version {version}: " + "words & <words> " * 12 for line in range(90))
        engine.edit(kept.memory.id, content=text)
    for number in range(40):
        engine.record_outcome(kept.memory.id, "worked", note=f"{number} " + "because " * 40)
    for number in range(30):
        engine.remember(f"{number} " + "words & <words> " * 400, title="T" * 300, tags=tags)
    for path in (f"/memories/{kept.memory.id}", "/memories", "/memories?q=words", "/"):
        check(browser.page(path))


def test_long_questions_stay_small_together(browser: Browser, engine: Engine) -> None:
    for number in range(12):
        text = " ".join(f"word{place}of{number}" for place in range(500))
        engine.remember(text)
        engine.remember(text + " more")
    browser.send("/review/maintain", {"apply": "yes", "sure": "yes"})
    page = browser.page("/review")
    check(page)
    assert page.count("<article") == 6 and "Further questions" in page


def test_a_question_without_a_reason_is_shown(browser: Browser, engine: Engine) -> None:
    memory = engine.remember("Is it still so?").memory
    database = engine.stores.writing(engine.project)
    asked = Proposal(
        id="q1", project=engine.project, kind="stale", subject="", targets=((memory.id, 1),), action={"do": "archive"},
        fingerprint="x", created_at=engine.clock(), expires_at=engine.clock() + 86_400_000,
    )  # fmt: skip
    with database.atomic():
        insert_proposal(database, asked)
    page = browser.page("/review")
    check(page)
    assert "Is it still so?" in page and "No subject" in page


@pytest.mark.parametrize("path", ["/review/abc", "/memories/bulk", "/?path=x&project=y&request=z&said=added"])
def test_addresses_of_forms_and_odd_queries_lead_on(browser: Browser, path: str) -> None:
    check(browser.page(path))


def test_pages_of_the_list_show_each_memory_once(browser: Browser, engine: Engine) -> None:
    stored = {engine.remember(f"The {number}th rule of this house.", tags=["rule"]).memory.id for number in range(60)}
    seen: list[str] = []
    path = "/memories?tag=rule"
    while path:
        page = browser.page(path)
        check(page)
        seen += re.findall(r'name="id" value="([^"]+)"', page)
        found = re.search(r'href="/console(/memories\?[^"]+)" rel="next"', page)
        path = found[1].replace("&amp;", "&") if found else ""
    assert len(seen) == 60
    assert set(seen) == stored


@pytest.mark.parametrize(
    "path", ["/memories?cursor=x", "/tasks?begin=-1", "/tasks?begin=99999999", "/activity?cursor=x"]
)
def test_a_page_that_is_none_is_told_in_words(browser: Browser, path: str) -> None:
    assert 'role="alert"' in browser.page(path, 422)


def test_another_project_is_shown_where_the_address_names_it(
    browser: Browser, engine: Engine, tmp_path: object
) -> None:
    engine.remember("Only in the shop.")
    page = browser.page("/projects")
    found = re.search(r'data-open href="/console/\?in=([^"]+)"', page)
    assert found
    inside = browser.page(f"/memories?in={found[1]}")
    assert "Only in the shop." in inside
    assert f"in={found[1]}" in inside


def test_the_theme_that_was_chosen_stays(browser: Browser) -> None:
    assert 'data-theme="system"' in browser.page("/")
    assert 'data-theme="dark"' in browser.send("/theme", {"theme": "dark", "back": "/console/tasks"})
    assert 'data-theme="dark"' in browser.page("/memories")
    assert 'data-theme="dark"' in browser.send("/theme", {"theme": "<b>", "back": "//evil.example"})


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example", "/console/../memories", "/console/\\evil"])
def test_a_form_leads_nowhere_else(browser: Browser, back: str) -> None:
    sent = browser.client.post(
        "/console/theme",
        data={"form_word": browser.word(), "theme": "dark", "back": back},
        headers={"origin": "http://127.0.0.1:8080"},
        follow_redirects=False,
    )
    assert sent.headers["location"].startswith("/console/")


def test_an_open_page_is_told_what_was_written_since_it_was_drawn(browser: Browser, engine: Engine) -> None:
    engine.remember("The first.")
    found = re.search(r'data-events="/console(/events[^"]+)"', browser.page("/memories"))
    assert found
    kept = engine.remember("The second.").memory
    told = browser.page(found[1].replace("&amp;", "&"))
    assert "event: memory" in told and kept.id in told
    assert "event: memory" not in browser.page("/events")
    assert browser.client.get("/console/events?position=x").status_code == 404


def test_a_page_of_a_project_that_is_not_there_is_told_nothing(browser: Browser) -> None:
    assert browser.client.get("/console/events?in=nowhere").status_code == 404
