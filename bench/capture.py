"""How well capture keeps what the work taught: against labels by somebody who had not seen the rules.

    python bench/capture.py [--half tuning|unused] [--show [ID ...]] [--only labels|scale|tokens] [--json FILE]

Each transcript below bench/data/capture is captured into a store of its own, by the same call the hooks' digester
        makes;
what is then active in the store is compared with the labels (the rubric is in the folder's README). Rules are written
while looking at the half `tuning`; `unused` is for reporting, and `--show`, which lists what went wrong, refuses it.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from capture_scale import scale_figures
from capture_tokens import token_figures

from hardwon.config.actor import PERSON
from hardwon.engine import open_engine
from hardwon.engine.capturing import capture
from hardwon.models import Memory

DATA = Path(__file__).parent / "data" / "capture"
GOALS = {"precision": 0.90, "recall": 0.70, "junk": 0.05, "leaks": 0}
RECORDED = "client's own"  # sessions that the real client recorded
_MARKS = str.maketrans("", "", "`*\"'‘’‚‛“”„‟")
_BLANKS = re.compile(r"\s+")


def plain(text: str) -> str:
    """A text as labels are compared: lower case, no quotation marks, single blanks."""
    return _BLANKS.sub(" ", text.lower().translate(_MARKS))


def matches(text: str, must: Sequence[str | list[str]]) -> bool:
    """Whether a text has one alternative of each group."""
    told = plain(text)
    return all(any(_occurs(one, told) for one in ([group] if isinstance(group, str) else group)) for group in must)


def _occurs(alternative: str, told: str) -> bool:
    sought = plain(alternative)
    begins_word = sought[:1].isascii() and sought[:1].isalnum()
    return re.search((r"(?<![A-Za-z0-9_])" if begins_word else "") + re.escape(sought), told) is not None


@dataclass
class Score:
    """Counts of one group of sessions.

    Attributes:
        stored: active memories, repeats left out. right: those worth keeping. junk: those that are rubbish.
        wanted: what a colleague would write down. found: how much of it is there.
        leaks: `never` texts in what a model may be given. spilt: secrets in any file of the store's folder.
    """

    sessions: int = 0
    stored: int = 0
    right: int = 0
    junk: int = 0
    repeats: int = 0
    wanted: int = 0
    found: int = 0
    leaks: int = 0
    spilt: int = 0
    told: list[str] = field(default_factory=list)

    def row(self) -> dict[str, float]:
        """The figures by name; shares are 1 (junk 0) where there is nothing to judge."""
        return {
            "sessions": self.sessions,
            "stored": self.stored,
            "right": self.right,
            "wanted": self.wanted,
            "found": self.found,
            "repeats": self.repeats,
            "precision": round(self.right / self.stored, 3) if self.stored else 1.0,
            "recall": round(self.found / self.wanted, 3) if self.wanted else 1.0,
            "junk": round(self.junk / self.stored, 3) if self.stored else 0.0,
            "leaks": self.leaks + self.spilt,
        }


def labelled(half: str) -> Iterator[dict[str, Any]]:
    """The labels of one half; the other half's are not looked at."""
    for line in (DATA / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        if item["half"] == half:
            yield item


def captured(transcript: Path, folder: Path) -> list[Memory]:
    """What capture stores of a transcript, in a fresh home below a folder."""
    project = folder / "app"
    project.mkdir()
    environ = {"HOME": str(folder), "HARDWON_HOME": str(folder / "data"), "HARDWON_CONFIG": str(folder / "config.toml")}
    with open_engine(environ, str(project), actor=PERSON) as engine:
        capture(engine, transcript_path=str(transcript), session_id=transcript.stem)
        return engine.list(limit=1000)[0]


def judge(item: dict[str, Any], memories: list[Memory], files: bytes) -> Score:
    """The score of one session.

    Args:
        item: its labels. memories: what is active after it. files: every byte of the store's folder, in lower case.
    """
    keep, fine = item["keep"], item.get("also_fine", [])
    entries = [*((("keep", index), entry) for index, entry in enumerate(keep))]
    entries += [(("fine", index), entry) for index, entry in enumerate(fine)]
    score = Score(sessions=1, wanted=len(keep))
    met: set[tuple[str, int]] = set()
    for memory in sorted(memories, key=lambda one: (one.recorded_at, one.id)):
        hit = {name for name, entry in entries if matches(memory.content, entry["must"])}
        leaked = [one for one in item.get("never", []) if one.lower() in memory.content.lower()]
        score.leaks += len(leaked)
        if hit and not leaked and hit <= met:
            score.repeats += 1
            continue
        met |= hit
        score.stored += 1
        right = bool(hit) and not leaked
        junk = not hit and (
            bool(leaked) or not entries or any(matches(memory.content, j) for j in item.get("junk", []))
        )
        score.right += right
        score.junk += junk
        if not right:
            score.told.append(
                f"{'junk' if junk else 'wrong'}: {memory.content!r} ({memory.category}; {memory.origin.note})"
            )
    score.found = sum(("keep", index) in met for index in range(len(keep)))
    for secret in item.get("secrets", []):
        if secret.lower().encode() in files:
            score.spilt += 1
            score.told.append(f"spilt: {secret!r}")
    for index, entry in enumerate(keep):
        if ("keep", index) not in met:
            score.told.append(f"missed: {entry['gist']} ({entry['category']}, {entry['who']}; must {entry['must']})")
    return score


def score_half(half: str, only: Sequence[str] = ()) -> tuple[dict[str, Score], dict[str, Score]]:
    """Scores by kind (and "all"), and by session."""
    by_kind: dict[str, Score] = defaultdict(Score)
    by_session: dict[str, Score] = {}
    for item in labelled(half):
        if only and item["id"] not in only:
            continue
        with tempfile.TemporaryDirectory() as name:
            memories = captured(DATA / f"{item['id']}.jsonl", Path(name))
            files = b"\n".join(path.read_bytes() for path in Path(name).rglob("*") if path.is_file())
        one = by_session[item["id"]] = judge(item, memories, files.lower())
        other = "other languages" if item.get("lang", "en") != "en" else "English"
        recorded = [by_kind[RECORDED]] if item.get("client") else []
        for group in (by_kind[item["kind"]], by_kind[other], by_kind["all"], *recorded):
            for count in ("sessions", "stored", "right", "junk", "repeats", "wanted", "found", "leaks", "spilt"):
                setattr(group, count, getattr(group, count) + getattr(one, count))
    return by_kind, by_session


def commit_of_labels() -> str:
    """The commit that last changed the labels."""
    command = ["git", "log", "-1", "--format=%h %cs", "--", str(DATA / "labels.jsonl")]
    done = subprocess.run(command, cwd=DATA, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "not committed"


def table(by_kind: dict[str, Score]) -> str:
    """Scores as a person reads them."""
    groups = ("English", "other languages", RECORDED, "all")
    names = [*sorted(kind for kind in by_kind if kind not in groups), *(name for name in groups if name in by_kind)]
    columns = ("sessions", "stored", "right", "wanted", "found", "repeats", "precision", "recall", "junk", "leaks")
    lines = [f"{'kind':<16}" + "".join(f"{column:>10}" for column in columns)]
    for name in names:
        row = by_kind[name].row()
        cells = (f"{row[c]:>10.3f}" if c in ("precision", "recall", "junk") else f"{row[c]:>10}" for c in columns)
        lines.append(f"{name:<16}" + "".join(cells))
    return "\n".join(lines)


def _labels(options: argparse.Namespace) -> dict[str, Any]:
    by_kind, by_session = score_half(options.half, options.show or ())
    print(f"labels of commit {commit_of_labels()}, half {options.half}")
    print(table(by_kind))
    print("goals: precision ≥ 0.90, recall ≥ 0.70, junk ≤ 0.05, leaks 0")
    if options.show is not None:
        for session, one in by_session.items():
            for told in one.told:
                print(f"{session} {told}")
    return {"half": options.half, "commit": commit_of_labels(), **{kind: one.row() for kind, one in by_kind.items()}}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("tuning", "unused"), default="tuning")
    parser.add_argument("--show", nargs="*", metavar="ID", help="list what went wrong, of these sessions (tuning only)")
    parser.add_argument("--only", choices=("labels", "scale", "tokens"), help="one part alone")
    parser.add_argument("--json", help="write the figures to this file too")
    options = parser.parse_args()
    if options.show is not None and options.half != "tuning":
        parser.error("what went wrong is shown of the half tuning alone")
    figures: dict[str, Any] = {"goals": GOALS}
    if options.only in (None, "labels"):
        figures["labels"] = _labels(options)
    if options.only in (None, "scale"):
        figures["scale"] = scale_figures()
    if options.only in (None, "tokens"):
        figures["tokens"] = token_figures()
    for part in ("scale", "tokens"):
        for name, value in figures.get(part, {}).items():
            print(f"{part:<8}{name:<44}{value}")
    if options.json:
        Path(options.json).write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
