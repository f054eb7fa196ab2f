"""Fixtures of the end-to-end tests: client, installed product, machine; and what holds after each test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from . import client as client_package
from . import offline, product
from .machine import Machine
from .product import Environment

WIND_DOWN_S = 30


@pytest.fixture(scope="session")
def client() -> Path:
    """The pinned client. Without one the tests are skipped, but not where a build relies on them (CI)."""
    prepared = os.environ.get("E2E_CLIENT")
    if prepared:
        return Path(prepared)
    reason = os.environ.get("E2E_NO_CLIENT")
    if not reason:
        try:
            return client_package.install()
        except client_package.ClientMissingError as missing:
            reason = str(missing)
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(f"no client to test with: {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def wheelhouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of wheels: the working tree's own and all it depends on."""
    prepared = os.environ.get("E2E_WHEELHOUSE")
    if prepared:
        return Path(prepared)
    folder = tmp_path_factory.mktemp("wheelhouse")
    product.build_wheelhouse(folder)
    return folder


@pytest.fixture(scope="session")
def environment(wheelhouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Hardwon installed from its wheel, once for the whole run."""
    return product.make_environment(tmp_path_factory.mktemp("product") / "venv", wheelhouse)


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository as a clone would have it: the plugin's root."""
    folder = tmp_path_factory.mktemp("checkout") / "hardwon"
    product.copy_checkout(folder)
    return folder


@pytest.fixture
def home_name() -> str:
    """The name of the home folder; a test with a taste of its own overrides it."""
    return "home"


@pytest.fixture
def bare_machine(client: Path, environment: Environment, tmp_path: Path, home_name: str) -> Iterator[Machine]:
    """A machine on which Hardwon is installed but not wired into the project.

    Afterwards no process may be left, none may have tried to reach another machine, and no log may hold a word.
    """
    before = offline.outside_attempts()
    machine = Machine(root=tmp_path, client=client, environment=environment, home_name=home_name)
    yield machine
    machine.at_rest(WIND_DOWN_S)
    assert machine.complaints() == machine.excused
    if offline.inside():
        assert offline.outside_attempts() == before, "something tried to reach another machine"


@pytest.fixture
def machine(bare_machine: Machine) -> Machine:
    """A machine with the bundle installed in the project's settings."""
    bare_machine.mem("install-plugin")
    return bare_machine
