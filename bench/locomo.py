"""Recall on LoCoMo: which turns of a long conversation hold what a question asks for.

    python bench/locomo.py FILE [--embedder onnx] [--modes lexical,hybrid] [--json FILE]

FILE is LoCoMo's own (Maharana et al., ACL 2024; snap-research/locomo, data/locomo10.json, CC BY-NC 4.0), or some of
its conversations. It is not part of this repository; tests/data/locomo_small.json has turns of our own in its form.

Every turn is a memory ("(date) speaker: text [shares caption]") in a store of its conversation, with what was said in
the two turns before and after it in its session as surroundings. Turns: the questions of categories 1 to 4 that name
evidence; R@k is the mean share of a question's evidence among the first k, Any@10 how many questions have any of it
among the first ten, MRR the mean of one over the rank of the first. Sessions: all questions that name evidence, the
adversarial ones too; a session is found where the first of its turns is. Intervals are of 1,000 bootstrap resamples
over questions. The order is measured without a floor; the last columns have R@10 with the product's floor, and how
many memories a search then gives.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shelf
from figures import arguments, interval, is_found, percent, reciprocal_rank, share_found, table, write_json
from shelf import Model, Shelf

from hardwon.hits import Hit

BEFORE, AFTER = 2, 2
DEPTH = 40
ADVERSARIAL = 5
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One thing somebody said.

    Attributes:
        id: LoCoMo's own.
        session: the number of its session.
        said: the words alone.
        text: as it is remembered, with date and speaker.
    """

    id: str
    session: int
    said: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Question:
    """One question, and the turns that answer it."""

    text: str
    category: int
    evidence: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question with what a search found: turns in order, and how many the product would have given."""

    question: Question
    ranked: list[str]
    given: list[str]


def turns_of(conversation: dict[str, Any]) -> list[Turn]:
    """Every turn, in order."""
    found = []
    for number in sorted(int(key.split("_")[1]) for key in conversation if re.fullmatch(r"session_\d+", key)):
        date = conversation.get(f"session_{number}_date_time", "")
        for turn in conversation[f"session_{number}"] or []:
            caption = f" [shares {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            said = turn["text"] + caption
            text = f"({date}) {turn['speaker']}: {said}"
            found.append(Turn(id=turn["dia_id"], session=number, said=said, text=text))
    return found


def questions_of(sample: dict[str, Any], turns: list[Turn]) -> list[Question]:
    """The questions that name evidence which is there."""
    known = {turn.id for turn in turns}
    found = []
    for line in sample["qa"]:
        named = re.findall(r"D\d+:\d+", " ".join(line.get("evidence") or []))
        evidence = {re.sub(r":0+(?=\d)", ":", name) for name in named} & known
        if evidence:
            found.append(Question(text=line["question"], category=line["category"], evidence=frozenset(evidence)))
    return found


def surroundings(turns: list[Turn], at: int) -> str:
    """What was said around a turn, in its session. Without the names: who speaks there, the turn is not about."""
    near = turns[max(at - BEFORE, 0) : at] + turns[at + 1 : at + 1 + AFTER]
    return "\n".join(turn.said for turn in near if turn.session == turns[at].session)


def asked_of(sample: dict[str, Any], model: Model | None, modes: list[str]) -> Iterator[tuple[str, Asked]]:
    """Every question of a conversation asked in every mode."""
    turns = turns_of(sample["conversation"])
    with tempfile.TemporaryDirectory() as folder, Shelf(Path(folder), model) as store:
        ids: dict[str, str] = {}
        with store.engine.batch():
            for at, turn in enumerate(turns):
                memory = store.remember(turn.text, surroundings=surroundings(turns, at))
                ids.setdefault(memory.id, turn.id)
        store.embed()
        for question in questions_of(sample, turns):
            for mode in modes:
                ranked = store.search(question.text, mode, DEPTH, floor=0.0).hits
                given = store.search(question.text, mode, 10).hits
                found = Asked(question=question, ranked=_turns(ranked, ids), given=_turns(given, ids))
                yield mode, found


def _turns(hits: Sequence[Hit], ids: dict[str, str]) -> list[str]:
    return [ids[hit.id] for hit in hits]


def turn_row(mode: str, name: str, asked: list[Asked]) -> dict[str, Any]:
    """One row about turns."""
    tens = [share_found(one.ranked, one.question.evidence, 10) for one in asked]
    low, high = interval(tens)
    return {
        "mode": mode,
        "questions": name,
        "n": len(asked),
        "R@5": percent([share_found(one.ranked, one.question.evidence, 5) for one in asked]),
        "R@10": percent(tens),
        "95 %": f"{100 * low:.1f}–{100 * high:.1f}",
        "R@20": percent([share_found(one.ranked, one.question.evidence, 20) for one in asked]),
        "Any@10": percent([is_found(one.ranked, one.question.evidence, 10) for one in asked]),
        "MRR": round(statistics.fmean(reciprocal_rank(one.ranked, one.question.evidence) for one in asked), 3),
        "R@10 shipped": percent([share_found(one.given, one.question.evidence, 10) for one in asked]),
        "given": round(statistics.fmean(len(one.given) for one in asked), 1),
    }


def session_row(mode: str, asked: list[tuple[Asked, dict[str, int]]]) -> dict[str, Any]:
    """One row about sessions."""
    pairs = []
    for one, session_of in asked:
        ranked = list(dict.fromkeys(session_of[id] for id in one.ranked))
        pairs.append((ranked, {session_of[id] for id in one.question.evidence}))
    first = [is_found(ranked, wanted, 1) for ranked, wanted in pairs]
    low, high = interval(first)
    return {
        "mode": mode,
        "n": len(pairs),
        "session hit@1": percent(first),
        "95 %": f"{100 * low:.1f}–{100 * high:.1f}",
        "hit@5": percent([is_found(ranked, wanted, 5) for ranked, wanted in pairs]),
        "hit@10": percent([is_found(ranked, wanted, 10) for ranked, wanted in pairs]),
    }


def add_options(parser: argparse.ArgumentParser) -> None:
    """The script's own options."""
    parser.add_argument("file", metavar="FILE", help="LoCoMo's data")
    shelf.add_options(parser)
    parser.add_argument("--conversations", type=int, default=0, help="only the first so many")


def main() -> int:
    """Measure and print."""
    chosen = arguments(__doc__, add_options)
    model, modes = shelf.chosen_of(chosen)
    samples = json.loads(Path(chosen.file).read_text(encoding="utf-8"))
    asked: dict[str, list[tuple[Asked, dict[str, int]]]] = {mode: [] for mode in modes}
    for sample in samples[: chosen.conversations or None]:
        session_of = {turn.id: turn.session for turn in turns_of(sample["conversation"])}
        for mode, one in asked_of(sample, model, modes):
            asked[mode].append((one, session_of))
    turn_rows, session_rows = [], []
    for mode in modes:
        plain = [one for one, _ in asked[mode] if one.question.category != ADVERSARIAL]
        turn_rows.append(turn_row(mode, "all", plain))
        for category, name in CATEGORIES.items():
            these = [one for one in plain if one.question.category == category]
            turn_rows += [turn_row(mode, name, these)] if these else []
        session_rows.append(session_row(mode, asked[mode]))
    print(table(turn_rows, tuple(turn_rows[0])))
    print()
    print(table(session_rows, tuple(session_rows[0])))
    write_json(chosen.json, {"turns": turn_rows, "sessions": session_rows})
    return 0


if __name__ == "__main__":
    sys.exit(main())
