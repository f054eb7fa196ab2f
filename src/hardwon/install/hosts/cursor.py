"""Cursor.

Sources: cursor.com/docs/mcp (`~/.cursor/mcp.json` and `.cursor/mcp.json`, `mcpServers`; stdio servers have `command`,
`args`, `env`, `envFile`), cursor.com/docs/rules (AGENTS.md at the project's root; a person's own rules are no file).
"""

from __future__ import annotations

from collections.abc import Sequence

from hardwon.install.hosts.base import Host, Machine, Part, Shared, Wanted, json_server
from hardwon.install.hosts.rules import project_rules
from hardwon.install.layout import USER

_SERVER = json_server(("mcpServers", "hardwon"))


def _found(machine: Machine) -> str:
    return machine.first(machine.home / ".cursor", machine.app_data / "Cursor") or machine.program("cursor")


def _parts(machine: Machine, scope: str, wanted: Wanted) -> Sequence[Part]:
    root = machine.home if scope == USER else machine.project
    server = Shared(path=root / ".cursor" / "mcp.json", share=_SERVER)
    return [server, *project_rules(machine, scope, wanted)]


CURSOR = Host(
    name="cursor",
    title="Cursor",
    found=_found,
    parts=_parts,
    config=_SERVER.snippet,
    after="Cursor reads the file at once; where it asks, switch the server on under Settings, MCP.",
)
