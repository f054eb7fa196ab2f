"""Where nobody asked for a model, none is imported, none is fetched, and search goes on by words."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

import hardwon

RUNTIMES = {"fastembed", "onnxruntime", "onnx", "tokenizers", "numpy", "huggingface_hub", "sqlite_vec"}
LIBRARY = str(Path(apsw.__file__).parent.parent)
SOURCE = str(Path(hardwon.__file__).parent.parent)


@pytest.fixture
def tarpit() -> Iterator[socket.socket]:
    """A listener that never answers, as a proxy that swallows every connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def _environ(tarpit: socket.socket, home: Path) -> dict[str, str]:
    proxy = f"http://127.0.0.1:{tarpit.getsockname()[1]}"
    empty = home / "empty-hf"
    empty.mkdir()
    names = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")
    return {**os.environ, **dict.fromkeys(names, proxy), "HF_HOME": str(empty), "HF_HUB_OFFLINE": "0"}


def _connections(tarpit: socket.socket) -> int:
    found = 0
    while select.select([tarpit], [], [], 0)[0]:
        tarpit.accept()[0].close()
        found += 1
    return found


def _imported(script: str, environ: dict[str, str], cwd: Path) -> set[str]:
    """The model runtimes among the modules a script leaves imported."""
    tail = f"\nimport sys\nprint(*sorted({RUNTIMES!r} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script + tail], cwd=cwd, env=environ, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return set(done.stdout.split())


_FIRST_RUN = """
from hardwon.config.paths import Paths
from hardwon.config.settings import load_settings
from hardwon.embedders import is_prepared, load
from hardwon.engine import open_engine
from hardwon.errors import EmbedderUnavailable
import os
with open_engine() as engine:
    engine.remember("The arm64 image needs libssl.")
    assert engine.recall("arm64 image").hits
    assert not engine.recall("what is the weather like").hits
paths = Paths.from_environment(os.environ)
for name in ("fastembed", "onnx"):
    settings = load_settings(paths, {{**os.environ, "HARDWON_EMBEDDER": name}})
    assert settings.embedder == name
    assert not is_prepared(paths, name, settings.embedding_model)
    try:
        load(paths, settings)
    except EmbedderUnavailable as error:
        assert "not prepared" in str(error) and "mem setup" in error.hint
    else:
        raise AssertionError
assert not os.path.exists(paths.data + "/models")
"""


def test_a_first_run_without_a_model_searches_by_words_and_asks_no_network(
    tarpit: socket.socket, home: Path, tmp_path: Path
) -> None:
    script = _FIRST_RUN.replace("{{", "{").replace("}}", "}")
    assert _imported(script, _environ(tarpit, home), tmp_path) == set()
    assert _connections(tarpit) == 0


@pytest.mark.parametrize(
    "script",
    [
        "import hardwon.embedders",
        "from hardwon.embedders import is_prepared, load, prepare, suggest_model, fill",
        "import hardwon.store.spaces, hardwon.store.vectors, hardwon.store.migrations",
        "import hardwon.engine; hardwon.engine.open_engine",
        "import hardwon.engine.core, hardwon.engine.quick, hardwon.engine.capturing",
        "import hardwon.hooks.entry, hardwon.hooks.recalls, hardwon.hooks.digest",
        "import hardwon.server.bridge, hardwon.server.backend",
    ],
)
def test_no_room_imports_a_model_runtime_by_itself(
    script: str, tarpit: socket.socket, home: Path, tmp_path: Path
) -> None:
    assert _imported(script, _environ(tarpit, home), tmp_path) == set()


def test_a_query_table_is_read_without_anything_heavy(tmp_path: Path) -> None:
    script = f"""
import sys
bare = set(sys.modules)
sys.path += [{LIBRARY!r}, {SOURCE!r}]
from hardwon.embedders import places, static_light
try:
    static_light.StaticQuery({str(tmp_path / "none")!r})
except FileNotFoundError:
    pass
print(*sorted(name for name in set(sys.modules) - bare if not name.startswith("hardwon")))
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"__future__", "_json", "errno", "math", "posix", "sys"}
