"""What upkeep costs: a dry run over many memories, and a run over what is new.

Run: .venv/bin/python bench/maintain.py [COUNT] [--vectors]
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from pathlib import Path

from hardwon.engine import open_engine
from hardwon.engine.upkeep import SEEN, maintain
from hardwon.models import Memory, Origin
from hardwon.store import memories, spaces, upkeep
from hardwon.store.identity import SpaceIdentity

NEW = 100
DIMENSIONS = 384
VERBS = (
    "reads",
    "writes",
    "parses",
    "renders",
    "caches",
    "retries",
    "uploads",
    "signs",
    "rotates",
    "merges",
    "splits",
    "filters",
    "batches",
    "queues",
    "locks",
)
THINGS = (
    "invoice",
    "order",
    "user",
    "token",
    "cart",
    "session",
    "report",
    "shard",
    "snapshot",
    "ledger",
    "coupon",
    "parcel",
    "webhook",
    "tenant",
    "badge",
)
PLACES = (
    "worker",
    "gateway",
    "importer",
    "scheduler",
    "console",
    "mailer",
    "indexer",
    "broker",
    "proxy",
    "cli",
    "dashboard",
    "exporter",
)


def sentence(chance: random.Random, number: int) -> str:
    """One coding memory among many that are alike in kind."""
    kind = number % 5
    place, verb, thing = chance.choice(PLACES), chance.choice(VERBS), chance.choice(THINGS)
    detail = f"{chance.choice(THINGS)}_{chance.randrange(4000)}"
    return (
        f"The {place} {verb} each {thing} twice because {detail} is not locked",
        f"The {place}{number} listens on port {number % 60000}.",
        f"When `{detail}` fails with E{chance.randrange(900)}, restart the {place} and clear the {thing} cache",
        f"Use {detail} for the {thing} of the {place}, not the {chance.choice(VERBS)[:-1]} helper",
        f"{place.title()} deploys need the {thing} flag {chance.randrange(10_000)} before {detail} is migrated",
    )[kind]


def fill(engine: object, count: int, *, start: int = 0) -> None:
    """Store memories without the costs of a door."""
    chance = random.Random(start)
    database = engine._writing(engine.project)  # type: ignore[attr-defined]
    now = engine.clock()  # type: ignore[attr-defined]
    with database.atomic():
        for number in range(start, start + count):
            at = now - (count - number % count) * 1000
            one = Memory(
                id=f"b{number:011d}", project=engine.project, category=("gotcha", "command", "general")[number % 3],  # type: ignore[attr-defined]
                content=sentence(chance, number), trust="agent", origin=Origin(who="agent"), valid_from=at,
                recorded_at=at, created_at=at, files=(f"src/{number % 9000}.py",),
            )  # fmt: skip
            memories.insert_memory(database, one, None)


def embed(engine: object) -> None:
    """Vectors as of an embedder: near a hundred directions, none of them equal."""
    import numpy as np

    database = engine._writing(engine.project)  # type: ignore[attr-defined]
    identity = SpaceIdentity(provider="bench", model="bench", revision="1", dimensions=DIMENSIONS)
    space = spaces.ensure_space(database, identity, 1)
    noise = np.random.default_rng(1)
    centres = noise.standard_normal((100, DIMENSIONS))
    with database.atomic():
        pending = spaces.pending(database, space, 10_000_000)
        for row, _ in pending:
            vector = centres[row % 100] + noise.standard_normal(DIMENSIONS)
            peak = np.abs(vector).max()
            values = np.round(vector * 127 / peak).astype(np.int8).tobytes()
            database.change("INSERT INTO vectors (space, row, vec) VALUES (?, ?, ?)", (space.id, row, values))
        spaces.set_state(database, space, spaces.READY)


def timed(label: str, engine: object, **options: bool) -> None:
    """Run and print CPU and wall time."""
    cpu, wall = time.process_time(), time.monotonic()
    report = maintain(engine, **options)  # type: ignore[arg-type]
    cpu, wall = time.process_time() - cpu, time.monotonic() - wall
    print(f"{label}: {cpu:.2f} s CPU, {wall:.2f} s, {report.looked_at} looked at, {len(report.findings)} findings")


def main() -> int:
    """Measure."""
    count = next((int(word) for word in sys.argv[1:] if word.isdigit()), 100_000)
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "HOME": folder, "HARDWON_HOME": folder + "/data", "HARDWON_CONFIG": folder + "/c.toml"}
        project = Path(folder) / "app"
        project.mkdir()
        with open_engine(environ, str(project)) as engine:
            fill(engine, count)
            if "--vectors" in sys.argv:
                embed(engine)
            timed(f"dry run over {count:,}", engine)
            database = engine._writing(engine.project)
            with database.atomic():
                upkeep.set_mark(database, SEEN + engine.project, upkeep.newest_row(database))
            fill(engine, NEW, start=count)
            if "--vectors" in sys.argv:
                embed(engine)
            timed(f"run over {NEW} new of {count:,}", engine, new_only=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
