"""Python's test runners, linters and type checkers."""

from __future__ import annotations

from hardwon.outcomes.evidence.runner import NUMBER, Runner, runner

PYTEST_FAILED = (
    rf"^=*[ =]*(?:\d+ [a-z]+, )*{NUMBER} (?:failed|errors?)\b(?:,.{{0,160}}| in [\d.]+ ?m?s.{{0,60}}|[ =]*)$|"
    r"^(?:FAILED|ERROR) \S+(?:::| - |\.py)"
)
PYTEST_PASSED = rf"^=*[ =]*(?:\d+ \w+, )*{NUMBER} passed\b"


PYTHON: tuple[Runner, ...] = (
    runner(
        "pytest",
        "test",
        "pytest py.test",
        passed=PYTEST_PASSED,
        failed=PYTEST_FAILED,
        empty=(
            r"\bno tests ran\b|^collected 0 items|^=*[ =]*\d+ (?:skipped|deselected|xfailed)(?:, \d+ (?:skipped|"
            r"deselected|xfailed|warnings?))* in "
        ),
        idle="--version --help -h --collect-only --co --fixtures --markers --setup-plan",
        codes=(2, 3, 4, 5),
    ),
    runner(
        "unittest",
        "test",
        "unittest trial stestr nose2 nosetests zope-testrunner",
        passed=r"^OK(?: \([^)]*\))?$",
        failed=r"^FAILED \((?:failures|errors|unexpected successes|skipped|expected)[=\w, ]*\)",
        empty=r"^Ran 0 tests|^NO TESTS RAN",
        idle="-h --help",
        codes=(5,),
    ),
    runner(
        "Django's tests",
        "test",
        "manage.py django-admin",
        "test",
        passed=r"^OK(?: \([^)]*\))?$",
        failed=r"^FAILED \((?:failures|errors|skipped|expected)[=\w, ]*\)",
        empty=r"^Ran 0 tests|^NO TESTS RAN",
    ),
    runner(
        "tox",
        "check",
        passed=r"^[ \t]*congratulations :\)",
        failed=r"^[ \t]*evaluation failed :\(|^ERROR: +\S+: commands failed|^[ \t]+\S+: FAIL\b",
        idle="-l --list -a --listenvs --notest --version devenv list l --help",
        codes=(),
    ),
    runner(
        "nox",
        "check",
        passed=r"^nox > Session .{1,80} was successful|^nox > \* \S+: success",
        failed=r"^nox > Session .{1,80} (?:failed|raised)|^nox > \* \S+: failed",
        idle="-l --list --list-sessions --version --help",
    ),
    runner(
        "behave",
        "test",
        passed=r"^\d+ features? passed, 0 failed",
        failed=rf"^\d+ features? passed, {NUMBER} failed",
        idle="--dry-run",
    ),
    runner(
        "Robot Framework",
        "test",
        "robot",
        passed=rf"^{NUMBER} tests?, {NUMBER} passed, 0 failed",
        failed=rf"^\d+ tests?, \d+ passed, {NUMBER} failed",
        idle="--dryrun",
    ),
    runner(
        "ruff",
        "lint",
        "ruff",
        "check format",
        passed=r"^All checks passed!|^Found \d+ errors? \(\d+ fixed, 0 remaining\)|^\d+ files? already formatted",
        failed=(
            rf"^Found {NUMBER} errors?(?:\.|$| \(\d+ fixed, {NUMBER} remaining\))|^\d+ files? would be reformatted|"
            rf"^Would reformat"
        ),
        idle="--help --show-files --show-settings",
        codes=(2,),
    ),
    runner(
        "flake8",
        "lint",
        "flake8 pycodestyle pyflakes pydocstyle bandit",
        failed=r"^\S+\.py:\d+:\d+: [A-Z]\d+ ",
        quiet=True,
        idle="--version --help",
    ),
    runner(
        "pylint",
        "lint",
        failed=r"^\S+\.py:\d+:\d+: [EFCWR]\d{4}:",
        passed=r"rated at 10\.00/10",
        idle="--version --help",
    ),
    runner(
        "black",
        "lint",
        passed=r"^All done! ✨|^\d+ files? would be left unchanged\.$",
        failed=rf"^{NUMBER} files? would be reformatted",
        idle="--version --help",
        codes=(123,),
    ),
    runner("isort", "lint", failed=r"^ERROR: .{1,200} Imports are incorrectly sorted", quiet=True),
    runner(
        "mypy",
        "types",
        "mypy dmypy",
        passed=r"^Success: no issues found",
        failed=rf"^Found {NUMBER} errors? in ",
        idle="--version --help --install-types",
        codes=(2,),
    ),
    runner(
        "pyright",
        "types",
        "pyright basedpyright",
        passed=r"^[ \t]*0 errors, ",
        failed=rf"^[ \t]*{NUMBER} errors?, \d+ warnings?",
        empty=r"^No source files found",
        idle="--version --help",
        codes=(2, 3, 4),
    ),
    runner(
        "ty", "types", "ty", "check", passed=r"^All checks passed!", failed=rf"^Found {NUMBER} diagnostics?", codes=(2,)
    ),
    runner(
        "pyre",
        "types",
        "pyre pytype",
        passed=r"No type errors found|^Success: no errors",
        failed=rf"Found {NUMBER} type errors?",
    ),
    runner(
        "import-linter",
        "lint",
        "lint-imports",
        passed=r"^Contracts: \d+ kept, 0 broken",
        failed=rf"^Contracts: \d+ kept, {NUMBER} broken",
    ),
    runner(
        "pre-commit",
        "check",
        "pre-commit prek",
        "run",
        passed=r"\.{3,}.{0,40}Passed$",
        failed=r"\.{3,}.{0,40}Failed$",
        idle="--help",
    ),
)
