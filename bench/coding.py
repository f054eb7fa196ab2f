"""Recall on a labelled set of coding memories: finding what answers, and keeping quiet where nothing does.

    python bench/coding.py [--half dev|test] [--embedder onnx] [--misses] [--json FILE]

The labels were committed before the first run; the table names that commit. What was tuned was tuned on the half `dev`,
what is reported is the half `test`. See bench/data/README.md.

Found: at a search that was asked for, of the queries that have an answer, how many have one at the first place (hit@1)
and among the first three (hit@3), and the mean of one over its rank (MRR), each as shipped.

Quiet: for the two doors, asked (a search) and unasked (what a prompt is given by itself): of the queries with an
answer, how many are given one; of the off-topic and of the on-topic but unanswered ones, how many are given anything.
The last columns put the floor where 85 % of the answers that can be given are kept, and tell what comes along there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from figures import arguments, interval, is_found, percent, quantile, reciprocal_rank, table, write_json
from shelf import EMBEDDERS, HYBRID, LEXICAL, Shelf, model_of

DATA = Path(__file__).with_name("data")
LIMIT = 5
KEPT = 0.85
WITHOUT_ANSWER = ("offtopic", "unanswered")


@dataclass(frozen=True, kw_only=True)
class Query:
    """A labelled query.

    Attributes:
        kind: what it is like (bench/data/README.md).
        text: what is asked.
        relevant: ids of the memories that answer it.
    """

    id: str
    kind: str
    text: str
    relevant: tuple[str, ...]


def lines(name: str) -> list[dict[str, Any]]:
    """The objects of a file of the set."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def queries(half: str) -> list[Query]:
    """The queries of a half."""
    return [
        Query(id=line["id"], kind=line["kind"], text=line["query"], relevant=tuple(line["relevant"]))
        for line in lines("coding_queries.jsonl")
        if line["half"] == half
    ]


def labels_commit() -> str:
    """The commit that brought the labels, and whether they were changed since."""
    path = "bench/data/coding_queries.jsonl"
    history = subprocess.run(
        ["git", "log", "--format=%h", "--", path], cwd=DATA.parent.parent, capture_output=True, text=True, check=False
    ).stdout.split()
    if not history:
        return "unknown (no git history here)"
    return history[-1] + (f", changed in {', '.join(history[:-1])}" if history[1:] else "")


class Bench:
    """The set on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.ids: dict[str, str] = {}
        for line in lines("coding_memories.jsonl"):
            memory = shelf.remember(line["text"], category=line["category"], tags=line["tags"], files=line["files"])
            self.ids[memory.id] = line["id"]
        shelf.embed()

    def ranked(self, query: Query, mode: str, *, asked: bool = True, floor: float | None = None) -> list[Any]:
        """(id of the set, relevance) of each hit."""
        found = self.shelf.search(query.text, mode, LIMIT, asked=asked, floor=floor)
        return [(self.ids[hit.id], hit.relevance) for hit in found.hits]


def found(bench: Bench, asked: Iterable[Query], mode: str) -> list[dict[str, Any]]:
    """A row for each kind, and one for all that have an answer."""
    kinds: dict[str, list[tuple[list[str], tuple[str, ...]]]] = {}
    for query in asked:
        if query.relevant:
            ids = [id for id, _ in bench.ranked(query, mode)]
            kinds.setdefault(query.kind, []).append((ids, query.relevant))
    rows = [_found_row(mode, kind, answers) for kind, answers in sorted(kinds.items())]
    return [*rows, _found_row(mode, "all", [one for answers in kinds.values() for one in answers])]


def _found_row(mode: str, kind: str, answers: list[tuple[list[str], tuple[str, ...]]]) -> dict[str, Any]:
    first = [is_found(ids, relevant, 1) for ids, relevant in answers]
    low, high = interval(first)
    return {
        "mode": mode,
        "kind": kind,
        "queries": len(answers),
        "hit@1": percent(first),
        "95 %": f"{100 * low:.0f}–{100 * high:.0f}",
        "hit@3": percent([is_found(ids, relevant, 3) for ids, relevant in answers]),
        "MRR": round(sum(reciprocal_rank(ids, relevant) for ids, relevant in answers) / len(answers), 3),
    }


def quiet(bench: Bench, asked: Iterable[Query], mode: str, door: str) -> dict[str, Any]:
    """What one door gives: to queries with an answer, and to those without."""
    answered: list[float] = []
    best: list[float] = []
    given: dict[str, list[float]] = {kind: [] for kind in WITHOUT_ANSWER}
    strength: dict[str, list[float]] = {kind: [] for kind in WITHOUT_ANSWER}
    for query in asked:
        shipped = bench.ranked(query, mode, asked=door == "asked")
        # The order without a floor tells what another floor would do; the unasked door's other test stays.
        whole = bench.ranked(query, mode, asked=door == "asked", floor=0.0)
        if query.relevant:
            answered.append(is_found([id for id, _ in shipped], query.relevant, LIMIT))
            right = [relevance for id, relevance in whole if id in query.relevant]
            best += [max(right)] if right else []
        else:
            given[query.kind].append(float(bool(shipped)))
            strength[query.kind].append(max((relevance for _, relevance in whole), default=0.0))
    floor = quantile(best, 1 - KEPT) if best else 0.0
    return {
        "mode": mode,
        "door": door,
        "answered": percent(answered),
        **{f"{kind} given": percent(values) for kind, values in given.items()},
        f"floor at {100 * KEPT:.0f} %": round(floor, 3),
        **{f"{kind} there": percent([float(one >= floor) for one in values]) for kind, values in strength.items()},
    }


def print_misses(bench: Bench, asked: Iterable[Query], mode: str) -> None:
    """What was not found at the first place, and what was instead."""
    texts = {line["id"]: line["text"] for line in lines("coding_memories.jsonl")}
    for query in asked:
        ranked = bench.ranked(query, mode)
        if query.relevant and (not ranked or ranked[0][0] not in query.relevant):
            print(f"{query.id} {query.kind}: {query.text[:160]!r}")
            print(f"    wanted {texts[query.relevant[0]][:120]!r}")
            print(f"    first  {texts[ranked[0][0]][:120]!r}" if ranked else "    nothing")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The script's own options."""
    parser.add_argument("--half", choices=("dev", "test"), default="test", help="which half of the queries")
    parser.add_argument("--embedder", choices=EMBEDDERS, default="onnx", help="what makes vectors")
    parser.add_argument("--misses", action="store_true", help="also print what a hybrid search did not find first")


def main() -> int:
    """Measure and print."""
    chosen = arguments(__doc__, add_options)
    model = model_of(chosen.embedder)
    modes = model.modes if model else (LEXICAL,)
    asked = queries(chosen.half)
    commit = labels_commit()
    with tempfile.TemporaryDirectory() as folder, Shelf(Path(folder), model) as shelf:
        bench = Bench(shelf)
        finding = [row for mode in modes for row in found(bench, asked, mode)]
        keeping = [quiet(bench, asked, mode, door) for mode in modes for door in ("asked", "unasked")]
        if chosen.misses:
            print_misses(bench, asked, HYBRID if model else LEXICAL)
    print(f"labels of commit {commit}; half {chosen.half}; {len(asked)} queries, {len(bench.ids)} memories\n")
    print(table(finding, ("mode", "kind", "queries", "hit@1", "95 %", "hit@3", "MRR")))
    print()
    print(table(keeping, tuple(keeping[0])))
    write_json(chosen.json, {"labels": commit, "half": chosen.half, "found": finding, "quiet": keeping})
    return 0


if __name__ == "__main__":
    sys.exit(main())
