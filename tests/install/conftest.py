"""A project folder, and installing into it as `mem` would."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hardwon.config.paths import Paths
from hardwon.install import InstallReport, StatusReport, install_plugin, status, uninstall_plugin


@dataclass(frozen=True, kw_only=True)
class Site:
    """One person's machine: a home, and a project in it."""

    home: Path
    project: Path

    @property
    def environ(self) -> dict[str, str]:
        return dict(os.environ)

    @property
    def paths(self) -> Paths:
        return Paths.from_environment(self.environ)

    @property
    def settings(self) -> Path:
        return self.project / ".claude" / "settings.json"

    @property
    def launcher(self) -> Path:
        return self.home / ".hardwon" / "hook.sh"

    def install(self, directory: Path | None = None, **options: Any) -> InstallReport:
        return install_plugin(directory or self.project, paths=self.paths, environ=self.environ, **options)

    def uninstall(self, directory: Path | None = None, **options: Any) -> InstallReport:
        return uninstall_plugin(directory or self.project, paths=self.paths, environ=self.environ, **options)

    def status(self, directory: Path | None = None) -> StatusReport:
        return status(directory or self.project, paths=self.paths, environ=self.environ)

    def write_settings(self, data: bytes) -> Path:
        self.settings.parent.mkdir(exist_ok=True)
        self.settings.write_bytes(data)
        return self.settings


@pytest.fixture
def site(home: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A home with a project; no client can be found."""
    project = home / "shop"
    project.mkdir()
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    return Site(home=home, project=project)


def snapshot(folder: Path) -> dict[str, str]:
    """Every file, link and folder below a folder, with a digest of what is in it."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = f"link to {path.readlink()}"
        elif path.is_dir():
            found[name] = "folder"
        else:
            found[name] = f"{path.stat().st_mode:o} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    return found


@pytest.fixture(name="snapshot")
def _snapshot() -> Any:
    return snapshot
