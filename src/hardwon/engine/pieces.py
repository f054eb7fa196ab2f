"""Cuts a transcript into pieces that a model may be shown.

All of the file is heard, from its beginning, so that a private part that began earlier, a secret that was told earlier
and a memory that was given earlier are known; what stands before a piece is not shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.capture.echo import EchoFilter
from hardwon.capture.ignored import Veil
from hardwon.capture.model.prompt import PIECE_CHARACTERS, Line, Piece, Shown, line_of
from hardwon.capture.redact import Redactor
from hardwon.config import paused
from hardwon.config.sealed import load as load_sealed
from hardwon.engine.capturing import ignored_of, is_agents
from hardwon.hosts.claude_code.transcript import read_turns
from hardwon.hosts.turns import Turn

if TYPE_CHECKING:
    from hardwon.engine.core import Engine


class Cutter:
    """Reads one transcript.

    Args:
        engine: the project's.
        path: the transcript. session_id: the host's session.
    """

    def __init__(self, engine: Engine, path: str, session_id: str) -> None:
        self.echo = EchoFilter()
        self._path = path
        self._is_agents = is_agents(path)
        self._redactor = Redactor()
        self._shown = Shown(self._redactor, self.echo)
        self._veil = Veil(ignored_of(engine))
        self._pauses = paused.pauses(engine.stores.paths, engine.project, session_id)
        self._sealed = load_sealed(engine.stores.paths)

    def pieces(self, start: int, *, ends: Mapping[str, str] | None = None, end: int = 0) -> Iterator[Piece]:
        """What stands from an offset on, in pieces of at most some 60,000 characters.

        Args:
            start: the offset, at the beginning of a line.
            ends: ids of turns after which a piece ends however short it is.
            end: take all up to this offset as one piece; 0 for none.

        Raises:
            OSError: the file cannot be read.
        """
        lines: list[Line] = []
        turns: list[Turn] = []
        size = 0
        begin, closing = start, False
        reader = read_turns(self._path)
        for read in reader:
            met = _of_agent(read) if self._is_agents else read
            if end and met.offset >= end:
                break
            if turns and met.offset > turns[-1].offset and (closing or (size > PIECE_CHARACTERS and not end)):
                yield self._piece(begin, met.offset, met.line - 1, lines, turns)
                begin, lines, turns, size, closing = met.offset, [], [], 0, False
            for turn in self._veil.over(met):
                text = self._text(turn, is_shown=turn.offset >= start)
                if text:
                    lines.append(line_of(turn, text, len(lines) + 1))
                    size += len(text)
            if met.offset >= start:
                turns.append(met)
                closing = closing or bool(ends and met.uuid in ends)
        if turns:
            yield self._piece(begin, end or reader.offset, reader.line, lines, turns)

    def _text(self, turn: Turn, *, is_shown: bool) -> str:
        if self._pauses.covers(turn.at_ms):
            return ""
        if not is_shown:
            self._hear(turn)
            return ""
        return self._sealed.redact(self._shown.text_of(turn))[0]

    def _hear(self, turn: Turn) -> None:
        """Learn what must be known again from what is not shown; long output that names nothing private is skipped."""
        self.echo.observe(turn)
        if turn.kind == "user" and turn.typed:
            self._redactor.hear(turn.text)
        elif turn.kind in ("tool_use", "tool_result") and "private" in f"{turn.text}{turn.tool_input}".lower():
            self._redactor.redact(f"{turn.text}\n{turn.tool_input}")

    def _piece(self, start: int, end: int, line: int, lines: list[Line], turns: list[Turn]) -> Piece:
        ids = [turn.uuid for turn in turns if turn.uuid] or [""]
        return Piece(
            start=start, end=end, line=line, lines=lines, first=ids[0], last=ids[-1], kinds=self._redactor.kinds
        )


def _of_agent(turn: Turn) -> Turn:
    """A turn of a subagent's file: nobody typed there, its task is another agent's text."""
    return replace(turn, kind="assistant", typed=False, sidechain=True) if turn.kind == "user" else turn
