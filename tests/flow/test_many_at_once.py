"""Hundreds of processes at one store: all succeed, nothing is lost or doubled."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import pytest

from processes import Child, said
from workbench import Bench

WRITERS = 200


def is_sound(path: Path) -> bool:
    connection = apsw.Connection(str(path))
    try:
        connection.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


def writer(bench: Bench, number: int) -> Callable[[Callable[[str], None]], None]:
    def work(send: Callable[[str], None]) -> None:
        bench._count = 1000 * (number + 1)
        with bench.engine() as engine:
            send(engine.remember(f"Writer {number} keeps quokka{number}", key=f"writer-{number}").memory.id)
            # A host that saw no answer asks again.
            assert not engine.remember(f"Writer {number} keeps quokka{number}", key=f"writer-{number}").created

    return work


def reader(bench: Bench, number: int) -> Callable[[Callable[[str], None]], None]:
    def work(send: Callable[[str], None]) -> None:
        chance = random.Random(number)
        for _ in range(40):
            with bench.quick() as quick:
                quick.for_prompt(f"what does quokka{chance.randrange(WRITERS)} keep")
                quick.brief()
            with bench.engine() as engine:
                engine.list(limit=5)

    return work


@pytest.mark.parametrize("first_run", [True, False])
@pytest.mark.parametrize("one_file", [True, False])
def test_two_hundred_writers_and_a_dozen_readers_at_once(home: Path, first_run: bool, one_file: bool) -> None:
    bench = Bench.at(home, **({"HARDWON_DB": str(home / "all.db")} if one_file else {}))
    if not first_run:
        bench.remember("there already")
    children = []
    for number in range(WRITERS):
        children.append(Child(writer(bench, number)))
        if number % 16 == 0:
            children.append(Child(reader(bench, number)))
    told = said(children)
    assert len(told) == WRITERS
    with bench.engine() as engine:
        found, total = engine.list(limit=1000)
        assert total == WRITERS + (not first_run)
        assert set(told) <= {memory.id for memory in found}
        assert len(engine.recall("quokka7").hits) == 1
    file = Path(bench.paths.db) if one_file else bench.file
    assert is_sound(file)
    assert [path.name for path in file.parent.iterdir() if ".new-" in path.name] == []


def test_the_same_saying_from_many_processes_is_one_memory(bench: Bench) -> None:
    def work(send: Callable[[str], None]) -> None:
        bench._count = os.getpid() * 1000
        with bench.engine() as engine:
            engine.remember("Use tabs", key="the same call")
            engine.remember("use  TABS.")

    said(Child(work) for _ in range(30))
    with bench.engine() as engine:
        (memory,), total = engine.list()
        assert total == 1
        # Each of the thirty said it again without a key; one call with the key made it.
        assert memory.restated_count == 30


def test_changes_of_one_memory_from_many_processes_are_all_versions(bench: Bench) -> None:
    (memory,) = bench.remember("Shared by all")

    def work(number: int) -> Callable[[Callable[[str], None]], None]:
        def change(send: Callable[[str], None]) -> None:
            bench._count = 1000 * (number + 1)
            with bench.engine() as engine:
                engine.edit(memory, tags=[f"t{number}"])
                engine.record_outcome(memory, "worked", key=f"run {number}")

        return change

    said(Child(work(number)) for number in range(20))
    with bench.engine() as engine:
        assert [one.version for one in engine.history(memory)] == list(range(1, 22))
        assert engine.record(memory).worked == 20
        assert sum(one.retired_at is None for one in engine.history(memory)) == 1


@pytest.mark.slow
def test_two_hundred_commands_twelve_at_once(bench: Bench) -> None:
    environ = {**os.environ, **bench.environ}

    def add(number: int) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "hardwon.cli", "add", f"Command {number} keeps quokka{number}"],
            env=environ,
            cwd=bench.project,
            capture_output=True,
            text=True,
            timeout=120,
        )

    with ThreadPoolExecutor(12) as pool:
        done = list(pool.map(add, range(WRITERS)))
    assert [one.stderr for one in done if one.returncode] == []
    with bench.engine() as engine:
        assert engine.list()[1] == WRITERS
    assert is_sound(bench.file)
