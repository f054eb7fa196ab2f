"""A hosted embedder sends queries in its host's form, once each, and never memories."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardwon.config.embedding import HOSTS, is_hosted, is_near
from hardwon.config.paths import Paths
from hardwon.config.quick import Settings
from hardwon.config.settings import load_settings
from hardwon.embedders import is_prepared, load, prepare
from hardwon.embedders.calling import MayBeCharged, NotCharged, post
from hardwon.embedders.hosted import HostedEmbedder
from hardwon.embedders.places import looks_prepared
from hardwon.errors import EmbedderUnavailable
from hardwon.store.ledger import opened
from hosted_embedder import KEY, EmbeddingHost, choose
from scripted_model import Says, ScriptedModel

QUERIES: dict[str, dict[str, Any]] = {
    "openai": {"model": "text-embedding-3-small", "dimensions": 1536, "input": ["where?"]},
    "openrouter": {"model": "google/gemini-embedding-001", "dimensions": 1536, "input": ["where?"]},
    "voyage": {
        "model": "voyage-4", "input": ["where?"], "input_type": "query", "output_dimension": 1024, "truncation": True,
    },
    "cohere": {
        "model": "embed-v4.0", "texts": ["where?"], "input_type": "search_query", "output_dimension": 1536,
        "embedding_types": ["float"], "truncate": "END",
    },
}  # fmt: skip


def chosen(home: Path, embedder: str, host: ScriptedModel, **more: object) -> Settings:
    """The settings in force once a person chose a host."""
    choose(home, embedder, host.url + ("/v2" if embedder == "cohere" else "/v1"), **more)  # type: ignore[arg-type]
    return load_settings(Paths.from_environment(os.environ), os.environ)


def outcomes(paths: Paths) -> list[tuple[str, str, int]]:
    with opened(paths) as book:
        rows = book.rows("SELECT kind, outcome, tokens FROM embedding_calls ORDER BY number")
    return [(str(kind), str(outcome), int(tokens)) for kind, outcome, tokens in rows]  # type: ignore[call-overload]


@pytest.mark.parametrize("embedder", QUERIES)
def test_a_query_is_sent_in_the_hosts_form_and_once(paths: Paths, home: Path, embedder: str) -> None:
    with EmbeddingHost() as host:
        loaded = load(paths, chosen(home, embedder, host))
        assert host.requests == []
        vector = loaded.embed_query("where?")
        assert (loaded.embed_query("where?") == vector).all()
        ((_, body, headers),) = host.requests
    assert (body, headers["authorization"]) == (QUERIES[embedder], f"Bearer {KEY}")
    assert vector.shape == (loaded.identity.dimensions,)
    assert float(np.linalg.norm(vector)) == pytest.approx(1.0, abs=1e-5)
    assert outcomes(paths) == [("query", "done", 7)]


@pytest.mark.parametrize("embedder", QUERIES)
def test_without_an_address_of_its_own_the_hosts_is_asked(embedder: str) -> None:
    settings = Settings({"embedder": embedder, "embedding_key": KEY})
    assert settings.embedding_url == HOSTS[embedder].url
    assert settings.embedding_url.startswith("https://")
    assert settings.embedding_model == HOSTS[embedder].model
    assert is_hosted(embedder, settings.embedding_url)


def test_memories_are_refused_whoever_asks(paths: Paths, home: Path) -> None:
    with EmbeddingHost() as host:
        with pytest.raises(EmbedderUnavailable, match="consent"):
            load(paths, chosen(home, "voyage", host)).embed_documents(["a memory"])
        assert host.requests == []


def test_it_is_ready_without_a_call(paths: Paths, home: Path) -> None:
    with EmbeddingHost() as host:
        settings = chosen(home, "cohere", host)
        where = (settings.embedder, settings.embedding_model, settings.embedding_url)
        assert is_prepared(paths, *where)
        assert looks_prepared(paths, *where)
        assert prepare(paths, settings).dimensions == 1536
        assert host.requests == []


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"embedding_model": "somebody/new-model"}, "how many dimensions"),
        ({"embedding_url": "ftp://host"}, "no http"),
        ({"embedding_url": "https://"}, "no http"),
        ({"embedding_url": "https://host:port/v1"}, "no http"),
        ({"embedding_key": ""}, "there is no OPENAI_API_KEY"),
        ({"mode": "local"}, "mode local forbids"),
        ({"embedding_dimensions": 64}, "128 to 3072"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(paths: Paths, more: dict[str, object], message: str) -> None:
    with pytest.raises(EmbedderUnavailable, match=message) as caught:
        load(paths, Settings({"embedder": "openai", "embedding_key": KEY, **more}))
    assert caught.value.hint
    assert KEY not in f"{caught.value}{caught.value.hint}"


def test_a_model_that_is_not_known_works_with_its_dimensions(paths: Paths, home: Path) -> None:
    with EmbeddingHost() as host:
        settings = chosen(home, "openai", host, embedding_model="somebody/new-model", embedding_dimensions=256)
        assert load(paths, settings).embed_query("where?").shape == (256,)
        assert host.requests[0][1]["dimensions"] == 256


def test_a_model_of_one_length_is_not_asked_for_it(paths: Paths, home: Path) -> None:
    answer = {"data": [{"index": 0, "embedding": [0.5] * 1536}]}
    with EmbeddingHost(Says(body=answer)) as host:
        settings = chosen(home, "openai", host, embedding_model="text-embedding-ada-002")
        load(paths, settings).embed_query("where?")
        assert host.requests[0][1] == {"model": "text-embedding-ada-002", "input": ["where?"]}


def test_after_a_failure_the_host_is_left_alone_and_its_query_stays_blocked(paths: Paths, home: Path) -> None:
    with EmbeddingHost(Says(cut=True)) as host:
        settings = chosen(home, "voyage", host)
        embedder = load(paths, settings)
        for query in ("where?", "when?"):
            with pytest.raises(EmbedderUnavailable, match="voyage: the call was cut"):
                embedder.embed_query(query)
        assert len(host.requests) == 1
        again = HostedEmbedder(paths, settings)  # another process, later
        with pytest.raises(EmbedderUnavailable, match="may have been paid"):
            again.embed_query("where?")
        assert again.embed_query("when?").shape == (1024,)
        assert host.texts() == ["where?", "when?"]
    assert outcomes(paths) == [("query", "unknown", 0), ("query", "done", 7)]


def test_a_query_that_cannot_be_written_down_is_not_sent(paths: Paths, home: Path) -> None:
    with EmbeddingHost() as host:
        embedder = load(paths, chosen(home, "voyage", host))
        (Path(paths.data) / "calls.db").mkdir(parents=True)
        with pytest.raises(EmbedderUnavailable, match="voyage was not asked"):
            embedder.embed_query("where?")
        assert host.requests == []


def test_odd_texts_reach_the_host_as_text(paths: Paths, home: Path) -> None:
    with EmbeddingHost() as host:
        embedder = load(paths, chosen(home, "openai", host))
        for text in ("", "\ud800", "\x00", "a" * 20_000):
            embedder.embed_query(text)
        assert [len(text) for text in host.texts()] == [1, 1, 1, 8000]


@pytest.mark.parametrize(
    ("url", "near"),
    [
        ("http://127.0.0.1:11434/v1", True),
        ("http://localhost/v1", True),
        ("http://[::1]:80/v1", True),
        ("https://user:pass@127.0.0.1/v1", True),
        ("http://127.0.0.1.evil.example/v1", False),
        ("http://localhost.evil.example/v1", False),
        ("http://evil.example/127.0.0.1", False),
        ("http://127.0.0.1@evil.example/v1", False),
        ("http://192.168.1.5/v1", False),
        ("", False),
    ],
)
def test_which_address_is_this_machine(url: str, near: bool) -> None:
    assert is_near(url) is near
    assert is_hosted("http", url) is (bool(url) and not near)
    assert is_hosted("voyage", url)
    assert not is_hosted("onnx", url)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [(Says(hangs=True), MayBeCharged), (Says(status=408), MayBeCharged), (Says(status=302), NotCharged)],
)
def test_a_call_that_takes_too_long_may_have_been_paid(answer: Says, kind: type[Exception]) -> None:
    with ScriptedModel(answer) as host, pytest.raises(kind):
        post(host.url + "/v1/embeddings", {"input": ["x"]}, KEY, 0.2)


@pytest.mark.parametrize(
    ("header", "waits"),
    [("3", 3.0), ("0", 0.0), ("-5", 0.0), ("soon", None), ("nan", None), ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0)],
)
def test_how_long_a_busy_host_asks_to_wait(header: str, waits: float | None) -> None:
    with ScriptedModel(Says(status=429, headers={"retry-after": header})) as host, pytest.raises(NotCharged) as caught:
        post(host.url + "/v1/embeddings", {"input": ["x"]}, KEY, 5.0)
    assert (caught.value.passing, caught.value.wait_s) == (waits is not None, waits or 0.0)


def test_a_proxy_is_used_for_another_machine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with EmbeddingHost() as proxy, EmbeddingHost() as host:
        monkeypatch.setenv("http_proxy", proxy.url.replace("//", "//me:word@"))
        for url in ("http://models.example/v1/embeddings", host.url + "/v1/embeddings"):
            post(url, {"model": "m", "input": ["x"]}, KEY, 5.0)
        ((path, _, headers),) = proxy.requests
        assert (path, headers["host"]) == ("http://models.example/v1/embeddings", "models.example")
        assert headers["proxy-authorization"] == "Basic bWU6d29yZA=="
        assert "proxy-authorization" not in host.requests[0][2]


def test_an_https_host_is_asked_through_a_tunnel_that_is_refused_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with EmbeddingHost() as proxy:  # it knows no CONNECT
        monkeypatch.setenv("https_proxy", proxy.url)
        with pytest.raises(NotCharged, match="cannot be reached"):
            post("https://models.example/v1/embeddings", {"input": ["x"]}, KEY, 5.0)
        assert proxy.requests == []


def test_keys_and_texts_are_in_no_file_but_the_persons_own(paths: Paths, home: Path) -> None:
    echo = Says(status=500, body=json.dumps({"echo": KEY}))
    with EmbeddingHost(echo) as host, pytest.raises(EmbedderUnavailable):
        load(paths, chosen(home, "voyage", host)).embed_query("a most secret question")
    for file in Path(paths.data).rglob("*"):
        if file.is_file():
            assert KEY.encode() not in file.read_bytes(), file
            assert b"secret question" not in file.read_bytes(), file
