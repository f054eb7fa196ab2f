"""What becomes of memories in sessions, read from transcripts as they grow."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hardwon.config import paused
from hardwon.config.actor import AGENT
from hardwon.engine.learning import CURSOR, LearnReport, State, edited_sessions, learn, look_back
from hosts.lines import Lines
from workbench import DAY_MS, HOUR_MS, Bench

RED = "2 failed, 3 passed in 1.0s"
GREEN = "5 passed in 1.0s"
ADVICE = "Run the tests with `pytest -q tests/unit`."
COMMAND = "pytest -q tests/unit"
SOON = 1_777_900_000_000  # 4 May 2026, some hours after the sessions here


def block(*ids: str) -> str:
    entries = "\n".join(f"- [{id}] (command; user's word) {ADVICE}" for id in ids)
    return f"<hardwon-memory>\n{entries}\n</hardwon-memory>"


def red_then_green(lines: Lines, *ids: str) -> Lines:
    """A memory given, its command run red, a fix, its command run green."""
    lines.injected(block(*ids)).person("Fix the importer.").bash(COMMAND, RED, error=True)
    return lines.edit("importer.py").bash(COMMAND, GREEN).agent("Done.")


Read = Callable[..., LearnReport]


@pytest.fixture
def read(bench: Bench, tmp_path: Path) -> Read:
    """Write a session's lines and read them."""

    def write(lines: Lines | str, session: str = "one", name: str = "", **how: bool) -> LearnReport:
        path = tmp_path / "sessions" / f"{name or session}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_text(lines if isinstance(lines, str) else lines.text(), encoding="utf-8")
        with bench.engine() as engine:
            return learn(engine, transcript_path=str(path), session_id=session, **how)

    return write


def told(bench: Bench, id: str) -> list[tuple[str, float, str]]:
    with bench.engine() as engine:
        return [(one.verdict, one.weight, one.reason) for one in engine.outcomes(id)]


def verdicts(bench: Bench, id: str) -> list[str]:
    return [verdict for verdict, _, _ in told(bench, id)]


def test_a_memory_that_was_followed_from_red_to_green_worked_and_says_why(bench: Bench, read: Read) -> None:
    (id,) = bench.remember(ADVICE, category="command")
    report = read(red_then_green(Lines(), id))
    assert report.recorded == (id,)
    ((verdict, weight, reason),) = told(bench, id)
    assert (verdict, weight) == ("worked", 0.5)
    assert f"`{COMMAND}` failed, then passed" in reason
    with bench.engine() as engine:
        (outcome,) = engine.outcomes(id)
        assert outcome.source == "evidence"
        assert {piece["kind"] for piece in outcome.evidence["pieces"]} == {"run"}  # type: ignore[attr-defined]


def test_memories_of_the_person_and_of_a_file_shared_by_projects_are_judged_too(bench: Bench, read: Read) -> None:
    bench.more = {"HARDWON_DB": str(bench.home / "all.db")}
    (own,) = bench.remember(ADVICE, to_user=True)
    (other,) = bench.remember("Run the tests with `pytest -q tests/unit`, twice.")
    read(red_then_green(Lines(), own, other), session="")
    assert (verdicts(bench, own), verdicts(bench, other)) == (["worked"], ["worked"])


def test_of_a_transcript_that_is_gone_only_its_outcomes_are_kept(bench: Bench, read: Read, tmp_path: Path) -> None:
    (id,) = bench.remember(ADVICE)
    read(red_then_green(Lines(), id))
    path = tmp_path / "sessions" / "one.jsonl"
    with bench.engine() as engine:
        engine.drop_old_records()
        assert engine.cursor(f"{CURSOR}{path}").offset > 0
        path.unlink()
        engine.drop_old_records()
        assert engine.cursor(f"{CURSOR}{path}").offset == 0
    assert verdicts(bench, id) == ["worked"]


def test_evidence_counts_once_however_often_it_is_read(bench: Bench, read: Read) -> None:
    (id,) = bench.remember(ADVICE)
    lines = red_then_green(Lines(), id)
    assert read(lines).recorded
    assert read(lines) == LearnReport()
    assert read(lines, anew=True).recorded == ()
    with bench.engine() as engine:
        engine.set_cursor(CURSOR + "x", 0, 0, 0)
    assert not read(lines, name="copy").recorded  # the same session in another file
    assert verdicts(bench, id) == ["worked"]


def test_a_copy_of_a_session_under_another_id_counts_nothing_again(bench: Bench, read: Read) -> None:
    (id,) = bench.remember(ADVICE)
    lines = red_then_green(Lines("one"), id)
    read(lines)
    forked = lines.text().replace('"sessionId": "one"', '"sessionId": "two"')
    assert not read(forked, session="two").recorded
    assert verdicts(bench, id) == ["worked"]


def test_what_a_resumed_copy_adds_changes_the_first_ones_outcome(bench: Bench, read: Read) -> None:
    (id,) = bench.remember(ADVICE)
    lines = red_then_green(Lines("one"), id)
    read(lines)
    lines.person(f"No, that broke the import. Never run {COMMAND} here!")
    forked = lines.text().replace('"sessionId": "one"', '"sessionId": "two"')
    read(forked, session="two")
    assert verdicts(bench, id) == ["failed"]
    assert not read(lines.text().rsplit("\n", 2)[0] + "\n", anew=True).recorded
    assert verdicts(bench, id) == ["failed"]


def test_a_complaint_that_comes_later_takes_the_place_of_the_green_test(bench: Bench, read: Read) -> None:
    (id,) = bench.remember("Empty files are skipped by `parse_rows()` without a warning.")
    lines = Lines().injected(block(id)).person("Make the importer accept empty files.")
    lines.edit("rows.py", "a", "parse_rows(skip=True)  # empty files").bash("pytest", GREEN).agent("Done.")
    read(lines)
    assert verdicts(bench, id) == ["worked"]
    report = read(lines.person("no, that's wrong: parse_rows() must warn about empty files"))
    assert (report.recorded, report.withdrawn) == ((id,), (id,))
    ((verdict, _, reason),) = told(bench, id)
    assert verdict == "failed"
    assert "that's wrong" in reason
    with bench.engine() as engine:
        (withdrawn,) = [one for one in engine.outcomes(id, withdrawn=True) if one.retired_at]
        assert (withdrawn.verdict, withdrawn.withdrawn) == ("worked", "later evidence says otherwise")


def test_what_was_given_and_not_used_gets_no_verdict(bench: Bench, read: Read) -> None:
    used, unused = bench.remember(ADVICE, "Deploy with `make ship` from the release branch.")
    read(red_then_green(Lines(), used, unused))
    assert (verdicts(bench, used), verdicts(bench, unused)) == (["worked"], [])


def test_a_claim_without_a_run_is_no_evidence(bench: Bench, read: Read) -> None:
    (id,) = bench.remember("The importer reads `rows.py`.")
    lines = Lines().injected(block(id)).person("Fix the build.").edit("rows.py").agent("All 57 tests pass now!")
    read(lines)
    assert verdicts(bench, id) == []


def test_one_bad_run_does_not_blame_every_memory(bench: Bench, read: Read) -> None:
    ids = bench.remember(*(f"Helpers of part {n} live in `part{n}.py`." for n in range(6)))
    lines = Lines().injected(block(*ids)).person("Rework them.").bash("pytest", GREEN)
    for n in range(6):
        lines.edit(f"part{n}.py")
    read(lines.bash("pytest", RED, error=True).bash("pytest", RED, error=True).agent("Hm."))
    assert [verdicts(bench, id) for id in ids] == [[]] * 6


def test_a_second_failure_in_another_session_weighs_whole_and_silences(bench: Bench, read: Read) -> None:
    bench.now = SOON
    (id,) = bench.remember("Deploy with `make ship`.")
    for number, session in enumerate(("one", "two")):
        lines = Lines(session).injected(block(id)).person(f"Deploy {session}.")
        lines.bash("make ship", "make: *** Error", error=True).agent("Hm.")
        lines.person("no, `make ship` is wrong, never use make ship")
        read(lines.text().replace("T10:", f"T1{number}:"), session=session)
        with bench.quick() as quick:
            assert quick.for_prompt("deploy with make ship").ids == ([] if number else [id])
    assert [weight for _, weight, _ in told(bench, id)] == [0.5, 1.0]
    with bench.engine() as engine:
        assert [hit.gated for hit in engine.recall("deploy make ship").hits] == [True]


def test_a_task_that_is_not_done_after_all_takes_its_success_back(bench: Bench, read: Read) -> None:
    (id,) = bench.remember("The index of orders is made in `orders.sql`.")
    lines = Lines().injected(block(id)).person("Add the index.")
    lines.call("TaskCreate", {"subject": "Add index"}, "Task #1 created successfully: Add index").edit("orders.sql")
    lines.call("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated task #1").agent("Done.")
    read(lines)
    assert verdicts(bench, id) == ["worked"]
    for number in range(8):  # far beyond what the next pass reads again
        lines.person(f"And what about part {number}?").bash("ls", "a").agent("Nothing.")
        read(lines)
    assert verdicts(bench, id) == ["worked"]
    read(lines.person("Go on.").call("TaskUpdate", {"taskId": "1", "status": "in_progress"}, "Updated task #1"))
    assert verdicts(bench, id) == []


def test_what_the_agent_looked_up_in_its_shell_is_in_play(bench: Bench, read: Read) -> None:
    (id,) = bench.remember(ADVICE)
    lines = Lines().person("Fix it.").bash("mem search tests", f"[{id}] (command) {ADVICE}")
    lines.bash(COMMAND, RED, error=True).edit("a.py").bash(COMMAND, GREEN)
    read(lines)
    assert verdicts(bench, id) == ["worked"]


def test_what_a_hook_gave_is_in_play_though_the_transcript_does_not_show_it(bench: Bench, read: Read) -> None:
    (id,) = bench.remember(ADVICE)
    with bench.engine() as engine:
        engine.note_injections(session_id="one", event="UserPromptSubmit", memory_ids=[id], at=1000, key="k")
    lines = Lines().person("Fix it.").bash(COMMAND, RED, error=True).edit("a.py").bash(COMMAND, GREEN)
    read(lines)
    assert verdicts(bench, id) == ["worked"]


@pytest.mark.parametrize(("report", "expected"), [("worked", ["worked"]), ("failed", [])])
def test_an_agents_report_counts_as_far_as_the_evidence_bears_it_out(
    bench: Bench, read: Read, report: str, expected: list[str]
) -> None:
    (id,) = bench.remember("Timeouts come from the proxy, not from us.")
    with bench.engine(actor=AGENT) as agent:
        agent.record_outcome(id, report)
    lines = Lines().injected(block(id)).person("Why is it slow?").edit("client.py").agent("Fixed.")
    lines.person("thanks, that worked!")
    lines.call("mcp__hardwon__memory_outcome", {"id": id, "verdict": report}, "Noted.").agent("Good.")
    read(lines)
    with bench.engine() as engine:
        assert [one.verdict for one in engine.outcomes(id) if one.counted] == expected
        assert engine.record(id).reported == (0 if expected else 1)


def test_a_persons_own_verdict_in_the_session_overrules_what_was_found(bench: Bench, read: Read) -> None:
    (id,) = bench.remember(ADVICE)
    lines = red_then_green(Lines("one"), id)
    read(lines)
    with bench.engine() as engine:
        engine.record_outcome(id, "failed", session_id="one")
    assert verdicts(bench, id) == ["failed"]
    read(lines, anew=True)
    assert verdicts(bench, id) == ["failed"]


def test_an_outcome_that_was_taken_back_is_not_found_again(bench: Bench, read: Read) -> None:
    (id,) = bench.remember(ADVICE)
    lines = red_then_green(Lines(), id)
    read(lines)
    with bench.engine() as engine:
        undone = engine.undo_outcome(id)
        assert engine.record(id).text == ""
    read(lines, anew=True)
    assert verdicts(bench, id) == []
    with bench.engine() as engine:
        assert engine.redo_outcome(undone.id).retired_at is None
    read(lines, anew=True)
    assert verdicts(bench, id) == ["worked"]


def test_a_correction_begins_the_record_anew_and_old_sessions_do_not_refill_it(bench: Bench, read: Read) -> None:
    (id,) = bench.remember(ADVICE)
    lines = red_then_green(Lines(), id)
    read(lines)
    bench.tick(DAY_MS)
    with bench.engine() as engine:
        engine.edit(id, content="Run the tests with `tox`.", change="corrected")
        assert engine.record(id).text == ""
        assert len(engine.outcomes(id, withdrawn=True)) == 1
    read(lines, anew=True)
    assert verdicts(bench, id) == []


def test_a_subagents_work_is_judged_by_what_the_person_says_of_it(bench: Bench, read: Read, tmp_path: Path) -> None:
    (id,) = bench.remember("Rows are parsed by `parse_rows()`.")
    agent = Lines("one", isSidechain=True, agentId="01").person("Fix the parser.")
    agent.injected(block(id)).edit("rows.py", "a", "parse_rows(data)").agent("Done.")
    main = Lines("one").person("Fix the parser.").call("Agent", {"prompt": "Fix the parser."}, "Done.").agent("Done.")
    text = agent.text().replace(".000Z", ".500Z")  # it began after the request
    agent_path = tmp_path / "sessions" / "one" / "subagents" / "agent-01.jsonl"
    agent_path.parent.mkdir(parents=True)
    agent_path.write_text(text)
    read(main)
    assert verdicts(bench, id) == []
    read(main.person("perfect, that works now"))
    assert verdicts(bench, id) == ["worked"]


def test_a_later_pass_reads_only_what_may_have_changed(bench: Bench, read: Read) -> None:
    (id,) = bench.remember(ADVICE)
    lines = red_then_green(Lines(), id)
    for number in range(300):
        lines.person(f"Question {number}?").bash("ls", "x" * 2000).agent("Answer. " * 50)
    first = read(lines)
    second = read(lines.person("One more?").agent("Yes."))
    assert second.bytes_read < first.bytes_read / 50
    assert verdicts(bench, id) == ["worked"]


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"window": 1}', '{"window":"","memo":[],"given":3}'])
def test_a_damaged_state_is_an_empty_one(text: str) -> None:
    assert State.read(text) == State()


def test_a_state_is_read_as_it_was_written_and_holds_no_word(bench: Bench, read: Read, tmp_path: Path) -> None:
    (id,) = bench.remember(ADVICE)
    read(red_then_green(Lines(), id))
    with bench.engine() as engine:
        kept = engine.cursor(f"{CURSOR}{tmp_path}/sessions/one.jsonl").state
    assert State.read(kept).text() == kept
    assert State.read(kept).given == (id,)
    assert all(word not in kept for word in ("importer", "pytest", "Fix"))


@pytest.mark.parametrize(
    "words",
    [
        f"no, parse_rows() is still broken with ghp_{'c0FfEe' * 6}",
        "no, parse_rows() is still broken. <private>call c0FfEe, it is still broken there</private> go on",
        f"no, parse_rows() is still broken {'again and ' * 9} <private>{'c0FfEe ' * 40}</private>",
    ],
)
def test_nothing_secret_or_private_of_what_was_said_reaches_an_outcome(bench: Bench, read: Read, words: str) -> None:
    (id,) = bench.remember("Rows are parsed by `parse_rows()`.")
    lines = Lines().injected(block(id)).person("Fix it.").edit("rows.py", "a", "parse_rows(data)").agent("Done.")
    read(lines.person(words))
    assert verdicts(bench, id) == ["failed"]
    with bench.engine() as engine:
        (outcome,) = engine.outcomes(id)
        assert "c0FfEe" not in json.dumps(dict(outcome.evidence)) + outcome.reason


@pytest.mark.parametrize("length", range(20, 70, 7))
def test_no_half_of_a_secret_of_a_command_reaches_an_outcome(bench: Bench, read: Read, length: int) -> None:
    command = f"make deploy {'x' * length} TOKEN=ghp_" + "c0FfEe" * 6
    (id,) = bench.remember("Deploy with `make deploy`.")
    lines = Lines().injected(block(id)).person("Deploy it.").bash(command, "make: *** Error 1", error=True)
    lines.edit("a.py").bash(command, "deployed").agent("Done.").person("perfect, that works")
    read(lines)
    assert verdicts(bench, id) == ["worked"]
    with bench.engine() as engine:
        (outcome,) = engine.outcomes(id)
        assert "c0FfEe" not in json.dumps(dict(outcome.evidence)) + outcome.reason


def test_a_linter_from_red_to_green_and_a_commit_are_an_outcome_without_any_task(bench: Bench, read: Read) -> None:
    (id,) = bench.remember("Imports are sorted in `orders.py`.", files=["orders.py"])
    lines = (
        Lines().injected(block(id)).person("Make the linter pass.").bash("ruff check .", "Found 3 errors.", error=True)
    )
    lines.edit("orders.py", "import sys\nimport os", "import os\nimport sys").bash("ruff check .", "All checks passed!")
    read(lines.bash("git commit -am 'satisfy the linter'", "[main 1a2b3c4] satisfy the linter").agent("Done."))
    ((verdict, _, reason),) = told(bench, id)
    assert verdict == "worked"
    assert "`ruff check .` failed, then passed" in reason


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("no, that's not what I asked: empty files should give a warning in reader.py", ["failed"]),
        ("great, now reader.py is broken in a new way", ["failed"]),
        ("no worries, that works", ["worked"]),
        ("nope nothing else, thanks!", ["worked"]),
        ("Was für ein Fehler… jetzt läuft es aber.", ["worked"]),
        ("不对，reader.py 还是报错", ["failed"]),
        ("And what does the importer do with tabs?", ["worked"]),
    ],
)
def test_the_persons_next_words_stand_above_a_green_test(
    bench: Bench, read: Read, words: str, expected: list[str]
) -> None:
    (id,) = bench.remember("Empty files are handled in `reader.py`.", files=["reader.py"])
    lines = Lines().injected(block(id)).person("Make the importer accept empty files.").edit("reader.py")
    lines.bash("pytest -q", "2 failed, 30 passed", error=True).edit("reader.py", "b", "c")
    lines.bash("pytest -q", "32 passed in 2.1s\n0 failed, error handling ok").agent("Done, all tests pass.")
    read(lines)
    assert verdicts(bench, id) == ["worked"]
    read(lines.person(words))
    assert verdicts(bench, id) == expected


class Repository:
    """The project as a repository, with a commit to begin with."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.git("init", "-q", "-b", "main")
        self.commit("base.py", "a first line of code\n")

    def git(self, *arguments: str) -> None:
        at = f"@{self.bench.now // 1000} +0000"
        names = ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL")
        who = dict.fromkeys(names, "a@b.invalid")
        environ = {**os.environ, **who, "GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at, "GIT_EDITOR": "true"}
        subprocess.run(["git", *arguments], cwd=self.bench.project, env=environ, check=True, capture_output=True)

    def commit(self, name: str, text: str) -> None:
        (self.bench.project / name).write_text(text)
        self.git("add", name)
        self.git("commit", "-q", "-m", f"change {name}")


ROWS = "def parse_rows(data):\n    return data.split()\n    # the last column may be empty\n"


def test_a_commit_after_the_session_counts_once_it_has_stood_and_a_revert_takes_it_back(
    bench: Bench, read: Read
) -> None:
    bench.now = SOON - DAY_MS
    repository = Repository(bench)
    (id,) = bench.remember("Rows are parsed by `parse_rows()`.")
    lines = Lines("one", cwd=str(bench.project)).injected(block(id)).person("Fix the parser.")
    lines.edit("rows.py", "a", ROWS).agent("Done.")
    bench.now = SOON
    read(lines)
    assert verdicts(bench, id) == []
    repository.commit("rows.py", ROWS)
    for hours, expected in ((0, []), (2, ["worked"])):
        bench.tick(hours * HOUR_MS)
        with bench.engine() as engine:
            look_back(engine)
        assert verdicts(bench, id) == expected
    assert "keeps it" in told(bench, id)[0][2]
    repository.git("revert", "--no-edit", "HEAD")
    with bench.engine() as engine:
        assert look_back(engine).recorded == (id,)
        assert look_back(engine).recorded == ()
    ((verdict, _, reason),) = told(bench, id)
    assert verdict == "failed"
    assert "was reverted" in reason


def test_git_is_not_asked_of_sessions_long_over(bench: Bench, read: Read) -> None:
    bench.now = SOON
    Repository(bench)
    (id,) = bench.remember("Rows are parsed by `parse_rows()`.")
    lines = Lines("one", cwd=str(bench.project)).injected(block(id)).person("Fix it.").edit("rows.py", "a", ROWS)
    read(lines)
    with bench.engine() as engine:
        assert [session for _, session in edited_sessions(engine)] == ["one"]
        bench.tick(15 * DAY_MS)
        assert edited_sessions(engine) == []


def test_nothing_is_learnt_of_what_happened_while_a_session_was_paused(bench: Bench, read: Read) -> None:
    (id,) = bench.remember(ADVICE)
    with bench.engine() as engine:
        paused.pause(engine.stores.paths, paused.PROJECT, engine.project, now_ms=1)
    assert read(red_then_green(Lines(), id)).recorded == ()
    with bench.engine() as engine:
        paused.resume(engine.stores.paths, paused.PROJECT, engine.project, now_ms=SOON)
    assert read(red_then_green(Lines(), id), session="two").recorded == ()
    assert verdicts(bench, id) == []


def test_a_call_on_a_file_that_is_left_alone_is_no_evidence(bench: Bench, read: Read) -> None:
    (id,) = bench.remember("The port is read from `notes.secret`.", files=["notes.secret"])
    lines = Lines().injected(block(id)).person("Change the port in `notes.secret`.").edit("notes.secret")
    read(lines.agent("Done.").person("perfect, that works"))
    assert verdicts(bench, id) == []
    (other,) = bench.remember("The port is read from `notes.toml`.", files=["notes.toml"])
    lines = Lines().injected(block(other)).person("Change the port in `notes.toml`.").edit("notes.toml")
    read(lines.agent("Done.").person("perfect, that works"), session="two")
    assert verdicts(bench, other) == ["worked"]
