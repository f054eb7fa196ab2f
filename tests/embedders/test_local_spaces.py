"""A space of a local model is filled by itself, at once or page by page, and goes on where it was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hardwon.config.paths import Paths
from hardwon.engine import indexing, reindexing
from hardwon.engine.reindexing import Page
from hardwon.errors import EmbedderUnavailable, InvalidInput
from hosted_embedder import EmbeddingHost, choose
from workbench import Bench

_FILL = """
import os
from hardwon.engine import open_engine, reindexing
with open_engine(dict(os.environ)) as engine:
    reindexing.fill_all(engine, lambda ready, total: print(ready, total, flush=True))
"""


def status(bench: Bench) -> list[dict[str, Any]]:
    with bench.engine() as engine:
        told: Any = indexing.status(engine)["spaces"]
    return list(told)


def pages(bench: Bench, limit: int) -> list[Page]:
    """Every page, as a client asks for one after the other."""
    found: list[Page] = []
    offset: int | None = 0
    while offset is not None:
        with bench.engine() as engine:
            found.append(reindexing.reindex(engine, offset=offset, limit=limit))
        offset = found[-1].next_offset
    return found


@pytest.fixture
def facts(bench: Bench) -> Bench:
    """A project with seven memories, and two that follow the person."""
    bench.more["HARDWON_EMBEDDER"] = "hashing"
    bench.remember(*(f"Fact {number} about region {number}" for number in range(7)))
    bench.remember("I write British English", "I use fish", to_user=True)
    return bench


@pytest.mark.parametrize(("limit", "counts"), [(3, [3, 3, 3]), (4, [4, 4, 1]), (9, [9]), (100, [9]), (1, [1] * 9)])
def test_pages_follow_each_other_until_there_are_no_more(facts: Bench, limit: int, counts: list[int]) -> None:
    found = pages(facts, limit)
    assert [page.stored for page in found] == counts
    assert {page.total for page in found} == {9}
    assert [page.next_offset for page in found][-1] is None
    assert [(one["state"], one["ready"], one["wanted"]) for one in status(facts)] == [("ready", 7, 7), ("ready", 2, 2)]
    assert [page.stored for page in pages(facts, limit)] == [0] * len(counts)


def test_one_file_for_all_projects_counts_each_memory_once(bench: Bench) -> None:
    bench.more.update(HARDWON_EMBEDDER="hashing", HARDWON_DB=str(bench.home / "all.db"))
    bench.remember("Fact one", "Fact two")
    bench.remember("I use fish", to_user=True)
    (bench.home / "work" / "other").mkdir()
    with bench.engine(folder=bench.home / "work" / "other") as engine:
        engine.remember("Another project's fact")
    assert [page.stored for page in pages(bench, 2)] == [2, 1]


@pytest.mark.parametrize(("offset", "limit"), [(-1, 5), (0, 0), (0, 101)])
def test_a_page_that_is_none_is_refused(facts: Bench, offset: int, limit: int) -> None:
    with facts.engine() as engine, pytest.raises(InvalidInput, match="a page has"):
        reindexing.reindex(engine, offset=offset, limit=limit)


def test_a_page_behind_the_end_is_empty(facts: Bench) -> None:
    with facts.engine() as engine:
        page = reindexing.reindex(engine, offset=50)
    assert (page.looked_at, page.stored, page.total, page.next_offset) == (0, 0, 9, None)


def test_without_a_model_the_reason_is_said(facts: Bench) -> None:
    facts.more["HARDWON_EMBEDDER"] = "none"
    with facts.engine() as engine, pytest.raises(EmbedderUnavailable, match="no embedder"):
        reindexing.reindex(engine)


def test_a_hosted_space_is_a_persons(facts: Bench) -> None:
    del facts.more["HARDWON_EMBEDDER"]
    with EmbeddingHost() as host:
        choose(facts.home, "openrouter", host.url + "/v1")
        with facts.engine() as engine:
            page = reindexing.reindex(engine)
            with pytest.raises(InvalidInput, match="consent"):
                reindexing.fill_all(engine)
        assert host.requests == []
    assert (page.stored, page.next_offset, page.person_command) == (0, None, "mem index inspect")


def test_a_server_on_this_machine_is_local_and_its_space_fills_without_consent(facts: Bench) -> None:
    del facts.more["HARDWON_EMBEDDER"]
    from hardwon.embedders import prepare

    with EmbeddingHost() as host:
        choose(facts.home, "ollama", host.url + "/v1", mode="local")
        with facts.engine() as engine:
            assert prepare(facts.paths, engine.settings).dimensions == 64
        assert sum(page.stored for page in pages(facts, 100)) == 9
    assert {(one["provider"], one["model"]) for one in status(facts)} == {("ollama", "nomic-embed-text")}


def test_a_space_of_a_real_model_goes_on_where_it_was_killed(prepared_copy: Paths, home: Path) -> None:
    bench = Bench.at(home, HARDWON_EMBEDDER="onnx")
    bench.remember(*(f"Fact number {number}: job {number} runs in region {number * 7}" for number in range(200)))
    process = subprocess.Popen(
        [sys.executable, "-c", _FILL],
        cwd=bench.project,
        env={**os.environ, **bench.environ},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    told = process.stdout.readline().split()
    process.send_signal(signal.SIGKILL)
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL
    (half,) = status(bench)
    assert told[1] == "200"
    assert 32 <= half["ready"] < 200
    assert (half["state"], half["provider"]) == ("filling", "onnx")
    with bench.engine() as engine:
        done = reindexing.fill_all(engine)
    (whole,) = status(bench)
    assert (done.stored, whole["ready"], whole["state"]) == (200 - half["ready"], 200, "ready")
