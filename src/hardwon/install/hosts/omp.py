"""OMP (oh-my-pi).

Sources: the documents and the code of its package (18.2.3). Servers stand in `mcp.json` of the agent's folder,
`~/.omp/agent` unless PI_CODING_AGENT_DIR or PI_CONFIG_DIR say otherwise, or in a project's `.omp/mcp.json`; only plain
JSON is read. Extensions are found as `.ts` and `.js` in `extensions/` there, a `.mjs` is not. The entry has no `cwd`:
OMP starts a server in the session's project.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hardwon.hosts.claude_code import bundle
from hardwon.install.hosts.base import SERVER, Host, Machine, Own, Part, Shared, Wanted, json_server
from hardwon.install.layout import PROJECT

TIMEOUT_MS = 660_000  # a call may wait for the model that a memory needs; at its end the outcome is unknown
FILES = ("hardwon.mjs", "hardwon.ts")
_PLAIN_ONLY = "has comments or trailing commas; OMP reads plain JSON alone and ignores such a file"


# Strict, as OMP keeps the descriptions of tools across projects; named, as it takes variables from `.env` files.
ENTRY: dict[str, Any] = {
    "type": "stdio",
    **SERVER,
    "env": {"HARDWON_HOST": "omp", "HARDWON_STRICT": "1"},
    "timeout": TIMEOUT_MS,
}
_SERVER = json_server(("mcpServers", bundle.SERVER_KEY), ENTRY, plain_only=_PLAIN_ONLY)


def agent_folder(machine: Machine) -> Path:
    """The folder that OMP's agent has its settings in."""
    chosen = machine.environ.get("PI_CODING_AGENT_DIR", "")
    if chosen:
        return machine.home / Path(chosen).expanduser()
    return machine.home / (machine.environ.get("PI_CONFIG_DIR") or ".omp") / "agent"


def _found(machine: Machine) -> str:
    return machine.first(agent_folder(machine)) or machine.program("omp")


def _parts(machine: Machine, scope: str, wanted: Wanted) -> Sequence[Part]:
    if scope == PROJECT:  # the extension is the person's, not the repository's
        return [Shared(path=machine.project / ".omp" / "mcp.json", share=_SERVER)]
    folder = agent_folder(machine)
    source = bundle.bundle_root() / "plugin" / "omp"
    files = [
        Own(name="extension", path=folder / "extensions" / name, text=(source / name).read_bytes(), is_own=_is_own)
        for name in FILES
    ]
    return [Shared(path=folder / "mcp.json", share=_SERVER), *files]


def _is_own(data: bytes) -> bool:
    """Whether an extension is as some version of ours was."""
    return data.startswith(b"// Hardwon for OMP: ") and b"which overwrites any change" in data[:500]


OMP = Host(
    name="omp",
    title="OMP",
    found=_found,
    parts=_parts,
    config=_SERVER.snippet,
    has_hooks=True,
    after="Start omp anew to use it: extensions are loaded at its start. `/mcp list` shows the server.",
)
