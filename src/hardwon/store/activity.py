"""What was done in the last seven days: operations and their stages, as lines in small files beside the stores.

A line has the operation's name, its stage, times and counts: no text, no name of a project, no id of a memory, so a
purge has nothing to look for here. A project is told by the same hash that its folder is named by. Noting never
fails: where a line cannot be written, it is missing.

A day has files of at most 2 MB; the eldest go first when there are too many.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hardwon.config.paths import Paths, fnv1a_64, make_private_dir
from hardwon.text import jsonlight

DAYS = 7
DAY_MS = 86_400_000
PAGE_MAX = 32
FILE_BYTES = 2 << 20
FILES_MAX = 24
_END = ".jsonl"
_NAME_MAX = 40


@dataclass(frozen=True, kw_only=True)
class Stage:
    """One stage of one operation.

    Attributes:
        id: the operation.
        operation: its name, such as recall or dream.
        stage: such as admitted, done, refused or failed.
        at: in milliseconds.
        project: its hash; "" for what is no project's.
        took_ms: since the operation began, -1 where that is not known.
        counts: whole numbers by name.
        kind: the kind of error, a class's name; "" for none.
    """

    id: str
    operation: str
    stage: str
    at: int
    project: str = ""
    took_ms: int = -1
    counts: Mapping[str, int]
    kind: str = ""


@dataclass(frozen=True, kw_only=True)
class Page:
    """Some stages, the newest first, and where the next page begins; "" after the last one."""

    stages: tuple[Stage, ...]
    next_cursor: str


def folder_of(paths: Paths) -> str:
    """Where the files lie."""
    return paths.data + "/activity"


def project_mark(project: str) -> str:
    """What tells a project here."""
    return f"{fnv1a_64(project.encode('utf-8', 'surrogateescape')):016x}" if project else ""


def note(paths: Paths, stage: Stage) -> None:
    """Add a line. Never raises."""
    fields: dict[str, object] = {"id": stage.id, "op": stage.operation, "stage": stage.stage, "at": stage.at}
    fields |= {"project": stage.project} if stage.project else {}
    fields |= {"ms": stage.took_ms} if stage.took_ms >= 0 else {}
    fields |= {"n": dict(stage.counts)} if stage.counts else {}
    fields |= {"kind": stage.kind} if stage.kind else {}
    line = jsonlight.dumps(fields).encode() + b"\n"
    try:
        handle = os.open(_file_for(paths, stage.at), os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.write(handle, line)
        finally:
            os.close(handle)
    except OSError:
        pass


def read(paths: Paths, *, now: int, project: str = "", operation: str = "", limit: int, cursor: str = "") -> Page:
    """One page of stages, the newest first.

    Args:
        paths: where the files are.
        now: in milliseconds; what is older than seven days before is left out, and its files are removed.
        project: a project's mark: what is another project's is left out.
        operation: only of this name.
        limit: how many at most, up to 32.
        cursor: where the page begins, as the one before it said.

    Raises:
        ValueError: the cursor is none of ours.
    """
    prune(paths, now)
    since, ends = now - DAYS * DAY_MS, ""
    found: list[Stage] = []
    for name, end, stage in _backwards(paths, *_begin(cursor)):
        if stage.at < since or (operation and stage.operation != operation):
            continue
        if project and stage.project not in ("", project):
            continue
        if len(found) == min(limit, PAGE_MAX):
            return Page(stages=tuple(found), next_cursor=ends)
        found.append(stage)
        ends = f"{name}:{end}"
    return Page(stages=tuple(found), next_cursor="")


def prune(paths: Paths, now: int) -> None:
    """Remove the files of days that are over for a week, and the eldest of too many. Never raises."""
    oldest = _day(now - DAYS * DAY_MS)
    names = _names(paths)
    for index, name in enumerate(names):
        if name[:10] < oldest or index < len(names) - FILES_MAX:
            try:
                os.unlink(f"{folder_of(paths)}/{name}")
            except OSError:
                pass


def _begin(cursor: str) -> tuple[str, int]:
    if not cursor:
        return "", 0
    name, _, end = cursor.rpartition(":")
    if not (name.endswith(_END) and len(name) < _NAME_MAX and name[:4].isdigit() and end.isdigit()) or "/" in name:
        raise ValueError("no such cursor")
    return name, int(end)


def _backwards(paths: Paths, last: str, end: int) -> Iterator[tuple[str, int, Stage]]:
    """Stages from the newest on, each with its file and where its line begins."""
    for name in reversed(_names(paths)):
        if last and name > last:
            continue
        try:
            with open(f"{folder_of(paths)}/{name}", "rb") as source:
                data = source.read(end) if name == last else source.read()
        except OSError:
            continue
        position = len(data)
        while position > 0:
            begin = data.rfind(b"\n", 0, position - 1) + 1
            stage = _stage(data[begin:position])
            if stage is not None:
                yield name, begin, stage
            position = begin


def _stage(line: bytes) -> Stage | None:
    """A line as it was written; None for one that a full disk or a crash cut."""
    try:
        fields = jsonlight.loads(line)
        if not isinstance(fields, dict):
            return None
        counts = fields.get("n")
        return Stage(
            id=str(fields["id"]),
            operation=str(fields["op"]),
            stage=str(fields["stage"]),
            at=int(fields["at"]),
            project=str(fields.get("project", "")),
            took_ms=int(fields.get("ms", -1)),
            counts={str(key): int(value) for key, value in counts.items()} if isinstance(counts, dict) else {},
            kind=str(fields.get("kind", "")),
        )
    except (ValueError, KeyError, TypeError):
        return None


def _names(paths: Paths) -> list[str]:
    """The files, the eldest first."""
    try:
        return sorted(name for name in os.listdir(folder_of(paths)) if name.endswith(_END))
    except OSError:
        return []


_current: dict[str, str] = {}


def _file_for(paths: Paths, at: int) -> str:
    """The file to write to; begins the next one where it is full.

    Raises:
        OSError: the folder cannot be made.
    """
    folder, day = folder_of(paths), _day(at)
    known = _current.get(folder, "")
    if known[:10] != day:
        make_private_dir(folder)
        mine = [name for name in _names(paths) if name.startswith(day)]
        known = mine[-1] if mine else f"{day}-000{_END}"
        if not mine:
            prune(paths, at)
    path = f"{folder}/{known}"
    try:
        if os.stat(path).st_size >= FILE_BYTES:
            number = int(known[11:14]) + 1
            known = f"{day}-{number:03d}{_END}"
            prune(paths, at)
    except FileNotFoundError:
        make_private_dir(folder)  # it was purged meanwhile
    except ValueError:
        pass
    _current[folder] = known
    return f"{folder}/{known}"


def _day(at: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(max(at, 0) / 1000))
