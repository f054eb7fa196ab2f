"""Fixtures for every test: a home of its own, nothing of the caller's environment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from workbench import Bench

# A deadline measures the machine's load, not the code; what has to be fast has a measured test of its own.
settings.register_profile("hardwon", deadline=None)
settings.load_profile("hardwon")

_FOREIGN_PREFIXES = ("HARDWON_", "CLAUDE", "RUNTIME_MEMORY_", "MEMORY_LAYER_", "ANTHROPIC_")
_FOREIGN = ("CODEX_SANDBOX", "CURSOR_AGENT", "GEMINI_CLI", "OPENCODE", "AI_AGENT", "OMPCODE", "XDG_RUNTIME_DIR",
            "DBUS_SESSION_BUS_ADDRESS")  # fmt: skip


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty home folder; the data folder and the settings file lie below it."""
    folder = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(_FOREIGN_PREFIXES) or name in _FOREIGN:
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("HARDWON_HOME", str(folder / "data"))
    monkeypatch.setenv("HARDWON_CONFIG", str(folder / "config.toml"))
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "xdg-data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "xdg-config"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    yield folder


@pytest.fixture
def bench(home: Path) -> Bench:
    """A person's memory with nothing in it."""
    return Bench.at(home)
