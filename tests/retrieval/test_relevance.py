"""Silence beats noise: what a prompt brings, measured on labelled pairs, in stores of every size.

tests/data/recall_pairs.jsonl holds memories, each with prompts at which a colleague would mention it and prompts,
chosen for a word they share, at which he would not. The numbers of recall were set on its even lines; the odd lines
and recall_pairs_fresh.jsonl, written afterwards, show what they are worth.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from workbench import Bench

DATA = Path(__file__).parent.parent / "data"
PAIRS = [json.loads(line) for line in (DATA / "recall_pairs.jsonl").read_text().splitlines()]
FRESH = [json.loads(line) for line in (DATA / "recall_pairs_fresh.jsonl").read_text().splitlines()]
NOUNS = [
    "server",
    "client",
    "request",
    "cache",
    "deploy",
    "module",
    "handler",
    "parser",
    "token",
    "session",
    "account",
    "payment",
    "cart",
    "product",
    "image",
    "video",
    "queue",
    "worker",
    "job",
    "schedule",
    "timeout",
    "warning",
    "metric",
    "trace",
    "alert",
    "table",
    "index",
    "migration",
    "schema",
    "model",
    "controller",
    "template",
    "style",
    "layout",
    "button",
    "form",
    "field",
    "date",
    "currency",
    "price",
    "locale",
    "search",
    "filter",
    "page",
    "menu",
    "route",
    "folder",
    "script",
    "flag",
    "secret",
    "key",
    "certificate",
    "version",
    "branch",
    "merge",
    "release",
    "tag",
    "container",
    "cluster",
    "node",
    "network",
    "port",
    "proxy",
    "stream",
    "topic",
    "lock",
    "thread",
    "heap",
    "buffer",
    "array",
    "method",
    "class",
    "type",
    "macro",
    "compiler",
    "linker",
    "package",
    "plugin",
    "hook",
    "promise",
]
VERBS = [
    "needs",
    "uses",
    "returns",
    "breaks",
    "requires",
    "ignores",
    "keeps",
    "drops",
    "writes",
    "reads",
    "skips",
    "wraps",
    "starts",
    "stops",
    "limits",
]


@dataclass
class Measured:
    """How a set of pairs came out."""

    precision: float
    recall: float
    other_per_prompt: float


def fill(count: int) -> list[str]:
    """Memories of no interest, alike in kind."""
    chance = random.Random(3)
    return [
        "The {} {} {} the {} {} in case {}".format(
            *chance.sample(NOUNS, 2), chance.choice(VERBS), *chance.sample(NOUNS, 2), number
        )
        for number in range(count)
    ]


def measure(home: Path, pairs: list[dict[str, object]], size: int) -> Measured:
    """Ask every prompt of a store of a size: each memory alone (1), in a few, or all in one."""
    right = wrong = missed = other = asked = 0
    groups = [pairs] if size >= len(pairs) else [pairs[at : at + size] for at in range(0, len(pairs), size)]
    for number, group in enumerate(groups):
        bench = Bench.at(home / f"{size}-{number}")
        texts = [str(pair["memory"]) for pair in group] + fill(max(size - len(group), 0))
        with bench.engine() as engine, engine.batch():
            ids = {text: engine.remember(text).memory.id for text in texts}
        with bench.quick() as quick:
            for pair in group:
                for wanted in (True, False):
                    for prompt in pair["yes" if wanted else "no"]:  # type: ignore[attr-defined]
                        given = quick.for_prompt(prompt).ids
                        hit = ids[str(pair["memory"])] in given
                        right += wanted and hit
                        missed += wanted and not hit
                        wrong += hit and not wanted
                        other += len(given) - hit
                        asked += 1
    return Measured(right / (right + wrong), right / (right + missed), other / asked)


def test_there_are_enough_pairs_of_both_kinds() -> None:
    for kind in ("yes", "no"):
        assert sum(len(pair[kind]) for pair in PAIRS + FRESH) > 200


@pytest.mark.parametrize("size", [1, 2, 3, 10, 100, 1000])
@pytest.mark.parametrize("half", [0, 1])
def test_a_prompt_brings_what_it_is_about_and_little_else(home: Path, half: int, size: int) -> None:
    found = measure(home, PAIRS[half::2], size)
    assert found.precision >= 0.88, found
    assert found.recall >= 0.86, found
    assert found.other_per_prompt <= 0.35, found


@pytest.mark.parametrize("size", [1, 2, 3, 10, 100, 1000])
def test_it_does_so_for_pairs_the_numbers_were_not_set_on(home: Path, size: int) -> None:
    found = measure(home, FRESH, size)
    assert found.precision >= 0.95, found
    assert found.recall >= 0.9, found
    assert found.other_per_prompt <= 0.35, found


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [PAIRS[0::2], PAIRS[1::2], FRESH], ids=["set-on", "held-out", "fresh"])
def test_it_does_so_among_ten_thousand(home: Path, pairs: list[dict[str, object]]) -> None:
    found = measure(home, pairs, 10_000)
    assert found.precision >= 0.88, found
    assert found.recall >= 0.84, found
    assert found.other_per_prompt <= 0.5, found


BILLING = "The invoice export starts at 04:30 on host quokka."
IRRELEVANT = [
    "write a limerick about the sea",
    "rename variable count to total in helpers.py",
    "what is the tallest mountain in Chile",
    "run the tests",
    "start the server",
    "export the function from index.ts",
    "commit and push",
    "make the button blue",
    "explain this code",
    "fix the failing test",
    "ok",
    "thanks, that worked",
    "👍",
    "好",
    "да",
    "/clear",
    "1",
    "...",
]
RELEVANT = [
    "when does the invoice export start?",
    "the invoice export failed last night, look into it",
    "what runs on quokka",
    "move the invoice export to 05:00",
]


@pytest.mark.parametrize("size", [1, 2, 3, 10, 1000])
def test_one_memory_comes_up_exactly_where_it_belongs(bench: Bench, size: int) -> None:
    with bench.engine() as engine, engine.batch():
        wanted = engine.remember(BILLING).memory.id
        for text in fill(size - 1):
            engine.remember(text)
    with bench.quick() as quick:
        assert [prompt for prompt in IRRELEVANT if wanted in quick.for_prompt(prompt).ids] == []
        assert [prompt for prompt in RELEVANT if wanted not in quick.for_prompt(prompt).ids] == []


def test_a_prompt_about_what_every_memory_is_about_brings_some(bench: Bench) -> None:
    bench.remember(*(f"Deploy to staging: step {number} needs approval of team t{number}" for number in range(60)))
    with bench.quick() as quick:
        assert len(quick.for_prompt("how do we deploy to staging?").ids) == 5
        assert quick.for_prompt("fix the staging banner").ids == []


def test_an_everyday_question_brings_the_memory_that_answers_all_of_it(bench: Bench) -> None:
    (answer,) = bench.remember("Run tests with make check")
    with bench.quick() as quick:
        for prompt in ("how do I run the tests?", "run the tests"):
            assert quick.for_prompt(prompt).ids == [answer], prompt
        for prompt in ("run it", "fix the tests", "check the file", "add a test for the parser"):
            assert quick.for_prompt(prompt).ids == [], prompt


def test_the_same_pasted_log_brings_a_memory_only_when_it_is_about_it(bench: Bench) -> None:
    log = "\n".join(
        f"2026-03-0{number % 9 + 1} INFO worker-{number} finished batch {number * 7} in {number} ms, cache warm, "
        "listening on socket, graph resolved, 3 retries left, plugin host ready"
        for number in range(200)
    )
    about = bench.remember("OutOfDirectMemoryError in the shuffle service: raise spark.memory.offHeap.size")
    bench.remember("The plugin host starts lazily", "Team lunch is on Thursdays", "Graph colours come from the theme")
    with bench.quick() as quick:
        assert about[0] not in quick.for_prompt(log).ids
        assert about[0] in quick.for_prompt(f"{log}\nOutOfDirectMemoryError in shuffle service\nwhat now?").ids
