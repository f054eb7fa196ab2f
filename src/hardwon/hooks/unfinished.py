"""Sessions whose end no event told of yet: going on, killed, or closed with their terminal.

One small file a session below the spool, made by the digester from events: where its transcript is, whose process it
was, whether a model was to read it. Nothing of what was said.
"""

from __future__ import annotations

import os
import time

from hardwon.config.paths import Paths, make_private_dir
from hardwon.hooks.claims import digest
from hardwon.text import jsonlight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from hardwon.hooks.spool import Entry

_QUIET_S = 1800.0
_QUIET_ALIVE_S = 86400.0  # its process is there: idle, or another that was given the same number
_KEPT_S = 30 * 86400.0
_FILE_MAX = 16_384
_LOOKED_AT = 200


class Unfinished:
    """A session that is over although nothing said so.

    Attributes:
        session: the client's id of it.
        transcript: the client's file of it.
        for_model: a model was to read sessions while it went on.
    """

    __slots__ = ("for_model", "session", "transcript")

    def __init__(self, session: str, transcript: str, *, for_model: bool) -> None:
        self.session = session
        self.transcript = transcript
        self.for_model = for_model


def note(paths: Paths, project: str, events: Sequence[Entry], *, for_model: bool) -> None:
    """Take in what events tell of their sessions: that they go on, or are over.

    Args:
        paths: where the files are.
        project: the sessions' project.
        events: in order; a subagent's are left out.
        for_model: a model is to read sessions.

    Raises:
        OSError: they cannot be written.
    """
    last: dict[str, Entry] = {}
    for entry in events:
        is_sessions = entry.text("event") != "SubagentStop" and os.path.isabs(entry.text("transcript"))
        if is_sessions and entry.text("session") and not entry.texts("given"):
            last[entry.text("session")] = entry
    for session, entry in last.items():
        if entry.text("event") == "SessionEnd":
            forget(paths, session)
            continue
        fields = {
            "session": session,
            "project": project,
            "transcript": entry.text("transcript"),
            "pid": entry.text("pid"),
            "for_model": for_model,
        }
        _write(_path(paths, session), jsonlight.dumps(fields).encode("ascii"))


def over(paths: Paths, project: str, *, but: Collection[str] = ()) -> Iterator[Unfinished]:
    """Sessions of a project that are over: their process is gone, or nothing was written for long.

    Args:
        paths: where the files are.
        project: whose sessions.
        but: sessions that were just heard of.
    """
    folder = f"{paths.spool}/unfinished"
    try:
        names = os.listdir(folder)[:_LOOKED_AT]
    except OSError:
        return
    for name in names:
        path = f"{folder}/{name}"
        try:
            told_at = os.stat(path).st_mtime
            fields = _read(path)
            if not fields or time.time() - told_at > _KEPT_S:
                os.unlink(path)
                continue
        except OSError:
            continue
        session, transcript = str(fields.get("session", "")), str(fields.get("transcript", ""))
        if fields.get("project") != project or session in but:
            continue
        if _is_over(transcript, str(fields.get("pid", "")), told_at):
            yield Unfinished(session, transcript, for_model=fields.get("for_model") is True)


def forget(paths: Paths, session: str) -> None:
    """A session is dealt with."""
    try:
        os.unlink(_path(paths, session))
    except OSError:
        pass


def _is_over(transcript: str, pid: str, told_at: float) -> bool:
    alive = _is_alive(pid)
    if alive is False:
        return True
    try:
        told_at = max(told_at, os.stat(transcript).st_mtime)
    except OSError:
        pass
    return time.time() - told_at > (_QUIET_ALIVE_S if alive else _QUIET_S)


def _is_alive(pid: str) -> bool | None:
    """Whether a client's process is there; None where nobody can tell."""
    if not (pid.isascii() and pid.isdigit() and 0 < len(pid) < 10 and int(pid)):
        return None
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def _path(paths: Paths, session: str) -> str:
    return f"{paths.spool}/unfinished/{digest(session.encode('utf-8', 'surrogatepass'))[:32]}"


def _read(path: str) -> dict[str, object]:
    with open(path, "rb") as file:
        data = file.read(_FILE_MAX)
    try:
        fields = jsonlight.loads(data)
    except ValueError:
        return {}
    return fields if isinstance(fields, dict) else {}


def _write(path: str, data: bytes) -> None:
    make_private_dir(os.path.dirname(path))
    aside = f"{os.path.dirname(path)}/.{os.getpid()}"
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        os.write(handle, data)
    finally:
        os.close(handle)
    os.replace(aside, path)
