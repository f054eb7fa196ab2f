"""With a hosted embedder the service asks for queries alone, once each, and searches go by words when it fails."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hardwon.engine import indexing
from hardwon.store.ledger import opened
from hosted_embedder import EmbeddingHost, choose
from scripted_model import Says

from .running import Machine, until

RULE = "The billing job runs at 02:00 in region north; never restart it by hand."
# No whole word of it stands in the rule; the host's vectors see the letters they share.
MISSPELT = "biling jobb regionn northh restartt"


@pytest.fixture
def host() -> Iterator[EmbeddingHost]:
    with EmbeddingHost() as host:
        yield host


@pytest.fixture
def hosted(machine: Machine, remember: Callable[..., str], host: EmbeddingHost) -> Machine:
    """A machine whose person chose a host, and had the vectors of what there is made."""
    del machine.environ["HARDWON_EMBEDDER"]
    choose(machine.home, "openai", host.url + "/v1", embedding_dimensions=384)
    remember(RULE)
    with machine.engine() as engine:
        indexing.prepare(engine, json.dumps(indexing.inspect(engine) | {"accept_charges": True}))
    host.requests.clear()
    return machine


def warm(machine: Machine) -> None:
    """Start the service, and wait until it has the vectors at hand."""
    machine.start_service()
    machine.expect(machine.paths.project_db(machine.binding))
    until(lambda: ((machine.status() or {}).get("stores") or {}).get("held", 0) >= 1)


def calls(machine: Machine) -> list[tuple[str, str]]:
    with opened(machine.paths) as book:
        rows = book.rows("SELECT kind, outcome FROM embedding_calls ORDER BY number")
    return [(str(kind), str(outcome)) for kind, outcome in rows]


def asked(machine: Machine, query: str, **how: Any) -> tuple[list[str], str]:
    """What a search finds, and what it says."""
    with machine.asking_engine() as engine:
        found = engine.recall(query, **how)
    return [hit.content for hit in found.hits], found.note


def test_a_query_is_sent_as_one_once_and_written_down(hosted: Machine, host: EmbeddingHost) -> None:
    warm(hosted)
    assert host.requests == []
    for _ in range(2):
        assert asked(hosted, MISSPELT, mode="semantic") == ([RULE], "")
    ((_, body, _),) = host.requests
    assert body == {"model": "text-embedding-3-small", "input": [MISSPELT], "dimensions": 384}
    assert calls(hosted) == [("documents", "done"), ("query", "done")]
    assert asked(hosted, MISSPELT, mode="keyword")[0] == []
    assert len(host.requests) == 1


def test_new_memories_are_not_sent_and_searches_say_that_vectors_are_missing(
    hosted: Machine, host: EmbeddingHost, remember: Callable[..., str]
) -> None:
    warm(hosted)
    remember("A later fact about the warehouse")
    assert asked(hosted, MISSPELT)[1].startswith("catch-up incomplete")
    assert asked(hosted, "later warehouse fact")[0][0] == "A later fact about the warehouse"
    assert host.texts() == [MISSPELT, "later warehouse fact"]


@pytest.mark.parametrize("answer", [Says(status=500), Says(cut=True), Says(status=401), Says(status=429)])
def test_a_host_that_fails_leaves_the_words_and_is_named(hosted: Machine, host: EmbeddingHost, answer: Says) -> None:
    warm(hosted)
    host.says.append(answer)
    found, note = asked(hosted, "billing job region north")
    assert found == [RULE]
    assert note.startswith("went by words: openai: ")
    assert asked(hosted, MISSPELT)[0] == []
    assert len(host.requests) == 1  # it is left alone for a while
    assert (hosted.status() or {})["embedder"] == "openai"


def test_a_query_in_the_air_when_the_service_is_killed_is_not_sent_again(hosted: Machine, host: EmbeddingHost) -> None:
    warm(hosted)
    host.says.append(Says(hangs=True))
    found, note = asked(hosted, "billing job region north")
    assert (found, note) == ([RULE], "went by words: it did not answer in time")
    pid = (hosted.status() or {})["pid"]
    os.kill(pid, signal.SIGKILL)
    until(lambda: hosted.status() is None)
    assert calls(hosted)[-1] == ("query", "sent")
    warm(hosted)
    with hosted.engine() as engine:
        plan: Any = indexing.inspect(engine)
        assert (plan["interrupted"][0]["kind"], plan["interrupted_calls"]) == ("query", 1)
    found, note = asked(hosted, "billing job region north")
    assert (found, len(host.requests)) == ([RULE], 1)
    assert "may have been paid" in note
    with hosted.engine() as engine:
        indexing.recover(engine, json.dumps(plan | {"accept_duplicate_charge": True}))
    assert asked(hosted, "billing job region north") == ([RULE], "")
    assert len(host.requests) == 2


def test_a_prompt_asks_the_host_and_nobody_else(hosted: Machine, host: EmbeddingHost) -> None:
    warm(hosted)
    assert RULE in hosted.hook("UserPromptSubmit", prompt="Where does the billing job run in region north?").context
    until(lambda: host.requests)
    assert not any(RULE in text for text in host.texts())
    until(lambda: calls(hosted)[1:] == [("query", "done")])


def test_mode_local_is_taken_up_at_once_and_nobody_is_asked_then(hosted: Machine, host: EmbeddingHost) -> None:
    warm(hosted)
    choose(hosted.home, "openai", host.url + "/v1", mode="local", embedding_dimensions=384)
    until(lambda: (hosted.status() or {})["state"] == "none")
    assert "mode local forbids" in str((hosted.status() or {})["reason"])
    found, note = asked(hosted, "billing job region north")
    assert (found, note) == ([RULE], "went by words: mode local forbids the embedder openai")
    assert host.requests == []


def test_a_key_that_comes_later_is_taken_up(hosted: Machine, host: EmbeddingHost) -> None:
    keys = hosted.home / "providers.env"
    key = keys.read_text()
    keys.unlink()
    hosted.start_service()
    until(lambda: (hosted.status() or {})["state"] == "none")
    assert "there is no OPENAI_API_KEY" in str((hosted.status() or {})["reason"])
    keys.write_text(key)
    keys.chmod(0o600)
    warm(hosted)
    assert asked(hosted, MISSPELT, mode="semantic")[0] == [RULE]


def test_while_no_memory_has_a_vector_no_query_is_paid(
    machine: Machine, remember: Callable[..., str], host: EmbeddingHost
) -> None:
    del machine.environ["HARDWON_EMBEDDER"]
    choose(machine.home, "openai", host.url + "/v1", embedding_dimensions=384)
    remember(RULE)
    machine.start_service()
    until(lambda: (machine.status() or {})["state"] == "ready")
    assert asked(machine, "billing job region north") == ([RULE], "went by words: no memory has a vector yet")
    assert RULE in machine.hook("UserPromptSubmit", prompt="Where does the billing job run in region north?").context
    assert host.requests == []
