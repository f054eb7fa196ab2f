"""Fixtures for the MCP door: bridges that are ended with the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .raw import RawClient, is_alive
from .served import Served


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bridges here have a server of their own behind them; tests/service has those that share one."""
    monkeypatch.setenv("HARDWON_SERVICE", "off")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder to work in, without git."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def bridge(project: Path) -> Iterator[Callable[..., RawClient]]:
    """Starts bridges in the project; each is ended with the test."""
    started: list[RawClient] = []

    def start(env: dict[str, str] | None = None, argv: list[str] | None = None) -> RawClient:
        started.append(RawClient(project, env, argv))
        return started[-1]

    yield start
    for client in started:
        client.end()
    assert not [client for client in started if is_alive(client.process.pid)]


@pytest.fixture
def served(project: Path) -> Served:
    """The SDK server for the project, in this process."""
    return Served(project)
