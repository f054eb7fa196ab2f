"""What keeps the service running: clients that live, connections that are open, work in hand."""

from __future__ import annotations

import os
import subprocess
import threading

import pytest

from hardwon.service.leases import InFlight, Leases
from hardwon.store.holders import process_mark


class World:
    """A clock that is moved by hand, and processes that live as long as they are told to."""

    def __init__(self) -> None:
        self.now = 0.0
        self.marks: dict[int, str] = {}
        self.leases = Leases(idle_s=20.0, clock=lambda: self.now, mark=lambda pid: self.marks.get(pid, ""))


@pytest.fixture
def world() -> World:
    return World()


def test_with_nobody_there_it_may_leave_after_its_time(world: World) -> None:
    world.now = 19.9
    assert not world.leases.may_leave()
    world.now = 20.0
    assert world.leases.may_leave()


def test_a_client_that_lives_keeps_it(world: World) -> None:
    world.marks[7] = "started-then"
    world.leases.renew(7)
    world.now = 9999.0
    assert not world.leases.may_leave()
    assert world.leases.clients() == [7]


def test_the_time_runs_from_when_the_last_client_went(world: World) -> None:
    world.marks[7] = "started-then"
    world.leases.renew(7)
    world.now = 1000.0
    del world.marks[7]
    assert not world.leases.may_leave()
    world.now = 1019.0
    assert not world.leases.may_leave()
    world.now = 1020.0
    assert world.leases.may_leave()


def test_another_process_under_a_clients_number_is_not_that_client(world: World) -> None:
    world.marks[7] = "started-then"
    world.leases.renew(7)
    world.marks[7] = "started-later"
    assert world.leases.clients() == []
    world.leases.renew(7)
    assert world.leases.clients() == [7]


@pytest.mark.parametrize("pid", [0, -1, 99])
def test_a_client_that_cannot_be_seen_counts_for_the_moment(world: World, pid: int) -> None:
    world.now = 15.0
    world.leases.renew(pid)
    assert world.leases.clients() == []
    world.now = 34.0
    assert not world.leases.may_leave()
    world.now = 35.0
    assert world.leases.may_leave()


def test_an_open_connection_keeps_it(world: World) -> None:
    with world.leases, world.leases:
        world.now = 500.0
        assert not world.leases.may_leave()
    world.now = 519.0
    assert not world.leases.may_leave()
    world.now = 520.0
    assert world.leases.may_leave()


def test_a_process_keeps_its_mark_and_loses_it_when_it_ends() -> None:
    process = subprocess.Popen(["sleep", "60"])
    mark = process_mark(process.pid)
    assert mark
    assert process_mark(process.pid) == mark
    assert process_mark(os.getpid())
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert process_mark(process.pid) == ""  # a zombie
    process.wait()
    assert process_mark(process.pid) == ""


def test_work_in_hand_is_waited_for() -> None:
    work = InFlight()
    assert work.wait(0.0)
    with work:
        assert not work.wait(0.0)
        work.add(2)
    assert not work.wait(0.0)
    waiting = threading.Thread(target=work.wait, args=(30.0,))
    waiting.start()
    work.add(-2)
    waiting.join(30.0)
    assert not waiting.is_alive()
