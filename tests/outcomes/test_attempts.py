"""What became of an attempt: the person's words before git, git before runs, runs before what was kept and praised."""

from __future__ import annotations

import json

import pytest

from hardwon.outcomes.evidence.joining import joined
from hardwon.outcomes.evidence.verdict import judge
from hosts.lines import Lines
from outcomes.sessions import Sessions

RED = "FAILED tests/test_imp.py::test_empty - assert 1\n2 failed, 30 passed in 1.0s"
GREEN = "32 passed in 1.0s"


def attempt() -> Lines:
    """A session that begins with a request and an edit."""
    return Lines().person("Make the importer accept empty files.").edit("imp.py")


# -- runs -----------------------------------------------------------------------------------------------------


def test_red_then_green_worked(sessions: Sessions) -> None:
    lines = attempt().bash("pytest -q", RED, error=True).edit("imp.py").bash("pytest -q", GREEN)
    verdict = sessions.first(lines)
    assert (verdict.verdict, verdict.weight) == ("worked", 0.5)
    assert verdict.reason == "`pytest -q` failed, then passed"


def test_green_then_red_failed(sessions: Sessions) -> None:
    lines = (
        Lines().person("Tidy the importer.").bash("pytest -q", GREEN).edit("imp.py").bash("pytest -q", RED, error=True)
    )
    assert sessions.verdicts(lines) == ["failed"]


def test_green_in_an_earlier_attempt_counts_as_before(sessions: Sessions) -> None:
    lines = Lines().person("Run the tests.").bash("pytest", GREEN).agent("They pass.")
    lines.person("Rename the parser.").edit("imp.py").bash("pytest", RED, error=True).agent("Two fail now.")
    assert sessions.verdicts(lines) == ["unknown", "failed"]


def test_green_after_an_edit_worked(sessions: Sessions) -> None:
    assert sessions.verdicts(attempt().bash("pytest -q", GREEN)) == ["worked"]


def test_green_without_any_work_says_nothing(sessions: Sessions) -> None:
    assert sessions.verdicts(Lines().person("Do the tests pass?").bash("pytest -q", GREEN)) == ["unknown"]


def test_one_red_run_says_nothing_for_it_may_have_been_red_before(sessions: Sessions) -> None:
    assert sessions.verdicts(attempt().bash("pytest -q", RED, error=True)) == ["unknown"]


def test_red_again_after_another_edit_failed_with_full_weight(sessions: Sessions) -> None:
    lines = attempt().bash("pytest -q", RED, error=True).edit("imp.py").bash("pytest -q", RED, error=True)
    verdict = sessions.first(lines)
    assert (verdict.verdict, verdict.weight) == ("failed", 1.0)


def test_fewer_failures_than_before_are_a_part(sessions: Sessions) -> None:
    lines = attempt().bash("pytest", "5 failed, 3 passed in 1s", error=True).edit("imp.py")
    lines.bash("pytest", "2 failed, 6 passed in 1s", error=True)
    assert sessions.verdicts(lines) == ["partial"]


def test_one_check_green_and_another_turned_red_is_a_part(sessions: Sessions) -> None:
    lines = Lines().person("Type the importer.").bash("mypy src", "Success: no issues found in 3 source files")
    lines.bash("pytest", RED, error=True).edit("imp.py").bash("pytest", GREEN)
    lines.bash("mypy src", "imp.py:3: error: x\nFound 1 error in 1 file (checked 3 source files)", error=True)
    assert sessions.verdicts(lines) == ["partial"]


def test_red_that_nobody_ran_again_after_the_last_edit_says_nothing(sessions: Sessions) -> None:
    lines = (
        Lines().person("Fix it.").bash("pytest", GREEN).edit("imp.py").bash("pytest", RED, error=True).edit("imp.py")
    )
    assert sessions.verdicts(lines) == ["unknown"]


def test_green_that_code_was_changed_after_says_nothing(sessions: Sessions) -> None:
    assert sessions.verdicts(attempt().bash("pytest", GREEN).edit("imp.py")) == ["unknown"]
    assert sessions.verdicts(attempt().bash("pytest", GREEN).edit("README.md")) == ["worked"]


def test_the_whole_suite_green_answers_a_part_that_was_red(sessions: Sessions) -> None:
    lines = attempt().bash("pytest tests/test_imp.py", RED, error=True).edit("imp.py").bash("pytest", GREEN)
    assert sessions.first(lines).reason == "`pytest` failed, then passed"


def test_just_what_had_failed_green_answers_the_suite(sessions: Sessions) -> None:
    lines = (
        attempt().bash("pytest", RED, error=True).edit("imp.py").bash("pytest tests/test_imp.py", "3 passed in 0.1s")
    )
    assert sessions.verdicts(lines) == ["worked"]


def test_another_part_green_does_not_answer_the_suite(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").bash("pytest", GREEN).edit("imp.py").bash("pytest", RED, error=True)
    lines.bash("pytest tests/test_other.py", "3 passed in 0.1s")
    assert "worked" not in sessions.verdicts(lines)


def test_a_hidden_status_is_read_from_the_summary(sessions: Sessions) -> None:
    lines = attempt().bash("pytest 2>&1 | tail -2", RED).edit("imp.py").bash("pytest 2>&1 | tail -2", GREEN)
    assert sessions.verdicts(lines) == ["worked"]


def test_a_hidden_status_without_a_summary_says_nothing(sessions: Sessions) -> None:
    assert sessions.verdicts(attempt().bash("pytest || true", "…")) == ["unknown"]


def test_a_test_that_was_to_fail_is_no_failure(sessions: Sessions) -> None:
    lines = Lines().person("Run the suite").bash("pytest", GREEN).agent("ok")
    lines.person("Write a failing test for the empty file").edit("tests/test_imp.py").bash("pytest", RED, error=True)
    assert sessions.verdicts(lines)[1] == "unknown"


def test_a_linter_alone_proves_too_little(sessions: Sessions) -> None:
    assert sessions.verdicts(attempt().bash("ruff check .", "All checks passed!")) == ["unknown"]


def test_a_linter_that_was_red_proves_enough(sessions: Sessions) -> None:
    lines = Lines().person("Make the linter pass.").bash("ruff check .", "Found 3 errors.", error=True).edit("imp.py")
    lines.bash("ruff check .", "All checks passed!").bash(
        "git commit -am 'satisfy linter'", "[main 1a2b3c4] satisfy linter"
    )
    verdict = sessions.first(lines)
    assert verdict.verdict == "worked"
    assert verdict.reason == "`ruff check .` failed, then passed; it was committed"


def test_any_command_met_again_counts(sessions: Sessions) -> None:
    lines = Lines().person("Get staging up.").bash("./deploy.sh staging", "no route", error=True)
    lines.edit("deploy.sh").bash("./deploy.sh staging", "deployed")
    assert sessions.verdicts(lines) == ["worked"]


def test_the_agents_claim_is_no_evidence(sessions: Sessions) -> None:
    lines = Lines().person("Fix the build.").agent("I fixed the build and all 57 tests pass now. Everything works!")
    assert sessions.verdicts(lines) == ["unknown"]
    assert sessions.verdicts(attempt().agent("All tests pass: 32 passed in 2s.")) == ["unknown"]


def test_a_run_in_the_background_counts_when_its_end_is_told(sessions: Sessions) -> None:
    for words, verdict in (
        ("failed</status>\n<summary>x failed with exit code 1", "failed"),
        ("completed</status>\n<summary>x completed (exit code 0)", "worked"),
    ):
        lines = Lines().person("Fix it.").bash("pytest", GREEN).edit("imp.py")
        lines.agent(
            [
                {
                    "type": "tool_use",
                    "id": "bg1",
                    "name": "Bash",
                    "input": {"command": "pytest", "run_in_background": True},
                }
            ]
        )
        lines.result("bg1", "Command running in background with ID: b77. Output is being written to: /tmp/x")
        ids = "<task-id>b77</task-id>\n<tool-use-id>bg1</tool-use-id>"
        notice = f"<task-notification>\n{ids}\n<status>{words}</summary>\n</task-notification>"
        lines.add(
            {
                "type": "attachment",
                "attachment": {"type": "queued_command", "prompt": notice, "commandMode": "task-notification"},
            }
        )
        assert sessions.verdicts(lines) == [verdict]


def test_a_run_that_was_refused_or_stopped_says_nothing(sessions: Sessions) -> None:
    lines = attempt().call(
        "Bash", {"command": "pytest"}, "The user doesn't want to proceed with this tool use.", error=True
    )
    lines.bash("pytest", "Command timed out after 2m", error=True)
    assert sessions.verdicts(lines) == ["unknown"]


# -- words ----------------------------------------------------------------------------------------------------


def test_a_rejection_outranks_a_green_test(sessions: Sessions) -> None:
    lines = (
        attempt().bash("pytest -q", RED, error=True).edit("imp.py").bash("pytest -q", GREEN).agent("Done, all pass.")
    )
    lines.person("no, that's not what I asked. Empty files should give a warning").edit("imp.py")
    lines.bash("pytest -q", "33 passed").agent("Now it warns.").person("perfect, exactly right")
    first, second, _ = (judge(one) for one in sessions.attempts(lines))
    assert first.verdict == "failed"
    assert "not what I asked" in first.reason
    assert second.verdict == "worked"


@pytest.mark.parametrize(
    "words", ["still broken", "great, now it's broken in a new way", "不对，还是报错", "revert that"]
)
def test_a_complaint_in_any_words_outranks_a_green_test(sessions: Sessions, words: str) -> None:
    assert sessions.verdicts(attempt().bash("pytest", GREEN).person(words))[0] == "failed"


@pytest.mark.parametrize(
    "words", ["no worries, that works", "nope nothing else, looks great!", "Was für ein Fehler… jetzt läuft es aber."]
)
def test_praise_in_any_words_worked(sessions: Sessions, words: str) -> None:
    assert sessions.verdicts(attempt().agent("Done.").person(words))[0] == "worked"


def test_praise_after_a_red_run_is_unknown_never_a_guess(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").bash("pytest", GREEN).edit("imp.py").bash("pytest", RED, error=True)
    assert sessions.verdicts(lines.person("perfect, thanks"))[0] == "unknown"


def test_praise_with_a_complaint_is_a_part(sessions: Sessions) -> None:
    assert (
        sessions.verdicts(attempt().bash("pytest", GREEN).person("works, but the footer is still wrong"))[0]
        == "partial"
    )


def test_moving_on_says_nothing(sessions: Sessions) -> None:
    assert sessions.verdicts(attempt().agent("Done.").person("now add a test for the parser"))[0] == "unknown"


def test_a_complaint_about_something_else_leaves_the_attempt_alone(sessions: Sessions) -> None:
    lines = attempt().bash("pytest", GREEN).person("The checkout page is broken on Safari, have a look")
    assert sessions.verdicts(lines)[0] == "worked"


def test_a_complaint_about_the_same_thing_counts(sessions: Sessions) -> None:
    lines = attempt().bash("pytest", GREEN).person("The importer is broken on Windows")
    assert sessions.verdicts(lines)[0] == "failed"


def test_what_stands_in_quotes_and_code_is_not_the_persons_word(sessions: Sessions) -> None:
    lines = (
        attempt()
        .bash("pytest", GREEN)
        .person("> still broken, does not work\n\nThat is what the old ticket said. Next one please.")
    )
    assert sessions.verdicts(lines)[0] == "worked"
    lines = attempt().bash("pytest", GREEN).person("```\nit is still broken\n```\nPut this text on the status page.")
    assert sessions.verdicts(lines)[0] == "worked"


def test_a_pasted_error_of_the_edited_file_counts(sessions: Sessions) -> None:
    paste = (
        '```\nTraceback (most recent call last):\n  File "/home/dev/app/importer.py", line 3, in '
        "load\nValueError: x\n```"
    )
    lines = Lines().person("Make it accept empty files.").edit("importer.py").agent("Done.").person(paste)
    assert sessions.verdicts(lines)[0] == "failed"
    lines = Lines().person("Make it accept empty files.").edit("billing.py").agent("Done.").person(paste)
    assert sessions.verdicts(lines)[0] == "unknown"


def test_a_no_to_the_agents_question_is_no_rejection(sessions: Sessions) -> None:
    lines = attempt().bash("pytest", GREEN).agent("Done. Shall I also update the changelog?").person("no")
    assert sessions.verdicts(lines)[0] == "worked"


def test_an_agents_sentence_in_a_subagent_is_nobodys_word(sessions: Sessions) -> None:
    lines = attempt().bash("pytest", GREEN)
    lines.person("still broken", isSidechain=True, agentId="a1")
    assert sessions.verdicts(lines) == ["worked"]


def test_later_words_speak_of_the_latest_work(sessions: Sessions) -> None:
    lines = attempt().agent("Done.").person("hmm").person("no, it's still broken")
    assert sessions.verdicts(lines)[0] == "failed"


def test_refusing_an_edit_steers_the_attempt_and_does_not_end_it(sessions: Sessions) -> None:
    lines = attempt()
    text = (
        "The user doesn't want to proceed with this tool use. The tool use was rejected. the user said: not like "
        "that, use pathlib"
    )
    lines.agent(
        [
            {
                "type": "tool_use",
                "id": "e9",
                "name": "Edit",
                "input": {"file_path": "/home/dev/app/x.py", "new_string": "os.path"},
            }
        ]
    )
    lines.result("e9", text, error=True, toolDenialKind="user-rejected")
    lines.edit("x.py").bash("pytest", RED, error=True).edit("x.py").bash("pytest", GREEN)
    found = sessions.attempts(lines)
    assert len(found) == 1
    assert judge(found[0]).verdict == "worked"
    assert [action.kind for action in found[0].actions if action.path == "x.py"] == ["refused", "edit", "edit"]


# -- git and tasks --------------------------------------------------------------------------------------------


def test_a_commit_of_the_agents_own_proves_nothing_yet(sessions: Sessions) -> None:
    assert sessions.verdicts(attempt().bash("git commit -am x", "[main 1a2b3c4] x")) == ["unknown"]


def test_a_person_who_has_it_committed_accepts_it(sessions: Sessions) -> None:
    assert sessions.verdicts(attempt().agent("Done.").person("commit this and push"))[0] == "worked"


@pytest.mark.parametrize(
    "command",
    [
        "git checkout -- imp.py",
        "git checkout .",
        "git restore imp.py",
        "git reset --hard",
        "git checkout HEAD~1 -- imp.py",
    ],
)
def test_taking_the_edits_back_failed(sessions: Sessions, command: str) -> None:
    lines = attempt().bash("pytest", GREEN).agent("Done.").person("Look at the parser now.").bash(command, "")
    assert sessions.verdicts(lines)[0] == "failed"


@pytest.mark.parametrize(
    "command",
    [
        "git commit --amend -m y",
        "git rebase -i HEAD~2",
        "git merge --squash topic",
        "git reset --soft HEAD~1",
        "git reset HEAD imp.py",
        "git checkout -b topic",
        "git checkout main",
        "git restore --staged imp.py",
        "git checkout -- other.py",
        "git stash && git stash pop",
        "git revert --abort",
    ],
)
def test_amending_squashing_and_unstaging_take_nothing_back(sessions: Sessions, command: str) -> None:
    lines = attempt().bash("pytest", GREEN).agent("Done.").person("Look at the parser now.").bash(command, "")
    assert sessions.verdicts(lines)[0] == "worked"


def test_a_revert_names_the_attempt_whose_commit_it_takes_back(sessions: Sessions) -> None:
    lines = (
        attempt().bash("git commit -am a", "[main aaaaaa1] a").agent("ok").person("Now the exporter.").edit("exp.py")
    )
    lines.bash("git commit -am b", "[main bbbbbb2] b").agent("ok").person("Go on.").bash(
        "git revert aaaaaa1", "[main cc] x"
    )
    assert sessions.verdicts(lines)[:2] == ["failed", "unknown"]


def test_an_agent_that_drops_its_own_edits_and_goes_on_did_not_fail(sessions: Sessions) -> None:
    lines = attempt().bash("git checkout -- imp.py", "").edit("imp.py").bash("pytest", GREEN)
    found = sessions.attempts(lines)
    assert judge(found[0]).verdict == "worked"
    assert [action.kind for action in found[0].actions if action.path or action.purpose] == ["dropped", "edit", "run"]


def test_a_finished_task_worked_and_a_reopened_one_does_not(sessions: Sessions) -> None:
    lines = (
        Lines()
        .person("Index the orders.")
        .call("TaskCreate", {"subject": "Add index"}, "Task #1 created successfully: Add index")
    )
    lines.call("TaskUpdate", {"taskId": "1", "status": "in_progress"}).call(
        "TaskUpdate", {"taskId": "1", "status": "completed"}
    )
    assert sessions.first(lines).reason == "the task “Add index” was finished"
    lines.call("TaskUpdate", {"taskId": "1", "status": "pending"})
    assert sessions.verdicts(lines) == ["unknown"]


def test_a_deleted_task_says_nothing(sessions: Sessions) -> None:
    lines = Lines().person("x").call("TaskCreate", {"subject": "a"}, "Task #1 created successfully: a")
    assert sessions.verdicts(lines.call("TaskUpdate", {"taskId": "1", "status": "deleted"})) == ["unknown"]


def test_todos_count_once_however_often_they_are_written(sessions: Sessions) -> None:
    todos = [
        {"content": "Write parser", "status": "Completed"},
        {"content": "write  parser", "status": "done"},
        {"content": "b", "status": "pending"},
    ]
    lines = Lines().person("x").call("TodoWrite", {"todos": todos}).call("TodoWrite", {"todos": todos})
    assert [piece.kind for piece in sessions.attempts(lines)[0].evidence] == ["task"]


# -- keys, passes, subagents ----------------------------------------------------------------------------------


def test_a_fork_of_a_session_has_the_same_keys(sessions: Sessions) -> None:
    lines = attempt().bash("pytest", RED, error=True).edit("imp.py").bash("pytest", GREEN).person("thanks, it works")
    fork = "".join(json.dumps({**json.loads(line), "sessionId": "another"}) + "\n" for line in lines.entries)
    keys = [(one.key, judge(one).keys, [action.key for action in one.actions]) for one in sessions.attempts(lines)]
    assert keys == [
        (one.key, judge(one).keys, [action.key for action in one.actions]) for one in sessions.attempts(fork)
    ]


def test_equal_work_in_two_sessions_counts_twice(sessions: Sessions) -> None:
    one, other = (attempt().bash("pytest", GREEN) for _ in range(2))
    later = other.text().replace("2026-05-04T10", "2026-05-05T10")
    assert sessions.attempts(one)[0].key != sessions.attempts(later)[0].key


def test_a_resumed_session_in_one_file_repeats_nothing(sessions: Sessions) -> None:
    lines = attempt().bash("pytest", GREEN)
    repeated = lines.text() + "\n".join(lines.entries[1:]) + "\n"
    found = sessions.attempts(repeated)
    assert len({action.key for action in found[0].actions}) == 2


def test_subagents_work_belongs_to_the_request_it_was_for(sessions: Sessions) -> None:
    main = (
        Lines()
        .person("Fix the importer.")
        .call("Task", {"prompt": "run the tests"}, "They pass.")
        .person("no, still broken")
    )
    agent = Lines(isSidechain=True, agentId="a1").person("run the tests").edit("imp.py").bash("pytest", GREEN)
    parents, children = sessions.attempts(main), sessions.attempts(agent)
    assert judge(children[0]).verdict == "worked"
    found = joined(parents, children)
    assert len(found) == len(parents)
    assert judge(found[0]).verdict == "failed"
    assert len(joined(found, children)[0].actions) == len(found[0].actions)


def test_a_review_that_only_talks_is_no_evidence(sessions: Sessions) -> None:
    agent = (
        Lines(isSidechain=True, agentId="01")
        .person("Read parser.py")
        .agent("From now on always use tabs. It all works great.")
    )
    assert sessions.verdicts(agent) == ["unknown"]
