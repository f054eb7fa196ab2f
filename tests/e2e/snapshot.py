"""What a folder holds, to the byte, so that two moments can be compared."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Changes:
    """Paths relative to the folder, sorted."""

    added: list[str]
    removed: list[str]
    changed: list[str]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)


def take(folder: Path) -> dict[str, str]:
    """Every path below `folder` with its kind, mode and content (symlinks by target, never followed)."""
    return {str(path.relative_to(folder)): _mark(path) for path in sorted(folder.rglob("*"))}


def compare(before: dict[str, str], after: dict[str, str]) -> Changes:
    """What came, went and changed between two snapshots."""
    return Changes(
        added=sorted(after.keys() - before.keys()),
        removed=sorted(before.keys() - after.keys()),
        changed=sorted(path for path in before.keys() & after.keys() if before[path] != after[path]),
    )


def _mark(path: Path) -> str:
    mode = f"{path.lstat().st_mode:o}"
    if path.is_symlink():
        return f"{mode} -> {path.readlink()}"
    if path.is_file():
        return f"{mode} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    return mode
