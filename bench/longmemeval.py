"""Recall on LongMemEval: which sessions, and which turns of them, hold what a question asks for.

    python bench/longmemeval.py FILE [--embedder onnx] [--modes lexical,hybrid] [--questions N] [--json FILE]

FILE is in LongMemEval's form (Wu et al., ICLR 2025; xiaowu0162/LongMemEval, longmemeval_s.json and others, MIT). It is
not part of this repository; tests/data/longmemeval_small.json has a few questions of our own in its form.

Every question has a store of its own with every turn of its sessions, the person's and the assistant's, each a memory
("(date) role: text") with the turns beside it in its session as surroundings. A session is found where the first of its
turns is. R@k is the mean share of what is wanted among the first k (sessions: answer_session_ids; turns: those with
has_answer, over the questions that have any), any@k how many questions have any of it, NDCG@k with a gain of 1 for each
that is wanted and a discount of log2(rank + 1) (Järvelin and Kekäläinen, 2002). Intervals are of 1,000 bootstrap
resamples over questions. The order is measured without a floor.

Questions that cannot be answered (ids that end in _abs) are kept apart: how many are given anything with the product's
floor, and how many memories on average.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shelf
from figures import arguments, interval, is_found, ndcg, percent, share_found, table, write_json
from shelf import Model, Shelf

from hardwon.hits import Hit

DEPTH = 100
GIVEN = 5
CHARACTERS_MAX = 20_000  # of one turn; a pasted book says no more with its end
SEED = 0

Turn = tuple[str, int]  # session id, place in it


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question with what a search found.

    Attributes:
        kind: LongMemEval's question_type.
        is_abstention: nothing in the sessions answers it.
        sessions, turns: what is wanted.
        ranked: turns in order.
        given: how many memories the product gives.
    """

    kind: str
    is_abstention: bool
    sessions: frozenset[str]
    turns: frozenset[Turn]
    ranked: list[Turn]
    given: int

    def ranked_sessions(self) -> list[str]:
        """Sessions in the order of their first turns."""
        return list(dict.fromkeys(session for session, _ in self.ranked))


def filled(store: Shelf, question: dict[str, Any]) -> tuple[dict[str, Turn], frozenset[Turn]]:
    """Store a question's sessions; tells which turn each memory is, and which turns answer."""
    turns: dict[str, Turn] = {}
    answers = set()
    with store.engine.batch():
        for session, date, said in zip(
            question["haystack_session_ids"], question["haystack_dates"], question["haystack_sessions"], strict=True
        ):
            texts = [str(turn["content"])[:CHARACTERS_MAX] for turn in said]
            for at, turn in enumerate(said):
                if turn.get("has_answer"):
                    answers.add((session, at))
                if not texts[at].strip():
                    continue
                around = "\n".join(text[:500] for text in texts[max(at - 1, 0) : at] + texts[at + 1 : at + 2])
                memory = store.remember(f"({date}) {turn['role']}: {texts[at]}", surroundings=around)
                turns.setdefault(memory.id, (session, at))
    store.embed()
    return turns, frozenset(answers)


def asked_of(question: dict[str, Any], model: Model | None, modes: Sequence[str]) -> Iterator[tuple[str, Asked]]:
    """One question asked in every mode."""
    with tempfile.TemporaryDirectory() as folder, Shelf(Path(folder), model) as store:
        turns, answers = filled(store, question)
        for mode in modes:
            hits: list[Hit] = store.search(question["question"], mode, DEPTH, floor=0.0).hits
            yield (
                mode,
                Asked(
                    kind=question["question_type"],
                    is_abstention=question["question_id"].endswith("_abs"),
                    sessions=frozenset(question["answer_session_ids"]),
                    turns=answers,
                    ranked=[turns[hit.id] for hit in hits],
                    given=len(store.search(question["question"], mode, GIVEN).hits),
                ),
            )


def row(mode: str, kind: str, found: Iterable[tuple[Sequence[object], frozenset[Any]]]) -> dict[str, Any]:
    """One row about sessions or turns: each question's order and what it wants."""
    pairs = [(ranked, wanted) for ranked, wanted in found if wanted]
    fives = [share_found(ranked, wanted, 5) for ranked, wanted in pairs]
    low, high = interval(fives) if fives else (0.0, 0.0)
    return {
        "mode": mode,
        "questions": kind,
        "n": len(pairs),
        "any@1": percent([is_found(ranked, wanted, 1) for ranked, wanted in pairs]),
        "R@5": percent(fives),
        "95 %": f"{100 * low:.1f}–{100 * high:.1f}",
        "R@10": percent([share_found(ranked, wanted, 10) for ranked, wanted in pairs]),
        "any@5": percent([is_found(ranked, wanted, 5) for ranked, wanted in pairs]),
        "any@10": percent([is_found(ranked, wanted, 10) for ranked, wanted in pairs]),
        "NDCG@5": percent([ndcg(ranked, wanted, 5) for ranked, wanted in pairs]),
        "NDCG@10": percent([ndcg(ranked, wanted, 10) for ranked, wanted in pairs]),
    }


def figures_of(asked: dict[str, list[Asked]]) -> dict[str, list[dict[str, Any]]]:
    """Every table of the questions asked, by mode."""
    result: dict[str, list[dict[str, Any]]] = {"sessions": [], "turns": [], "abstention": []}
    for mode, all_of_mode in asked.items():
        answered = [one for one in all_of_mode if not one.is_abstention]
        for kind in ("all", *sorted({one.kind for one in answered})):
            these = [one for one in answered if kind in ("all", one.kind)]
            sessions = row(mode, kind, [(one.ranked_sessions(), one.sessions) for one in these])
            turns = row(mode, kind, [(one.ranked, one.turns) for one in these])
            result["sessions"].append(sessions)
            result["turns"] += [turns] if turns["n"] else []
        silent = [one.given for one in all_of_mode if one.is_abstention]
        if silent:
            given = percent([float(count > 0) for count in silent])
            mean = round(statistics.fmean(silent), 1)
            result["abstention"].append({"mode": mode, "n": len(silent), "given anything": given, "memories": mean})
    return result


def add_options(parser: argparse.ArgumentParser) -> None:
    """The script's own options."""
    parser.add_argument("file", metavar="FILE", help="LongMemEval's data")
    shelf.add_options(parser)
    parser.add_argument("--questions", type=int, default=0, help="only so many, drawn at random, always the same")


def main() -> int:
    """Measure and print."""
    chosen = arguments(__doc__, add_options)
    model, modes = shelf.chosen_of(chosen)
    questions = json.loads(Path(chosen.file).read_text(encoding="utf-8"))
    if 0 < chosen.questions < len(questions):
        questions = random.Random(SEED).sample(questions, chosen.questions)
    asked: dict[str, list[Asked]] = {mode: [] for mode in modes}
    for question in questions:
        for mode, one in asked_of(question, model, modes):
            asked[mode].append(one)
    result = figures_of(asked)
    for name, rows in result.items():
        if rows:
            print(f"{name}\n{table(rows, tuple(rows[0]))}\n")
    write_json(chosen.json, result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
