"""A disk that is full at any moment of upkeep, purge or backup: no half state, nothing acknowledged is lost."""

from __future__ import annotations

import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from hardwon.engine.purging import Selection, confirm, prepare
from hardwon.engine.upkeep import LEASE_MS, maintain
from hardwon.errors import HardwonError
from hardwon.maintenance import backups
from hardwon.store.integrity import examine
from processes import Child
from workbench import DAY_MS, Bench

COUNT = 60
WORD = "xylophonic"


def filled(bench: Bench) -> str:
    with bench.engine(actor="agent") as engine, engine.batch():
        for number in range(COUNT):
            engine.remember(f"Looked into button {number} of the form, {number} pixels wide")
        secret = engine.remember(f"The {WORD} key opens the vault").memory.id
    bench.tick(200 * DAY_MS)
    with bench.engine() as engine:
        engine.stores.writing(bench.binding).rows("PRAGMA wal_checkpoint (TRUNCATE)")
    return secret


def upkeep(bench: Bench, _: str) -> None:
    with bench.engine() as engine:
        maintain(engine, apply=True)


def purge(bench: Bench, token: str) -> None:
    with bench.engine() as engine:
        confirm(engine, token)


def back_up(bench: Bench, _: str) -> None:
    backups.create(bench.paths, [bench.binding])


@pytest.mark.parametrize("work", [upkeep, purge, back_up], ids=lambda work: work.__name__)
@pytest.mark.parametrize("room", [0, 4096, 40_000, 150_000])
def test_what_has_no_room_leaves_the_store_as_it_was_and_goes_on_later(
    bench: Bench, work: Callable[[Bench, str], None], room: int
) -> None:
    secret = filled(bench)
    with bench.engine() as engine:
        token = prepare(engine, Selection(ids=(secret,))).token

    def without_room(_: object) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
        bench._count += 10_000
        try:
            work(bench, token)
        except (HardwonError, OSError):
            return

    status, said = Child(without_room).wait()
    assert status == 0, said
    assert examine(str(bench.file)).is_sound
    with bench.engine() as engine:
        assert engine.list(status="all", limit=1000)[1] >= COUNT
    bench.tick(LEASE_MS + 1)
    if Path(bench.paths.data, "purge").is_dir() and any(Path(bench.paths.data, "purge").iterdir()):
        work(bench, token)
    with bench.engine() as engine:
        kept = engine.list(status="all", limit=1000)[0]
    assert len(kept) == COUNT + (work is not purge)
    if work is purge:
        assert WORD.encode() not in bench.file.read_bytes()
    for one in backups.listed(bench.paths):
        assert one.projects
