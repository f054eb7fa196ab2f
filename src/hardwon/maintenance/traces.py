"""What lies around stores and may hold words of a memory: the spool, logs, copies of damaged stores."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from hardwon.config.paths import Paths
from hardwon.maintenance.files import kept, remove
from hardwon.store.purge import holds_any, raw_words

PURGES = "purge"  # the folder of purges that were prepared
_PLAN_MS = 600_000
_LEFT = ("models", "backups", "run", "activity")  # activity has fixed words and counts alone


def clean(paths: Paths, words: Iterable[str]) -> list[str]:
    """Remove what waits in the spool with one of some words, and such lines of the logs; tell which files.

    Args:
        paths: where the data folder is.
        words: in small letters.
    """
    wanted = list(words)
    changed = []
    for path in _below(paths.spool):
        if _holds(path, wanted):
            remove(path)
            changed.append(path)
    for path in _below(paths.data + "/projects"):
        if path.endswith(".jsonl.gz") and _holds_inside(path, wanted):
            remove(path)
            changed.append(path)
        elif path.endswith(".jsonl") and _holds(path, wanted):
            _drop_lines(path, wanted)
            changed.append(path)
    for path in _below(paths.logs):
        if _holds(path, wanted):
            _drop_lines(path, wanted)
            changed.append(path)
    return changed


def remove_damaged_copies(store: str) -> list[str]:
    """Remove the damaged files that repairs of a store kept, for they hold what is purged; tell which."""
    copies = kept(store)
    for path in copies:
        remove(path, path + "-wal", path + "-shm")
    return copies


def standing(paths: Paths, words: Iterable[str]) -> dict[str, set[str]]:
    """Which files of the data folder still hold some of the words: path → words. Models and backups are left out."""
    wanted = set(words)
    found: dict[str, set[str]] = {}
    for path in _below(paths.data):
        if path[len(paths.data) + 1 :].split("/")[0] in _LEFT:
            continue
        try:
            held = raw_words(path, wanted)
        except OSError:
            continue
        if held:
            found[path] = held
    return found


def _below(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if place != folder or name not in _LEFT]
        for name in sorted(names):
            path = os.path.join(place, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield path


def _holds(path: str, wanted: list[str]) -> bool:
    try:
        with open(path, "rb") as file:
            data = file.read().lower()
    except OSError:
        return False
    return holds_any(data, wanted)


def _holds_inside(path: str, wanted: list[str]) -> bool:
    """Whether a kept conversation holds one of some words; one that cannot be read is taken to."""
    try:
        with gzip.open(path) as file:
            data = file.read().lower()
    except (OSError, EOFError):
        return True
    return holds_any(data, wanted)


def _drop_lines(path: str, wanted: list[str]) -> None:
    """Rewrite in place, so that a process that has the log open goes on writing into the same file."""
    with open(path, "r+b") as file:
        lines = [line for line in file.readlines() if not holds_any(line.lower(), wanted)]
        file.seek(0)
        file.truncate()
        file.writelines(lines)
        file.flush()
        os.fsync(file.fileno())


def drop_plans(data: str, now: int, gone: Iterable[str] = ()) -> list[str]:
    """Remove the plans of purges that ran out or name a memory that is gone; tell which. One that was begun stays.

    Args:
        data: the data folder.
        now: milliseconds.
        gone: ids that were purged.
    """
    ids = set(gone)
    dropped = []
    for path in sorted(Path(data, PURGES).glob("*.json*")):
        try:
            stored = json.loads(path.read_text())
            named = {str(target[1]) for target in stored["targets"]}
            is_over = not stored["begun"] and (stored["expires_at"] <= now or bool(named & ids))
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            is_over = _is_old(path, now)  # cut short while it was written, or no plan
        except OSError:
            continue
        if is_over:
            path.unlink(missing_ok=True)
            dropped.append(str(path))
    with suppress(OSError):  # it is not empty, or not there
        os.rmdir(f"{data}/{PURGES}")
    return dropped


def _is_old(path: Path, now: int) -> bool:
    try:
        return now - path.stat().st_mtime * 1000 > _PLAN_MS
    except OSError:
        return False


def unfinished(data: str) -> list[str]:
    """The files of purges that were begun and not ended.

    Args:
        data: the data folder.
    """
    found = []
    for path in sorted(Path(data, PURGES).glob("*.json")):
        try:
            if json.loads(path.read_text())["begun"]:
                found.append(str(path))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found
