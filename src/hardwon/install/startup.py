"""Has the system start the service at login, and tells how that stands: systemd's user units, or launchd's agents."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardwon.config.paths import Paths
from hardwon.errors import HardwonError, InstallRefused
from hardwon.install.units import (
    CANNOT_RUN_STATUS,
    CONFIGURATION_STATUS,
    LABEL,
    MARK,
    UNIT,
    Program,
    interpreter_of,
    launchd_agent,
    program_for,
    systemd_unit,
    unit_path,
)

_ANSWER_S = 20.0
_SHOWN = ("LoadState", "ActiveState", "SubState", "ExecMainStatus", "MainPID", "UnitFileState")


@dataclass(frozen=True, kw_only=True)
class Startup:
    """How it stands with starting at login.

    Attributes:
        path: the unit's file.
        installed: whether ours is there.
        interpreter: the program it starts.
        alive: whether that program can be run.
        enabled: whether the system starts it at login; None where it does not say.
        active: whether the system runs it now; None where it does not say.
        problem: what is wrong, "" when nothing is.
        hint: what to do.
    """

    path: str
    installed: bool
    interpreter: str = ""
    alive: bool = True
    enabled: bool | None = None
    active: bool | None = None
    problem: str = ""
    hint: str = ""


class System:
    """The system's own command for services.

    Args:
        environ: the environment; a person's login tells systemd where its bus is.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = dict(environ)
        self.is_launchd = sys.platform == "darwin"

    def __call__(self, *words: str) -> tuple[bool, str]:
        """Run it; whether that worked, and what it said."""
        command = ["launchctl", *words] if self.is_launchd else ["systemctl", "--user", *words]
        try:
            done = subprocess.run(
                command,
                env=self._environ,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_ANSWER_S,
                check=False,
            )
        except FileNotFoundError:
            return False, f"there is no {command[0]} here"
        except (OSError, subprocess.TimeoutExpired) as error:
            return False, f"{command[0]}: {type(error).__name__}"
        said = done.stdout if done.returncode == 0 else done.stderr or done.stdout
        return done.returncode == 0, said.decode("utf-8", "replace").strip()

    def enable(self, path: Path) -> tuple[bool, str]:
        """Have it started now and at each login."""
        if self.is_launchd:
            self("bootout", f"gui/{os.getuid()}/{LABEL}")
            return self("bootstrap", f"gui/{os.getuid()}", str(path))
        worked, said = self("daemon-reload")
        if not worked:
            return worked, said
        worked, said = self("enable", UNIT)
        return self("restart", UNIT) if worked else (worked, said)

    def disable(self) -> tuple[bool, str]:
        """Have it stopped, and started no more."""
        if self.is_launchd:
            return self("bootout", f"gui/{os.getuid()}/{LABEL}")
        return self("disable", "--now", UNIT)

    def begin(self, path: Path) -> tuple[bool, str]:
        """Have it started now."""
        if self.is_launchd:
            return self("bootstrap", f"gui/{os.getuid()}", str(path))
        return self("start", UNIT)

    def end(self) -> tuple[bool, str]:
        """Have it stopped now."""
        if self.is_launchd:
            return self("bootout", f"gui/{os.getuid()}/{LABEL}")
        return self("stop", UNIT)


def install(paths: Paths, environ: Mapping[str, str], folders: Sequence[str]) -> tuple[Startup, str]:
    """Write the unit and have the system start it now and at each login. Harmless twice.

    Args:
        paths: whose data it serves.
        environ: the environment, to find the system's manager of services with.
        folders: where the packages are.

    Returns:
        how it stands, and why the system did not take it up, "" when it did.

    Raises:
        InvalidInput: a path cannot stand in a unit.
        InstallRefused: somebody else's unit of that name is there.
    """
    if sys.platform == "win32":
        raise HardwonError("on Windows a task starts the service", "docs/service.md tells how to make it")
    path = unit_path(environ, paths.home)
    before = _read(path)
    if before and MARK not in before:
        raise InstallRefused(f"{path} is not ours", "move it away first")
    program = program_for(paths, folders)
    _write(
        path, launchd_agent(program, paths.logs + "/service.err") if sys.platform == "darwin" else systemd_unit(program)
    )
    worked, said = System(environ).enable(path)
    return state(paths, environ), "" if worked else said or "it gave no reason"


def uninstall(paths: Paths, environ: Mapping[str, str]) -> bool:
    """Have the system start it no more, and remove the unit; whether there was one of ours."""
    path = unit_path(environ, paths.home)
    if MARK not in _read(path):
        return False
    system = System(environ)
    system.disable()
    path.unlink()
    if not system.is_launchd:
        system("daemon-reload")
    return True


def is_installed(paths: Paths, environ: Mapping[str, str]) -> bool:
    """Whether a unit of ours is there."""
    return MARK in _read(unit_path(environ, paths.home))


def begin(paths: Paths, environ: Mapping[str, str]) -> bool:
    """Have the system start an installed unit; whether it did."""
    return is_installed(paths, environ) and System(environ).begin(unit_path(environ, paths.home))[0]


def end(paths: Paths, environ: Mapping[str, str]) -> bool:
    """Have the system stop an installed unit, which it would else start again; whether it did."""
    return is_installed(paths, environ) and System(environ).end()[0]


def state(paths: Paths, environ: Mapping[str, str]) -> Startup:
    """How it stands, with what is wrong: above all a unit whose interpreter is gone."""
    path = unit_path(environ, paths.home)
    text = _read(path)
    if MARK not in text:
        return Startup(path=str(path), installed=False)
    interpreter = _program_of(text)
    alive = os.access(interpreter, os.X_OK) and Path(interpreter).is_file()
    shown = {} if sys.platform == "darwin" else _shown(System(environ))
    problem, hint = _problem(interpreter, alive, shown)
    return Startup(
        path=str(path),
        installed=True,
        interpreter=interpreter,
        alive=alive,
        enabled=shown["UnitFileState"] == "enabled" if "UnitFileState" in shown else None,
        active=shown["ActiveState"] == "active" if "ActiveState" in shown else None,
        problem=problem,
        hint=hint,
    )


def _problem(interpreter: str, alive: bool, shown: Mapping[str, str]) -> tuple[str, str]:
    status = shown.get("ExecMainStatus", "")
    if not alive or status == str(CANNOT_RUN_STATUS):
        return (
            f"the unit starts {interpreter or 'nothing'}, which cannot be run (203/EXEC)",
            "`mem service install` writes it anew with the interpreter in use",
        )
    if status == str(CONFIGURATION_STATUS) and shown.get("ActiveState") != "active":
        return "the unit refused its configuration", "`mem service run` says what is wrong with it"
    if shown.get("ActiveState") == "failed":
        return f"the unit failed (status {status})", "`mem service logs`, then `mem service start`"
    return "", ""


def _shown(system: System) -> dict[str, str]:
    worked, said = system("show", UNIT, "--property=" + ",".join(_SHOWN))
    pairs = (line.partition("=") for line in said.splitlines()) if worked else ()
    return {name: value for name, _, value in pairs if name in _SHOWN}


def _program_of(text: str) -> str:
    if not text.startswith("<?xml"):
        return interpreter_of(text)
    import plistlib

    try:
        words = plistlib.loads(text.encode()).get("ProgramArguments") or [""]
    except (ValueError, plistlib.InvalidFileException):
        return ""
    return str(words[0])


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(text)
    Path(temporary).replace(path)


__all__ = ["Program", "Startup", "begin", "end", "install", "is_installed", "state", "uninstall"]
