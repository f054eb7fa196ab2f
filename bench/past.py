"""What a search of the past costs: as of now, and as of a moment before half of the memories were there.

Run: .venv/bin/python bench/past.py [COUNT]
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from maintain import fill

from hardwon.engine import Engine, open_engine

QUERIES = (
    "restart the scheduler and clear the cache",
    "which port does the importer listen on",
    "flag before migrated",
)
TIMES = 3


def timed(engine: Engine, label: str, as_of: int | None) -> None:
    """Print the CPU time of a search, on the average of some queries."""
    begun = time.process_time()
    found = [len(engine.recall(query, as_of=as_of).hits) for _ in range(TIMES) for query in QUERIES]
    each = (time.process_time() - begun) / len(found)
    print(f"{label}: {each:.3f} s CPU a search, {sum(found) // TIMES} hits for {len(QUERIES)} queries")


def main() -> int:
    """Measure."""
    count = next((int(word) for word in sys.argv[1:] if word.isdigit()), 100_000)
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "HOME": folder, "HARDWON_HOME": folder + "/data", "HARDWON_CONFIG": folder + "/c.toml"}
        project = Path(folder) / "app"
        project.mkdir()
        with open_engine(environ, str(project)) as engine:
            fill(engine, count)
            now = engine.clock()
            timed(engine, "today", None)
            timed(engine, "as of now", now)
            timed(engine, "as of when half was there", now - count * 500)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
