"""Sessions for tests of evidence: transcripts as the client writes them, read back as attempts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hardwon.capture.words import own_words
from hardwon.hosts.claude_code.transcript import read_turns
from hardwon.outcomes.evidence.pieces import Attempt, Verdict
from hardwon.outcomes.evidence.reader import EvidenceReader
from hardwon.outcomes.evidence.verdict import judge
from hardwon.outcomes.evidence.window import Window
from hosts.lines import Lines


class Sessions:
    """Writes transcripts into a folder and reads them.

    Args:
        folder: an empty one.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def attempts(self, lines: Lines | str) -> list[Attempt]:
        """The attempts of a session, oldest first."""
        return read(self.write(lines))

    def verdicts(self, lines: Lines | str) -> list[str]:
        """What became of each attempt."""
        return [judge(attempt).verdict for attempt in self.attempts(lines)]

    def first(self, lines: Lines | str) -> Verdict:
        """What became of the first attempt."""
        return judge(self.attempts(lines)[0])

    def write(self, lines: Lines | str) -> Path:
        """Write a transcript."""
        self._count += 1
        path = self._folder / f"session-{self._count}.jsonl"
        path.write_text(lines if isinstance(lines, str) else lines.text(), encoding="utf-8")
        return path


def read(path: Path, window: Window | None = None, in_play: Iterable[str] = ()) -> list[Attempt]:
    """The attempts of a transcript from a window on."""
    reader = EvidenceReader(own_words=own_words, memo=window.memo if window else None, in_play=in_play)
    found: list[Attempt] = []
    turns = read_turns(str(path), offset=window.offset if window else 0, line=window.line if window else 0)
    for turn in turns:
        found += reader.feed(turn)
    return [*found, *reader.finish()]


def window_of(path: Path) -> Window | None:
    """Where the next pass over a transcript begins."""
    reader = EvidenceReader(own_words=own_words)
    for turn in read_turns(str(path)):
        for _ in reader.feed(turn):
            pass
    return reader.window()
