"""Hermes Agent.

Sources: the code of its package (0.19.0) and the documents of later versions. A memory provider is a folder below
`$HERMES_HOME/plugins/` whose `__init__.py` names `register_memory_provider`, or, in later versions alone, an entry
point `hermes_agent.memory_providers`. It is loaded into Hermes' own process, so Hardwon has to be in Hermes'
interpreter. The one in use is `memory.provider` of `$HERMES_HOME/config.yaml`.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from hardwon import __version__
from hardwon.install import copying, entries
from hardwon.install.hosts.base import Host, Machine, Own, Part, Shared, Wanted
from hardwon.install.interpreter import LEAST, Interpreter, ask, interpreter_of
from hardwon.install.layout import USER
from hardwon.install.yaml import YamlShare

PROVIDER = "hardwon"
_MARK = "Written by `mem install hermes`, which overwrites any change."
LOADER = f'''\
"""Hardwon's memory for Hermes. {_MARK}"""

import logging
import sys


def register(ctx):
    """Give Hermes the provider (ctx.register_memory_provider)."""
    try:
        from hardwon.providers.hermes import register as add
    except ImportError as error:
        logging.getLogger("hardwon.hermes").warning(
            "Hardwon is not in Hermes' interpreter %s (%s): run `mem install hermes`", sys.executable, error
        )
        return
    add(ctx)
'''
ABOUT = f"""\
# {_MARK}
name: {PROVIDER}
version: {__version__}
description: Memory that keeps score, shared with your other agents.
"""
SHARE = YamlShare(
    name="provider",
    keys=("memory", "provider"),
    value=PROVIDER,
    is_own=lambda value: value == PROVIDER,
    marks=(PROVIDER,),
    replaces=True,
)


def hermes_home(machine: Machine) -> Path:
    """The folder that Hermes has its settings in."""
    chosen = machine.environ.get("HERMES_HOME", "")
    return machine.home / Path(chosen).expanduser() if chosen else machine.home / ".hermes"


def hermes_python(machine: Machine) -> Path | None:
    """Hermes' interpreter, None where it is not found."""
    launcher = machine.program("hermes")
    found = interpreter_of(Path(launcher)) if launcher else None
    if found is None:
        usual = hermes_home(machine) / "hermes-agent" / "venv" / "bin" / "python"
        found = usual if usual.exists() else None
    return found


class PackageStep:
    """Hardwon in Hermes' interpreter.

    Args:
        python: that interpreter, None where it is not found.
        plugin: the provider's folder, in which Python leaves what it compiled.
    """

    name = "package"

    def __init__(self, python: Path | None, plugin: Path) -> None:
        self._python = python
        self._plugin = plugin
        self._there: Interpreter | None = None

    @property
    def path(self) -> Path:
        """The interpreter."""
        return self._python or Path("hermes")

    def state(self) -> str:
        """See Step."""
        there = self._ask()
        found = there.packages.get(copying.NAME) if there else None
        if there is None or found is None:
            return entries.MISSING
        is_current = found.version == __version__ and not copying.missing_in(there)
        if found.installer == copying.INSTALLER:
            is_current = is_current and found.digest == copying.own_digest()
        return entries.WIRED if is_current else entries.STALE

    def put_in(self) -> str:
        """See Step."""
        there = self._ask()
        if there is None:
            return "mem install hermes, once `hermes` is on the search path and runs"
        if there.version < LEAST:
            return f"mem install hermes, once Hermes runs on Python {'.'.join(map(str, LEAST))} or newer"
        found = there.packages.get(copying.NAME)
        if found is not None and found.installer != copying.INSTALLER:
            return f"{there.path} -m pip uninstall {copying.NAME}; then mem install hermes, which brings {__version__}"
        try:
            copying.put_in(there)
        except copying.CannotCopy as error:
            if not error.missing:
                return f"mem install hermes, once this is mended: {error}"
            return f"{there.path} -m pip install {' '.join(error.missing)}; then mem install hermes ({error})"
        except OSError as error:
            return f"mem install hermes, once {there.folder} can be written ({error.strerror})"
        self._there = None
        return ""

    def take_out(self) -> str:
        """See Step."""
        shutil.rmtree(self._plugin / "__pycache__", ignore_errors=True)
        there = self._ask()
        if there is None:
            return ""
        found = there.packages.get(copying.NAME)
        if found is not None and found.installer != copying.INSTALLER:
            return f"{there.path} -m pip uninstall {copying.NAME}"
        try:
            copying.take_out(there)
        except OSError as error:
            return f"mem uninstall hermes, once {there.folder} can be written ({error.strerror})"
        self._there = None
        return ""

    def _ask(self) -> Interpreter | None:
        if self._there is None and self._python is not None:
            self._there = ask(self._python)
        return self._there


def _found(machine: Machine) -> str:
    return machine.first(hermes_home(machine)) or machine.program("hermes")


def _is_own(data: bytes) -> bool:
    """Whether a file of the folder is as some version of ours was."""
    return _MARK.encode() in data[:200]


def _parts(machine: Machine, scope: str, wanted: Wanted) -> Sequence[Part]:
    folder = hermes_home(machine) / "plugins" / PROVIDER
    files: list[Part] = [
        Own(name="plugin", path=folder / "__init__.py", text=LOADER.encode(), is_own=_is_own),
        Own(name="plugin", path=folder / "plugin.yaml", text=ABOUT.encode(), is_own=_is_own),
    ]
    if wanted.activate:
        files.append(Shared(path=hermes_home(machine) / "config.yaml", share=SHARE, mode=0o600))
    return [*files, PackageStep(hermes_python(machine), folder)]


HERMES = Host(
    name="hermes",
    title="Hermes",
    found=_found,
    parts=_parts,
    scopes=(USER,),
    has_hooks=True,
    after="Start Hermes anew. `hermes memory status` tells whether it is Hermes' memory; "
    "`mem install hermes --activate`, or `hermes memory setup hardwon`, makes it so.",
)
