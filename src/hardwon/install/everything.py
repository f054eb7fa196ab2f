"""Wire Hardwon into every host that is on this machine, one after the other; one that refuses stops no other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from hardwon.config.paths import Paths
from hardwon.errors import HardwonError
from hardwon.install import entries
from hardwon.install.hosts.base import Host, Machine, Wanted
from hardwon.install.hosts.registry import HOSTS
from hardwon.install.hosts.running import host_state, install_host
from hardwon.install.layout import PROJECT, USER
from hardwon.install.record import CLAUDE_CODE

DONE, THERE, REFUSED = "done", "there", "refused"


@dataclass(frozen=True, kw_only=True)
class WiredHost:
    """What became of one host.

    Attributes:
        result: done, there (it was wired already) or refused.
        files: those that were made or changed.
        notes: what the person has to do or know; for a refusal why, and what to do.
        undo: the command that takes it back, "" where nothing was done.
    """

    host: str
    title: str
    scope: str
    result: str
    files: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    undo: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return asdict(self)


def found_hosts(machine: Machine, *, mcp: bool = True, plugin: bool = True) -> list[Host]:
    """The hosts that are on a machine.

    Args:
        machine: where to look.
        mcp: with those that are reached over MCP alone.
        plugin: with those that have hooks, such as Claude Code.
    """
    return [
        host
        for host in HOSTS.values()
        if host.found(machine) and (plugin or not host.has_hooks) and (mcp or host.has_hooks)
    ]


def wire_hosts(
    hosts: Iterable[Host], machine: Machine, *, scope: str = USER, wanted: Wanted | None = None, paths: Paths
) -> list[WiredHost]:
    """Wire Hardwon into hosts.

    Args:
        hosts: which.
        machine: where.
        scope: which of a host's scopes; a host that has it not is wired in its usual one.
        wanted: what the person chose.
        paths: where data and launchers live.
    """
    return [_wire(host, machine, scope if scope in host.scopes else host.scopes[0], wanted, paths) for host in hosts]


def _wire(host: Host, machine: Machine, scope: str, wanted: Wanted | None, paths: Paths) -> WiredHost:
    try:
        # A client that this project is wired into fires each hook of both scopes.
        if host.name == CLAUDE_CODE and host_state(host, machine, PROJECT, paths).state == entries.WIRED:
            scope = PROJECT
        done = install_host(host, machine, scope=scope, wanted=wanted, paths=paths)
    except HardwonError as error:
        notes = (str(error), f"Mend that, then run: mem install {host.name} --scope {scope}")
        return WiredHost(host=host.name, title=host.title, scope=scope, result=REFUSED, notes=notes)
    files = tuple(change.path for change in done.changes if change.action in ("created", "changed"))
    if not done.changed:
        return WiredHost(host=host.name, title=host.title, scope=scope, result=THERE, notes=done.notes)
    return WiredHost(
        host=host.name, title=host.title, scope=scope, result=DONE, files=files, notes=done.notes,
        undo=f"mem uninstall {host.name}" + ("" if scope == host.scopes[0] else f" --scope {scope}"),
    )  # fmt: skip
