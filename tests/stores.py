"""Stores for tests that need every kind of row, and ways to look into their files."""

from __future__ import annotations

import random
from pathlib import Path

import apsw

from hardwon.models import SessionSummary
from hardwon.store import proposals, spaces, tasks, upkeep
from hardwon.store.database import Database
from hardwon.store.identity import SpaceIdentity
from hardwon.store.migrations import open_existing
from workbench import Bench

Rows = dict[str, dict[int, tuple[object, ...]]]
MADE_ANEW = ("migrations", "counters", "vector_removals", "spaces")


def fill(bench: Bench, count: int = 120, *, long: int = 3) -> list[str]:
    """Give a bench's project memories of every kind, with versions, outcomes, restatements, sessions and vectors."""
    with bench.engine() as engine, engine.batch():
        ids = []
        for number in range(count):
            bench.tick(1000)
            text = f"Memory {number} tells how service{number} listens on port {8000 + number}"
            # Some do not fit on a page.
            text += " and much more" * (500 if number < long else number % 17)
            ids.append(
                engine.remember(
                    text,
                    category=("gotcha", "decision", "command")[number % 3],
                    title=f"Title {number}",
                    tags=[f"tag{number % 5}"],
                    files=[f"src/part{number}.py"],
                    confidence=0.5 if number % 2 else None,
                    surroundings=f"said around {number}",
                    key=f"key-{number}" if number % 3 else None,
                ).memory.id
            )
        for number, id in enumerate(ids):
            bench.tick(1000)
            if number % 4 == 0:
                engine.edit(id, tags=["edited"])
            if number % 5 == 0:
                engine.record_outcome(id, "worked", note="it did")
            if number % 7 == 0:
                engine.remember(engine.get(id).content, key=f"again-{number}")
            if number % 11 == 0:
                engine.archive(id)
            engine.note_event(
                key=f"event-{number}", session_id="s", event="PostToolUse", tool="Bash", tool_use_id="t", at=bench.now
            )
            engine.note_injections(
                session_id="s", event="UserPromptSubmit", memory_ids=[id], at=bench.now, key=f"given-{number}"
            )
        engine.set_cursor("/a/transcript.jsonl", 10, 2, 10)
        engine.save_session(SessionSummary(session_id="s", goal="to ship", done=("this",), ended_at=bench.now))
        database = engine.stores.writing(bench.binding)
        tasks.put(database, tasks.Task(key="task", project=bench.binding, source="beads", id="a-1", title="Ship it"))
        linked = tasks.Link(memory_id=ids[0], how=tasks.GIVEN, session_id="s", at=bench.now)
        tasks.link(database, bench.binding, "task", linked)
        tasks.keep_source_state(database, bench.binding, "beads", 0, "{}")
        _upkeep(database, bench, ids)
    _embed(bench)
    return ids


def _upkeep(database: Database, bench: Bench, ids: list[str]) -> None:
    step = upkeep.Applied(
        id="a1", project=bench.binding, run="r", kind="cold", memory_id=ids[1], before=1, after=2, at=bench.now
    )
    upkeep.insert_applied(database, step)
    asked = proposals.Proposal(
        id="p1", project=bench.binding, kind="lift", subject="taste", targets=((ids[2], 1),), fingerprint="lift 2",
        created_at=bench.now, expires_at=bench.now + 1,
    )  # fmt: skip
    proposals.insert_proposal(database, asked)
    hidden = upkeep.Fold(
        original_id=ids[3], summary_id=ids[4], project=bench.binding, hidden_at=bench.now, review_at=bench.now
    )
    upkeep.put_fold(database, hidden)
    upkeep.take_lease(database, "maintain", "me", bench.now, 2**53)
    upkeep.set_mark(database, "seen", 7)


def _embed(bench: Bench) -> None:
    database = open_existing(str(bench.file))
    identity = SpaceIdentity(provider="test", model="noise", revision="1", dimensions=16)
    space = spaces.ensure_space(database, identity, bench.now)
    chance = random.Random(5)
    pending = spaces.pending(database, space, 10_000)
    spaces.put(database, space, [(row, [chance.gauss(0, 1) for _ in range(16)]) for row, _ in pending])
    database.close()


def rows_of(path: Path | str) -> Rows:
    """What a store holds that cannot be made from other rows: table → row number → values."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        tables = connection.execute(
            """SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
            AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'memory_fts%' AND name NOT LIKE 'bits_%'"""
        ).fetchall()
        return {
            str(name): {int(row[0]): row[1:] for row in connection.execute(f'SELECT rowid, * FROM "{name}"')}
            for (name,) in tables
            if name not in MADE_ANEW
        }
    finally:
        connection.close()


def overwrite(path: Path, at: int, data: bytes) -> None:
    """Put bytes over what stands in a file."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def pages_of(path: Path, name: str) -> list[int]:
    """The numbers, from 0, of a table's or index's pages, its root first."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        found = connection.execute("SELECT pageno FROM dbstat WHERE name = ? ORDER BY path", (name,)).fetchall()
        return [int(row[0]) - 1 for row in found]
    finally:
        connection.close()
