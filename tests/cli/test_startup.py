"""What a command imports: a search pays for the search alone."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from .conftest import Mem

HEAVY = (
    "pydantic", "mcp", "git", "detect_secrets", "json", "logging", "tomllib", "pathlib", "dataclasses", "rich",
    "fastembed", "asyncio", "subprocess", "hardwon.capture.redact", "hardwon.models", "hardwon.engine.core",
    "hardwon.install", "hardwon.server",
)  # fmt: skip


def modules_of(*words: str) -> set[str]:
    """Run a command in a fresh interpreter and tell what it had imported when it was done."""
    code = "import sys; from hardwon.cli.entry import run; status = run(sys.argv[1:]); loaded = sorted(sys.modules); "
    code += "import json; sys.stderr.write(json.dumps([status, loaded]))"
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL
    )
    status, loaded = json.loads(done.stderr.splitlines()[-1])
    assert status == 0, done
    return set(loaded)


@pytest.mark.parametrize("words", [("search", "ports"), ("why", "ports"), ("context",), ("context", "ports")])
def test_a_search_imports_nothing_heavy(mem: Mem, words: tuple[str, ...]) -> None:
    mem("add", "ports begin at 8000")
    loaded = modules_of(*words)
    assert not loaded & set(HEAVY)
    others = {name for name in loaded if name.startswith("hardwon.cli.")}
    assert not others & {"hardwon.cli.add", "hardwon.cli.doctor", "hardwon.cli.browse", "hardwon.cli.log"}


def test_json_costs_a_search_nothing_more(mem: Mem) -> None:
    mem("add", "ports begin at 8000")
    assert not modules_of("search", "ports", "--json") & set(HEAVY)


@pytest.mark.parametrize("words", [("list",), ("stats",), ("project",)])
def test_commands_that_only_read_need_no_writers_libraries(mem: Mem, words: tuple[str, ...]) -> None:
    mem("add", "ports begin at 8000")
    assert not modules_of(*words) & {"pydantic", "mcp", "git", "detect_secrets", "hardwon.capture.redact", "logging"}


def test_the_help_imports_no_command(mem: Mem) -> None:
    loaded = modules_of()
    assert not loaded & {"apsw", "hardwon.engine", "hardwon.cli.search", "hardwon.cli.add", *HEAVY}
