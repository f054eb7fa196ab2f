"""Claude Desktop.

Sources: modelcontextprotocol.io/docs/develop/connect-local-servers (`claude_desktop_config.json`, `mcpServers`; macOS
and Windows). On Linux it is found where builds of the app for it keep their settings.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardwon.install.hosts.base import PLAIN_ONLY, Host, Machine, Part, Shared, Wanted, json_server
from hardwon.install.layout import USER

_SERVER = json_server(("mcpServers", "hardwon"), plain_only=PLAIN_ONLY.format("Claude Desktop"))


def _parts(machine: Machine, scope: str, wanted: Wanted) -> Sequence[Part]:
    return [Shared(path=machine.app_data / "Claude" / "claude_desktop_config.json", share=_SERVER)]


CLAUDE_DESKTOP = Host(
    name="claude-desktop",
    title="Claude Desktop",
    found=lambda machine: machine.first(machine.app_data / "Claude"),
    parts=_parts,
    scopes=(USER,),
    config=_SERVER.snippet,
    after="Quit Claude Desktop and start it again to use it.",
)
