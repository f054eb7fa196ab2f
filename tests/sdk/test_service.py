"""A client beside the service: meaning through it while it runs, words alone without it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardwon.sdk import MemoryClient, SyncMemoryClient
from hardwon.wire import control
from hardwon.wire.starting import package_folders
from service.running import Machine, until

RULE = "The billing job runs at 02:00 in region north; never restart it by hand."
# No whole word of it stands in the rule; the hashing embedder sees the letters they share.
MISSPELT = "biling jobb regionn northh restartt"


@pytest.fixture
def machine(home: Path, tmp_path: Path) -> Iterator[Machine]:
    """A machine on which the service can run; at the end nothing runs on it."""
    project = tmp_path / "app"
    project.mkdir()
    machine = Machine(home, project)
    yield machine
    machine.end()


def environ_of(machine: Machine) -> dict[str, str]:
    return {name: value for name, value in machine.environ.items() if not name.startswith("CLAUDE")}


def test_a_client_starts_the_service_and_finds_by_meaning_through_it(machine: Machine) -> None:
    with SyncMemoryClient(cwd=machine.project, environ=environ_of(machine)) as client:
        client.add(RULE)
        until(lambda: client.status().backend == "service")
        found = until(lambda: client.search(MISSPELT, mode="semantic").hits)
        assert [hit.content for hit in found] == [RULE]
        assert client.search(MISSPELT).by_words == ""


def test_the_service_stays_for_a_client_that_lives(machine: Machine) -> None:
    shell = environ_of(machine)  # asks without a lease of its own

    async def use() -> None:
        async with MemoryClient(cwd=machine.project, environ=shell) as client:
            await client.add(RULE)
            await client.status()

    control.start(machine.paths, shell, package_folders())
    assert control.status(machine.paths, shell)["clients"] == []  # type: ignore[index]
    asyncio.run(use())
    assert control.status(machine.paths, shell)["clients"] == [os.getpid()]  # type: ignore[index]


def test_without_a_service_a_client_goes_by_words(machine: Machine) -> None:
    environ = environ_of(machine) | {"HARDWON_SERVICE": "off"}
    with SyncMemoryClient(cwd=machine.project, environ=environ) as client:
        client.add(RULE)
        assert [hit.content for hit in client.search("billing job")] == [RULE]
        assert (client.search(MISSPELT).hits, client.status().backend) == ((), "local")
        assert "service" in client.search("billing job").by_words
    assert machine.status() is None
