"""What a command line really ran, whether it passed, and what it complained of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.capture.commands import parse, signature, status


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pytest -q tests/a.py", "pytest tests/a.py 2>&1 | tail -20"),
        ("pytest tests/a.py", "cd /home/dev/app && pytest -v tests/a.py"),
        ("pytest tests/a.py", "python -m pytest tests/a.py"),
        ("pytest tests/a.py", "uv run pytest tests/a.py"),
        ("npm test", "npm run test"),
        ("npm run build", "npm run build > /tmp/out.log 2>&1"),
        ("make check", "source .venv/bin/activate && make check; echo done"),
        ("docker compose up -d", "docker-compose up -d"),
    ],
)
def test_lines_that_do_the_same_have_one_key(one: str, other: str) -> None:
    assert parse(one).key == parse(other).key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pytest tests/a.py", "pytest tests/b.py"),
        ("npm run build", "npm run lint"),
        ("make check", "make check JOBS=1"),
        ("npm run build", "NODE_ENV=production npm run build"),
        ("cargo test", "cargo test --release"),
    ],
)
def test_lines_that_do_something_else_have_not(one: str, other: str) -> None:
    assert parse(one).key != parse(other).key


@pytest.mark.parametrize(
    "line",
    [
        "ls -la",
        "cat x | grep y",
        "git status",
        "rg foo",
        "cd x",
        "python -c 'print(1)'",
        "mem search x",
        "",
        "  ",
        "cat <<'E' > x\na\nE",
    ],
)
def test_looking_around_is_no_work(line: str) -> None:
    assert not parse(line).worth


@pytest.mark.parametrize(
    ("line", "output", "error", "proves"),
    [
        ("pytest -q", "3 passed", False, "passed"),
        ("pytest -q", "1 failed, 4 passed", False, "failed"),
        ("pytest -q", "32 passed in 2.1s\n0 failed, error handling ok", False, "passed"),
        ("pytest -q", "Exit code 1\n2 failed", True, "failed"),
        ("pytest -q | tail -3", "3 passed", False, "passed"),
        ("pytest -q | tail -3", "collected", False, "unknown"),
        ("./deploy || true", "", False, "unknown"),
        ("./deploy; echo ok", "ok", False, "unknown"),
        ("./deploy", "", False, "passed"),
        ("npm test", "Tests:       1 failed, 3 passed, 4 total", False, "failed"),
        ("npm test", "npm ERR! code ELIFECYCLE", False, "failed"),
        ("go test ./...", "--- FAIL: TestX (0.00s)", False, "failed"),
        ("make", "Exit code 130\n", True, "unknown"),
        ("make", "Exit code 137\nKilled", True, "unknown"),
        ("make", "Command timed out after 2m", True, "unknown"),
    ],
)  # fmt: skip
def test_a_run_proves_no_more_than_is_seen(line: str, output: str, error: bool, proves: str) -> None:
    assert status(parse(line), output, is_error=error, interrupted=False) == proves


def test_an_interrupted_run_proves_nothing() -> None:
    assert status(parse("make"), "", is_error=True, interrupted=True) == "unknown"


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("Exit code 1\nTraceback:\n  File \"x.py\", line 3\nKeyError: 'region'", "KeyError: 'region'"),
        ("E   AssertionError: timeout waiting for port\n1 failed", "AssertionError: timeout waiting for port"),
        ("Error: Cannot find module './config'\nRequire stack:\n- /x", "Error: Cannot find module './config'"),
        ("src/a.ts:3:7 - error TS2307: Cannot find module './config'.", "error TS2307: Cannot find module './config'."),
        ("bash: pnpm: command not found", "bash: pnpm: command not found"),
        ("error[E0432]: unresolved import `foo::bar`\n --> src/main.rs", "error[E0432]: unresolved import `foo::bar`"),
        ("fatal: not a git repository", "fatal: not a git repository"),
        ("npm ERR! Missing script: \"e2e\"", "npm ERR! Missing script: \"e2e\""),
        ("OSError: cannot open /home/dev/app/data/x.csv", "OSError: cannot open data/x.csv"),
        ("ValueError: bad object at 0x7f3a2b1c9d00 in the pool", "ValueError: bad object at … in the pool"),
        ("2 failed, 30 passed", ""),
        ("Found 3 errors.", ""),
        ("Exit code 1", ""),
        ("AssertionError: assert 2 == 3", ""),
        ("SyntaxError: invalid syntax", ""),
        ("make: *** [Makefile:3: all] Error 1", ""),
        ("all good", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_the_line_that_could_be_met_again_is_the_signature(output: str, line: str) -> None:
    assert signature(output, "/home/dev/app") == line


@given(st.text(max_size=300), st.text(max_size=500))
def test_any_line_and_any_output_can_be_read(line: str, output: str) -> None:
    command = parse(line)
    assert status(command, output, is_error=False, interrupted=False) in ("passed", "failed", "unknown")
    assert len(signature(output)) <= 180
