"""Upkeep in idle time: started when nobody asks, for what was written to, and by a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

from hardwon.config.quick import Settings
from hardwon.service.dreaming import Dreaming, dream
from workbench import Bench


class Watched:
    """A Dreaming whose clock and processes are the test's."""

    def __init__(self, bench: Bench, **settings: object) -> None:
        self.now = 100.0
        self.started: list[list[str]] = []
        self.pid = 0
        self.dreaming = Dreaming(
            bench.paths, bench.environ, lambda: Settings(settings), spawn=self.spawn, clock=lambda: self.now
        )

    def spawn(self, argv: Sequence[str], environ: Mapping[str, str]) -> int:
        self.started.append(list(argv))
        child = subprocess.Popen([sys.executable, "-c", ""])
        child.wait()
        return child.pid

    def after(self, seconds: float) -> int:
        self.now += seconds
        self.dreaming.tick()
        return len(self.started)


def test_it_waits_until_nobody_asks_and_something_was_written(bench: Bench) -> None:
    watched = Watched(bench)
    assert watched.after(1000) == 0
    bench.remember("Ports begin at 8000.")
    watched.dreaming.expect(str(bench.file))
    assert watched.after(59) == 0
    watched.dreaming.asked()
    assert watched.after(59) == 0
    assert watched.after(2) == 1
    assert watched.started[0][-2:] == ["--dream", str(bench.file)]
    # Nothing new was written since.
    assert watched.after(1000) == 1
    bench.remember("Another one.")
    assert watched.after(1) == 2


def test_off_is_off_and_a_batch_has_a_size(bench: Bench) -> None:
    bench.remember("Ports begin at 8000.")
    off = Watched(bench, maintain="off")
    off.dreaming.expect(str(bench.file))
    assert off.after(1000) == 0
    one = Watched(bench, dream_batch=1)
    with bench.engine() as engine:
        engine.remember("mine", to_user=True)
    for path in (str(bench.file), bench.paths.user_db):
        one.dreaming.expect(path)
    assert one.after(1000) == 1
    assert len(one.started[0]) - one.started[0].index("--dream") == 2
    assert one.after(1) == 2


def test_it_does_what_is_safe_and_asks_about_the_rest(bench: Bench) -> None:
    ids = bench.remember("Ports begin at 8000.", "Something else entirely.", "I prefer dark themes.")
    with bench.engine() as engine:
        engine.edit(ids[1], content="Ports begin at 8000.")
    assert dream(bench.environ, [str(bench.file), "/nowhere/memory.db"]) == 1
    with bench.engine() as engine:
        assert engine.list()[1] == 2
        database = engine.stores.reading(str(bench.file))
        assert database is not None
        assert database.rows("SELECT kind FROM proposals") == [("lift",)]


def test_the_process_runs_alone_in_isolated_mode(bench: Bench) -> None:
    bench.remember("I prefer dark themes.")
    watched = Watched(bench)
    watched.dreaming.expect(str(bench.file))
    watched.after(1000)
    done = subprocess.run(
        watched.started[0], env={**os.environ, **bench.environ}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    with bench.engine() as engine:
        database = engine.stores.reading(str(bench.file))
        assert database is not None
        assert database.rows("SELECT kind FROM proposals") == [("lift",)]
