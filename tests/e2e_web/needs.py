"""What the run needs and the repository does not hold: Debian's Chromium, Playwright, axe-core.

Playwright's and axe-core's packages are kept in the cache of the end-to-end tests; nothing of them is committed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PLAYWRIGHT = "1.65.2"
AXE = "4.14.1"
FONTS = ("fonts-inter", "fonts-sil-charis")
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_WAIT_S = 900


class MissingError(Exception):
    """The run cannot be made here; the message is one line that says why."""


def cache() -> Path:
    """The folder for what is slow to fetch and the same for every run (`HARDWON_E2E_CACHE` moves it)."""
    chosen = os.environ.get("HARDWON_E2E_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(chosen) if chosen else Path(base) / "hardwon-e2e"


def browser() -> str:
    """The browser's program, fetched with apt where there is none and this is root.

    Raises:
        MissingError: there is none, and it cannot be fetched.
    """
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found:
        return found
    if not shutil.which("apt-get") or os.geteuid() != 0:
        raise MissingError("no Chromium here; install Debian's package chromium")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    _run(["apt-get", "update", "-qq"], quiet)
    _run(["apt-get", "install", "-qq", "-y", "--no-install-recommends", "chromium", *FONTS], quiet)
    found = shutil.which("chromium")
    if not found:
        raise MissingError("apt-get brought no chromium")
    return found


def playwright() -> Path:
    """The folder with Playwright's package for this Python."""
    version = f"{sys.version_info.major}{sys.version_info.minor}"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    return _kept(f"playwright-{PLAYWRIGHT}-py{version}", [*pip, "--target", ".", f"playwright=={PLAYWRIGHT}"])


def axe() -> Path:
    """The file of axe-core."""
    npm = shutil.which("npm")
    if not npm:
        raise MissingError("npm is missing, so axe-core cannot be fetched")
    quiet = ("--no-audit", "--no-fund", "--no-save", "--loglevel=error")
    folder = _kept(f"axe-core-{AXE}", [npm, "install", *quiet, "--prefix", ".", f"axe-core@{AXE}"])
    return folder / "node_modules" / "axe-core" / "axe.min.js"


def _kept(name: str, command: list[str]) -> Path:
    """A folder of the cache, made by a command that runs in it; whole or not at all."""
    target = cache() / name
    if not target.is_dir():
        cache().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache(), prefix="web-") as unfinished:
            made = Path(unfinished) / "made"
            made.mkdir()
            _run(command, dict(os.environ), made)
            shutil.rmtree(target, ignore_errors=True)
            made.rename(target)
    return target


def _run(command: list[str], environ: dict[str, str], folder: Path | None = None) -> None:
    done = subprocess.run(
        command, env=environ, cwd=folder, capture_output=True, text=True, timeout=_WAIT_S, check=False
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise MissingError(f"{Path(command[0]).name} failed: {last[:200]}")
