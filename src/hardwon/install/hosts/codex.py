"""Codex.

Sources: developers.openai.com/codex/mcp and /codex/config-reference (`config.toml` in `$CODEX_HOME`, else `~/.codex`;
`.codex/config.toml` in a trusted project; `[mcp_servers.NAME]` with `command`, `args`, `env_vars`),
developers.openai.com/codex/guides/agents-md (AGENTS.md, AGENTS.override.md). Codex starts servers with a few
variables alone; those that say where the memory lies have to be named.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hardwon.install.hosts.base import MARKS, SERVER, Host, Machine, Part, Shared, Wanted, is_own_server
from hardwon.install.hosts.rules import project_rules, user_rules
from hardwon.install.layout import USER
from hardwon.install.toml import TomlShare

_PASSED_ON = ["HARDWON_HOME", "HARDWON_CONFIG", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"]
_SERVER = TomlShare(
    name="mcp",
    keys=("mcp_servers", "hardwon"),
    value={**SERVER, "env_vars": _PASSED_ON},
    is_own=is_own_server,
    marks=MARKS,
)


def _home(machine: Machine) -> Path:
    return Path(machine.environ.get("CODEX_HOME") or machine.home / ".codex")


def _parts(machine: Machine, scope: str, wanted: Wanted) -> Sequence[Part]:
    folder = _home(machine) if scope == USER else machine.project / ".codex"
    server = Shared(path=folder / "config.toml", share=_SERVER)
    if scope != USER:
        return [server, *project_rules(machine, scope, wanted)]
    override = folder / "AGENTS.override.md"  # where there is one, AGENTS.md is not read
    return [server, *user_rules(override if override.exists() else folder / "AGENTS.md", scope, wanted)]


CODEX = Host(
    name="codex",
    title="Codex",
    found=lambda machine: machine.first(_home(machine)) or machine.program("codex"),
    parts=_parts,
    config=_SERVER.snippet,
    after="Start Codex anew to use it; /mcp lists the server.",
)
