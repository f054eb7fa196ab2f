"""The desk: engines on threads, of which none is used twice at once and none outlives what it was opened with."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path

import pytest

from hardwon.config.actor import AGENT, PERSON
from hardwon.engine import Engine, open_engine
from hardwon.errors import NotFound, StoreError
from hardwon.server.web.rest import desk as module
from hardwon.server.web.rest.desk import Busy, Desk


def test_many_read_at_once_and_each_has_an_engine_of_its_own(desk: Desk) -> None:
    meeting = threading.Barrier(module.READERS, timeout=20)

    def meet(engine: Engine) -> int:
        meeting.wait()
        return id(engine)

    async def run() -> list[int]:
        return await asyncio.gather(*(desk.read(meet) for _ in range(module.READERS)))

    assert len(set(asyncio.run(run()))) == module.READERS > 1


def test_writes_are_done_one_at_a_time_in_the_order_they_came(desk: Desk) -> None:
    seen: list[int] = []
    under_way = threading.Lock()

    def write(engine: Engine, number: int) -> None:
        assert under_way.acquire(blocking=False)
        engine.remember(f"Rule number {number}.")
        seen.append(number)
        under_way.release()

    async def run() -> None:
        await asyncio.gather(*(desk.write(lambda engine, n=number: write(engine, n)) for number in range(20)))

    asyncio.run(run())

    assert seen == list(range(20))


def test_an_engine_is_kept_for_the_next_and_each_actor_has_their_own(desk: Desk) -> None:
    async def run() -> list[tuple[int, str]]:
        return [await desk.read(lambda engine: (id(engine), engine.actor), actor=who) for who in (AGENT, PERSON) * 2]

    first, second, third, fourth = asyncio.run(run())

    assert (first, second) == (third, fourth)
    assert (first[1], second[1]) == (AGENT, PERSON)


def test_new_settings_count_from_the_next_question_on(desk: Desk, home: Path) -> None:
    async def limit() -> int:
        return await desk.read(lambda engine: engine.settings.recall_limit)

    before = asyncio.run(limit())
    (home / "config.toml").write_text(f"recall_limit = {before + 3}\n")

    assert asyncio.run(limit()) == before + 3


def test_what_another_process_stores_is_seen_at_once(desk: Desk, project: Path) -> None:
    async def total() -> int:
        return await desk.read(lambda engine: engine.list()[1])

    assert asyncio.run(total()) == 0
    with open_engine(os.environ, str(project)) as engine:
        engine.remember("Use ruff.")

    assert asyncio.run(total()) == 1


def test_an_engine_that_failed_is_not_used_again(desk: Desk) -> None:
    used: list[int] = []

    def fail(engine: Engine) -> None:
        used.append(id(engine))
        raise StoreError("it is broken")

    def refuse(engine: Engine) -> None:
        raise NotFound("it is not there")

    async def run() -> None:
        with pytest.raises(NotFound):
            await desk.read(refuse)
        with pytest.raises(StoreError):
            await desk.read(fail)

    asyncio.run(run())

    assert not [kept for kept in desk._idle if id(kept.engine) in used]


def test_more_than_can_be_answered_in_time_is_refused_and_the_rest_is_not(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WAITING_MAX", 5)
    go_on = threading.Event()

    async def run() -> tuple[list[object], int]:
        waiting = [asyncio.ensure_future(desk.read(lambda engine: go_on.wait(20))) for _ in range(5)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await desk.read(lambda engine: None)
        go_on.set()
        return list(await asyncio.gather(*waiting)), await desk.read(lambda engine: 7)

    assert asyncio.run(run()) == ([True] * 5, 7)


def test_only_so_many_engines_are_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "_IDLE_MAX", 3)
    for number in range(6):
        folder = tmp_path / f"shop{number}"
        folder.mkdir()
        with open_engine(os.environ, str(folder)) as engine:
            engine.remember("Use ruff.")

    async def run() -> list[str]:
        return [await desk.read(lambda engine: engine.name, project=f"shop{number}") for number in range(6)]

    assert asyncio.run(run()) == [f"shop{number}" for number in range(6)]
    assert len(desk._idle) == 3
