"""A project's way into another: everything comes along, once, whatever ends the process in between."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import ModuleType

import apsw
import pytest

from hardwon.binding import register
from hardwon.binding.register import Decision
from hardwon.config import paused
from hardwon.engine import moving
from hardwon.engine.purging import Selection, confirm, hold, prepare
from hardwon.errors import NotFound
from hardwon.store import ledger as calls
from hardwon.store import moving as rows
from hardwon.store.integrity import examine
from hardwon.store.ledger import Source
from hardwon.store.migrations import open_existing
from processes import Child
from stores import fill
from workbench import Bench

NEW = "repo:git.example/me/app"
SKIPPED = ("migrations", "counters", "vector_removals", "spaces", "vectors", "leases", "marks", "sqlite_sequence")


@pytest.fixture(params=["a file each", "one file"])
def bench(home: Path, request: pytest.FixtureRequest) -> Bench:
    """A person's memory, in both layouts of files."""
    more = {"HARDWON_DB": str(home / "all.db")} if request.param == "one file" else {}
    return Bench.at(home, **more)


def content(bench: Bench, project: str) -> dict[str, list[str]]:
    """All that a file has of a project, by table, without numbers of rows."""
    path = bench.paths.project_db(project)
    if not Path(path).exists():
        return {}
    connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    try:
        tables = connection.execute(
            """SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
            AND name NOT LIKE 'memory_fts%' AND name NOT LIKE 'bits_%' AND name NOT LIKE 'sqlite_%'"""
        )
        found = {}
        for table in [str(row[0]) for row in tables if row[0] not in SKIPPED]:
            names = [str(row[1]) for row in connection.execute(f"PRAGMA table_info ({table})")]
            kept = [name for name in names if name != "row"]
            lines = [
                dict(zip(kept, row, strict=True)) for row in connection.execute(f"SELECT {','.join(kept)} FROM {table}")
            ]
            own = connection.execute("SELECT id FROM memories WHERE project = ?", (project,))
            ids = {str(row[0]) for row in own}
            told = [
                line
                for line in lines
                if line.get("project", line.get("binding", project)) == project
                and (table not in ("restatements", "outcomes") or line["memory_id"] in ids)
            ]
            found[table] = sorted(json.dumps(line, sort_keys=True).replace(project, "PROJECT") for line in told)
        vectors = connection.execute(
            """SELECT s.model, v.memory_id, v.number, hex(d.vec) FROM vectors d JOIN versions v ON v.row = d.row
            JOIN spaces s ON s.id = d.space WHERE d.live = 1 AND v.project = ?""",
            (project,),
        )
        found["vectors"] = sorted(map(str, vectors))
        return found
    finally:
        connection.close()


def filled(bench: Bench) -> dict[str, list[str]]:
    """A project with everything a project can have; its content."""
    ids = fill(bench, 24, long=1) if not bench.more else _filled_by_words(bench)
    with bench.engine() as engine:
        hold(engine, ids[0], held=True)
        token = prepare(engine, Selection(ids=(ids[1],))).token
        confirm(engine, token)
    kept = Path(bench.paths.project_dir(bench.binding), "transcripts")
    kept.mkdir(parents=True, exist_ok=True)
    (kept / "old.jsonl.gz").write_bytes(b"x")
    with calls.opened(bench.paths) as book:
        calls.add_source(book, source(bench.binding))
    paused.pause(bench.paths, paused.PROJECT, bench.binding, now_ms=5)
    return content(bench, bench.binding)


def _filled_by_words(bench: Bench) -> list[str]:
    with bench.engine() as engine:
        ids = [engine.remember(f"Fact {number} of the build", key=f"k{number}").memory.id for number in range(9)]
        engine.record_outcome(ids[2], "worked")
        engine.edit(ids[3], tags=["edited"])
        engine.note_event(key="e", session_id="s", event="Stop", tool="", tool_use_id="", at=bench.now)
    return ids


def source(project: str) -> Source:
    """Something a model is still to read."""
    return Source(
        id="s1", project=project, root="/x", session_id="s", path="/x.jsonl", start=0, end=1, line=1, first="", last="",
        state=calls.PENDING, reason="", created_at=1, changed_at=1, not_before=0,
    )  # fmt: skip


def check_arrived(bench: Bench, before: dict[str, list[str]]) -> None:
    """Everything is under the new name, once, and nothing under the old one."""
    after = content(bench, NEW)
    name = str(bench.project).rpartition("/")[2]
    assert {table: lines for table, lines in after.items() if table != "projects"} == {
        table: lines for table, lines in before.items() if table != "projects"
    }
    assert len(after["projects"]) == 1 and name in after["projects"][0]
    old = content(bench, bench.binding)
    assert not any(lines for table, lines in old.items() if table not in ("cursors", "proposal_targets"))
    if not bench.more:
        assert not old["cursors"] and not old["proposal_targets"]
    for project in (bench.binding, NEW):
        assert examine(bench.paths.project_db(project)).is_sound
    log = Path(bench.paths.project_db(NEW) + ".deletions.jsonl")
    assert len(log.read_text().splitlines()) == 1
    assert Path(bench.paths.project_dir(NEW), "transcripts", "old.jsonl.gz").exists()
    with calls.opened(bench.paths) as book:
        assert [one.project for one in calls.sources(book)] == [NEW]
    assert paused.since(bench.paths, paused.PROJECT, NEW) == 5
    assert not paused.since(bench.paths, paused.PROJECT, bench.binding)
    assert register.newest_name(bench.paths, bench.binding) == NEW
    assert not moving.unfinished(bench.paths)


def test_everything_comes_along_once(bench: Bench) -> None:
    before = filled(bench)
    assert before["versions"] and before["outcomes"] and before["events"]
    place = str(bench.project)
    register.write_place(bench.paths, place, Decision(NEW, bench.binding, register.MOVING, NEW))
    move = moving.begin(bench.paths, bench.binding, NEW, at=bench.now, place=place, how=register.FIRST)
    assert len(move.ids) == len(before["memories"])
    check_arrived(bench, before)
    found = register.read_place(bench.paths, place)
    assert found == Decision(NEW, NEW, register.FIRST)
    with bench.engine() as engine:
        assert engine.project == NEW
        assert engine.recall("Fact 4 of the build" if bench.more else "service4 listens").hits


STEPS: list[tuple[ModuleType, str, bool]] = [
    (moving, "_write", True),
    (rows, "_copy_memories", True),
    (rows, "_copy_vectors", True),
    (rows, "_copy_rows", True),
    (rows, "_remove", False),
    (rows, "_remove", True),
    (rows, "move", True),
    (moving, "_bring_log", False),
    (moving, "_bring_transcripts", True),
    (moving, "_bring_calls", True),
    (moving, "_bring_pause", True),
    (register, "write_place", True),
    (moving, "_bring_names", False),
    (moving, "_bring_names", True),
    (register, "add_to_record", True),
]
ONE_FILE: list[tuple[ModuleType, str, bool]] = [
    (moving, "_write", True),
    (rows, "_number_anew", True),
    (moving, "_bring_names", True),
    (rows, "_rename_rows", True),
    (rows, "move", True),
]


CASES = [("a file each", *step) for step in STEPS] + [("one file", *step) for step in ONE_FILE]


@pytest.mark.parametrize(
    ("bench", "module", "name", "after"),
    CASES,
    indirect=["bench"],
    ids=[f"{one[0]} {one[2]} {one[3]}" for one in CASES],
)
def test_a_move_that_is_killed_is_gone_on_with_and_doubles_nothing(
    bench: Bench, module: ModuleType, name: str, after: bool
) -> None:
    before = filled(bench)
    place = str(bench.project)
    register.write_place(bench.paths, place, Decision(NEW, bench.binding, register.MOVING, NEW))

    def work(_: object) -> None:
        real = getattr(module, name)

        def step(*arguments: object, **options: object) -> None:
            if after:
                real(*arguments, **options)
            os._exit(9)

        setattr(module, name, step)
        moving.begin(bench.paths, bench.binding, NEW, at=bench.now, place=place, how=register.FIRST)

    status, said = Child(work).wait()
    assert status == 9, said
    ids = {json.loads(line)["id"] for line in before["memories"]}
    found = register.read_place(bench.paths, place)
    assert found is not None
    if not bench.more:
        # The project that the folder has is whole, wherever it was cut short.
        assert set(moving.memories_of(bench.paths, found.value)) == ids
    with bench.engine() as engine:  # whoever looks has it gone on with
        assert {one.id for one in engine.list(status="all", limit=1000)[0]} == ids
    assert moving.finish(bench.paths) == 0
    check_arrived(bench, before)


@pytest.mark.parametrize("bench", ["a file each"], indirect=True)
def test_no_word_stays_in_the_file_that_was_left(bench: Bench) -> None:
    bench.remember(*(f"The {word} needs Java 17" for word in ("zyzzogeton", "quixotry", "syzygial")))
    moving.begin(bench.paths, bench.binding, NEW, at=bench.now)
    database = open_existing(str(bench.file))
    database.rows("PRAGMA wal_checkpoint (TRUNCATE)")
    assert database.row("SELECT v FROM memory_fts_config WHERE k = 'secure-delete'") == (1,)
    assert not database.rows("SELECT term FROM memory_terms")
    database.close()
    held = bench.file.read_bytes()
    assert not [word for word in (b"zyzzogeton", b"quixotry", b"syzygial", b"zyzzo") if word in held]


def test_two_projects_that_become_one_keep_what_both_know(bench: Bench) -> None:
    other = bench.home / "work" / "other"
    other.mkdir()
    with bench.engine() as engine, bench.engine(folder=other) as second:
        same = engine.remember("The build needs Java 17", key="same").memory.id
        mine = engine.remember("Only mine", key="mine").memory.id
        engine.record_outcome(mine, "failed")
        theirs = second.remember("The build needs Java 17", key="same").memory.id
        second.record_outcome(theirs, "worked")
        for one in (engine, second):
            one.note_event(key=f"e {one.project}", session_id="s", event="Stop", tool="", tool_use_id="", at=bench.now)
    for _ in range(2):
        moving.begin(bench.paths, f"path:{other}", bench.binding, at=bench.now)
    with bench.engine() as engine:
        found, count = engine.list()
        assert (count, {one.id for one in found}) == (3, {same, mine, theirs})
        assert engine.record(theirs).worked == 1 and engine.record(mine).failed == 1
        assert engine.remember("The build needs Java 17", key="same").memory.id == same
        assert {one.project for one in found} == {bench.binding}


def test_a_memory_that_both_files_have_goes_on_with_its_longer_history(home: Path) -> None:
    bench = Bench.at(home)
    (id,) = bench.remember("First wording of it")
    lines: list[str] = []
    with bench.engine() as engine:
        lines = list(engine.export_lines())
    other = home / "work" / "other"
    other.mkdir()
    with bench.engine(folder=other) as second:
        second.import_lines(lines)
    bench.tick(1000)
    with bench.engine(folder=other) as second:
        second.edit(id, content="Second wording of it")
        second.record_outcome(id, "worked")
    moving.begin(bench.paths, f"path:{other}", bench.binding, at=bench.now)
    with bench.engine() as engine:
        assert engine.get(id).content == "Second wording of it"
        assert [one.version for one in engine.history(id)] == [1, 2]
        assert engine.record(id).worked == 1
    assert examine(str(bench.file)).is_sound


def test_what_was_brought_goes_back(bench: Bench) -> None:
    other = bench.home / "work" / "other"
    other.mkdir()
    with bench.engine() as engine, bench.engine(folder=other) as second:
        mine = engine.remember("Mine from before").memory.id
        theirs = second.remember("Theirs from before").memory.id
        second.record_outcome(theirs, "worked")
    move = moving.begin(bench.paths, f"path:{other}", bench.binding, at=bench.now, place=str(other))
    with bench.engine() as engine:
        engine.edit(theirs, content="Theirs, reworded since")
        since = engine.remember("Learnt since").memory.id
    moving.take_back(bench.paths, move, at=bench.now)
    assert moving.memories_of(bench.paths, bench.binding) == sorted([mine, since])
    with bench.engine(folder=other) as second:
        assert second.project == f"path:{other}"
        assert second.get(theirs).content == "Theirs, reworded since"
        assert len(second.history(theirs)) == 2
        with pytest.raises(NotFound):
            second.get(mine)
    assert register.newest_name(bench.paths, f"path:{other}") == f"path:{other}"


def test_everything_goes_back_where_there_was_nothing_before(bench: Bench) -> None:
    before = filled(bench)
    move = moving.begin(bench.paths, bench.binding, NEW, at=bench.now, place=str(bench.project))
    moving.take_back(bench.paths, move, at=bench.now)
    after = content(bench, bench.binding)
    assert {table: lines for table, lines in after.items() if table not in ("projects", "cursors")} == {
        table: lines for table, lines in before.items() if table not in ("projects", "cursors")
    }
    assert not moving.memories_of(bench.paths, NEW)


def test_what_is_written_under_the_old_name_later_comes_along(bench: Bench) -> None:
    bench.remember("Learnt before")
    with bench.engine() as late:
        late.recall("before")
        moving.begin(bench.paths, bench.binding, NEW, at=bench.now, place=str(bench.project))
        late.remember("Learnt by a process that began before")
    assert moving.sweep(bench.paths, NEW, at=bench.now) == 1
    assert moving.sweep(bench.paths, NEW, at=bench.now) == 0
    with bench.engine() as engine:
        assert engine.project == NEW
        assert len(engine.list()[0]) == 2
    with bench.engine() as engine:
        from hardwon.engine import open_engine

        with open_engine(bench.environ, str(bench.home), project=bench.binding) as session:
            assert session.project == NEW
        assert engine.list()[1] == 2
