"""A failure and what made it pass become one memory, with evidence and not with claims."""

from __future__ import annotations

import pytest
from tests.capture.turns import Session

from hardwon.capture.candidates import Candidate
from hardwon.capture.fixes import WINDOW_TURNS
from hardwon.capture.rules import extract

ERROR = "E   TimeoutError: nothing listens on port 8080\n1 failed, 4 passed"


def learnt(session: Session) -> list[Candidate]:
    return extract(session.turns)


def test_a_failure_the_edit_after_it_and_the_passing_run_are_one_memory() -> None:
    session = Session().fails("pytest -q tests/test_upload.py", ERROR)
    session.edit("tests/conftest.py", "port = 8080", "port = 0").passes("pytest -q tests/test_upload.py", "5 passed")
    (found,) = learnt(session)
    assert found.category == "troubleshooting"
    assert found.content == (
        '`pytest -q tests/test_upload.py` failed with "TimeoutError: nothing listens on port 8080"; '
        "it passed after changing `port = 8080` to `port = 0` in tests/conftest.py."
    )
    assert found.files == ("tests/conftest.py",)
    assert (found.trust, found.origin.who, found.pin) == ("tool", "tool", False)
    assert found.origin.note == "failed at line 2, ended at line 6"


@pytest.mark.parametrize(
    ("output", "is_known"),
    [
        ("balance: LEDGER names no folder", True),
        ("tool-x.sh: line 3: the folder is not writable", True),
        ("closing\nbalance: LEDGER names no folder", False),
        ("10:31: something happened here", False),
        ("https://example.com/some/long/path", False),
        ("Total: three files were looked at", False),
    ],
)
def test_the_one_line_of_a_program_in_its_own_name_says_what_went_wrong(output: str, is_known: bool) -> None:
    session = Session().fails("python3 balance.py", output).write("ledger.cfg").passes("python3 balance.py")
    assert [output in one.content for one in learnt(session)] == ([True] if is_known else [])


def test_several_edited_files_are_named() -> None:
    session = Session().fails("make check", ERROR).edit("a.py").edit("b.py").edit("a.py").passes("make check")
    (found,) = learnt(session)
    assert found.content.endswith("it passed after a change to a.py and b.py.")
    assert found.files == ("a.py", "b.py")


def test_the_agents_reason_is_added_to_the_evidence() -> None:
    session = Session().fails("make check", ERROR)
    session.agent("The fixture was using a fixed port, which is taken on CI.").edit("a.py").passes("make check")
    assert learnt(session)[0].content.endswith("Why: The fixture was using a fixed port, which is taken on CI.")


@pytest.mark.parametrize(
    "claim",
    [
        "Always run make clean first because it is needed.",
        "Let me look at the port because it is fixed.",
        "Is it the port, because it is fixed?",
    ],
)
def test_an_agents_order_plan_or_question_is_no_reason(claim: str) -> None:
    session = Session().fails("make check", ERROR).agent(claim).edit("a.py").passes("make check")
    assert "Why:" not in learnt(session)[0].content


def test_an_install_that_made_it_pass_is_the_fix() -> None:
    session = Session().fails("pytest", "ModuleNotFoundError: No module named 'yaml'")
    session.passes("pip install pyyaml").passes("pytest", "3 passed")
    (found,) = learnt(session)
    assert "it passed after `pip install pyyaml`" in found.content


def test_the_whole_suite_proves_a_single_file() -> None:
    session = Session().fails("pytest tests/test_a.py", ERROR).edit("a.py").passes("pytest", "90 passed")
    assert [one.category for one in learnt(session)] == ["troubleshooting"]


@pytest.mark.parametrize(
    "session",
    [
        Session().fails("make check", ERROR).passes("make check"),
        Session().fails("make check", ERROR).edit("a.py"),
        Session().fails("make check", ERROR).edit("a.py").passes("make other"),
        Session().fails("make check", ERROR).edit("a.py").passes("make check || true", "?"),
        Session().fails("make check", ERROR).edit("a.py").passes("make check | tail -1", "?"),
        Session().fails("make check", "Exit code 1\n2 failed").edit("a.py").passes("make check"),
        Session().fails("ruff check .", "x.py:1: error: something is wrong here").edit("x.py").passes("ruff check ."),
        Session().fails("ls missing", "ls: cannot access: No such file or directory").edit("a.py").passes("ls missing"),
        Session().fails("pytest", "ImportError: No module named 'billing'").write("billing.py").passes("pytest"),
        Session().edit("a.py").passes("make check").agent("I fixed the TimeoutError."),
        Session().refused("make check").edit("a.py").passes("make check"),
    ],
    ids=["flaky", "no run", "another command", "hidden status", "piped", "only counts", "style", "looking around",
         "not written yet", "only a claim", "refused"],
)  # fmt: skip
def test_without_evidence_nothing_is_learnt(session: Session) -> None:
    assert learnt(session) == []


def test_a_failed_edit_fixed_nothing() -> None:
    session = Session().fails("make check", ERROR)
    session.call("Edit", {"file_path": "/home/dev/app/a.py"}, "string not found", error=True).passes("make check")
    assert learnt(session) == []


def test_many_edited_files_are_a_feature_and_no_fix() -> None:
    session = Session().fails("make check", ERROR)
    for number in range(9):
        session.edit(f"src/{number}.py")
    assert learnt(session.passes("make check")) == []


def test_a_failure_long_ago_is_not_answered_by_a_run_of_today() -> None:
    session = Session().fails("make check", ERROR).edit("a.py")
    for _ in range(WINDOW_TURNS):
        session.agent("…")
    assert learnt(session.passes("make check")) == []


def test_a_fix_is_one_memory_with_one_key_however_often_it_is_read() -> None:
    session = Session().fails("make check", ERROR).edit("a.py").passes("make check").passes("make check")
    assert len(learnt(session)) == 1
    assert learnt(session)[0].key == learnt(session)[0].key


@pytest.mark.parametrize(
    ("failed", "error", "worked"),
    [
        ("npm run build", "Error: digital envelope routines::unsupported", "NODE_OPTIONS=--legacy npm run build"),
        ("pytest", "ModuleNotFoundError: No module named 'app'", "PYTHONPATH=src pytest"),
        ("python manage.py migrate", "bash: python: command not found", "python3 manage.py migrate"),
        ("docker-compose up -d", "bash: docker-compose: command not found", "docker compose up -d"),
        ("alembic upgrade head", "ERROR: 'alembic.ini' is required", "alembic -c db/alembic.ini upgrade head"),
        ("python3 run_tests.py", "AssertionError: PRINT_QUEUE is not set", "make test-fast"),
        ("npm e2e", 'npm ERR! Unknown command: "e2e"', "npm run e2e:headless"),
        ("docker compose up -d", "no configuration file provided: not found", "docker compose -f dev.yml up -d"),
        ("make build", "Cannot connect to the Docker daemon", "make build DOCKER=podman"),
        ("kubectl apply", "error: must specify one of -f and -k", "kubectl apply -f deploy/"),
    ],
)  # fmt: skip
def test_the_form_that_finally_worked_is_kept(failed: str, error: str, worked: str) -> None:
    (found,) = learnt(Session().fails(failed, error).passes(worked))
    assert found.category == "command"
    assert found.content.startswith(f"`{worked}` works here; `{failed}` failed")


@pytest.mark.parametrize(
    ("failed", "worked"),
    [
        ("pytest tests/a.py", "pytest tests/b.py"),
        ("pytest", "pytest -k fast"),
        ("pytest", "pytest -x --lf"),
        ("git push", "git push --force"),
        ("git commit -m x", "git commit -m x --no-verify"),
        ("npm test", "npm run lint"),
        ("make check", "make clean"),
        ("pytest", "pytest -f"),
        ("make check DB=real", "make check"),
    ],
)
def test_doing_less_or_forcing_it_is_no_form_that_worked(failed: str, worked: str) -> None:
    assert learnt(Session().fails(failed, ERROR).passes(worked)) == []


def test_after_an_edit_another_form_proves_nothing() -> None:
    session = Session().fails("pytest", ERROR).edit("a.py").passes("PYTHONPATH=src pytest")
    assert learnt(session) == []


def test_secrets_and_private_output_are_not_kept() -> None:
    token = "ghp_" + "a1B2" * 9
    session = Session().fails(f"GH={token} make check", f"ValueError: token {token} was refused by the api")
    session.edit("a.py", f"t = '{token}'", "t = env()").passes(f"GH={token} make check")
    (found,) = learnt(session)
    assert token not in found.content
    private = Session().fails("make check", "<private>ValueError: Initech owes us money</private>")
    assert "Initech" not in repr(learnt(private.edit("a.py").passes("make check")))


@pytest.mark.parametrize(
    ("error", "said", "path"),
    [
        ("E   KeyError: 'total'\n1 failed", "", "app/cart.py"),
        ("TypeError: Cannot read properties of undefined (reading 'map')\nTests: 1 failed",
         "The list was undefined because we forgot the default.", "src/list.ts"),
        ("--- FAIL: TestSum (0.00s)\n sum_test.go:9: got 3, want 4\nFAIL", "Off by one in the loop.", "sum.go"),
        ("error[E0502]: cannot borrow `x` as mutable", "", "src/a.rs"),
    ],
)  # fmt: skip
def test_a_mended_bug_of_the_projects_own_code_is_not_kept(error: str, said: str, path: str) -> None:
    session = Session().fails("make check", error).agent(said).edit(path, "one", "two").passes("make check", "4 passed")
    assert learnt(session) == []


def test_a_trap_of_what_is_used_is_kept_though_the_error_says_little() -> None:
    session = Session().fails("npm test -- sort", "Expected [2, 10] received [10, 2]\nTests: 1 failed")
    session.agent("`Array.prototype.sort` compares as strings by default.")
    session.edit("src/s.js", "xs.sort()", "xs.sort((a, b) => a - b)").passes("npm test -- sort", "Tests: 1 passed")
    (found,) = learnt(session)
    assert found.content.endswith("Why: `Array.prototype.sort` compares as strings by default.")


@pytest.mark.parametrize("revert", ["edit", "git checkout Dockerfile", "git restore .", "git stash"])
def test_a_change_that_was_taken_back_after_a_failure_is_not_to_be_tried_again(revert: str) -> None:
    session = Session().edit("Dockerfile", "python:3.13", "python:3.14")
    session.fails("docker build .", "ERROR: Failed building wheel for pydantic-core")
    session.agent("pydantic-core has no wheel for 3.14.")
    if revert == "edit":
        session.edit("Dockerfile", "python:3.14", "python:3.13")
    else:
        session.passes(revert)
    (found,) = learnt(session.passes("docker build .", "naming to x"))
    assert found.category == "gotcha"
    assert found.content.startswith(
        "Tried changing `python:3.13` to `python:3.14` in Dockerfile: `docker build .` failed"
    )
    assert found.content.endswith("so it was taken back. pydantic-core has no wheel for 3.14.")


def test_a_change_that_was_taken_back_without_a_failure_teaches_nothing() -> None:
    session = Session().edit("a.py", "x = 1", "x = 2").edit("a.py", "x = 2", "x = 1").passes("pytest", "3 passed")
    assert learnt(session) == []


def test_a_command_put_together_from_its_help_is_kept_once_it_worked() -> None:
    session = Session().passes("bin/report --help", "usage: report [--month YYYY-MM]")
    (found,) = learnt(session.passes("bin/report --month 2026-10", "written"))
    assert found.content == "`bin/report --month 2026-10` works here (usage: report [--month YYYY-MM])."


def test_a_task_that_was_looked_up_is_kept_once_it_worked() -> None:
    session = Session().passes("grep -n '^[a-z-]*:' Makefile", "3:stack-up:\n9:stack-down:")
    assert [one.content for one in learnt(session.passes("make stack-up"))] == ["`make stack-up` works here."]


def test_a_header_that_an_address_wanted_is_kept_without_the_credentials_of_the_call() -> None:
    call = "curl -s -w '%{http_code}' -H 'X-Id: abc'"
    session = Session().passes(f"{call} https://api.example/items", "406")
    session.passes(f"{call} -H 'Accept: application/v3' https://api.example/items", "200")
    (found,) = learnt(session)
    assert found.content == "api.example/items answers HTTP 406 unless the call has `-H 'Accept: application/v3'`."
