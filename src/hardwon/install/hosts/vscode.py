"""VS Code with GitHub Copilot, its Insiders edition, and VSCodium.

Sources: code.visualstudio.com/docs/copilot/reference/mcp-configuration (`.vscode/mcp.json`, `mcp.json` of the user's
profile, `servers`, `type`), code.visualstudio.com/docs/configure/settings (where the profile lies on each platform),
code.visualstudio.com/docs/copilot/customization/custom-instructions (AGENTS.md in a project; `*.instructions.md` with
`applyTo` in the profile's `prompts`). A server of the workspace starts in the workspace's folder, one of the profile in
the home folder; it is told of the folder as a root.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hardwon.install.hosts.base import SERVER, Host, Machine, Own, Part, Shared, Wanted, json_server
from hardwon.install.hosts.rules import project_rules
from hardwon.install.instructions import RULES, TEXT
from hardwon.install.layout import USER

_SERVER = json_server(("servers", "hardwon"), {"type": "stdio", **SERVER})
_EDITIONS = ("Code", "Code - Insiders", "VSCodium")
_INSTRUCTIONS = f'---\napplyTo: "**"\ndescription: Use of the memory server hardwon\n---\n\n{TEXT}'.encode()


def _found(machine: Machine) -> str:
    folders = [machine.app_data / edition for edition in _EDITIONS]
    return machine.first(*folders) or machine.program("code", "code-insiders", "codium")


def _profiles(machine: Machine) -> list[Path]:
    """The profile of every edition that is here; the usual one where there is none."""
    found = [machine.app_data / edition / "User" for edition in _EDITIONS if (machine.app_data / edition).is_dir()]
    return found or [machine.app_data / _EDITIONS[0] / "User"]


def _parts(machine: Machine, scope: str, wanted: Wanted) -> Sequence[Part]:
    if scope != USER:
        server = Shared(path=machine.project / ".vscode" / "mcp.json", share=_SERVER)
        return [server, *project_rules(machine, scope, wanted)]
    parts: list[Part] = []
    for profile in _profiles(machine):
        parts.append(Shared(path=profile / "mcp.json", share=_SERVER))
        if wanted.rules is not False:
            parts.append(Own(name=RULES, path=profile / "prompts" / "hardwon.instructions.md", text=_INSTRUCTIONS))
    return parts


VSCODE = Host(
    name="vscode",
    title="VS Code",
    found=_found,
    parts=_parts,
    config=_SERVER.snippet,
    after="VS Code asks once whether to trust the server; then its tools are there in agent mode.",
)
