"""`mem service` and `mem doctor` about the service, with a systemd of the test's own that starts what a unit says."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardwon.config.paths import Paths
from hardwon.wire import control

from .conftest import Mem

SYSTEMCTL = f"""#!{sys.executable}
import os, pathlib, shlex, signal, subprocess, sys
home = pathlib.Path(os.environ["HOME"])
unit = pathlib.Path(os.environ["XDG_CONFIG_HOME"], "systemd", "user", "hardwon.service")
pid = home / "unit.pid"
word = sys.argv[2]
def end():
    if pid.exists():
        os.kill(int(pid.read_text()), signal.SIGTERM)
        pid.unlink()
if word in ("start", "restart"):
    end()
    lines = unit.read_text().splitlines()
    environ = dict(shlex.split(line.partition("=")[2])[0].split("=", 1) for line in lines if line.startswith("Environ"))
    argv = next(shlex.split(line.partition("=")[2]) for line in lines if line.startswith("ExecStart="))
    environ |= {{"HOME": str(home), "PATH": os.environ["PATH"]}}
    quiet = {{"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}}
    started = subprocess.Popen(argv, env=environ, start_new_session=True, **quiet)
    pid.write_text(str(started.pid))
elif word == "stop" or "--now" in sys.argv:
    end()
elif word == "show":
    print("ActiveState=" + ("active" if pid.exists() else "inactive") + "\\nUnitFileState=enabled\\nExecMainStatus=0")
"""


@pytest.fixture
def systemd(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A systemd that starts units of this home; what it started is ended with the test."""
    folder = home / "bin"
    folder.mkdir()
    (folder / "systemctl").write_text(SYSTEMCTL)
    (folder / "systemctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    yield
    control.stop(Paths.from_environment(os.environ), os.environ)


@pytest.mark.skipif(sys.platform != "linux", reason="units are Linux's")
@pytest.mark.usefixtures("systemd")
def test_a_unit_is_installed_serves_is_stopped_started_and_taken_out(mem: Mem) -> None:
    mem("service", "start")
    first = mem("service", "status", "--json").data["pid"]
    told = mem("service", "install", "--json").data
    assert (told["reason"], told["startup"]["active"]) == ("", True)
    paths = Paths.from_environment(os.environ)
    second = control.wait(paths, os.environ)["pid"]
    while second == first:  # it takes over once what is in hand is done
        second = control.wait(paths, os.environ)["pid"]
    assert "started at login" in mem("service", "status").out
    assert mem("service", "stop", "--json").data == {"stopped": True}
    assert not control.is_there(paths, os.environ)
    third = mem("service", "start", "--json").data
    assert third["startup"]["active"] is True
    assert third["pid"] not in (first, second)
    assert mem("service", "uninstall", "--json").data == {"removed": True}
    assert mem("service", "status", "--json").data["startup"]["installed"] is False


@pytest.mark.skipif(sys.platform != "linux", reason="units are Linux's")
@pytest.mark.usefixtures("systemd")
def test_a_unit_whose_interpreter_is_gone_is_named_by_status_and_doctor(mem: Mem, home: Path) -> None:
    mem("service", "install")
    mem("service", "stop")
    unit = home / "xdg-config" / "systemd" / "user" / "hardwon.service"
    unit.write_text(unit.read_text().replace(sys.executable, "/opt/gone/python"))
    said = mem("service", "status").out
    assert "/opt/gone/python, which cannot be run (203/EXEC)" in said
    assert "mem service install" in said
    findings = {finding["name"]: finding for finding in mem("doctor", "--json", status=1).data["findings"]}
    assert "203/EXEC" in findings["service"]["detail"]


def test_keys_that_others_can_read_are_named_by_doctor(mem: Mem, home: Path) -> None:
    keys = home / "providers.env"
    keys.write_text("OPENAI_API_KEY=" + "k" * 20)
    keys.chmod(0o644)
    told = mem("doctor", status=1)
    assert "providers.env has to be yours alone" in " ".join(told.out.split())
    assert "k" * 20 not in told.out
    keys.chmod(0o600)
    mem("doctor")


def test_logs_are_the_newest_lines(mem: Mem, home: Path) -> None:
    assert "empty" in mem("service", "logs").out
    log = home / "data" / "logs" / "service.log"
    log.parent.mkdir(parents=True)
    log.write_text("".join(f"line {number}\n" for number in range(100)) + "\x1b[31mred\n")
    assert mem("service", "logs", "-n", "2", "--json").data["lines"] == ["line 99", "\x1b[31mred"]
    assert "\x1b" not in mem("service", "logs").out


def test_a_key_of_the_provider_file_is_in_force_and_not_shown(mem: Mem, home: Path) -> None:
    keys = home / "providers.env"
    keys.write_text("ANTHROPIC_API_KEY=" + "k" * 20)
    keys.chmod(0o600)
    told = mem("config", "get", "extraction_key", "--json").data
    assert (told["value"], told["source"]) == ("(set)", "provider file")
