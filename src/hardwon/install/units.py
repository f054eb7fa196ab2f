"""The files by which a system starts the service at login: text alone, made from a program and its places.

A systemd user unit for Linux, a launchd agent for macOS, a task for Windows. None holds a key or a token: those stand
in private files that the service reads itself.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from hardwon.config.paths import Paths
from hardwon.errors import InvalidInput

MARK = "Written by `mem service install`; `mem service uninstall` removes it."
UNIT = "hardwon.service"
LABEL = "org.hardwon.service"
CONFIGURATION_STATUS = 78  # EX_CONFIG of sysexits: starting again will not help
CANNOT_RUN_STATUS = 203  # systemd's EXIT_EXEC
_UNSAFE = set("\"'\\")
_BY_SHELL = 'exec "$0" "$@"'
_STOP_S = 30  # longer than the service takes to finish what is in hand


@dataclass(frozen=True, kw_only=True)
class Program:
    """What is to be started.

    Attributes:
        argv: an absolute interpreter and its arguments.
        environ: the places of this person's data; nothing else of the environment.
    """

    argv: tuple[str, ...]
    environ: Mapping[str, str]

    @property
    def interpreter(self) -> str:
        """The program that runs."""
        return self.argv[0]


def program_for(paths: Paths, folders: Sequence[str], *, interpreter: str = sys.executable) -> Program:
    """The service in the foreground, which takes over from one that runs.

    Args:
        paths: whose data it serves.
        folders: where its packages are, besides the interpreter's own folders.
        interpreter: an absolute path.

    Raises:
        InvalidInput: a path cannot stand in such a file.
    """
    main = str(Path(__file__).parent.parent / "service" / "__main__.py")
    argv = (interpreter, "-I", main, "--foreground", "--replace", *folders)
    environ = {"HARDWON_HOME": paths.data, "HARDWON_CONFIG": paths.config_file}
    if paths.db:
        environ["HARDWON_DB"] = paths.db
    for text in (*argv, *environ.values()):
        if not text.isprintable():
            raise InvalidInput("a path has a character that cannot stand in a unit", "install without a unit")
    return Program(argv=argv, environ=environ)


def systemd_unit(program: Program) -> str:
    """The user unit.

    It never gives up but for a wrong configuration, and lets processes that read sessions finish by themselves.
    """
    # systemd runs no program whose path has a quote in it; a shell does.
    is_plain = not set(program.interpreter) & _UNSAFE
    words = program.argv if is_plain else ("/bin/sh", "-c", _BY_SHELL, *program.argv)
    command = " ".join([_quoted(words[0]), *(_quoted(word, dollars=True) for word in words[1:])])
    places = "\n".join(f"Environment={_quoted(f'{name}={value}')}" for name, value in program.environ.items())
    return f"""# {MARK}
[Unit]
Description=Hardwon memory service
StartLimitIntervalSec=60
StartLimitBurst=10

[Service]
Type=simple
ExecStart={command}
{places}
UMask=0077
NoNewPrivileges=yes
Restart=always
RestartSec=200ms
RestartPreventExitStatus={CONFIGURATION_STATUS}
KillMode=process
TimeoutStopSec={_STOP_S}

[Install]
WantedBy=default.target
"""


def _quoted(text: str, *, dollars: bool = False) -> str:
    """A word as systemd reads it back; `$` means something in the arguments of commands alone."""
    kept = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{kept.replace("$", "$$") if dollars else kept}"'


def interpreter_of(unit: str) -> str:
    """The program that a unit of ours starts, "" where it names none."""
    for line in unit.splitlines():
        if line.startswith("ExecStart="):
            words = _words(line.partition("=")[2])
            return (words[3] if words[2:3] == [_BY_SHELL] and len(words) > 3 else words[0]) if words else ""
    return ""


def _words(command: str) -> list[str]:
    """The words of a command that `_quoted` wrote."""
    words: list[str] = []
    rest = command
    while rest.startswith('"'):
        word, rest = "", rest[1:]
        while rest and rest[0] != '"':
            if rest[:2] in ("\\\\", '\\"', "%%") or (words and rest[:2] == "$$"):
                rest = rest[1:]
            word, rest = word + rest[0], rest[1:]
        words.append(word)
        rest = rest[1:].lstrip()
    return words


def launchd_agent(program: Program, log: str) -> str:
    """The property list of a launchd agent.

    Args:
        program: what it starts.
        log: where standard error goes: what is wrong with the configuration.
    """
    import plistlib

    content = {
        "Label": LABEL,
        "ProgramArguments": list(program.argv),
        "EnvironmentVariables": dict(program.environ),
        "RunAtLoad": True,
        "KeepAlive": True,
        "ThrottleInterval": 1,
        "ExitTimeOut": _STOP_S,
        "ProcessType": "Background",
        "StandardErrorPath": log,
        "Umask": 0o077,
    }
    text = plistlib.dumps(content, sort_keys=False).decode()
    first, rest = text.split("\n", 1)
    return f"{first}\n<!-- {MARK} -->\n{rest}"


def windows_task(program: Program) -> str:
    """The definition of a task that starts at logon, for `schtasks /Create /XML`.

    A task has no variables of its own, so the places are given to the program as words.
    """
    places = [f"--place={name}={value}" for name, value in program.environ.items()]
    arguments = " ".join(map(_windows_quoted, (*program.argv[1:], *places)))
    return f"""<?xml version="1.0" encoding="UTF-16"?>
<!-- {MARK} -->
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Hardwon memory service</Description></RegistrationInfo>
  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>
  <Principals>
    <Principal id="Author"><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>255</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec><Command>{escape(program.interpreter)}</Command><Arguments>{escape(arguments)}</Arguments></Exec>
  </Actions>
</Task>
"""


def _windows_quoted(text: str) -> str:
    """A word as Windows' own parser of command lines takes it back."""
    from subprocess import list2cmdline

    return list2cmdline([text])


def unit_path(environ: Mapping[str, str], home: str) -> Path:
    """Where the person's file lies on this system."""
    if sys.platform == "darwin":
        return Path(home, "Library", "LaunchAgents", LABEL + ".plist")
    config = environ.get("XDG_CONFIG_HOME", "")
    folder = Path(config) if config.startswith("/") else Path(home, ".config")
    return folder / "systemd" / "user" / UNIT
