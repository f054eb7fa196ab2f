"""What commands of a session proved: by status where it is theirs, by their own summary where it is not."""

from __future__ import annotations

import pytest

from hardwon.outcomes.evidence.runs import FAILED, PASSED, UNKNOWN, Run, result_of, runs_of
from outcomes.runner_outputs import OUTPUTS

IDS = [name for name, *_ in OUTPUTS]


def run(line: str, output: str = "", *, failed: bool = False, code: int = 1) -> Run:
    """The last run of a line that says something of the work."""
    text = f"Exit code {code}\n{output}" if failed else output
    return runs_of(line, result_of(text, is_error=failed))[-1]


def status(line: str, output: str = "", *, failed: bool = False, code: int = 1) -> str:
    return run(line, output, failed=failed, code=code).status


@pytest.mark.parametrize(("name", "command", "good", "bad"), OUTPUTS, ids=IDS)
def test_each_runner_is_known_by_its_status(name: str, command: str, good: str, bad: str) -> None:
    assert status(command, "anything") == PASSED
    assert status(command, bad, failed=True) == FAILED
    assert run(command, good).proof == "status"


@pytest.mark.parametrize(("name", "command", "good", "bad"), OUTPUTS, ids=IDS)
@pytest.mark.parametrize("mask", ["{} 2>&1 | tail -20", "{} || true", "{}; echo done"])
def test_behind_a_mask_its_own_summary_decides(mask: str, name: str, command: str, good: str, bad: str) -> None:
    line = mask.format(command)
    assert status(line, good) == PASSED
    assert status(line, bad) == FAILED
    assert status(line, "nothing of the kind\nhere") == UNKNOWN


def test_a_success_counts_though_its_output_speaks_of_failures() -> None:
    assert status("pytest -q", "32 passed in 2.1s\n0 failed, error handling ok") == PASSED


def test_a_claim_in_the_output_of_something_else_is_no_run() -> None:
    assert runs_of("cat report.txt", result_of("12 passed in 1s", is_error=False)) == []
    assert runs_of("echo 'pytest: 3 passed'", result_of("pytest: 3 passed", is_error=False)) == []
    assert runs_of("grep -rn pytest .", result_of("x", is_error=False)) == []


def test_of_a_chain_each_runner_tells_its_own() -> None:
    output = "Exit code 1\nAll checks passed!\nsrc/a.py:3: error: x\nFound 1 error in 1 file (checked 3 source files)"
    found = runs_of("ruff check . && mypy src && pytest -q", result_of(output, is_error=True))
    assert [one.status for one in found] == [PASSED, FAILED, UNKNOWN]


def test_two_runs_of_one_runner_are_told_apart_by_status_only() -> None:
    output = "1 passed in 0.1s\n1 failed in 0.2s"
    first, second = runs_of("pytest a.py; pytest b.py", result_of("Exit code 1\n" + output, is_error=True))
    assert second.status == FAILED
    assert second.proof == "status"
    assert first.proof != "status"


def test_a_printed_status_decides() -> None:
    assert status('make check | tail; echo "exit=${PIPESTATUS[0]}"', "…\nexit=2") == FAILED
    assert status('make check | tail; echo "exit=${PIPESTATUS[0]}"', "…\nexit=0") == PASSED


@pytest.mark.parametrize(
    ("line", "output", "code"),
    [
        ("pytest", "no tests ran in 0.01s", 5),
        ("pytest", "Command timed out after 2m 0s", 143),
        ("pytest", "Killed", 137),
        ("timeout 5 pytest", "", 124),
        ("npx jest", "No tests found, exiting with code 1", 1),
        ("mypy src", "mypy: error: bad arguments", 2),
        ("npx eslint .", "Oops! Something went wrong! ESLint couldn't find a config", 2),
        ("cd nowhere && pytest", "bash: line 1: cd: nowhere: No such file or directory", 1),
        ("npm test", '> echo "Error: no test specified" && exit 1\n\nError: no test specified', 1),
    ],
)
def test_what_checked_nothing_proves_nothing(line: str, output: str, code: int) -> None:
    assert status(line, output, failed=True, code=code) == UNKNOWN


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("python -m unittest", "Ran 0 tests in 0.000s\n\nOK"),
        ("npx vitest run --passWithNoTests", "No test files found, exiting with code 0"),
        ("cargo test", "running 0 tests\ntest result: ok. 0 passed; 0 failed"),
        ("go test ./...", "?   \tx/a\t[no test files]"),
        ("vendor/bin/phpunit", "No tests executed!"),
    ],
)
def test_an_empty_success_proves_nothing(line: str, output: str) -> None:
    assert status(line, output) == UNKNOWN


@pytest.mark.parametrize(
    ("line", "output", "code"),
    [
        ("pytest", "bash: pytest: command not found", 127),
        ("python -m pytest", "/usr/bin/python: No module named pytest", 1),
        ("npm test", 'npm error Missing script: "test"', 1),
        ("make check", "make: *** No rule to make target 'check'.  Stop.", 2),
        ("pytest --cov", "ERROR: usage: pytest\npytest: error: unrecognized arguments: --cov", 4),
        ("cargo nextest run", "error: no such command: `nextest`", 101),
        ("./deploy.sh staging", "bash: ./deploy.sh: Permission denied", 126),
    ],
)
def test_a_command_that_cannot_be_run_is_told_from_one_that_failed(line: str, output: str, code: int) -> None:
    found = run(line, output, failed=True, code=code)
    assert found.unusable
    assert found.status == UNKNOWN


def test_a_missing_module_in_the_tests_is_a_failure() -> None:
    output = "E   ModuleNotFoundError: No module named 'shop'\nFAILED tests/test_a.py::test_b\n1 failed in 0.1s"
    assert status("pytest", output, failed=True) == FAILED


@pytest.mark.parametrize(
    "text",
    [
        "The user doesn't want to proceed with this tool use.",
        "PreToolUse:Bash hook error: no",
        "<tool_use_error>InputValidationError</tool_use_error>",
        "Permission to use Bash has been denied.",
    ],
)
def test_what_was_not_allowed_to_run_proves_nothing(text: str) -> None:
    (found,) = runs_of("pytest", result_of(text, is_error=True))
    assert (found.status, found.unusable) == (UNKNOWN, False)


def test_a_linter_that_is_silent_behind_head_passed() -> None:
    assert status("npx tsc --noEmit 2>&1 | head -20", "") == PASSED
    assert status("npx tsc --noEmit 2>&1 | head -20", "(Bash completed with no output)") == PASSED
    assert status("npx tsc --noEmit > out.txt; true", "") == UNKNOWN
    assert status("npx tsc --noEmit | grep TS2322", "") == UNKNOWN


def test_options_that_check_nothing_make_it_no_check() -> None:
    for line in (
        "pytest --version",
        "pytest --collect-only",
        "tsc --init",
        "npx vitest --help",
        "mypy --install-types",
    ):
        assert runs_of(line, result_of("x", is_error=False)) == []


def test_the_same_check_has_one_key_however_it_is_shortened() -> None:
    lines = (
        "pytest tests",
        "pytest -q tests/ 2>&1 | tail -3",
        "cd . && uv run pytest tests -x --tb=short",
        "python -m pytest ./tests -n 4",
    )
    keys = {run(line).command.key.replace("in . ", "") for line in lines}
    assert keys == {"pytest tests"}


def test_checks_in_different_folders_or_of_different_tasks_differ() -> None:
    lines = ("npm test", "cd web && npm test", "npm run lint", "pytest a.py", "pytest -k x", "TZ=UTC pytest")
    assert len({run(line).command.key for line in lines}) == len(lines)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("make lint", "lint"),
        ("just test-unit", "test"),
        ("npm run type-check", "types"),
        ("yarn workspace web build", "build"),
        ("pnpm --filter web run test", "test"),
        ("yarn jest", "test"),
        ("./run_tests.sh", "test"),
        ("bash scripts/check.sh", "check"),
        ("python scripts/lint.py", "lint"),
        ("npm start", "command"),
        ("./deploy.sh", "command"),
        ("alembic upgrade head", "command"),
        ("nx test api", "test"),
        ("turbo run test", "test"),
    ],
)
def test_tasks_and_scripts_are_known_by_their_names(line: str, kind: str) -> None:
    assert run(line).command.kind == kind


def test_failing_tests_and_their_count_are_named() -> None:
    output = "FAILED tests/test_a.py::test_b - assert 1\nFAILED tests/test_c.py::test_d\n2 failed, 30 passed in 1.0s"
    found = run("pytest", output, failed=True)
    assert found.failing == ("tests/test_a.py::test_b", "tests/test_c.py::test_d")
    assert found.failed_count == 2


@pytest.mark.parametrize(
    "piece", ["\n", " \n", "1 ", "0 x, ", "= ", "1 failed, ", "123456789,", "ok x\n", ".\n", "Tests: 1 passed, "]
)
def test_hostile_output_is_read_in_linear_time(piece: str) -> None:
    # A quadratic pattern takes minutes on the longer text, and the suite's time limit ends it.
    for line in ("make test | tail", "cargo test | tail", "go test ./... | tail", "npx stylelint . | tail"):
        assert runs_of(line, result_of(piece * (16_000 // len(piece)), is_error=False))
