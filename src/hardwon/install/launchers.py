"""The two scripts of this user that the committed entries call: hook.sh and mcp.sh below ~/.hardwon.

They alone name paths of this machine: the interpreter, the hook program, and the folder apsw lies in. Both
are sourced by `/bin/sh -c`, so they leave the shell's arguments as they are: "$1" is the event's name.
hook.sh returns 1 where its interpreter or program is gone, so that a caller may look further.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import hardwon
from hardwon.config.paths import Paths, trusted_environ
from hardwon.errors import HardwonError, InstallRefused
from hardwon.install.files import write_atomically

HOOK_NAME = "hook.sh"
MCP_NAME = "mcp.sh"
_ASK_TIMEOUT_S = 20

_TELL = "import sys; sys.stdout.buffer.write(sys.executable.encode(errors='surrogateescape'))"

_PLACE_MARK = '[ -n "$'
_PLACE = _PLACE_MARK + '{name}" ] || export {name}={value}\n'

_HOOK = """\
# Runs Hardwon's hooks for this user. Written by `mem install-plugin`, which overwrites any change.
python={python}
launcher={launcher}
{place}[ -x "$python" ] && [ -r "$launcher" ] || return 1
"$python" -I -S "$launcher" {library} "$1" 2>/dev/null
return 0
"""

_MCP = """\
# Runs Hardwon's MCP server for this user. Written by `mem install-plugin`, which overwrites any change.
python={python}
server={server}
{place}[ -x "$python" ] && [ -r "$server" ] || return 1
exec "$python" -E -P -c 'from hardwon.server.bridge import main; raise SystemExit(main())'
"""


@dataclass(frozen=True, kw_only=True)
class LauncherState:
    """Whether the launcher is there, current, and leads to a living interpreter and program.

    `data` is the folder that it names for memories, "" where it names none.
    """

    path: str
    state: str
    interpreter: str = ""
    interpreter_alive: bool = False
    data: str = ""


def launcher_texts(python: str | None = None, paths: Paths | None = None) -> dict[str, bytes]:
    """The scripts' content by file name.

    Args:
        python: the interpreter to run; None takes the running one. A shim is asked what it stands for.
        paths: where this person's data lie; the scripts name it where it is not the usual place, for many hosts
            start servers without the variables that say so. None leaves it out.

    Raises:
        InstallRefused: a path cannot be written into a script.
        HardwonError: apsw is not installed.
    """
    interpreter = real_interpreter(python or sys.executable)
    package = Path(hardwon.__file__).resolve().parent
    values = {
        "python": interpreter,
        "launcher": str(package / "hooks" / "launcher.py"),
        "server": str(package / "server" / "bridge.py"),
        "library": str(_library_folder("apsw")),
    }
    place = _place(paths) if paths else {}
    for value in (*values.values(), *place.values()):
        if "\n" in value or "\r" in value:
            raise InstallRefused(
                f"the path {value!r} holds a line break, which a script cannot name; nothing was changed",
                "Install Hardwon into a folder without one.",
            )
    quoted = {name: shlex.quote(value) for name, value in values.items()}
    quoted["place"] = "".join(_PLACE.format(name=name, value=shlex.quote(value)) for name, value in place.items())
    return {
        HOOK_NAME: os.fsencode(_HOOK.format(**quoted)),
        MCP_NAME: os.fsencode(_MCP.format(**quoted)),
    }


def _place(paths: Paths) -> dict[str, str]:
    """The variables that say where this person's data lie, as far as it is not where it would be without any."""
    usual = Paths.from_environment({"HOME": paths.home})
    found = {"HARDWON_HOME": paths.data, "HARDWON_CONFIG": paths.config_file, "HARDWON_DB": paths.db}
    known = (usual.data, usual.config_file, usual.db)
    return {name: value for (name, value), own in zip(found.items(), known, strict=True) if value != own}


def _library_folder(name: str) -> Path:
    """The folder a package is imported from, found without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.origin:
        raise HardwonError(f"{name} is not installed beside Hardwon", "Install Hardwon again.")
    origin = Path(spec.origin).resolve()
    return origin.parent.parent if spec.submodule_search_locations else origin.parent


def real_interpreter(python: str) -> str:
    """The program behind a Python command: a pyenv shim is a script that costs 150 ms at each start.

    A virtual environment's own interpreter is kept, link though it is.

    Raises:
        HardwonError: it does not run.
    """
    path = str(Path(python).absolute())
    try:
        with open(path, "rb") as file:
            if file.read(2) != b"#!":
                return path
        command = [path, "-I", "-S", "-c", _TELL]
        done = subprocess.run(command, capture_output=True, timeout=_ASK_TIMEOUT_S, check=True)
        return os.fsdecode(done.stdout)
    except (OSError, subprocess.SubprocessError) as error:
        raise HardwonError(f"the interpreter {path} does not run: {error}", "Name one that does.") from None


def launcher_state(folder: Path, texts: dict[str, bytes]) -> LauncherState:
    """How the launchers in a folder stand against what they should be."""
    path = folder / HOOK_NAME
    present = {name: (folder / name).read_bytes() for name in texts if (folder / name).is_file()}
    if HOOK_NAME not in present:
        return LauncherState(path=str(path), state="missing")
    named = _assigned(os.fsdecode(present[HOOK_NAME]), "python")
    return LauncherState(
        path=str(path),
        state="wired" if _without_place(present) == _without_place(texts) else "stale",
        interpreter=named,
        interpreter_alive=os.access(named, os.X_OK),
        data=_exported(os.fsdecode(present[HOOK_NAME]), "HARDWON_HOME"),
    )


def _without_place(texts: dict[str, bytes]) -> dict[str, list[bytes]]:
    """The scripts' lines but for those that say where the data lie: another shell may have another place."""
    mark = _PLACE_MARK.encode()
    return {name: [line for line in text.split(b"\n") if not line.startswith(mark)] for name, text in texts.items()}


def _assigned(script: str, name: str) -> str:
    for line in script.split("\n"):
        if line.startswith(f"{name}="):
            return "".join(shlex.split(line[len(name) + 1 :]))
    return ""


def _exported(script: str, name: str) -> str:
    start = _PLACE.partition("{value}")[0].format(name=name)
    found = next((line[len(start) :] for line in script.split("\n") if line.startswith(start)), "")
    return "".join(shlex.split(found))


def main(arguments: list[str]) -> int:
    """Write the scripts for the running interpreter into the folder named first, for the plugin's preparation.

    hook.sh comes last: the plugin's run.sh takes its presence for "ready".
    """
    paths = Paths.from_environment(trusted_environ(os.environ))
    for name, text in reversed(launcher_texts(paths=paths).items()):
        write_atomically(Path(arguments[0]) / name, text)
    return 0
