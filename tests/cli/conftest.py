"""Fixtures for the command line: a project to stand in, and calls of the program in and outside this process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hardwon.cli.entry import program
from hardwon.engine import Engine, open_engine


class Called:
    """What a call of the program left behind."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err

    @property
    def data(self) -> Any:
        """The one object that --json printed."""
        assert self.out.isascii()
        assert self.out.count("\n") == 1
        return json.loads(self.out)


Mem = Callable[..., Called]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without git, and the working folder of the test."""
    folder = tmp_path / "shop"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def mem(project: Path) -> Mem:
    """Calls the program inside this process: `mem("add", "text")`; another status than `status` fails the test."""

    def call(
        *args: str, input: str | bytes | None = None, status: int = 0, env: dict[str, str] | None = None
    ) -> Called:
        result = CliRunner().invoke(program, list(args), input=input, env=env)
        called = Called(result.exit_code, result.stdout, result.stderr)
        assert called.status == status, (called.out, called.err, result.exception)
        assert "Traceback" not in called.out + called.err
        return called

    return call


@pytest.fixture
def shell(project: Path) -> Mem:
    """Calls the program as a process of its own."""

    def call(*args: str | bytes, status: int = 0, env: dict[str, str] | None = None, **options: Any) -> Called:
        argv = [sys.executable, "-m", "hardwon.cli", *args]
        options.setdefault("stdin", subprocess.DEVNULL) if "input" not in options else None
        done = subprocess.run(
            argv,
            env={**os.environ, **(env or {})},
            stdout=options.pop("stdout", subprocess.PIPE),
            stderr=options.pop("stderr", subprocess.PIPE),
            timeout=60,
            check=False,
            **options,
        )
        called = Called(done.returncode, (done.stdout or b"").decode(), (done.stderr or b"").decode())
        assert called.status == status, (called.out, called.err)
        assert "Traceback" not in called.out + called.err
        return called

    return call


@pytest.fixture
def engine(project: Path) -> Engine:
    """The engine of the project, as a person uses it."""
    return open_engine(dict(os.environ), str(project))
