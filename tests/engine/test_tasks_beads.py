"""What the end of a bead says of memories: by its reason, once, whatever it went through and whoever looks."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardwon.config.actor import AGENT, PERSON
from hardwon.engine import task_views, tasks
from hardwon.engine.learning import learn
from hardwon.errors import StoreLocked
from hosts.lines import Lines
from taskdesk import BASE_MS, Desk, bead, iso
from workbench import HOUR_MS, Bench


@pytest.fixture
def desk(bench: Bench) -> Desk:
    return Desk(bench)


# -- beads --------------------------------------------------------------------------------------------------------


def test_a_bead_closed_as_failed_counts_against_what_was_given_and_shares_the_blame(desk: Desk) -> None:
    (other,) = desk.bench.remember("Indexes are made concurrently")
    desk.bead(bead("in_progress"))
    desk.sync()
    desk.give(BASE_MS - 9000)
    desk.give(BASE_MS - 8000, memory=other)
    desk.bead(bead(reason="Abandoned: slower than before"))
    desk.sync()
    assert desk.verdicts() == [("failed", 0.25)]
    assert desk.verdicts(other) == [("failed", 0.25)]
    assert desk.reasons() == ["It was linked to “Slow orders”, which was closed: Abandoned: slower than before."]


@pytest.mark.parametrize("reason", ["Closed", "", "Duplicate of app-7", "Stale", "Won't fix"])
def test_a_close_that_says_nothing_of_the_work_is_neutral(desk: Desk, reason: str) -> None:
    desk.give(BASE_MS - 9000)
    desk.bead(bead(reason=reason))
    desk.sync()
    assert desk.verdicts() == []


def test_the_session_that_closed_a_bead_earned_it(desk: Desk) -> None:
    (other,) = desk.bench.remember("Somebody else's memory")
    desk.give(BASE_MS - 9000)
    desk.give(BASE_MS - 8000, session="sess-2", memory=other)
    desk.bead(bead(closed_by_session="sess-1", started_at=None))
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]
    assert desk.verdicts(other) == []


def test_a_reopened_bead_takes_its_success_back_and_one_closed_otherwise_changes_it(desk: Desk) -> None:
    desk.give(BASE_MS - 9000)
    desk.bead(bead())
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]
    desk.bead(bead("open", updated_at=iso(BASE_MS + HOUR_MS)))
    desk.sync()
    assert desk.verdicts() == []
    desk.bead(bead(reason="Fixed at last", closed_at=iso(BASE_MS + 2 * HOUR_MS)))
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]
    desk.bead(bead(reason="Could not be fixed", closed_at=iso(BASE_MS + 2 * HOUR_MS)))
    desk.sync()
    assert [verdict for verdict, _ in desk.verdicts()] == ["failed"]


def test_a_task_that_two_trackers_hold_counts_once(desk: Desk) -> None:
    desk.give(BASE_MS + 3500)
    lines = Lines("sess-1")
    lines.call("TaskCreate", {"subject": "Slow orders"}, "Task #1 created successfully: Slow orders")
    lines.call("TaskUpdate", {"taskId": "1", "status": "in_progress"}, "Updated task #1")
    lines.call("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated task #1")
    desk.transcript(lines)
    desk.bead(bead(closed_at=iso(BASE_MS + 9000)))
    synced = desk.sync()
    assert synced.closed == 2
    assert desk.verdicts() == [("worked", 0.5)]


def test_of_two_trackers_that_hold_a_task_one_may_take_its_success_back(desk: Desk) -> None:
    test_a_task_that_two_trackers_hold_counts_once(desk)
    desk.bead(bead("open", updated_at=iso(BASE_MS + HOUR_MS)))
    assert desk.sync().reopened == 1
    assert desk.verdicts() == [("worked", 0.5)]


@pytest.mark.parametrize("shared", [False, True])
def test_a_memory_of_the_person_s_own_gets_the_end_too(bench: Bench, shared: bool) -> None:
    if shared:
        bench.more["HARDWON_DB"] = str(bench.home / "all.db")
    desk = Desk(bench)
    (own,) = bench.remember("I want small commits", to_user=True)
    desk.give(BASE_MS - 9000, memory=own)
    desk.bead(bead())
    desk.sync()
    desk.sync()
    assert desk.verdicts(own) == [("worked", 0.5)]


def test_an_agent_that_runs_the_look_changes_nothing_about_who_said_what(desk: Desk) -> None:
    desk.give(BASE_MS - 9000)
    desk.bead(bead())
    with desk.bench.engine(actor=AGENT) as engine:
        tasks.sync(engine, desk.bench.environ)
        (outcome,) = engine.outcomes(desk.memory)
    assert (outcome.source, outcome.counted, outcome.weight) == ("evidence", True, 0.5)


def test_a_store_that_is_locked_is_told_and_the_next_look_finds_the_same(desk: Desk) -> None:
    desk.bead(bead())
    desk.give(BASE_MS - 9000)
    with (
        desk.bench.engine() as holder,
        holder.batch(),
        desk.bench.engine(busy_ms=20) as engine,
        pytest.raises(StoreLocked),
    ):
        tasks.sync(engine, desk.bench.environ)
    assert desk.sync().closed == 1
    assert desk.verdicts() == [("worked", 0.5)]


def test_what_a_person_took_back_stays_taken_back(desk: Desk) -> None:
    desk.give(BASE_MS - 9000)
    desk.bead(bead())
    desk.sync()
    with desk.bench.engine() as engine:
        engine.undo_outcome(desk.memory)
    desk.bead(bead(), bead("open", id="app-2", title="More"))
    desk.sync()
    assert desk.verdicts() == []


def test_secrets_in_titles_and_reasons_are_never_stored(desk: Desk) -> None:
    secret = "ghp_" + "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"
    desk.bead(bead(title=f"Login with {secret} fails", reason=f"Fixed: the password was {'hunter' + '2!xK'}"))
    desk.sync()
    with desk.bench.engine() as engine:
        engine.stores.writing(desk.bench.binding).rows("PRAGMA wal_checkpoint (TRUNCATE)")
    assert desk.states() == {"app-1": "closed"}
    stored = desk.bench.file.read_bytes()
    assert secret.encode() not in stored
    assert b"hunter2!xK" not in stored


@pytest.mark.parametrize("damage", [b"", b"{", b'\x00\xff{"id": "app-1"', b"[]\n[]\n", b'{"id": "app-1"}\n' * 3])
def test_damaged_beads_break_nothing_and_are_read_once_they_are_whole(desk: Desk, damage: bytes) -> None:
    desk.give(BASE_MS - 9000)
    desk.bead().write_bytes(damage)
    desk.sync()
    assert desk.verdicts() == []
    desk.bead(bead())
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]


def test_dolt_alone_gets_one_clear_line(desk: Desk) -> None:
    (desk.bench.project / ".beads" / "embeddeddolt").mkdir(parents=True)
    (looked,) = (one for one in desk.sync().sources if one.source == "beads")
    assert "Dolt alone" in looked.line
    assert "\n" not in looked.line


def test_a_link_by_a_person_makes_the_end_count_whatever_was_given(desk: Desk) -> None:
    desk.bead(bead("in_progress"))
    desk.sync()
    with desk.bench.engine() as engine:
        task_views.link(engine, task_views.find(engine, "app-1"), [desk.memory])
    desk.bead(bead())
    desk.sync()
    assert desk.verdicts() == [("worked", 0.5)]


def red_then_green(session: str = "sess-1") -> Lines:
    lines = Lines(session).person("Make the orders quick, please.")
    lines.bash("pytest -q tests/orders", "2 failed in 1s", error=True)
    return lines.edit("orders.py").bash("pytest -q tests/orders", "5 passed in 1s")


@pytest.mark.parametrize("actor", [PERSON, AGENT])
def test_what_was_linked_by_hand_gets_what_became_of_the_work_at_the_task(desk: Desk, actor: str) -> None:
    (other,) = desk.bench.remember("Given, linked by nobody and used by nobody")
    desk.bench.now = BASE_MS - 10
    desk.bead(bead("in_progress"))
    desk.sync()
    with desk.bench.engine(actor=actor) as engine:
        task_views.link(engine, task_views.find(engine, "app-1"), [desk.memory])
    desk.bench.now = BASE_MS + HOUR_MS
    desk.give(BASE_MS, memory=other)
    path = desk.transcript(red_then_green())
    for _ in range(2):
        with desk.bench.engine() as engine:
            learn(engine, transcript_path=str(path), session_id="sess-1")
        assert desk.verdicts() == [("worked", 0.5)]
    assert "linked to the task" in desk.reasons()[0]
    assert desk.verdicts(other) == []


@pytest.mark.parametrize(
    ("linked_at", "status", "more"),
    [
        (BASE_MS + HOUR_MS // 2, "in_progress", {}),
        (BASE_MS - HOUR_MS // 4, "open", {}),
        (BASE_MS - HOUR_MS // 4, "in_progress", {"closed_by_session": "11111111-2222-4333-8444-555555555555"}),
    ],
)
def test_a_link_that_comes_later_or_to_work_of_others_says_nothing_of_a_session(
    desk: Desk, linked_at: int, status: str, more: dict[str, object]
) -> None:
    desk.bench.now = linked_at
    desk.bead(bead(status, **more))
    desk.sync()
    with desk.bench.engine() as engine:
        task_views.link(engine, task_views.find(engine, "app-1"), [desk.memory])
    if more:
        desk.bead(bead(reason="Closed", closed_at=iso(BASE_MS + HOUR_MS), **more))
        desk.sync()
    desk.bench.now = BASE_MS + HOUR_MS
    path = desk.transcript(red_then_green())
    with desk.bench.engine() as engine:
        learn(engine, transcript_path=str(path), session_id="sess-1")
    assert desk.verdicts() == []


def test_what_was_tested_otherwise_in_the_session_is_not_overruled_by_the_agents_own_close(desk: Desk) -> None:
    lines = Lines("sess-1").person("Add the index, please.")
    lines.call("TaskCreate", {"subject": "Add the index"}, "Task #1 created successfully: Add the index")
    lines.call("TaskUpdate", {"taskId": "1", "status": "in_progress"}, "Updated task #1")
    lines.injected(f"<hardwon-memory>\n- [{desk.memory}] (gotcha) The orders table needs an index\n</hardwon-memory>")
    desk.give(BASE_MS + 6000)
    (check,) = desk.bench.remember("Always run `make orders` after a change of the schema")
    desk.give(BASE_MS + 6001, memory=check)
    lines.bash("make orders", "make: *** No rule to make target 'orders'.  Stop.", error=True)
    lines.call("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated task #1")
    path = desk.transcript(lines.person("no, that's wrong, `make orders` does not exist"))
    with desk.bench.engine() as engine:
        learn(engine, transcript_path=str(path), session_id="sess-1")
    before = desk.verdicts(check)
    desk.sync()
    assert [verdict for verdict, _ in before] == ["failed"]
    assert desk.verdicts(check) == before


# -- any history --------------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=st.lists(st.sampled_from(["open", "in_progress", "closed", "failed", "gone"]), min_size=1, max_size=6))
def test_whatever_a_bead_went_through_its_last_state_decides(
    tmp_path_factory: pytest.TempPathFactory, history: list[str]
) -> None:
    desk = Desk(Bench.at(tmp_path_factory.mktemp("home")))
    desk.give(BASE_MS - 9000)
    for number, state in enumerate(history):
        status = "closed" if state == "failed" else state
        reason = "Gave up: nothing helped" if state == "failed" else "Fixed by an index"
        at = iso(BASE_MS + number * 1000)
        desk.bead(*([] if state == "gone" else [bead(status, reason, updated_at=at)]))
        desk.sync()
    kept = [state for state in history if state != "gone"] or ["open"]
    expected = {"closed": ["worked"], "failed": ["failed"]}.get(kept[-1], [])
    assert [verdict for verdict, _ in desk.verdicts()] == expected
