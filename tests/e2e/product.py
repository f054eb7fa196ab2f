"""Hardwon as a person gets it: wheels of the working tree, environments installed from them offline."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
BUILD_TIMEOUT_S = 900
# What vectors need; the models themselves are tested where no client is needed.
VECTORS = ("numpy", "sqlite-vec")
# The build backend comes along: an offline `pip install` of the plugin's own folder builds with it.
_ALSO = ("hatchling", "editables", *VECTORS)


@dataclass(frozen=True, kw_only=True)
class Environment:
    """A virtual environment with Hardwon in it."""

    folder: Path

    @property
    def bin(self) -> Path:
        """The folder of its commands."""
        return self.folder / "bin"


def build_wheelhouse(folder: Path) -> None:
    """Fill `folder` with a wheel of the working tree and of all it needs (the one step that is online)."""
    _pip("wheel", "--quiet", "--wheel-dir", str(folder), str(REPOSITORY), *_ALSO)


def make_environment(folder: Path, wheelhouse: Path, *besides: str) -> Environment:
    """A new virtual environment with Hardwon, and packages besides, installed from the wheelhouse alone."""
    command = [_base_python(), "-m", "venv", "--without-pip", str(folder)]
    subprocess.run(command, check=True, timeout=BUILD_TIMEOUT_S)
    source = ("--no-index", "--find-links", str(wheelhouse))
    _pip("--python", str(folder / "bin" / "python"), "install", "--quiet", *source, "hardwon", *besides)
    return Environment(folder=folder)


def copy_checkout(folder: Path) -> None:
    """Copy what a clone of the working tree would hold, changes included, to `folder`."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        source, target = REPOSITORY / name, folder / name
        if source.is_file():  # a file deleted but not yet committed is still listed
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)


def offline_pip(wheelhouse: Path) -> dict[str, str]:
    """The variables that make any pip take packages from the wheelhouse alone."""
    return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheelhouse), "PIP_CONFIG_FILE": os.devnull}


def _base_python() -> str:
    """The interpreter itself, not the link in the virtual environment of the tests."""
    return str(Path(sys.executable).resolve())


def _pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_TIMEOUT_S, cwd=REPOSITORY, check=False)
    if done.returncode:
        raise RuntimeError(f"pip {arguments[0]} failed:\n{done.stdout}{done.stderr}")
