"""Fixtures of the hosts' tests: their programs, and machines they run on, which are left with nothing running."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from e2e.messages_api import MessagesApi, Reply, Script
from e2e.processes import still_running_after

from . import hermes
from .chat_api import ChatApi
from .npm import MissingError, installed
from .omp import PACKAGES, VERSION, Omp

WIND_DOWN_S = 30


def programs(name: str, packages: dict[str, str]) -> Path:
    """The programs of some npm packages; without them a test is skipped, but not where a build relies on it."""
    try:
        return installed(name, packages)
    except MissingError as missing:
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(str(missing))
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def omp_programs() -> Path:
    """OMP and its runtime."""
    return programs(f"omp-{VERSION}", PACKAGES)


@pytest.fixture
def omp_with(omp_programs: Path, tmp_path: Path) -> Iterator[Callable[[Script], Omp]]:
    """Gives a machine with OMP, Hardwon installed, and a model that says what the script has."""
    with contextlib.ExitStack() as stack:

        def start(script: Script) -> Omp:
            api = stack.enter_context(MessagesApi(script))
            machine = Omp(programs=omp_programs, home=tmp_path / "home", project=tmp_path / "project", api=api)
            machine.prepare()
            machine.mem("install", "omp")
            stack.callback(_wind_down, machine)
            return machine

        yield start


def _wind_down(machine: Omp) -> None:
    machine.mem("service", "stop")
    assert still_running_after(machine.home, WIND_DOWN_S) == []


@pytest.fixture(scope="session")
def hermes_python() -> Path:
    """An interpreter with Hermes; without it a test is skipped, but not where a build relies on it."""
    try:
        return hermes.installed()
    except MissingError as missing:
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(str(missing))
        pytest.skip(str(missing))


@pytest.fixture
def hermes_with(hermes_python: Path, tmp_path: Path) -> Iterator[Callable[..., hermes.Hermes]]:
    """Gives a machine with Hermes, Hardwon in it unless told otherwise, and a model that says these replies."""
    with contextlib.ExitStack() as stack:

        def start(*replies: Reply, installs: bool = True) -> hermes.Hermes:
            api = stack.enter_context(ChatApi(replies))
            machine = hermes.Hermes(shared=hermes_python, home=tmp_path / "home", project=tmp_path / "project", api=api)
            machine.prepare()
            if installs:
                machine.mem("install", "hermes", "--activate")
            stack.callback(_nothing_left, machine.home)
            return machine

        yield start


def _nothing_left(home: Path) -> None:
    assert still_running_after(home, WIND_DOWN_S) == []
