"""Upkeep that is ended at any step, or whose log is cut, leaves no half state, and nothing acknowledged is lost."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from hardwon.engine import deciding, folding, journal, upkeep
from hardwon.engine.journal import journal as told
from hardwon.engine.upkeep import maintain
from hardwon.store import memories, proposals
from hardwon.store import upkeep as store
from hardwon.store.integrity import examine
from processes import Child
from workbench import DAY_MS, Bench


def filled(bench: Bench) -> dict[str, str]:
    """Memories of which upkeep retires, puts away and asks about some; id → text."""
    with bench.engine() as engine:
        ids = [engine.remember(f"Ports of service {number} begin at {number}000").memory.id for number in range(1, 6)]
        for number in range(8):
            twin = engine.remember(f"Twin of {number}").memory.id
            engine.edit(twin, content=engine.get(ids[number % 5]).content)
        engine.remember("I prefer dark themes.")
        with bench.engine(actor="agent") as agent:
            for number in range(6):
                agent.remember(f"Looked into button {number} of the form")
        bench.tick(200 * DAY_MS)
        found, _ = engine.list(status="all", limit=1000)
        return {one.id: one.content for one in found}


STEPS: list[tuple[ModuleType, str, bool]] = [
    (store, "take_lease", True),
    (proposals, "expire", True),
    (folding, "review", True),
    (upkeep, "plan", True),
    (memories, "retire_live_version", True),
    (journal.upkeep, "insert_applied", False),
    (store, "copy_record", False),
    (deciding, "carry_out", True),
    (upkeep, "_apply", True),
    (proposals, "insert_proposal", True),
    (store, "set_mark", True),
    (store, "release_lease", False),
]


@pytest.mark.parametrize(("module", "name", "after"), STEPS, ids=[name for _, name, _ in STEPS])
def test_a_run_that_is_killed_leaves_whole_steps_and_the_next_ends_it(
    bench: Bench, module: ModuleType, name: str, after: bool
) -> None:
    texts = filled(bench)

    def work(_: object) -> None:
        real = getattr(module, name)

        def step(*arguments: object, **options: object) -> None:
            if after:
                real(*arguments, **options)
            os._exit(9)

        setattr(module, name, step)
        upkeep.BATCH = 4
        bench._count += 10_000  # the ids of another process
        with bench.engine() as engine:
            maintain(engine, apply=True)

    status, said = Child(work).wait()
    assert status == 9, said
    bench.tick(1)  # nobody has to wait for the lease of a process that is gone
    assert examine(str(bench.file)).is_sound
    with bench.engine() as engine:
        for id, text in texts.items():
            assert engine.get(id).content == text
        done = {one.memory_id: one for one in told(engine, limit=1000)}
        changed = {id for id in texts if engine.get(id).status == "retired" or engine.get(id).tier == "cold"}
        # What was changed is told of, and the other way round.
        assert changed == {id for id, one in done.items() if one.kind in ("duplicate", "cold")}
        maintain(engine, apply=True)
        again = maintain(engine, apply=True)
        assert (dict(again.applied), dict(again.asked)) == ({}, {})
        assert len([id for id in texts if engine.get(id).status == "retired"]) == 8
        assert len([id for id in texts if engine.get(id).tier == "cold"]) == 6


def test_a_log_that_is_cut_in_a_run_loses_whole_steps_only(bench: Bench, tmp_path: Path) -> None:
    texts = filled(bench)
    with bench.engine() as engine:
        engine.stores.writing(bench.binding).rows("PRAGMA wal_checkpoint (TRUNCATE)")
        upkeep_batch, upkeep.BATCH = upkeep.BATCH, 2
        try:
            maintain(engine, apply=True)
        finally:
            upkeep.BATCH = upkeep_batch
        log = Path(f"{bench.file}-wal")
        size = log.stat().st_size
        copies = []
        for number, cut in enumerate(range(32, size, max(size // 12, 1))):
            folder = tmp_path / str(number)
            folder.mkdir()
            shutil.copy(bench.file, folder / "memory.db")
            (folder / "memory.db-wal").write_bytes(log.read_bytes()[:cut])
            copies.append(folder / "memory.db")
    assert len(copies) >= 10
    for path in copies:
        fresh = Bench.at(tmp_path / f"home-{path.parent.name}", HARDWON_DB=str(path))
        fresh.project, fresh.now = bench.project, bench.now + upkeep.LEASE_MS
        assert examine(str(path)).problems == []
        with fresh.engine() as engine:
            assert {id: engine.get(id).content for id in texts} == texts
            maintain(engine, apply=True)
            assert len([id for id in texts if engine.get(id).status == "retired"]) == 8
