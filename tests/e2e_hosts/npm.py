"""Pinned packages from the npm registry, kept outside the repository (`HARDWON_E2E_CACHE` moves the folder)."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from e2e.client import cache_dir

INSTALL_TIMEOUT_S = 900
_QUIET = ("--no-audit", "--no-fund", "--loglevel=error")


class MissingError(Exception):
    """The packages cannot be had; the message is one line that says why."""


def installed(name: str, packages: Mapping[str, str]) -> Path:
    """The folder with the programs of some packages (`node_modules/.bin`), fetched where the cache has none.

    Args:
        name: the folder's name in the cache; it has to change when a version does.
        packages: package -> exact version.

    Raises:
        MissingError: npm is missing or fails.
    """
    target = cache_dir() / name
    programs = target / "node_modules" / ".bin"
    if programs.is_dir():
        return programs
    npm = shutil.which("npm")
    if not npm:
        raise MissingError(f"npm is missing, so {', '.join(packages)} cannot be installed")
    cache_dir().mkdir(parents=True, exist_ok=True)
    # Whole or not at all: another run may look into the cache while npm is still unpacking.
    with tempfile.TemporaryDirectory(dir=cache_dir(), prefix="npm-") as unfinished:
        folder = Path(unfinished) / "whole"
        folder.mkdir()
        (folder / "package.json").write_text(json.dumps({"private": True, "dependencies": dict(packages)}))
        command = [npm, "install", *_QUIET]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=INSTALL_TIMEOUT_S, check=False
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise MissingError(f"npm could not install {', '.join(packages)}: {last}")
        shutil.rmtree(target, ignore_errors=True)
        folder.rename(target)
    return programs
