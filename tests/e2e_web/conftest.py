"""A server with a story in its memory, and a browser that came by its link."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from e2e_web import story

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

THEMES = ("light", "dark")
WIDE, NARROW = {"width": 1280, "height": 860}, {"width": 360, "height": 740}


@dataclass(frozen=True)
class Served:
    """A server of one project.

    Attributes:
        url: without a path. link: into the console, once.
        folder: the project's. environ: of the person.
        ids: of the memories that the story told.
    """

    url: str
    link: str
    folder: Path
    environ: dict[str, str]
    ids: list[str]


@pytest.fixture
def environ(home: Path) -> dict[str, str]:
    """The person's environment."""
    return {**os.environ, "HARDWON_SERVICE": "off"}


@pytest.fixture
def served(home: Path, tmp_path: Path, environ: dict[str, str]) -> Iterator[Served]:
    """`mem serve --rest` in a project with a story."""
    folder = tmp_path / "shop"
    folder.mkdir()
    ids = story.tell(environ, folder, time.time_ns() // 1_000_000)
    run = subprocess.Popen(
        [sys.executable, "-I", "-m", "hardwon.cli", "serve", "--rest", "--port", "0"],
        cwd=folder, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert run.stderr
        said = ""
        while not (found := re.search(r"(http://[\d.:]+)(/console/enter\S+)", said)):
            line = run.stderr.readline()
            assert line, said
            said += line
        yield Served(found[1], found[0], folder, environ, ids)
    finally:
        run.send_signal(signal.SIGTERM)
        told = run.communicate(timeout=30)[1]
    assert run.returncode == 0 and "Traceback" not in told, told


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The real browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # As root, Chromium runs only without its own sandbox; it is shown nothing but our pages.
        found = playwright.chromium.launch(
            executable_path=os.environ["E2E_WEB_BROWSER"], args=["--no-sandbox", "--disable-gpu", "--disable-breakpad"]
        )
        yield found
        found.close()


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> str:
    """What the system prefers."""
    return str(request.param)


@pytest.fixture
def context(browser: Browser, served: Served, theme: str) -> Iterator[BrowserContext]:
    """A browser's window with a session."""
    found = browser.new_context(viewport=WIDE, color_scheme=theme, base_url=served.url)  # type: ignore[arg-type]
    found.set_default_timeout(15_000)
    yield found
    found.close()


@pytest.fixture
def page(context: BrowserContext, served: Served) -> Iterator[Page]:
    """A page of the console; nothing may go wrong in it."""
    found = context.new_page()
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    found.goto(served.link)
    found.wait_for_url("**/console/")
    yield found
    # A refused decision is a page with status 409, which the browser notes as an error of its own.
    assert [one for one in wrong if "409" not in one and "422" not in one] == []
