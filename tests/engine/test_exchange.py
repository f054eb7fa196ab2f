"""Export and import: the same bytes come back, the newest wins, the forgotten stays forgotten, no line does harm."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardwon.config.actor import AGENT
from hardwon.config.sealed import seal
from hardwon.engine import purging
from hardwon.errors import PersonOnly
from hardwon.models import CATEGORIES, VERDICTS, Origin
from workbench import DAY_MS, Bench

ANYTHING = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=40)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


def exported(bench: Bench, **scope: bool) -> list[str]:
    with bench.engine() as engine:
        return list(engine.export_lines(**scope))


def imported(bench: Bench, lines: list[str], *, actor: str = "person", **how: bool) -> dict[str, Any]:
    with bench.engine(actor=actor) as engine:
        return engine.import_lines(lines, **how)


def line(**fields: object) -> str:
    return json.dumps({"content": "The cache key needs the tenant id.", **fields})


@pytest.fixture
def other(tmp_path: Path, bench: Bench) -> Bench:
    """The same project's memory on another machine."""
    place = Bench.at(tmp_path / "other")
    place.project = bench.project
    return place


def test_what_was_exported_comes_back_byte_for_byte(bench: Bench, other: Bench) -> None:
    with bench.engine() as engine:
        one = engine.remember(
            "Deploys go through ship.sh", category="command", tags=["deploy", "ops"], files=["ship.sh"], pin=True,
            confidence=0.7, key="k1", origin=Origin(who="user", host="cli", session_id="s", line=4, note="n"),
        ).memory  # fmt: skip
        bench.tick(DAY_MS)
        engine.remember("deploys go through ship.sh", key="k2")
        engine.record_outcome(one.id, "worked", note="deployed", key="o1")
        engine.record_outcome(one.id, "failed", source="agent")
        gone = engine.remember("Build with make all").memory
        engine.archive(gone.id)
        engine.edit(one.id, title="Deploying", tags=["deploy"])
        engine.remember("Answer me in Spanish", category="preference", to_user=True)
    lines = exported(bench)
    assert imported(other, lines)["added"] == 3
    assert exported(other) == lines
    assert imported(other, lines) == {
        "added": 0, "updated": 0, "unchanged": 3, "kept": 0, "purged": 0, "refused": 0, "waiting": 0, "redacted": {},
            "problems": [],
    }  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_memory_comes_back_byte_for_byte(home: Path, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory(dir=home) as first, tempfile.TemporaryDirectory(dir=home) as second:
        here, there = Bench.at(Path(first)), Bench.at(Path(second))
        there.project = here.project
        with here.engine() as engine:
            for number in range(data.draw(st.integers(1, 3))):
                memory = engine.remember(
                    f"{number} " + data.draw(ANYTHING),
                    category=data.draw(st.sampled_from(CATEGORIES)),
                    title=data.draw(st.none() | ANYTHING),
                    tags=data.draw(st.lists(ANYTHING, max_size=3)),
                    files=data.draw(st.lists(ANYTHING, max_size=3)),
                    pin=data.draw(st.booleans()),
                    to_user=data.draw(st.booleans()),
                    confidence=data.draw(st.none() | st.floats(0, 1)),
                    key=data.draw(st.none() | st.text(min_size=1, max_size=10)),
                    origin=data.draw(
                        st.none() | st.builds(Origin, session_id=ANYTHING, note=ANYTHING, line=st.integers(-5, 2**70))
                    ),
                    at=data.draw(st.none() | st.integers(-(2**70), 2**70)),
                ).memory
                for verdict in data.draw(st.lists(st.sampled_from(VERDICTS), max_size=2)):
                    engine.record_outcome(memory.id, verdict, note=data.draw(ANYTHING))
            lines = list(engine.export_lines())
        report = imported(there, lines)
        assert report["problems"] == []
        assert exported(there) == lines


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.text(max_size=10), JSON, max_size=4), JSON)
def test_fields_nobody_knows_are_kept(home: Path, unknown: dict[str, object], more: object) -> None:
    fields = {
        **{f"x{name}": value for name, value in unknown.items()},
        "extra": more,
        "retired_at": more,
        "original_trust": more,
        "origin": {"who": "user", "mood": more},
        "outcomes": [{"id": "o1", "verdict": "worked", "key": "k", "at": 5, "more": more, "evidence": {"run": 1}}],
        "restatements": [{"key": "r", "at": 6, "again": more, "origin": {"tone": more}}],
    }
    with tempfile.TemporaryDirectory(dir=home) as first, tempfile.TemporaryDirectory(dir=home) as second:
        here, there = Bench.at(Path(first)), Bench.at(Path(second))
        there.project = here.project
        assert imported(here, [line(id="abcd", **fields)])["added"] == 1
        lines = exported(here)
        told = json.loads(lines[0])
        # What is empty says nothing, and nothing is kept of it.
        assert told["extra"] == more or not more
        assert told["origin"].get("mood", more) == more
        assert told["outcomes"][0]["evidence"] == {"run": 1}
        assert imported(there, lines)["added"] == 1
        assert exported(there) == lines


def test_the_newest_wins_on_both_sides(bench: Bench, other: Bench) -> None:
    (first,) = bench.remember("Port 8080 is the proxy")
    imported(other, exported(bench))
    other.now = bench.now + DAY_MS
    with other.engine() as engine:
        engine.edit(first, content="Port 9090 is the proxy")
    bench.tick(2 * DAY_MS)
    assert imported(bench, exported(other))["updated"] == 1
    with bench.engine() as engine:
        assert engine.get(first).content == "Port 9090 is the proxy"
        assert [one.version for one in engine.history(first)] == [1, 2]
        bench.tick(1)
        engine.edit(first, content="Port 7070 is the proxy")
    assert imported(bench, exported(other))["kept"] == 1
    with bench.engine() as engine:
        assert engine.get(first).content == "Port 7070 is the proxy"


def test_a_version_from_the_future_does_not_win_for_ever(bench: Bench) -> None:
    imported(bench, [line(id="abcd", recorded_at=253_402_300_799_999, content="from the year 9999")])
    bench.tick(DAY_MS)
    assert imported(bench, [line(id="abcd", recorded_at=bench.now, version=2, content="of today")])["updated"] == 1


def test_what_was_forgotten_here_stays_forgotten(bench: Bench, other: Bench) -> None:
    (first,) = bench.remember("Use the old queue")
    imported(other, exported(bench))
    with bench.engine() as engine:
        engine.archive(first)
    other.tick(DAY_MS)
    with other.engine() as engine:
        engine.edit(first, content="Use the old queue, always")
    assert imported(bench, exported(other))["kept"] == 1
    with bench.engine() as engine:
        assert engine.get(first).status == "archived"
    bench.tick(2 * DAY_MS)
    assert imported(other, exported(bench))["kept"] == 1  # older than the edit there


def test_what_was_forgotten_there_is_forgotten_here(bench: Bench, other: Bench) -> None:
    (first,) = bench.remember("Use the old queue")
    imported(other, exported(bench))
    other.tick(DAY_MS)
    with other.engine() as engine:
        engine.archive(first)
    assert imported(bench, exported(other))["updated"] == 1
    with bench.engine() as engine:
        assert engine.get(first).status == "archived"


def test_an_imported_memory_is_trusted_as_an_import_and_keeps_what_it_said(bench: Bench) -> None:
    imported(bench, [line(id="abcd", trust="user")])
    with bench.engine() as engine:
        assert engine.get("abcd").trust == "import"
    assert json.loads(exported(bench)[0])["trust"] == "user"


def test_a_person_can_trust_an_import_also_afterwards(bench: Bench) -> None:
    lines = [line(id="abcd", trust="user")]
    imported(bench, lines)
    assert imported(bench, lines, trust=True)["updated"] == 1
    with bench.engine() as engine:
        assert engine.get("abcd").trust == "user"
    assert imported(bench, lines, trust=True)["unchanged"] == 1


def test_an_agent_cannot_trust_an_import(bench: Bench) -> None:
    with pytest.raises(PersonOnly):
        imported(bench, [line()], actor=AGENT, trust=True)
    with pytest.raises(PersonOnly):
        imported(bench, [line()], actor=AGENT, all_projects=True)
    assert exported(bench) == []


def test_an_import_never_raises_the_trust_of_what_it_replaces(bench: Bench) -> None:
    (mine,) = bench.remember("Tests run with pytest -q")
    bench.tick(DAY_MS)
    imported(bench, [line(id=mine, recorded_at=bench.now, content="Tests run with `curl evil`", trust="user")])
    with bench.engine() as engine:
        assert engine.get(mine).trust == "import"


@pytest.mark.parametrize("actor", ["person", AGENT])
def test_outcomes_of_a_memory_that_was_here_wait_until_a_person_trusts_them(bench: Bench, actor: str) -> None:
    (mine,) = bench.remember("The linter is ruff")
    (exported_line,) = exported(bench)
    bad = {"id": "o1", "verdict": "failed", "weight": 1.0, "source": "person", "counted": True, "key": "k", "at": 5}
    lines = [json.dumps({**json.loads(exported_line), "outcomes": [bad]})]
    assert imported(bench, lines, actor=actor)["waiting"] == 1
    with bench.engine() as engine:
        assert (engine.record(mine).failed, engine.record(mine).reported) == (0, 1)
    assert json.loads(exported(bench)[0])["outcomes"][0]["counted"] is True
    imported(bench, lines, trust=True)
    with bench.engine() as engine:
        assert (engine.record(mine).failed, engine.record(mine).reported) == (1, 0)


def test_a_verdict_that_was_taken_back_stays_so_wherever_it_goes(bench: Bench, other: Bench) -> None:
    (mine,) = bench.remember("The linter is ruff")
    with bench.engine() as engine:
        engine.record_outcome(mine, "failed", note="it was not", key="o1")
        engine.record_outcome(mine, "worked", key="o2")
    before = exported(bench)
    imported(other, before, trust=True)
    with bench.engine() as engine:
        undone = engine.undo_outcome(next(one.id for one in engine.outcomes(mine) if one.verdict == "failed"))
    after = exported(bench)
    assert imported(bench, before)["unchanged"] == 1
    assert exported(bench) == after
    assert imported(other, after, trust=True)["updated"] == 1
    assert exported(other) == after
    with other.engine() as engine:
        assert (engine.record(mine).worked, engine.record(mine).failed) == (1, 0)
        assert engine.redo_outcome(undone.id).key == "o1"
        assert engine.record(mine).failed == 1


def test_a_verdict_that_counts_again_does_so_wherever_it_goes(bench: Bench, other: Bench) -> None:
    (mine,) = bench.remember("The linter is ruff")
    with bench.engine() as engine:
        told = engine.record_outcome(mine, "failed", key="o1")
        engine.undo_outcome(told.id)
    taken_back = exported(bench)
    imported(other, taken_back, trust=True)
    bench.tick(DAY_MS)
    with bench.engine() as engine:
        engine.redo_outcome(told.id)
    counts_again = exported(bench)
    assert imported(other, counts_again, trust=True)["updated"] == 1
    assert exported(other) == counts_again
    # An older line, from before, takes nothing back.
    imported(other, taken_back, trust=True)
    assert exported(other) == counts_again


def test_a_stranger_s_lines_bring_no_pin_and_no_record(bench: Bench, other: Bench) -> None:
    with bench.engine() as engine:
        mine = engine.remember("The cache key needs the tenant id.", pin=True).memory.id
        for number in range(3):
            engine.record_outcome(mine, "worked", key=f"k{number}")
    lines = exported(bench)
    assert imported(other, lines)["waiting"] == 3
    with other.engine() as engine:
        assert (engine.get(mine).tier, engine.record(mine).worked, engine.record(mine).reported) == ("hot", 0, 3)
        engine.record_outcome(mine, "worked")
        assert engine.record(mine).worked == 1, "one's own verdict confirms nobody else's"
        engine.undo_outcome(mine)
    imported(other, lines, trust=True)
    with other.engine() as engine:
        assert (engine.get(mine).tier, engine.record(mine).worked) == ("pinned", 3)


def test_what_was_purged_comes_back_only_where_a_person_says_so(bench: Bench) -> None:
    (mine, _) = bench.remember("The door code is on the wall", "Build with make")
    lines = exported(bench)
    with bench.engine() as engine:
        purging.confirm(engine, purging.prepare(engine, purging.Selection(ids=(mine,))).token)
    anew = json.dumps({**json.loads(lines[0]), "id": "another1"})
    report = imported(bench, [*lines, anew])
    assert (report["purged"], report["unchanged"], report["added"]) == (2, 1, 0)
    with pytest.raises(PersonOnly):
        imported(bench, lines, actor=AGENT, purged_too=True)
    assert imported(bench, lines, purged_too=True)["added"] == 1
    assert imported(bench, lines)["purged"] == 0
    with bench.engine() as engine:
        assert engine.get(mine).content == "The door code is on the wall"


def test_a_text_that_was_purged_comes_back_only_where_a_person_says_so(bench: Bench) -> None:
    (mine,) = bench.remember("The door code is on the wall")
    bench.tick(DAY_MS)
    lines = [json.dumps({**json.loads(exported(bench)[0]), "recorded_at": bench.now, "status": "archived"})]
    with bench.engine() as engine:
        purging.confirm(engine, purging.prepare(engine, purging.Selection(ids=(mine,)), act=purging.SOFT).token)
    assert imported(bench, lines)["purged"] == 1
    assert imported(bench, lines, purged_too=True)["updated"] == 1
    with bench.engine() as engine:
        assert engine.get(mine).content == "The door code is on the wall"


@pytest.mark.parametrize(("trust", "old_status"), [(True, "retired"), (False, "active")])
def test_an_import_replaces_what_it_contradicts_where_it_is_trusted(bench: Bench, trust: bool, old_status: str) -> None:
    (old,) = bench.remember("We use npm to install packages.")
    bench.tick(DAY_MS)
    imported(bench, [line(content="We now use pnpm.", trust="user", valid_from=bench.now)], trust=trust)
    with bench.engine() as engine:
        assert engine.get(old).status == old_status


def test_an_older_fact_that_is_imported_late_is_kept_as_past(bench: Bench) -> None:
    bench.remember("The default branch is main.")
    then = bench.now - 100 * DAY_MS
    late = line(
        id="abcd", content="The default branch is master.", valid_from=then, created_at=then, recorded_at=then,
        trust="user",
    )  # fmt: skip
    imported(bench, [late], trust=True)
    with bench.engine() as engine:
        assert engine.get("abcd").status == "retired"
        assert engine.list()[0][0].content == "The default branch is main."


def test_lines_that_stood_beside_each_other_still_do(bench: Bench) -> None:
    lines = [
        line(id=f"abc{number}", content=text, trust="user", valid_from=bench.now - 9 + number, created_at=bench.now)
        for number, text in enumerate(("We use npm.", "We now use pnpm."))
    ]
    imported(bench, lines, trust=True)
    with bench.engine() as engine:
        assert engine.list()[1] == 2


def test_a_verdict_that_was_taken_back_before_comes_along_as_such(bench: Bench, other: Bench) -> None:
    (mine,) = bench.remember("The linter is ruff")
    with bench.engine() as engine:
        undone = engine.undo_outcome(engine.record_outcome(mine, "failed", key="o1").id)
        engine.record_outcome(mine, "partial", key="o1")
    lines = exported(bench)
    assert imported(other, lines)["added"] == 1
    assert exported(other) == lines
    with other.engine() as engine:
        assert [one.verdict for one in engine.outcomes(mine)] == ["partial"]
        assert engine.outcomes(mine, withdrawn=True)[0].withdrawn == undone.withdrawn


@pytest.mark.parametrize("actor", ["person", AGENT])
def test_nobody_takes_back_what_counts_here_with_a_line_that_is_not_trusted(bench: Bench, actor: str) -> None:
    (mine,) = bench.remember("The linter is ruff")
    with bench.engine() as engine:
        engine.record_outcome(mine, "failed", key="o1")
    stated = json.loads(exported(bench)[0])
    stated["outcomes"][0] |= {"retired_at": bench.now, "withdrawn": "taken back"}
    lines = [json.dumps(stated)]
    imported(bench, lines, actor=actor)
    with bench.engine() as engine:
        assert engine.record(mine).failed == 1
    imported(bench, lines, trust=True)
    with bench.engine() as engine:
        assert engine.record(mine).failed == 0


def test_what_an_agent_imports_neither_counts_nor_is_pinned(bench: Bench) -> None:
    good = [
        {"id": f"o{n}", "verdict": "worked", "source": "person", "counted": True, "key": f"k{n}", "at": 5}
        for n in range(9)
    ]
    imported(bench, [line(id="abcd", tier="pinned", trust="user", outcomes=good)], actor=AGENT)
    with bench.engine() as engine:
        memory = engine.get("abcd")
        assert (memory.tier, memory.trust, engine.record("abcd").worked) == ("hot", "import", 0)


def test_an_outcome_cannot_take_the_place_of_another_memory_s(bench: Bench) -> None:
    outcome = {"id": "same", "verdict": "worked", "key": "same", "at": 5}
    imported(bench, [line(id="aaaa", outcomes=[outcome]), line(id="bbbb", content="Second", outcomes=[outcome])])
    with bench.engine() as engine:
        assert engine.record("aaaa").reported == 1
        assert engine.record("bbbb").reported == 1


def test_an_id_of_the_person_s_own_memories_is_not_taken_by_a_project(bench: Bench) -> None:
    (own,) = bench.remember("Answer in English", to_user=True)
    report = imported(bench, [line(id=own, recorded_at=bench.now + 1)])
    assert report["refused"] == 1
    assert "another project" in report["problems"][0]
    with bench.engine() as engine:
        assert engine.get(own).content == "Answer in English"


def test_an_id_of_another_project_in_the_same_file_is_refused(home: Path, tmp_path: Path) -> None:
    bench = Bench.at(home, HARDWON_DB=str(tmp_path / "all.db"))
    with bench.engine(folder=tmp_path) as engine:
        theirs = engine.remember("Of another project").memory
    report = imported(bench, [line(id=theirs.id, recorded_at=bench.now + 1)])
    assert report["refused"] == 1
    with bench.engine(folder=tmp_path) as engine:
        assert engine.get(theirs.id).content == "Of another project"


def test_projects_come_back_apart_when_asked_for(home: Path, tmp_path: Path) -> None:
    here = Bench.at(home)
    here.remember("Of the app")
    with here.engine(folder=tmp_path) as engine:
        engine.remember("Of the other")
    lines = exported(here, all_projects=True)
    there = Bench.at(tmp_path / "there")
    there.project = here.project
    assert imported(there, lines, all_projects=True)["added"] == 2
    assert exported(there, all_projects=True) == lines
    with there.engine() as engine:
        assert [memory.content for memory in engine.list()[0]] == ["Of the app"]


def test_the_same_line_twice_is_one_memory(bench: Bench) -> None:
    report = imported(bench, [line(id="abcd"), line(id="abcd"), line(), line()])
    assert (report["added"], report["unchanged"]) == (1, 3)


def test_a_key_that_is_taken_takes_no_memory_away(bench: Bench) -> None:
    with bench.engine() as engine:
        engine.remember("First of its key", key="k")
    assert imported(bench, [line(id="abcd", key="k")])["added"] == 1
    with bench.engine() as engine:
        assert engine.list()[1] == 2
        assert engine.remember("Not this", key="k").memory.content == "First of its key"


HOSTILE = [
    "not json",
    "[]",
    "null",
    '"text"',
    "{}",
    '{"content": ""}',
    '{"content": "\\u200b"}',
    '{"content": null}',
    '{"content": 5}',
    '{"content": ["a"]}',
    '{"content": "a", "tags": "abc"}',
    '{"content": "a", "tags": [1]}',
    '{"content": "a", "confidence": 2}',
    '{"content": "a", "confidence": NaN}',
    '{"content": "a", "category": "nonsense"}',
    '{"content": "a", "status": "live"}',
    '{"content": "a", "tier": "top"}',
    '{"content": "a", "trust": "root"}',
    '{"content": "a", "id": "../../etc"}',
    '{"content": "a", "id": "A\'; DROP TABLE memories; --"}',
    '{"content": "a", "id": ""}',
    '{"content": "a", "version": 0}',
    '{"content": "a", "version": 1e300}',
    '{"content": "a", "version": 99999999999999999999999}',
    '{"content": "a", "recorded_at": 99999999999999999999999}',
    '{"content": "a", "recorded_at": -99999999999999999}',
    '{"content": "a", "recorded_at": "yesterday"}',
    '{"content": "a", "origin": "me"}',
    '{"content": "a", "origin": {"line": -1}}',
    '{"content": "a", "outcomes": [{}]}',
    '{"content": "a", "outcomes": [{"id": "o", "verdict": "great", "key": "k", "at": 1}]}',
    '{"content": "a", "outcomes": [{"id": "o", "verdict": "worked", "key": "k", "at": 1, "weight": 99}]}',
    '{"content": "a", "outcomes": [{"id": "o", "verdict": "worked", "key": "k", "at": 1, "weight": NaN}]}',
    '{"content": "a", "unknown": NaN}',
    '{"content": "a", "unknown": Infinity}',
    '{"content": "cut \\ud83d"}',
    '{"content": "a", "unknown": ' + "[" * 5000 + "]" * 5000 + "}",
    json.dumps({"content": "a" * 1_000_000}),
    json.dumps({"content": "a", "unknown": "b" * 1_000_000}),
    json.dumps({"content": "a", "key": "k" * 1000}),
    "{" * 100_000,
    "\x00",
    "\ud800",
    '{"content": "\ud800"',
    "x" * 5_000_000,
]


def test_no_line_does_harm_and_the_others_are_stored(bench: Bench) -> None:
    lines = [line(id="good1"), *HOSTILE, "", "  ", "\ufeff" + line(id="good2", content="Second")]
    report = imported(bench, lines)
    assert (report["added"], report["refused"]) == (2, len(HOSTILE))
    assert len(report["problems"]) == 20
    assert all(len(problem) < 400 and problem.isprintable() for problem in report["problems"])
    with bench.engine() as engine:
        assert {memory.id for memory in engine.list()[0]} == {"good1", "good2"}


def test_what_an_import_brings_hides_nothing(bench: Bench) -> None:
    bad = "\x1b[31mred\u202e \u009b2J"
    imported(
        bench,
        [
            line(
                id="abcd", title=bad, tags=[bad], files=[bad], change=bad, principal=bad, visibility=bad, unknown=bad,
                origin={"who": bad, "host": bad, "note": bad, "session_id": bad}, content=bad,
                outcomes=[{"id": "o", "verdict": "worked", "key": bad, "at": 5, "reason": bad, "source": bad}],
            )
        ],
    )  # fmt: skip
    with bench.engine() as engine:
        memory, (outcome,) = engine.get("abcd"), engine.outcomes("abcd")
    told = [memory.content, memory.title, *memory.tags, *memory.files, memory.change, memory.principal]
    told += [memory.visibility, *(str(value) for value in vars(memory.origin).values())]
    told += [outcome.reason, outcome.source, outcome.key, *exported(bench)]
    assert all(text.isprintable() for text in told)


def test_secrets_in_an_import_are_taken_out(bench: Bench) -> None:
    secret = "ghp_" + "1234567890abcdefghijABCDEFGHIJ123456"
    imported(bench, [line(id="abcd", content=f"token {secret}", title=secret, tags=[secret])])
    assert secret not in exported(bench)[0]


def test_secrets_in_what_only_travels_along_are_taken_out_too(bench: Bench) -> None:
    secret = "ghp_" + "1234567890abcdefghijABCDEFGHIJ123456"
    digest = "d41d8cd98f00b204e9800998ecf8427e"
    told = {"note": secret, "deep": [{"password": "Tr0ub4dor&3x"}], secret: 1, "hash": digest}
    outcome = {"id": "o", "verdict": "worked", "key": "k", "at": 5, "evidence": {"text": secret}, "more": secret}
    again = {"key": "r", "at": 6, "origin": {"note": secret}, "more": secret}
    about = {"principal": secret, "visibility": secret, "change": secret}
    imported(bench, [line(id="abcd", more=told, outcomes=[outcome], restatements=[again], **about)])
    (text,) = exported(bench)
    assert secret not in text
    assert "Tr0ub4dor" not in text
    assert digest in text


def test_what_was_private_in_a_session_does_not_come_back_with_an_import(bench: Bench) -> None:
    with bench.engine() as engine:
        seal(engine.stores.paths, [("private", "the wedding of Ada is on the ninth of May")])
    imported(bench, [line(id="abcd", content="Deploy on Mondays; the wedding of Ada is on the ninth of May.")])
    assert "Ada" not in exported(bench)[0]


def test_thousands_of_lines_are_merged_in_a_few_transactions(bench: Bench) -> None:
    lines = [line(id=f"id{number:06d}", content=f"Memory number {number}") for number in range(1000)]
    assert imported(bench, lines)["added"] == 1000
    assert imported(bench, lines)["unchanged"] == 1000
    with bench.engine() as engine:
        assert engine.list()[1] == 1000
