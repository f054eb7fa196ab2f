"""Where a person wants a reranker, the service orders the first hits of every search anew; nothing waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec

import pytest

from hardwon.engine import Engine
from hardwon.hits import Recall
from hardwon.service.reranking import Reranking
from tiny_reranker import place_reranker

from .running import Machine, until

pytestmark = pytest.mark.skipif(
    find_spec("fastembed") is None or find_spec("onnx") is None, reason="needs fastembed and onnx"
)
# The reranker counts pieces that both share: the longer memory has more of them, the shorter one matches more purely.
QUERY = "staging database restore nightly dump replica"
SHORT = "Restore the staging database."
LONG = "The nightly dump is what a restore of the staging database and of its replica starts from; ask Jo."
OTHER = "Colours of the chart follow the brand palette."


@pytest.fixture
def wanting(machine: Machine) -> Machine:
    """A machine whose person wants a reranker."""
    machine.environ["HARDWON_RERANK"] = "fastembed"
    return machine


@pytest.fixture
def asking(wanting: Machine, remember: Callable[..., str]) -> Iterator[Engine]:
    """A shell's engine on a machine with a prepared reranker, the service warm."""
    place_reranker(wanting.paths)
    for text in (SHORT, LONG, OTHER):
        remember(text)
    wanting.warm_service()
    until(lambda: (wanting.status() or {}).get("rerank") == "ready")
    with wanting.asking_engine() as engine:
        yield engine


def order(found: Recall) -> list[str]:
    """The texts found."""
    return [hit.content for hit in found.hits]


def test_what_the_reranker_says_is_a_term_of_the_score_and_decides_the_order(asking: Engine) -> None:
    found = asking.why(QUERY)
    assert order(found)[0] == LONG
    assert found.note == ""
    for hit in found.hits:
        terms = dict(hit.terms)
        assert 0 <= terms["rerank"] <= asking.config.rerank_weight
        assert hit.score == pytest.approx(sum(terms.values()))
    assert dict(found.hits[0].terms)["rerank"] > dict(found.hits[1].terms)["rerank"]


def test_a_search_by_words_alone_is_left_as_it_is(asking: Engine) -> None:
    assert all("rerank" not in dict(hit.terms) for hit in asking.recall(QUERY, mode="keyword").hits)


def test_what_a_prompt_is_given_is_ordered_by_it_too(wanting: Machine, asking: Engine) -> None:
    said = wanting.hook("UserPromptSubmit", prompt=QUERY).context
    assert 0 < said.index(LONG) < said.index(SHORT)


def test_one_that_is_not_prepared_leaves_recall_as_it_was_and_says_so(
    wanting: Machine, remember: Callable[..., str]
) -> None:
    for text in (SHORT, LONG, OTHER):
        remember(text)
    with wanting.engine() as engine:
        before = order(engine.recall(QUERY))
    wanting.warm_service()
    until(lambda: "not prepared" in (wanting.status() or {}).get("rerank", ""))
    with wanting.asking_engine() as engine:
        found = engine.recall(QUERY)
        assert set(order(found)) == set(before)
        assert "not prepared" in found.note
        assert "mem setup" in found.note
        assert all("rerank" not in dict(hit.terms) for hit in found.hits)
        place_reranker(wanting.paths)
        until(lambda: (wanting.status() or {}).get("rerank") == "ready")
        assert order(engine.recall(QUERY))[0] == LONG


def test_nobody_waits_for_one_that_is_late(wanting: Machine) -> None:
    from hardwon.config.settings import load_settings

    place_reranker(wanting.paths)
    reranking = Reranking(wanting.paths)
    reranking.keep(load_settings(wanting.paths, wanting.environ))
    assert reranking(QUERY, [SHORT], within_s=30.0)
    assert reranking(QUERY, [LONG] * 2000, within_s=0.0) is None
    reranking.close()
    assert reranking(QUERY, [SHORT]) is None
