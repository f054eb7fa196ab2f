"""Which files an installation of one scope consists of."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hardwon.config.paths import Paths
from hardwon.errors import InvalidInput

PROJECT, LOCAL, USER = "project", "local", "user"
SCOPES = (PROJECT, LOCAL, USER)


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The places of one folder and scope.

    Attributes:
        root: the project's folder; for the user scope the client's own folder.
        claude: the folder with settings, commands and skills.
        settings: the file with the hooks.
        mcp, manifest: files of the project and local scopes, None for the user scope.
        client_config: the client's own file, which holds the user scope's servers; only ever read.
    """

    root: Path
    scope: str
    claude: Path
    settings: Path
    mcp: Path | None
    manifest: Path | None
    client_config: Path

    @property
    def instructions(self) -> Path:
        """The file that the client reads a person's instructions from in this scope."""
        if self.scope == LOCAL:
            return self.root / "CLAUDE.local.md"
        path, other = self.root / "CLAUDE.md", self.root / "AGENTS.md"
        # The client reads AGENTS.md only while there is no CLAUDE.md.
        return other if self.scope == PROJECT and not path.exists() and other.exists() else path

    @property
    def directory(self) -> str:
        """The folder under which the installation is recorded."""
        return str(self.root)


def layout_of(directory: str | Path, scope: str, paths: Paths, environ: Mapping[str, str]) -> Layout:
    """Find the places.

    Args:
        directory: the project's folder.
        scope: PROJECT, LOCAL (this person in this project) or USER (this person in every project).
        environ: CLAUDE_CONFIG_DIR moves the client's own folder.

    Raises:
        InvalidInput: no such folder or scope.
    """
    if scope not in SCOPES:
        raise InvalidInput(f"no scope {scope!r}", f"Use one of {', '.join(SCOPES)}.")
    moved = environ.get("CLAUDE_CONFIG_DIR", "")
    user_claude = Path(os.path.realpath(moved or paths.home + "/.claude"))
    client_config = Path(moved or paths.home) / ".claude.json"
    if scope == USER:
        return Layout(
            root=user_claude, scope=scope, claude=user_claude, settings=user_claude / "settings.json",
            mcp=None, manifest=None, client_config=client_config,
        )  # fmt: skip
    root = Path(os.path.realpath(directory))
    if not root.is_dir():
        raise InvalidInput(f"there is no folder {directory}", "Name the folder of the project.")
    claude = root / ".claude"
    return Layout(
        root=root, scope=scope, claude=claude,
        settings=claude / ("settings.local.json" if scope == LOCAL else "settings.json"),
        mcp=root / ".mcp.json", manifest=root / ".claude-plugin" / "plugin.json", client_config=client_config,
    )  # fmt: skip
