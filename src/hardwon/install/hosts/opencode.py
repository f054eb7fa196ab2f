"""OpenCode.

Sources: opencode.ai/docs/config (global `~/.config/opencode/`, then the project's root; later files win),
opencode.ai/docs/mcp-servers (`mcp.NAME` with `type`, `command` as one list, `enabled`), opencode.ai/docs/migrate-v1
(version 2 reads both forms; its own has the servers below `mcp.servers` and no `enabled`, which version 1 refuses),
opencode.ai/docs/rules (AGENTS.md). The first OpenCode, archived, reads `~/.opencode.json` with `mcpServers`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from hardwon.install.hosts.base import SERVER, Host, Machine, Part, Shared, Wanted, json_server
from hardwon.install.hosts.rules import project_rules, user_rules
from hardwon.install.jsonc import Document, JsoncError
from hardwon.install.layout import USER
from hardwon.install.shared import JsonShare

_COMMAND = [SERVER["command"], *SERVER["args"]]
_FIRST = json_server(("mcp", "hardwon"), {"type": "local", "command": _COMMAND, "enabled": True})
_SECOND = json_server(("mcp", "servers", "hardwon"), {"type": "local", "command": _COMMAND})
_ARCHIVED = json_server(("mcpServers", "hardwon"), {"type": "stdio", **SERVER})
# Of several files in a folder the last one wins.
_NAMES = ("config.json", "opencode.json", "opencode.jsonc")


def _found(machine: Machine) -> str:
    return machine.first(_global(machine), machine.home / ".opencode.json") or machine.program("opencode", "opencode2")


def _global(machine: Machine) -> Path:
    return Path(machine.environ.get("OPENCODE_CONFIG_DIR") or machine.config / "opencode")


def _parts(machine: Machine, scope: str, wanted: Wanted) -> Sequence[Part]:
    if scope != USER:
        names = [f"{folder}{name}" for folder in ("", ".opencode/") for name in _NAMES[1:]]
        path = _last(machine.project, names) or machine.project / "opencode.json"
        return [Shared(path=path, share=_share(path)), *project_rules(machine, scope, wanted)]
    folder, archived = _global(machine), machine.home / ".opencode.json"
    if archived.exists() and not folder.is_dir():
        return [Shared(path=archived, share=_ARCHIVED)]
    path = _last(folder, _NAMES) or folder / "opencode.json"
    return [Shared(path=path, share=_share(path)), *user_rules(folder / "AGENTS.md", scope, wanted)]


def _last(folder: Path, names: Sequence[str]) -> Path | None:
    return next((folder / name for name in reversed(names) if os.path.lexists(folder / name)), None)


def _share(path: Path) -> JsonShare:
    """The form that the file is written in: the first one, which both versions read, unless it has the second."""
    try:
        document = Document(path.read_bytes())
    except (OSError, JsoncError):
        return _FIRST
    servers = document.find("mcp", "servers")
    if servers is None or document.node(servers).kind != "{":
        return _FIRST
    # A server of the first form could be called "servers".
    return _FIRST if document.find_in(servers, "type") is not None else _SECOND


OPENCODE = Host(
    name="opencode",
    title="OpenCode",
    found=_found,
    parts=_parts,
    config=_FIRST.snippet,
    shares=(_FIRST, _SECOND, _ARCHIVED),
    after="Start OpenCode anew to use it.",
)
