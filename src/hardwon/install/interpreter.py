"""Another program's Python: where it is, by the program's launcher, and which packages it has."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LEAST = (3, 11)
_HEAD = 4096
_LINKS_MAX = 4
_ASK_S = 10
_PYTHON = re.compile(r"(?:^#!|['\"\s])(/[^'\"\n]*?/python[\d.]*)(?=['\"\s]|$)", re.M)
_BIN_FOLDER = re.compile(r"(?:exec|^)\s+['\"]?(/[^'\"\n]+/[\w-]+)['\"]?", re.M)
_NAMES = ("python3", "python")
_ASK = """
import importlib.metadata as m, json, re, sys, sysconfig
def plain(name): return re.sub(r"[-_.]+", "-", name).lower()
def needs(d):
    return [plain(re.match(r"[A-Za-z0-9._-]+", r)[0]) for r in d.requires or () if "extra ==" not in r]
packages = {}
for d in m.distributions():
    name = d.metadata["Name"]
    if name and plain(name) not in packages:
        packages[plain(name)] = {"version": d.version, "installer": (d.read_text("INSTALLER") or "").strip(),
            "digest": (d.read_text("digest") or "").strip(), "needs": needs(d)}
print(json.dumps({"version": list(sys.version_info[:2]), "tag": sys.implementation.cache_tag,
    "suffix": sysconfig.get_config_var("EXT_SUFFIX") or "", "platform": sysconfig.get_platform(),
    "prefix": sys.prefix, "folder": sysconfig.get_path("purelib"), "packages": packages}))
"""


@dataclass(frozen=True, kw_only=True)
class Package:
    """An installed package: its version, what installed it, the digest that we left with it, and what it needs."""

    version: str
    installer: str
    digest: str
    needs: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Interpreter:
    """A Python as it answered.

    Attributes:
        path: the program; links are kept, as a virtual environment is one.
        version: major and minor.
        kind: what compiled modules have to be made for.
        prefix: its environment.
        folder: where its packages are.
        packages: by normalised name.
    """

    path: Path
    version: tuple[int, int]
    kind: tuple[str, str, str]
    prefix: str
    folder: Path
    packages: Mapping[str, Package]


def interpreter_of(launcher: Path) -> Path | None:
    """The Python that runs a program: named in its launcher, else beside it; None where that cannot be told.

    Args:
        launcher: the program as it is on the search path: a script of Python, of a shell, or a link to one.
    """
    place = launcher
    for _ in range(_LINKS_MAX):
        place = Path(os.path.realpath(place))
        try:
            with place.open("rb") as file:
                head = file.read(_HEAD).decode("utf-8", "replace")
        except OSError:
            return None
        if head.startswith("#!"):
            named = [Path(found) for found in _PYTHON.findall(head)]
            if here := next((path for path in named if os.access(path, os.X_OK)), None):
                return here
        beside = [place.parent / name for name in _NAMES]
        if (place.parent.parent / "pyvenv.cfg").exists():
            return next((path for path in beside if os.access(path, os.X_OK)), None)
        called = [Path(found) for found in _BIN_FOLDER.findall(head)] if head.startswith("#!") else []
        following = next((path for path in called if path.is_file() and Path(os.path.realpath(path)) != place), None)
        if following is None:
            return None
        place = following
    return None


def ask(python: Path) -> Interpreter | None:
    """What an interpreter says of itself; None where it does not run."""
    try:
        done = subprocess.run(
            [str(python), "-I", "-c", _ASK], capture_output=True, timeout=_ASK_S, check=True, cwd="/",
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        told: dict[str, Any] = json.loads(done.stdout)
        packages = {
            name: Package(
                version=one["version"], installer=one["installer"], digest=one["digest"], needs=tuple(one["needs"])
            )
            for name, one in told["packages"].items()
        }
        return Interpreter(
            path=python,
            version=(told["version"][0], told["version"][1]),
            kind=(told["tag"], told["suffix"], told["platform"]),
            prefix=told["prefix"],
            folder=Path(told["folder"]),
            packages=packages,
        )
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError, IndexError):
        return None


def own_kind() -> tuple[str, str, str]:
    """What compiled modules of the running interpreter are made for."""
    tag = sys.implementation.cache_tag or ""
    return tag, str(sysconfig.get_config_var("EXT_SUFFIX") or ""), sysconfig.get_platform()
