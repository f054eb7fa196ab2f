"""The hooks' modules in one file, so that a hook opens one instead of fifty. Light.

Finding and opening its modules one by one costs a hook as much as the search it is for. The pack lies beside
Python's own bytecode and holds the same; hardwon.hooks.packing writes it. A module whose source is not the one
that was packed, by size and time, is imported the ordinary way, and so are all without a pack.

The file: the interpreter's magic number, the index's length in eight digits, the index, the code of each module.
"""

from __future__ import annotations

import marshal
import posix
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    # Path below the root, whether it is a package, the source's time and size, where behind the index the code
    # stands, and its length.
    Entry = tuple[str, bool, int, int, int, int]
    Index = dict[str, Entry]

INDEX_DIGITS = 8
_START = len(MAGIC_NUMBER) + INDEX_DIGITS
_FIRST_READ = 16 << 10


def pack_file(root: str) -> str:
    """Where the pack of a package's root folder lies; each kind of interpreter has its own."""
    return f"{root}/hardwon/hooks/__pycache__/hooks.{sys.implementation.cache_tag}.pack"


def read_index(handle: int) -> tuple[Index, int]:
    """What is packed, by module, and where the codes begin; nothing of another interpreter or a damaged file.

    Args:
        handle: the open pack.
    """
    data = posix.pread(handle, _FIRST_READ, 0)
    length = data[len(MAGIC_NUMBER) : _START]
    if not data.startswith(MAGIC_NUMBER) or not length.isdigit():
        return {}, 0
    end = _START + int(length)
    if end > len(data):
        data = posix.pread(handle, end, 0)
    try:
        found = marshal.loads(data[_START:end])
    except (EOFError, ValueError, TypeError):
        return {}, 0
    if not isinstance(found, dict) or not found:
        return {}, 0
    last = max(entry[4] + entry[5] for entry in found.values())
    return (found, end) if posix.fstat(handle).st_size == end + last else ({}, 0)


class PackFinder:
    """Imports modules out of a pack.

    Args:
        root: the folder the package lies in.
        handle: the open pack.
        index: what it holds.
        base: where the codes begin.
    """

    __slots__ = ("_base", "_handle", "_index", "_root")

    def __init__(self, root: str, handle: int, index: Index, base: int) -> None:
        self._root = root
        self._handle = handle
        self._index = index
        self._base = base

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The import system's question; None sends it on to the next finder."""
        entry = self._index.get(name)
        if entry is None:
            return None
        place, is_package, modified_at, size, _, _ = entry
        source = f"{self._root}/{place}"
        state = posix.stat(source)
        if state.st_mtime_ns != modified_at or state.st_size != size:
            return None
        spec = ModuleSpec(name, self, origin=source, is_package=is_package)  # type: ignore[arg-type]
        if is_package:
            spec.submodule_search_locations = [source.rpartition("/")[0]]
        return spec

    def create_module(self, spec: object) -> None:
        """Let the import system make the module as it always does."""

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's code."""
        place, _, _, _, start, length = self._index[module.__name__]
        module.__file__ = f"{self._root}/{place}"
        exec(marshal.loads(posix.pread(self._handle, length, self._base + start)), module.__dict__)


def use_pack(root: str) -> None:
    """Import from the pack from here on, where there is one.

    Args:
        root: the folder the package lies in.
    """
    try:
        handle = posix.open(pack_file(root), posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return
    index, base = read_index(handle)
    if index:
        sys.meta_path.insert(0, PackFinder(root, handle, index, base))
