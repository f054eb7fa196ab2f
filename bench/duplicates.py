"""Count which labelled pairs upkeep takes for near-duplicates, by vectors and by words.

Run: .venv/bin/python bench/duplicates.py [--embedder onnx|none] [--wrong] [dev|test]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from shelf import model_of

from hardwon.maintenance.duplicates import says_the_same, word_set

DATA = Path(__file__).parent / "data" / "duplicates"
THRESHOLD = 0.95
OVERLAP = 0.8


def pairs(half: str) -> list[tuple[str, str, str]]:
    """(label, one, other) of one half."""
    lines = (DATA / f"{half}.txt").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("|")) for line in lines]  # type: ignore[misc]


def nearness(found: list[tuple[str, str, str]], embedder: str) -> list[float]:
    """How near each pair is: by vectors, or where there are none by words, on the scale of the threshold."""
    model = model_of(embedder)
    if model is None:
        shares = [(word_set(one), word_set(other)) for _, one, other in found]
        return [len(a & b) / (len(a | b) or 1) + THRESHOLD - OVERLAP for a, b in shares]
    import numpy as np

    texts = [text for _, one, other in found for text in (one, other)]
    vectors = np.array(model.embedder.embed_documents(texts), np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return [float(vectors[2 * number] @ vectors[2 * number + 1]) for number in range(len(found))]


def main() -> int:
    """Print precision and recall, with and without the check for what changes the meaning."""
    embedder = "none" if "none" in sys.argv else "onnx"
    log = ["git", "log", "-1", "--format=%h %cs", "--", str(DATA)]
    print("labels:", subprocess.run(log, capture_output=True, text=True, check=False, cwd=DATA).stdout.strip())
    for half in [word for word in sys.argv[1:] if word in ("dev", "test")] or ["dev", "test"]:
        found = pairs(half)
        near = nearness(found, embedder)
        if embedder != "none":  # upkeep takes what either finds
            near = [max(pair) for pair in zip(near, nearness(found, "none"), strict=True)]
        for name, is_checked in (("nearness alone", False), ("with the check", True)):
            taken = [
                (label, one, other)
                for (label, one, other), value in zip(found, near, strict=True)
                if value >= THRESHOLD and (not is_checked or says_the_same(one, other))
            ]
            right = sum(label == "same" for label, _, _ in taken)
            due = sum(label == "same" for label, _, _ in found)
            precision = right / len(taken) if taken else 1.0
            print(f"{half}, {name}: {len(found)} pairs, precision {precision:.3f}, recall {right / due:.3f}")
        if "--wrong" in sys.argv:
            for (label, one, other), value in zip(found, near, strict=True):
                is_taken = value >= THRESHOLD and says_the_same(one, other)
                if is_taken != (label == "same"):
                    print(f"  {label:9} {value:.3f} {says_the_same(one, other)} {one} | {other}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
