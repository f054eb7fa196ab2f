"""A repair among processes that read and write: it waits for none for long, and loses nobody's writes."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable

import apsw
import pytest

from hardwon.errors import StoreLocked
from hardwon.maintenance import files
from hardwon.store.fitness import file_at
from hardwon.store.integrity import examine
from hardwon.store.locks import writers_shut_out
from processes import Child, said
from stores import fill, overwrite, pages_of
from workbench import Bench

from .damage import (
    PAGE,
    break_a_leaf,
    break_the_index,
    kept_files,
    repair,
)


def held_by_another(bench: Bench, *statements: str) -> tuple[Child, int]:
    """Another process in the middle of something, until the handle is closed."""
    begin, end = os.pipe()

    def work(send: Callable[[str], None]) -> None:
        os.close(end)
        connection = apsw.Connection(str(bench.file))
        for statement in statements:
            connection.execute(statement).fetchall()
        send("held")
        os.read(begin, 1)

    child = Child(work)
    os.close(begin)
    assert os.read(child.out, 100) == b"held\n"
    return child, end


def let_go(held: tuple[Child, int]) -> None:
    os.close(held[1])
    held[0].wait()


@pytest.mark.parametrize("damage", [break_a_leaf, break_the_index])
@pytest.mark.parametrize(
    "statements",
    [
        ("BEGIN IMMEDIATE", "UPDATE counters SET value = value"),
        ("PRAGMA locking_mode = EXCLUSIVE", "BEGIN IMMEDIATE", "UPDATE counters SET value = value"),
    ],
)
def test_a_store_that_is_being_written_is_not_repaired(
    filled: Bench, damage: Callable[[Bench], None], statements: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardwon.maintenance.repair.WRITE_BUSY_MS", 100)
    monkeypatch.setattr("hardwon.store.salvage.WRITE_BUSY_MS", 100)
    damage(filled)
    before = file_at(str(filled.file))
    held = held_by_another(filled, *statements)
    try:
        with pytest.raises(StoreLocked):
            repair(filled)
        assert file_at(str(filled.file)) == before
        assert kept_files(filled) == []
        assert files.leftovers(str(filled.file)) == []
    finally:
        let_go(held)
    assert repair(filled)
    assert examine(str(filled.file)).is_sound


def test_whoever_only_has_the_store_open_does_not_stop_a_repair(filled: Bench) -> None:
    break_a_leaf(filled)
    held = held_by_another(filled, "SELECT count(*) FROM memories")
    try:
        assert repair(filled)
        filled._count = 7000
        filled.remember("written while the other one still has the old file open")
    finally:
        let_go(held)
    # Its closing must not have taken the new store's log for its own.
    assert examine(str(filled.file)).is_sound
    with filled.engine() as engine:
        assert engine.recall("still has the old file open").hits


def test_nothing_acknowledged_is_lost_to_a_repair_in_between(bench: Bench) -> None:
    """Writers keep their files open all the time; what they write goes to the store that is there afterwards."""
    fill(bench, 40)
    begin, end = os.pipe()

    def writer(number: int) -> Callable[[Callable[[str], None]], None]:
        def work(send: Callable[[str], None]) -> None:
            os.close(end)
            os.set_blocking(begin, False)
            bench._count = 100_000 * (number + 1)
            with bench.engine() as engine:
                while not _is_closed(begin):
                    try:
                        send(engine.remember(f"Writer {number} says {bench._count} " + "word " * 30).memory.id)
                    except StoreLocked:
                        continue

        return work

    children = [Child(writer(number)) for number in range(3)]
    os.close(begin)
    for round in range(3):
        wait_for_more(bench)
        # A broken page of `sessions` does not keep anybody from writing memories.
        page = pages_of(bench.file, "sqlite_autoindex_sessions_1")[0]
        checkpointed(bench)
        overwrite(bench.file, page * PAGE, random.Random(round).randbytes(PAGE))
        while not repaired(bench):
            pass
    wait_for_more(bench)
    os.close(end)
    acknowledged = said(children)
    assert len(acknowledged) > 30
    assert examine(str(bench.file)).is_sound
    with bench.engine() as engine:
        assert {engine.get(id).id for id in acknowledged} == set(acknowledged)


def wait_for_more(bench: Bench) -> None:
    """Let the writers write some."""
    wanted, end = 0, time.monotonic() + 30
    while time.monotonic() < end:
        with bench.engine() as engine:
            total = engine.list(limit=1)[1]
        wanted = wanted or total + 10
        if total >= wanted:
            return
    raise AssertionError("nobody writes")


def checkpointed(bench: Bench) -> None:
    connection = apsw.Connection(str(bench.file))
    connection.set_busy_timeout(5000)
    connection.execute("PRAGMA wal_checkpoint (PASSIVE)").fetchall()
    connection.close()


def repaired(bench: Bench) -> bool:
    try:
        return bool(repair(bench))
    except StoreLocked:
        return False


def _is_closed(handle: int) -> bool:
    try:
        return os.read(handle, 1) == b""
    except BlockingIOError:
        return False


def test_two_repairs_at_once_are_one(filled: Bench) -> None:
    break_a_leaf(filled)

    def work(send: Callable[[str], None]) -> None:
        send(str(len(repair(filled))))

    counts = sorted(int(line) for line in said([Child(work), Child(work), Child(work)]))
    assert counts[:2] == [0, 0] and counts[2] > 0
    assert len(kept_files(filled)) == 1


@pytest.mark.parametrize("is_open", [True, False])
def test_a_store_that_is_held_still_is_never_waited_for_long(filled: Bench, is_open: bool) -> None:
    def work(send: Callable[[str], None]) -> None:
        begun = time.monotonic()
        with filled.engine(busy_ms=50) as engine:
            for door in (lambda: engine.list(), lambda: engine.remember("one more")):
                try:
                    door()
                    send("done")
                except StoreLocked:
                    send("locked")
        assert time.monotonic() - begun < 2

    # Who finds the store open by others reads on; where nobody has it open, nobody may begin.
    held = held_by_another(filled, "SELECT count(*) FROM memories") if is_open else None
    with writers_shut_out(str(filled.file), wait_ms=0):
        told = said([Child(work)])
    if held:
        let_go(held)
    assert told == ["done" if is_open else "locked", "locked"]
    filled._count = 9000
    filled.remember("one more")
