"""`mem tui` in a real terminal, and where there is none."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from workbench import Bench

PROGRAM = [sys.executable, "-m", "hardwon.cli", "tui"]


def test_it_runs_in_a_terminal_and_leaves_it_as_it_was(bench: Bench) -> None:
    bench.remember("The cache must be cleared after a schema change")
    ours, theirs = pty.openpty()
    environ = {**os.environ, **bench.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    program = subprocess.Popen(
        PROGRAM, stdin=theirs, stdout=theirs, stderr=theirs, env=environ, cwd=bench.project, start_new_session=True
    )
    os.close(theirs)
    shown = b""
    end = time.monotonic() + 30
    try:
        asked = False
        while time.monotonic() < end and program.poll() is None:
            if select.select([ours], [], [], 0.05)[0]:
                try:
                    shown += os.read(ours, 65536)
                except OSError:
                    break
            if b"schema change" in shown and not asked:
                os.write(ours, b"q")
                asked = True
        assert program.wait(10) == 0
    finally:
        program.kill()
        program.wait()
        os.close(ours)
    assert b"schema change" in shown
    assert shown.rindex(b"\x1b[?1049l") > shown.rindex(b"\x1b[?1049h")


@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_without_a_terminal_it_says_what_to_use(bench: Bench, term: str) -> None:
    environ = {**os.environ, **bench.environ, "TERM": term}
    done = subprocess.run(
        PROGRAM, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environ, cwd=bench.project
    )
    assert done.returncode == 1
    assert "there is no terminal here" in done.stderr and "mem review" in done.stderr
    assert done.stdout == ""


def test_without_its_extra_it_names_it(bench: Bench, tmp_path: Path) -> None:
    environ = {**os.environ, **bench.environ}
    hidden = (
        "import sys; sys.modules['textual'] = None; sys.argv = ['mem', 'tui']; from hardwon.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, env=environ, cwd=tmp_path)
    assert done.returncode == 1
    assert "hardwon[tui]" in done.stderr
