"""Claude Code: all that `mem install-plugin` does, below the name it has among the hosts.

Its own servers of the user scope are added by the client itself (hardwon.install.client).
"""

from __future__ import annotations

from pathlib import Path

from hardwon.config.paths import Paths
from hardwon.hosts.claude_code import bundle
from hardwon.hosts.claude_code.projects import base_folder
from hardwon.install import entries
from hardwon.install.hosts.base import Host, HostState, Machine, Wanted, Wiring, as_json
from hardwon.install.layout import LOCAL, PROJECT, USER
from hardwon.install.plugin import install_plugin, uninstall_plugin
from hardwon.install.record import CLAUDE_CODE
from hardwon.install.report import InstallReport
from hardwon.install.status import status


def _found(machine: Machine) -> str:
    folder = Path(base_folder(machine.environ, str(machine.home)))
    return machine.program("claude") or machine.first(folder / "projects", folder / "settings.json")


def _install(machine: Machine, scope: str, wanted: Wanted, dry_run: bool, paths: Paths) -> InstallReport:
    return install_plugin(
        machine.project, scope=scope, dry_run=dry_run, paths=paths, environ=machine.environ, rules=wanted.rules,
        moved=wanted.moved,
    )  # fmt: skip


def _uninstall(machine: Machine, scope: str | None, dry_run: bool, paths: Paths) -> InstallReport:
    return uninstall_plugin(machine.project, scope=scope, dry_run=dry_run, paths=paths, environ=machine.environ)


def _state(machine: Machine, scope: str, paths: Paths) -> HostState:
    found = status(machine.project, paths=paths, environ=machine.environ)
    parts = [part for part in found.parts if part.scope == scope and part.state != entries.MISSING]
    states = {part.state for part in parts}
    state = entries.MISSING if not states else states.pop() if len(states) == 1 else entries.STALE
    hooks = next((part for part in found.parts if part.part == "hooks"), found.launcher)
    return HostState(
        host=CLAUDE_CODE, title="Claude Code", scope=scope, found=_found(machine), state=state,
        path=next((part.path for part in parts), hooks.path),
        note=", ".join(f"{part.part} {part.state}" for part in parts if part.state != state),
    )  # fmt: skip


HOST = Host(
    name=CLAUDE_CODE,
    title="Claude Code",
    found=_found,
    parts=lambda machine, scope, wanted: (),
    scopes=(PROJECT, LOCAL, USER),
    config=lambda: as_json({"mcpServers": {bundle.SERVER_KEY: bundle.mcp_entry()}}),
    has_hooks=True,
    wiring=Wiring(install=_install, uninstall=_uninstall, state=_state),
)
