"""Windsurf, since 2026 called Devin Desktop.

Sources: docs.windsurf.com/windsurf/cascade/mcp and docs.devin.ai/desktop (`~/.codeium/windsurf/mcp_config.json`,
`mcpServers`, under both names; no file of a project), docs.windsurf.com/windsurf/cascade/memories
(`global_rules.md`). Windsurf Next keeps its own folder beside; Codeium's earlier plugins read
`~/.codeium/mcp_config.json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hardwon.install.hosts.base import PLAIN_ONLY, Host, Machine, Part, Shared, Wanted, json_server
from hardwon.install.hosts.rules import user_rules
from hardwon.install.layout import USER

_SERVER = json_server(("mcpServers", "hardwon"), plain_only=PLAIN_ONLY.format("Windsurf"))
_FILE = "mcp_config.json"


def _found(machine: Machine) -> str:
    return machine.first(machine.home / ".codeium") or machine.program("windsurf")


def _folders(machine: Machine) -> list[Path]:
    """Every folder that some edition reads; the usual one where there is none yet."""
    codeium = machine.home / ".codeium"
    found = [folder for folder in (codeium / "windsurf", codeium / "windsurf-next") if folder.is_dir()]
    if (codeium / _FILE).exists():
        found.append(codeium)
    return found or [codeium / "windsurf"]


def _parts(machine: Machine, scope: str, wanted: Wanted) -> Sequence[Part]:
    folders = _folders(machine)
    servers = [Shared(path=folder / _FILE, share=_SERVER) for folder in folders]
    rules = user_rules(folders[0] / "memories" / "global_rules.md", scope, wanted)
    return [*servers, *rules]


WINDSURF = Host(
    name="windsurf",
    title="Windsurf",
    found=_found,
    parts=_parts,
    scopes=(USER,),
    config=_SERVER.snippet,
    after="In Windsurf, refresh the list of MCP servers, or restart it.",
)
