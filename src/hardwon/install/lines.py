"""A text file as its line ends, byte order mark and text, with whole blocks appended and cut to the byte."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from hardwon.install.entries import Kept, Uneditable

_GAP = "gap"


@dataclass
class Lines:
    """A file's text; edit `text`, then take `data`.

    Attributes:
        mark: the byte order mark, or nothing.
        newline: what ends its lines.
        text: all of it, line ends as they stand.
    """

    mark: bytes
    newline: str
    text: str

    @classmethod
    def of(cls, data: bytes) -> Lines:
        """Read a file's bytes.

        Raises:
            Uneditable: no UTF-8.
        """
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        try:
            text = data[len(mark) :].decode("utf-8")
        except UnicodeDecodeError as error:
            raise Uneditable(f"no UTF-8 at byte {error.start}") from None
        return cls(mark, "\r\n" if "\r\n" in text else "\n", text)

    @property
    def data(self) -> bytes:
        """The file as it stands now."""
        return self.mark + self.text.encode("utf-8")

    @property
    def is_blank(self) -> bool:
        """Whether nothing but blanks is in it."""
        return not self.text.strip()

    def append(self, block: str) -> Kept:
        """Add a block at the end, with an empty line between.

        Args:
            block: lines ended by a line feed.

        Returns:
            what was put between, for `cut`.
        """
        gap = ""
        if not self.is_blank or (self.text and not self.text.endswith("\n")):
            # One line end closes the last line, the next makes the empty line.
            ended = self.text.endswith("\n")
            empty = self.text.endswith(("\n\n", "\n\r\n"))
            gap = self.newline * (0 if empty else 1 if ended else 2)
        self.text += gap + block.replace("\n", self.newline)
        return {_GAP: gap}

    def cut(self, start: int, end: int, kept: Kept) -> None:
        """Take out what `append` added.

        Args:
            start, end: the block, its last line end included.
            kept: what `append` returned; empty if that is not known, then one empty line goes too.
        """
        gap = kept.get(_GAP)
        if gap is None:
            before = self.text[:start]
            gap = self.newline if before.endswith((self.newline * 2,)) else ""
        if end < len(self.text):
            # Others' lines follow: the line end that closed the line before must stay.
            gap = gap[len(self.newline) :] if len(gap) > len(self.newline) else gap
        if gap and self.text[:start].endswith(gap):
            start -= len(gap)
        self.text = self.text[:start] + self.text[end:]
