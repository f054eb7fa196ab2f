"""The hosts by name, in the order they are listed."""

from __future__ import annotations

from hardwon.errors import NotFound
from hardwon.install.hosts.base import Host
from hardwon.install.hosts.claude_code import HOST as CLAUDE_CODE
from hardwon.install.hosts.claude_desktop import CLAUDE_DESKTOP
from hardwon.install.hosts.codex import CODEX
from hardwon.install.hosts.cursor import CURSOR
from hardwon.install.hosts.gemini import GEMINI_CLI
from hardwon.install.hosts.hermes import HERMES
from hardwon.install.hosts.omp import OMP
from hardwon.install.hosts.opencode import OPENCODE
from hardwon.install.hosts.vscode import VSCODE
from hardwon.install.hosts.windsurf import WINDSURF

_ALL = (CLAUDE_CODE, OMP, HERMES, CURSOR, WINDSURF, OPENCODE, VSCODE, CLAUDE_DESKTOP, CODEX, GEMINI_CLI)
HOSTS: dict[str, Host] = {host.name: host for host in _ALL}


def host_of(name: str) -> Host:
    """The host of a name.

    Raises:
        NotFound: there is none.
    """
    found = HOSTS.get(name)
    if found is None:
        raise NotFound(f"no host is named {name!r}", f"Known hosts: {', '.join(HOSTS)}.")
    return found
