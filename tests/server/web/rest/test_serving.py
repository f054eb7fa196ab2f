"""`mem serve --rest` as a person starts it: what it says, who it lets in, how it leaves."""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

MEM = [sys.executable, "-I", "-m", "hardwon.cli", "serve", "--rest"]
OWN = "own-token-" + "x" * 22


class Server:
    """One server process.

    Attributes:
        url: where it serves. said: what it said at its start.
    """

    def __init__(self, project: Path, *words: str, **environ: str) -> None:
        self.process = subprocess.Popen(
            [*MEM, "--port", "0", *words],
            cwd=project,
            env={**os.environ, **environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr
        self.said = ""
        while "opens" not in self.said:
            line = self.process.stderr.readline()
            assert line, self.said
            self.said += line
        found = re.search(r"http://\S+?:\d+", self.said)
        assert found
        self.url = found[0]

    def leave(self) -> tuple[int, str]:
        """Tell it to leave; its status, and all that it printed besides."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        out, errors = self.process.communicate(timeout=30)
        return self.process.returncode, out + errors

    def ask(self, path: str, **headers: str) -> httpx2.Response:
        """Ask it something."""
        return httpx2.get(self.url + path, headers=headers, timeout=30)


@pytest.fixture
def server(project: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers of the project; each is ended with the test."""
    started: list[Server] = []

    def start(*words: str, **environ: str) -> Server:
        started.append(Server(project, *words, **environ))
        return started[-1]

    yield start
    for one in started:
        one.leave()


def run(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Start one that is to refuse."""
    return subprocess.run([*MEM, *words], cwd=project, capture_output=True, text=True, timeout=30)


def bearer(token: str) -> dict[str, str]:
    """The header that shows it."""
    return {"Authorization": f"Bearer {token}"}


def test_a_person_starts_it_and_programs_use_rest_and_mcp_on_one_port(
    server: Callable[..., Server], home: Path
) -> None:
    started = server()
    file = home / "data" / "token"
    token = file.read_text().strip()

    assert file.stat().st_mode & 0o777 == 0o600
    assert str(file) in started.said and token not in started.said
    kept = httpx2.post(started.url + "/memories", json={"content": "Use ruff."}, headers=bearer(token))
    assert kept.status_code == 201
    assert started.ask("/memories").status_code == 401

    async def recall() -> str:
        async with (
            httpx2.AsyncClient(headers=bearer(token), timeout=30) as web,
            Client(streamable_http_client(started.url + "/mcp", http_client=web)) as client,
        ):
            answer = await client.call_tool("memory_recall", {"query": "ruff"})
            return str(answer.content[0].text)

    assert "Use ruff." in asyncio.run(recall())
    assert started.leave() == (0, "")


def test_its_link_opens_the_console_once(server: Callable[..., Server]) -> None:
    started = server()
    found = re.search(r"http://\S+code=\S+", started.said)
    assert found

    first, second = (httpx2.get(found[0], timeout=30) for _ in range(2))

    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert second.status_code == 401 and "set-cookie" not in second.headers
    shown = {"Cookie": first.headers["set-cookie"].partition(";")[0]}
    assert started.ask("/console/", **shown).status_code == 200
    assert started.ask("/memories", **shown).status_code == 401


def test_an_agent_that_starts_it_is_given_no_link(server: Callable[..., Server]) -> None:
    said = server(CLAUDECODE="1").said

    assert "code=" not in said
    assert "mem ui" in said


def test_a_token_of_its_own_takes_the_place_of_the_persons(server: Callable[..., Server], home: Path) -> None:
    started = server("--token", OWN)

    assert started.ask("/stats", **bearer(OWN)).status_code == 200
    assert not (home / "data" / "token").exists()
    assert OWN not in started.said


def test_a_token_is_read_from_a_private_file_alone(server: Callable[..., Server], project: Path) -> None:
    file = project / "token"
    file.write_text(OWN + "\n")
    file.chmod(0o644)
    assert "token" in run(project, "--token", f"@{file}").stderr
    file.chmod(0o600)

    assert server("--token", f"@{file}").ask("/stats", **bearer(OWN)).status_code == 200


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--host", "0.0.0.0"], "needs a token of its own"),
        (["--host", "0.0.0.0", "--token", "short"], "this is no token"),
        (["--token", "@/nowhere/token"], "there is no file"),
        (["--mcp"], "goes alone"),
        (["--host", "192.0.2.1", "--token", OWN], "cannot be listened on"),
    ],
)
def test_what_cannot_be_served_is_told(project: Path, words: list[str], told: str) -> None:
    refused = run(project, *words)

    assert refused.returncode != 0
    assert told in refused.stderr
    assert "Traceback" not in refused.stderr


def test_another_address_is_served_with_a_token_and_a_warning(server: Callable[..., Server]) -> None:
    started = server("--host", "0.0.0.0", "--token", OWN)

    assert "other machines reach it" in started.said and "HARDWON_ALLOWED_HOSTS" in started.said
    assert started.ask("/stats", **bearer(OWN)).status_code == 200


def test_a_taken_port_is_told(project: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = run(project, "--port", str(taken.getsockname()[1]))

    assert refused.returncode == 1
    assert "cannot be listened on" in refused.stderr


def test_it_leaves_while_somebody_listens(server: Callable[..., Server], home: Path) -> None:
    started = server()
    token = (home / "data" / "token").read_text().strip()
    connection = http.client.HTTPConnection(urlsplit(started.url).netloc, timeout=30)
    connection.request("GET", "/events", headers=bearer(token))
    answer = connection.getresponse()
    assert answer.readline() == b"retry: 3000\n"
    left: list[tuple[int, str]] = []
    leaving = threading.Thread(target=lambda: left.append(started.leave()))
    leaving.start()

    answer.read()

    leaving.join(30)
    connection.close()
    assert left == [(0, "")]
