"""What was acknowledged is there after a kill -9 at any moment; at most the write in flight is lost."""

from __future__ import annotations

import os
import random
import select
import time
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from hardwon.engine import Engine
from processes import Child, said, void
from workbench import Bench


def is_sound(path: Path) -> bool:
    """Whether SQLite and the word index find nothing wrong."""
    connection = apsw.Connection(str(path))
    try:
        connection.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


def write_and_acknowledge(bench: Bench, round: int) -> Callable[[Callable[[str], None]], None]:
    """Memories, changes and verdicts, each acknowledged once the engine has returned."""

    def work(send: Callable[[str], None]) -> None:
        with bench.engine() as engine:
            for number in range(10_000):
                memory = engine.remember(f"Round {round}, memory {number}: {'detail ' * (number % 40)}").memory
                send(f"added {memory.id}")
                if number % 3 == 0:
                    engine.edit(memory.id, title=f"title {number}")
                    send(f"edited {memory.id}")
                if number % 3 == 1:
                    engine.record_outcome(memory.id, "worked")
                    send(f"judged {memory.id}")

    return work


def check(engine: Engine, acknowledged: list[str]) -> int:
    """Assert that everything acknowledged is there; how many memories there are."""
    for line in acknowledged:
        did, memory_id = line.split()
        memory = engine.get(memory_id)
        if did == "edited":
            assert memory.title and memory.version == 2
        if did == "judged":
            assert engine.record(memory_id).worked == 1
    return engine.list(limit=1)[1]


def kill_in_the_middle(home: Path, chance: random.Random, rounds: int, trials: int) -> None:
    for trial in range(trials):
        bench = Bench.at(home / str(trial))
        acknowledged: list[str] = []
        for round in range(rounds):
            bench._count = 1000 * 1000 * (round + 1)
            child = Child(write_and_acknowledge(bench, round))
            # The first round is also the store's first run: it is killed while it is made as well.
            select.select([child.out], [], [], chance.uniform(0, 0.03) if round == 0 else 5)
            time.sleep(chance.uniform(0, 0.02))
            acknowledged += child.kill()
            with bench.engine() as engine:
                added = sum(line.startswith("added") for line in acknowledged)
                assert added <= check(engine, acknowledged) <= added + round + 1
        bench._count = 10**9
        bench.remember("and it goes on")
        assert is_sound(bench.file)


def test_a_kill_at_any_moment_loses_nothing_acknowledged(home: Path) -> None:
    kill_in_the_middle(home, random.Random(1), rounds=3, trials=30)


@pytest.mark.slow
def test_hundreds_of_kills_lose_nothing_acknowledged(home: Path) -> None:
    kill_in_the_middle(home, random.Random(), rounds=3, trials=200)


def test_a_kill_among_many_writers_loses_nothing_acknowledged(home: Path) -> None:
    chance = random.Random(2)
    for trial in range(8):
        bench = Bench.at(home / str(trial))
        children = []
        for number in range(4):
            bench._count = 1000 * 1000 * (number + 1)
            children.append(Child(write_and_acknowledge(bench, number)))
        time.sleep(chance.uniform(0.02, 0.15))
        acknowledged = [line for child in children for line in child.kill()]
        with bench.engine() as engine:
            added = sum(line.startswith("added") for line in acknowledged)
            assert added <= check(engine, acknowledged) <= added + len(children)
        # On a busy machine all may be killed before one has made the store.
        assert is_sound(bench.file) if acknowledged or bench.file.exists() else True


def test_a_killed_first_run_leaves_no_half_store(home: Path) -> None:
    chance = random.Random(3)
    seen = set()
    undisturbed = Bench.at(home / "undisturbed")
    begun = time.perf_counter()
    said([Child(lambda send: void(undisturbed.remember("first")))])
    took = time.perf_counter() - begun
    for trial in range(60):
        bench = Bench.at(home / str(trial))
        child = Child(lambda send, bench=bench: void(bench.remember("first")))  # type: ignore[misc]
        time.sleep(chance.uniform(0, 1.5 * took))
        child.kill()
        seen.add(bench.file.exists())
        with bench.quick() as quick:
            quick.brief()
        with bench.engine() as engine:
            assert engine.list()[1] <= 1
        bench._count = 10**9
        bench.remember("second")
        assert is_sound(bench.file)
    assert seen == {True, False}


def test_two_first_runs_at_once_agree_on_one_store(home: Path) -> None:
    for trial in range(25):
        bench = Bench.at(home / str(trial))
        begin, start = os.pipe()

        def first_run(send: Callable[[str], None], bench: Bench = bench, begin: int = begin) -> None:
            os.read(begin, 1)
            with bench.engine() as engine:
                send(engine.remember(f"of process {os.getpid()}").memory.id)

        children = []
        for number in range(4):
            bench._count = 1000 * number
            children.append(Child(first_run))
        os.write(start, b"xxxx")
        told = said(children)
        os.close(begin)
        os.close(start)
        with bench.engine() as engine:
            assert sorted(memory.id for memory in engine.list()[0]) == sorted(told)
        assert [path.name for path in bench.file.parent.iterdir() if ".new-" in path.name] == []


def test_a_process_that_forks_shares_nothing_with_its_child(bench: Bench) -> None:
    with bench.engine() as engine:
        engine.remember("before the fork")

        def work(send: Callable[[str], None]) -> None:
            bench._count = 1000
            engine.remember("of the child")
            engine.close()

        child = Child(work)
        bench._count = 2000
        for number in range(20):
            engine.remember(f"of the parent, {number}")
        said([child])
        engine.remember("after the child")
        assert engine.list()[1] == 23
        assert [hit.content for hit in engine.recall("of the child").hits][:1] == ["of the child"]
    assert is_sound(bench.file)
