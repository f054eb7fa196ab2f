"""`mem ui`: a link into the server that runs, or into one that it starts."""

from __future__ import annotations

import http.server
import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardwon.config.paths import Paths
from hardwon.engine import open_engine
from hardwon.errors import HardwonError
from hardwon.server.web.console.opening import link_of_running
from hardwon.wire.token import CONSOLE_FILE, FILE, ensure_token

UI = [sys.executable, "-I", "-m", "hardwon.cli", "ui", "--no-open", "--port"]


@pytest.fixture
def other() -> Iterator[int]:
    """A port where something else answers."""
    server = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_server_is_started_and_the_next_call_gets_a_link_into_it(project: Path, tmp_path: Path) -> None:
    environ = {**os.environ, "HARDWON_SERVICE": "off"}
    run = subprocess.Popen(
        [*UI, "0"], cwd=project, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert run.stdout
        link = run.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/console/enter\?code=[\w-]{32}", link)
        assert found
        with urllib.request.urlopen(link) as answer:
            assert "The console opens" in answer.read().decode()
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        told = subprocess.run([*UI, found[1]], cwd=elsewhere, env=environ, capture_output=True, text=True, check=True)
        assert "in=" not in told.stdout and "Nothing is remembered here yet" in told.stderr
        with open_engine(environ, str(elsewhere)) as engine:
            engine.remember("Something of this folder.")
        again = subprocess.run([*UI, found[1]], cwd=elsewhere, env=environ, capture_output=True, text=True, check=True)
        assert again.stdout.startswith(f"http://127.0.0.1:{found[1]}/console/enter?code=")
        assert again.stdout.strip().endswith(f"&in=path%3A{str(elsewhere).replace('/', '%2F')}")
        assert again.stdout.strip() != link
        paths = Paths.from_environment(os.environ)
        Path(paths.data, "console.key").write_text("another-key-of-another-person\n")
        with pytest.raises(HardwonError, match="serves other data"):
            link_of_running(paths, int(found[1]), "x")
    finally:
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=30)
    assert run.returncode == 0


class Impostor(http.server.BaseHTTPRequestHandler):
    """Says that it is ours, and gives a link that leads elsewhere."""

    def do_GET(self) -> None:
        self._tell({"name": "hardwon"})

    def do_POST(self) -> None:
        self._tell({"link": "@elsewhere.example/", "project": "x"})

    def _tell(self, told: dict[str, str]) -> None:
        self.server.shown.append(str(self.headers))  # type: ignore[attr-defined]
        body = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing."""


def test_a_program_that_says_it_is_ours_learns_no_secret_and_leads_nowhere(home: Path) -> None:
    paths = Paths.from_environment(os.environ)
    secrets = [ensure_token(paths, name) for name in (FILE, CONSOLE_FILE)]
    server = http.server.HTTPServer(("127.0.0.1", 0), Impostor)
    shown: list[str] = []
    server.shown = shown  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        with pytest.raises(HardwonError, match="has no console"):
            link_of_running(paths, server.server_port, "x")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert len(shown) == 2
    assert not any(secret in "".join(shown) for secret in secrets)


def test_a_port_of_another_program_gives_no_link(home: Path, other: int) -> None:
    assert link_of_running(Paths.from_environment(os.environ), other, "x") == ""


def test_an_agent_is_given_no_link(project: Path) -> None:
    environ = {**os.environ, "CLAUDECODE": "1"}
    done = subprocess.run([*UI, "0"], cwd=project, env=environ, capture_output=True, text=True)
    assert done.returncode == 1
    assert "only a person" in done.stderr and not done.stdout
