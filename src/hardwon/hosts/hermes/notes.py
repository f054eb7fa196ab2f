"""The notes that Hermes keeps itself: MEMORY.md and USER.md, entries between lines with a section sign."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FILES = {"MEMORY.md": False, "USER.md": True}
"""Name -> whether it is about the person."""

_BETWEEN = re.compile(r"\r?\n§\r?\n")
_FILE_MAX = 256 << 10
_ENTRY_MAX = 4_000
_ENTRIES_MAX = 500


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One note: the file it stands in, its text, and whether it is about the person."""

    path: Path
    text: str
    about_person: bool


def entries_of(hermes_home: Path) -> list[Entry]:
    """The notes of one Hermes, in order; nothing of a file that is missing, too large or no text.

    Args:
        hermes_home: its folder; the files are in `memories/`, in older versions beside the settings.
    """
    found = []
    for name, about_person in FILES.items():
        paths = (hermes_home / "memories" / name, hermes_home / name)
        path = next((path for path in paths if path.is_file() and not path.is_symlink()), None)
        for text in _texts(path) if path else ():
            found.append(Entry(path=path or paths[0], text=text, about_person=about_person))
    return found[:_ENTRIES_MAX]


def _texts(path: Path) -> list[str]:
    try:
        if path.stat().st_size > _FILE_MAX:
            return []
        whole = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return []
    return [text[:_ENTRY_MAX] for part in _BETWEEN.split(whole) if (text := part.strip().strip("§").strip())]
