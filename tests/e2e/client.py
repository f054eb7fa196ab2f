"""One pinned Claude Code client from the npm registry, kept outside the repository.

The client is not free software: it is installed where the tests run, and no part of it is ever committed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

VERSION = "2.1.332"
PACKAGE = "@anthropic-ai/claude-code"
INSTALL_TIMEOUT_S = 600


class ClientMissingError(Exception):
    """There is no client to test with; the message is one line that says why."""


def cache_dir() -> Path:
    """The folder for what is slow to fetch and the same for every run (`HARDWON_E2E_CACHE` moves it)."""
    chosen = os.environ.get("HARDWON_E2E_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(base) / "hardwon-e2e"


def installed() -> Path | None:
    """The binary of the pinned client if the cache holds one that runs, else None."""
    modules = cache_dir() / f"claude-code-{VERSION}" / "node_modules" / "@anthropic-ai"
    return next((path for path in sorted(modules.glob("claude-code-*/claude")) if _runs(path)), None)


def install() -> Path:
    """The binary of the pinned client, fetched with npm if the cache has none.

    Raises ClientMissingError where npm is missing, fails, or brings no binary for this platform.
    """
    found = installed()
    if found:
        return found
    npm = shutil.which("npm")
    if not npm:
        raise ClientMissingError(f"npm is missing, so {PACKAGE} {VERSION} cannot be installed")
    cache_dir().mkdir(parents=True, exist_ok=True)
    # Whole or not at all: another run may look into the cache while npm is still unpacking.
    with tempfile.TemporaryDirectory(dir=cache_dir(), prefix="npm-") as unfinished:
        _npm_install(npm, Path(unfinished))
        target = cache_dir() / f"claude-code-{VERSION}"
        shutil.rmtree(target, ignore_errors=True)
        (Path(unfinished) / "client").rename(target)
    found = installed()
    if not found:
        raise ClientMissingError(f"{PACKAGE} {VERSION} has no binary that runs on this platform")
    return found


def _npm_install(npm: str, folder: Path) -> None:
    client = folder / "client"
    client.mkdir()
    (client / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    quiet = ("--no-audit", "--no-fund", "--no-save", "--loglevel=error")
    command = [npm, "install", *quiet, f"{PACKAGE}@{VERSION}"]
    done = subprocess.run(command, cwd=client, capture_output=True, text=True, timeout=INSTALL_TIMEOUT_S, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise ClientMissingError(f"npm could not install {PACKAGE} {VERSION}: {last}")


def _runs(binary: Path) -> bool:
    with tempfile.TemporaryDirectory(prefix="hwc") as home:
        environment = {"HOME": home, "PATH": os.defpath, "CLAUDE_CODE_TMPDIR": home}
        command = [str(binary), "--version"]
        done = subprocess.run(
            command, env=environment, cwd=home, capture_output=True, text=True, timeout=60, check=False
        )
    return done.returncode == 0 and done.stdout.startswith(VERSION)
