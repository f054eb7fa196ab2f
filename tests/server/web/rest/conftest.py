"""A REST server in this process: a program's client, a person's, and one that shows nothing."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient

from hardwon.config.actor import PERSON
from hardwon.server.web.guard import allowed_hosts
from hardwon.server.web.listening import bound, url_of
from hardwon.server.web.rest.app import create_app, guarded
from hardwon.server.web.rest.desk import Desk
from hardwon.server.web.rest.feed import Feed

TOKEN = "a-token-of-the-person-" + "0" * 20
URL = "http://127.0.0.1:8080"


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
def app(desk: Desk) -> Any:
    """The application behind no guard."""
    return create_app(desk, feed=Feed(desk, look_s=0.01, alive_s=0.05, life_s=0.3, streams_max=3))


@pytest.fixture
def client_as(app: Any) -> Iterator[Callable[..., TestClient]]:
    """Makes clients: of a program that shows a token, "" for none, or of a person whose session is known."""
    opened: list[TestClient] = []

    def make(token: str = TOKEN, *, person: bool = False, **extra: Any) -> TestClient:
        served = guarded(app, token=TOKEN, hosts=allowed_hosts(""), visitor=(lambda scope: PERSON) if person else None)
        extra = {"client": ("127.0.0.1", 50_000), **extra}
        headers = {} if person or not token else {"Authorization": f"Bearer {token}"}
        client = TestClient(served, base_url=URL, headers=headers, raise_server_exceptions=False, **extra)
        opened.append(client)
        return client

    yield make
    for client in opened:
        client.close()


@pytest.fixture
def client(client_as: Callable[..., TestClient]) -> TestClient:
    """A program with the token."""
    return client_as()


@pytest.fixture
def live(home: Path, project: Path) -> Iterator[str]:
    """The address of a server on a port of this machine, in a thread."""
    desk = Desk(os.environ, str(project))
    app = create_app(desk, feed=Feed(desk, look_s=0.005, life_s=0.01))
    listening = bound("127.0.0.1", 0)
    served = guarded(app, token=TOKEN, hosts=allowed_hosts(""))
    server = uvicorn.Server(uvicorn.Config(served, log_config=None, server_header=False, timeout_graceful_shutdown=5))
    thread = threading.Thread(target=lambda: server.run(sockets=[listening]))
    thread.start()
    try:
        yield url_of(listening)
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()
        desk.close()


@pytest.fixture
def person(client_as: Callable[..., TestClient]) -> TestClient:
    """A person at a page."""
    return client_as(person=True)
