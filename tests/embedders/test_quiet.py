"""A model runtime reports to nobody: it numbers no machine, keeps no events, asks for no address."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from hardwon.config.paths import Paths
from hardwon.embedders.fastembed import library
from hardwon.errors import EmbedderUnavailable

pytestmark = pytest.mark.skipif(find_spec("onnxruntime") is None, reason="needs onnxruntime")

_BY_NAME = "from hardwon.embedders import known_models; known_models()"
_DIRECTLY = "from hardwon.embedders.onnx import machine_mark; machine_mark()"
_QUANTISING = """
from pathlib import Path
from hardwon.embedders.quantise import quantise
from hardwon.errors import EmbedderUnavailable
try:
    quantise(Path("none.onnx"), Path("out.onnx"))
except EmbedderUnavailable:
    pass
"""


def test_a_missing_runtime_is_told_with_the_command_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastembed", None)
    with pytest.raises(EmbedderUnavailable) as told:
        library()
    assert told.value.hint == f"{sys.executable} -m pip install 'hardwon[embedding]'"


@pytest.mark.parametrize("load", [_BY_NAME, _DIRECTLY, _QUANTISING], ids=["fastembed", "onnx", "quantise"])
def test_loading_a_runtime_leaves_nothing_in_the_home_folder(load: str, home: Path, tmp_path: Path) -> None:
    name = "fastembed" if load is _BY_NAME else "onnx"
    if find_spec(name) is None:
        pytest.skip(f"needs {name}")
    before = set(home.rglob("*"))
    # Somebody else's setting, say a project's, must not switch it on.
    environ = {**os.environ, "ORT_DISABLE_TELEMETRY": "0"}
    script = load + "\nimport sys; assert 'onnxruntime' in sys.modules"
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env=environ, check=True, timeout=60)
    assert set(home.rglob("*")) == before


def test_the_home_folder_is_where_a_runtime_would_write(home: Path) -> None:
    """Else the test above could not fail."""
    assert Paths.from_environment(dict(os.environ)).home == str(home)
    cache = os.environ.get("XDG_CACHE_HOME", str(home / ".cache"))
    assert Path(cache).is_relative_to(home)
