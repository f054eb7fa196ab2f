"""Fixtures of the hooks' tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .client import Client


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder of a project without git."""
    folder = tmp_path / "app"
    folder.mkdir()
    return folder


@pytest.fixture
def client(home: Path, project: Path) -> Iterator[Client]:
    """A client in a project; at the end, nothing of it runs any more."""
    client = Client(home, project)
    yield client
    client.settle()


@pytest.fixture
def remember(client: Client) -> Callable[..., str]:
    """Store a memory as a person does; gives its id."""

    def store(content: str, **fields: object) -> str:
        with client.engine() as engine:
            return engine.remember(content, **fields).memory.id  # type: ignore[arg-type]

    return store
