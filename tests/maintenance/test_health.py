"""What a look at a store finds; it changes nothing."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from hardwon.hooks import condition, spool
from hardwon.hooks.digester import take_lock
from hardwon.maintenance import files, health
from hardwon.maintenance.health import Finding, check, repair
from hardwon.store import integrity, upkeep
from processes import Child, said
from stores import fill, overwrite, pages_of
from workbench import Bench

PAGE = 4096


@pytest.fixture
def filled(bench: Bench) -> Bench:
    fill(bench, 40)
    return bench


def found(bench: Bench, name: str = "store") -> list[Finding]:
    return [one for one in check(bench.paths, bench.binding) if one.name == name]


def sql(bench: Bench, *statements: str) -> None:
    connection = apsw.Connection(str(bench.file))
    for statement in statements:
        connection.execute(statement)
    connection.close()


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name[-4:] not in ("-wal", "-shm")
    }


def test_all_is_well_with_sound_stores_and_with_none(bench: Bench) -> None:
    assert all(one.ok for one in check(bench.paths, bench.binding))
    assert not Path(bench.paths.data).exists()
    fill(bench, 40)
    bench.remember("and of mine", to_user=True)
    assert all(one.ok for one in check(bench.paths, bench.binding))
    project, user = found(bench)
    assert "40 memories" in project.detail and "40 vectors" in project.detail
    assert "1 memory" in user.detail


def test_one_file_for_all_is_looked_at_once(home: Path) -> None:
    bench = Bench.at(home, HARDWON_DB=str(home / "all.db"))
    bench.remember("one")
    (only,) = found(bench)
    assert only.ok and "1 memory" in only.detail


def noise_in(table: str) -> Callable[[Bench], None]:
    def damage(bench: Bench) -> None:
        overwrite(bench.file, pages_of(bench.file, table)[-1] * PAGE, random.Random(1).randbytes(PAGE))

    damage.__name__ = f"noise in {table}"
    return damage


def stray_row(bench: Bench) -> None:
    sql(bench, "PRAGMA foreign_keys = OFF", "DELETE FROM memories WHERE rowid = 5")


def no_live_version(bench: Bench) -> None:
    sql(bench, "UPDATE versions SET retired_at = 1 WHERE row = 6")


def uncounted(bench: Bench) -> None:
    sql(bench, "UPDATE counters SET value = value + 1")


def index_without_a_word(bench: Bench) -> None:
    sql(
        bench, "INSERT INTO memory_fts (memory_fts, rowid, text, context, split) VALUES ('delete', 5, 'memory', '', '')"
    )


def text_changed_behind_the_index(bench: Bench) -> None:
    data = bench.file.read_bytes()
    overwrite(bench.file, data.index(b"Memory 17 tells"), b"XXXXXXX")


def no_json(bench: Bench) -> None:
    sql(bench, "UPDATE versions SET tags = 'no json' WHERE row = 5")


def no_trigger(bench: Bench) -> None:
    sql(bench, "DROP TRIGGER versions_changed")


def no_table(bench: Bench) -> None:
    sql(bench, "DROP TABLE outcomes")


def vector_of_a_retired_version(bench: Bench) -> None:
    sql(bench, "UPDATE vectors SET live = 0 WHERE seq = 3")


def short_vector(bench: Bench) -> None:
    sql(bench, "UPDATE vectors SET vec = x'00' WHERE seq = 3")


def cut(bench: Bench) -> None:
    os.truncate(bench.file, bench.file.stat().st_size // 2)


DAMAGE = [
    noise_in("versions"), noise_in("memory_fts_data"), noise_in("sqlite_autoindex_events_1"), stray_row,
    no_live_version, uncounted, index_without_a_word, text_changed_behind_the_index, no_json, no_trigger, no_table,
    vector_of_a_retired_version, short_vector, cut,
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
def test_damage_is_found_without_touching_anything_and_a_repair_ends_it(
    filled: Bench, damage: Callable[[Bench], None]
) -> None:
    damage(filled)
    before = contents(filled.home)
    store, _ = found(filled)
    assert not store.ok
    assert str(filled.file) in store.detail and "\n" not in store.detail
    assert "mem doctor --repair" in store.hint
    assert contents(filled.home) == before
    assert health.repair(filled.paths, filled.binding)
    assert all(one.ok for one in check(filled.paths, filled.binding))
    (kept,) = found(filled, "kept")
    assert ".damaged-" in kept.detail


def test_a_hole_in_the_log_is_found(bench: Bench) -> None:
    bench.remember("first")

    def work(send: Callable[[str], None]) -> None:
        with bench.engine() as engine:
            for number in range(20):
                engine.remember(f"number {number}")
            os.kill(os.getpid(), 9)

    bench._count = 50
    Child(work).wait()
    assert found(bench)[0].ok
    overwrite(Path(f"{bench.file}-wal"), 32 + 5 * (24 + PAGE) + 99, b"hole")
    assert "log" in found(bench)[0].detail
    assert not found(bench)[0].ok


def test_a_store_that_is_locked_for_long_is_told(filled: Bench) -> None:
    begin, end = os.pipe()

    def work(send: Callable[[str], None]) -> None:
        os.close(end)
        connection = apsw.Connection(str(filled.file))
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE counters SET value = value")
        send("held")
        os.read(begin, 1)

    child = Child(work)
    os.close(begin)
    assert os.read(child.out, 100) == b"held\n"
    store, _ = found(filled)
    os.close(end)
    child.wait()
    assert not store.ok and "locked" in store.detail and "end that process" in store.hint
    assert found(filled)[0].ok


def test_writers_at_work_are_no_trouble(bench: Bench) -> None:
    fill(bench, 10)
    begin, end = os.pipe()

    def writer(number: int) -> Callable[[Callable[[str], None]], None]:
        def work(send: Callable[[str], None]) -> None:
            os.close(end)
            os.set_blocking(begin, False)
            bench._count = 100_000 * (number + 1)
            with bench.engine() as engine:
                while not is_closed(begin):
                    send(engine.remember(f"Writer {number} says {bench._count} " + "word " * 300).memory.id)

        return work

    children = [Child(writer(number)) for number in range(3)]
    os.close(begin)
    until = time.monotonic() + 2
    looks = 0
    while time.monotonic() < until:
        assert [one for one in check(bench.paths, bench.binding) if not one.ok] == []
        looks += 1
    os.close(end)
    assert len(said(children)) > 10
    assert looks > 1


def is_closed(handle: int) -> bool:
    try:
        return os.read(handle, 1) == b""
    except BlockingIOError:
        return False


def test_a_store_too_large_to_copy_is_looked_at_where_it_lies(filled: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integrity, "COPY_MAX", 0)
    before = contents(filled.home)
    assert all(one.ok for one in check(filled.paths, filled.binding))
    for damage in (uncounted, noise_in("versions")):
        damage(filled)
        assert not found(filled)[0].ok
        filled.file.write_bytes(before[str(filled.file)])
    assert contents(filled.home) == before


def test_a_newer_store_asks_for_an_upgrade(filled: Bench) -> None:
    sql(filled, "PRAGMA user_version = 99")
    assert "upgrade" in found(filled)[0].hint
    assert ["left as it is" in line for line in health.repair(filled.paths, filled.binding)] == [True]


def test_files_that_others_may_read_are_told(filled: Bench) -> None:
    assert found(filled, "privacy") == []
    filled.file.chmod(0o640)
    (told,) = found(filled, "privacy")
    assert not told.ok and str(filled.file) in told.detail and "--repair" in told.hint


def test_leftovers_of_ended_processes_are_told(filled: Bench) -> None:
    child = Child(lambda send: None)
    child.wait()
    left = Path(f"{filled.file}.new-{child.pid}-1")
    left.write_text("half")
    os.utime(left, (1, 1))
    (told,) = found(filled, "leftovers")
    assert not told.ok and left.name in told.detail
    health.repair(filled.paths, filled.binding)
    assert found(filled, "leftovers") == []


def test_little_room_and_a_network_file_system_are_told(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(bench, "disk")[0].ok
    monkeypatch.setattr(files, "free_bytes", lambda path: 5 << 20)
    assert "5 MB" in found(bench, "disk")[0].detail and not found(bench, "disk")[0].ok
    monkeypatch.setattr(files, "network_kind", lambda path: "nfs4")
    assert "nfs4" in found(bench, "disk")[0].detail and not found(bench, "disk")[0].ok


MOUNTS = """\
21 1 259:1 / / rw,relatime - ext4 /dev/vda rw
30 21 0:40 / /home rw shared:5 - nfs4 server:/home rw
31 30 0:41 / /home/me/my\\040disk rw - ext4 /dev/vdb rw
broken line
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/", ""), ("/home", "nfs4"), ("/home/me", "nfs4"), ("/home/me/my disk", ""), ("/homeless", ""), ("/srv", "")],
)
def test_the_nearest_mount_says_what_a_path_is_on(path: str, kind: str) -> None:
    assert files.network_kind_in(MOUNTS, path) == kind


# -- the spool -----------------------------------------------------------------------------------------------


def left(bench: Bench, box: str, seconds_ago: int) -> None:
    name = spool.put(bench.paths, {"event": "Stop"}, box=box)
    folder = Path(bench.paths.spool) / box
    (folder / name).rename(folder / f"{int(name[:16]) - seconds_ago * 1_000_000:016d}{name[16:]}")


def told_of_spool(bench: Bench) -> list[Finding]:
    return condition.check(bench.paths, bench.binding)


def test_what_waits_for_a_moment_is_as_it_should_be(bench: Bench) -> None:
    assert [one.ok for one in told_of_spool(bench)] == [True]
    left(bench, spool.EVENTS, 60)
    left(bench, spool.WRITES, 60)
    (only,) = told_of_spool(bench)
    assert only.ok and "2" in only.detail


@pytest.mark.parametrize(("box", "seconds"), [(spool.EVENTS, 90_000), (spool.WRITES, 900), (spool.BAD, 0)])
def test_what_waits_for_long_or_was_set_aside_is_told(bench: Bench, box: str, seconds: int) -> None:
    left(bench, box, seconds)
    (only,) = told_of_spool(bench)
    assert not only.ok and only.hint


def test_a_digester_that_makes_no_way_is_told(bench: Bench) -> None:
    left(bench, spool.EVENTS, 1800)
    assert [one.ok for one in told_of_spool(bench)] == [True]
    lock = take_lock(bench.paths, bench.binding)
    (only,) = told_of_spool(bench)
    os.close(lock)
    assert not only.ok and "30 minutes" in only.detail


def test_a_lock_that_outlived_its_process_is_told_of_and_removed(bench: Bench) -> None:
    bench.remember("one")
    with bench.engine() as engine:
        database = engine.stores.writing(bench.binding)
        upkeep.take_lease(database, "maintain", "4711-run", 1, 2)
    (one,) = found(bench, "locks")
    assert not one.ok and "maintain of 4711-run" in one.detail
    assert any("1 lock of upkeep" in line for line in repair(bench.paths, bench.binding))
    assert found(bench, "locks") == []


def test_a_lock_of_a_process_at_work_is_left_alone(bench: Bench) -> None:
    bench.remember("one")
    with bench.engine() as engine:
        database = engine.stores.writing(bench.binding)
        upkeep.take_lease(database, "maintain", "me", bench.now, 2**53)
        assert found(bench, "locks") == []
        repair(bench.paths, bench.binding)
        assert upkeep.holds_lease(database, "maintain", "me")


def test_a_store_that_is_only_linked_keeps_its_place_as_it_is(bench: Bench, tmp_path: Path) -> None:
    """The folder that a link leads to belongs to somebody else's doing."""
    bench.remember("one")
    elsewhere = tmp_path / "shared"
    elsewhere.mkdir(mode=0o755)
    os.chmod(elsewhere, 0o755)
    bench.file.rename(elsewhere / "memory.db")
    bench.file.symlink_to(elsewhere / "memory.db")
    assert found(bench, "privacy") == []
    repair(bench.paths, bench.binding)
    assert elsewhere.stat().st_mode & 0o777 == 0o755
