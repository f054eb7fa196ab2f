"""A repair keeps what can be read and the damaged file, wherever it is ended, and touches nothing of others."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from hardwon.errors import StoreDamaged, StoreError, StoreForeign, StoreLocked, StoreNewer
from hardwon.maintenance import files
from hardwon.maintenance.repair import repair_store
from hardwon.store.database import open_for_reading
from hardwon.store.fitness import file_at
from hardwon.store.integrity import examine
from processes import Child
from stores import Rows, fill, overwrite, pages_of, rows_of
from workbench import Bench

from .damage import (
    DAMAGE,
    IN_LOG,
    PAGE,
    break_a_leaf,
    break_a_leaf_and_leave_a_log,
    break_the_index,
    contents,
    is_usable,
    kept_files,
    leave_log,
    leave_the_log_alone,
    put_a_folder,
    repair,
)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_repaired_store_is_sound_and_the_damaged_file_is_kept(filled: Bench, damage: Callable[[Bench], None]) -> None:
    damage(filled)
    before = contents(filled.file)
    told = repair(filled)
    assert told
    assert examine(str(filled.file)).is_sound
    (kept,) = kept_files(filled)
    assert told[-1] == f"the damaged file is kept as {kept}"
    if damage is break_the_index:
        assert not examine(str(kept)).is_sound
    elif damage is leave_the_log_alone:
        assert kept.name.endswith("-wal") and kept.read_bytes() == before[1]
    else:
        assert contents(kept) == before
    assert repair(filled) == []
    assert [path.name for path in filled.file.parent.iterdir() if ".repair-" in path.name] == []
    with filled.engine() as engine:
        engine.remember("and it goes on")


def test_what_is_in_the_log_alone_is_put_back(filled: Bench) -> None:
    leave_log(filled)
    whole = rows_of(filled.file)
    leaf = pages_of(filled.file, "events")[0]
    overwrite(filled.file, leaf * PAGE, random.Random(1).randbytes(PAGE))
    repair(filled)
    assert {**rows_of(filled.file), "events": {}} == {**whole, "events": {}}
    with filled.engine() as engine:
        assert engine.recall("quokka lever").hits[0].content == IN_LOG


def test_a_log_without_its_database_gives_the_memories_in_it(filled: Bench) -> None:
    leave_the_log_alone(filled)
    assert not is_usable(filled)
    repair(filled)
    with filled.engine() as engine:
        assert IN_LOG in [memory.content for memory in engine.list()[0]]


def test_commits_behind_a_broken_place_in_the_log_are_put_back(bench: Bench) -> None:
    bench.remember("first of all")

    def work(send: Callable[[str], None]) -> None:
        with bench.engine() as engine:
            for number in range(30):
                engine.remember(f"Memory {number} of the log " + "word " * 40)
            os.kill(os.getpid(), signal.SIGKILL)

    bench._count = 100
    Child(work).wait()
    log = Path(f"{bench.file}-wal")
    overwrite(log, 32 + 9 * (24 + PAGE) + 2000, b"broken")
    assert examine(str(bench.file)).problems
    repair(bench)
    with bench.engine() as engine:
        assert engine.list()[1] >= 30
        assert engine.recall("memory 29 of the log").hits


# -- ended half way ------------------------------------------------------------------------------------------

STEPS = ("link", "rename", "unlink", "fsync", "open", "ftruncate", "fchmod")


class EndedAt:
    """Ends the process at the n-th call that changes anything."""

    def __init__(self, step: int) -> None:
        self.left = step
        for name in STEPS:
            setattr(os, name, self._counted(getattr(os, name)))

    def _counted(self, real: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **options: object) -> object:
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            self.left -= 1
            return real(*args, **options)

        return call


def ended_at(bench: Bench, step: int) -> bool:
    """Whether a repair was ended at a step; False when it has fewer."""

    def work(send: Callable[[str], None]) -> None:
        EndedAt(step)
        repair(bench)

    status, told = Child(work).wait()
    assert status in (0, -signal.SIGKILL), "\n".join(told)
    return status != 0


def without_the_damaged(bench: Bench) -> Rows:
    rows = rows_of(bench.file)
    return {table: rows[table] for table in ("versions", "memories", "outcomes", "restatements")}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_repair_ended_at_any_step_is_finished_by_the_next(home: Path, damage: Callable[[Bench], None]) -> None:
    # The case with a log goes through all there is.
    end_at_steps(home, damage, 1 if damage is break_a_leaf_and_leave_a_log else 3)


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_repair_ended_at_every_step_is_finished_by_the_next(home: Path, damage: Callable[[Bench], None]) -> None:
    end_at_steps(home, damage, 1)


def end_at_steps(home: Path, damage: Callable[[Bench], None], stride: int) -> None:
    """End a repair at every so many steps, and have the next one finish it."""
    wanted: Rows = {}
    step = 0
    while True:
        bench = Bench.at(home / str(step))
        fill(bench, 8, long=1)
        damage(bench)
        before = contents(bench.file)
        ended = ended_at(bench, step)
        if ended:
            # Between a repair's steps a store works, or says that it is damaged or being repaired.
            assert is_usable(bench) or not examine_is_sound(bench)
            repair(bench)
        if damage is put_a_folder and not bench.file.exists():
            step += stride  # with the folder aside there is nothing to put back: the next write makes a store
            continue
        assert examine(str(bench.file)).is_sound
        wanted = wanted or without_the_damaged(bench)
        assert without_the_damaged(bench).keys() == wanted.keys()
        assert {t: len(r) for t, r in without_the_damaged(bench).items()} == {t: len(r) for t, r in wanted.items()}
        if damage is break_the_index:
            assert any(not examine(str(kept)).is_sound for kept in kept_files(bench))
        else:
            assert any(set(contents(kept)) >= set(filter(None, before)) for kept in kept_files(bench))
        assert repair(bench) == []
        assert files.leftovers(str(bench.file)) == []
        if not ended:
            break
        step += stride
    assert step > 5


def examine_is_sound(bench: Bench) -> bool:
    try:
        return examine(str(bench.file)).is_sound
    except StoreError:
        return False


def test_while_the_exchange_is_half_done_every_door_says_so(filled: Bench) -> None:
    """The mark stands, the log's old name is still there: neither may be taken for a store."""
    break_a_leaf_and_leave_a_log(filled)

    def work(send: Callable[[str], None]) -> None:
        files.remove = lambda *paths: os.kill(os.getpid(), signal.SIGKILL) if any("-wal" in p for p in paths) else None  # type: ignore[assignment]
        repair(filled)

    assert Child(work).wait()[0] == -signal.SIGKILL
    assert files.size_of(f"{filled.file}-wal")
    with pytest.raises(StoreDamaged) as caught:
        open_for_reading(str(filled.file))
    assert "interrupted" in str(caught.value) and "--repair" in caught.value.hint
    with filled.engine() as engine:
        for door in (lambda: engine.recall("service1"), lambda: engine.list(), lambda: engine.remember("more")):
            with pytest.raises(StoreDamaged):
                door()
    told = repair(filled)
    assert any("was finished" in line for line in told)
    with filled.engine() as engine:
        assert engine.recall("quokka lever").hits


def test_a_store_under_repair_is_locked_not_damaged(filled: Bench) -> None:
    from hardwon.store.fitness import repair_mark

    filled.file.write_bytes(repair_mark(os.getpid(), "elsewhere"))
    with pytest.raises(StoreLocked) as caught:
        open_for_reading(str(filled.file))
    assert "again" in caught.value.hint


# -- what is not ours ----------------------------------------------------------------------------------------


def test_a_sound_store_is_not_touched(filled: Bench) -> None:
    before = (file_at(str(filled.file)), filled.file.read_bytes())
    assert repair(filled) == []
    assert (file_at(str(filled.file)), filled.file.read_bytes()) == before
    assert kept_files(filled) == []


@pytest.mark.parametrize(
    ("statement", "kind"), [("PRAGMA application_id = 7", StoreForeign), ("PRAGMA user_version = 99", StoreNewer)]
)
@pytest.mark.parametrize("is_broken", [False, True])
def test_another_program_s_or_a_newer_store_is_never_touched(
    filled: Bench, statement: str, kind: type[StoreError], is_broken: bool
) -> None:
    connection = apsw.Connection(str(filled.file))
    connection.execute(statement)
    connection.close()
    if is_broken:
        break_a_leaf(filled)
    before = filled.file.read_bytes()
    with pytest.raises(kind):
        repair(filled)
    assert filled.file.read_bytes() == before
    assert sorted(
        path.name for path in filled.file.parent.iterdir() if "shm" not in path.name and "wal" not in path.name
    ) == ["memory.db"]


@pytest.mark.parametrize("kind", ["text", "noise", "folder"])
def test_a_mistaken_setting_costs_nobody_a_file(home: Path, kind: str) -> None:
    place = home / "notes"
    if kind == "folder":
        place.mkdir()
        (place / "mine.txt").write_text("my notes")
    else:
        place.write_bytes(b"my notes\n" * 900 if kind == "text" else random.Random(1).randbytes(9000))
    before = place.read_bytes() if place.is_file() else [path.name for path in place.iterdir()]
    with pytest.raises(StoreForeign):
        repair_store(str(place), is_ours=False)
    assert (place.read_bytes() if place.is_file() else [path.name for path in place.iterdir()]) == before
    assert sorted(path.name for path in home.iterdir()) == ["notes"]


def test_a_store_elsewhere_whose_head_is_gone_is_still_known_by_its_rows(home: Path) -> None:
    bench = Bench.at(home, HARDWON_DB=str(home / "all.db"))
    bench.remember("The quokka lever sticks", "Another one")
    overwrite(home / "all.db", 0, random.Random(1).randbytes(PAGE))
    told = repair_store(str(home / "all.db"), is_ours=False)
    assert "2 memories" in told[1]
    with bench.engine() as engine:
        assert engine.list()[1] == 2


def test_a_store_behind_a_link_is_repaired_where_it_lies(home: Path, tmp_path: Path) -> None:
    bench = Bench.at(home, HARDWON_DB=str(home / "link.db"))
    (home / "link.db").symlink_to(tmp_path / "real.db")
    Bench.at(home, HARDWON_DB=str(tmp_path / "real.db")).remember("one", "two")
    overwrite(tmp_path / "real.db", 0, bytes(PAGE))
    assert repair_store(str(home / "link.db"), is_ours=False)
    assert (home / "link.db").is_symlink()
    assert files.kept(str(tmp_path / "real.db"))
    with bench.engine() as engine:
        assert engine.list()[1] == 2


def test_without_hard_links_the_damaged_files_are_copied(filled: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(1, "no links here")

    for damage in (break_a_leaf_and_leave_a_log, put_a_folder):
        damage(filled)
        before = contents(filled.file)
        known = set(kept_files(filled))
        monkeypatch.setattr(os, "link", refuse)
        assert repair(filled)
        monkeypatch.undo()
        (kept,) = set(kept_files(filled)) - known
        assert contents(kept) == before
        assert examine(str(filled.file)).is_sound


def test_too_little_room_is_said_before_anything_is_begun(filled: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    break_a_leaf(filled)
    before = filled.file.read_bytes()
    monkeypatch.setattr(files, "free_bytes", lambda path: 1 << 20)
    with pytest.raises(StoreError, match="MB are free") as caught:
        repair(filled)
    assert "free some space" in caught.value.hint
    assert filled.file.read_bytes() == before


# -- leftovers and privacy -----------------------------------------------------------------------------------


def dead_pid() -> int:
    child = Child(lambda send: None)
    child.wait()
    return child.pid


def test_leftovers_of_dead_processes_go_and_those_of_living_ones_stay(filled: Bench) -> None:
    dead, alive = dead_pid(), os.getppid()
    names = {f"{filled.file}.new-{dead}-1": True, f"{filled.file}.new-{dead}-1-wal": True,
             f"{filled.file}.repair-{dead}-2.image": True, f"{filled.file}.new-{alive}-3": False,
             f"{filled.file}.repair-{alive}-3": False}  # fmt: skip
    for name in names:
        Path(name).write_text("half")
        os.utime(name, (1, 1))
    young = Path(f"{filled.file}.new-{dead}-9")
    young.write_text("just begun")
    os.utime(f"{filled.file}.new-{alive}-3")
    told = repair(filled)
    assert len(told) == 3
    assert {name: not Path(name).exists() for name in names} == names
    assert young.exists()


def test_files_that_others_could_read_are_closed(filled: Bench) -> None:
    filled.file.chmod(0o644)
    filled.file.parent.chmod(0o755)
    told = repair(filled)
    assert len(told) == 2
    assert filled.file.stat().st_mode & 0o777 == 0o600
    assert filled.file.parent.stat().st_mode & 0o777 == 0o700
