"""A command's status counts only where the line's status, or a printed one, proves it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.outcomes.evidence.shell import read_line

PROVEN = [
    "pytest -q",
    "cd api && pytest -q",
    "source .venv/bin/activate; pytest -q",
    "export A=1; pytest -q",
    "A=1 B=2 pytest -q",
    "time pytest -q",
    "timeout 60 pytest -q",
    "timeout -k 5 2m pytest -q",
    "env A=1 pytest -q",
    "nice -n 5 pytest -q",
    "uv run pytest -q",
    "uv run --extra dev --with pytest-xdist pytest -q",
    "uv run -m pytest -q",
    "poetry run pytest -q",
    "pipenv run python -m pytest -q",
    "pdm run pytest -q",
    "hatch run test:pytest -q",
    "python -m pytest -q",
    "python3.12 -W error -m pytest -q",
    ".venv/bin/python -m pytest -q",
    "coverage run --source=src -m pytest -q",
    "bash -c 'pytest -q'",
    "bash -lc 'cd api && pytest -q'",
    'sh -c "pytest -q"',
    "(cd api && pytest -q)",
    "{ pytest -q; }",
    "docker compose exec -T api pytest -q",
    "docker compose run --rm -e A=1 api sh -c 'pytest -q'",
    "kubectl exec -it pod -c app -- pytest -q",
    "nix develop -c pytest -q",
    "xvfb-run -a pytest -q",
    "sudo -u dev pytest -q",
    "mkdir -p out && pytest -q > out/log 2>&1",
    "pytest -q 2>&1 >log",
    "pytest -q || exit 1",
    "pytest -q || { echo failed; exit 1; }",
    "pytest -q; exit $?",
    "pytest -q > log; code=$?; tail log; exit $code",
    "pytest -q | tee log; exit ${PIPESTATUS[0]}",
    "set -o pipefail; pytest -q | true",
    "sleep 2 && pytest -q",
    "echo start; pytest -q",
    "pytest -q  # the whole suite",
    "pytest \\\n  -q",
    "cat > x.py <<'EOF'\nls; false\nEOF\npytest -q",
]

MASKED = [
    "pytest -q | tail -5",
    "pytest -q 2>&1 | tee log",
    "pytest -q || true",
    "pytest -q; echo done",
    "pytest -q; ls",
    "pytest -q &",
    "pytest -q || echo failed",
    "pytest -q && echo ok || echo no",
    "if pytest -q; then echo ok; fi",
    "for f in a b; do pytest -q $f; done; true",
    "while ! pytest -q; do sleep 1; done",
    "(pytest -q; true)",
    "bash -c 'pytest -q; true'",
    "pytest -q | grep -c passed",
    "pytest -q\ngit status",
]


def _number(line: str) -> int:
    return next(i for i, one in enumerate(read_line(line).commands) if one.words[0] == "pytest")


@pytest.mark.parametrize("line", PROVEN)
def test_the_lines_status_is_the_runners(line: str) -> None:
    parsed = read_line(line)
    number = _number(line)
    assert parsed.commands[number].words[:2] == ("pytest", "-q")
    assert parsed.if_ok.get(number) is True
    assert parsed.if_bad.get(number) is False


@pytest.mark.parametrize("line", MASKED)
def test_a_masked_status_proves_nothing(line: str) -> None:
    parsed = read_line(line)
    number = _number(line)
    assert number not in parsed.if_bad
    assert number not in parsed.if_ok


def test_every_command_of_a_chain_succeeded_when_the_chain_did() -> None:
    parsed = read_line("ruff check . && mypy src && pytest -q")
    assert dict(parsed.if_ok) == {0: True, 1: True, 2: True}
    assert not parsed.if_bad  # one of them failed, and nobody knows which


def test_a_negated_command_failed_when_the_line_succeeded() -> None:
    parsed = read_line("! grep -r TODO src")
    assert parsed.if_ok[0] is False
    assert parsed.if_bad[0] is True


def test_set_e_makes_every_command_count() -> None:
    parsed = read_line("set -e\nruff check .\npytest -q")
    assert parsed.if_ok[1] is True
    assert parsed.if_ok[2] is True


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ('pytest -q; echo "exit: $?"', "1 failed\nexit: 1"),
        ('pytest -q | tail -5; echo "EXIT ${PIPESTATUS[0]}"', "x\nEXIT 1"),
        ("pytest -q; echo $?", "x\n1"),
        ('pytest -q > log; rc=$?; echo "rc=$rc"', "rc=1"),
    ],
)
def test_a_printed_status_proves_what_it_is_printed_of(line: str, output: str) -> None:
    (echo,) = read_line(line).echoes
    found = echo.pattern.search(output)
    assert found is not None
    assert found[1] == "1"
    assert echo.if_other == {0: False}
    assert echo.if_zero == {0: True}


def test_the_folder_of_an_earlier_cd_is_kept() -> None:
    assert read_line("cd web && npm test").commands[1].folder == "web"
    assert read_line("(cd web && npm test); npm test").commands[2].folder == ""


def test_words_in_quotes_are_no_commands() -> None:
    assert [one.words[0] for one in read_line("git commit -m 'run pytest | tail; now'").commands] == ["git"]


@given(st.text(alphabet="ab \t\n'\"\\$(){}|&;<>#`!=-1", max_size=60))
def test_any_text_is_read_without_an_error(line: str) -> None:
    parsed = read_line(line)
    assert all(0 <= number < len(parsed.commands) for number in (*parsed.if_ok, *parsed.if_bad))


def test_a_deeply_nested_line_ends() -> None:
    assert read_line("(" * 3000 + "pytest" + ")" * 3000).commands is not None
    assert read_line("bash -c '" * 200 + "pytest").commands is not None
