"""What an engine does with a memory: store it once, change it by versions, forget it, bring it back."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardwon.config.actor import AGENT
from hardwon.engine.core import random_id
from hardwon.errors import Ambiguous, InvalidInput, NotFound
from hardwon.models import CATEGORIES, Memory, Origin, SessionSummary
from hardwon.text.clean import is_hidden
from workbench import DAY_MS, Bench


def test_a_memory_has_what_it_was_given(bench: Bench) -> None:
    origin = Origin(who="user", host="cli", session_id="s1", line=7, note="said in passing")
    with bench.engine() as engine:
        told = engine.remember(
            "  Deploys go through ship.sh \r\n", category="command", title="Deploying", tags=["ops", "ops", " "],
            files=[f"{bench.project}/ship.sh"], pin=True, confidence=0.5, origin=origin,
        )  # fmt: skip
        memory = engine.get(told.memory.id)
    assert told.created and memory == told.memory
    assert (memory.content, memory.category, memory.title) == ("Deploys go through ship.sh", "command", "Deploying")
    assert (memory.tags, memory.files, memory.tier) == (("ops",), ("ship.sh",), "pinned")
    assert (memory.confidence, memory.trust, memory.origin) == (0.5, "user", origin)
    assert (memory.version, memory.created_at, memory.project) == (1, bench.now, bench.binding)


def test_the_same_said_again_is_stronger_not_twice(bench: Bench) -> None:
    with bench.engine() as engine:
        first = engine.remember("Use tabs").memory
        bench.tick(DAY_MS)
        again = engine.remember("use  TABS.", category="convention", tags=["style"], pin=True)
        assert not again.created
        memory = engine.get(first.id)
        assert (memory.category, memory.tags, memory.tier) == ("convention", ("style",), "pinned")
        assert (memory.content, memory.restated_count, memory.restated_at) == ("Use tabs", 1, bench.now)
        assert engine.list()[1] == 1


def test_the_same_key_stores_once_whatever_is_said(bench: Bench) -> None:
    with bench.engine() as engine:
        first = engine.remember("Use tabs", key="call-1").memory
        assert engine.remember("Something else", key="call-1").memory == first
        assert not engine.remember("Use tabs", key="call-2").created
        assert not engine.remember("Use tabs", key="call-2").created
        assert engine.get(first.id).restated_count == 1
        assert engine.remember("Use tabs", key="call-1", to_user=True).created


def test_projects_in_one_file_have_keys_and_ids_of_their_own(home: Path, tmp_path: Path) -> None:
    bench = Bench.at(home, HARDWON_DB=str(tmp_path / "all.db"))
    with bench.engine() as here, bench.engine(folder=tmp_path) as there:
        mine = here.remember("Of the app", key="k").memory
        here.remember("of the app", key="again")
        assert there.remember("Of the other", key="k").created
        assert there.remember("Of another still", key="again").created
        assert there.list()[1] == 2
        with pytest.raises(NotFound):
            there.get(mine.id)
        with pytest.raises(NotFound):
            there.edit(mine.id, content="taken over")
        there.save_session(SessionSummary(session_id="s", goal="theirs", ended_at=5))
        here.save_session(SessionSummary(session_id="s", goal="mine", ended_at=5))
        assert [one.goal for one in there.sessions()] == ["theirs"]
        assert [hit.content for hit in here.recall("of the app other").hits] == ["Of the app"]
        assert here.list(all_projects=True)[1] == 3


def test_each_change_is_a_version_and_nothing_is_overwritten(bench: Bench) -> None:
    (memory,) = bench.remember("Port 8080")
    with bench.engine() as engine:
        bench.tick(1000)
        engine.edit(memory, content="Port 9090", category="decision")
        bench.tick(1000)
        engine.set_pinned(memory, True)
        engine.archive(memory)
        engine.restore(memory)
        versions = engine.history(memory)
    assert [one.change for one in versions] == ["created", "edited", "pinned", "archived", "restored"]
    assert [one.version for one in versions] == [1, 2, 3, 4, 5]
    assert [one.content for one in versions] == ["Port 8080"] + ["Port 9090"] * 4
    for before, after in itertools.pairwise(versions):
        assert before.retired_at == after.recorded_at
    assert versions[-1].retired_at is None


def test_a_change_that_changes_nothing_makes_no_version(bench: Bench) -> None:
    (memory,) = bench.remember("Port 8080")
    with bench.engine() as engine:
        engine.edit(memory)
        engine.edit(memory, content="Port 8080 ", tags=[])
        engine.set_pinned(memory, False)
        engine.restore(memory)
        assert len(engine.history(memory)) == 1


def test_two_engines_that_change_one_memory_lose_neither_s_change(bench: Bench) -> None:
    (memory,) = bench.remember("Port 8080")
    with bench.engine() as one, bench.engine() as other:
        one.get(memory)
        other.edit(memory, tags=["network"])
        one.edit(memory, content="Port 9090")
        other.edit(memory, title="The proxy")
        live = one.get(memory)
    assert (live.content, live.tags, live.title, live.version) == ("Port 9090", ("network",), "The proxy", 4)


def test_a_change_with_a_key_happens_once(bench: Bench) -> None:
    (memory,) = bench.remember("Port 8080")
    with bench.engine() as engine:
        engine.archive(memory, key="call-1")
        engine.restore(memory)
        engine.archive(memory, key="call-1")
        assert engine.get(memory).status == "active"


def test_a_clock_that_goes_back_makes_no_version_older_than_the_last(bench: Bench) -> None:
    (memory,) = bench.remember("Port 8080")
    with bench.engine() as engine:
        bench.tick(-10 * DAY_MS)
        engine.edit(memory, content="Port 9090")
        engine.record_outcome(memory, "failed")
        versions = engine.history(memory)
        assert versions[0].recorded_at <= versions[1].recorded_at
        assert engine.recall("port").hits[0].content == "Port 9090"
        assert engine.record(memory).failed == 1


def test_what_was_forgotten_leaves_recall_and_only_a_person_brings_it_back(bench: Bench) -> None:
    (memory,) = bench.remember("Use the old zebra queue")
    with bench.engine() as engine:
        engine.archive(memory)
        assert engine.recall("zebra queue").hits == []
        assert len(engine.recall("zebra queue", include_archived=True).hits) == 1
        assert engine.list()[1] == 0 and engine.list(status="archived")[1] == 1
    with bench.engine(actor=AGENT) as engine:
        engine.remember("Use the old zebra queue")
        assert engine.get(memory).status == "archived"
    with bench.engine() as engine:
        engine.remember("use the old zebra queue", origin=Origin(who="user", session_id="read from a transcript"))
        assert engine.get(memory).status == "archived"
        engine.remember("use the old zebra queue")
        assert engine.get(memory).status == "active"


def test_an_agent_s_words_never_count_as_the_user_s(bench: Bench) -> None:
    with bench.engine(actor=AGENT) as engine:
        memory = engine.remember("Tests need Redis").memory
        assert memory.trust == "agent" and memory.origin.who == "agent"
        assert engine.edit(memory.id, content="Tests need Redis 7").trust == "agent"
    with bench.engine() as engine:
        assert engine.edit(memory.id, title="Redis").trust == "agent"
        assert engine.remember("tests need redis 7").memory.trust == "user"
        assert engine.edit(memory.id, content="Tests need Redis 8").trust == "user"


def test_an_id_may_be_shortened_while_only_one_begins_like_that(bench: Bench) -> None:
    first, second = bench.remember("one", "two")
    with bench.engine() as engine:
        assert engine.get(first.upper()).id == first
        assert engine.get(f"[{second}]").id == second
        with pytest.raises(Ambiguous) as caught:
            engine.get("m0000")
        assert first in str(caught.value)
        with pytest.raises(NotFound):
            engine.get("zzz")
        own = engine.remember("my own", to_user=True).memory
        assert engine.get(own.id).project == "user"


@pytest.mark.parametrize(
    "text", ["", " ", "\n\t", "\u200b", "\x00", "\x1b[31m", "\u202e", "<private>all of it</private>"]
)
def test_what_is_empty_once_cleaned_is_refused(bench: Bench, text: str) -> None:
    with bench.engine() as engine, pytest.raises(InvalidInput):
        engine.remember(text)


def test_a_text_that_is_too_long_is_refused_with_its_size(bench: Bench) -> None:
    with bench.engine() as engine:
        with pytest.raises(InvalidInput) as caught:
            engine.remember("a" * 1_000_000)
        assert "1,000,000" in str(caught.value) and "65,536" in str(caught.value)
        engine.remember("é" * (65_536 // 2))


def test_a_secret_with_a_hidden_character_in_it_is_known_for_one(bench: Bench) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    hidden = secret[:10] + "\u200b" + secret[10:20] + "\u202e" + secret[20:]
    with bench.engine() as engine:
        told = engine.remember(f"token {hidden}", title=hidden, tags=[hidden], files=[hidden])
        assert told.redacted
        assert secret not in repr(told.memory)
        engine.record_outcome(told.memory.id, "worked", note=f"used {hidden}")
        assert secret not in repr(engine.outcomes(told.memory.id))
    for file in bench.file.parent.iterdir():
        assert b"a1B2c3D4" not in file.read_bytes()


ODD = {
    "content": [None, 5, b"bytes", ["list"]],
    "category": [None, 5, "", "Gotcha", "x" * 1000, "\x1b[31m"],
    "title": [5, b"x"],
    "tags": ["abc", 5, [1], [None], {"a": 1}],
    "files": ["abc", [b"x"]],
    "confidence": [-0.1, 1.1, float("nan"), float("inf"), "0.5"],
    "at": [1.5, "now", float("nan")],
    "key": ["k" * 401, 5],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in ODD.items() for value in values])
def test_a_value_of_the_wrong_kind_is_refused_in_one_line(bench: Bench, field: str, value: object) -> None:
    with bench.engine() as engine:
        with pytest.raises(InvalidInput) as caught:
            engine.remember(**{"content": "text", field: value})  # type: ignore[arg-type]
        assert "\n" not in str(caught.value) and str(caught.value).isprintable()
        assert engine.list()[1] == 0


ANYTHING = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=60)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=ANYTHING,
    category=st.sampled_from(CATEGORIES),
    title=st.none() | ANYTHING,
    tags=st.lists(ANYTHING, max_size=4),
    files=st.lists(ANYTHING, max_size=4),
    confidence=st.none() | st.floats(0, 1),
    key=st.none() | ANYTHING,
    at=st.none() | st.integers(-(2**80), 2**80),
    note=ANYTHING,
)
def test_any_text_is_stored_clean_or_refused(bench: Bench, content: str, note: str, **fields: object) -> None:
    with bench.engine() as engine:
        try:
            memory = engine.remember(content, **fields).memory  # type: ignore[arg-type]
        except InvalidInput:
            return
        assert engine.get(memory.id) == memory
        told = [memory.content, memory.title, *memory.tags, *memory.files]
        for text in told:
            text.encode("utf-8")
            assert not any(is_hidden(char) for char in text)
        assert memory.created_at <= bench.now
        engine.record_outcome(memory.id, "worked", note=note)
        engine.recall(content)


def test_long_lists_are_cut_and_odd_entries_cleaned(bench: Bench) -> None:
    with bench.engine() as engine:
        memory = engine.remember("x y", tags=[f"t{n}" for n in range(10_000)], title="long " * 100_000).memory
    assert len(memory.tags) == 50 and len(memory.title) == 400


@pytest.mark.parametrize("id", ["", " ", "\x00", "%", "_", "a'b", "ü", "..", "\ud800", "a b", None, 5])
def test_what_is_no_id_is_refused(bench: Bench, id: str) -> None:
    bench.remember("one")
    with bench.engine() as engine, pytest.raises(InvalidInput):
        engine.get(id)


@pytest.mark.parametrize("page", [{"limit": 0}, {"limit": -1}, {"offset": -1}, {"status": "gone"}, {"category": "x"}])
def test_a_page_that_is_none_is_refused(bench: Bench, page: dict[str, object]) -> None:
    with bench.engine() as engine, pytest.raises(InvalidInput):
        engine.list(**page)  # type: ignore[arg-type]


def test_pages_follow_each_other_without_gap_or_double(bench: Bench) -> None:
    for number in range(25):
        bench.remember(f"memory {number}", to_user=number % 3 == 0)
        bench.tick(1)
    with bench.engine() as engine:
        pages = [engine.list(limit=10, offset=at) for at in (0, 10, 20)]
    assert [total for _, total in pages] == [25] * 3
    contents = [memory.content for page, _ in pages for memory in page]
    assert contents == [f"memory {number}" for number in reversed(range(25))]


def test_what_hosts_tell_is_kept_once_whatever_it_is(bench: Bench) -> None:
    with bench.engine() as engine:
        for _ in range(2):
            engine.note_injections(key="\ud800", session_id="\udcff", event="E", memory_ids=["a", "b"], at=5)
        assert engine.note_event(key="k\ud800", session_id="\udcff", event="Stop", at=5)
        assert not engine.note_event(key="k\ud800", session_id="\udcff", event="Stop", at=5)
        engine.set_cursor("/t/\udcff.jsonl", 10, 2, 30, "state")
        assert engine.cursor("/t/\udcff.jsonl").offset == 10
        engine.save_session(SessionSummary(session_id="\udcff", goal="\ud800\x00goal"))
        assert len(engine.sessions()) == 1
        with pytest.raises(InvalidInput):
            engine.note_event(key="big", session_id="s", event="Stop", at=1 << 80)
        assert engine.stats()["events"] == 1


def test_a_folder_whose_name_is_no_text_is_a_project_too(bench: Bench, tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/\xff'\n\"dir"
    os.mkdir(folder)
    with bench.engine(folder=Path(os.fsdecode(folder))) as engine:
        engine.remember("The zebra gate")
        assert len(engine.recall("zebra").hits) == 1


@pytest.mark.parametrize(
    "name", ["we'ird", "new\nline", "50%20off?x#y", ":memory:", "file:x?mode=memory", "ünï 字 🚀", '"q"']
)
def test_any_data_folder_will_do(home: Path, name: str) -> None:
    bench = Bench.at(home)
    bench.more = {"HARDWON_HOME": str(home / name)}
    bench.remember("The zebra gate")
    with bench.quick() as quick:
        assert quick.for_prompt("zebra gate").ids
    bench.more = {"HARDWON_DB": str(home / (name + ".db"))}
    bench.remember("The zebra gate")
    with bench.quick() as quick:
        assert quick.for_prompt("zebra gate").ids


def test_ids_are_hard_to_confuse_and_never_alike() -> None:
    ids = {random_id() for _ in range(10_000)}
    assert len(ids) == 10_000
    assert all(len(id) == 12 and set(id) <= set("0123456789abcdefghjkmnpqrstvwxyz") for id in ids)


def test_a_rule_that_an_agent_reworded_is_no_rule_of_the_person_any_more(bench: Bench) -> None:
    with bench.engine() as engine:
        rule = engine.remember("Never push to main", pin=True).memory
    with bench.engine(actor=AGENT) as engine:
        reworded = engine.edit(rule.id, content="Pushing to main is fine")
    assert (reworded.trust, reworded.origin.who, reworded.tier) == ("agent", "agent", "hot")
    assert [version.content for version in engine_history(bench, rule.id)] == [
        "Never push to main", "Pushing to main is fine",
    ]  # fmt: skip


def engine_history(bench: Bench, memory_id: str) -> list[Memory]:
    with bench.engine() as engine:
        return engine.history(memory_id)


def test_of_equally_relevant_memories_the_better_record_is_found(bench: Bench) -> None:
    with bench.engine() as engine:
        ids = [engine.remember(f"deploy step s{number:02} needs approval").memory.id for number in range(1, 25)]
        for _ in range(5):
            engine.record_outcome(ids[0], "worked")
        assert engine.recall("deploy", limit=5).hits[0].id == ids[0]


def test_pages_of_memories_stored_in_one_instant_hold_each_once(bench: Bench) -> None:
    with bench.engine() as engine:
        stored = {engine.remember(f"Fact {number} about module m{number}").memory.id for number in range(7)}
        pages = [engine.list(limit=3, offset=offset)[0] for offset in (0, 3, 6)]
    assert [len(page) for page in pages] == [3, 3, 1]
    assert {memory.id for page in pages for memory in page} == stored
