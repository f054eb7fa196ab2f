"""A reranker is loaded by the real fastembed from its own folder, and is prepared before it is used."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.embedders import is_reranker_prepared, load_reranker, prepare_reranker
from hardwon.embedders.folder import TOKENIZER, WEIGHTS
from hardwon.errors import EmbedderUnavailable
from tiny_reranker import MODEL, place_reranker

pytestmark = pytest.mark.skipif(
    find_spec("fastembed") is None or find_spec("onnx") is None, reason="needs fastembed and onnx"
)
ON = Settings({"rerank": "fastembed"})
QUERY = "how is the staging database restored"
TEXTS = ["Deploys go out on Thursday.", "The staging database is restored from the nightly dump.", "staging"]


def test_what_answers_the_query_is_judged_best(paths: Paths) -> None:
    place_reranker(paths)
    reranker = load_reranker(paths, ON)
    judged = reranker.judge(QUERY, TEXTS)
    assert sorted(range(3), key=judged.__getitem__) == [0, 2, 1]
    assert all(0 <= share <= 1 for share in judged)
    # A text is judged by itself: its neighbours change nothing.
    assert reranker.judge(QUERY, TEXTS[:1]) == pytest.approx(judged[:1], abs=1e-6)
    reranker.close()
    with pytest.raises(EmbedderUnavailable, match="closed"):
        reranker.judge(QUERY, TEXTS)


@pytest.mark.parametrize("texts", [[], [""], ["\ud800 lone"], ["word " * 5000]])
def test_any_text_is_judged(paths: Paths, texts: list[str]) -> None:
    place_reranker(paths)
    assert len(load_reranker(paths, ON).judge("\udfff query", texts)) == len(texts)


def test_one_that_is_there_is_not_fetched_again(paths: Paths) -> None:
    folder = place_reranker(paths)
    assert is_reranker_prepared(paths, ON)
    before = folder.manifest
    prepared = prepare_reranker(paths, ON)
    assert (prepared.model, prepared.done) == (MODEL, ())
    folder.read()
    assert folder.manifest == before


@pytest.mark.parametrize("role", [WEIGHTS, TOKENIZER])
def test_a_damaged_one_is_not_loaded(paths: Paths, role: str) -> None:
    folder = place_reranker(paths)
    (folder.path / folder.entry(role)["name"]).write_bytes(b"something else")
    with pytest.raises(EmbedderUnavailable, match="damaged") as caught:
        load_reranker(paths, ON)
    assert "mem setup" in caught.value.hint


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (Settings({}), "no reranker is chosen"),
        (ON, "not prepared"),
        (Settings({"rerank": "fastembed", "rerank_model": "nobody/nothing"}), "not prepared"),
    ],
)
def test_one_that_is_not_prepared_is_not_loaded_and_nothing_is_fetched(
    paths: Paths, settings: Settings, said: str
) -> None:
    assert not is_reranker_prepared(paths, settings)
    with pytest.raises(EmbedderUnavailable, match=said):
        load_reranker(paths, settings)


def test_a_name_that_fastembed_does_not_know_is_told_with_those_it_does(paths: Paths) -> None:
    with pytest.raises(EmbedderUnavailable, match="knows no reranker 'nobody/nothing'") as caught:
        prepare_reranker(paths, Settings({"rerank": "fastembed", "rerank_model": "nobody/nothing"}))
    assert MODEL in caught.value.hint


def test_asking_whether_one_is_prepared_imports_no_runtime(paths: Paths) -> None:
    code = (
        "import sys; from hardwon.config.paths import Paths; from hardwon.config.quick import Settings;"
        "from hardwon.embedders import is_reranker_prepared;"
        f"is_reranker_prepared(Paths(home={paths.home!r}, data={paths.data!r}, config_file=''), "
        "Settings({'rerank': 'fastembed'})); print(sorted({'fastembed', 'onnxruntime', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
