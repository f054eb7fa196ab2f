"""Writes the pack that hooks import from: the bytecode of every module a hook may load.

Runs as a process of its own without site-packages' start-up (`launcher.py ROOT ... pack`), so that what it
finds loaded is what hooks load and no more.
"""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from pathlib import Path

from hardwon.hooks.pack import INDEX_DIGITS, pack_file, read_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.hooks.pack import Index

_DOORS = (
    "hardwon.binding",
    "hardwon.binding.deciding",
    "hardwon.binding.proposal",
    "hardwon.config.quick",
    "hardwon.engine.meanings",
    "hardwon.engine.quick",
    "hardwon.hooks.asking",
    "hardwon.hooks.compaction",
    "hardwon.hooks.digester",
    "hardwon.hooks.endings",
    "hardwon.hooks.entry",
    "hardwon.hooks.extension",
    "hardwon.hooks.findings",
    "hardwon.hooks.folders",
    "hardwon.hooks.gitmark",
    "hardwon.hooks.recalls",
    "hardwon.hooks.sessions",
    "hardwon.hooks.standing",
    "hardwon.hooks.turns",
    "hardwon.wire.starting",
)
_OURS = ("hardwon.hooks.packing", "hardwon.hooks.pack", "hardwon", "hardwon.hooks")
_TIMEOUT_S = 60


def main() -> None:
    """Write the pack beside the bytecode; where that folder cannot be written, hooks do without."""
    for name in _DOORS:
        import_module(name)
    root = str(Path(__file__).parents[2])
    index: Index = {}
    codes: list[bytes] = []
    for name in [name for name in sys.modules if name.startswith("hardwon.") and name not in _OURS]:
        source = Path(str(sys.modules[name].__file__))
        state = source.stat()
        code = marshal.dumps(compile(source.read_bytes(), str(source), "exec", dont_inherit=True))
        place = str(source.relative_to(root))
        is_package = source.name == "__init__.py"
        index[name] = (place, is_package, state.st_mtime_ns, state.st_size, sum(map(len, codes)), len(code))
        codes.append(code)
    head = marshal.dumps(index)
    length = f"{len(head):0{INDEX_DIGITS}d}"
    target = Path(pack_file(root))
    aside = target.with_suffix(f".{os.getpid()}")
    try:
        target.parent.mkdir(exist_ok=True)
        aside.write_bytes(b"".join([MAGIC_NUMBER, length.encode(), head, *codes]))
        aside.replace(target)
    except OSError:
        aside.unlink(missing_ok=True)


def is_current(root: str) -> bool:
    """Whether there is a pack that fits the sources.

    Args:
        root: the folder the package lies in.
    """
    try:
        with open(pack_file(root), "rb") as file:
            index, _ = read_index(file.fileno())
        states = [(os.stat(f"{root}/{entry[0]}"), entry) for entry in index.values()]
    except OSError:
        return False
    return bool(index) and all((state.st_mtime_ns, state.st_size) == (entry[2], entry[3]) for state, entry in states)


def refresh(roots: list[str]) -> None:
    """Have the pack written unless it is current.

    Args:
        roots: the folders modules are imported from, besides the package's own.
    """
    root = str(Path(__file__).parents[2])
    if is_current(root) or not os.access(Path(__file__).parent, os.W_OK):
        return
    launcher = str(Path(__file__).with_name("launcher.py"))
    subprocess.run(
        [sys.executable, "-I", "-S", launcher, *roots, "pack"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=_TIMEOUT_S,
        check=False,
    )
