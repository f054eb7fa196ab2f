"""`mem ui`: a link into the console of the server that runs, or of one that is started for it."""

from __future__ import annotations

import http.client
import json
import os
import re
import sys
import time
import webbrowser
from collections.abc import Callable, Mapping
from urllib.parse import urlencode

from hardwon.config.paths import Paths
from hardwon.errors import HardwonError
from hardwon.server.web.console import PREFIX
from hardwon.server.web.console.access import PROOF_HEADER, proof
from hardwon.wire.token import CONSOLE_FILE, read_token

HOST = "127.0.0.1"
_ANSWER_S = 3.0
_ANSWER_MAX = 64 << 10


def link_of_running(paths: Paths, port: int, project: str) -> str:
    """A link into the console of the server that listens on a port, "" where none of ours does.

    Args:
        paths: where the console's key is.
        port: of this machine.
        project: the binding that the console is to show, "" for the one that the server was started for.

    Raises:
        HardwonError: a server of ours listens, but serves other data, or no console.
    """
    status, told = _ask(port, "GET", "/health", {})
    if status != 200 or told.get("name") != "hardwon":
        return ""
    shown = proof(read_token(paths, CONSOLE_FILE), port, int(time.time()))
    status, told = _ask(port, "POST", f"{PREFIX}/link", {PROOF_HEADER: shown})
    link = told.get("link")
    if status == 401:
        raise HardwonError(
            f"the server on port {port} serves other data than these", "pass another --port to start one"
        )
    # What follows the address must not be able to make another address of it ("@elsewhere.example").
    if status != 200 or not isinstance(link, str) or not re.fullmatch(rf"{PREFIX}/enter\?code=[\w-]+", link):
        raise HardwonError(f"the server on port {port} has no console", "pass another --port to start one")
    shown = "" if project in ("", told.get("project")) else "&" + urlencode({"in": project})
    return f"http://{HOST}:{port}{link}{shown}"


def _ask(port: int, method: str, path: str, headers: Mapping[str, str]) -> tuple[int, Mapping[str, object]]:
    """What a server answers; (0, {}) where none does, or not in JSON."""
    connection = http.client.HTTPConnection(HOST, port, timeout=_ANSWER_S)
    try:
        connection.request(method, path, headers=dict(headers))
        answer = connection.getresponse()
        told = json.loads(answer.read(_ANSWER_MAX) or b"{}")
    except (OSError, http.client.HTTPException, ValueError):
        return 0, {}
    finally:
        connection.close()
    return answer.status, told if isinstance(told, dict) else {}


def show(environ: Mapping[str, str], link: str, *, browser: bool) -> None:
    """Print a link, and open it in a browser with windows where there is one.

    Args:
        environ: tells whether there is a screen.
        link: the address.
        browser: whether to open one at all.
    """
    sys.stdout.write(f"{link}\n")
    sys.stdout.flush()
    has_screen = any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if browser and (has_screen or sys.platform == "darwin" or os.name == "nt"):
        webbrowser.open(link)


def shower(environ: Mapping[str, str], *, browser: bool) -> Callable[[str], None]:
    """What shows the link of a server that begins."""
    return lambda link: show(environ, link, browser=browser)
