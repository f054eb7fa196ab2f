"""Who gets into the console, and what no other page can make it do."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from hardwon.config.actor import PERSON
from hardwon.engine.core import Engine
from hardwon.server.web.console.access import COOKIE, GUEST, LINK_S, PROOF_HEADER, PROOF_S, SESSION_S, Access, proof
from server.web.console.conftest import KEY, TOKEN, URL, Browser

WORDS = {"content": "Run the tests with make test.", "category": "command"}


class Clock:
    """Seconds that pass when they are told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_link_works_once_and_the_browser_stays_let_in(stranger: TestClient, access: Access) -> None:
    link = access.link()
    answer = stranger.get(link)
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/console" in cookie
    assert stranger.get("/console/").status_code == 200
    assert stranger.get(link, follow_redirects=False).headers["location"] == "/console/"
    stranger.cookies.clear()
    assert stranger.get(link).status_code == 401
    assert stranger.get("/console/").status_code == 401


def test_links_and_sessions_run_out() -> None:
    clock = Clock()
    access = Access(KEY, clock=clock)
    code, late = (access.link().partition("code=")[2] for _ in range(2))
    cookie = access.enter(code)
    clock.now += LINK_S
    assert access.is_session(cookie)
    assert not access.enter(late)
    clock.now += SESSION_S
    assert not access.is_session(cookie)


def test_only_so_many_links_wait() -> None:
    access = Access(KEY)
    codes = [access.link().partition("code=")[2] for _ in range(150)]
    assert not access.enter(codes[0])
    assert access.enter(codes[-1])


@pytest.mark.parametrize("change", ["", "x", "9999999999.abc.def", "9999999999.abc"])
def test_a_made_up_cookie_is_no_session(change: str) -> None:
    access = Access(KEY)
    cookie = access.enter(access.link().partition("code=")[2])
    until, rest = cookie.split(".", 1)
    assert not access.is_session(change)
    assert not access.is_session(f"{int(until) + 1}.{rest}")
    assert not Access(KEY + "other").is_session(cookie), "a new key ends every session"
    assert access.is_session(cookie)


def test_without_a_session_every_page_only_says_how_to_get_in(stranger: TestClient, engine: Engine) -> None:
    secret = engine.remember("The door of the office is green.").memory.id
    for path in ("/", "/memories", f"/memories/{secret}", f"/memories/{secret}/text", "/events", "/no-such"):
        answer = stranger.get("/console" + path)
        assert answer.status_code == 401
        assert "mem ui" in answer.text and "green" not in answer.text
    assert stranger.post("/console/memories/new", data=WORDS, headers={"origin": URL}).status_code == 401
    assert engine.list()[1] == 1


def test_a_session_opens_the_console_alone(browser: Browser, access: Access) -> None:
    assert browser.client.get("/memories").status_code == 401
    assert browser.client.post("/memories", json=WORDS).status_code == 401
    cookie = (b"cookie", f"{COOKIE}={browser.client.cookies[COOKIE]}".encode())
    assert access.visitor({"path": "/console/memories", "headers": [cookie]}) == PERSON
    assert access.visitor({"path": "/console/memories", "headers": []}) == GUEST
    assert access.visitor({"path": "/consoles", "headers": [cookie]}) == ""


def test_only_a_program_that_knows_the_consoles_key_gets_a_link(stranger: TestClient) -> None:
    now, port = int(time.time()), urlsplit(URL).port or 80
    late, elsewhere = proof(KEY, port, now - PROOF_S - 5), proof(KEY, port + 1, now)
    for shown in ("", KEY, TOKEN, proof(TOKEN, port, now), late, elsewhere, "²." + "0" * 64, f"{now}.é"):
        headers = {"authorization": f"Bearer {TOKEN}", PROOF_HEADER: shown.encode()}
        assert stranger.post("/console/link", headers=headers).status_code == 401
    told = stranger.post("/console/link", headers={PROOF_HEADER: proof(KEY, port, now)}).json()
    assert stranger.get(told["link"]).status_code == 200
    assert stranger.get("/console/memories").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": URL + ".evil.example"},
    ],
)
def test_a_form_of_another_page_changes_nothing(browser: Browser, engine: Engine, headers: dict[str, str]) -> None:
    sent = browser.client.post("/console/memories/new", data={"form_word": browser.word(), **WORDS}, headers=headers)
    assert sent.status_code == 403
    assert engine.list()[1] == 0


@pytest.mark.parametrize("word", ["", "0" * 64, "é"])
def test_a_form_without_the_word_of_the_session_changes_nothing(browser: Browser, engine: Engine, word: str) -> None:
    sent = browser.client.post("/console/memories/new", data={"form_word": word, **WORDS}, headers={"origin": URL})
    assert sent.status_code == 403
    assert engine.list()[1] == 0


def test_the_word_of_another_session_does_not_fit(browser: Browser, access: Access, engine: Engine) -> None:
    other = access.form_word(access.enter(access.link().partition("code=")[2]))
    sent = browser.client.post("/console/memories/new", data={"form_word": other, **WORDS}, headers={"origin": URL})
    assert sent.status_code == 403
    assert engine.list()[1] == 0


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"{}", "application/json"),
        (b"form_word=x\xff", "application/x-www-form-urlencoded"),
        (b"a=1&" * 2000, "application/x-www-form-urlencoded"),
        (b"content=" + b"x" * (600 << 10), "application/x-www-form-urlencoded"),
        (b"--x--", "multipart/form-data; boundary=x"),
    ],
)
def test_what_is_no_form_is_refused_in_words(browser: Browser, body: bytes, kind: str) -> None:
    sent = browser.client.post("/console/memories/new", content=body, headers={"origin": URL, "content-type": kind})
    assert sent.status_code == 422
    assert "form" in sent.text


def test_names_that_are_not_ours_are_not_served(browser: Browser) -> None:
    assert browser.client.get("/console/", headers={"host": "evil.example"}).status_code == 421


def test_leaving_ends_the_session_in_this_browser(browser: Browser) -> None:
    assert "You have left" in browser.send("/leave", {})
    assert browser.client.get("/console/").status_code == 401


@pytest.mark.parametrize("path", ["..%2fapp.py", "../app.py", "%2e%2e/app.py", "..%5capp.py", "%00", "", "no.css"])
def test_only_files_of_the_console_are_served(stranger: TestClient, path: str) -> None:
    assert stranger.get(f"/console/static/{path}").status_code in (401, 404, 405)


def test_files_of_the_console_are_kept_by_the_browser(stranger: TestClient) -> None:
    answer = stranger.get("/console/static/console.css")
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
