"""Fixtures of the service's tests: a machine, and no process left on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .running import Machine


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder of a project without git."""
    folder = tmp_path / "app"
    folder.mkdir()
    return folder


@pytest.fixture
def idle_s() -> float:
    """Seconds after which a service that nobody needs leaves; a test with another mind overrides it."""
    return 20.0


@pytest.fixture
def machine(home: Path, project: Path, idle_s: float) -> Iterator[Machine]:
    """A machine; at the end nothing runs on it any more."""
    machine = Machine(home, project, idle_s)
    yield machine
    machine.end()


@pytest.fixture
def remember(machine: Machine) -> Callable[..., str]:
    """Store a memory as a person does; gives its id."""

    def store(content: str, **fields: object) -> str:
        with machine.engine() as engine:
            return engine.remember(content, **fields).memory.id  # type: ignore[arg-type]

    return store
