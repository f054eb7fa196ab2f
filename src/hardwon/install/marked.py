"""A block of ours in a Markdown file that people write, such as AGENTS.md, between two marks."""

from __future__ import annotations

from dataclasses import dataclass

from hardwon.hosts.block import BEGIN, BLOCK, END
from hardwon.install import entries
from hardwon.install.lines import Lines
from hardwon.install.shared import Kept, Rest


@dataclass(frozen=True, kw_only=True)
class MarkedShare:
    """Lines of ours in a Markdown file.

    Attributes:
        name: the part.
        text: the lines, each ended by a line feed.
    """

    name: str
    text: str

    @property
    def _block(self) -> str:
        return f"{BEGIN}\n{self.text}{END}\n"

    def state(self, data: bytes) -> str:
        """See hardwon.install.shared.Share."""
        found = BLOCK.findall(Lines.of(data).text)
        if not found:
            return entries.MISSING
        same = [block.replace("\r\n", "\n").rstrip("\n") for block in found] == [self._block.rstrip("\n")]
        return entries.WIRED if same else entries.STALE

    def put_in(self, data: bytes) -> tuple[bytes, Kept]:
        """See Share."""
        lines = Lines.of(data)
        kept = lines.append(self._block)
        return lines.data, kept

    def take_out(self, data: bytes, kept: Kept) -> Rest:
        """See Share."""
        lines = Lines.of(data)
        found = list(BLOCK.finditer(lines.text))
        for match in reversed(found):
            lines.cut(match.start(), match.end(), kept)
        return Rest(data=lines.data, is_hollow=bool(found) and lines.is_blank)

    def snippet(self) -> str:
        """See Share."""
        return self._block

    def is_mentioned(self, data: bytes) -> bool:
        """See Share."""
        return b"hardwon:begin" in data

    def renewing(self, data: bytes) -> MarkedShare:
        """See Share."""
        return self

    def remark(self, data: bytes) -> str:
        """See Share."""
        return ""
