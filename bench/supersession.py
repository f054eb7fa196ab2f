"""Count what the rules of supersession do to labelled pairs.

Run: .venv/bin/python bench/supersession.py [--wrong] [dev|test]
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

from hardwon.maintenance.supersession import CERTAIN, DOUBTFUL, effect_of

DATA = Path(__file__).parent / "data" / "supersession"


def pairs(half: str) -> list[tuple[str, str, str]]:
    """(label, earlier, later) of one half."""
    lines = (DATA / f"{half}.tsv").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines]  # type: ignore[misc]


def counts(half: str, *, show: bool = False) -> dict[str, float]:
    """What became of a half's pairs."""
    found: Counter[str] = Counter()
    for label, earlier, later in pairs(half):
        effect = effect_of(earlier, later)
        is_due = label in CERTAIN
        found["pairs"] += 1
        found["due"] += is_due
        found["applied"] += effect.kind in CERTAIN
        found["right"] += is_due and effect.kind in CERTAIN
        found["wrong"] += not is_due and effect.kind in CERTAIN
        found["proposed"] += effect.kind == DOUBTFUL
        found["proposed for nothing"] += effect.kind == DOUBTFUL and label in ("separate", "same", "extends")
        if show and (is_due != (effect.kind in CERTAIN)):
            print(f"{label:9} {effect.kind:9} {earlier} | {later}")
    return dict(found)


def main() -> int:
    """Print the counts and the commit the labels stand at."""
    halves = [word for word in sys.argv[1:] if word in ("dev", "test")] or ["dev", "test"]
    log = ["git", "log", "-1", "--format=%h %cs", "--", str(DATA)]
    print("labels:", subprocess.run(log, capture_output=True, text=True, check=False, cwd=DATA).stdout.strip())
    for half in halves:
        found = counts(half, show="--wrong" in sys.argv)
        print(
            f"{half}: {found['pairs']} pairs; superseded {found['right']} of {found['due']} that are due, "
            f"wrongly {found['wrong']} ({found['wrong'] / found['pairs']:.1%} of pairs); "
            f"proposals {found['proposed']}, of them for nothing {found['proposed for nothing']}"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
