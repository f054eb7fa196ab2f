"""Finds a project's `.beads` folder and what in it holds the issues."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hardwon.binding.files import is_folder, is_regular, joined, kind_of, read_regular, real_path
from hardwon.text.clean import one_line

_SMALL = 64 << 10
_LEVELS_MAX = 40
_EXPORT_PATH = re.compile(
    r"""^export(?:\.|:\s*\n(?:[ \t]+[^\n]*\n)*?[ \t]+)path:[ \t]*['"]?([^'"#\s]+)""", re.MULTILINE
)
_LINES = ("issues.jsonl", "beads.jsonl")
DOLT_ONLY = (
    "{folder} keeps its issues in Dolt alone: `bd export -o .beads/issues.jsonl` (or `export.auto: true`) lets "
    "them be read"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where a project's beads are.

    Attributes:
        folder: the `.beads` folder. lines: the JSONL export, "" for none. database: the SQLite file, "" for none.
        interactions: the audit log. note: why nothing can be read, "" otherwise.
    """

    folder: str
    lines: str = ""
    database: str = ""
    interactions: str = ""
    note: str = ""


def find(cwd: str, environ: Mapping[str, str], home: str = "") -> Place | None:
    """The beads of a working folder; a work tree's are those of its main repository.

    Args:
        cwd: an absolute path. environ: BEADS_DIR and BEADS_DB are looked at. home: searching ends there.
    """
    chosen = environ.get("BEADS_DIR", "")
    if chosen.startswith("/") and is_folder(chosen):
        return _place(chosen)
    database = environ.get("BEADS_DB", "")
    if database.startswith("/") and is_regular(database):
        return Place(folder=str(Path(database).parent), database=database)
    folder = _folder_of(real_path(cwd), home)
    return _place(folder) if folder else None


def _folder_of(here: str, home: str) -> str:
    """The nearest `.beads`, up to the top of the repository; of a work tree, the main repository's first.

    A file that redirects is followed in either, the work tree's own first.
    """
    nearest = ""
    for _ in range(_LEVELS_MAX):
        if not nearest and is_folder(f"{here}/.beads"):
            nearest = f"{here}/.beads"
        dot_git = f"{here.rstrip('/')}/.git"
        if kind_of(dot_git):
            main = _main_of(here, dot_git)
            own = _redirected(nearest) if nearest else ""
            if main and own == nearest and is_folder(f"{main}/.beads"):
                nearest = f"{main}/.beads"
            break
        if here in ("", "/") or here == home:
            break
        here = here.rpartition("/")[0] or "/"
    return _redirected(nearest) if nearest else ""


def _main_of(top: str, dot_git: str) -> str:
    """The main repository's folder when this is one of its work trees."""
    text = read_regular(dot_git, _SMALL).decode("utf-8", "surrogateescape")
    mark, _, target = text.partition(":")
    if mark.strip() != "gitdir" or "\0" in target:
        return ""
    main, found, _ = real_path(joined(top, target.strip())).rpartition("/worktrees/")
    return main.removesuffix("/.git") if found else ""


def _redirected(folder: str) -> str:
    """Older versions leave a file in a work tree that names the folder to use."""
    target = read_regular(f"{folder}/redirect", _SMALL).decode("utf-8", "surrogateescape").strip().split("\n")[0]
    if not target or "\0" in target:
        return folder
    moved = joined(folder.rpartition("/")[0], target)
    return moved if is_folder(moved) else folder


def _place(folder: str) -> Place:
    settings = _settings(folder)
    interactions = f"{folder}/interactions.jsonl"
    kept = interactions if is_regular(interactions) else ""
    named = [name for name in (settings.get("jsonl_export", ""), _exported_to(folder)) if name]
    for name in (*named, *_LINES):
        if _is_inside(name) and is_regular(f"{folder}/{name}"):
            return Place(folder=folder, lines=f"{folder}/{name}", interactions=kept)
    database = _database(folder, settings.get("database", ""))
    if database:
        return Place(folder=folder, database=database, interactions=kept)
    if settings.get("backend") == "dolt" or any(
        is_folder(f"{folder}/{name}") for name in ("dolt", "embeddeddolt", "proxieddb")
    ):
        return Place(folder=folder, interactions=kept, note=DOLT_ONLY.format(folder=one_line(folder, 200)))
    return Place(folder=folder, interactions=kept, note=f"{one_line(folder, 200)} holds no issues")


def _settings(folder: str) -> dict[str, str]:
    """What metadata.json, or config.json before it, says; texts only."""
    found: dict[str, str] = {}
    for name in ("config.json", "metadata.json"):
        try:
            value = json.loads(read_regular(f"{folder}/{name}", _SMALL))
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            found |= {str(key): text for key, text in value.items() if isinstance(text, str)}
    return found


def _exported_to(folder: str) -> str:
    """The name of the export that config.yaml chooses, "" for none."""
    text = read_regular(f"{folder}/config.yaml", _SMALL).decode("utf-8", "replace")
    found = _EXPORT_PATH.search(text)
    return found[1].removeprefix(".beads/") if found else ""


def _database(folder: str, named: str) -> str:
    names = [named] if named and _is_inside(named) else []
    try:
        names += sorted(path.name for path in Path(folder).glob("*.db") if path.name != "ephemeral.sqlite3")
    except OSError:
        return ""
    return next((f"{folder}/{name}" for name in names if is_regular(f"{folder}/{name}")), "")


def _is_inside(name: str) -> bool:
    """Whether a name from a repository's file stays in the folder."""
    return bool(name) and "/" not in name and "\0" not in name and name not in (".", "..")
