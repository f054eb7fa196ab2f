"""OMP (oh-my-pi).

Sources: the documents its package carries (`mcp.json` below the agent's folder, `.omp/mcp.json` in a project;
`timeout` in milliseconds). A call may wait for the model that a memory needs, hence the long time. The entry has no
`cwd`: OMP starts a server in the session's project. Strict, for OMP keeps the description of tools across projects.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hardwon.install.hosts.base import SERVER, Host, Machine, Part, Shared, Wanted, json_server
from hardwon.install.layout import USER

_TIMEOUT_MS = 660_000
_SERVER = json_server(
    ("mcpServers", "hardwon"),
    {"type": "stdio", **SERVER, "timeout": _TIMEOUT_MS, "env": {"HARDWON_STRICT": "true"}},
)


def agent_folder(machine: Machine) -> Path:
    """Where OMP keeps what is the person's."""
    return Path(machine.environ.get("PI_CODING_AGENT_DIR") or machine.home / ".omp" / "agent")


def _parts(machine: Machine, scope: str, wanted: Wanted) -> Sequence[Part]:
    folder = agent_folder(machine) if scope == USER else machine.project / ".omp"
    return [Shared(path=folder / "mcp.json", share=_SERVER)]


OMP = Host(
    name="omp",
    title="OMP",
    found=lambda machine: machine.first(agent_folder(machine)) or machine.program("omp"),
    parts=_parts,
    config=_SERVER.snippet,
    has_hooks=True,
    after="Start OMP anew to use it; `/mcp list` shows the server.",
)
