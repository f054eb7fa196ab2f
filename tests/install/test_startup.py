"""The files by which a system starts the service, and what is told of them."""

from __future__ import annotations

import os
import plistlib
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardwon.config.paths import Paths
from hardwon.errors import InstallRefused, InvalidInput
from hardwon.install import startup
from hardwon.install.purge import service_kept_out
from hardwon.install.units import (
    CONFIGURATION_STATUS,
    Program,
    interpreter_of,
    launchd_agent,
    program_for,
    systemd_unit,
    unit_path,
    windows_task,
)

AWKWARD = ["/usr/bin/python3", "/opt/my tools/py", "/opt/$HOME/100%h/py", '/opt/it\'s/a "b"\\c/py', "/opt/ß 日本/py"]


def program(interpreter: str) -> Program:
    return Program(
        argv=(interpreter, "-I", interpreter + ".d/main.py"), environ={"HARDWON_HOME": interpreter + "/data"}
    )


@pytest.mark.parametrize("interpreter", AWKWARD)
def test_every_file_starts_the_very_program_whatever_its_path_holds(interpreter: str) -> None:
    wanted = program(interpreter)
    assert interpreter_of(systemd_unit(wanted)) == interpreter
    agent = plistlib.loads(launchd_agent(wanted, "/log").encode())
    assert agent["ProgramArguments"] == list(wanted.argv)
    assert agent["EnvironmentVariables"] == wanted.environ
    task = ElementTree.fromstring(windows_task(wanted).partition("\n")[2])
    action = task.find(".//{*}Exec")
    assert action is not None
    assert action.findtext("{*}Command") == interpreter
    assert "--place=HARDWON_HOME=" in (action.findtext("{*}Arguments") or "")


@pytest.mark.parametrize("interpreter", AWKWARD)
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd to ask")
def test_systemd_itself_takes_the_unit(tmp_path: Path, interpreter: str) -> None:
    real = Path(str(tmp_path) + interpreter)
    real.parent.mkdir(parents=True)
    real.symlink_to("/bin/true")
    unit = tmp_path / "hardwon.service"
    unit.write_text(systemd_unit(program(str(real))))
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", unit],
        env={**os.environ, "XDG_RUNTIME_DIR": str(runtime)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_unit_holds_places_and_nothing_else_of_the_environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k" * 20)
    unit = systemd_unit(program_for(Paths.from_environment(os.environ), ["/opt/lib"]))
    assert "k" * 20 not in unit
    assert f'Environment="HARDWON_HOME={home}/data"' in unit
    assert '"--foreground" "--replace" "/opt/lib"' in unit
    assert f"RestartPreventExitStatus={CONFIGURATION_STATUS}" in unit
    assert "Restart=always" in unit


def test_a_path_with_a_line_break_is_refused(home: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot stand in a unit"):
        program_for(Paths.from_environment({"HOME": "/x\ny"}), [])


Systemctl = Callable[..., list[str]]


@pytest.fixture
def systemctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Systemctl:
    """A systemd of the test's own: says what it is told to, and notes what it was asked."""
    folder = tmp_path / "bin"
    folder.mkdir()
    log = tmp_path / "asked"
    log.touch()

    def answer(status: int = 0, **shown: str) -> list[str]:
        lines = "\n".join(f"{name}={value}" for name, value in shown.items())
        script = folder / "systemctl"
        script.write_text(f'#!/bin/sh\necho "$*" >> {log}\necho {shlex.quote(lines)}\nexit {status}\n')
        script.chmod(0o755)
        asked = log.read_text().splitlines()
        log.write_text("")
        return asked

    answer()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return answer


@pytest.fixture
def paths() -> Paths:
    return Paths.from_environment(os.environ)


def test_it_is_installed_once_and_taken_out_without_a_trace(paths: Paths, systemctl: Systemctl, home: Path) -> None:
    for _ in range(2):
        found, reason = startup.install(paths, os.environ, [])
        assert (found.installed, found.interpreter, found.alive, reason) == (True, sys.executable, True, "")
    assert "--user enable hardwon.service" in systemctl()
    assert startup.uninstall(paths, os.environ)
    assert "--user disable --now hardwon.service" in systemctl()
    assert not unit_path(os.environ, str(home)).exists()
    assert not startup.uninstall(paths, os.environ)
    assert not startup.state(paths, os.environ).installed


def test_where_no_manager_answers_the_unit_is_written_and_the_reason_said(paths: Paths, systemctl: Systemctl) -> None:
    systemctl(1, Failed="to connect to bus")
    found, reason = startup.install(paths, os.environ, [])
    assert found.installed
    assert (found.enabled, found.active) == (None, None)
    assert "to connect to bus" in reason


def test_somebody_elses_unit_is_left_alone(paths: Paths, systemctl: Systemctl, home: Path) -> None:
    path = unit_path(os.environ, str(home))
    path.parent.mkdir(parents=True)
    path.write_text("[Service]\nExecStart=/bin/true\n")
    with pytest.raises(InstallRefused, match="is not ours"):
        startup.install(paths, os.environ, [])
    assert not startup.uninstall(paths, os.environ)
    assert not startup.begin(paths, os.environ)
    assert path.read_text() == "[Service]\nExecStart=/bin/true\n"
    assert systemctl() == []


def test_an_interpreter_that_is_gone_is_named(
    paths: Paths, systemctl: Systemctl, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    venv = tmp_path / "venv-python"
    venv.symlink_to(sys.executable)
    monkeypatch.setattr(sys, "executable", str(venv))
    unit_path(os.environ, paths.home).parent.mkdir(parents=True)
    unit_path(os.environ, paths.home).write_text(systemd_unit(program_for(paths, [], interpreter=str(venv))))
    assert startup.state(paths, os.environ).problem == ""
    venv.unlink()
    found = startup.state(paths, os.environ)
    assert not found.alive
    assert str(venv) in found.problem
    assert "203/EXEC" in found.problem
    assert "mem service install" in found.hint


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ({"ActiveState": "activating", "ExecMainStatus": "203"}, "203/EXEC"),
        ({"ActiveState": "failed", "ExecMainStatus": "78"}, "refused its configuration"),
        ({"ActiveState": "failed", "ExecMainStatus": "1"}, "failed"),
        ({"ActiveState": "active", "ExecMainStatus": "0", "UnitFileState": "enabled"}, ""),
    ],
)
def test_what_systemd_says_of_the_unit_is_told(
    paths: Paths, systemctl: Systemctl, shown: dict[str, str], said: str
) -> None:
    startup.install(paths, os.environ, [])
    systemctl(**shown)
    found = startup.state(paths, os.environ)
    assert said in found.problem
    assert bool(found.problem) == bool(said)
    assert found.active == (shown["ActiveState"] == "active")


def test_a_purge_stops_the_unit_and_takes_it_out_where_nothing_is_left(paths: Paths, systemctl: Systemctl) -> None:
    startup.install(paths, os.environ, [])
    Path(paths.data).mkdir()
    systemctl()
    with service_kept_out(paths, os.environ):
        assert "--user stop hardwon.service" in systemctl()
    assert startup.is_installed(paths, os.environ)
    with service_kept_out(paths, os.environ):
        shutil.rmtree(paths.data)
    assert not startup.is_installed(paths, os.environ)
