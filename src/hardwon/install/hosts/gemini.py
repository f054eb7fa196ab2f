"""Gemini CLI.

Sources: geminicli.com/docs/tools/mcp-server and /docs/reference/configuration (`~/.gemini/settings.json`,
`.gemini/settings.json`, `mcpServers`; comments are taken; `$NAME` in a text stands for a variable),
geminicli.com/docs/cli/gemini-md (GEMINI.md, or the files that `context.fileName` names).
"""

from __future__ import annotations

from collections.abc import Sequence

from hardwon.install.hosts.base import Host, Machine, Part, Shared, Wanted, json_server
from hardwon.install.hosts.rules import project_rules, user_rules
from hardwon.install.layout import USER

_SERVER = json_server(("mcpServers", "hardwon"))


def _parts(machine: Machine, scope: str, wanted: Wanted) -> Sequence[Part]:
    folder = (machine.home if scope == USER else machine.project) / ".gemini"
    server = Shared(path=folder / "settings.json", share=_SERVER)
    if scope == USER:
        return [server, *user_rules(folder / "GEMINI.md", scope, wanted)]
    return [server, *project_rules(machine, scope, wanted, "GEMINI.md")]


GEMINI_CLI = Host(
    name="gemini-cli",
    title="Gemini CLI",
    found=lambda machine: machine.first(machine.home / ".gemini" / "settings.json") or machine.program("gemini"),
    parts=_parts,
    config=_SERVER.snippet,
    after="Start Gemini CLI anew to use it; /mcp lists the server.",
)
