"""What is learnt again strengthens what is known; what says something else stands beside it or takes its place."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.hosts.lines import Lines

from hardwon.capture.candidates import Candidate
from hardwon.engine import Engine, open_engine
from hardwon.engine.capturing import CaptureReport, capture, store_candidates
from hardwon.engine.deciding import queue
from hardwon.models import Origin
from hardwon.retrieval.meaning import Meaning
from hardwon.store import memories
from hardwon.store.reader import Reader

KNOWN = "Always run the linter before committing."


class Near:
    """Gives every text a meaning by which all stored rows are as near as it says."""

    reason = ""

    def __init__(self, cosine: float) -> None:
        self.cosine = cosine

    def __call__(self, text: str, readers: Sequence[Reader]) -> Meaning:
        return Meaning([self] * len(readers), (0.1, 0.9), complete=True)

    def nearest(self, k: int) -> list[tuple[int, float]]:
        return [(row, self.cosine) for row in range(1, 20)][:k]

    def cosines(self, rows: Sequence[int]) -> dict[int, float]:
        return dict.fromkeys(rows, self.cosine)


@pytest.fixture
def project(home: Path) -> Path:
    folder = home / "app"
    folder.mkdir()
    return folder


@pytest.fixture
def engine(project: Path) -> Iterator[Engine]:
    with open_engine(dict(os.environ), str(project), actor="person") as opened:
        yield opened


def learn(engine: Engine, folder: Path, *texts: str) -> CaptureReport:
    report = CaptureReport()
    for number, text in enumerate(texts):
        name = f"s{number}-{len(text)}"
        path = Lines().person(text).write(folder / f"{name}.jsonl")
        report = report.plus(capture(engine, transcript_path=str(path), session_id=name))
    return report


def contents(engine: Engine) -> list[str]:
    return sorted(memory.content for memory in engine.list(limit=100)[0])


@pytest.mark.parametrize(
    "again",
    [KNOWN, "always run the linter before committing!!", "Please always run our linter before you commit.",
     "From now on: always run the linter before committing"],
)  # fmt: skip
def test_the_same_rule_in_another_session_strengthens_the_first(engine: Engine, tmp_path: Path, again: str) -> None:
    report = learn(engine, tmp_path, KNOWN, again)
    assert (report.new, report.restated) == (1, 1)
    (memory,) = engine.list()[0]
    assert (memory.content, memory.restated_count) == (KNOWN, 1)


def test_both_origins_and_both_wordings_are_kept(engine: Engine, tmp_path: Path) -> None:
    learn(engine, tmp_path, KNOWN, "Please always run our linter before you commit.")
    (memory,) = engine.list()[0]
    database = engine.stores.reading(engine.stores.path_of(engine.project))
    assert database is not None
    ((_, origin, _, _),) = memories.restatements(database, memory.id)
    assert memory.origin.session_id != origin.session_id
    assert origin.note == "in other words: Always run our linter before you commit."


@pytest.mark.parametrize(
    "other",
    [
        "Never run the linter before committing.",
        "Always run the linter before pushing.",
        "Always run the formatter before committing.",
        "Always run the linter 2 times before committing.",
    ],
)
def test_what_differs_in_a_word_that_matters_is_a_memory_of_its_own(engine: Engine, tmp_path: Path, other: str) -> None:
    assert learn(engine, tmp_path, KNOWN, other).new == 2


def test_a_near_meaning_is_the_same_where_vectors_are_ready(project: Path, tmp_path: Path) -> None:
    texts = ("The nightly export job needs the vpn.", "The nightly export needs the vpn.")
    said = [f"Remember: {text}" for text in texts]
    environ = {**os.environ, "HARDWON_EMBEDDER": "hashing"}
    with open_engine(environ, str(project), actor="person", meaning=Near(0.96)) as engine:
        assert learn(engine, tmp_path, *said).restated == 1
        assert contents(engine) == [texts[0]]


@pytest.mark.parametrize(
    ("cosine", "text"),
    [(0.9, "The nightly export needs the vpn."), (0.99, "The nightly export job needs no vpn."),
     (0.99, "The nightly export job of 2 needs the vpn.")],
)  # fmt: skip
def test_a_near_meaning_is_another_where_it_is_not_near_enough_or_a_no_or_a_number_differs(
    project: Path, tmp_path: Path, cosine: float, text: str
) -> None:
    environ = {**os.environ, "HARDWON_EMBEDDER": "hashing"}
    with open_engine(environ, str(project), actor="person", meaning=Near(cosine)) as engine:
        learn(engine, tmp_path, "Remember: the nightly export job needs the vpn.", f"Remember: {text}")
        assert len(contents(engine)) == 2


def test_a_later_statement_takes_the_place_of_the_earlier_when_both_were_learnt(engine: Engine, tmp_path: Path) -> None:
    learn(engine, tmp_path, "We use npm, not yarn.", "We use pnpm now, not npm.")
    assert contents(engine) == ["We use pnpm now, not npm."]


def candidate(content: str, confidence: float = 0.8) -> Candidate:
    origin = Origin(who="user", host="claude-code", session_id="s", note="")
    return Candidate(
        content=content, category="general", confidence=confidence, origin=origin, trust="user", key=f"k:{content}"
    )


@pytest.mark.parametrize(
    ("content", "confidence"),
    [
        ("ok", 0.9),
        ("Go on.", 0.95),
        ("Continue, please!", 0.9),
        ("好", 0.9),
        ("ja", 0.9),
        ("Use the cache of uv.", 0.3),
    ],
)
def test_what_says_nothing_or_is_hardly_sure_is_not_stored(engine: Engine, content: str, confidence: float) -> None:
    report = store_candidates(engine, [candidate(content, confidence)], "s")
    assert (report.new, report.skipped, contents(engine)) == (0, 1, [])


@pytest.mark.parametrize(
    "content", ["Use pnpm.", "pnpm, not npm.", "Antworte auf Deutsch.", "用 uv 安装", "日本語で答えて"]
)
def test_a_short_rule_is_worth_keeping(engine: Engine, content: str) -> None:
    assert store_candidates(engine, [candidate(content)], "s").new == 1


@pytest.mark.parametrize(
    "said", ["ok", "continue", "thanks!", "yes", "lgtm", "go on then", "good job", "weiter", "好的"]
)
def test_small_talk_teaches_nothing(engine: Engine, tmp_path: Path, said: str) -> None:
    assert learn(engine, tmp_path, said).new == 0


def test_at_the_limit_of_a_session_what_is_known_is_strengthened_all_the_same(engine: Engine, tmp_path: Path) -> None:
    learn(engine, tmp_path, KNOWN)
    limit = engine.settings.capture_max
    many = [candidate(f"The exporter number {n} listens on port {4000 + n}.") for n in range(limit + 2)]
    report = store_candidates(engine, [*many, candidate("Please always run our linter before you commit.")], "s2")
    assert (report.new, report.skipped, report.restated) == (limit, 2, 1)


def test_a_doubtful_contradiction_becomes_a_question_and_replaces_nothing(engine: Engine, tmp_path: Path) -> None:
    learn(engine, tmp_path, "We use npm, not yarn.")
    agents = replace(
        candidate("We use pnpm now, not npm."), trust="agent", origin=Origin(who="agent", host="claude-code")
    )
    store_candidates(engine, [agents], "s2")
    assert contents(engine) == ["We use npm, not yarn.", "We use pnpm now, not npm."]
    assert len(queue(engine)) == 1
