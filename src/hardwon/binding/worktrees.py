"""The work trees of a repository: all of them are one project."""

from __future__ import annotations

import os

from hardwon.binding.files import is_folder, joined, read_regular, real_path

_SMALL = 8 << 10
_TREES_MAX = 500


def work_trees(top: str) -> list[str]:
    """The top folders of a repository's work trees that git knows of, the given one first, the main one among them.

    Args:
        top: the top folder of one of them; a folder without git has itself alone.
    """
    found = [top]
    common = _common_of(top)
    if not common:
        return found
    if common.endswith("/.git"):
        found.append(common.removesuffix("/.git") or "/")
    for name in _names(f"{common}/worktrees")[:_TREES_MAX]:
        pointer = _text(f"{common}/worktrees/{name}/gitdir")
        if pointer:
            found.append(joined(f"{common}/worktrees/{name}", pointer).removesuffix("/.git"))
    return list(dict.fromkeys(found))


def _common_of(top: str) -> str:
    dot_git = f"{top.rstrip('/')}/.git"
    if is_folder(dot_git):
        return real_path(dot_git)
    mark, _, target = _text(dot_git).partition(":")
    if mark.strip() != "gitdir" or not target.strip():
        return ""
    main, found, _ = real_path(joined(top, target.strip())).rpartition("/worktrees/")
    return main if found else ""


def _text(path: str) -> str:
    text = read_regular(path, _SMALL).decode("utf-8", "surrogateescape").strip("\r\n ")
    return "" if "\0" in text else text


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
