"""Ways to damage a store, and what tests of its repair look at."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from pathlib import Path

import apsw

from hardwon.errors import StoreError
from hardwon.maintenance import files
from hardwon.maintenance.repair import repair_store
from processes import Child
from stores import overwrite, pages_of
from workbench import Bench

PAGE = 4096
IN_LOG = "Only the log knows that the quokka lever sticks"


def leave_log(bench: Bench) -> None:
    """Commit a memory to the log alone, as a kill leaves it."""

    def work(send: Callable[[str], None]) -> None:
        with bench.engine() as engine:
            engine.remember(IN_LOG)
            os.kill(os.getpid(), signal.SIGKILL)

    bench._count = 5000
    Child(work).wait()
    bench._count = 6000
    assert files.size_of(f"{bench.file}-wal")


def break_a_leaf(bench: Bench) -> None:
    leaf = pages_of(bench.file, "versions")[-1]
    overwrite(bench.file, leaf * PAGE, random.Random(1).randbytes(PAGE))


def break_a_leaf_and_leave_a_log(bench: Bench) -> None:
    leave_log(bench)
    # The page must not be in the log, or what is broken would never be read.
    leaf = pages_of(bench.file, "events")[0]
    overwrite(bench.file, leaf * PAGE, random.Random(1).randbytes(PAGE))


def leave_the_log_alone(bench: Bench) -> None:
    leave_log(bench)
    bench.file.unlink()


def put_a_folder(bench: Bench) -> None:
    bench.file.unlink()
    bench.file.mkdir()


def break_the_index(bench: Bench) -> None:
    connection = apsw.Connection(str(bench.file))
    connection.execute("DELETE FROM memory_fts_data WHERE id > 10")
    connection.close()


def empty(bench: Bench) -> None:
    bench.file.write_bytes(b"")


DAMAGE: list[Callable[[Bench], None]] = [
    break_a_leaf, break_a_leaf_and_leave_a_log, leave_the_log_alone, put_a_folder, break_the_index, empty,
]  # fmt: skip


def repair(bench: Bench) -> list[str]:
    return repair_store(str(bench.file), is_ours=True)


def contents(path: Path) -> list[bytes]:
    """The bytes of a store's file and log; a folder has none."""
    found = [Path(f"{path}{end}") for end in ("", "-wal")]
    return [one.read_bytes() if one.is_file() else b"" for one in found]


def kept_files(bench: Bench) -> list[Path]:
    return [Path(name) for name in files.kept(str(bench.file))]


def is_usable(bench: Bench) -> bool:
    """Whether the doors work; if not, they say so."""
    try:
        with bench.engine() as engine:
            engine.list()
            engine.recall("service1 port")
    except StoreError:
        return False
    return True
