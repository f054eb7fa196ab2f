"""How well evidence and attribution read sessions: against labels by somebody who had not seen the rules.

    python bench/evidence.py [--split tuning|unused] [--show] [--json FILE]

Each transcript below bench/data/evidence is read as a host's would be, and every memory that was in play is judged. A
verdict is right when it is the label's. Precision is over the verdicts given, recall over the labels that are one;
"none" is neither. Rules are written while looking at the split `tuning`; `unused` is for reporting, and `--show`, which
lists what went wrong, refuses it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hardwon.capture.words import own_words
from hardwon.hosts.claude_code.projects import agents_of
from hardwon.hosts.claude_code.transcript import read_turns
from hardwon.outcomes.attribution.cases import NEUTRAL, InPlay
from hardwon.outcomes.attribution.settle import attribute_session, settle
from hardwon.outcomes.attribution.share import Judgement, attribute
from hardwon.outcomes.evidence.pieces import UNKNOWN, Attempt, key_of
from hardwon.outcomes.evidence.reader import EvidenceReader
from hardwon.outcomes.evidence.verdict import judge

DATA = Path(__file__).parent / "data" / "evidence"
GOALS = {"precision": 0.97, "recall": 0.80}


@dataclass
class Score:
    """Counts of one group of labels."""

    right: int = 0
    given: int = 0
    labelled: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Of the verdicts given, how many are right; 1 where none was given."""
        return self.right / self.given if self.given else 1.0

    @property
    def recall(self) -> float:
        """Of the labels that are a verdict, how many were found."""
        return self.right / self.labelled if self.labelled else 1.0


def attempts_of(path: Path, *, subagent: bool = False) -> list[Attempt]:
    """The attempts of a transcript; of a subagent's, nothing is a person's word."""
    reader = EvidenceReader(own_words=own_words)
    found: list[Attempt] = []
    for turn in read_turns(str(path)):
        found += reader.feed(replace(turn, typed=False, sidechain=True) if subagent and turn.typed else turn)
    return [*found, *reader.finish()]


def judge_session(path: Path, memories: list[dict[str, Any]]) -> dict[str, Judgement | None]:
    """What a session, and its subagents' files beside it, say of each memory; None for nothing."""
    known = {item["id"]: InPlay(id=item["id"], content=item["text"], files=tuple(item["files"])) for item in memories}
    attempts = attempts_of(path)
    found = attribute_session(attempts, known)
    for agent in agents_of(str(path)):
        found += _of_subagent(attempts_of(Path(agent), subagent=True), known, attempts)
    settled = {one.memory_id: one for one in settle(sorted(found, key=lambda one: one.at_ms))}
    return {id: settled.get(id) for id in known}


def _of_subagent(attempts: list[Attempt], known: dict[str, InPlay], parents: list[Attempt]) -> Iterator[Judgement]:
    """What a subagent's work says, by what became of the work it was for where that tells more, as the product does."""
    by_key = {attempt.key: attempt for attempt in attempts}
    for one in attribute_session(attempts, known):
        attempt = next((by_key[key] for key in by_key if key_of("attempt", key, one.memory_id) == one.key), None)
        home = next((p for p in reversed(parents) if attempt and p.started_at <= attempt.started_at), None)
        told = judge(home) if home else None
        if attempt is None or told is None or one.verdict == NEUTRAL or told.verdict == UNKNOWN:
            yield one
            continue
        is_stronger = told.decisive[0].kind in ("words", "revert")
        placed = replace(known[one.memory_id], given_at=attempt.given[one.memory_id])
        yield attribute(attempt, [placed], verdict=told)[0] if is_stronger or one.verdict == UNKNOWN else one


def labelled(split: str) -> Iterator[dict[str, Any]]:
    """The rows of a split, from every file of labels."""
    for path in sorted(DATA.glob("*labels*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            if item["half"] == split:
                yield item


def score(split: str) -> tuple[dict[str, Score], Counter[tuple[str, str]]]:
    """Scores by kind, and how labels and verdicts meet."""
    by_kind: dict[str, Score] = defaultdict(Score)
    pairs: Counter[tuple[str, str]] = Counter()
    for item in labelled(split):
        judged = judge_session(DATA / f"{item['id']}.jsonl", item["memories"])
        texts = {memory["id"]: memory["text"] for memory in item["memories"]}
        for label in item["expected"]:
            one = judged[label["memory"]]
            verdict = one.verdict if one else "none"
            pairs[label["verdict"], verdict] += 1
            for group in (by_kind[item["kind"]], by_kind["all"]):
                group.given += verdict != "none"
                group.labelled += label["verdict"] != "none"
                group.right += verdict == label["verdict"] != "none"
            if verdict != label["verdict"]:
                told = f"{item['id']} {label['memory']} {label['verdict']} (said {verdict}): {texts[label['memory']]}"
                by_kind[item["kind"]].wrong.append(
                    f"{told}\n    why: {label['why']}\n    got: {one.reason if one else ''}"
                )
    return by_kind, pairs


def commit_of_labels() -> str:
    """The commit that last changed the labels."""
    files = [str(path) for path in sorted(DATA.glob("*labels*.jsonl"))]
    command = ["git", "log", "-1", "--format=%h %cs", "--", *files]
    done = subprocess.run(command, cwd=DATA, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "not committed"


def table(by_kind: dict[str, Score]) -> str:
    """Scores as a person reads them."""
    lines = [f"{'kind':<26}{'labels':>8}{'given':>8}{'right':>8}{'precision':>11}{'recall':>8}"]
    for kind in [*sorted(kind for kind in by_kind if kind != "all"), "all"]:
        one = by_kind[kind]
        lines.append(f"{kind:<26}{one.labelled:>8}{one.given:>8}{one.right:>8}{one.precision:>11.3f}{one.recall:>8.3f}")
    return "\n".join(lines)


def main() -> None:
    """Score and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", choices=("tuning", "unused"), default="tuning")
    parser.add_argument("--show", action="store_true", help="list what went wrong (tuning only)")
    parser.add_argument("--json", help="write the figures to this file too")
    options = parser.parse_args()
    if options.show and options.split != "tuning":
        parser.error("what went wrong is shown of the split tuning alone")
    by_kind, pairs = score(options.split)
    if not by_kind:
        parser.error(f"no label is of the split {options.split}")
    print(f"labels of commit {commit_of_labels()}, split {options.split}")
    print(table(by_kind))
    goals = ", ".join(f"{name} ≥ {goal}" for name, goal in GOALS.items())
    failed = pairs["worked", "failed"] + pairs["failed", "worked"]
    print(f"goals: {goals}; successes called failures, or the reverse: {failed}")
    if options.show:
        for kind, one in sorted(by_kind.items()):
            for wrong in one.wrong:
                print(f"\n[{kind}] {wrong}")
    if options.json:
        figures = {kind: {"precision": one.precision, "recall": one.recall} for kind, one in by_kind.items()}
        Path(options.json).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
