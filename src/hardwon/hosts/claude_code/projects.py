"""Where Claude Code keeps the transcripts of a folder's sessions: `projects/SLUG/SESSION.jsonl`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

_NOT_KEPT = re.compile(r"[^A-Za-z0-9]")
_SLUG_MAX = 200  # a longer one is cut, and something is added that tells it from others
_HEAD = 256 << 10
_TIME = re.compile(rb'"timestamp"\s*:\s*"([^"]{10,40})"')
_CWD = re.compile(rb'"cwd"\s*:\s*("(?:[^"\\]|\\.)*")')


def base_folder(environ: Mapping[str, str], home: str) -> str:
    """The client's folder.

    Args:
        environ: CLAUDE_CONFIG_DIR is looked at.
        home: the person's home folder.
    """
    return environ.get("CLAUDE_CONFIG_DIR") or f"{home}/.claude"


def slug(folder: str) -> str:
    """The name of a folder's transcripts: whatever is no letter or digit is a dash."""
    return _NOT_KEPT.sub("-", folder)


def folders_of(base: str, roots: Sequence[str]) -> list[str]:
    """The folders that may hold transcripts of some folders, and of folders below them.

    Args:
        base: the client's folder.
        roots: absolute paths.

    Returns:
        paths by name. A slug does not tell `app-2` from `app/2`: where it is longer than a root's, the working folder
        that a transcript names decides.
    """
    names = [slug(root)[:_SLUG_MAX] for root in roots]
    found = []
    for entry in _entries(f"{base}/projects"):
        if entry.name in names:
            found.append(entry.path)
        elif any(entry.name.startswith(name + "-") or len(name) == _SLUG_MAX for name in names):
            cwd = cwd_of(entry.path)
            if any(cwd == root or cwd.startswith(root.rstrip("/") + "/") for root in roots):
                found.append(entry.path)
    return sorted(found)


def all_folders(base: str) -> list[str]:
    """Every folder that may hold transcripts, by name."""
    return sorted(entry.path for entry in _entries(f"{base}/projects") if entry.is_dir(follow_symlinks=False))


def transcripts_in(folder: str) -> list[str]:
    """The transcripts of sessions in a folder, by name."""
    return sorted(entry.path for entry in _entries(folder) if entry.name.endswith(".jsonl"))


def agents_of(transcript: str) -> list[str]:
    """The transcripts of a session's subagents, by name."""
    folder = Path(transcript).with_suffix("") / "subagents"
    return [path for path in transcripts_in(str(folder)) if Path(path).name.startswith("agent-")]


def session_of(transcript: str) -> str:
    """The session a transcript is named by."""
    return Path(transcript).name.removesuffix(".jsonl")


def sessions_elsewhere(base: str, own: Sequence[str]) -> frozenset[str]:
    """The sessions that have a transcript, and none in some folders.

    Args:
        base: the client's folder.
        own: the folders that do not count.
    """
    mine = {session_of(path) for folder in own for path in transcripts_in(folder)}
    others = {
        entry.name.removesuffix(".jsonl")
        for folder in all_folders(base)
        if folder not in own
        for entry in _entries(folder)
        if entry.name.endswith(".jsonl")
    }
    return frozenset(others - mine)


def cwd_of(folder: str) -> str:
    """The working folder that a transcript in a folder names, "" when none does."""
    for path in reversed(transcripts_in(folder)):
        found = cwd_in(path)
        if found:
            return found
    return ""


def span_of(transcript: str) -> tuple[int, int]:
    """When a session began and ended, as its transcript tells, in milliseconds; by the file's time otherwise."""
    try:
        handle = os.open(transcript, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return 0, 0
    try:
        found = os.fstat(handle)
        head = os.pread(handle, _HEAD, 0)
        tail = os.pread(handle, _HEAD, max(found.st_size - _HEAD, 0))
    except OSError:
        return 0, 0
    finally:
        os.close(handle)
    first = next((at for match in _TIME.finditer(head) if (at := _moment(match[1]))), 0)
    last = max((at for match in _TIME.finditer(tail) if (at := _moment(match[1]))), default=0)
    written = found.st_mtime_ns // 1_000_000
    return first or last or written, last or first or written


def _moment(text: bytes) -> int:
    try:
        at = datetime.fromisoformat(text.decode("ascii", "replace"))
        return max(int((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() * 1000), 0)
    except (ValueError, OverflowError, OSError):
        return 0


def cwd_in(transcript: str) -> str:
    """The working folder that a transcript begins in, "" when its beginning names none."""
    try:
        handle = os.open(transcript, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return ""
    try:
        head = os.read(handle, _HEAD)
    except OSError:
        return ""
    finally:
        os.close(handle)
    for match in _CWD.finditer(head):
        try:
            value = json.loads(match[1])
        except ValueError:
            continue
        if isinstance(value, str) and value.startswith("/"):
            return value
    return ""


def _entries(folder: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            yield from list(found)
    except (OSError, ValueError):
        return
