"""An embedding server is asked as the person's file says, and trusted with nothing more."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.config.settings import load_settings
from hardwon.embedders import is_prepared, load, prepare
from hardwon.errors import EmbedderUnavailable

from .embedding_server import Served, honest, serving

KEY = "kept-" + "secret"


@pytest.fixture
def served() -> Iterator[Served]:
    with serving(honest(32)) as server:
        yield server


def _settings(served: Served, **more: object) -> Settings:
    return Settings(
        {
            "embedder": "http",
            "embedding_url": served.url,
            "embedding_model": "small-embedder",
            "embedding_key": KEY,
            **more,
        }
    )


def test_the_model_and_the_key_go_to_the_configured_address(paths: Paths, served: Served) -> None:
    settings = _settings(served)
    assert prepare(paths, settings).dimensions == 32
    load(paths, settings).embed_query("hello")
    path, headers, body = served.requests[-1]
    assert path == "/v1/embeddings"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert body == {"model": "small-embedder", "input": ["hello"]}


def test_many_texts_go_in_batches(paths: Paths, served: Served) -> None:
    settings = _settings(served)
    prepare(paths, settings)
    served.requests.clear()
    assert load(paths, settings).embed_documents([f"text {n}" for n in range(130)]).shape == (130, 32)
    assert [len(body["input"]) for _, _, body in served.requests] == [64, 64, 2]


def test_a_server_is_not_ready_before_it_was_asked(paths: Paths, served: Served) -> None:
    settings = _settings(served)
    assert not is_prepared(paths, "http", settings.embedding_model, settings.embedding_url)
    with pytest.raises(EmbedderUnavailable, match="never asked"):
        load(paths, settings)
    assert served.requests == []
    prepare(paths, settings)
    assert is_prepared(paths, "http", settings.embedding_model, settings.embedding_url)


def test_other_dimensions_than_prepared_are_refused(paths: Paths, served: Served) -> None:
    settings = _settings(served)
    prepare(paths, settings)
    embedder = load(paths, settings)
    served.reply = honest(48)
    with pytest.raises(EmbedderUnavailable, match="48 dimensions, not 32"):
        embedder.embed_query("hello")


@pytest.mark.parametrize(
    "answer",
    [
        (401, b'{"error": "no"}'),
        (500, b""),
        (200, b"not json"),
        (200, b"[]"),
        (200, b'{"data": []}'),
        (200, b'{"data": [{"embedding": ["a"]}]}'),
        (200, b'{"data": [{"embedding": [NaN, 1.0]}]}'),
        (200, json.dumps({"data": [{"embedding": [1.0] * 32}] * 2}).encode()),
    ],
)
def test_an_answer_that_is_none_is_one_clear_error_without_the_key(
    paths: Paths, served: Served, answer: tuple[int, bytes]
) -> None:
    settings = _settings(served)
    prepare(paths, settings)
    embedder = load(paths, settings)
    served.reply = lambda _: answer
    with pytest.raises(EmbedderUnavailable) as caught:
        embedder.embed_query("hello")
    assert "\n" not in str(caught.value)
    assert caught.value.hint
    assert KEY not in f"{caught.value} {caught.value.hint}"


def test_a_redirect_is_not_followed_so_the_key_goes_nowhere_else(paths: Paths, served: Served) -> None:
    settings = _settings(served)
    prepare(paths, settings)
    with serving(honest(32)) as elsewhere:
        served.reply = lambda _: (307, f"{elsewhere.url}/embeddings".encode())
        with pytest.raises(EmbedderUnavailable, match="307"):
            load(paths, settings).embed_query("hello")
        assert elsewhere.requests == []


def test_a_server_on_this_machine_is_not_asked_through_a_proxy(
    paths: Paths, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(honest(32)) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        prepare(paths, _settings(served))
        assert proxy.requests == []
    assert served.requests


@pytest.mark.parametrize("url", ["", "file:///etc/passwd", "ftp://host/v1", "localhost:80", "http://"])
def test_an_address_that_is_none_is_refused(paths: Paths, url: str) -> None:
    with pytest.raises(EmbedderUnavailable, match="embedding_url"):
        prepare(paths, Settings({"embedder": "http", "embedding_url": url}))


def test_no_variable_says_where_text_is_sent_to(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARDWON_EMBEDDING_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("HARDWON_EMBEDDING_KEY", KEY)
    paths = Paths.from_environment(os.environ)
    assert load_settings(paths, os.environ).embedding_url == ""
    assert load_settings(paths, os.environ).embedding_key == ""
    (home / "config.toml").write_text('embedding_url = "http://127.0.0.1:8/v1"\n')
    assert load_settings(paths, os.environ).embedding_url == "http://127.0.0.1:8/v1"
