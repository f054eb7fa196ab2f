"""Upkeep: a dry run writes nothing, what applies by itself is safe and taken back, the rest is asked once."""

from __future__ import annotations

import json
from pathlib import Path

import git
import pytest

from hardwon.config.actor import AGENT
from hardwon.engine import Engine
from hardwon.engine.deciding import decide, queue
from hardwon.engine.journal import journal, undo
from hardwon.engine.upkeep import LEASE, maintain
from hardwon.errors import InvalidInput, StoreLocked
from hardwon.models import Origin
from hardwon.store import memories, upkeep
from workbench import DAY_MS, Bench


def double(bench: Bench, engine: Engine, id: str, text: str) -> None:
    """Give a memory the text of another one, as an edit may."""
    engine.edit(id, content=text)
    bench.tick(1)


def kinds(engine: Engine, **options: bool) -> list[tuple[str, str]]:
    return [(one.band, one.kind) for one in maintain(engine, **options).findings]


def test_a_dry_run_writes_nothing(bench: Bench) -> None:
    ids = bench.remember("Ports begin at 8000.", "Something else entirely")
    with bench.engine() as engine:
        double(bench, engine, ids[1], "Ports begin at 8000.")
    before = bench.file.read_bytes(), bench.file.with_name("memory.db-wal").exists()
    with bench.engine() as engine:
        assert kinds(engine) == [("safe", "duplicate")]
    assert (bench.file.read_bytes(), bench.file.with_name("memory.db-wal").exists()) == before


def test_an_exact_duplicate_gives_way_with_its_record_and_comes_back(bench: Bench) -> None:
    first, second = bench.remember("Ports begin at 8000.", "Something else entirely", tags=["net"])
    with bench.engine() as engine:
        double(bench, engine, second, "Ports begin at 8000.")
        engine.record_outcome(second, "worked")
        before = bench.now
        bench.tick(DAY_MS)
        past = [hit.id for hit in engine.recall("ports", as_of=before).hits]
        report = maintain(engine, apply=True)
        assert dict(report.applied) == {"duplicate": 1}
        [left] = engine.recall("ports").hits
        assert engine.record(left.id).worked == 1
        assert [hit.id for hit in engine.recall("ports", as_of=before).hits] == past
        assert maintain(engine, apply=True).findings == []
        undo(engine, run=report.run)
        assert {engine.get(id).status for id in (first, second)} == {"active"}
        assert sorted(engine.record(id).worked for id in (first, second)) == [0, 1]
        assert [hit.id for hit in engine.recall("ports", as_of=before).hits] == past


def test_what_is_held_is_no_duplicate_that_goes(bench: Bench) -> None:
    ids = bench.remember("Ports begin at 8000.", "Something else entirely")
    with bench.engine() as engine:
        double(bench, engine, ids[1], "Ports begin at 8000.")
        for id in ids:
            engine._new_version(engine.get(id), change="held", legal_hold=True)
        assert kinds(engine) == []


def test_the_cold_band_takes_only_what_was_never_used_for_half_a_year(bench: Bench) -> None:
    with bench.engine(actor=AGENT) as engine:
        idle = engine.remember("Looked into the colour of the button").memory.id
        used = engine.remember("Looked into the size of the button").memory.id
        engine.note_injections(session_id="s", event="e", memory_ids=[used], at=bench.now, key="k")
        rule = engine.remember("Buttons are blue by convention", category="convention").memory.id
    bench.tick(181 * DAY_MS)
    with bench.engine() as engine:
        report = maintain(engine, apply=True)
        assert dict(report.applied) == {"cold": 1}
        assert [engine.get(id).tier for id in (idle, used, rule)] == ["cold", "hot", "hot"]
        assert idle not in {hit.id for hit in engine.recall("button").hits}
        assert idle in {hit.id for hit in engine.recall("button", include_cold=True).hits}
        assert idle in {hit.id for hit in engine.recall("button", as_of=bench.now).hits}
        assert [one.kind for one in journal(engine)] == ["cold"]


def test_a_read_brings_nothing_back_from_the_cold(bench: Bench) -> None:
    with bench.engine(actor=AGENT) as engine:
        id = engine.remember("Looked into the colour of the button").memory.id
    bench.tick(181 * DAY_MS)
    with bench.engine() as engine:
        maintain(engine, apply=True)
        engine.recall("button", include_cold=True)
        assert engine.get(id).tier == "cold"


def test_near_duplicates_are_asked_about_and_a_number_or_a_not_keeps_two_apart(bench: Bench) -> None:
    bench.remember(
        "Run the database migrations before starting the server",
        "Run the database migrations before starting the server, please",
        "The cache of the gateway holds 512 megabytes at most",
        "The cache of the gateway holds 256 megabytes at most",
        "Never delete the generated client code in the repository",
        "Delete the generated client code in the repository",
    )
    with bench.engine() as engine:
        [one] = [one for one in maintain(engine).findings if one.kind == "near-duplicate"]
        assert {target.content[:7] for target in one.targets} == {"Run the"}


def test_a_question_is_asked_once_and_kept_is_not_asked_again(bench: Bench) -> None:
    bench.remember("Alice owns billing.")
    bench.tick(1)
    bench.remember("Bob owns billing.")
    with bench.engine() as engine:
        [question] = queue(engine)
        assert maintain(engine, apply=True).asked == {}
        assert decide(engine, question.proposal.id, "keep").state == "kept"
        assert queue(engine) == []
        assert maintain(engine, apply=True).asked == {}
        assert engine.list()[1] == 2


def test_what_was_promoted_is_not_asked_about_again(bench: Bench) -> None:
    [id] = bench.remember("I prefer dark themes.", category="preference")
    with bench.engine() as engine:
        maintain(engine, apply=True)
        [question] = queue(engine)
        decide(engine, question.proposal.id, "promote")
        assert engine.get(id).tier == "pinned"
        assert maintain(engine, apply=True).asked == {}


def test_deciding_twice_says_already_decided(bench: Bench) -> None:
    bench.remember("Alice owns billing.")
    bench.tick(1)
    bench.remember("Bob owns billing.")
    with bench.engine() as engine, bench.engine(actor=AGENT) as other:
        [question] = queue(engine)
        [change] = decide(other, question.proposal.id, "approve").changes
        assert change.actor == "agent"
        with pytest.raises(InvalidInput, match=r"already decided: approved \(via agent\)"):
            decide(engine, question.proposal.id, "keep")
        assert [one.content for one in engine.list()[0]] == ["Bob owns billing."]
        undo(engine)
        assert engine.list()[1] == 2


def test_a_question_ends_when_its_memories_change_or_nobody_decides(bench: Bench) -> None:
    bench.remember("Alice owns billing.")
    bench.tick(1)
    [id] = bench.remember("Bob owns billing.")
    with bench.engine() as engine:
        [question] = queue(engine)
        engine.edit(id, title="Owner")
        assert queue(engine) == []
        with pytest.raises(InvalidInput, match="its memories changed"):
            decide(engine, question.proposal.id, "approve")
        report = maintain(engine, apply=True)
        assert (report.expired, dict(report.asked)) == (1, {"contradiction": 1})
        bench.tick(31 * DAY_MS)
        assert queue(engine) == []
        assert maintain(engine, apply=True).expired == 1


def test_edit_approves_with_another_text_and_promote_pins(bench: Bench) -> None:
    bench.remember("Alice owns billing.", "Carol owns search.")
    bench.tick(1)
    bench.remember("Bob owns billing.", "Dave owns search.")
    with bench.engine() as engine:
        billing, search = queue(engine)
        decide(engine, billing.proposal.id, "edit", text="Bob and Alice own billing.")
        decide(engine, search.proposal.id, "promote")
        assert {one.content: one.tier for one in engine.list()[0]} == {
            "Bob and Alice own billing.": "hot",
            "Carol owns search.": "pinned",
            "Dave owns search.": "pinned",
        }


def test_a_preference_is_lifted_to_the_person(bench: Bench) -> None:
    bench.remember("I prefer dark themes.", category="preference")
    with bench.engine() as engine:
        maintain(engine, apply=True)
        [question] = queue(engine)
        assert question.proposal.kind == "lift"
        decide(engine, question.proposal.id, "approve")
        [left] = engine.list()[0]
        assert (left.project, left.content) == ("user", "I prefer dark themes.")


def test_a_cluster_is_folded_and_comes_back(bench: Bench) -> None:
    names = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta")
    bench.remember(*(f"Part {name} of the parser reads {name * 2} tokens first" for name in names), files=["src/p.py"])
    (bench.project / "src").mkdir()
    (bench.project / "src" / "p.py").write_text("")
    with bench.engine() as engine:
        maintain(engine, apply=True)
        [question] = queue(engine)
        assert (question.proposal.kind, question.proposal.subject) == ("cluster", "src/p.py")
        done = decide(engine, question.proposal.id, "approve")
        [summary] = engine.list()[0]
        assert all(name in summary.content for name in names)
        undo(engine, run=done.proposal.id)
        assert engine.list()[1] == 1 + len(names)


def test_what_names_files_and_commands_that_are_gone_is_stale(bench: Bench) -> None:
    (bench.project / "Makefile").write_text("check:\n\ttrue\n")
    (bench.project / "package.json").write_text(json.dumps({"scripts": {"build": "x"}}))
    (bench.project / "here.py").write_text("def parse_row(): ...\n")
    bench.remember("The old parser needs a warm cache", files=["old/parser.py"])
    bench.remember("Run `make lint` before a commit")
    bench.remember("Build with `npm run bundle`")
    bench.remember("`parse_column()` skips blank lines", files=["here.py"])
    bench.remember("`parse_row()` keeps blank lines", files=["here.py"])
    bench.remember("Run `make check` first; then `npm run build`")
    with bench.engine() as engine:
        found = {str(one.evidence["gone"]) for one in maintain(engine).findings if one.kind == "stale"}
    assert found == {"['file old/parser.py']", "['make target lint']", "['script bundle']", "['symbol parse_column']"}


def test_what_is_about_a_file_that_was_rewritten_since_is_stale(bench: Bench) -> None:
    root = bench.project
    for name in ("parser.py", "grown.py", "short.py"):
        (root / name).write_text("".join(f"line {n} of {name}\n" for n in range(3 if name == "short.py" else 20)))
    repository = git.Repo.init(root)
    with repository.config_writer() as config:
        config.set_value("core", "fsmonitor", str(root / "never-run"))

    def commit(at: int) -> None:
        repository.index.add(["parser.py", "grown.py", "short.py"])
        when = f"{at // 1000} +0000"
        repository.index.commit("change", author_date=when, commit_date=when)

    commit(bench.now - DAY_MS)
    [old] = bench.remember("The parser skips blanks", files=["parser.py"])
    for name in ("grown.py", "short.py"):
        bench.remember(f"About {name}", files=[name])
    bench.tick(DAY_MS)
    for name in ("parser.py", "short.py"):
        (root / name).write_text("".join(f"another {n}\n" for n in range(20)))
    with (root / "grown.py").open("a") as file:
        file.write("more\n" * 50)
    commit(bench.now)
    bench.tick(DAY_MS)
    bench.remember("Said after it was rewritten", files=["parser.py"])
    with bench.engine() as engine:
        [found] = [one for one in maintain(engine).findings if one.kind == "stale"]
    assert [target.id for target in found.targets] == [old]
    assert found.evidence == {"changed": ["100% of the lines of parser.py in 1 commits"]}


def test_rules_of_retention_archive_what_outlived_them(bench: Bench) -> None:
    bench.more["HARDWON_RETENTION"] = "command=30"
    bench.remember("Run make check", category="command")
    bench.remember("Ports begin at 8000", category="decision")
    bench.tick(31 * DAY_MS)
    with bench.engine() as engine:
        assert dict(maintain(engine, apply=True).applied) == {"retention": 1}
        assert [one.category for one in engine.list()[0]] == ["decision"]


def test_a_rule_of_retention_that_cannot_be_read_is_refused(bench: Bench) -> None:
    bench.more["HARDWON_RETENTION"] = "command=soon"
    bench.remember("Run make check")
    with bench.engine() as engine, pytest.raises(InvalidInput, match="retention"):
        maintain(engine)


def test_two_runs_are_kept_apart_and_a_dead_one_gives_way(bench: Bench) -> None:
    bench.remember("Ports begin at 8000.")
    with bench.engine() as engine:
        database = engine.stores.writing(bench.binding)
        assert upkeep.take_lease(database, LEASE, "another", bench.now, bench.now + 1000)
        with pytest.raises(StoreLocked, match="another run"):
            maintain(engine, apply=True)
        maintain(engine)
        bench.tick(1001)
        maintain(engine, apply=True)


def test_auto_only_asks_nothing_and_a_run_of_what_is_new_looks_at_that_alone(bench: Bench) -> None:
    ids = bench.remember("Ports begin at 8000.", "Something else entirely", "I prefer dark themes.")
    with bench.engine() as engine:
        assert maintain(engine, apply=True, auto_only=True).asked == {}
        assert queue(engine) == []
        bench.tick(1)
        double(bench, engine, ids[1], "Ports begin at 8000.")
        report = maintain(engine, apply=True, new_only=True)
        assert (report.looked_at, dict(report.applied)) == (1, {"duplicate": 1})
        # Its own changes are new too, and nothing comes of them.
        assert maintain(engine, apply=True, new_only=True).findings == []


def test_another_projects_memories_are_looked_at_when_asked_for(bench: Bench) -> None:
    other = bench.home / "work" / "other"
    other.mkdir()
    with bench.engine(folder=other) as engine:
        engine.remember("Alice owns billing.")
    with bench.engine() as engine:
        assert maintain(engine).looked_at == 0
        assert maintain(engine, everywhere=True).looked_at == 1


# -- folds -----------------------------------------------------------------------------------------------


def folded(bench: Bench, *, worked: bool) -> tuple[Engine, str, str]:
    """A fold whose summary lost what its first original said."""
    texts = [f"Detail {n} of the importer" for n in ("one", "two", "three", "four")]
    lost = "The importer retries uploads seven times because the gateway drops idle sockets"
    ids = bench.remember(lost, *texts, files=["a.py"])
    (bench.project / "a.py").write_text("")
    engine = bench.engine()
    if worked:
        engine.record_outcome(ids[0], "worked")
    maintain(engine, apply=True)
    [question] = [one for one in queue(engine) if one.proposal.kind == "cluster"]
    decide(engine, question.proposal.id, "edit", text="The importer has four details.")
    [summary] = [one.id for one in engine.list()[0]]
    return engine, ids[0], summary


def test_an_original_that_was_useful_is_added_to_its_summary_twice_and_then_restored(bench: Bench) -> None:
    engine, original, summary = folded(bench, worked=True)
    with engine:
        for _ in range(2):
            bench.tick(30 * DAY_MS)
            report = maintain(engine, apply=True)
            assert report.reviewed["corrected"] == 1
            assert "idle sockets" in engine.get(summary).content
            engine.edit(summary, content="The importer has four details.")
        bench.tick(30 * DAY_MS)
        assert maintain(engine, apply=True).reviewed == {"restored": 1}
        assert engine.get(original).status == "active"
        ledger = Path(f"{bench.file}.deletions.jsonl").read_text()
    lines = [json.loads(line) for line in ledger.splitlines()]
    assert {line["act"] for line in lines} == {"left", "corrected", "restored"}
    assert "importer" not in ledger
    assert all(line["sha256"] for line in lines)


def test_an_original_that_was_never_useful_leaves_recall_for_good(bench: Bench) -> None:
    engine, original, _ = folded(bench, worked=False)
    with engine:
        bench.tick(29 * DAY_MS)
        assert maintain(engine, apply=True).reviewed == {}
        bench.tick(DAY_MS)
        assert maintain(engine, apply=True).reviewed == {"left": 5}
        assert engine.get(original).status == "retired"
        assert maintain(engine, apply=True).reviewed == {}


def test_what_cannot_be_logged_does_not_happen(bench: Bench) -> None:
    engine, original, _ = folded(bench, worked=False)
    with engine:
        bench.tick(31 * DAY_MS)
        Path(f"{bench.file}.deletions.jsonl").mkdir()
        with pytest.raises(Exception, match="nothing was removed"):
            maintain(engine, apply=True)
        database = engine.stores.writing(bench.binding)
        assert [fold.state for fold in upkeep.folds_due(database, bench.binding, bench.now)] == ["hidden"] * 5
        assert memories.live_memory(database, original) is not None


def test_an_origin_is_kept_through_a_lift(bench: Bench) -> None:
    with bench.engine() as engine:
        said = Origin(who="user", host="claude-code", session_id="s1")
        engine.remember("I prefer dark themes.", category="preference", origin=said)
        maintain(engine, apply=True)
        decide(engine, queue(engine)[0].proposal.id, "approve")
        assert engine.list()[0][0].origin == said
