"""Which memories were used, and what an attempt says of them: credit for use, blame by closeness, rules by deeds"""

from __future__ import annotations

import pytest

from hardwon.outcomes.attribution.settle import attribute_session, settle
from hardwon.outcomes.attribution.share import InPlay, Judgement, attribute, attribute_closing
from hardwon.outcomes.attribution.traces import traces_of
from hardwon.outcomes.attribution.use import use_of
from hardwon.outcomes.evidence.pieces import Attempt
from hardwon.outcomes.trackers.base import Closing
from hosts.lines import Lines
from outcomes.sessions import Sessions

RED = "FAILED tests/test_rows.py::test_parse_row - assert 1\n1 failed, 3 passed in 1.0s"
GREEN = "4 passed in 1.0s"


def memory(content: str, id: str = "m1", **more: object) -> InPlay:
    return InPlay(id=id, content=content, **more)  # type: ignore[arg-type]


def judged(attempt: Attempt, *contents: str, failed_before: tuple[str, ...] = ()) -> list[Judgement]:
    return attribute(
        attempt, [memory(text, f"m{n}") for n, text in enumerate(contents, 1)], failed_before=failed_before
    )


def one(attempt: Attempt, content: str, **more: tuple[str, ...]) -> Judgement:
    return judged(attempt, content, **more)[0]


def first(sessions: Sessions, lines: Lines) -> Attempt:
    return sessions.attempts(lines)[0]


# -- what was used --------------------------------------------------------------------------------------------

USES = [
    ("Run the tests with `pytest -q -n auto`.", "command"),
    ("Run the tests with `uv run pytest`.", "command"),
    ('`uv run pytest -q` works here; `pytest` failed with "no module".', "command"),
    ("Use uv to run things.", "command"),
    ("The parser lives in src/rows.py.", "path"),
    ("Everything below src/ is typed.", "path"),
    ("parse_row must get a list.", "written"),
    ("Call `rows.parse_row()` first.", "written"),
    ("Never use npm; use uv.", "command"),
    ("Prefer httpx over requests.", "kept"),
    ("Use `make test` to run the tests.", "unused"),
    ("Keep functions short.", "unused"),
    ("The exporter lives in src/export.py.", "unused"),
    ("Run the tests with `docker compose exec api pytest -q`.", "unused"),
    ("Run the tests with `pytest --slow`.", "unused"),
    ("Never edit src/gen/api.py by hand.", "unused"),
    ("Never use os.path in rows.py; use pathlib.", "unused"),
    ("Don't edit src/rows.py; change the template instead.", "broken"),
    ("Never run `pytest -n auto`, it hangs.", "broken"),
    ("Avoid parse_row, it is deprecated.", "broken"),
]


@pytest.mark.parametrize(("content", "kind"), USES)
def test_a_memory_was_used_where_it_shows_in_what_was_done(sessions: Sessions, content: str, kind: str) -> None:
    lines = (
        Lines().person("Fix it.").edit("src/rows.py", after="import httpx\n\ndef parse_row(row):\n    return [row]\n")
    )
    attempt = first(sessions, lines.bash("uv run pytest -q -n auto tests/test_rows.py", GREEN))
    assert use_of(traces_of(content), attempt.actions).kind == kind


def test_what_was_done_before_a_memory_came_is_not_its_doing(sessions: Sessions) -> None:
    attempt = first(sessions, Lines().person("Fix it.").edit("src/rows.py").bash("pytest", GREEN))
    traces = traces_of("The parser lives in src/rows.py.")
    assert use_of(traces, attempt.actions, given_at=0).kind == "path"
    assert use_of(traces, attempt.actions, given_at=1).kind == "unused"


def test_what_a_person_refused_was_not_done(sessions: Sessions) -> None:
    refusal = "The user doesn't want to proceed with this tool use."
    lines = Lines().person("Fix it.")
    lines.agent(
        [
            {
                "type": "tool_use",
                "id": "e",
                "name": "Edit",
                "input": {"file_path": "/home/dev/app/src/rows.py", "new_string": "x"},
            }
        ]
    )
    lines.result("e", refusal, error=True, toolDenialKind="user-rejected")
    assert use_of(traces_of("The parser lives in src/rows.py."), first(sessions, lines).actions).kind == "unused"


def test_a_check_that_a_memory_only_tells_of_is_no_advice(sessions: Sessions) -> None:
    text = '`pytest -q` failed with "KeyError: x"; it passed after a change to src/config.py.'
    attempt = first(sessions, Lines().person("Go.").edit("src/rows.py").bash("pytest -q", GREEN))
    assert use_of(traces_of(text), attempt.actions).kind == "unused"


# -- good news ------------------------------------------------------------------------------------------------


def test_a_command_run_red_repaired_and_run_green_worked(sessions: Sessions) -> None:
    lines = (
        Lines()
        .person("Fix it.")
        .bash("uv run pytest -q", RED, error=True)
        .edit("rows.py")
        .bash("uv run pytest -q", GREEN)
    )
    found = one(first(sessions, lines), "Run the tests with `uv run pytest`.")
    assert (found.verdict, found.weight) == ("worked", 0.5)
    assert found.reason == "Its command was run: `uv run pytest -q` failed, then passed."
    assert found.evidence


def test_a_command_that_ran_green_worked_though_nothing_was_edited(sessions: Sessions) -> None:
    found = one(
        first(sessions, Lines().person("Run the tests.").bash("uv run pytest -q", GREEN)), "Use `uv run pytest`."
    )
    assert found.verdict == "worked"


def test_what_was_used_shares_in_the_success(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").bash("pytest", RED, error=True).edit("src/rows.py").bash("pytest", GREEN)
    found = judged(first(sessions, lines), "The parser lives in src/rows.py.", "The exporter lives in src/export.py.")
    assert [(item.verdict, item.weight) for item in found] == [("worked", 0.5), ("neutral", 0.0)]
    assert found[0].reason == "Its file was edited; `pytest` failed, then passed."
    assert found[1].reason == ""


def test_a_linked_memory_counts_though_nothing_shows_its_use(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").bash("pytest", RED, error=True).edit("rows.py").bash("pytest", GREEN)
    attempt = first(sessions, lines)
    linked, not_linked = attribute(attempt, [memory("Keep it short.", linked=True), memory("Keep it short.", "m2")])
    assert (linked.verdict, linked.use) == ("worked", "linked")
    assert not_linked.verdict == "neutral"


def test_used_where_nothing_is_known_is_unknown(sessions: Sessions) -> None:
    found = one(
        first(sessions, Lines().person("Fix it.").edit("src/rows.py").agent("All tests pass!")), "See src/rows.py."
    )
    assert (found.verdict, found.weight, found.counts) == ("unknown", 0.0, False)


# -- bad news -------------------------------------------------------------------------------------------------


def test_a_person_who_rejects_the_work_makes_what_shaped_it_failed(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").bash("uv run pytest", RED, error=True).edit("src/rows.py", after="parse_row(x)")
    lines.bash("uv run pytest", GREEN).person("no, that's not what I asked")
    shaped, check = judged(first(sessions, lines), "parse_row gets a list.", "Run the tests with `uv run pytest`.")
    assert (shaped.verdict, shaped.weight) == ("failed", 0.5)
    assert shaped.reason == "What it names was written; the person said “no, that's not what I asked”."
    assert check.verdict == "unknown"  # it only reported


def test_words_that_name_a_memory_speak_of_it_alone(sessions: Sessions) -> None:
    lines = (
        Lines()
        .person("Write the page.")
        .edit("docs/a.md", after="## How To Begin")
        .edit("docs/b.md", after="parse_row")
    )
    lines.person("no title case in headings please, I never wanted that")
    named, other = judged(first(sessions, lines), "Write headings in title case.", "parse_row gets a list.")
    assert named.verdict == "failed"
    assert other.verdict == "unknown"


def test_a_command_that_a_person_refuses_with_words_against_it_failed(sessions: Sessions) -> None:
    def refused(words: str) -> str:
        lines = Lines().person("Clean up.")
        lines.agent([{"type": "tool_use", "id": "r", "name": "Bash", "input": {"command": "make db-reset"}}])
        said = f" the user said: {words}" if words else ""
        lines.result(
            "r",
            f"The user doesn't want to proceed with this tool use.{said}",
            error=True,
            toolDenialKind="user-rejected",
        )
        return one(first(sessions, lines), "Reset the data with `make db-reset`.").verdict

    assert refused("no! that empties the shared database") == "failed"
    assert refused("not now") == "neutral"
    assert refused("") == "neutral"


@pytest.mark.parametrize("back", ["git checkout -- src/rows.py", ""])
def test_what_was_taken_back_failed(sessions: Sessions, back: str) -> None:
    lines = Lines().person("Speed it up.").edit("src/rows.py", before="list(rows)", after="parse_row(rows)")
    lines.bash("pytest", RED, error=True)
    if back:
        lines.bash(back, "")
    else:
        lines.edit("src/rows.py", before="x = parse_row(rows)", after="x = list(rows)")
    found = one(first(sessions, lines.bash("pytest", GREEN)), "parse_row gets a list.")
    assert (found.verdict, found.reason) == ("failed", "What it names was written; it was taken back.")


def test_red_and_green_of_the_same_state_say_nothing(sessions: Sessions) -> None:
    lines = Lines().person("Run them.").bash("make test", RED, error=True).bash("make test", GREEN)
    assert one(first(sessions, lines), "Run the tests with `make test`.").verdict == "unknown"


def test_of_a_chain_that_failed_the_step_that_is_left_is_the_one(sessions: Sessions) -> None:
    lines = Lines().person("Fix the tint.").bash("make -s && ./colorcheck shots", "shot 3: off by 12", error=True)
    lines.edit("isp.c").bash("make -s && ./colorcheck shots", "all shots fine")
    assert one(first(sessions, lines), "Check colours with `./colorcheck shots`.").verdict == "worked"


def test_a_memory_that_names_nothing_is_used_where_its_words_are_written(sessions: Sessions) -> None:
    lines = (
        Lines()
        .person("Fix the tint.")
        .bash("pytest", RED, error=True)
        .edit("isp/pipeline.c", after="black_level = 64; white_balance(img);")
    )
    attempt = first(sessions, lines.bash("pytest", GREEN))
    used, unused = judged(
        attempt,
        "Green tint: set the black level to 64 before the white balance.",
        "Dates are shown in the user's own zone.",
    )
    assert (used.verdict, unused.verdict) == ("worked", "neutral")


def test_a_command_that_cannot_be_run_failed(sessions: Sessions) -> None:
    lines = (
        Lines()
        .person("Run the tests.")
        .bash("make verify", "make: *** No rule to make target 'verify'.  Stop.", error=True)
    )
    found = one(first(sessions, lines), "Check everything with `make verify`.")
    assert (found.verdict, found.reason) == ("failed", "Its command was run: `make verify` could not be run.")


def test_a_command_that_does_something_and_fails_failed(sessions: Sessions) -> None:
    lines = Lines().person("Deploy.").bash("./deploy.sh staging", "Error: no such cluster", error=True)
    assert one(first(sessions, lines), "Deploy with `./deploy.sh staging`.").verdict == "failed"


def test_a_check_that_finds_something_has_done_its_work(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").edit("rows.py").bash("uv run pytest", RED, error=True)
    assert one(first(sessions, lines), "Run the tests with `uv run pytest`.").verdict == "unknown"


def test_a_second_failure_weighs_one(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").edit("src/rows.py").person("still broken")
    attempt = first(sessions, lines)
    assert one(attempt, "The parser lives in src/rows.py.").weight == 0.5
    assert one(attempt, "The parser lives in src/rows.py.", failed_before=("m1",)).weight == 1.0


def test_red_again_and_again_weighs_one(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").edit("src/rows.py").bash("pytest", RED, error=True).edit("src/rows.py")
    found = one(first(sessions, lines.bash("pytest", RED, error=True)), "The parser lives in src/rows.py.")
    assert (found.verdict, found.weight) == ("failed", 1.0)


def test_one_bad_run_does_not_blame_ten_memories(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").edit("src/rows.py", after="def parse_row(row): ...").person("no, still broken")
    contents = [f"Note {number}: everything in src/rows.py is tested." for number in range(12)]
    found = judged(first(sessions, lines), *contents)
    assert sum(item.weight for item in found) <= 0.5
    assert all(item.weight < 0.1 for item in found)


def test_the_memory_that_what_failed_can_be_tied_to_bears_the_blame(sessions: Sessions) -> None:
    lines = (
        Lines()
        .person("Fix it.")
        .bash("pytest", GREEN)
        .edit("src/rows.py", after="def parse_row(row): ...")
        .edit("src/cli.py")
    )
    attempt = first(sessions, lines.bash("pytest", RED, error=True))
    near, far = judged(attempt, "parse_row gets a list.", "The command line is in src/cli.py.")
    assert (near.verdict, near.weight) == ("failed", 0.5)
    assert (far.verdict, far.weight) == ("unknown", 0.0)


def test_half_good_news_is_partial(sessions: Sessions) -> None:
    lines = (
        Lines()
        .person("Fix it.")
        .edit("src/rows.py")
        .bash("pytest", GREEN)
        .person("works, but the footer is still wrong")
    )
    assert one(first(sessions, lines), "See src/rows.py.").verdict == "partial"


def test_conflicting_evidence_is_no_guess(sessions: Sessions) -> None:
    lines = (
        Lines().person("x").bash("pytest", GREEN).edit("src/rows.py").bash("pytest", RED, error=True).person("perfect")
    )
    assert one(first(sessions, lines), "See src/rows.py.").verdict == "unknown"


# -- rules ----------------------------------------------------------------------------------------------------


def test_a_rule_that_was_kept_shares_in_the_success(sessions: Sessions) -> None:
    lines = Lines().person("Install it.").bash("pnpm install", "ok").bash("pnpm test", "Tests: 3 passed, 3 total")
    found = one(first(sessions, lines), "Never use npm; use pnpm.")
    assert (found.verdict, found.use) == ("worked", "command")


def test_a_rule_that_was_broken_is_not_blamed_for_what_came_of_it(sessions: Sessions) -> None:
    lines = Lines().person("Install it.").bash("npm install", "ok").edit("a.js").person("no, that's wrong")
    assert one(first(sessions, lines), "Never use npm; use pnpm.").verdict == "neutral"


def test_a_rule_that_was_broken_and_then_kept_shares_in_the_success(sessions: Sessions) -> None:
    lines = Lines().person("Freeze the clock.").edit("tests/test_a.py", after="with patch('shop.Clock'): ...")
    lines.bash("pytest", RED, error=True).edit("tests/test_a.py", after="shop(FakeClock())").bash("pytest", GREEN)
    found = one(first(sessions, lines), "Do not mock `Clock` with `patch`; inject a `FakeClock`.")
    assert (found.verdict, found.use) == ("worked", "kept")


def test_a_rule_whose_situation_did_not_arise_is_neutral(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").bash("pytest", RED, error=True).edit("rows.py").bash("pytest", GREEN)
    assert one(first(sessions, lines), "Never use npm; use pnpm.").verdict == "neutral"


# -- keys -----------------------------------------------------------------------------------------------------


def test_more_evidence_changes_the_basis_and_keeps_the_key(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").edit("src/rows.py").bash("pytest", GREEN)
    before = one(first(sessions, lines), "See src/rows.py.")
    again = one(first(sessions, lines), "See src/rows.py.")
    after = one(first(sessions, lines.agent("Done.").person("still broken")), "See src/rows.py.")
    assert before == again
    assert (before.key, before.verdict, after.verdict) == (after.key, "worked", "failed")
    assert before.basis != after.basis


# -- over a session -------------------------------------------------------------------------------------------


def over(sessions: Sessions, lines: Lines, *contents: str) -> list[str]:
    known = {f"m{n}": memory(text, f"m{n}") for n, text in enumerate(contents, 1)}
    attempts = sessions.attempts(lines)
    for attempt in attempts:
        attempt.given = dict.fromkeys(known, 0)
    settled = {one.memory_id: one.verdict for one in settle(attribute_session(attempts, known))}
    return [settled.get(id, "none") for id in known]


def test_later_evidence_outranks_earlier(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").edit("src/rows.py", after="parse_row(a)").person("still broken")
    lines.edit("src/rows.py", after="parse_row([a])").person("perfect, it works now")
    assert over(sessions, lines, "parse_row gets a list.") == ["worked"]


def test_the_answer_may_come_in_a_later_attempt_at_the_same_work(sessions: Sessions) -> None:
    lines = (
        Lines().person("Fix it.").edit("src/rows.py", after="parse_row(a)").agent("Done.").person("Now run the tests.")
    )
    lines.edit("src/rows.py", after="x").bash("pytest", GREEN)
    assert over(sessions, lines, "parse_row gets a list.") == ["worked"]


def test_the_answer_of_other_work_is_no_answer(sessions: Sessions) -> None:
    lines = (
        Lines().person("Fix it.").edit("src/rows.py", after="parse_row(a)").agent("Done.").person("Now the exporter.")
    )
    lines.edit("src/export.py").bash("pytest tests/test_export.py", GREEN)
    assert over(sessions, lines, "parse_row gets a list.") == ["none"]


ROWS = "parse_row gets a list."


@pytest.mark.parametrize(
    ("words", "rework", "verdict"),
    [
        ("patients now appear under the wrong doctor", "read_all(rows)", "failed"),
        ("the nightly export has 4 GB since Tuesday", "read_all(rows)", "failed"),
        ("the ticket says to cover refunds, too", "parse_row(rows, refunds=True)", "none"),
        ("Now add the refunds.", "parse_row(rows, refunds=True)", "worked"),
        ("perfect, it works. now use the fast path there", "read_all(rows)", "worked"),
    ],
)
def test_what_is_taken_out_at_the_persons_word_did_not_please_them(
    sessions: Sessions, words: str, rework: str, verdict: str
) -> None:
    lines = Lines().person("Fix it.").edit("src/rows.py", before="x = 1", after="x = parse_row(rows)")
    lines.bash("pytest", GREEN).agent("Done.").person(words)
    lines.edit("src/rows.py", before="x = parse_row(rows)", after=f"x = {rework}").agent("Changed.")
    assert over(sessions, lines, ROWS) == [verdict]


def test_of_several_memories_the_one_that_was_taken_out_is_to_blame(sessions: Sessions) -> None:
    lines = Lines().person("Fix it.").edit("src/rows.py", before="x = 1", after="x = parse_row(rows)")
    lines.edit("src/page.py", before="y = 1", after="y = as_table(x)").bash("pytest", GREEN).agent("Done.")
    lines.person("no, that's not what I meant at all")
    lines.edit("src/page.py", before="y = as_table(x)", after="y = as_list(x)").agent("A list.")
    assert over(sessions, lines, ROWS, "Pages use `as_table`.") == ["none", "failed"]


# -- tasks ----------------------------------------------------------------------------------------------------


def closing(verdict: str, reason: str = "") -> Closing:
    return Closing(key="c1", source="beads", id="shop-1", title="Totals", verdict=verdict, reason=reason, at_ms=5)


def test_a_closed_task_counts_for_the_memories_linked_to_it() -> None:
    a, b = attribute_closing(closing("worked", "Fixed by rounding once"), {"a": True, "b": False})
    assert (a.verdict, a.weight, b.weight) == ("worked", 0.5, 0.5)
    assert a.reason == "It was linked to “Totals”, which was closed: Fixed by rounding once."


def test_a_failed_task_shares_its_blame() -> None:
    found = attribute_closing(closing("failed", "Abandoned"), dict.fromkeys("abcd", False), failed_before=("a",))
    assert [item.weight for item in found] == [0.25, 0.125, 0.125, 0.125]


def test_a_task_closed_without_a_verdict_says_nothing() -> None:
    (found,) = attribute_closing(closing("neutral", "Duplicate"), {"a": True})
    assert (found.verdict, found.counts) == ("neutral", False)
