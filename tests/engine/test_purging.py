"""What is purged stands in no file of the data folder; what is held stays; nothing goes that was not shown."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from hardwon.config.actor import AGENT
from hardwon.engine import purging
from hardwon.engine.purging import ARCHIVE, SOFT, Selection, confirm, held_memories, hold, prepare
from hardwon.engine.task_changes import Seen, moved, without_purged
from hardwon.engine.upkeep import look_after
from hardwon.errors import InvalidInput, NotFound, PersonOnly, StoreReadOnly
from hardwon.maintenance.ledger import Purged
from hardwon.models import Origin, SessionSummary
from hardwon.store import purge, spaces, tasks
from hardwon.store.identity import SpaceIdentity
from hardwon.store.migrations import open_existing
from processes import Child
from workbench import DAY_MS, Bench

WORD = "xylophonic"
TEXT = f"The {WORD} gateway key is kept in the safe"
MINUTE_MS = 60_000


def files_with(bench: Bench, word: str) -> list[str]:
    """Files of the data folder that hold a word, in whatever case."""
    found = []
    for folder, _, names in os.walk(bench.paths.data):
        for name in names:
            path = Path(folder, name)
            if word.encode() in path.read_bytes().lower():
                found.append(str(path.relative_to(bench.paths.data)))
    return found


def in_index(bench: Bench, word: str) -> bool:
    connection = apsw.Connection(str(bench.file))
    try:
        return bool(list(connection.execute("SELECT 1 FROM memory_terms WHERE term LIKE ?", (word[:6] + "%",))))
    finally:
        connection.close()


def spread(bench: Bench) -> str:
    """A memory whose words stand wherever they can: versions, outcomes, sessions, vectors, spool, logs, copies."""
    with bench.engine() as engine:
        for number in range(40):
            engine.remember(f"Another gateway note, number {number}, about ports and keys")
        origin = Origin(session_id="s1", note=f"about {WORD}")
        id = engine.remember(
            TEXT, title=f"{WORD} key", tags=[WORD], origin=origin, surroundings=f"{WORD} here"
        ).memory.id
        engine.edit(id, content=TEXT + ", behind the door")
        engine.record_outcome(id, "worked", note=f"the {WORD} one opened")
        engine.save_session(SessionSummary(session_id="s1", goal=f"find the {WORD} key", ended_at=bench.now))
        database = engine.stores.writing(bench.binding)
        space = spaces.ensure_space(database, SpaceIdentity(provider="t", model="m", revision="1", dimensions=8), 1)
        rows = spaces.pending(database, space, 1000)
        spaces.put(database, space, [(row, [1.0, -1.0, 0.5, row % 7, 1, 2, 3, 4]) for row, _ in rows])
    for name in ("spool/pending/1", "logs/hooks.log", "projects/old"):
        path = Path(bench.paths.data, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"first line\nthe {WORD.title()} line\nlast line\n" if "log" in name else json.dumps({"t": TEXT})
        )
    Path(bench.paths.data, "projects/old").unlink()
    Path(f"{bench.file}.damaged-1").write_text(TEXT)
    return id


def test_the_words_of_what_is_purged_stand_in_no_file(bench: Bench) -> None:
    id = spread(bench)
    assert len(files_with(bench, WORD)) >= 4
    assert in_index(bench, WORD)
    with bench.engine() as engine:
        found = prepare(engine, Selection(ids=(id,)))
        assert [one.id for one in found.memories] == [id]
        done = confirm(engine, found.token)
        assert (done.ids, done.standing) == ([id], [])
        with pytest.raises(NotFound):
            engine.get(id)
        assert len(engine.recall("gateway note", limit=50).hits) > 5
    assert files_with(bench, WORD) == []
    assert not in_index(bench, WORD)
    assert Path(bench.paths.logs, "hooks.log").read_text() == "first line\nlast line\n"
    [line] = [json.loads(text) for text in Path(f"{bench.file}.deletions.jsonl").read_text().splitlines()]
    assert (line["id"], line["act"]) == (id, "purged")
    database = open_existing(str(bench.file))
    database.change("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
    assert purge.indexed_words(database, [WORD]) == set()
    database.close()


def test_a_soft_purge_takes_the_texts_and_keeps_id_and_record(bench: Bench) -> None:
    id = spread(bench)
    before = bench.now
    with bench.engine() as engine:
        confirm(engine, prepare(engine, Selection(ids=(id,)), act=SOFT).token)
        assert engine.get(id).content == ""
        assert engine.record(id).worked == 1
        assert id not in {hit.id for hit in engine.recall("gateway key", limit=50, as_of=before).hits}
        assert engine.list(status="retired")[1] == 1
    assert files_with(bench, WORD) == []
    assert not in_index(bench, WORD)


def test_nothing_goes_that_was_not_shown(bench: Bench) -> None:
    [id] = bench.remember(TEXT)
    with bench.engine() as engine:
        token = prepare(engine, Selection(ids=(id,))).token
        engine.edit(id, title="changed")
        with pytest.raises(InvalidInput, match="changed since"):
            confirm(engine, token)
        token = prepare(engine, Selection(ids=(id,))).token
        bench.tick(10 * MINUTE_MS)
        with pytest.raises(NotFound, match="ran out"):
            confirm(engine, token)
        with pytest.raises(NotFound):
            confirm(engine, "0123456789abcdef")
        assert engine.get(id).content == TEXT


def test_what_is_held_is_refused_both_ways_until_it_is_let_go(bench: Bench) -> None:
    [id] = bench.remember(TEXT)
    with bench.engine() as engine:
        token = prepare(engine, Selection(ids=(id,))).token
        hold(engine, id, held=True)
        assert [one.id for one in held_memories(engine)] == [id]
        for act in ("soft", "hard"):
            with pytest.raises(InvalidInput, match="held"):
                prepare(engine, Selection(ids=(id,)), act=act)
        with pytest.raises(InvalidInput, match="held now"):
            confirm(engine, token)
        with pytest.raises(InvalidInput, match="held"):
            prepare(engine, Selection(whole_project=True))
        hold(engine, id, held=False)
        confirm(engine, prepare(engine, Selection(ids=(id,))).token)
        assert engine.list(status="all")[1] == 0


def test_an_agent_archives_by_the_same_two_steps_and_purges_nothing(bench: Bench) -> None:
    [id] = bench.remember(TEXT)
    with bench.engine(actor=AGENT) as engine:
        with pytest.raises(PersonOnly):
            prepare(engine, Selection(ids=(id,)))
        with pytest.raises(PersonOnly):
            hold(engine, id, held=True)
        token = prepare(engine, Selection(query=WORD), act=ARCHIVE).token
        assert confirm(engine, token).ids == [id]
        assert engine.get(id).status == "archived"
    with bench.engine() as engine:
        token = prepare(engine, Selection(ids=(id,))).token
    with bench.engine(actor=AGENT) as engine, pytest.raises(PersonOnly):
        confirm(engine, token)


def test_selections_take_what_they_say(bench: Bench) -> None:
    with bench.engine() as engine:
        old = engine.remember("An old one about gates").memory.id
        mine = engine.remember("My own old one", to_user=True).memory.id
        bench.tick(10 * DAY_MS)
        said = engine.remember("A new one from a session", origin=Origin(session_id="s9")).memory.id
        once = engine.remember(f"Once about {WORD}").memory.id
        engine.edit(once, content="Now about something else")

        def chosen(**options: object) -> list[str]:
            return [one.id for one in prepare(engine, Selection(**options)).memories]  # type: ignore[arg-type]

        assert chosen(before=bench.now) == [old]
        assert chosen(session="s9") == [said]
        assert chosen(query=WORD.upper()) == [once]
        assert chosen(whole_project=True) == sorted([old, said, once])
        assert mine not in chosen(before=bench.now + 1)
        with pytest.raises(NotFound):
            chosen(query="nowhere to be found")
        with pytest.raises(InvalidInput, match="nothing is chosen"):
            chosen()


def test_a_whole_project_goes_and_the_persons_own_stays(bench: Bench) -> None:
    spread(bench)
    with bench.engine() as engine:
        engine.remember("My own one", to_user=True)
        confirm(engine, prepare(engine, Selection(whole_project=True)).token)
        assert [one.content for one in engine.list(status="all")[0]] == ["My own one"]
        assert engine.sessions() == []
    assert files_with(bench, "gateway") == []


def test_without_the_log_beside_the_store_nothing_goes(bench: Bench) -> None:
    [id] = bench.remember(TEXT)
    Path(f"{bench.file}.deletions.jsonl").mkdir()
    with bench.engine() as engine:
        token = prepare(engine, Selection(ids=(id,))).token
        with pytest.raises(StoreReadOnly, match="nothing was removed"):
            confirm(engine, token)
        assert engine.get(id).content == TEXT


def test_words_that_another_memory_has_too_stay_there(bench: Bench) -> None:
    [id, other] = bench.remember(TEXT, f"Somebody else says {WORD} as well")
    with bench.engine() as engine:
        confirm(engine, prepare(engine, Selection(ids=(id,))).token)
        assert [hit.id for hit in engine.recall(WORD).hits] == [other]


MODULES = {"purge": purge, "traces": purging.traces, "ledger": purging.ledger}


def die_at(module: str, name: str, after: bool) -> None:
    """End this process at a step, before or after it; for a forked one."""
    real = getattr(MODULES[module], name)

    def step(*arguments: object, **options: object) -> None:
        if after:
            real(*arguments, **options)
        os._exit(9)

    setattr(MODULES[module], name, step)


@pytest.mark.parametrize(
    ("module", "name", "after"),
    [
        ("ledger", "write", True),
        ("traces", "clean", True),
        ("purge", "remove", True),
        ("purge", "rewrite", False),
        ("purge", "rewrite", True),
        ("traces", "remove_damaged_copies", True),
    ],
)
def test_a_purge_that_is_killed_at_any_step_is_ended_by_confirming_again(
    bench: Bench, module: str, name: str, after: bool
) -> None:
    id = spread(bench)
    with bench.engine() as engine:
        token = prepare(engine, Selection(ids=(id,))).token

    def work(_: object) -> None:
        die_at(module, name, after)
        with bench.engine() as engine:
            confirm(engine, token)

    status, told = Child(work).wait()
    assert status == 9, told
    if module == "ledger":
        assert purging.unfinished(bench.paths.data) == []  # announced, and nothing begun
    else:
        assert len(purging.unfinished(bench.paths.data)) == 1
    bench.tick(20 * MINUTE_MS if module != "ledger" else 0)
    with bench.engine() as engine:
        confirm(engine, token)
        assert engine.list(status="all")[1] == 40
    assert files_with(bench, WORD) == []
    assert purging.unfinished(bench.paths.data) == []


def test_short_words_that_tell_are_taken_out_too(bench: Bench) -> None:
    with bench.engine() as engine:
        id = engine.remember("The alarm code is q7k, the guard is Ayo").memory.id
        engine.remember("The alarm is tested on Fridays and the guard is told")
    spool = Path(bench.paths.spool)
    spool.mkdir(parents=True)
    (spool / "1.json").write_text('{"content": "alarm q7k"}')
    (spool / "2.json").write_text('{"content": "alarm of seq7keys"}')
    Path(bench.paths.logs).mkdir(parents=True)
    Path(bench.paths.logs, "hooks.log").write_text("ayo came\nmayor came\n")
    with bench.engine() as engine:
        done = confirm(engine, prepare(engine, Selection(ids=(id,))).token)
    assert done.standing == []
    assert [path.name for path in spool.iterdir()] == ["2.json"]
    assert Path(bench.paths.logs, "hooks.log").read_text() == "mayor came\n"


@pytest.mark.parametrize("act", [ARCHIVE, purging.HARD])
def test_no_plan_of_a_purge_stays_behind(bench: Bench, act: str) -> None:
    [one, other] = bench.remember("The first of two notes", "The second of two notes")
    folder = Path(bench.paths.data, purging.PURGES)
    with bench.engine() as engine:
        prepare(engine, Selection(ids=(one, other)))
        token = prepare(engine, Selection(ids=(one,)), act=act).token
        confirm(engine, token)
        left = list(folder.glob("*")) if folder.exists() else []
        assert len(left) == (1 if act == ARCHIVE else 0), "a plan that names what is gone goes with it"
        stale = prepare(engine, Selection(ids=(other,))).token
        bench.tick(11 * MINUTE_MS)
        with pytest.raises(NotFound, match="ran out"):
            confirm(engine, stale)
    assert not folder.exists()


def test_upkeep_removes_plans_that_ran_out(bench: Bench) -> None:
    [one] = bench.remember("The first of two notes")
    with bench.engine() as engine:
        prepare(engine, Selection(ids=(one,)))
        bench.tick(11 * MINUTE_MS)
        look_after(engine)
    assert not Path(bench.paths.data, purging.PURGES).exists()


def test_a_task_s_title_that_was_purged_does_not_come_back_with_the_tracker(bench: Bench) -> None:
    with bench.engine() as engine:
        id = engine.remember(TEXT).memory.id
        seen = Seen(key="t1", source="claude", id="1", title=f"Open the {WORD} gateway", state="open", status="pending")
        database = engine.stores.writing(bench.binding)
        tasks.put(database, moved(None, seen, bench.binding, bench.now))
        confirm(engine, prepare(engine, Selection(ids=(id,))).token)
        assert [one.title for one in tasks.tasks_of(database, bench.binding)] == [""]
        again = without_purged(seen, Purged(database.path))
        assert again.title == ""
        other = replace(seen, title="Open the gateway")
        assert without_purged(other, Purged(database.path)) == other
    assert files_with(bench, WORD) == []
