"""Completion of commands, options, categories and ids in a shell."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Mem


@pytest.mark.parametrize("shell_name", ["bash", "zsh", "fish"])
def test_each_shell_gets_a_script_that_calls_the_program(mem: Mem, shell_name: str) -> None:
    script = mem("completion", shell_name).out
    assert f"_MEM_COMPLETE={shell_name}_complete" in script


def test_a_shell_that_is_none_is_refused(mem: Mem) -> None:
    assert "bash" in mem("completion", "tcsh", status=2).err


def completed(shell: Mem, words: str, index: int) -> list[str]:
    """What bash is offered for the word at an index."""
    env = {"_MEM_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(index)}
    return [line.split(",", 1)[1] for line in shell(env=env).out.splitlines() if line]


def test_commands_options_categories_and_ids_are_offered(mem: Mem, shell: Mem) -> None:
    id = mem("add", "ports begin at 8000", "--json").data["id"]
    assert completed(shell, "mem sea", 1) == ["search"]
    assert "--archived" in completed(shell, "mem search --arc", 2)
    assert completed(shell, "mem add -c got", 3) == ["gotcha"]
    assert completed(shell, f"mem show {id[:3]}", 2) == [id]
    assert completed(shell, "mem outcome abc wor", 3) == ["worked"]
    assert completed(shell, "mem config s", 2) == ["set"]


def test_completing_ids_in_a_damaged_store_offers_nothing(mem: Mem, shell: Mem, home: Path) -> None:
    mem("add", "text")
    next(home.glob("data/projects/*/memory.db")).write_bytes(b"x" * 9000)
    assert completed(shell, "mem show ", 2) == []
