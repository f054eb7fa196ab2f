"""Who may come in by a port: this machine's names, its own pages, the person's token."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from hardwon.config.paths import Paths
from hardwon.errors import InvalidInput
from hardwon.server.web.guard import Guard, Message, Receive, Scope, Send, allowed_hosts, is_allowed, is_own_origin
from hardwon.wire.token import ensure_token, is_token, read_token, token_file

TOKEN = "t0ken-" * 6


async def behind(scope: Scope, receive: Receive, send: Send) -> None:
    """What is guarded: says that it was reached."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b'"reached"'})


def ask(path: str = "/mcp", *headers: tuple[str, str], hosts: str = "", method: str = "POST") -> tuple[int, Any]:
    """The status and the body of one request."""
    guard = Guard(behind, token=TOKEN, hosts=allowed_hosts(hosts), health=lambda: {"status": "ok"})
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
    }
    asyncio.run(guard(scope, receive, send))
    return sent[0]["status"], json.loads(sent[1]["body"])


HOST = ("host", "127.0.0.1:18766")
BEARER = ("authorization", f"Bearer {TOKEN}")


def test_who_has_the_token_and_asks_for_this_machine_comes_in() -> None:
    assert ask("/mcp", HOST, BEARER) == (200, "reached")
    assert ask("/mcp", ("host", "LOCALHOST"), ("authorization", f"bearer  {TOKEN}")) == (200, "reached")
    assert ask("/mcp", ("host", "[::1]:18766"), BEARER, ("origin", "http://localhost:3000"))[0] == 200


@pytest.mark.parametrize(
    "credentials",
    [
        [],
        [("authorization", TOKEN)],
        [("authorization", "Bearer ")],
        [("authorization", f"Bearer {TOKEN}x")],
        [("authorization", f"Bearer {TOKEN[:-1]}")],
        [("authorization", f"Basic {TOKEN}")],
        [("authorization", "Bearer \xff\xfe")],
        [BEARER, BEARER],
    ],
)
def test_without_the_token_nothing_behind_is_reached(credentials: list[tuple[str, str]]) -> None:
    for path in ("/mcp", "/", "/health/", "/HEALTH", "//health"):
        status, told = ask(path, HOST, *credentials)
        assert status == 401
        assert TOKEN not in json.dumps(told)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "127.0.0.1.evil.example", "evil.example:18766", "localhost.evil", "127.0.0.1@evil.example", "",
        "[::1", "[::1].evil", "[::1]evil", "localhost:80:90", "localhost:x", "127.0.0.1 ", "0.0.0.0", "\xe9vil",
    ],
)  # fmt: skip
def test_a_name_that_is_not_this_machines_is_refused_whatever_else_is_right(host: str) -> None:
    assert ask("/mcp", ("host", host), BEARER)[0] == 421
    assert ask("/health", ("host", host), method="GET")[0] == 421


def test_one_name_has_to_be_asked_for() -> None:
    assert ask("/mcp", BEARER)[0] == 421
    assert ask("/mcp", HOST, HOST, BEARER)[0] == 421


@pytest.mark.parametrize(
    "origin",
    ["null", "https://evil.example", "http://127.0.0.1.evil.example", "file://", "localhost", "ftp://localhost"],
)
def test_a_page_of_another_origin_is_refused_although_it_had_the_token(origin: str) -> None:
    assert ask("/mcp", HOST, BEARER, ("origin", origin))[0] == 403
    assert ask("/mcp", HOST, BEARER, ("origin", "http://localhost"), ("origin", origin))[0] == 403


def test_health_is_told_to_anybody_here_and_nothing_more() -> None:
    assert ask("/health", HOST, method="GET") == (200, {"status": "ok"})
    assert ask("/health", HOST, method="POST")[0] == 405


def test_names_of_containers_are_added_with_or_without_a_port() -> None:
    hosts = "hardwon.internal, Box:8080"
    for host, status in (("hardwon.internal:1", 200), ("HARDWON.internal.", 200), ("box:8080", 200), ("box:81", 421)):
        assert ask("/mcp", ("host", host), BEARER, hosts=hosts)[0] == status
    assert is_own_origin("https://hardwon.internal", allowed_hosts(hosts))


def test_the_address_that_is_listened_on_is_a_name_unless_it_is_every_address() -> None:
    assert is_allowed("10.0.0.7:18766", allowed_hosts("", "10.0.0.7"))
    assert is_allowed("[fd00::7]:1", allowed_hosts("", "fd00::7"))
    assert not is_allowed("0.0.0.0:1", allowed_hosts("", "0.0.0.0"))


def test_the_token_is_private_stays_and_is_the_same_for_all_that_make_it_at_once(home: Path) -> None:
    paths = Paths.from_environment(os.environ)
    made: list[str] = []
    makers = [threading.Thread(target=lambda: made.append(ensure_token(paths))) for _ in range(8)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert len(set(made)) == 1
    assert len(made[0]) > 40
    assert Path(token_file(paths)).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in Path(paths.data).iterdir()] == ["token"]
    assert is_token(made[0], read_token(paths))
    assert not is_token("", "")


@pytest.mark.parametrize(("text", "mode", "said"), [("t" * 40, 0o644, "private"), ("short", 0o600, "no token")])
def test_a_token_that_others_read_or_that_is_none_is_refused(home: Path, text: str, mode: int, said: str) -> None:
    paths = Paths.from_environment(os.environ)
    Path(paths.data).mkdir()
    Path(token_file(paths)).write_text(text)
    Path(token_file(paths)).chmod(mode)
    with pytest.raises(InvalidInput, match=said):
        ensure_token(paths)
