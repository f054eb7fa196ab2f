"""A session goes on when its project becomes part of another, and stays bound to it alone."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from hardwon.binding import bind
from hardwon.config.paths import Paths
from hardwon.engine import moving

from .served import Served

NEW = "repo:git.example/me/app"


def test_a_session_goes_on_when_its_project_gets_another_name(served: Served) -> None:
    served.text("memory_remember", content="The gateway listens on port 8443")
    paths = Paths.from_environment(dict(os.environ))
    moving.begin(paths, served.session.project, NEW, at=1, place=served.cwd)
    assert "8443" in served.text("memory_recall", query="gateway port")
    served.text("memory_remember", content="The gateway needs TLS", project=served.session.project)
    assert len(moving.memories_of(paths, NEW)) == 2
    assert not moving.is_there(paths, served.session.project)
    assert served.session.project in served.failure("memory_recall", query="gateway", projects=["path:/elsewhere"])


def test_a_session_goes_on_when_its_folder_gets_a_remote_before_anything_was_learnt(
    served: Served, project: Path
) -> None:
    paths = Paths.from_environment(dict(os.environ))
    bind(served.cwd, paths, keep=True)
    subprocess.run(["git", "init", "-q"], cwd=project, check=True)
    subprocess.run(["git", "remote", "add", "origin", "git@git.example:me/app"], cwd=project, check=True)
    assert bind(served.cwd, paths, keep=True).value == NEW
    served.text("memory_remember", content="The gateway needs TLS")
    assert len(moving.memories_of(paths, NEW)) == 1
