"""The files that hosts read the lines from that tell an agent to use its memory."""

from __future__ import annotations

from pathlib import Path

from hardwon.install.hosts.base import Machine, Shared, Wanted
from hardwon.install.instructions import SHARE
from hardwon.install.layout import PROJECT, USER


def project_rules(machine: Machine, scope: str, wanted: Wanted, name: str = "AGENTS.md") -> list[Shared]:
    """The block in the project's file of instructions, where it was asked for: that file is committed."""
    if scope != PROJECT or not wanted.rules:
        return []
    return [Shared(path=machine.project / name, share=SHARE)]


def user_rules(path: Path, scope: str, wanted: Wanted) -> list[Shared]:
    """The block in the person's own file of instructions, unless it was not wanted."""
    if scope != USER or wanted.rules is False:
        return []
    return [Shared(path=path, share=SHARE)]
