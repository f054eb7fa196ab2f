"""OMP's extension in cases that the pinned OMP cannot be brought to: newer versions, broken contexts, other servers."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing")
    command = [node, str(Path(__file__).with_name("omp_cases.mjs"))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_what_is_not_the_main_agents_or_not_this_projects_is_blocked_and_nothing_else(found: dict[str, Any]) -> None:
    assert set(found["blocked"].values()) == {True}, found["blocked"]
    assert set(found["passed"].values()) == {True}, found["passed"]


def test_a_write_gets_a_key_unless_it_has_one(found: dict[str, Any]) -> None:
    assert found["key"] == {"bare": True, "given": True, "kept": True}


def test_a_subagent_is_told_by_kind_else_by_its_sessions_first_entry(found: dict[str, Any]) -> None:
    assert found["subagents"] == [False, True, True, False, True]


def test_the_message_stands_behind_the_persons_words_and_once(found: dict[str, Any]) -> None:
    assert found["message"] == {"at": 1, "count": 1}
    assert found["reminder"] == "about one"
    assert found["switched"] and found["silent"]


def test_no_handler_throws_whatever_it_is_given(found: dict[str, Any]) -> None:
    assert found["registered"] == {"commands": ["hardwon"], "tools": True}
