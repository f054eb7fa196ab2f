"""Reads what a transcript taught since it was last read, and stores it.

The order makes a kill harmless: memories first, each with its key; the summary; the cursor last. What was stored
before a kill is met again by its key.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.capture.candidates import HOST, Candidate
from hardwon.capture.ignored import Ignored, Veil
from hardwon.capture.redact import Redactor
from hardwon.capture.rules import Extractor, Listener
from hardwon.capture.summary import Summariser, merged
from hardwon.capture.value import FLOOR, value_of
from hardwon.config import paused
from hardwon.config.paused import Pauses
from hardwon.config.sealed import Sealed, seal
from hardwon.config.sealed import load as load_sealed
from hardwon.engine.intake import short_note
from hardwon.engine.merging import twin_of
from hardwon.errors import InvalidInput
from hardwon.hosts.claude_code.transcript import read_turns
from hardwon.hosts.turns import Turn
from hardwon.models import Cursor, SessionSummary

if TYPE_CHECKING:
    from hardwon.engine.core import Engine

WINDOW_BYTES = 4 * 1024 * 1024
"""How far back a failure without its answer is followed; a bound on what a pass reads twice."""

_IN_HAND_MAX = 400  # candidates of one pass; more than any session teaches
_AGENTS_MAX = 200
_SESSIONS_LOOKED_AT = 200


@dataclass(frozen=True, kw_only=True)
class CaptureReport:
    """What one pass over a transcript found.

    Attributes:
        new: memories stored.
        restated: said again.
        skipped: left out: over the session's limit, or empty once redacted.
        bad_lines: lines that hold no JSON object.
        bytes_read: bytes of new transcript, and of the window that was read again.
        redacted: kinds of secrets that were met.
        memory_ids: ids of the new memories, the surest first.
    """

    new: int = 0
    restated: int = 0
    skipped: int = 0
    bad_lines: int = 0
    bytes_read: int = 0
    redacted: tuple[str, ...] = ()
    memory_ids: tuple[str, ...] = ()

    def plus(self, other: CaptureReport) -> CaptureReport:
        """Both passes together."""
        return CaptureReport(
            new=self.new + other.new,
            restated=self.restated + other.restated,
            skipped=self.skipped + other.skipped,
            bad_lines=self.bad_lines + other.bad_lines,
            bytes_read=self.bytes_read + other.bytes_read,
            redacted=tuple(dict.fromkeys((*self.redacted, *other.redacted))),
            memory_ids=self.memory_ids + other.memory_ids,
        )


def capture(engine: Engine, *, transcript_path: str, session_id: str, subagent: bool = False) -> CaptureReport:
    """Store what a transcript, and its subagents' beside it, taught since the last time.

    Args:
        engine: the project's.
        transcript_path: the client's file of the session or, for a subagent, of that agent.
        session_id: the host's session.
        subagent: the file is a subagent's: nobody typed in it.

    Returns:
        counts; all zero when the file is gone or is no file.

    Raises:
        StoreError: the store cannot be written; the next call reads the same again.
    """
    report = _capture_file(engine, transcript_path, session_id, subagent=subagent)
    if not subagent:
        for path in agents_of(transcript_path):
            report = report.plus(_capture_file(engine, path, session_id, subagent=True))
    return report


def ignored_of(engine: Engine) -> Ignored:
    """The files that are left alone in an engine's project."""
    return Ignored.of(engine.root, engine.stores.paths.home, engine.settings.ignore)


def agents_of(transcript_path: str) -> list[str]:
    """The files of the subagents that a session's file has beside it, the latest last."""
    folder = Path(transcript_path).with_suffix("") / "subagents"
    try:
        found = [path for path in folder.iterdir() if path.name.startswith("agent-") and path.suffix == ".jsonl"]
    except (OSError, ValueError):
        return []
    return sorted(map(str, found))[-_AGENTS_MAX:]


def is_agents(path: str) -> bool:
    """Whether a transcript is a subagent's, by its place."""
    folder, _, name = path.rpartition("/")
    return name.startswith("agent-") and folder.endswith("/subagents")


def _capture_file(engine: Engine, path: str, session_id: str, *, subagent: bool) -> CaptureReport:
    try:
        size = os.stat(path).st_size
    except (OSError, ValueError):
        return CaptureReport()
    cursor = checked_cursor(engine.cursor(path), path, size)
    if cursor.offset >= size:
        return CaptureReport()
    pauses = paused.pauses(engine.stores.paths, engine.project, session_id)
    reading = Hearing(cursor, subagent=subagent, veil=Veil(ignored_of(engine)), pauses=pauses)
    try:
        reading.read(path)
    except OSError:
        return CaptureReport()
    seal(engine.stores.paths, reading.secrets)
    report = store_candidates(engine, reading.candidates(), session_id or reading.session_id or path)
    if not subagent:
        save_summary(engine, reading.summariser, session_id)
    engine.set_cursor(path, reading.offset, reading.line, size, reading.state())
    return replace(
        report,
        bad_lines=reading.bad_lines,
        bytes_read=reading.bytes_read,
        redacted=tuple(dict.fromkeys((*reading.redacted, *report.redacted))),
    )


def checked_cursor(cursor: Cursor, path: str, size: int) -> Cursor:
    """The cursor, at the start again when the file is not the one that was read."""
    if cursor.offset and (size < cursor.offset or not _at_line_start(path, cursor.offset)):
        return Cursor(path=path)
    return cursor


def _at_line_start(path: str, offset: int) -> bool:
    try:
        with Path(path).open("rb") as stream:
            stream.seek(offset - 1)
            around = stream.read(2)
    except OSError:
        return True
    # A last line that was taken before its newline was there ends in a brace.
    return around[:1] == b"\n" or (around[:1] == b"}" and around[1:] in (b"", b"\n", b"\r"))


class Hearing:
    """One pass over a file: over the window of what was unfinished again, then over what is new.

    Without a file it is shown turns, as they come, by `take`.

    Args:
        cursor: where the last pass ended; its state says where the window begins.
        subagent: nobody typed in this file.
        veil: takes out what came from files that are left alone.
        pauses: when nothing was to be learnt.
    """

    def __init__(self, cursor: Cursor, *, subagent: bool, veil: Veil, pauses: Pauses) -> None:
        self._new_from = cursor.offset
        self._subagent = subagent
        self.veil = veil
        self.pauses = pauses
        self.offset, self.line = _window(cursor)
        self.bad_lines = self.bytes_read = 0
        self.session_id = ""
        self._redactor = Redactor(private=_begins_private(cursor))
        listener = Listener(self._redactor)
        self._extractor = Extractor(listener)
        self.summariser = Summariser(listener)
        self._found: dict[str, Candidate] = {}

    @property
    def secrets(self) -> list[tuple[str, str]]:
        """(kind, text) of what must be known again wherever it is repeated."""
        return self._redactor.secrets

    @property
    def redacted(self) -> tuple[str, ...]:
        return self._redactor.kinds

    def read(self, path: str) -> None:
        """Read to the end of the file.

        Raises:
            OSError: it cannot be read.
        """
        reader = read_turns(path, offset=self.offset, line=self.line)
        for met in reader:
            for turn in self.veil.over(met):
                self.take(turn)
        self.offset, self.line = reader.offset, reader.line
        self.bad_lines, self.bytes_read = reader.bad_lines, reader.bytes_read

    def take(self, turn: Turn) -> None:
        """Show the next turn."""
        if self.pauses.covers(turn.at_ms):
            return
        if self._subagent and turn.typed:
            turn = replace(turn, typed=False, sidechain=True)
        self.session_id = self.session_id or turn.session_id
        fresh = self._redactor.follows = turn.offset >= self._new_from
        if turn.kind in ("tool_use", "tool_result") and "private" in f"{turn.text}{turn.tool_input}".lower():
            self._redactor.learn_private(f"{turn.text}\n{turn.tool_input}")
        turn = self._with_safe_command(turn)
        for candidate in self._extractor.feed(turn):
            if fresh and len(self._found) < _IN_HAND_MAX:
                self._found.setdefault(candidate.key, candidate)
        if not self._subagent and (fresh or turn.kind == "tool_use"):
            self.summariser.feed(turn)

    def _with_safe_command(self, turn: Turn) -> Turn:
        """A command of several lines without secrets: once its lines are put in one, a key is known by no pattern."""
        command = turn.tool_input.get("command") if turn.kind == "tool_use" else None
        if not isinstance(command, str) or "\n" not in command:
            return turn
        safe = self._redactor.redact(command)
        return replace(turn, tool_input={**turn.tool_input, "command": safe.text}) if safe.kinds else turn

    def candidates(self) -> Sequence[Candidate]:
        """What was found, the surest first: at a session's limit the weakest are left out."""
        found = [replace(one, content=self._redactor.redact(one.content).text) for one in self._found.values()]
        return sorted(found, key=lambda one: (one.trust != "user", -one.confidence))

    def drain(self) -> Sequence[Candidate]:
        """The same; none of them is handed out again."""
        found = self.candidates()
        self._found.clear()
        return found

    def state(self) -> str:
        """What the cursor keeps besides the position: where the window begins. Nothing of what was said."""
        since = self._extractor.fixes.open_since
        state: dict[str, int] = {"private": 1} if self._redactor.is_private else {}
        if since is not None and self.offset - since[0] <= WINDOW_BYTES:
            state |= {"offset": since[0], "line": since[1] - 1}
        return json.dumps(state, separators=(",", ":")) if state else ""


def _begins_private(cursor: Cursor) -> bool:
    """Whether the part before the cursor ended inside a private part."""
    try:
        state = json.loads(cursor.state) if cursor.state else {}
    except ValueError:
        return False
    return isinstance(state, dict) and state.get("private") == 1


def _window(cursor: Cursor) -> tuple[int, int]:
    """Offset and line to begin at."""
    try:
        state = json.loads(cursor.state) if cursor.state else {}
        offset, line = int(state["offset"]), int(state["line"])
    except (ValueError, TypeError, KeyError):
        return cursor.offset, cursor.line
    return (offset, line) if 0 <= offset <= cursor.offset and 0 <= line <= cursor.line else (cursor.offset, cursor.line)


def store_candidates(engine: Engine, candidates: Sequence[Candidate], session_id: str) -> CaptureReport:
    """Store candidates, the first first, up to the session's limit; what is known is strengthened beyond it too."""
    counter = f"{session_id}#memories"
    before = engine.cursor(counter).offset if candidates else 0
    ids: list[str] = []
    kinds: list[str] = []
    restated = skipped = 0
    for candidate in candidates:
        twin = twin_of(engine, candidate.content, to_user=candidate.to_user)
        is_full = before + len(ids) >= engine.settings.capture_max
        if (is_full and twin is None) or value_of(candidate) < FLOOR:
            skipped += 1
            continue
        origin = replace(candidate.origin, session_id=session_id)
        if twin is not None and twin.content != candidate.content:
            origin = replace(origin, note=_in_other_words(engine, candidate.content))
        try:
            done = engine.remember(
                candidate.content if twin is None else twin.content,
                category=candidate.category,
                tags=candidate.tags,
                files=candidate.files,
                pin=candidate.pin,
                confidence=candidate.confidence,
                to_user=candidate.to_user,
                origin=origin,
                trust=candidate.trust,
                key=candidate.key,
                at=candidate.at_ms or None,
            )
        except InvalidInput:
            skipped += 1
            continue
        kinds += done.redacted
        if done.created:
            ids.append(done.memory.id)
        else:
            restated += 1
    if ids:
        engine.set_cursor(counter, before + len(ids), 0, 0)
    return CaptureReport(new=len(ids), restated=restated, skipped=skipped, redacted=tuple(kinds), memory_ids=tuple(ids))


def _in_other_words(engine: Engine, content: str) -> str:
    """How something known was said this time, kept with where it was said."""
    return short_note("in other words: " + load_sealed(engine.stores.paths).redact(content)[0])


def save_summary(engine: Engine, summariser: Summariser, session_id: str, host: str = HOST) -> None:
    """Put what a session was about so far in place of what was known of it."""
    fresh = summariser.summary(session_id)
    told = fresh.goal or fresh.files or fresh.commands or fresh.done or fresh.open
    if not fresh.session_id or not told:
        return
    earlier = next((one for one in engine.sessions(_SESSIONS_LOOKED_AT) if one.session_id == fresh.session_id), None)
    safe = _without_sealed(fresh, load_sealed(engine.stores.paths))
    summary = merged(earlier, safe, summariser.remaining)
    engine.save_session(replace(summary, host=host, ended_at=summary.ended_at or engine.clock()))


def _without_sealed(summary: SessionSummary, sealed: Sealed) -> SessionSummary:
    """A summary without what was private or secret in any message."""

    def safe(text: str) -> str:
        return sealed.redact(text)[0]

    lists = {
        name: tuple(map(safe, getattr(summary, name))) for name in ("done", "open", "decisions", "commands", "files")
    }
    return replace(summary, goal=safe(summary.goal), next_step=safe(summary.next_step), **lists)  # type: ignore[arg-type]
