"""The evaluation trace: what was offered to an agent, what of it was used, and what became of it.

A JSON object a line in a private file beside the project's store, at most FILE_MAX bytes: the older half goes then. It
holds ids of memories and never their texts; of a prompt its beginning, of an outcome its reason, both without secrets.

    offered   session, moment (turn or brief), query, memories, ms (how long it took), late (nothing was given, as it
              took too long)
    used      session, memories: id -> how (command, path, written, kept, linked)
    outcome   session, memory, verdict, weight, reason
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardwon.config.paths import Paths, make_private_dir
from hardwon.config.sealed import load as load_sealed
from hardwon.engine.intake import short_note
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.engine.verdicts import Judged

FILE_NAME = "evaluation.jsonl"
FILE_MAX = 1 << 20
OFFERED, USED, OUTCOME = "offered", "used", "outcome"
TURN, BRIEF = "turn", "brief"
_QUERY_MAX = 200


class Trace:
    """A project's trace.

    Args:
        paths: where the data folder is.
        project: the binding.
        host: the program that the agent is.
    """

    def __init__(self, paths: Paths, project: str, host: str) -> None:
        self.path = Path(paths.project_dir(project), FILE_NAME)
        self._paths = paths
        self._host = host

    def offered(
        self, session: str, query: str, memories: Iterable[str], *, at: int, took_ms: int, late: bool = False
    ) -> None:
        """Note what a turn, or a session's beginning, was offered.

        Args:
            session: the host's session.
            query: the prompt; "" for the brief.
            memories: ids.
            at: when, in milliseconds.
            took_ms: how long it took, in milliseconds.
            late: it took too long, so nothing was given.

        Raises:
            OSError: it cannot be written; so with the others.
        """
        told = {"moment": TURN if query else BRIEF, "query": self._safe(query)}
        line = {**told, "memories": list(memories), "ms": took_ms, "late": late}
        self._write([self._line(OFFERED, session, at, line)])

    def effects(self, session: str, used: Mapping[str, str], judged: Iterable[Judged], *, at: int) -> None:
        """Note what was used, and what became of it."""
        lines = [self._line(USED, session, at, {"memories": dict(used)})] if used else []
        for one in judged:
            told = {
                "memory": one.memory_id,
                "verdict": one.verdict,
                "weight": round(one.weight, 3),
                "reason": short_note(load_sealed(self._paths).redact(one.reason)[0]),
            }
            lines.append(self._line(OUTCOME, session, at, told))
        if lines:
            self._write(lines)

    def _line(self, what: str, session: str, at: int, fields: Mapping[str, object]) -> str:
        whole = {"at": at, "what": what, "host": self._host, "session": one_line(session, 100), **fields}
        return json.dumps(whole, separators=(",", ":"))

    def _safe(self, text: str) -> str:
        # Whole first: a secret that is cut is known by no pattern.
        from hardwon.capture.redact import redact  # slow to load, and who only counts needs it not

        return one_line(load_sealed(self._paths).redact(redact(text).text)[0], _QUERY_MAX)

    def _write(self, lines: Iterable[str]) -> None:
        make_private_dir(str(self.path.parent))
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
        handle = os.open(self.path, flags, 0o600)
        with os.fdopen(handle, "r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0, os.SEEK_END)
            file.write("".join(line + "\n" for line in lines).encode())
            file.flush()
            if file.tell() > FILE_MAX:
                _halve(file)


def _halve(file: Any) -> None:
    """Keep the later half, in place: another process may have the file open."""
    file.seek(-FILE_MAX // 2, os.SEEK_END)
    file.readline()  # the rest of a line that is cut
    kept = file.read()
    file.seek(0)
    file.truncate()
    file.write(kept)


def forget_session(paths: Paths, project: str, session: str) -> bool:
    """Drop the lines of a session; whether there were any.

    Raises:
        OSError: the file cannot be written.
    """
    path = Path(paths.project_dir(project), FILE_NAME)
    if not path.exists():
        return False
    with path.open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        lines = file.readlines()
        kept = [line for line in lines if _read(line).get("session") != session]
        if len(kept) == len(lines):
            return False
        file.seek(0)
        file.truncate()
        file.writelines(kept)
    return True


def bring(paths: Paths, source: str, target: str) -> None:
    """Bring one project's trace into another's; harmless twice.

    Raises:
        OSError: it cannot be written.
    """
    here, there = (Path(paths.project_dir(project), FILE_NAME) for project in (source, target))
    if here == there or not here.is_file():
        return
    told = set(there.read_text("utf-8", "replace").splitlines()) if there.is_file() else set()
    lines = [line for line in here.read_text("utf-8", "replace").splitlines() if line not in told]
    Trace(paths, target, "")._write(lines)
    here.unlink()


def summary(paths: Paths, project: str = "") -> dict[str, int]:
    """What the trace of a project, or of all, says in numbers.

    Args:
        paths: where the data folder is.
        project: the binding, "" for all projects.

    Returns:
        turns: exchanges that something was looked up for. given: of these, those that got memories. late: those whose
        memories came too late. offered, used: memories. worked, failed, partial: outcomes, the latest of each memory
        in each session.
    """
    counts = dict.fromkeys(("turns", "given", "late"), 0)
    offered: set[str] = set()
    used: set[str] = set()
    outcomes: dict[tuple[str, str], str] = {}
    for line in _lines(paths, project):
        ids = {str(id) for id in line.get("memories") or ()}
        if line.get("what") == OFFERED:
            is_turn = line.get("moment") == TURN
            counts["turns"] += is_turn
            counts["given"] += is_turn and bool(ids)
            counts["late"] += line.get("late") is True
            offered |= ids
        elif line.get("what") == USED:
            used |= ids
        elif line.get("what") == OUTCOME:
            outcomes[str(line.get("session")), str(line.get("memory"))] = str(line.get("verdict"))
    ended = list(outcomes.values())
    verdicts = {name: ended.count(name) for name in ("worked", "failed", "partial")}
    return {**counts, "offered": len(offered), "used": len(used), **verdicts}


def _lines(paths: Paths, project: str) -> Iterator[dict[str, Any]]:
    folder = Path(paths.project_dir(project)) if project else Path(paths.data, "projects")
    for path in sorted(folder.glob(FILE_NAME if project else f"*/{FILE_NAME}")):
        try:
            data = path.read_bytes()
        except OSError:
            continue
        yield from filter(None, map(_read, data.splitlines()))


def _read(line: bytes) -> dict[str, Any]:
    """One line as it was written; nothing for one that was cut."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
