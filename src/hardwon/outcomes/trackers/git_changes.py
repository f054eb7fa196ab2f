"""How much of a file's text went since a moment, as git tells it. Read only; what a repository configures is off.

Counted are the lines that stood in the file then and do not now, so that a file that only grew is as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hardwon.outcomes.trackers.git import Run, asking, is_of_git

_LINES_LEAST = 10  # of a shorter file a few lines are most of it
_PAIRS_MAX = 60  # files looked at: each is a few calls of git
_DAY_MS = 86_400_000


@dataclass(frozen=True, kw_only=True)
class Change:
    """What became of a file since a moment.

    Attributes:
        share: of its lines then that are gone, 0 to 1.
        commits: that touched it since.
    """

    share: float
    commits: int


def changes_since(root: str, wanted: Iterable[tuple[str, int]]) -> dict[tuple[str, int], Change]:
    """What became of some files since some moments; those are left out of which git cannot tell.

    Args:
        root: the project's folder.
        wanted: pairs of a path below it and a time in milliseconds; of very many the first are looked at.
    """
    if not any(Path(folder, ".git").exists() for folder in (Path(root), *Path(root).parents)):
        return {}
    found: dict[tuple[str, int], Change] = {}
    bases: dict[int, str] = {}
    try:
        run = asking(root)
        for path, at in list(dict.fromkeys(wanted))[:_PAIRS_MAX]:
            day = at // _DAY_MS
            if day not in bases:
                bases[day] = run("rev-list", "-1", f"--before=@{at // 1000}", "HEAD").decode("ascii", "replace").strip()
            change = _change(run, bases[day], path) if bases[day] else None
            if change is not None:
                found[path, at] = change
    except Exception as error:
        if not is_of_git(error):
            raise
    return found


def _change(run: Run, base: str, path: str) -> Change | None:
    place = f":(literal){path}"
    told = run("diff", "--numstat", "--no-renames", "--no-ext-diff", "--no-textconv", base, "HEAD", "--", place)
    counts = told.decode("utf-8", "replace").split("\t", 2)
    if len(counts) < 3 or not counts[1].isdecimal() or counts[1] == "0":
        return None
    # Every line of the file against an empty one: how many it had.
    listed = run("grep", "-c", "-I", "-e", "", base, "--", place).decode("utf-8", "replace").strip()
    lines = int(listed.rpartition(":")[2] or 0)
    if lines < _LINES_LEAST:
        return None
    commits = len(run("rev-list", f"{base}..HEAD", "--", place).split())
    return Change(share=min(int(counts[1]) / lines, 1.0), commits=commits)
