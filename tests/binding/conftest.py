"""Real git repositories for tests, made by nobody in particular."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Git = Callable[..., str]


@pytest.fixture
def git(home: Path) -> Git:
    """Runs git in a folder, as nobody in particular."""
    environ = {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "t",
        "GIT_AUTHOR_EMAIL": "t@example.invalid",
        "GIT_COMMITTER_NAME": "t",
        "GIT_COMMITTER_EMAIL": "t@example.invalid",
    }

    def run(folder: Path, *arguments: str) -> str:
        argv = ["git", "-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main", *arguments]
        done = subprocess.run(argv, cwd=folder, env=environ, capture_output=True, check=True, text=True)
        return done.stdout.strip()

    return run


@pytest.fixture
def app(tmp_path: Path, git: Git) -> Path:
    """A repository with one commit and no remote."""
    folder = tmp_path / "app"
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder
