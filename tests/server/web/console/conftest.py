"""The console in this process: a person's browser with a session, and the project it looks at."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from e2e_web.story import tell
from hardwon.config.actor import PERSON
from hardwon.engine import open_engine
from hardwon.engine.core import Engine, system_clock
from hardwon.server.web.console import PREFIX
from hardwon.server.web.console.access import Access
from hardwon.server.web.console.app import console_app
from hardwon.server.web.guard import App, Guard, allowed_hosts
from hardwon.server.web.rest.desk import Desk
from hardwon.server.web.rest.feed import Feed

TOKEN = "a-token-of-the-person-" + "0" * 20
KEY = "the-key-of-the-console-" + "0" * 20
URL = "http://127.0.0.1:8080"
NOW = 1_790_000_000_000


class Browser:
    """A person's browser: follows links, sends the forms of pages.

    Args:
        client: how requests are sent.
    """

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def page(self, path: str, status: int = 200) -> str:
        """A page of the console."""
        answer = self.client.get("/console" + path)
        assert answer.status_code == status, answer.text[:2000]
        return answer.text

    def word(self) -> str:
        """What the forms of this session carry."""
        found = re.search(r'name="form_word" value="([0-9a-f]{64})"', self.page("/projects"))
        assert found
        return found[1]

    def send(self, path: str, fields: dict[str, str | list[str]], status: int = 200) -> str:
        """Send a form as a page would, and follow where it leads."""
        answer = self.client.post("/console" + path, data={"form_word": self.word(), **fields}, headers={"origin": URL})
        assert answer.status_code == status, answer.text[:2000]
        return answer.text


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a project."""
    folder = tmp_path / "shop"
    folder.mkdir()
    return folder


@pytest.fixture
def desk(home: Path, project: Path) -> Iterator[Desk]:
    """Answers for the project."""
    found = Desk(os.environ, str(project))
    yield found
    found.close()


@pytest.fixture
def access() -> Access:
    """Who has a session."""
    return Access(KEY)


@pytest.fixture
def served(desk: Desk, access: Access) -> App:
    """All that listens on the port, behind its guard."""
    feed = Feed(desk, look_s=0.01, alive_s=0.05, life_s=0.3, streams_max=2)
    app = Starlette(routes=[Mount(PREFIX, console_app(desk, access, feed=feed))])
    return Guard(app, token=TOKEN, hosts=allowed_hosts(""), health=dict, visitor=access.visitor)


@pytest.fixture
def stranger(served: App) -> Iterator[TestClient]:
    """A browser that nobody let in."""
    with TestClient(served, base_url=URL, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def browser(served: App, access: Access) -> Iterator[Browser]:
    """A browser that came by a link."""
    with TestClient(served, base_url=URL) as client:
        assert client.get(access.link()).status_code == 200
        yield Browser(client)


@pytest.fixture
def engine(home: Path, project: Path) -> Iterator[Engine]:
    """The person's engine for the same project."""
    with open_engine(dict(os.environ), str(project), actor=PERSON) as found:
        yield found


@pytest.fixture
def story(home: Path, project: Path) -> Callable[[], list[str]]:
    """Fills the project's memory with something for every page."""
    return lambda: tell(dict(os.environ), project, system_clock())
