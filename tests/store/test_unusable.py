"""A store that cannot be used says which way and what to do: never an empty answer, never a wait without end."""

from __future__ import annotations

import errno
import os
import random
import resource
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from hardwon.errors import (
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreLocked,
    StoreNewer,
    StoreReadOnly,
)
from hardwon.store.database import SCHEMA_VERSION, open_for_reading
from hardwon.store.migrations import open_store, put_in_place
from processes import Child, as_nobody, said
from workbench import Bench

PROMPT = "why does the zebra gate fail"
ZEBRA = "The zebra gate fails when the bell rings"


@pytest.fixture
def filled(bench: Bench) -> Bench:
    """A store of 300 memories, all of it in the database file."""
    with bench.engine() as engine, engine.batch():
        engine.remember(ZEBRA)
        for number in range(299):
            engine.remember(f"Memory {number} says {'word ' * (number % 30)}about thing{number}")
    return bench


def doors(bench: Bench) -> list[Callable[[], object]]:
    """Everything that reads or writes a store; the writer comes last."""

    def in_engine(call: Callable[..., object]) -> Callable[[], object]:
        def run() -> object:
            with bench.engine(busy_ms=50) as engine:
                return call(engine)

        return run

    def in_quick(call: Callable[..., object]) -> Callable[[], object]:
        def run() -> object:
            with bench.quick() as quick:
                return call(quick)

        return run

    return [
        in_quick(lambda quick: quick.for_prompt(PROMPT)),
        in_quick(lambda quick: quick.search(PROMPT, 5)),
        in_engine(lambda engine: engine.recall(PROMPT)),
        in_engine(lambda engine: engine.why(PROMPT)),
        in_engine(lambda engine: engine.context(PROMPT)),
        in_engine(lambda engine: engine.remember("one more")),
    ]


def refusals(bench: Bench, *, readers: bool = False) -> list[StoreError]:
    """How each door, or each reader, refuses; the test fails where one does not, or takes long."""
    found = []
    for door in doors(bench)[: -1 if readers else None]:
        begun = time.perf_counter()
        with pytest.raises(StoreError) as caught:
            door()
        assert time.perf_counter() - begun < 2
        assert "\n" not in str(caught.value) and str(bench.file) in str(caught.value)
        assert caught.value.hint
        found.append(caught.value)
    return found


def overwrite(path: Path, at: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def sql(path: Path, *statements: str) -> None:
    connection = apsw.Connection(str(path))
    try:
        for statement in statements:
            connection.execute(statement)
    finally:
        connection.close()


def with_log(bench: Bench) -> Path:
    """Leave committed pages in the write-ahead log alone, as after a kill; the log."""

    def work(send: Callable[[str], None]) -> None:
        bench._count = 5000
        with bench.engine() as engine:
            engine.remember("In the log alone: the quokka lever")
            os.kill(os.getpid(), signal.SIGKILL)

    Child(work).wait()
    return Path(f"{bench.file}-wal")


def zero_length(bench: Bench) -> None:
    bench.file.write_bytes(b"")


def garbage_header(bench: Bench) -> None:
    overwrite(bench.file, 0, random.Random(1).randbytes(100))


def garbage_all(bench: Bench) -> None:
    bench.file.write_bytes(random.Random(1).randbytes(50_000))


def other_text(bench: Bench) -> None:
    bench.file.write_text("these are my notes\n" * 100)


def truncated(bench: Bench) -> None:
    os.truncate(bench.file, bench.file.stat().st_size // 2)


def truncated_within_a_page(bench: Bench) -> None:
    os.truncate(bench.file, bench.file.stat().st_size - 100)


def one_page_left(bench: Bench) -> None:
    os.truncate(bench.file, 4096)


def a_folder(bench: Bench) -> None:
    bench.file.unlink()
    bench.file.mkdir()


def no_versions(bench: Bench) -> None:
    sql(bench.file, "PRAGMA foreign_keys = OFF", "DROP TABLE versions")


def no_counters(bench: Bench) -> None:
    sql(bench.file, "DROP TABLE counters")


def no_index(bench: Bench) -> None:
    sql(bench.file, "DROP TABLE memory_fts")


def index_emptied(bench: Bench) -> None:
    sql(bench.file, "INSERT INTO memory_fts (memory_fts) VALUES ('delete-all')")


def index_data_gone(bench: Bench) -> None:
    sql(bench.file, "DELETE FROM memory_fts_data WHERE id > 10")


def index_totals_gone(bench: Bench) -> None:
    sql(bench.file, "DELETE FROM memory_fts_data WHERE id = 1")


def index_out_of_step(bench: Bench) -> None:
    sql(bench.file, "DROP TRIGGER versions_changed", "UPDATE versions SET retired_at = 1 WHERE row = 7",
        "UPDATE counters SET value = value - 1")  # fmt: skip


def log_garbage(bench: Bench) -> None:
    log = with_log(bench)
    log.write_bytes(random.Random(2).randbytes(log.stat().st_size))


def log_head_garbage(bench: Bench) -> None:
    overwrite(with_log(bench), 0, random.Random(2).randbytes(32))


def log_of_text(bench: Bench) -> None:
    Path(f"{bench.file}-wal").write_text("not a log")


DAMAGE = [
    zero_length, garbage_header, garbage_all, other_text, truncated, truncated_within_a_page, one_page_left, a_folder,
    no_versions, no_counters, no_index, index_totals_gone, log_garbage, log_head_garbage, log_of_text,
]  # fmt: skip


def contents(bench: Bench) -> dict[str, object]:
    files = [path for path in bench.file.parent.iterdir() if not path.name.endswith(("-shm", "-wal"))]
    return {path.name: path.is_file() and path.read_bytes() for path in files}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_store_is_called_damaged_at_every_door(filled: Bench, damage: Callable[[Bench], None]) -> None:
    damage(filled)
    before = contents(filled)
    for error in refusals(filled):
        assert isinstance(error, StoreDamaged)
        assert "doctor --repair" in error.hint
    assert contents(filled) == before


@pytest.mark.parametrize("damage", [index_emptied, index_data_gone, index_out_of_step])
def test_a_damaged_index_stops_searches_and_loses_no_memory(filled: Bench, damage: Callable[[Bench], None]) -> None:
    damage(filled)
    for error in refusals(filled, readers=True):
        assert isinstance(error, StoreDamaged)
    with filled.engine() as engine:
        kept = engine.remember("one more").memory
        assert kept in engine.list(limit=500)[0]


def is_silent(bench: Bench) -> bool:
    with bench.quick() as quick:
        return not quick.for_prompt(PROMPT).ids


@pytest.mark.parametrize("kind", ["zeros", "noise", "another page"])
def test_no_destroyed_page_turns_an_answer_into_silence(filled: Bench, tmp_path: Path, kind: str) -> None:
    whole = filled.file.read_bytes()
    chance = random.Random(4)
    pages = len(whole) // 4096
    silent = raised = 0
    for number in range(pages):
        data = {
            "zeros": bytes(4096),
            "noise": chance.randbytes(4096),
            "another page": whole[(other := chance.randrange(pages) * 4096) : other + 4096],
        }[kind]
        overwrite(filled.file, number * 4096, data)
        try:
            silent += is_silent(filled)
        except StoreDamaged:
            raised += 1
        overwrite(filled.file, number * 4096, whole[number * 4096 : number * 4096 + 4096])
    assert silent == 0
    assert raised > 5
    assert not is_silent(filled)


def test_a_cut_log_loses_only_what_was_cut(filled: Bench) -> None:
    log = with_log(filled)
    os.truncate(log, log.stat().st_size - 10)
    assert not is_silent(filled)
    with filled.engine() as engine:
        assert engine.list()[1] == 300
        engine.remember("and it goes on")


@pytest.mark.parametrize("data", [b"", bytes(32), bytes(5000)])
def test_a_log_that_was_never_begun_is_no_damage(filled: Bench, data: bytes) -> None:
    Path(f"{filled.file}-wal").write_bytes(data)
    assert not is_silent(filled)
    filled._count = 9000
    filled.remember("and it goes on")


@pytest.mark.parametrize("data", [b"", b"junk" * 5000])
def test_the_shared_memory_file_can_always_be_made_anew(filled: Bench, data: bytes) -> None:
    with_log(filled)
    Path(f"{filled.file}-shm").write_bytes(data)
    with filled.engine() as engine:
        assert engine.recall("quokka lever").hits


def test_a_newer_store_asks_for_an_upgrade_and_stays_as_it_is(filled: Bench) -> None:
    sql(filled.file, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = filled.file.read_bytes()
    for error in refusals(filled):
        assert isinstance(error, StoreNewer)
        assert "upgrade" in error.hint
    assert filled.file.read_bytes() == before


@pytest.mark.parametrize("named", ["HARDWON_DB", "RUNTIME_MEMORY_DB", "MEMORY_LAYER_DB"])
def test_a_database_of_another_program_is_never_touched(home: Path, named: str) -> None:
    bench = Bench.at(home, **{named: str(home / "theirs.db")})
    sql(home / "theirs.db", "CREATE TABLE memories (id, content)", "INSERT INTO memories VALUES (1, 'zebra gate')")
    before = (home / "theirs.db").read_bytes()
    for error in refusals(bench):
        assert isinstance(error, StoreForeign)
    assert (home / "theirs.db").read_bytes() == before
    assert sorted(path.name for path in home.iterdir() if path.name.startswith("theirs")) == ["theirs.db"]


@pytest.mark.parametrize("kind", ["fifo", "device"])
def test_what_is_no_file_is_refused_without_waiting(home: Path, kind: str) -> None:
    place = home / "odd.db" if kind == "fifo" else Path("/dev/null")
    if kind == "fifo":
        os.mkfifo(place)
    for error in refusals(Bench.at(home, HARDWON_DB=str(place))):
        assert isinstance(error, StoreForeign)


@pytest.fixture
def holding(filled: Bench) -> Iterator[Callable[[str], None]]:
    """Keeps a lock in another process until the test ends."""
    children: list[tuple[Child, int]] = []

    def hold(statement: str) -> None:
        begin, end = os.pipe()

        def work(send: Callable[[str], None]) -> None:
            os.close(end)
            connection = apsw.Connection(str(filled.file))
            if statement == "EXCLUSIVE":
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("UPDATE counters SET value = value")
            send("held")
            os.read(begin, 1)

        child = Child(work)
        os.close(begin)
        assert os.read(child.out, 100) == b"held\n"
        children.append((child, end))

    yield hold
    for child, end in children:
        os.close(end)
        child.wait()


def test_a_writer_is_told_of_a_lock_and_a_reader_does_not_mind(filled: Bench, holding: Callable[[str], None]) -> None:
    holding("IMMEDIATE")
    assert not is_silent(filled)
    with filled.engine(busy_ms=50) as engine:
        begun = time.perf_counter()
        with pytest.raises(StoreLocked) as caught:
            engine.remember("one more")
        assert time.perf_counter() - begun < 1
        assert "again" in caught.value.hint
        assert engine.recall(PROMPT).hits


def test_a_store_held_exclusively_is_locked_for_readers_too(filled: Bench, holding: Callable[[str], None]) -> None:
    holding("EXCLUSIVE")
    for error in refusals(filled):
        assert isinstance(error, StoreLocked)


@pytest.fixture
def outside() -> Iterator[Path]:
    """A folder that a user without rights can reach."""
    folder = Path(tempfile.mkdtemp(prefix="hardwon-"))
    folder.chmod(0o755)
    yield folder
    for path in [folder, *folder.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)
    shutil.rmtree(folder)


def kind_of(call: Callable[[], object]) -> str:
    try:
        call()
    except StoreError as error:
        return f"{type(error).__name__}: {error} ({error.hint})"
    return "no error"


def readable_by_all(bench: Bench) -> None:
    for folder in [bench.home, *bench.home.rglob("*")]:
        folder.chmod(0o755 if folder.is_dir() else 0o444)


def test_a_read_only_store_can_be_read_and_says_why_it_cannot_be_written(outside: Path) -> None:
    bench = Bench.at(outside / "home")
    bench.remember(ZEBRA)
    readable_by_all(bench)

    def work() -> str:
        with bench.engine() as engine:
            assert [hit.content for hit in engine.recall(PROMPT).hits] == [ZEBRA]
            assert not is_silent(bench)
            return kind_of(lambda: engine.remember("one more"))

    told = as_nobody(work)
    assert told.startswith("StoreReadOnly") and "write access" in told


def test_a_folder_that_cannot_be_written_says_so_at_the_first_run(outside: Path) -> None:
    bench = Bench.at(outside / "home")
    readable_by_all(bench)

    def work() -> str:
        with bench.engine() as engine:
            assert engine.recall(PROMPT).hits == []
            return kind_of(lambda: engine.remember("one more"))

    told = as_nobody(work)
    assert told.startswith("StoreReadOnly") and "HARDWON_HOME" in told


def test_a_store_that_may_not_be_read_says_so(outside: Path) -> None:
    bench = Bench.at(outside / "home")
    bench.remember(ZEBRA)
    readable_by_all(bench)
    bench.file.chmod(0o600)
    assert as_nobody(lambda: kind_of(lambda: is_silent(bench))).startswith("StoreReadOnly")
    bench.file.parent.chmod(0o700)
    assert as_nobody(lambda: kind_of(lambda: is_silent(bench))).startswith("StoreReadOnly")


def test_a_full_disk_says_so_and_changes_nothing(filled: Bench) -> None:
    size = filled.file.stat().st_size

    def work(send: Callable[[str], None]) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        with filled.engine() as engine:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40_000, limits[1]))
            kept = 0
            for number in range(200):
                try:
                    engine.remember(f"filler {number} " + "much said " * 3000)
                    kept += 1
                except StoreError as error:
                    send(f"{type(error).__name__}: {error} ({error.hint})")
                    break
            assert engine.recall(PROMPT).hits
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            engine.remember("after the disk had room again")
            assert engine.list(limit=1)[1] == 301 + kept

    filled._count = 20_000
    (told,) = said([Child(work)])
    assert told.startswith("StoreError: ") and "disk" in told and "free some space" in told
    connection = apsw.Connection(str(filled.file))
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def test_a_first_run_on_a_full_disk_leaves_nothing_behind(bench: Bench) -> None:
    def work(send: Callable[[str], None]) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
        send(kind_of(lambda: bench.remember("first")))

    (told,) = said([Child(work)])
    assert told.startswith("StoreError")
    assert list(bench.file.parent.iterdir()) == []
    bench.remember("now")


@pytest.mark.parametrize("number", [errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS])
def test_without_hard_links_the_first_of_many_wins_whole(tmp_path: Path, number: int) -> None:
    def refuse(source: str, target: str) -> None:
        raise OSError(number, os.strerror(number))

    path = tmp_path / "memory.db"

    def work(send: Callable[[str], None]) -> None:
        mine = tmp_path / f"mine-{os.getpid()}"
        mine.write_text(f"{os.getpid()} " * 5000)
        put_in_place(str(mine), str(path), link=refuse)
        send(path.read_text().split()[0])

    first = said(Child(work) for _ in range(8))
    assert len(set(first)) == 1
    assert path.read_text() == f"{first[0]} " * 5000


def test_a_store_behind_a_link_is_one_store(home: Path, tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    bench = Bench.at(home)
    (home / "data").symlink_to(real)
    bench.remember(ZEBRA)
    assert not is_silent(bench)
    assert list(real.rglob("memory.db"))


def test_a_link_to_nowhere_is_no_empty_store(home: Path) -> None:
    (home / "link.db").symlink_to(home / "gone" / "memory.db")
    with Bench.at(home, HARDWON_DB=str(home / "link.db")).engine() as engine, pytest.raises(StoreReadOnly):
        engine.remember("one more")


def test_a_link_whose_target_went_away_is_no_empty_store(filled: Bench, tmp_path: Path) -> None:
    away = tmp_path / "away.db"
    filled.file.rename(away)
    filled.file.symlink_to(tmp_path / "unmounted" / "memory.db")
    for door in doors(filled):
        with pytest.raises(StoreReadOnly, match="link to a file that is not there"):
            door()
    filled.file.unlink()
    away.rename(filled.file)
    with filled.engine() as engine:
        assert [hit.content for hit in engine.recall(PROMPT).hits] == [ZEBRA]


def test_the_files_are_the_person_s_alone(bench: Bench) -> None:
    os.umask(0o000)
    try:
        bench.remember(ZEBRA, to_user=True)
        bench.remember(ZEBRA)
    finally:
        os.umask(0o022)
    for path in Path(bench.paths.data).rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_reading_never_makes_a_file(bench: Bench) -> None:
    with bench.engine() as engine, bench.quick() as quick:
        engine.recall("x")
        engine.list()
        engine.stats()
        list(engine.export_lines())
        quick.brief()
    assert not Path(bench.paths.data).exists()


def test_opening_a_store_twice_for_writing_keeps_both(bench: Bench) -> None:
    with bench.engine() as one, bench.engine() as other:
        first = one.remember("of one").memory
        second = other.remember("of the other").memory
        assert one.get(second.id) and other.get(first.id)


def test_a_store_is_made_in_the_newest_form(tmp_path: Path) -> None:
    open_store(str(tmp_path / "a" / "memory.db")).close()
    reader = open_for_reading(str(tmp_path / "a" / "memory.db"))
    assert reader.row("PRAGMA user_version") == (SCHEMA_VERSION,)
    assert reader.row("PRAGMA journal_mode") == ("wal",)
    reader.close()
